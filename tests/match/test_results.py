"""What follows a match: its winner, a rematch, its result, ratings, and the hints that count."""

import random
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, Refused, Stale
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.core.record import GivenHint
from prowlerbot.games import GAMES
from prowlerbot.match import agreements, leaving, lobby, machine_help, play
from prowlerbot.match import match as matches
from prowlerbot.match.machine_help import CANDIDATES, CHOICE, WHERE, HintRequest, has_hints
from prowlerbot.match.match import Context, Ending, Match, Phase, Player, TakenHint, machine
from prowlerbot.match.play import ranks_if_cut_short, ranks_of, record_of_match
from prowlerbot.match.player_statistics import (
    FinishedMatch,
    WonOrLost,
    result_between,
    result_for,
    tally_matches,
)
from prowlerbot.match.ratings import (
    MAX_RATED_A_DAY,
    NEW_RATING,
    PROVISIONAL,
    Rating,
    Result,
    Verdict,
    entries_of,
    entry_of,
    is_provisional,
    medal_of_place,
    result_of,
)
from prowlerbot.match.terms import Motion, Origin, Terms
from tests.cases import each_of
from tests.games.prowler.matches import PROWLER
from tests.games.tell import TellGame
from tests.life import ADA, BEN, CLEO, START, TELL, begun, played

RNG = random.Random(1)
TERMS = Terms(takebacks="never", pace=60)
RATED = Terms(rated=True)


def test_a_rematch_swaps_who_places_first_and_keeps_the_sides_and_the_terms() -> None:
    for options in ({}, {"first": "1"}, {"first": "2"}):
        asked = lobby.make_challenge("abc", PROWLER, (ADA, BEN), options, terms=TERMS, now=0)
        match = lobby.accept_challenge(asked, Context(PROWLER, RNG, 0), BEN.id)
        first = match.player(int(match.setup[-1]))
        over = leaving.resign(match, Context(PROWLER, RNG, 1), ADA.id)
        for asker, other in ((ADA, BEN), (BEN, ADA)):
            again = lobby.make_rematch("xyz", PROWLER, over, asker.id, 9)
            assert [each.id for each in again.players] == [ADA.id, BEN.id]
            assert (again.player(again.challenger), again.terms) == (asker, TERMS)
            begun_again = lobby.accept_challenge(again, Context(PROWLER, RNG, 10), other.id)
            assert begun_again.player(int(begun_again.setup[-1])) != first
            with pytest.raises(Refused, match="your own challenge"):
                lobby.accept_challenge(again, Context(PROWLER, RNG, 10), asker.id)


def test_there_is_a_rematch_only_of_a_match_that_is_over_for_who_played_it() -> None:
    over = leaving.resign(begun(), Context(PROWLER, RNG, 1), ADA.id)
    asked = lobby.make_challenge("abc", PROWLER, (ADA, BEN), {}, terms=TERMS, now=0)
    declined = lobby.decline_challenge(asked, Context(PROWLER, RNG, 1), BEN.id)
    for match, asker, told in (
        (begun(), ADA, "once this match is over"),
        (declined, ADA, "once this match is over"),
        (over, CLEO, "do not play"),
    ):
        with pytest.raises(Denied, match=told):
            lobby.make_rematch("xyz", PROWLER, match, asker.id, 9)
    tried = replace(over, terms=replace(over.terms, day=20_000))
    assert lobby.make_rematch("xyz", PROWLER, tried, ADA.id, 9).terms.day == 0, "it is no try"


