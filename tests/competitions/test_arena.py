"""An arena: points with rows of wins, opponents, pauses and the end of its time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, pairwise
from typing import Any

import pytest

from prowlerbot.competitions import due_steps, player_steps
from prowlerbot.competitions.competition_events import By, Decided, Paired
from prowlerbot.competitions.competition_limits import check_terms
from prowlerbot.competitions.competition_record import Competition
from prowlerbot.competitions.formats.arena import (
    OVERTIME,
    REMATCH,
    active,
    ends_at,
    pause,
    play,
    tallies,
)
from prowlerbot.competitions.standings import medals, placed, standings
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.outages import Outage
from tests.competitions import kinds
from tests.competitions.building import START, begun, settled, terms
from tests.competitions.lived import Life

HOUR = 60 * 60
TERMS = terms(kinds.ARENA, season=HOUR, round_time=0)


def reference(
    terms: Mapping[str, Any], events: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The standings from the printed record alone: all matches of one player after another."""
    assert terms["format"] == "arena"
    began = next(at for at, each in enumerate(events) if each["event"] == "began")
    seeds = [player for some in events[began]["divisions"] for player in some]
    for each in events[began:]:
        if each["event"] == "entered" and each["player"] not in seeds:
            seeds.append(each["player"])
    gone = set[int]()
    for each in events:
        if each["event"] == "withdrew":
            (gone.add if each.get("by_host") else gone.discard)(each["player"])
        elif each["event"] == "entered":
            gone.discard(each["player"])
    paired = {each["pairing"]: each["players"] for each in events if each["event"] == "paired"}
    results = [each for each in events if each["event"] == "decided"]
    lines = []
    meetings = _meetings(paired)
    for player in seeds:
        own = [each for each in results if player in paired[each["pairing"]]]
        signs = "".join(
            _sign(each, list(paired[each["pairing"]]), player, meetings[each["pairing"]])
            for each in own
        )
        points = 2 * signs.count("w") + signs.count("d") + 2 * _late_wins(signs)
        lines.append((points, signs.count("w"), player))
    return [
        {
            "division": 1,
            "place": 1 + sum(other[:2] > line[:2] for other in lines),
            "player": line[2],
            "points": line[0],
            "won": line[1],
            **({"left": True} if line[2] in gone else {}),
        }
        for line in sorted(lines, key=lambda line: (-line[0], -line[1]))
    ]


