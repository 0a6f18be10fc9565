"""An arena: points with rows of wins, opponents, pauses and the end of its time."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle, pairwise
from typing import Any

import pytest

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions import competition_steps as steps
from prowlerbot.competitions.competition_record import Competition, Step, check_terms
from prowlerbot.competitions.course import Actor, By, Decided, Paired
from prowlerbot.competitions.formats import read_competition
from prowlerbot.competitions.formats.arena import (
    LONGEST_WAIT,
    OVERTIME,
    REMATCH_AFTER,
    RULES,
    SLOW_MATCH,
    TICK,
    active_players,
    begin_pause,
    end_pause,
    ends_at,
    replay_hall,
)
from prowlerbot.competitions.standings import placed_standings
from prowlerbot.core.clock import HOUR, Outage
from prowlerbot.core.errors import Denied, Stale
from tests.cases import each_of
from tests.competitions import kinds
from tests.competitions.building import START, begun, decided, entered, settled, terms

TERMS = terms(kinds.ARENA, season=HOUR, round_time=0)


def arena(*players: int) -> Competition:
    return begun(TERMS, players)


def ended(competition: Competition, winner: int, now: int, **more: Any) -> Competition:
    """The open match of a player ends with a win, and all steps are taken that are due then."""
    (pairing,) = [each for each in competition.course.open if winner in each.players]
    ranks = tuple(1 if player == winner else 2 for player in pairing.players)
    return settled(
        changes.record_result(competition, Decided(now, pairing.pairing, ranks, **more)), now
    )


def opponents(competition: Competition) -> set[frozenset[int]]:
    return {frozenset(each.players) for each in competition.course.open}


def points(competition: Competition) -> dict[int, int]:
    return {player: each.points for player, each in replay_hall(competition).players.items()}


def by_first_rules(competition: Competition) -> Competition:
    """The competition as one that began before the rules had versions."""
    return replace(competition, terms=replace(competition.terms, rules=0))


def played(
    results: str, opponents: Sequence[int] = range(2, 9), *, first_rules: bool = False
) -> dict[int, int]:
    """The points after matches of player 1 against these opponents by turns: w and l for a win and
    a loss, W and L for one over somebody who gave up early, d for a tie.
    """
    competition = without_pairings(*range(1, 9))
    if first_rules:
        competition = by_first_rules(competition)
    for number, (result, other) in enumerate(zip(results, cycle(opponents), strict=False), 1):
        ranks = {"w": (1, 2), "l": (2, 1), "d": (1, 1)}[result.lower()]
        competition = met(competition, 1, other, ranks=ranks, short=result.isupper())
        assert len(competition.course.pairings) == number
    return points(competition)


def without_pairings(*players: int) -> Competition:
    """An arena that has just begun, in which nobody is paired yet."""
    return steps.take_step(entered(TERMS, players), Step.BEGIN, START)


def met(competition: Competition, one: int, two: int, now: int = START, **more: Any) -> Competition:
    """Two have met: the first has won, unless ``ranks`` say otherwise."""
    number = len(competition.course.pairings) + 1
    decided = Decided(now, number, **{"ranks": (1, 2), **more})
    return competition.after(Paired(now, number, 1, (one, two)), decided)


def next_pairing(competition: Competition) -> tuple[int, set[frozenset[int]]]:
    """The time of the next pairing, and its pairs."""
    at = steps.due_at(competition)
    assert at is not None
    return at, opponents(settled(competition, at)) - opponents(competition)


def test_an_arena_that_began_before_rules_had_versions_keeps_the_first() -> None:
    assert begun(TERMS, (1, 2)).terms.rules == RULES
    competition = met(met(without_pairings(1, 2, 3), 1, 2), 1, 2)
    written = competition.terms.as_json()
    del written["rules"]
    again = read_competition(written, [each.as_json() for each in competition.events])
    assert points(again)[1] == 4
    old = partial(played, first_rules=True)
    assert old("wwW")[1] == 4
    assert old("wwWw")[1] == 8
    assert old("wwWLw")[1] == 6
    assert old("wwwwww", [3])[1] == 8
    assert old("lllwdl", [3])[3] == 8
    assert old("wwwwdw", [3, 3, 3, 3, 2, 3])[1] == 11
    assert old("WWWw", [3])[1] == 0
    running = by_first_rules(met(without_pairings(1, 2, 3, 4), 1, 2, START + 1))
    assert next_pairing(running) == (START, {frozenset((3, 4))})
    running = by_first_rules(settled(without_pairings(1, 2), START))
    running = settled(running, START + HOUR)
    assert steps.due_step(running, START + HOUR + OVERTIME) is Step.END


@each_of(
    ("results", "total"),
    [
        ("ww", 4),
        ("www", 8),
        ("wwwww", 16),  # twice as much from the third win in a row on
        ("wwW", 6),  # over somebody who gave up early it is a plain win
        ("wwWw", 10),  # which keeps the row
        ("wWw", 6),
        ("wwwW", 10),
        ("wwdw", 7),
        ("wwlw", 6),
        ("wwLw", 6),
        ("dlW", 3),
    ],
)
def test_a_win_brings_two_points_a_tie_one_and_a_win_after_two_in_a_row_four(
    results: str, total: int
) -> None:
    assert played(results)[1] == total


def test_a_match_of_two_brings_points_unless_one_has_met_a_third_player_less_often() -> None:
    def met_by(competition: Competition, *pairs: tuple[int, int]) -> list[int]:
        """The points of player 1 after each of these matches."""
        told = []
        for pair in pairs:
            competition = met(competition, *pair)
            told.append(points(competition)[1])
        return told

    one, two, three = (without_pairings(*range(1, count)) for count in (3, 4, 5))
    assert met_by(one, *[(1, 2)] * 5) == [2, 4, 8, 8, 8], "at most three in a row"
    assert met_by(two, (1, 2), (1, 2), (1, 3), (1, 2)) == [2, 2, 4, 4]
    assert met_by(two, (1, 3), (2, 3), (1, 2), (1, 2), (1, 2)) == [2, 2, 4, 8, 8]
    assert met_by(two, (1, 2), (1, 3), (2, 3), (1, 2)) == [2, 4, 4, 8]
    assert met_by(three, (1, 2), (1, 3), (1, 4), (2, 3), (1, 2)) == [2, 4, 8, 8, 8]
    assert met_by(two, (1, 2), (1, 2), (2, 1), (1, 3)) == [2, 2, 2, 4], "it ends a row"
    gone = begin_pause(two, 3, START)
    assert met_by(gone, (1, 2), (1, 2)) == [2, 4], "whoever pauses is met by nobody"
    back = end_pause(gone, 3, START + 600)
    assert points(met(met(back, 1, 2), 1, 2, START + 600))[1] == 4, "since that player came"
    given_up = met(met(two, 1, 2), 2, 3, START + 1, short=True)
    assert points(met(given_up, 1, 2, START + 61))[1] == 4, "since that player is ready again"
    late = changes.enter_player(met(met(one, 1, 2), 1, 2), 3, 1500, START + 60)
    assert points(met(late, 1, 2, START + 60))[1] == 8
    assert points(met(met(late, 1, 2, START + 60), 1, 2, START + 61))[1] == 8
    absent = met(two, 1, 2, absent=(2,))
    assert points(met(absent, 1, 3, absent=(1, 3)))[1] == 2, "nobody wins if nobody comes"


def test_players_are_paired_each_fifteen_seconds_longest_waiting_first() -> None:
    competition = met(without_pairings(1, 2, 3, 4), 1, 2, START + 1)
    assert next_pairing(competition) == (START, {frozenset((3, 4))})
    competition = settled(competition, START)
    competition = changes.enter_player(competition, 5, 1500, START + 2)
    competition = ended(competition, 3, START + 14)
    assert len(competition.course.open) == 0
    at, pairs = next_pairing(competition)
    assert at == START + TICK
    assert len(pairs) == 2
    alone = changes.enter_player(settled(competition, at), 6, 1500, at + 1)
    assert next_pairing(alone)[0] == START + 2 * TICK
    competition = arena(1, 2, 3, 4, 5, 6, 7)
    assert opponents(competition) == {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6))}
    competition = settled(ended(competition, 1, START + 5), START + TICK)
    # 7 waits since the beginning; 2 has no points, as 7 has none.
    assert frozenset((2, 7)) in opponents(competition)


def test_giving_up_early_and_a_pause_cost_a_minute_and_then_twice_as_long() -> None:
    competition = without_pairings(1, 2)
    for now, waits in ((START, 60), (START + 600, 120), (START + 1200, 240)):
        competition = met(competition, 2, 1, now, short=True)
        assert next_pairing(competition) == (now + waits, {frozenset((1, 2))})
    free = met(without_pairings(1, 2, 3), 2, 1, short=True)
    assert next_pairing(free) == (START, {frozenset((2, 3))})
    last = START + 1200
    assert steps.due_at(end_pause(begin_pause(competition, 1, last), 1, last + 1)) == last + 240
    gone = changes.withdraw_player(competition, 1, last)
    gone = changes.enter_player(gone, 1, 1500, last + 1)
    assert steps.due_at(gone) == last + 240, "leaving and coming back is no way around it"
    competition = short = without_pairings(1, 2)
    for now, least in ((START, 60), (START + 600, 120), (START + 1200, 240)):
        gone = changes.enter_player(changes.withdraw_player(competition, 1, now), 1, 1500, now + 1)
        short = end_pause(begin_pause(competition, 1, now), 1, now + 1)
        assert steps.due_at(short) == steps.due_at(gone) == now + least
        long = end_pause(begin_pause(competition, 1, now), 1, now + 300)
        assert steps.due_at(long) == now + 300, "a long pause costs nothing"
        competition = short
    competition = end_pause(begin_pause(arena(1, 2), 1, START), 1, START + 1)
    (pairing,) = competition.course.open
    over = changes.record_result(competition, Decided(START + 90, pairing.pairing, (1, 2)))
    assert steps.due_at(over) == START + 90


def test_two_meet_again_after_a_minute_and_for_points_once_others_could() -> None:
    competition = arena(1, 2, 3, 4)
    one = next(iter(opponents(competition)))
    competition = ended(competition, min(one), START)
    assert len(competition.course.open) == 1
    assert steps.due_at(competition) == START + REMATCH_AFTER
    assert one in opponents(settled(competition, START + REMATCH_AFTER))
    (other,) = opponents(competition)
    assert one not in opponents(settled(ended(competition, min(other), START + 1), START + TICK))
    competition = met(without_pairings(1, 2, 3, 4).after(Paired(START, 1, 1, (3, 4))), 1, 2)
    assert points(met(competition, 1, 2, START + SLOW_MATCH - 1))[1] == 2
    assert points(met(competition, 1, 2, START + SLOW_MATCH))[1] == 4


def test_a_pause_brings_no_match_until_play_and_players_join_until_the_time_is_up() -> None:
    competition = begin_pause(arena(1, 2, 3, 4), 1, START)
    with pytest.raises(Stale):
        begin_pause(competition, 1, START)
    competition = settled(ended(competition, 1, START), START + REMATCH_AFTER)
    assert all(1 not in each for each in opponents(competition))
    assert points(competition)[1] == 2
    assert competition.course.left == {}
    competition = settled(end_pause(competition, 1, START + 90), START + 90)
    with pytest.raises(Stale):
        end_pause(competition, 1, START + 90)
    assert 1 in active_players(competition)
    competition = arena(1, 2, 3)
    competition = settled(changes.enter_player(competition, 4, 1500, START + 60), START + 60)
    assert len(competition.course.open) == 2
    over = settled(competition, START + HOUR)
    with pytest.raises(Denied):
        changes.enter_player(over, 5, 1500, START + HOUR)
    competition = arena(1, 2)
    for _ in range(4):
        competition = ended(competition, 1, START)
    firsts = [each.players[0] for each in competition.course.pairings.values()]
    assert all(one != two for one, two in pairwise(firsts)), "seat 1 changes"


def test_after_the_time_nobody_is_paired_and_ten_minutes_later_the_clocks_end_matches() -> None:
    competition = settled(arena(1, 2, 3, 4), START + HOUR)
    assert not competition.course.ended
    competition = ended(competition, 1, START + HOUR + 60)
    assert len(competition.course.open) == 1
    (last,) = competition.course.open
    end = START + HOUR + OVERTIME
    assert steps.due_at(competition) == end
    assert steps.due_step(competition, end) is Step.CLOSE
    for ranks, expected in (((1, 1), 1), ((2, 1), 2)):
        verdicts = {last.pairing: Decided(end, last.pairing, ranks)}
        late = steps.take_step(competition, Step.CLOSE, end, (), verdicts)
        assert points(late)[last.players[1]] == expected
        assert settled(late, end).course.ended
    early = ended(competition, 4, START + HOUR + 120)
    assert early.course.ended
    assert points(early)[4] == 2


def test_an_outage_and_a_late_pairing_lengthen_an_arena_and_no_player_does() -> None:
    competition = arena(1, 2)
    gone = Outage(START + 600, START + 1200)
    competition = steps.prolong_after_outages(competition, [gone], START + 1200)
    assert ends_at(competition) == START + HOUR + 600
    competition = without_pairings(1, 2)
    assert ends_at(settled(competition, START + TICK)) == START + HOUR
    assert ends_at(settled(competition, START + TICK + 1)) == START + HOUR + TICK + 1
    assert len(settled(competition, START + 2 * HOUR).course.open) == 1
    competition = without_pairings(1, 2)
    back = START + 2 * HOUR
    outages = [Outage(START + 60, back)]
    competition = steps.prolong_after_outages(competition, outages, back)
    later = steps.wait_for_channel(competition, Step.PAIR, outages, back + 60)
    assert not later.course.ended
    late = back + LONGEST_WAIT
    assert steps.wait_for_channel(later, Step.PAIR, outages, late).course.ended
    competition = met(without_pairings(1, 2, 3, 4), 1, 2, START)
    competition = competition.after(Paired(START, 2, 1, (3, 4)))
    late = START + REMATCH_AFTER - 1
    alone = begin_pause(begin_pause(competition, 3, late), 4, late)
    assert opponents(settled(alone, late)) == {frozenset({1, 2}), frozenset({3, 4})}
    assert ends_at(settled(alone, late)) == START + HOUR


def without_channel(competition: Competition, until: int) -> Competition:
    """The arena after looks each half minute, while a pairing is due and the bot cannot post."""
    now = steps.due_at(competition) or until
    while now <= until and (step := steps.due_step(competition, now)) is not None:
        assert step is Step.PAIR
        competition = steps.wait_for_channel(competition, step, (), now)
        now += 30
    return competition


def test_an_arena_waits_for_a_channel_up_to_15_minutes_and_then_has_no_winner() -> None:
    competition = met(without_pairings(1, 2), 1, 2, START + HOUR - 60)
    back = START + HOUR - 60 + LONGEST_WAIT - 30
    waiting = without_channel(competition, back)
    assert not waiting.course.ended
    assert steps.due_step(waiting, back) is Step.PAIR
    after = settled(waiting, back)
    assert len(after.course.open) == 1
    assert ends_at(after) == back + 60
    assert steps.due_step(after, back + 59) is None
    assert steps.due_step(after, back + 60) is Step.REMIND
    for waits in ([LONGEST_WAIT], [600, 300], [300] * 3):
        competition, due = without_pairings(1, 2), START
        for seconds in waits:
            assert not competition.course.ended
            competition = settled(without_channel(competition, due + seconds), due + seconds)
            due += seconds + 600
            for pairing in competition.course.open:
                competition = decided(competition, pairing.pairing, 1, 2, now=due)
        assert competition.course.cancelled
        assert competition.course.ended_by == "channel"


def test_an_arena_has_a_pace_of_half_a_minute_to_two_and_lasts_up_to_four_hours() -> None:
    for pace, season in ((10, HOUR), (600, HOUR), (60, 60), (60, 90 * HOUR)):
        with pytest.raises(Denied):
            check_terms(replace(TERMS, season=season), pace, START)
    for right in (60, TERMS.format.usual_pace, -2015):
        check_terms(TERMS, right, START)


@pytest.mark.parametrize("barred", [False, True])
def test_whoever_has_left_is_still_taken_out_and_pardoned(*, barred: bool) -> None:
    competition = changes.withdraw_player(ended(arena(1, 2), 1, START), 1, START)
    assert 1 in changes.removable_players(competition)
    remove = changes.remove_barred if barred else partial(changes.remove_player, by=Actor(99))
    out = remove(competition, 1, START)
    assert 1 not in changes.removable_players(out)
    assert {line.player for line in placed_standings(out) if line.place} == {2}
    with pytest.raises(Denied, match="has taken you out"):
        changes.enter_player(out, 1, 1500, START)
    with pytest.raises(Denied, match="do not take part"):
        changes.remove_player(out, 1, START, by=Actor(99))
    lifted = placed_standings(changes.pardon_player(out, 1, START))
    assert {line.player for line in lifted if line.place} == {1, 2}


@pytest.mark.parametrize(("role", "winner"), [("", 1), ("host", 2)])
def test_the_leader_who_leaves_at_the_end_keeps_the_place(role: By, winner: int) -> None:
    competition = ended(ended(arena(1, 2), 1, START), 1, START)
    competition = ended(competition, 2, START)
    competition = settled(competition, ends_at(competition))
    leave = changes.remove_player if role else changes.withdraw_player
    left = leave(competition, 1, ends_at(competition))
    over = settled(left, ends_at(competition))
    assert over.course.ended
    assert next(line.player for line in placed_standings(over) if line.place == 1) == winner
