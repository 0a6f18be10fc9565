"""A knock-out: the bracket of the seeds, and the players who go on.

The player who had seat 1 less often gets it. A match without a single winner is played again once,
with the seats changed; after that the better seed goes on. A player without an opponent goes on
with a bye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from prowlerbot.competitions.competition_events import Paired
from prowlerbot.competitions.competition_record import Competition, Terms
from prowlerbot.competitions.competition_values import Plan
from prowlerbot.competitions.course import Course
from prowlerbot.competitions.standings import Value

from .in_rounds import InRounds


class Knockout(InRounds):
    key = "knockout"
    pairs_early = True
    most_matches = 2
    keeps_places = True

    def rounds(self, terms: Terms, players: int) -> int:
        return max(0, players - 1).bit_length()

    def plans(self, competition: Competition) -> list[Plan]:
        course = competition.course
        return [Plan(number, 1, players) for number, players in next_pairings(course)]

    def values(self, competition: Competition) -> dict[int, Value]:
        """The last round of each player; the winner has one more."""
        reached = last_rounds(competition.course)
        return {player: (Fraction(number), {}) for player, number in reached.items()}


def bracket(seeds: Sequence[int]) -> list[int | None]:
    """The first round; neighbours meet each other, and None is a free place.

    The best two seeds can meet in the final only, the best four not before the semi-finals, and so
    on.
    """
    places = [0]
    while len(places) < len(seeds):
        size = 2 * len(places)
        places = [place for upper in places for place in (upper, size - 1 - upper)]
    return [seeds[place] if place < len(seeds) else None for place in places]


def next_pairings(course: Course) -> list[tuple[int, tuple[int, ...]]]:
    """The pairings that can be made now, each with its round."""
    places = bracket(course.players)
    running = course.open
    number = 0
    while len(places) > 1:
        number += 1
        pairings: list[tuple[int, tuple[int, ...]]] = []
        following: list[int | None] = []
        waiting = False
        for one, two in zip(places[::2], places[1::2], strict=True):
            played = _of(course, number, {one, two})
            again = due(course, played, one, two)
            if again:
                pairings.append((number, again))
            waiting = waiting or any(each in running for each in played)
            following.append(winner(course, played))
        if pairings or waiting:
            return pairings
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
    """The player who goes on from a place in the bracket; None if there is none yet."""
    if not played:
        return None
    last = played[-1]
    if last.is_bye:
        return last.players[0]
    result = course.results.get(last.pairing)
    if result is None:
        return None
    came = [player for player in last.players if player not in result.absent]
    first = [
        player
        for player, rank in zip(last.players, result.ranks, strict=True)
        if player in came and rank == 1
    ]
    if len(came) == 1 or len(first) == 1:
        return (first or came)[0]
    seeds = [player for player in course.players if player in came]
    if seeds and len(played) == Knockout.most_matches:
        return seeds[0]
    staying = [player for player in seeds if player not in course.left]
    return staying[0] if len(staying) == 1 else None


def last_rounds(course: Course) -> dict[int, int]:
    """The last round of each player; the winner has one more than the last round."""
    reached: dict[int, int] = dict.fromkeys(course.players, 0)
    for each in course.pairings.values():
        for player in each.players:
            reached[player] = max(reached[player], each.round)
    final = course.of_round(len(bracket(course.players)).bit_length() - 1)
    champion = winner(course, final) if not next_pairings(course) else None
    if champion is not None:
        reached[champion] = course.round + 1
    return reached