def _meetings(paired: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """How often the two of each pairing have met since either of them met somebody else."""
    found = {}
    for number, players in paired.items():
        own = [n for n in paired if n < number and {*paired[n]} & {*players}]
        others = [n for n in own if {*paired[n]} != {*players}]
        found[number] = 1 + sum(n > max(others, default=0) for n in own)
    return found


def _sign(result: Mapping[str, Any], players: Sequence[int], player: int, meeting: int) -> str:
    """w, d and l for a match that counts; of others nothing for the winner, and l for the rest."""
    rank = result["ranks"][players.index(player)]
    alone = list(result["ranks"]).count(1) == 1
    if result["absent"] or result["short"] or meeting > 3:
        return "" if player not in result["absent"] and rank == 1 and alone else "l"
    if rank > 1:
        return "l"
    return "w" if alone else "d"


def _late_wins(signs: str) -> int:
    """The wins that follow two wins in a row."""
    return sum(max(0, len(row) - 2) for row in signs.replace("d", "l").split("l"))


def arena(*players: int) -> Competition:
    return begun(TERMS, players)


def ended(competition: Competition, winner: int, now: int, **more: Any) -> Competition:
    """The open match of a player ends with a win, and all steps are taken that are due then."""
    (pairing,) = [each for each in competition.course.open if winner in each.players]
    ranks = tuple(1 if player == winner else 2 for player in pairing.players)
    after = player_steps.report(competition, Decided(now, pairing.pairing, ranks, **more))
    return settled(after, now)


def opponents(competition: Competition) -> set[frozenset[int]]:
    return {frozenset(each.players) for each in competition.course.open}


def points(competition: Competition) -> dict[int, int]:
    return {player: each.points for player, each in tallies(competition).items()}


def played(results: str, opponents: Sequence[int] = (3, 2)) -> dict[int, int]:
    """The points after matches of player 1 against these opponents by turns: w and l for a win and
    a loss, W and L for a short one, d for a tie.
    """
    competition = begun(TERMS, (1, 2, 3))
    first = len(competition.course.pairings) + 1
    for number, (result, other) in enumerate(zip(results, cycle(opponents), strict=False), first):
        ranks = {"w": (1, 2), "l": (2, 1), "d": (1, 1)}[result.lower()]
        competition = competition.after(
            Paired(START, number, 1, (1, other)),
            Decided(START, number, ranks, short=result.isupper()),
        )
    return points(competition)


def test_the_third_win_in_a_row_and_each_further_one_is_worth_four() -> None:
    seen = [played("wwwww"[:count])[1] for count in range(6)]
    assert seen == [0, 2, 4, 8, 12, 16]
    assert played("wwwwwlw") == {1: 18, 2: 2, 3: 0}


def test_a_tie_is_worth_one_and_ends_a_row() -> None:
    assert played("wwdw") == {1: 7, 2: 0, 3: 1}


def test_a_match_that_is_lost_before_the_third_move_brings_nothing_and_ends_the_losers_row() -> (
    None
):
    assert played("wwW")[1] == 4
    assert played("wwWw")[1] == 8
    assert played("wwWL") == {1: 4, 2: 0, 3: 0}
    assert played("wwWLw")[1] == 6


def test_two_who_meet_again_and_again_get_points_for_three_matches_until_one_meets_another() -> (
    None
):
    assert played("wwwwww", [3]) == {1: 8, 2: 0, 3: 0}
    assert played("lllwdl", [3]) == {1: 0, 2: 0, 3: 8}
    assert played("wwwwdw", [3, 3, 3, 3, 2, 3]) == {1: 11, 2: 1, 3: 0}
    assert played("WWWw", [3])[1] == 0


def test_two_alone_in_an_arena_are_paired_again_and_again() -> None:
    competition = arena(1, 2)
    for _ in range(5):
        competition = ended(competition, 1, START)
    assert competition.course.open
    assert points(competition) == {1: 8, 2: 0}


def test_nobody_meets_the_same_player_again_while_another_waits() -> None:
    competition = arena(1, 2, 3)
    met = opponents(competition)
    for _ in range(6):
        (pairing,) = competition.course.open
        competition = ended(competition, pairing.players[0], START)
        assert opponents(competition) != met
        met = opponents(competition)


def test_two_who_have_just_met_wait_a_minute_for_others_who_still_play() -> None:
    competition = arena(1, 2, 3, 4)
    one = next(iter(opponents(competition)))
    competition = ended(competition, min(one), START)
    assert len(competition.course.open) == 1
    assert due_steps.due_at(competition) == START + REMATCH
    later = settled(competition, START + REMATCH)
    assert one in opponents(later)
    (other,) = opponents(competition)
    assert one not in opponents(ended(competition, min(other), START + 1))


def test_whoever_waits_longest_gets_the_opponent_with_the_nearest_points() -> None:
    competition = arena(1, 2, 3, 4, 5, 6, 7)
    assert opponents(competition) == {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6))}
    competition = ended(competition, 1, START + 5)
    # 7 waits since the beginning; 2 has no points, as 7 has none.
    assert frozenset((2, 7)) in opponents(competition)


def test_seat_1_changes() -> None:
    competition = arena(1, 2)
    for _ in range(4):
        competition = ended(competition, 1, START)
    firsts = [each.players[0] for each in competition.course.pairings.values()]
    assert all(one != two for one, two in pairwise(firsts))


def test_a_pause_lets_a_match_end_and_brings_no_new_one_until_play() -> None:
    competition = pause(arena(1, 2, 3, 4), 1, START)
    with pytest.raises(Stale):
        pause(competition, 1, START)
    competition = settled(ended(competition, 1, START), START + REMATCH)
    assert all(1 not in each for each in opponents(competition))
    assert points(competition)[1] == 2
    assert competition.course.left == {}
    competition = settled(play(competition, 1, START + 90), START + 90)
    with pytest.raises(Stale):
        play(competition, 1, START + 90)
    assert 1 in active(competition)