def test_the_first_have_won_and_two_of_several_are_compared_by_who_stood_before_whom() -> None:
    for ranks, results in [
        ((1, 2, 3), (WonOrLost.WON, WonOrLost.LOST, WonOrLost.LOST)),
        ((1, 1, 3), (WonOrLost.SHARED, WonOrLost.SHARED, WonOrLost.LOST)),
        ((3, 1, 1), (WonOrLost.LOST, WonOrLost.SHARED, WonOrLost.SHARED)),
    ]:
        assert tuple(result_for(finished(*ranks), n) for n in (1, 2, 3)) == results
    for rank, won in ((1, WonOrLost.WON), (2, WonOrLost.LOST)):
        assert result_for(finished(rank, players=(ADA,)), 1) is won, "alone"
    match = finished(2, 1, 3, players=(machine("easy"), ADA, machine("easy")))
    assert result_for(match, ADA.id) is WonOrLost.WON
    matches = [finished(3, 2, 1), finished(1, 2, 3), finished(2, 2, 1)]
    between = [result_between(each, 1, 2) for each in matches]
    assert between == [WonOrLost.LOST, WonOrLost.WON, WonOrLost.SHARED]
    assert result_between(matches[0], 2, 1) is WonOrLost.WON
    mine, theirs = tally_matches(matches, 1, 2), tally_matches(matches, 2, 1)
    assert (mine.won, mine.lost, mine.shared) == (theirs.lost, theirs.won, 1) == (1, 1, 1)
    assert (tally_matches(matches, 1).won, tally_matches(matches, 1).lost) == (1, 2)
    left = replace(finished(3, 1, 2), leavers=frozenset({ADA.id}))
    ended = replace(finished(1, 2, 3), totals=())
    for players, totals in ((1,), (1,)), ((2, 1), (2,)), ((2, 3), (2, 1)):
        found = tally_matches([finished(1, 2, 3), left, ended], *players).totals
        assert found == totals, "an average counts what both have played out"


def finished(*ranks: int, players: tuple[Player, ...] = (ADA, BEN, CLEO)) -> FinishedMatch:
    return FinishedMatch("m", 0, Ending.PLAYED, 0, Verdict.COUNTED, players, ranks, ranks)


DAN, EVE, FAY = Player(4, "Dan"), Player(5, "Eve"), Player(6, "Fay")
ROUND = ((ADA, "1"), (BEN, "2"), (CLEO, "3"))


def source() -> Match:
    """One round: three hidden numbers and a throw of the die."""
    match = played(begun(game=TELL), *ROUND, game=TELL)
    assert [play.seat for play in match.plays] == [1, 2, 3, CHANCE]
    return match


def branched(
    ply: int, seat: int = 2, terms: Terms = RATED, players: int = 3, match: Match | None = None
) -> Match:
    source_ = match or source()
    return lobby.make_branch(
        *("new", TELL, lobby.BranchPoint(source_, ply, seat), record_of_match(source_, TELL)),
        players=(DAN, EVE, FAY)[:players],
        terms=terms,
        now=5_000,
    )


def test_in_a_branch_the_challenger_takes_a_seat_and_the_moves_of_its_source_are_made() -> None:
    there = Context(TELL, random.Random(1), 5_001)
    for seat, players in [(1, (DAN, EVE, FAY)), (2, (EVE, DAN, FAY)), (3, (EVE, FAY, DAN))]:
        match = branched(2, seat)
        assert [each.id for each in match.players] == [each.id for each in players]
        assert (match.challenger, match.invited_seats) == (seat, frozenset({1, 2, 3} - {seat}))
        assert match.phase is Phase.LOBBY
        with pytest.raises(Denied):
            lobby.accept_challenge(match, there, DAN.id)
    for ply in [0, 1, 2, 3, 4]:
        match = branched(ply)
        for player in (EVE, FAY):
            match = lobby.accept_challenge(match, there, player.id)
        line = [(each.seat, each.move) for each in source().plays]
        assert [(each.seat, each.move) for each in match.plays[:ply]] == line[:ply]
        assert [each.seat for each in match.plays[ply:]] == [CHANCE] * (ply == 3), "dice anew"
        assert {play.at for play in match.plays} <= {5_001}
        assert match.setup == source().setup
        origin = match.origin
        assert origin is not None
        assert Origin.read(asdict(origin)) == origin
        assert replace(origin, moves=()).ply == 0
    assert branched(1, terms=Terms(rated=True, pace=600)).terms == Terms(rated=False, pace=600)


def test_what_does_not_fit_the_source_of_a_branch_is_refused() -> None:
    for ply, seat in ((-1, 1), (5, 1), (2, 0), (2, 4)):
        with pytest.raises(Denied):
            branched(ply, seat)
    with pytest.raises(Denied, match="3 players"):
        branched(2, 1, players=2)
    over = played(source(), *ROUND, game=TELL)
    with pytest.raises(Denied, match="match ended"):
        branched(over.ply, 1, match=over)


