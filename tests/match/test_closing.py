"""How matches of competitions end without their players."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prowlerbot.core.clock import DAY, SHORTEST_OUTAGE, Outage, lost_seconds
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import LEAVE
from prowlerbot.games import GAMES
from prowlerbot.match import closing, deadlines, lobby
from prowlerbot.match.call_rules import MatchDuty, duties_of_match, is_unplayed
from prowlerbot.match.leaving import claim
from prowlerbot.match.match import Context, Ending, Former, Match, Phase, Play, Player, machine
from prowlerbot.match.play import draw_rest, make_move, ranks_of, replay_match
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.ratings import result_of
from prowlerbot.match.terms import Origin, Terms
from tests.cases import each_of

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


def moved(match: Match, now: int) -> Match:
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
    assert deadlines.is_overdue(drawn, late, now), "who left late stays late"


def test_a_clock_does_not_count_a_long_time_in_which_nobody_could_see_the_board() -> None:
    match = a_match()
    short, long = START + SHORTEST_OUTAGE, START + SHORTEST_OUTAGE + 1
    assert closing.shift_unseen_clocks(match, at(match, short), START) == match
    later = closing.shift_unseen_clocks(match, at(match, long), START)
    assert deadlines.seat_deadline(later, to_move(match)) == long + PACE
    assert deadlines.earliest_claim(later) == long + PACE + deadlines.slack_of_pace(PACE)
    lost = START + PACE // 2
    later = closing.shift_unseen_clocks(match, at(match, START + PACE), lost)
    assert deadlines.seat_deadline(later, to_move(match)) == START + PACE + PACE // 2
    over = replace(match, phase=Phase.OVER, ending=Ending.PLAYED)
    with pytest.raises(Stale):
        closing.shift_unseen_clocks(over, at(match, long), START)
    quick = replace(match, terms=replace(TERMS, pace=60))
    assert closing.shift_unseen_clocks(quick, at(match, START + 6), START) == quick
    assert closing.shift_unseen_clocks(quick, at(match, START + 7), START) != quick


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
            match = moved(match, now)
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
        match = moved(match, now)
    over = closing.close_match(match, at(match, now))
    assert over.ended_by == (first if lost else 0)
    assert ranks(over)[first - 1] == (len(waits) if lost else 1)
    match = moved(a_match(), START + 100)
    late = to_move(match)
    over = closing.close_match(match, at(match, START + 100 + (500 if lost else 50)))
    assert (over.ending, over.ended_by) == (Ending.CLOSED, late if lost else 0), "who is to move"
    assert ranks(over)[late - 1] == (2 if lost else 1)


def test_nobody_has_used_a_time_in_which_the_board_was_gone_after_their_move_either() -> None:
    match, gone = a_match(), START + PACE // 2
    late = to_move(match)
    match = moved(closing.shift_unseen_clocks(match, at(match, gone), START), gone + 60)
    now = gone + 60 + 2 * 60
    assert closing.used_seconds(match, at(match, now)) == {late: 60, 3 - late: 120}
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
    two, table = moved(a_match(), START + 5), a_match("landgrab", 3)
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
    match = moved(a_match(), START + 5)
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
    return (
        closing.wait_for_player(match, at(match, START + 5), seat),
        seat,
        match.player(3 - seat).id,
    )


def test_a_clock_that_waits_starts_once_when_its_player_can_know_and_so_do_reminders() -> None:
    match, seat, _ = not_told()
    assert deadlines.unaware_seats(match, {seat}, START + DAY) == {seat}
    assert duties_of_match(match)[MatchDuty.REMIND] == START + deadlines.LEFT_ALONE + LONG // 4
    assert duties_of_match(match)[MatchDuty.ABANDON] > START + deadlines.LEFT_ALONE + LONG
    look = partial(deadlines.look_for_reminder, seat=seat, choices=PlayerChoices())
    assert look(match, now=START + LONG // 2).due is None
    told = closing.stop_waiting(match, at(match, START + DAY), seat)
    assert deadlines.unaware_seats(told, {seat}, START + DAY) == frozenset()
    assert (
        deadlines.seat_deadline(told, seat)
        == deadlines.earliest_deadline(told)
        == START + DAY + LONG
    )
    assert duties_of_match(told)[MatchDuty.REMIND] == START + DAY + LONG // 4
    assert look(told, now=START + DAY + LONG // 2).due is deadlines.Reminder.HALF
    assert closing.stop_waiting(told, at(told, START + 2 * DAY), seat) is told, "it starts once"


def test_it_starts_when_an_untouched_match_would_end_and_nobody_claims_before() -> None:
    match, seat, waiting = not_told()
    starts = START + deadlines.LEFT_ALONE
    assert deadlines.seat_deadline(match, seat) == starts + LONG
    assert deadlines.unaware_seats(match, {seat}, starts) == frozenset()
    again = closing.wait_for_player(match, at(match, START + DAY), seat)
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
        assert closing.wait_for_player(match, at(match, START), to_move(match)) is match
    match, seat, _ = not_told(replace(USUAL, takebacks="free"))
    assert closing.wait_for_player(match, at(match, START + 6), 3 - seat) is match
    over = replace(match, phase=Phase.OVER, ending=Ending.PLAYED)
    for change in (closing.wait_for_player, closing.stop_waiting):
        with pytest.raises(Stale):
            change(over, at(match, START + 6), seat)
    later = moved(match, START + DAY)
    assert later.decision(seat).since <= START + DAY, "who moves knew"
    assert deadlines.unaware_seats(later, set(seats_to_move(later)), START + DAY) == frozenset()


def test_of_several_players_each_has_a_clock_that_waits_alone() -> None:
    match = a_match("heroes", 3, USUAL)
    one, two, three = seats_to_move(match)
    match = closing.wait_for_player(match, at(match, START), two)
    assert deadlines.unaware_seats(match, {one, two, three}, START + 1) == {two}
    assert deadlines.earliest_deadline(match) == START + LONG, "the others are awaited as before"
    after = claim(match, at(match, START + LONG), match.player(three).id, frozenset({one}))
    assert after.phase is Phase.PLAYING
    assert after.left == (one,)
    assert deadlines.unaware_seats(after, {two}, START + LONG - 1) == {two}


# ----------------------------------------------- which matches are dropped a day after their end

ADA, BEN, EASY = Player(1, "Ada"), Player(2, "Ben"), machine("easy")
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
    "a seat was taken over": ended(replace(ADA, former=Former(BEN.id, "Ben", 1)), EASY),
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
