"""Leaving a match, and how matches of competitions end without their players."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prowlerbot.core.clock import DAY, MIN_OUTAGE_SECONDS, Outage, lost_seconds
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, LEAVE
from prowlerbot.games import GAMES
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.match import agreements, closing, deadlines, leaving, lobby, plans, play
from prowlerbot.match.call_rules import MatchDuty, duties_of_match, is_unplayed
from prowlerbot.match.clock_starts import shift_unseen_clocks, stop_waiting, wait_for_player
from prowlerbot.match.deadlines import seat_deadline
from prowlerbot.match.leaving import claim
from prowlerbot.match.match import (
    FIRST_RULES,
    Context,
    Ending,
    FormerPlayer,
    Match,
    Phase,
    Play,
    Player,
    machine,
)
from prowlerbot.match.play import draw_rest, make_move, ranks_of, replay_match
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.ratings import MIN_PLAYS, Verdict, entries_of, result_of
from prowlerbot.match.terms import Motion, Origin, Question, Terms
from tests.cases import each_of
from tests.games.landgrab.matches import position_of
from tests.games.tell import TellGame
from tests.life import ADA, BEN, CLEO

DORA, EVE = Player(4, "Dora"), Player(5, "Eve")
ANY, TWICE = TellGame(range(1, 5)), TellGame(range(1, 5), picks=2)
"""Tell, with one number in each round and with two."""
RATED = Terms(rated=True)


def late(now: int = 9, game: TellGame = ANY) -> Context:
    return Context(game, random.Random(1), now)


def begun(count: int, terms: Terms = RATED, game: TellGame = ANY) -> Match:
    asked = lobby.make_challenge("m", game, (ADA, BEN, CLEO, DORA)[:count], {}, terms=terms, now=0)
    return lobby.begin_match(asked, late(0, game))


def resigned(match: Match, *players: Player, now: int = 9, game: TellGame = ANY) -> Match:
    for player in players:
        match = leaving.resign(match, late(now, game), player.id)
    return match


def chose(match: Match, player: Player, number: str, now: int = 5, game: TellGame = ANY) -> Match:
    step = match.decision(match.seat_of(player.id) or 0).step
    return play.make_move(match, late(now, game), player.id, match.moment, number, step=step)


def test_choices_of_others_stand_when_somebody_leaves_and_alone_nobody_wins_by_resigning() -> None:
    match = chose(chose(begun(3), ADA, "1"), BEN, "2")
    match = resigned(match, CLEO)
    assert [each.seat for each in match.plays] == [1, 2, 3, 0], "that completes the round"
    assert play.replay_match(match, ANY)[-1].to_move == {1, 2}
    match = resigned(chose(begun(4), ADA, "1"), BEN)
    decision = match.decision(1)
    assert (decision.moment, decision.step, decision.concealed) == (0, 1, 1)
    assert play.replay_match(match, ANY)[-1].to_move == {3, 4}
    over = resigned(begun(1), ADA)
    assert (over.ending, play.ranks_of(over, ANY)) == (Ending.RESIGNED, None)
    assert result_of(over, ANY) is None


def test_a_player_who_has_left_is_asked_for_nothing_and_can_do_nothing() -> None:
    match = resigned(begun(3), BEN)
    acts: list[Callable[[], Match]] = [
        lambda: resigned(match, BEN),
        lambda: chose(match, BEN, "1"),
        lambda: agreements.ask(match, late(), BEN.id, Motion.CANCEL, match.moment),
        lambda: leaving.claim(match, late(), BEN.id, {1}),
    ]
    for act in acts:
        with pytest.raises(Denied, match="left this match"):
            act()
    asked = agreements.ask(match, late(), ADA.id, Motion.CANCEL, match.moment)
    over = agreements.agree(asked, late(), CLEO.id, Motion.CANCEL, asked.moment)
    assert over.ending is Ending.AGREED


def test_where_the_lobby_allows_it_the_machine_takes_the_seat_over_and_nothing_is_rated() -> None:
    match = resigned(begun(3, Terms(rated=True, takeover=True)), BEN)
    assert (match.phase, match.left) == (Phase.PLAYING, ())
    taken_over = replace(machine(leaving.SUBSTITUTE), name=BEN.name, leaver=BEN.id)
    assert match.player(2) == taken_over, "under whose name past moves are told"
    assert not match.terms.rated
    one = resigned(match, ADA)
    over = resigned(one, CLEO)
    assert (over.phase, over.ending) == (Phase.OVER, Ending.RESIGNED), "no person is left"


def test_a_seat_that_is_not_there_is_made_to_leave_without_a_deadline() -> None:
    match = begun(3)
    after = leaving.let_leave(match, late(), {2})
    claimed = leaving.claim(match, late(), ADA.id, {2})
    assert after is not None
    assert after.left == claimed.left == (2,)
    assert claimed.revision == match.revision + 1
    assert leaving.let_leave(match, late(), ()) is None
    assert leaving.let_leave(begun(2), late(), {2}) is None, "nobody would play on"
    assert leaving.let_leave(after, late(), {1, 3}) != after
    with pytest.raises(Denied, match="no time limit"):
        leaving.claim(match, late(), ADA.id, ())
    over = leaving.claim(begun(2), late(), ADA.id, {2})
    assert (over.ending, over.ended_by) == (Ending.CLAIMED, 1)
    assert play.ranks_of(over, ANY) == (1, 2)


# ------------------------------------------------------------------------ offers of a left seat

OFFERED = Terms(rated=True, takeover=True, substitutes=True, pace=600, takebacks="free")


def offering(terms: Terms = OFFERED, count: int = 3) -> Match:
    return begun(count, terms, TWICE)


def left(match: Match, player: Player = BEN, now: int = 100) -> Match:
    return resigned(match, player, now=now, game=TWICE)


def taken(match: Match, player: Player = DORA, seat: int = 2, now: int = 200) -> Match:
    return leaving.take_seat(match, late(now, TWICE), player, seat)


def picked(match: Match, *players: Player, numbers: str = "12") -> Match:
    for player in players:
        for number in numbers:
            match = chose(match, player, number, 300, TWICE)
    return match


def test_a_seat_is_offered_once_for_a_quarter_of_the_pace_and_then_the_machine_plays() -> None:
    for pace, lasts in [(600, 150), (86_400, 3600), (0, 3600)]:
        match = left(offering(replace(OFFERED, pace=pace)))
        assert match.player(2).offered == 100 + lasts
        assert not match.terms.rated, "for nobody, whoever plays on"
    assert left(offering(replace(OFFERED, substitutes=False))).player(2).offered == 0
    match = left(offering())
    with pytest.raises(Stale):
        play.move_of_machine(match, late(120, TWICE), 2, match.decision(2), "1")
    with pytest.raises(Stale):
        leaving.close_offers(match, late(249, TWICE))
    closed = leaving.close_offers(match, late(250, TWICE))
    assert closed.player(2).is_substitute
    there = late(251, TWICE)
    assert play.move_of_machine(closed, there, 2, closed.decision(2), "1").ply == 1
    again = left(taken(match), DORA, 300).player(2)
    assert (again.offered, again.leaver) == (0, DORA.id)
    assert again.former == FormerPlayer(BEN.id, "Ben", 0)
    match = taken(match, now=249)
    assert (seat_deadline(match, 2), seat_deadline(match, 1)) == (849, 600), "its clock stood still"


def test_whoever_takes_the_seat_is_its_player_and_the_moves_before_stay_the_leavers() -> None:
    match = taken(left(picked(offering(), BEN, numbers="1")))
    assert match.player(2) == replace(DORA, former=FormerPlayer(BEN.id, "Ben", 1))
    assert match.seat_of(BEN.id) is None
    back = agreements.withdraw_secret_step(match, late(210, TWICE), DORA.id, match.moment, 1)
    former = back.player(2).former
    assert former is not None
    assert former.plays == 0, "a step that replaces the secret one is Dora's"
    match = picked(match, DORA, numbers="2")
    assert [match.is_by_former(ply) for ply in range(match.ply)] == [True, False]
    then = [match.with_players_of(match.plays[:ply]).player(2).name for ply in (1, 2)]
    assert then == ["Ben", "Dora"]
    match = taken(left(picked(offering(), ADA, BEN, CLEO)))
    with pytest.raises(Denied):
        agreements.ask(match, late(220, TWICE), DORA.id, Motion.TAKEBACK, match.moment)


def test_nobody_takes_a_second_seat_and_no_leaver_comes_back() -> None:
    match = left(left(offering(count=4), BEN), CLEO)
    with pytest.raises(Denied, match="already play"):
        taken(match, ADA, 2)
    for leaver in (BEN, CLEO):
        with pytest.raises(Denied, match="for another player"):
            taken(match, leaver, 2)
    match = taken(match, EVE, 2)
    with pytest.raises(Denied, match="for another player"):
        taken(match, BEN, 3)
    with pytest.raises(Stale, match="no longer free"):
        taken(match, DORA if match.seat_of(DORA.id) is None else Player(9, "Nina"), 2)


def test_the_match_with_a_new_player_counts_for_no_rating_and_can_be_played_again() -> None:
    match = taken(left(offering()))
    while match.phase is Phase.PLAYING:
        match = picked(match, ADA, CLEO, DORA)
    result = result_of(match, TWICE)
    assert result is not None
    assert (result.rated, set(result.players)) == (False, {ADA.id, CLEO.id, DORA.id})
    again = lobby.make_rematch("n", TWICE, match, DORA.id, 900)
    assert all(each.former is None for each in again.players)
    assert {each.id for each in again.players} == {ADA.id, CLEO.id, DORA.id}


# ---------------------------------------------- ranks and ratings of a match that some have left


def moved(match: Match, rounds: int, game: TellGame = TWICE) -> Match:
    """Let everybody who is still there make so many choices of Tell."""
    for _ in range(rounds):
        for seat in sorted(play.replay_match(match, game)[-1].to_move):
            match = chose(match, match.player(seat), "1", game=game)
    return match


def test_a_match_that_ends_outside_of_its_game_ranks_leavers_behind_all_others() -> None:
    gone = resigned(begun(4, game=TWICE), ADA, BEN, game=TWICE)
    for ending, by, ranks in (
        (Ending.RESIGNED, 3, (4, 3, 2, 1)),
        (Ending.RESIGNED, 0, (4, 3, 1, 1)),
        (Ending.CLOSED, 3, (4, 3, 2, 1)),
        (Ending.CLOSED, 0, (4, 3, 1, 1)),
        (Ending.CLAIMED, 4, (4, 3, 2, 1)),
    ):
        over = replace(gone, phase=Phase.OVER, ending=ending, ended_by=by)
        assert play.ranks_of(over, TWICE) == ranks
    match = resigned(begun(3, game=TWICE), ADA, game=TWICE)
    assert play.ranks_of(closing.close_match(match, late(99, TWICE)), TWICE) == (3, 1, 1)
    old = replace(match, phase=Phase.OVER, ending=Ending.CLOSED, ended_by=2, rules=FIRST_RULES)
    assert play.ranks_of(old, TWICE) == (1, 3, 1), "by the first rules"


def test_who_leaves_early_has_lost_and_the_match_counts_for_those_who_play_it_out() -> None:
    old = replace(begun(3), rules=FIRST_RULES)
    match = moved(resigned(old, BEN), 2, ANY)
    for over in (
        match,
        resigned(old, ADA, BEN),
        resigned(replace(begun(2), rules=FIRST_RULES), ADA),
    ):
        assert (over.phase, over.rules > FIRST_RULES) == (Phase.OVER, True), "by the present rules"
    result, first = result_of(match, ANY), result_of(replace(match, rules=FIRST_RULES), ANY)
    assert result is not None
    assert first is not None
    assert first.short
    assert (match.ending, result.short, result.ranks[1]) == (Ending.PLAYED, False, 3)
    (entry,) = entries_of([result])
    assert entry.verdict is Verdict.COUNTED
    assert entry.after[1].mu < entry.before[1].mu
    for rounds in (MIN_PLAYS - 1, MIN_PLAYS):
        last = moved(resigned(begun(3, game=TWICE), ADA, game=TWICE), rounds)
        result = result_of(resigned(last, BEN, game=TWICE), TWICE)
        assert result is not None
        assert (result.ranks, result.short) == ((3, 2, 1), rounds < MIN_PLAYS)


# ----------------------------- players without lives watch on, can still win, and hold up nobody

LANDGRAB = Landgrab()
NOW = 5000
IT = Context(LANDGRAB, random.Random(1), NOW)
TAKEBACK, CANCEL = Motion.TAKEBACK, Motion.CANCEL


@cache
def with_one_out(*players: Player) -> Match:
    """A match of three in which seat 3 has just lost its last life, and two play on."""
    asked = lobby.make_challenge("m", LANDGRAB, players, {"map": "mill"}, terms=Terms(), now=NOW)
    for seed in range(200):
        match = lobby.begin_match(asked, Context(LANDGRAB, random.Random(seed), NOW))
        rng = random.Random(seed)
        while match.phase is Phase.PLAYING:
            state = position_of(match)
            if state.out == {3} and state.phase == "turn":
                return match
            if state.out:
                break
            match = made(match, rng)
    raise AssertionError


def made(match: Match, rng: random.Random, kind: str = "a") -> Match:
    """The match after a move of the seat to move, of this kind if there is one."""
    state = position_of(match)
    (seat,) = state.to_move
    assert seat != CHANCE
    moves = [each for each in state.moves(seat) if each.kind == kind] or [*state.moves(seat)]
    move = rng.choice(moves)
    before = Play(seat, str(move), NOW, match.moment)
    return play.advance(match, state, before, state.after(seat, move), Context(LANDGRAB, rng, NOW))


OUT = with_one_out(ADA, BEN, CLEO)
STEPPED = made(OUT, random.Random(3), "")
"""A player who is still in has made a step, and can take it back."""
MOVER, OTHER = (ADA, BEN) if STEPPED.plays[-1].seat == 1 else (BEN, ADA)


def ask(match: Match, player: Player, asked: Motion) -> Match:
    return agreements.ask(match, IT, player.id, asked, match.moment)


def agree(match: Match, player: Player, asked: Motion) -> Match:
    return agreements.agree(match, IT, player.id, asked, match.moment)


def test_a_takeback_needs_the_consent_of_those_still_in_alone_and_an_end_that_of_all() -> None:
    asked = ask(STEPPED, MOVER, TAKEBACK)
    assert asked.question == Question(TAKEBACK, STEPPED.plays[-1].seat, moment=STEPPED.moment)
    assert agree(asked, OTHER, TAKEBACK).plays == OUT.plays
    match = with_one_out(ADA, machine("easy"), CLEO)
    while position_of(match).to_move != {1}:
        match = made(match, random.Random(5), "")
    moved = made(match, random.Random(3), "")
    assert ask(moved, ADA, TAKEBACK).plays == match.plays, "the last person in asks nobody"
    asked = agree(ask(OUT, ADA, CANCEL), BEN, CANCEL)
    assert asked.phase is Phase.PLAYING, "one who is out may still win"
    assert agree(asked, CLEO, CANCEL).ending is Ending.AGREED
    assert ask(OUT, CLEO, CANCEL).question == Question(CANCEL, 3, moment=OUT.moment)


def test_a_player_who_is_out_holds_up_no_takeback_and_moves_plans_and_resigns_no_more() -> None:
    asked = ask(STEPPED, MOVER, TAKEBACK)
    decide = "players still in it decide"
    acts: list[tuple[Callable[[], Match], str]] = [
        (lambda: agree(asked, CLEO, TAKEBACK), decide),
        (lambda: agreements.refuse(asked, IT, CLEO.id, TAKEBACK, asked.moment), decide),
        (lambda: ask(OUT, CLEO, TAKEBACK), decide),
        (lambda: leaving.resign(OUT, IT, CLEO.id), "nothing to give up"),
        (lambda: play.make_move(OUT, IT, CLEO.id, OUT.moment, "F6"), "You are out"),
        (lambda: plans.set_plan(OUT, IT, CLEO.id, OUT.moment, "go to F6"), "no more moves"),
    ]
    for act, told in acts:
        with pytest.raises(Denied, match=told):
            act()


def test_if_one_of_the_last_in_leaves_the_match_is_played_out_for_a_person_who_is_out() -> None:
    for match in (OUT, with_one_out(ADA, machine("easy"), CLEO)):
        over = leaving.resign(match, IT, ADA.id)
        assert (over.ending, over.plays[-1].move) == (Ending.PLAYED, LEAVE)
    outcome = position_of(leaving.resign(OUT, IT, ADA.id)).outcome
    assert outcome is not None
    assert outcome.ranks[0] == 3, "who left is last, behind the one who is out"


START = 1_700_000_000 - 1_700_000_000 % DAY  # a Tuesday
PACE = DAY
TERMS = Terms(takebacks="never", pace=PACE, rated=True, competition="c", pairing=1)


def a_match(game: str = "prowler", players: int = 2, terms: Terms = TERMS) -> Match:
    seats = [Player(number, f"P{number}") for number in range(1, players + 1)]
    asked = lobby.make_challenge("m", GAMES[game], seats, {}, terms=terms, now=START)
    seated = replace(asked, players=tuple(replace(each, joined=True) for each in asked.players))
    return lobby.begin_match(seated, at(asked, START))


def at(match: Match, now: int) -> Context:
    return Context(GAMES[match.game], random.Random(1), now)


def to_move(match: Match) -> int:
    (seat,) = replay_match(match, GAMES[match.game])[-1].to_move
    return seat


def moved_match(match: Match, now: int) -> Match:
    """The match after a move of the seat to move."""
    seat = to_move(match)
    move = str(replay_match(match, GAMES[match.game])[-1].moves(seat)[0])
    return make_move(match, at(match, now), match.player(seat).id, match.moment, move)


def ranks(match: Match) -> Sequence[int]:
    found = ranks_of(match, GAMES[match.game])
    assert found is not None
    return found


def test_the_bot_has_the_others_win_a_late_move_and_nobody_where_all_are_late() -> None:
    match, now = a_match(), START + 2 * PACE
    with pytest.raises(Stale, match="not up yet"):
        closing.end_late(match, at(match, START), set())
    late = to_move(match)
    over = closing.end_late(match, at(match, now), {late})
    assert (over.ending, ranks(over)[late - 1]) == (Ending.CLAIMED, 2)
    other = match.player(3 - late).id
    with pytest.raises(Denied, match="I end the match myself"):
        claim(match, at(match, now), other, {late})
    own = replace(match, terms=replace(TERMS, competition=""))
    assert claim(own, at(match, now), other, {late}).ending is Ending.CLAIMED, "elsewhere a player"
    match = a_match("heroes")
    over = closing.end_late(match, at(match, now), replay_match(match, GAMES["heroes"])[-1].to_move)
    assert (over.ending, over.ended_by, ranks(over)) == (Ending.CLOSED, 0, (1, 1))
    assert closing.close_match(match, at(match, START + 60)).ended_by == 0, "both used as much time"
    match = a_match("landgrab", 3)
    late = to_move(match)
    left = closing.end_late(match, at(match, now), {late})
    drawn = draw_rest(left, at(match, now + 60))
    assert drawn.ply > left.ply
    assert deadlines.is_overdue(drawn, late, now, ()), "who left late stays late"


def test_a_clock_does_not_count_a_long_time_in_which_nobody_could_see_the_board() -> None:
    match = a_match()
    short, long = START + MIN_OUTAGE_SECONDS, START + MIN_OUTAGE_SECONDS + 1
    assert shift_unseen_clocks(match, at(match, short), START) == match
    later = shift_unseen_clocks(match, at(match, long), START)
    assert deadlines.seat_deadline(later, to_move(match)) == long + PACE
    assert deadlines.earliest_claim(later) == long + PACE + deadlines.slack_of_pace(PACE)
    lost = START + PACE // 2
    later = shift_unseen_clocks(match, at(match, START + PACE), lost)
    assert deadlines.seat_deadline(later, to_move(match)) == START + PACE + PACE // 2
    over = replace(match, phase=Phase.OVER, ending=Ending.PLAYED)
    with pytest.raises(Stale):
        shift_unseen_clocks(over, at(match, long), START)
    quick = replace(match, terms=replace(TERMS, pace=60))
    assert shift_unseen_clocks(quick, at(match, START + 6), START) == quick
    assert shift_unseen_clocks(quick, at(match, START + 7), START) != quick


TIMES = st.lists(st.tuples(st.integers(-20, 100), st.integers(0, 60)), max_size=5)


@given(waits=st.lists(st.integers(0, 30), max_size=6), outages=TIMES, unseen=TIMES)
def test_each_second_is_used_by_the_player_to_move_or_forgiven(
    waits: list[int], outages: list[tuple[int, int]], unseen: list[tuple[int, int]]
) -> None:
    away, dark = (
        [Outage(START + began, START + began + lasts) for began, lasts in times]
        for times in (outages, unseen)
    )
    match, now, spent = replace(a_match(), unseen=tuple(dark)), START, {1: 0, 2: 0}
    for number, wait in enumerate([*waits, 17]):
        seconds = range(now, now + wait)
        spent[to_move(match)] += sum(
            not any(each.began <= second < each.ended for each in (*away, *dark))
            for second in seconds
        )
        now += wait
        if number < len(waits):
            match = moved_match(match, now)
    assert closing.used_seconds(match, at(match, now), away) == spent
    assert sum(spent.values()) + lost_seconds([*away, *dark], START, now) == now - START


@each_of(
    ("game", "waits", "lost"),
    [
        ("prowler", {1: 101, 2: 50}, True),
        ("prowler", {1: 100, 2: 50}, False),
        ("landgrab", {1: 61, 2: 20, 3: 20, 4: 19}, True),
        ("landgrab", {1: 49, 2: 18, 3: 18, 4: 18}, False),
    ],
)
def test_whoever_has_used_clearly_more_time_loses_at_the_end_of_a_round(
    game: str, waits: dict[int, int], *, lost: bool
) -> None:
    match, now, left = a_match(game, len(waits)), START, dict(waits)
    first = to_move(match)
    while left or to_move(match) == first:
        now += left.pop(1 + (to_move(match) - first) % len(waits), 0)
        match = moved_match(match, now)
    over = closing.close_match(match, at(match, now))
    assert over.ended_by == (first if lost else 0)
    assert ranks(over)[first - 1] == (len(waits) if lost else 1)
    match = moved_match(a_match(), START + 100)
    late = to_move(match)
    over = closing.close_match(match, at(match, START + 100 + (500 if lost else 50)))
    assert (over.ending, over.ended_by) == (Ending.CLOSED, late if lost else 0), "who is to move"
    assert ranks(over)[late - 1] == (2 if lost else 1)


def test_nobody_has_used_a_time_in_which_the_board_was_gone_after_their_move_either() -> None:
    match, gone = a_match(), START + PACE // 2
    late = to_move(match)
    match = moved_match(shift_unseen_clocks(match, at(match, gone), START), gone + 60)
    now = gone + 60 + 2 * 60
    assert closing.used_seconds(match, at(match, now), ()) == {late: 60, 3 - late: 120}
    assert closing.close_match(match, at(match, now)).ended_by == 3 - late


def test_the_bot_claims_after_a_tenth_of_the_pace_whatever_holidays_there_are() -> None:
    paces = (10 * 60, PACE, 7 * PACE)
    assert [deadlines.slack_of_pace(it) for it in paces] == [10 * 60, PACE // 10, 12 * 60 * 60]
    match, away = a_match(), [(START, START + 5 * PACE)]
    assert deadlines.earliest_claim(match) == START + PACE + deadlines.slack_of_pace(PACE)
    assert deadlines.earliest_claim(replace(match, terms=Terms(pace=PACE))) is None
    assert deadlines.earliest_claim(replace(match, phase=Phase.OVER)) is None
    elsewhere = replace(match, terms=replace(TERMS, competition=""))
    due = [deadlines.seat_deadline(each, to_move(match), away) for each in (match, elsewhere)]
    assert due == [START + PACE, START + 6 * PACE]


@pytest.mark.parametrize(
    ("closed", "gone", "rated"),
    [
        (Ending.CLOSED, Ending.RESIGNED, True),
        (Ending.CUT, Ending.REMOVED, False),
        (Ending.CUT_BY_ADMIN, Ending.REMOVED_BY_ADMIN, False),
    ],
)
def test_what_a_host_or_an_admin_ends_is_theirs_and_rated_for_nobody(
    closed: Ending, gone: Ending, *, rated: bool
) -> None:
    two, table = moved_match(a_match(), START + 5), a_match("landgrab", 3)
    now = START + 60
    ended = [
        closing.close_match(two, at(two, now), ending=closed),
        closing.leave_competition(two, at(two, now), {1}, gone),
        closing.leave_competition(table, at(table, now), {2}, gone),
    ]
    assert [each.terms.rated for each in ended] == [rated] * 3
    assert [each.ending for each in ended] == [closed, gone, None]
    assert ended[2].phase is Phase.PLAYING
    with pytest.raises(Stale):
        closing.leave_competition(ended[1], at(two, now), {2}, gone)
    results = [result_of(each, GAMES[each.game]) for each in ended[:2]]
    assert [each is not None and each.ranks for each in results] == [
        tuple(1 + (seat == each.ended_by) for seat in each.seats) for each in ended[:2]
    ]


def test_whom_somebody_who_stays_may_have_kept_out_loses_by_the_clock_and_no_rating() -> None:
    match = moved_match(a_match(), START + 5)
    late, now = to_move(match), START + 2 * PACE
    other = 3 - late
    for kept_out, rated in (({late}, False), ({other}, True), ((), True)):
        over = closing.end_late(match, at(match, now), {late}, kept_out)
        assert (over.ending, over.terms.rated) == (Ending.CLAIMED, rated)
        closed = closing.close_match(match, at(match, now), kept_out=kept_out)
        assert (closed.ended_by, closed.terms.rated) == (late, rated)
    table = a_match("landgrab", 3)
    after = closing.end_late(table, at(table, now), {2}, {2})
    assert after.phase is Phase.PLAYING
    assert (after.left, after.has_machine, after.terms.rated) == ((2,), False, False)


# -------------------- a clock waits for a player who cannot know of their turn, but not for ever

LONG = 3 * DAY
USUAL = Terms(takebacks="ask", pace=LONG)


def seats_to_move(match: Match) -> list[int]:
    return sorted(replay_match(match, GAMES[match.game])[-1].to_move)


def not_told(terms: Terms = USUAL) -> tuple[Match, int, int]:
    """A match whose player to move cannot know of that; with this seat and the user who waits."""
    match = a_match(terms=terms)
    seat, *_ = seats_to_move(match)
    return (wait_for_player(match, at(match, START + 5), seat), seat, match.player(3 - seat).id)


def test_a_clock_that_waits_starts_once_when_its_player_can_know_and_so_do_reminders() -> None:
    match, seat, _ = not_told()
    assert deadlines.unaware_seats(match, {seat}, START + DAY) == {seat}
    duties, idle_until = duties_of_match(match), START + deadlines.MAX_IDLE_SECONDS
    assert duties[MatchDuty.REMIND] == idle_until + LONG // 4
    assert duties[MatchDuty.ABANDON] > idle_until + LONG
    look = partial(deadlines.find_due_reminder, seat=seat, choices=PlayerChoices(), outages=())
    assert look(match, now=START + LONG // 2).due is None
    told = stop_waiting(match, at(match, START + DAY), seat)
    assert deadlines.unaware_seats(told, {seat}, START + DAY) == frozenset()
    assert (
        deadlines.seat_deadline(told, seat)
        == deadlines.earliest_deadline(told)
        == START + DAY + LONG
    )
    assert duties_of_match(told)[MatchDuty.REMIND] == START + DAY + LONG // 4
    assert look(told, now=START + DAY + LONG // 2).due is deadlines.Reminder.HALF
    assert stop_waiting(told, at(told, START + 2 * DAY), seat) is told, "it starts once"


def test_it_starts_when_an_untouched_match_would_end_and_nobody_claims_before() -> None:
    match, seat, waiting = not_told()
    starts = START + deadlines.MAX_IDLE_SECONDS
    assert deadlines.seat_deadline(match, seat) == starts + LONG
    assert deadlines.unaware_seats(match, {seat}, starts) == frozenset()
    again = wait_for_player(match, at(match, START + DAY), seat)
    assert again is match, "it does not wait twice"
    with pytest.raises(Denied, match=f"P{seat} cannot know yet: open the board") as refused:
        claim(match, at(match, starts - 1), waiting, ())
    assert "not up" not in str(refused.value)
    with pytest.raises(Denied, match="not up yet"):
        claim(match, at(match, starts), waiting, ())
    over = claim(match, at(match, starts + LONG), waiting, frozenset({seat}))
    assert over.ending is Ending.CLAIMED


def test_no_clock_waits_without_a_limit_of_its_own_and_none_of_a_seat_that_is_not_to_move() -> None:
    paired = replace(USUAL, competition="c", rated=True)
    for terms in (replace(USUAL, pace=0), paired, Terms().at_pace(-1010)):
        match = a_match(terms=terms)
        assert wait_for_player(match, at(match, START), to_move(match)) is match
    match, seat, _ = not_told(replace(USUAL, takebacks="free"))
    assert wait_for_player(match, at(match, START + 6), 3 - seat) is match
    over = replace(match, phase=Phase.OVER, ending=Ending.PLAYED)
    for change in (wait_for_player, stop_waiting):
        with pytest.raises(Stale):
            change(over, at(match, START + 6), seat)
    later = moved_match(match, START + DAY)
    assert later.decision(seat).since <= START + DAY, "who moves knew"
    assert deadlines.unaware_seats(later, set(seats_to_move(later)), START + DAY) == frozenset()


def test_of_several_players_each_has_a_clock_that_waits_alone() -> None:
    match = a_match("heroes", 3, USUAL)
    one, two, three = seats_to_move(match)
    match = wait_for_player(match, at(match, START), two)
    assert deadlines.unaware_seats(match, {one, two, three}, START + 1) == {two}
    assert deadlines.earliest_deadline(match) == START + LONG, "the others are awaited as before"
    after = claim(match, at(match, START + LONG), match.player(three).id, frozenset({one}))
    assert after.phase is Phase.PLAYING
    assert after.left == (one,)
    assert deadlines.unaware_seats(after, {two}, START + LONG - 1) == {two}


# ----------------------------------------------- which matches are dropped a day after their end

EASY = machine("easy")
ENDING_SENTENCES = 1_000


def ended(*players: Player, own: int = 0, ending: Ending = Ending.RESIGNED) -> Match:
    """A match that has ended after so many moves of the first seat, each answered by the next."""
    other = 2 if len(players) > 1 else 0
    plays = tuple(Play(seat, "x", 5) for _ in range(own) for seat in (1, other))
    return Match(
        *("m", "prowler", players, 0),
        phase=Phase.OVER,
        setup="drawn",
        ending=ending,
        plays=plays,
        changed_at=ENDING_SENTENCES,
    )


UNPLAYED = ended(ADA, EASY)
STAYS = {
    "it was played out": ended(ADA, EASY, own=1, ending=Ending.PLAYED),
    "it was with somebody": ended(ADA, BEN),
    "the machine took a seat over": ended(ADA, replace(EASY, name="Ben", leaver=BEN.id)),
    "a seat was taken over": ended(replace(ADA, former=FormerPlayer(BEN.id, "Ben", 1)), EASY),
    "it was a try of the day": replace(UNPLAYED, terms=Terms(day=9)),
    "it came to nothing": replace(ended(ADA, EASY, ending=Ending.CANCELLED), setup=""),
    "it runs": replace(ended(ADA), phase=Phase.PLAYING, ending=None),
}


def test_alone_or_with_the_machine_a_match_goes_a_day_after_its_end_before_three_moves() -> None:
    for players in ((ADA,), (ADA, EASY), (ADA, EASY, EASY)):
        gone = [is_unplayed(ended(*players, own=own)) for own in range(5)]
        assert gone == [True] * 3 + [False] * 2
        for ending in (Ending.MODERATED, Ending.ABANDONED, Ending.AGREED):
            assert is_unplayed(ended(*players, own=2, ending=ending))
    assert duties_of_match(ended(ADA))[MatchDuty.DROP] == ENDING_SENTENCES + DAY
    assert MatchDuty.DROP not in duties_of_match(ended(ADA, own=3))
    assert {why for why, match in STAYS.items() if is_unplayed(match)} == set()
    two, four = (ended(ADA, EASY, own=own) for own in (2, 4))
    left = replace(two, plays=(*two.plays, Play(1, LEAVE, 6)))
    moves = tuple((play.seat, play.move) for play in four.plays[:6])
    origin = Origin("source", "drawn", moves)  # type: ignore[arg-type] # only their number counts
    for match in (left, ended(Player(-3, "someone"), EASY), replace(four, origin=origin)):
        assert is_unplayed(match), "to leave is no move, nor what a branch begins with"