def test_the_numbers_are_the_same_to_the_digit_everywhere_and_are_shown_whole() -> None:
    entries = list(entries_of([ended(1), ended(2, (2, 1)), ended(3, (1, 1)), ended(4, (1, 2))]))
    assert entries[-1].after == (Rating(27_081_852, 7_353_734), Rating(22_918_148, 7_353_734))
    for mu, points in [(25_008_333, 1500), (25_008_334, 1501)]:
        assert Rating(mu, 0).points == points  # 1500.49998 and 1500.50004
        assert Rating(0, mu).range == round(mu * 120 / 1_000_000)
    at_midnight = 1_767_225_600  # 1 January 2026
    days = [replace(ended(1), ended_at=at_midnight + it).day for it in (-1, 0, 86_399)]
    assert [day - days[0] for day in days] == [0, 1, 1], "a day ends at midnight in UTC"


# ------------------------ ratings follow from results alone, in the order in which matches ended


def ended(number: int, ranks: tuple[int, ...] = (1, 2), **changes: object) -> Result:
    """The result of a match that ended on a day of its own."""
    players = tuple(range(1, len(ranks) + 1))
    result = Result(f"m{number}", "prowler", number * DAY, players, ranks)
    return replace(result, **changes)  # type: ignore[arg-type] # each test names fields of its own


def drawn_match(game: str = "prowler", plies: int = 99, terms: Terms = RATED) -> tuple[Match, Game]:
    """A match between as many players as it takes, every move of it drawn."""
    rng = random.Random(1)
    rules: Game = TellGame() if game == "tell" else GAMES[game]
    players = [Player(10 * seat, f"P{seat}") for seat in range(1, min(rules.seats) + 1)]
    match = lobby.make_challenge("m", rules, players, {}, terms=terms, now=0)
    for player in players[1:]:
        match = lobby.accept_challenge(match, Context(rules, rng, 1), player.id)
    while match.ending is None and match.ply < plies:
        state = play.replay_match(match, rules)[-1]
        seat = min(state.to_move)
        user, move = match.player(seat).id, str(rng.choice(state.moves(seat)))
        match = play.make_move(match, Context(rules, rng, 2), user, match.moment, move)
    return match, rules


def test_a_played_or_lost_match_has_ranks_and_a_resigned_one_counts_after_three_moves() -> None:
    for ending in sorted({*Ending} - {*matches.WITH_RESULT}):
        over = replace(begun(), phase=Phase.OVER, ending=ending, ended_by=1)
        assert (ranks_of(over, PROWLER), ranks_if_cut_short(over, PROWLER)) == (None, ())
    match, rules = drawn_match()
    outcome = play.replay_match(match, rules)[-1].outcome
    assert outcome is not None
    assert ranks_of(match, rules) == outcome.ranks
    assert ranks_of(begun(), PROWLER) is None
    assert ranks_if_cut_short(match, rules) is ranks_if_cut_short(begun(), PROWLER) is None
    assert result_of(match, rules) == Result(
        "m", "prowler", 2, (10, 20), outcome.ranks, outcome.totals, rated=True, short=False
    )
    for plies, short in [(5, True), (6, False), (20, False)]:
        match, rules = drawn_match(plies=plies)
        match = leaving.resign(match, Context(rules, RNG, 3), 10)
        assert ranks_of(match, rules) == ranks_if_cut_short(match, rules) == (2, 1)
        result = result_of(match, rules)
        assert result is not None
        assert (result.ranks, result.totals, result.short) == ((2, 1), (), short)
    for drawn, rated in ((drawn_match("tell"), True), (drawn_match(terms=Terms()), False)):
        result = result_of(*drawn)
        assert result is not None
        assert (result.short, result.rated) == (False, rated), "however short its game"


def test_ratings_follow_ranks_and_the_strength_of_rivals() -> None:
    def rated(result: Result, *ratings: Rating) -> tuple[Rating, ...]:
        entry = entry_of(result, ratings or [NEW_RATING] * len(result.players), 0)
        assert entry.verdict is Verdict.COUNTED
        return entry.after

    strong, weak = (Rating(NEW_RATING.mu + by, NEW_RATING.sigma) for by in (5_000_000, -5_000_000))
    after = rated(ended(1, (1, 1)), strong, NEW_RATING)
    assert NEW_RATING.mu < after[1].mu < after[0].mu < strong.mu
    assert rated(ended(1), NEW_RATING, strong)[0].mu > rated(ended(1), NEW_RATING, weak)[0].mu
    first, second, third = rated(ended(1, (2, 1, 3)))
    assert second.mu > first.mu > third.mu