def test_whoever_misses_all_moves_is_out_until_they_join_again_and_keeps_the_points() -> None:
    competition = ended(arena(1, 2, 3, 4), 1, START)
    competition = settled(competition, START + REMATCH)
    (pairing,) = [each for each in competition.course.open if 1 in each.players]
    gone = player_steps.forfeit(pairing, (1,), START + 100)
    competition = settled(player_steps.report(competition, gone), START + 100)
    assert 1 in competition.course.left
    competition = settled(player_steps.enter(competition, 1, 1999, START + 200), START + 300)
    assert points(competition)[1] == 2
    assert any(1 in each for each in opponents(competition))


def test_players_join_until_the_time_is_up_and_play_at_once() -> None:
    competition = arena(1, 2, 3)
    competition = settled(player_steps.enter(competition, 4, 1500, START + 60), START + 60)
    assert len(competition.course.open) == 2
    over = settled(competition, START + HOUR)
    with pytest.raises(Denied):
        player_steps.enter(over, 5, 1500, START + HOUR)


def test_after_the_time_nobody_is_paired_and_matches_count_for_ten_minutes() -> None:
    competition = settled(arena(1, 2, 3, 4), START + HOUR)
    assert not competition.course.ended
    competition = ended(competition, 1, START + HOUR + 60)
    assert len(competition.course.open) == 1
    late = settled(competition, START + HOUR + OVERTIME)
    assert late.course.ended
    assert late.course.open
    assert medals(late)[1] == 1
    early = ended(competition, 4, START + HOUR + 120)
    assert early.course.ended
    assert points(early)[4] == 2


def test_an_outage_lengthens_an_arena() -> None:
    competition = arena(1, 2)
    gone = Outage(START + 600, START + 1200)
    competition = due_steps.interrupted(competition, [gone], START + 1200)
    assert ends_at(competition) == START + HOUR + 600


def test_two_are_never_paired_twice_running_while_a_third_waits_in_any_arena() -> None:
    for seed in range(6):
        before = None
        for competition in Life(kinds.ARENA, 5 + seed, seed, 0.2).lived():
            if before is not None:
                _assert_new_opponents(before, competition)
            before = competition


def _assert_new_opponents(before: Competition, after: Competition) -> None:
    new = after.course.pairings.keys() - before.course.pairings.keys()
    playing = {player for each in after.course.open for player in each.players}
    waiting = [player for player in active(after) if player not in playing]
    for number in new:
        players = after.course.pairings[number].players
        for player in players:
            own = [n for n, each in before.course.pairings.items() if player in each.players]
            if own and {*before.course.pairings[max(own)].players} == {*players}:
                assert not waiting


@pytest.mark.parametrize(("pace", "season"), [(10, HOUR), (600, HOUR), (60, 60), (60, 90 * HOUR)])
def test_an_arena_has_a_pace_of_half_a_minute_to_two_and_lasts_up_to_four_hours(
    pace: int, season: int
) -> None:
    wrong = terms(kinds.ARENA, season=season, round_time=0)
    with pytest.raises(Denied):
        check_terms(wrong, pace, START)
    check_terms(TERMS, 60, START)


def test_standings_show_points_then_wins() -> None:
    competition = ended(arena(1, 2), 2, START)
    lines = standings(competition)
    assert [(line.player, int(line.points), int(line.ties["won"])) for line in lines] == [
        (2, 2, 1),
        (1, 0, 0),
    ]


@pytest.mark.parametrize(("by", "winner"), [("", 1), ("host", 2)])
def test_the_leader_keeps_the_place_without_a_last_match_unless_a_host_takes_them_out(
    by: By, winner: int
) -> None:
    competition = ended(ended(arena(1, 2), 1, START), 1, START)
    competition = ended(competition, 2, START)
    competition = settled(competition, ends_at(competition))
    left = player_steps.withdraw(competition, 1, ends_at(competition), by=by)
    over = settled(left, ends_at(competition))
    assert over.course.ended
    assert next(line.player for line in placed(over) if line.place == 1) == winner
