"""A knock-out: the bracket of the seeds, and who goes on.

Seat 1 is for whoever had it less often. A match without a single winner is played again with the
seats changed, once; after that the better seed goes on. Somebody whose opponent has left, or is
missing, goes on with a bye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from prowlerbot.competitions.competition_events import Paired
from prowlerbot.competitions.course import Course

MOST_MATCHES = 2


def bracket(seeds: Sequence[int]) -> list[int | None]:
    """The first round, neighbours meeting each other: the best two seeds can meet in the final
    only, the best four in the semi-finals, and so on; None is a free place.
    """
    places = [0]
    while len(places) < len(seeds):
        size = 2 * len(places)
        places = [place for upper in places for place in (upper, size - 1 - upper)]
    return [seeds[place] if place < len(seeds) else None for place in places]


def next_pairings(course: Course) -> list[tuple[int, tuple[int, ...]]]:
    """The pairings that can be made now, each with its round; none if there is nothing to pair."""
    places = bracket(course.players)
    open_ones = course.open
    number = 0
    while len(places) > 1:
        number += 1
        made: list[tuple[int, tuple[int, ...]]] = []
        following: list[int | None] = []
        waiting = False
        for one, two in zip(places[::2], places[1::2], strict=True):
            played = _of(course, number, {one, two})
            again = due(course, played, one, two)
            if again:
                made.append((number, again))
            waiting = waiting or any(each in open_ones for each in played)
            following.append(winner(course, played))
        if made or waiting:
            return made
        places = following
    return []


def _of(course: Course, number: int, players: set[int | None]) -> list[Paired]:
    return [each for each in course.of_round(number) if players & {*each.players}]


def due(
    course: Course, played: Sequence[Paired], one: int | None, two: int | None
) -> tuple[int, ...]:
    """The next pairing of a place in the bracket, seat 1 first; empty if there is none."""
    here = [each for each in (one, two) if each is not None and each not in course.left]
    if not played:
        firsts = Counter(each.players[0] for each in course.pairings.values() if not each.is_bye)
        return tuple(sorted(here, key=firsts.__getitem__))
    last = played[-1]
    result = course.results.get(last.pairing)
    if result is None or result.absent or winner(course, played) is not None:
        return ()
    return last.players[::-1] if len(here) == len(last.players) else ()


def winner(course: Course, played: Sequence[Paired]) -> int | None:
    """Who goes on from the matches of a place in the bracket; None if nobody does."""
    if not played:
        return None
    last = played[-1]
    if last.is_bye:
        return last.players[0]
    result = course.results.get(last.pairing)
    if result is None:
        return None
    there = [player for player in last.players if player not in result.absent]
    first = [
        player
        for player, rank in zip(last.players, result.ranks, strict=True)
        if player in there and rank == 1
    ]
    if len(there) == 1 or len(first) == 1:
        return (first or there)[0]
    seeds = [player for player in course.players if player in there]
    if seeds and len(played) == MOST_MATCHES:
        return seeds[0]
    staying = [player for player in seeds if player not in course.left]
    return staying[0] if len(staying) == 1 else None


def last_rounds(course: Course) -> dict[int, int]:
    """The round in which each player went out; of the winner one more than the last round."""
    reached: dict[int, int] = dict.fromkeys(course.players, 0)
    for each in course.pairings.values():
        for player in each.players:
            reached[player] = max(reached[player], each.round)
    final = course.of_round(len(bracket(course.players)).bit_length() - 1)
    champion = winner(course, final) if not next_pairings(course) else None
    if champion is not None:
        reached[champion] = course.round + 1
    return reached