def test_so_many_rated_matches_of_two_count_a_day_and_no_friendly_or_short_one() -> None:
    friendly, short = ended(1, rated=False), ended(1, short=True)
    for result, verdict in ((friendly, Verdict.FRIENDLY), (short, Verdict.SHORT)):
        entry = entry_of(result, [NEW_RATING, NEW_RATING], 0)
        assert (entry.verdict, entry.after) == (verdict, ())
    many = [replace(friendly, match=f"f{n}") for n in range(MAX_RATED_A_DAY)]
    assert [*entries_of([*many, ended(1)])][-1].verdict is Verdict.COUNTED
    together = [ended(1, match=f"m{n}", ended_at=n) for n in range(MAX_RATED_A_DAY + 1)]
    last = together[-1]
    others = replace(last, players=(2, 1)), replace(last, players=(1, 3))
    entries = entries_of([*together, *others, replace(last, ended_at=DAY)])
    counted = [entry.verdict is Verdict.COUNTED for entry in entries]
    assert counted == [*[True] * MAX_RATED_A_DAY, False, False, True, True]


@st.composite
def results(draw: st.DrawFn) -> list[Result]:
    """Results of a few players in a few days, in any order of ends, some at the same time."""
    found = []
    for number in range(draw(st.integers(0, 25))):
        players = draw(st.permutations(range(1, 5)))[: draw(st.integers(2, 3))]
        ranks = tuple(draw(st.integers(1, 3)) for _ in players)
        ranks = tuple(rank - min(ranks) + 1 for rank in ranks)
        found.append(
            Result(
                f"m{number}",
                draw(st.sampled_from(["prowler", "other"])),
                draw(st.integers(0, 2 * DAY)),
                tuple(players),
                ranks,
                rated=draw(st.integers(0, 5)) > 0,
                short=draw(st.integers(0, 5)) == 0,
            )
        )
    return found


@settings(max_examples=25)
@given(results())
def test_each_rating_begins_where_it_stood(given: list[Result]) -> None:
    stands: dict[tuple[str, int], Rating] = {}
    for entry in entries_of(given):
        for at, (before, after) in enumerate(zip(entry.before, entry.after, strict=True)):
            key = entry.result.game, entry.result.players[at]
            assert before == stands.get(key, NEW_RATING)
            assert after.sigma > 0
            stands[key] = after


def test_medals_are_for_those_ahead_of_more_than_half_with_a_rating_that_stands() -> None:
    for places, medals in zip((1, 2, 3, 4, 5, 6, 7, 99), (0, 0, 1, 1, 2, 2, 3, 3), strict=True):
        given = [medal_of_place(place, places, PROVISIONAL) for place in range(1, places + 1)]
        assert given == [*range(1, medals + 1), *[None] * (places - medals)]
    assert [medal_of_place(1, 99, matches) for matches in (1, PROVISIONAL - 1)] == [None, None]
    assert [is_provisional(matches) for matches in (0, 9, 10, 11)] == [True, True, False, False]


def test_what_cannot_be_rated_is_refused_if_wanted_and_all_else_is_as_wanted_or_usual() -> None:
    for terms, refusal in (
        (Terms(pace=0), "needs a time limit"),
        (Terms(pace=DAY, takeover=True), "stays empty"),
        (Terms(pace=DAY, takeover=True, substitutes=True), "stays empty"),
        (Terms(pace=DAY, hints=True), "has no hints"),
    ):
        with pytest.raises(Denied, match=refusal) as refused:
            terms.with_rating(wanted=True, default=False)
        assert str(refused.value).count(".") == 1, "one sentence"
        friendly = terms.with_rating(wanted=None, default=True)
        assert (friendly.rated, friendly.first_friendly) == (False, False)
    for wanted, usual, expected in (
        *((wanted, usual, (wanted, False)) for wanted in (True, False) for usual in (True, False)),
        *((None, usual, (usual, usual)) for usual in (True, False)),
    ):
        terms = Terms(pace=DAY).with_rating(wanted=wanted, default=usual)
        assert (terms.rated, terms.first_friendly) == expected
    for older in (Terms(rated=True), Terms(pace=DAY, rated=True, takeover=True, substitutes=True)):
        assert not older.as_own_match.rated, "a new one may not be"
    assert Terms(pace=DAY, rated=True, competition="c").as_own_match.rated


