"""What follows a match: its winner, a rematch, a branch, its result, and ratings."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, Refused
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.games import GAMES
from prowlerbot.match import agreements, lobby, play
from prowlerbot.match.lobby import branch
from prowlerbot.match.match import Context, Ending, Match, Phase, Player, machine
from prowlerbot.match.play import cut_short, ranks_of, record
from prowlerbot.match.ratings import (
    NEW,
    PROVISIONAL,
    RATED_A_DAY,
    WITH_RESULT,
    Finished,
    Rating,
    Result,
    Verdict,
    Won,
    enter,
    enter_all,
    is_provisional,
    medal,
    result_between,
    result_for,
    result_of,
    tally,
)
from prowlerbot.match.terms import Origin, Terms
from tests.games.prowler.matches import PROWLER
from tests.games.tell import TellGame
from tests.life import ADA, BEN, CLEO, TELL, begun, played

RNG = random.Random(1)
TERMS = Terms(takebacks="never", pace=60)
WITHOUT = {*Ending} - {*WITH_RESULT}


def again_by(match: Match, asker: Player) -> Match:
    over = agreements.resign(match, Context(PROWLER, RNG, 1), ADA.id)
    return lobby.rematch("xyz", PROWLER, over, asker.id, 9)


def test_only_matches_that_are_played_or_lost_have_a_result() -> None:
    for ending in sorted(WITHOUT):
        over = replace(begun(), phase=Phase.OVER, ending=ending, ended_by=1)
        assert ranks_of(over, PROWLER) is None
        assert cut_short(over, PROWLER) == ()


def test_a_player_who_resigns_comes_last_and_a_played_match_ranks_as_its_outcome() -> None:
    resigned = agreements.resign(begun(), Context(PROWLER, RNG, 2000), ADA.id)
    assert ranks_of(resigned, PROWLER) == cut_short(resigned, PROWLER) == (2, 1)
    match = begun()
    while match.phase is Phase.PLAYING:
        state = play.states(match, PROWLER)[-1]
        (seat,) = state.to_move
        user, move = match.player(seat).id, str(RNG.choice(state.moves(seat)))
        match = play.make_move(match, Context(PROWLER, RNG, 3000), user, match.moment, move)
    outcome = play.states(match, PROWLER)[-1].outcome
    assert outcome is not None
    assert ranks_of(match, PROWLER) == outcome.ranks
    assert ranks_of(begun(), PROWLER) is None
    assert cut_short(match, PROWLER) is cut_short(begun(), PROWLER) is None


def test_a_rematch_swaps_who_places_first_and_keeps_the_sides_and_the_terms() -> None:
    for options in ({}, {"first": "1"}, {"first": "2"}):
        asked = lobby.challenge("abc", PROWLER, (ADA, BEN), options, terms=TERMS, now=0)
        match = lobby.accept(asked, Context(PROWLER, RNG, 0), BEN.id)
        first = match.player(int(match.setup[-1]))
        for asker in (ADA, BEN):
            again = again_by(match, asker)
            assert [each.id for each in again.players] == [ADA.id, BEN.id]
            assert again.player(again.challenger) == asker
            assert again.terms == TERMS
            other = BEN if asker is ADA else ADA
            begun_again = lobby.accept(again, Context(PROWLER, RNG, 10), other.id)
            assert begun_again.player(int(begun_again.setup[-1])) != first
            with pytest.raises(Refused, match="your own challenge"):
                lobby.accept(again, Context(PROWLER, RNG, 10), asker.id)


def test_there_is_a_rematch_only_of_a_match_that_is_over_for_who_played_it() -> None:
    over = agreements.resign(begun(), Context(PROWLER, RNG, 1), ADA.id)
    with pytest.raises(Denied, match="once this match is over"):
        lobby.rematch("xyz", PROWLER, begun(), ADA.id, 9)
    with pytest.raises(Denied, match="do not play"):
        lobby.rematch("xyz", PROWLER, over, CLEO.id, 9)
    tried = replace(over, terms=replace(over.terms, day=20_000))
    assert lobby.rematch("xyz", PROWLER, tried, ADA.id, 9).terms.day == 0, "it is no try"
    asked = lobby.challenge("abc", PROWLER, (ADA, BEN), {}, terms=TERMS, now=0)
    declined = lobby.decline(asked, Context(PROWLER, RNG, 1), BEN.id)
    with pytest.raises(Denied, match="once this match is over"):
        lobby.rematch("xyz", PROWLER, declined, ADA.id, 9)


def finished(*ranks: int, players: tuple[Player, ...] = (ADA, BEN, CLEO)) -> Finished:
    return Finished("m", 0, Ending.PLAYED, 0, Verdict.COUNTED, players, ranks, ranks)


def test_the_first_have_won_the_others_lost_and_a_match_alone_is_won_or_lost() -> None:
    for ranks, results in [
        ((1, 2, 3), (Won.WON, Won.LOST, Won.LOST)),
        ((1, 1, 3), (Won.SHARED, Won.SHARED, Won.LOST)),
        ((3, 1, 1), (Won.LOST, Won.SHARED, Won.SHARED)),
    ]:
        assert tuple(result_for(finished(*ranks), n) for n in (1, 2, 3)) == results
    assert result_for(finished(1, players=(ADA,)), 1) is Won.WON
    assert result_for(finished(2, players=(ADA,)), 1) is Won.LOST
    match = finished(2, 1, 3, players=(machine("easy"), ADA, machine("easy")))
    assert result_for(match, ADA.id) is Won.WON


def test_two_of_three_are_compared_and_tallied_by_who_stood_before_whom() -> None:
    assert result_between(finished(3, 2, 1), 2, 1) is Won.WON
    assert result_between(finished(3, 2, 1), 1, 2) is Won.LOST
    assert result_between(finished(2, 2, 1), 1, 2) is Won.SHARED
    matches = [finished(3, 2, 1), finished(1, 2, 3), finished(2, 2, 1)]
    mine, theirs = tally(matches, 1, 2), tally(matches, 2, 1)
    assert (mine.won, mine.lost, mine.shared) == (theirs.lost, theirs.won, 1) == (1, 1, 1)
    assert (tally(matches, 1).won, tally(matches, 1).lost) == (1, 2)


def test_only_a_match_that_both_have_played_out_counts_for_an_average() -> None:
    whole, left, ended = (
        finished(1, 2, 3),
        replace(finished(3, 1, 2), left=frozenset({ADA.id})),
        replace(finished(1, 2, 3), totals=()),
    )
    assert tally([whole, left, ended], ADA.id).totals == (1,)
    assert tally([whole, left, ended], BEN.id, ADA.id).totals == (2,)
    assert tally([whole, left, ended], BEN.id, CLEO.id).totals == (2, 1)


DAN, EVE, FAY = Player(4, "Dan"), Player(5, "Eve"), Player(6, "Fay")
ROUND = ((ADA, "1"), (BEN, "2"), (CLEO, "3"))


def source() -> Match:
    """One round: three hidden numbers and a throw of the die."""
    match = played(begun(game=TELL), *ROUND, game=TELL)
    assert [play.seat for play in match.plays] == [1, 2, 3, CHANCE]
    return match


def branched(ply: int, seat: int = 2, terms: Terms = Terms(rated=True)) -> Match:  # noqa: B008 - frozen
    players = (DAN, EVE, FAY)
    line = record(source(), TELL)
    return branch(
        "new", TELL, source(), line, ply=ply, seat=seat, players=players, terms=terms, now=5_000
    )


def accepted(match: Match) -> Match:
    for player in (EVE, FAY):
        match = lobby.accept(match, Context(TELL, random.Random(1), 5_001), player.id)
    return match


def tried(match: Match, ply: int, seat: int, players: tuple[Player, ...]) -> Match:
    line = record(match, TELL)
    return branch("x", TELL, match, line, ply=ply, seat=seat, players=players, terms=Terms(), now=1)


def test_the_challenger_takes_a_seat_and_the_others_those_that_are_left() -> None:
    for seat, players in [(1, (DAN, EVE, FAY)), (2, (EVE, DAN, FAY)), (3, (EVE, FAY, DAN))]:
        match = branched(2, seat)
        assert [each.id for each in match.players] == [each.id for each in players]
        assert (match.challenger, match.asked) == (seat, frozenset({1, 2, 3} - {seat}))
        assert match.phase is Phase.LOBBY
        with pytest.raises(Denied):
            lobby.accept(match, Context(TELL, random.Random(1), 5_001), DAN.id)


def test_it_begins_with_the_moves_of_its_source_made_by_the_same_seats() -> None:
    for ply in [0, 1, 2, 4]:
        match = accepted(branched(ply))
        assert [(p.seat, p.move) for p in match.plays] == [
            (p.seat, p.move) for p in source().plays[:ply]
        ]
        assert {play.at for play in match.plays} <= {5_001}
        assert match.setup == source().setup


def test_a_branch_throws_the_dice_anew_is_never_rated_and_keeps_the_other_terms() -> None:
    match = accepted(branched(3))
    assert [play.seat for play in match.plays] == [1, 2, 3, CHANCE]
    assert branched(1, terms=Terms(rated=True, pace=600)).terms == Terms(rated=False, pace=600)


def test_what_does_not_fit_the_source_is_refused() -> None:
    three = (DAN, EVE, FAY)
    for ply, seat in ((-1, 1), (5, 1), (2, 0), (2, 4)):
        with pytest.raises(Denied):
            tried(source(), ply, seat, three)
    with pytest.raises(Denied, match="3 players"):
        tried(source(), 2, 1, (DAN, EVE))
    over = played(source(), *ROUND, game=TELL)
    with pytest.raises(Denied, match="match ended"):
        tried(over, over.ply, 1, three)


def test_an_origin_is_written_and_read_as_it_is() -> None:
    origin = branched(4).origin
    assert origin is not None
    assert Origin.read(origin.as_json()) == origin
    assert replace(origin, moves=()).ply == 0


# ------------------------ ratings follow from results alone, in the order in which matches ended

RATED = Terms(rated=True)


def ended(number: int, ranks: tuple[int, ...] = (1, 2), **changes: object) -> Result:
    """The result of a match that ended on a day of its own."""
    players = tuple(range(1, len(ranks) + 1))
    result = Result(f"m{number}", "prowler", number * DAY, players, ranks)
    return replace(result, **changes)  # type: ignore[arg-type] # each test names fields of its own


def drawn_match(
    game: str = "prowler", seed: int = 1, plies: int = 99, terms: Terms = RATED
) -> Match:
    """A match between as many players as it takes, every move of it drawn."""
    rng = random.Random(seed)
    rules: Game = TellGame() if game == "tell" else GAMES[game]
    players = [Player(10 * seat, f"P{seat}") for seat in range(1, min(rules.seats) + 1)]
    match = lobby.challenge("m", rules, players, {}, terms=terms, now=0)
    for player in players[1:]:
        match = lobby.accept(match, Context(rules, rng, 1), player.id)
    while match.ending is None and match.ply < plies:
        state = play.states(match, rules)[-1]
        seat = min(state.to_move)
        move = str(rng.choice(state.moves(seat)))
        match = play.make_move(
            match, Context(rules, rng, 2), match.player(seat).id, match.moment, move
        )
    return match


def rated(result: Result, *ratings: Rating) -> tuple[Rating, ...]:
    entry = enter(result, ratings or [NEW] * len(result.players), 0)
    assert entry.verdict is Verdict.COUNTED
    return entry.after


# ------------------------------------------------------------------ effects of a match on ratings


def test_the_numbers_are_the_same_to_the_digit_everywhere() -> None:
    entries = list(enter_all([ended(1), ended(2, (2, 1)), ended(3, (1, 1)), ended(4, (1, 2))]))
    assert entries[-1].after == (Rating(27_081_852, 7_353_734), Rating(22_918_148, 7_353_734))


def test_a_day_ends_at_midnight_in_utc() -> None:
    at_midnight = 1_767_225_600  # 1 January 2026
    before, after, late = (
        replace(ended(1), ended_at=at_midnight + seconds).day for seconds in (-1, 0, 86_399)
    )
    assert before + 1 == after == late


def test_a_rating_is_shown_as_the_nearest_whole_number() -> None:
    for mu, points in [(25_008_333, 1500), (25_008_334, 1501)]:
        assert Rating(mu, 0).points == points  # 1500.49998 and 1500.50004
        assert Rating(0, mu).range == round(mu * 120 / 1_000_000)


def test_ratings_follow_ranks_and_the_strength_of_rivals() -> None:
    strong, weak = Rating(NEW.mu + 5_000_000, NEW.sigma), NEW
    after = rated(ended(1, (1, 1)), strong, weak)
    assert weak.mu < after[1].mu < after[0].mu < strong.mu
    strong, weak = (Rating(NEW.mu + by, NEW.sigma) for by in (5_000_000, -5_000_000))
    assert rated(ended(1), NEW, strong)[0].mu > rated(ended(1), NEW, weak)[0].mu
    first, second, third = rated(ended(1, (2, 1, 3)))
    assert second.mu > first.mu > third.mu


# ------------------------------------------------------------------ which matches count


def test_a_friendly_match_and_a_short_one_change_no_rating_and_leave_room_for_others() -> None:
    friendly, short = ended(1, rated=False), ended(1, short=True)
    for result, verdict in ((friendly, Verdict.FRIENDLY), (short, Verdict.SHORT)):
        entry = enter(result, [NEW, NEW], 0)
        assert (entry.verdict, entry.after) == (verdict, ())
    many = [ended(1, match=f"f{n}", rated=False) for n in range(RATED_A_DAY)]
    assert [*enter_all([*many, ended(1)])][-1].verdict is Verdict.COUNTED


def test_the_same_players_have_so_many_rated_matches_a_day() -> None:
    together = [ended(1, match=f"m{n}", ended_at=n) for n in range(RATED_A_DAY + 1)]
    turned = replace(together[-1], players=(2, 1))
    other = replace(together[-1], players=(1, 3))
    tomorrow = replace(together[-1], ended_at=DAY)
    entries = list(enter_all([*together, turned, other, tomorrow]))
    verdicts = [entry.verdict for entry in entries]
    assert verdicts == [
        *[Verdict.COUNTED] * RATED_A_DAY,
        *[Verdict.OFTEN] * 2,
        Verdict.COUNTED,
        Verdict.COUNTED,
    ]


def test_a_match_that_was_resigned_counts_once_everybody_made_three_moves() -> None:
    for plies, short in [(5, True), (6, False), (20, False)]:
        match = agreements.resign(
            drawn_match(plies=plies), Context(GAMES["prowler"], random.Random(1), 3), 10
        )
        result = result_of(match, GAMES["prowler"])
        assert result is not None
        assert (result.ranks, result.totals, result.short) == ((2, 1), (), short)


def test_a_match_that_was_played_out_counts_with_its_ranks_and_totals() -> None:
    match = drawn_match()
    outcome = play.states(match, GAMES["prowler"])[-1].outcome
    assert outcome is not None
    result = result_of(match, GAMES["prowler"])
    assert result == Result(
        "m", "prowler", 2, (10, 20), outcome.ranks, outcome.totals, rated=True, short=False
    )


def test_a_match_that_was_played_out_counts_however_short_its_game_if_its_terms_say_rated() -> None:
    result = result_of(drawn_match("tell"), TellGame())
    assert result is not None
    assert len(result.ranks) == 3
    assert not result.short
    result = result_of(drawn_match(terms=Terms(rated=False)), GAMES["prowler"])
    assert result is not None
    assert not result.rated


# ------------------------------------------------------------------ in any order


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
    for entry in enter_all(given):
        for at, (before, after) in enumerate(zip(entry.before, entry.after, strict=True)):
            key = entry.result.game, entry.result.players[at]
            assert before == stands.get(key, NEW)
            assert after.sigma > 0
            stands[key] = after


def test_medals_are_for_who_is_ahead_of_more_than_half_with_a_rating_that_is_not_provisional() -> (
    None
):
    for places, medals in [
        (1, []),
        (2, []),
        (3, [1]),
        (4, [1]),
        (5, [1, 2]),
        (6, [1, 2]),
        (7, [1, 2, 3]),
        (99, [1, 2, 3]),
    ]:
        given = [medal(place, places, PROVISIONAL) for place in range(1, places + 1)]
        assert [each for each in given if each] == medals
        assert given[: len(medals)] == medals
    assert [medal(1, 99, matches) for matches in (1, PROVISIONAL - 1)] == [None, None]
    assert [is_provisional(matches) for matches in (0, 9, 10, 11)] == [True, True, False, False]


# ----------------------------------------------------------------- which challenges can be rated

PLAIN = Terms(pace=DAY)


@pytest.mark.parametrize(
    ("terms", "refusal"),
    [
        (Terms(pace=0), "needs a time limit"),
        (Terms(pace=DAY, takeover=True), "stays empty"),
        (Terms(pace=DAY, takeover=True, substitutes=True), "stays empty"),
        (Terms(pace=DAY, hints=True), "has no hints"),
    ],
)
def test_what_cannot_be_rated_is_refused_if_wanted_and_else_friendly(
    terms: Terms, refusal: str
) -> None:
    with pytest.raises(Denied, match=refusal) as refused:
        terms.with_rating(wanted=True, usual=False)
    assert str(refused.value).count(".") == 1, "one sentence"
    usual = terms.with_rating(wanted=None, usual=True)
    assert (usual.rated, usual.first_friendly) == (False, False)


@pytest.mark.parametrize("usual", [True, False])
def test_the_rest_is_as_wanted_or_usual(*, usual: bool) -> None:
    for wanted in (True, False):
        terms = PLAIN.with_rating(wanted=wanted, usual=usual)
        assert (terms.rated, terms.first_friendly) == (wanted, False)
    terms = PLAIN.with_rating(wanted=None, usual=usual)
    assert (terms.rated, terms.first_friendly) == (usual, usual)


def test_another_match_like_an_older_one_is_rated_only_if_a_new_one_may_be() -> None:
    for older in (Terms(rated=True), Terms(pace=DAY, rated=True, takeover=True, substitutes=True)):
        assert not older.again.rated
    assert Terms(pace=DAY, rated=True, competition="c").again.rated
