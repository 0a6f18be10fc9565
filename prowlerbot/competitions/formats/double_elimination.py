"""A double elimination: whoever has lost two matches is out.

The losers of the bracket of the seeds go on in a second bracket. Its winner meets the unbeaten
player in the final, and must win twice against that player: after a first win the decider follows.
Matches without a single winner, byes and seats are as in a knock-out.

With 16 players, and with 9 to 15 and some byes, the rounds of the record are these.

=====  ===============  ==============
round  winners' round   losers' round
=====  ===============  ==============
1      1
2      2                1
3                       2
4      3                3
5                       4
6      4                5
7                       6
8      the final
9      the decider
=====  ===============  ==============

A player who does not come to a match is out at once. Players who have left keep the place that they
have reached, and the next opponent goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from prowlerbot.competitions.competition_record import Terms
from prowlerbot.competitions.course import Course
from prowlerbot.competitions.formats.knockout import (
    Knockout,
    Meeting,
    meetings,
    meetings_of,
    next_plans,
)

Places = Sequence[int | None]


class DoubleElimination(Knockout):
    key = "double-elimination"

    def rounds(self, terms: Terms, players: int) -> int:
        """The number of rounds with the decider, which is played only if it is needed."""
        winners_rounds = max(0, players - 1).bit_length()
        return 2 * winners_rounds + 1 if winners_rounds else 0

    def rounds_of(self, course: Course) -> Sequence[Sequence[Meeting]]:
        return brackets(course).rounds

    def last_rounds(self, course: Course) -> dict[int, int]:
        """The last round that each player has reached; the winner has one more than all rounds."""
        reached: dict[int, int] = dict.fromkeys(course.players, 0)
        if len(course.players) < 2:
            return reached
        both = brackets(course)
        for number, places in enumerate(both.rounds, 1):
            for player in (player for each in places for player in each.players):
                if player is not None:
                    reached[player] = number
        champion = both.finals[-1][0].winner
        if champion is not None and not next_plans(course, both.rounds):
            reached[champion] = 2 * len(both.winners) + 2
        return reached


@dataclass(frozen=True, slots=True)
class Brackets:
    """The rounds of both brackets, and those after them: the final and, if it is needed, the
    decider.
    """

    winners: Sequence[Sequence[Meeting]]
    losers: Sequence[Sequence[Meeting]]
    finals: Sequence[Sequence[Meeting]]

    @property
    def rounds(self) -> list[list[Meeting]]:
        """The meetings of each round of the record."""
        upper = [self.winners[0], *(each for one in self.winners[1:] for each in (one, ()))]
        lower = ((), *self.losers)
        brackets = [[*one, *two] for one, two in zip_longest(upper, lower, fillvalue=())]
        return [*brackets, *map(list, self.finals)]


def winners_number(at: int) -> int:
    """The round of the record for a round of the winners' bracket, both counted from 1."""
    return max(1, 2 * at - 2)


def losers_number(at: int) -> int:
    """The round of the record for a round of the losers' bracket, both counted from 1."""
    return at + 1


def brackets(course: Course) -> Brackets:
    """All meetings of a double elimination that has begun."""
    winners = meetings(course, winners_number)
    losers: list[list[Meeting]] = []
    fallen = [_loser(course, each) for each in winners[0]]
    for at, beaten in enumerate(winners[1:]):
        number = losers_number(len(losers) + 1)
        losers.append(meetings_of(course, number, fallen[::2], fallen[1::2]))
        coming = _crossed([_loser(course, each) for each in beaten], at)
        staying = [each.winner for each in losers[-1]]
        losers.append(meetings_of(course, number + 1, coming, staying))
        fallen = [each.winner for each in losers[-1]]
    number = 2 * len(winners)
    finals = [meetings_of(course, number, [winners[-1][0].winner], fallen)]
    final = finals[0][0]
    beaten_first = _loser(course, final)
    if final.winner is not None and final.winner == fallen[0] and beaten_first is not None:
        finals.append(meetings_of(course, number + 1, [beaten_first], fallen))
    return Brackets(winners, losers, finals)


def _crossed(places: Places, at: int) -> Places:
    """The losers of a round in their order for the losers' bracket, so that players who have met
    meet again as late as they can.

    The orders take turns: reversed, each half reversed, the halves changed, and as they are.
    """
    half = len(places) // 2
    match at % 4:
        case 0:
            return places[::-1]
        case 1:
            return [*places[:half][::-1], *places[half:][::-1]]
        case 2:
            return [*places[half:], *places[:half]]
        case _:
            return places


def _loser(course: Course, meeting: Meeting) -> int | None:
    """The player who goes on in the losers' bracket; nobody who did not come."""
    if meeting.winner is None:
        return None
    last = meeting.played[-1]
    result = course.results.get(last.pairing)
    absent = result.absent if result is not None else ()
    others = (each for each in last.players if each != meeting.winner and each not in absent)
    return next(others, None)