AGREED = Terms(hints=True)
HEROES = GAMES["heroes"]


def it(match: Match) -> Context:
    return Context(PROWLER, random.Random(1), match.changed_at + 1)


def take(match: Match, player: Player = BEN, step: int = WHERE, moment: int | None = None) -> Match:
    seat = match.seat_of(player.id)
    own = match.decision(seat).step if seat is not None else 0
    at = match.moment if moment is None else moment
    return machine_help.take_hint(match, it(match), HintRequest(player.id, at, own, step))


def against_machine(terms: Terms) -> Match:
    players, options = (ADA, machine("easy")), {"first": "2"}
    asked = lobby.make_challenge("abc", PROWLER, players, options, terms=terms, now=START)
    return lobby.begin_match(asked, Context(PROWLER, random.Random(1), START))


def test_hints_are_for_two_who_agreed_or_one_person_and_never_for_a_result() -> None:
    asked = lobby.make_challenge("abc", HEROES, (ADA,), {}, terms=Terms(), now=START)
    alone = lobby.begin_match(asked, Context(HEROES, random.Random(1), START))
    against = against_machine(Terms())
    left = replace(against, players=(ADA, replace(against.player(2), leaver=BEN.id)))
    assert all(map(has_hints, (begun(AGREED), against, alone)))
    for terms in (Terms(), Terms(hints=False), Terms(rated=True, hints=True)):
        assert not has_hints(begun(terms))
    for match in (*map(against_machine, (Terms(hints=False), Terms(day=20_000))), left):
        assert not has_hints(match)


@each_of(
    ("match", "player", "told"),
    [
        (begun(), BEN, "its terms do not allow them"),
        (begun(Terms(rated=True, hints=True)), BEN, "A rated match has no hints"),
        (against_machine(Terms(day=20_000)), ADA, "The daily challenge has no hints"),
        (begun(AGREED), ADA, "It is not your turn"),
        (begun(AGREED), Player(9, "Eve"), "You do not play in this match"),
    ],
)
def test_whoever_may_have_no_hint_now_reads_why(match: Match, player: Player, told: str) -> None:
    with pytest.raises(Denied, match=told):
        take(match, player)


def test_a_hint_for_an_earlier_position_is_late_and_a_match_that_is_over_has_none() -> None:
    match = played(begun(AGREED), (BEN, ">C"), (ADA, "1"))
    with pytest.raises(Stale, match="the match has moved on"):
        take(match, moment=0)
    over = leaving.resign(match, it(match), ADA.id)
    with pytest.raises(Stale, match="Ada resigned"):
        take(over)


def test_steps_at_one_decision_are_one_hint_and_change_no_moment_and_no_clock() -> None:
    before = begun(AGREED)
    first = take(before)
    assert (first.moment, first.decisions, first.turn_at, first.revision) == (
        *(before.moment, before.decisions, before.turn_at),
        before.revision + 1,
    )
    second = take(first, step=CANDIDATES)
    assert take(second, step=CANDIDATES) is take(second, step=WHERE) is second, "taken twice"
    match = take(second, step=CHOICE)
    assert match.hints == (TakenHint(0, 2, 3, moment=0),)
    assert [machine_help.count_hints(match, seat) for seat in (1, 2)] == [0, 1]
    assert record_of_match(second, PROWLER).hints == ()
    over = leaving.resign(second, it(second), ADA.id)
    assert record_of_match(over, PROWLER).hints == (GivenHint(0, 2, 2),), (
        "the record tells of it at the end"
    )
    again = lobby.make_rematch("def", PROWLER, over, ADA.id, START)
    assert (again.hints, again.terms.hints) == ((), True)


def test_a_hint_at_a_later_decision_and_after_a_takeback_counts_anew() -> None:
    match = played(take(begun(AGREED)), (BEN, ">C"), (ADA, "1"))
    match = take(match, step=CHOICE)
    assert [(each.ply, each.hint_steps) for each in match.hints] == [(0, 1), (2, 3)]
    match = played(take(begun(replace(AGREED, takebacks="free"))), (BEN, ">C"))
    match = take(agreements.ask(match, it(match), BEN.id, Motion.TAKEBACK, match.moment))
    assert [(each.ply, each.moment) for each in match.hints] == [(0, 0), (0, 2)]
