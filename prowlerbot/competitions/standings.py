"""The standings and medals of a competition: functions of its record alone.

Tie-breaks follow the FIDE Handbook, C.07 (articles 6, 8.1, 9.1 and 16). At a table of more than
two, the mean over the table mates replaces the single opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from prowlerbot.competitions.competition_record import Competition
from prowlerbot.competitions.competition_values import Standing, TieBreaks
from prowlerbot.competitions.scores import HALF, Kind, Round, Scores, points

Value = tuple[Fraction, TieBreaks]
"""The points of a player, and the tie-breaks."""
THIRD = 3


def standings(competition: Competition) -> list[Standing]:
    """The standings, division by division, the best first; equal players in the order of their
    seeds.
    """
    return competition.format.standings(competition)


def by_value(division: int, values: Mapping[int, Value], left: Collection[int]) -> list[Standing]:
    """The lines of a division; ``values`` are in the order of the seeds."""
    keys = {
        player: (-own, *(-value for value in ties.values()))
        for player, (own, ties) in values.items()
    }
    best = sorted(keys.values())
    return [
        Standing(division, best.index(keys[player]) + 1, player, *values[player], player in left)
        for player in sorted(values, key=keys.__getitem__)
    ]


@dataclass(frozen=True, slots=True)
class Field:
    """The data of tie-breaks: the scores, the players who have left, the number of rounds paired so
    far and in all, and the points of a win.
    """

    scores: Scores
    left: Collection[int]
    paired: int
    rounds: int
    worth: int


TieBreak = Callable[[Field, int], Fraction]


def adjusted(field: Field, player: int) -> Fraction:
    """The points of a player for the tie-breaks of others: every round after the player has left
    counts as a draw (16.3).
    """
    rounds = field.scores[player]
    missing = max(0, field.paired - len(rounds)) if player in field.left else 0
    return points(rounds) + missing * field.worth * HALF


def dummy(field: Field, player: int, each: Round) -> Fraction:
    """The points of the dummy opponent of a player in a round without a match (16.4).

    They are the player's own points, but at most those of the absent opponent, or draws in all
    rounds.
    """
    own = points(field.scores[player])
    if each.against:
        return min(own, _mean([adjusted(field, mate) for mate in each.against]))
    return min(own, field.rounds * field.worth * HALF)


def buchholz(field: Field, player: int) -> Fraction:
    """The sum of the points of all opponents (8.1)."""
    return sum((_opposition(field, player, each) for each in field.scores[player]), Fraction(0))


def _opposition(field: Field, player: int, each: Round) -> Fraction:
    if each.kind is Kind.PLAYED:
        return _mean([adjusted(field, mate) for mate in each.against])
    return dummy(field, player, each)


def sonneborn_berger(field: Field, player: int) -> Fraction:
    """The sum of the points of all opponents, each times the result against them (9.1)."""
    total = Fraction(0)
    for each in field.scores[player]:
        if each.kind is Kind.PLAYED:
            total += _mean([adjusted(field, mate) * won for mate, won in each.against.items()])
        else:
            total += dummy(field, player, each) * each.points / field.worth
    return total


def berger(field: Field, player: int) -> Fraction:
    """Sonneborn-Berger where everybody meets everybody: forfeits count like played matches."""
    final = {each: points(rounds) for each, rounds in field.scores.items()}
    parts = [
        _mean([final[mate] * won for mate, won in each.against.items()])
        for each in field.scores[player]
        if each.against
    ]
    return sum(parts, Fraction(0))


def head_to_head(field: Field, player: int) -> Fraction:
    """The sum of the results against players with equal points (6)."""
    own = points(field.scores[player])
    won = [
        result
        for each in field.scores[player]
        for mate, result in each.against.items()
        if points(field.scores[mate]) == own
    ]
    return sum(won, Fraction(0))


def margin(field: Field, player: int) -> Fraction:
    """The sum of all leads over the best opponent; a deficit counts as negative."""
    return Fraction(sum(each.margin for each in field.scores[player]))


def _mean(values: Collection[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def medals(competition: Competition) -> dict[int, int]:
    """The places of the players with a medal, the best first: the first three, after the end.

    Several players may share a place. Players who have left or come last have no medal.
    """
    course = competition.course
    if not course.ended or course.cancelled or not course.results:
        return {}
    lines = ranked(competition)
    all_stay = len(lines) == sum(line.division == 1 for line in standings(competition))
    last = max((line.place for line in lines), default=0) if all_stay else THIRD + 1
    return {line.player: line.place for line in lines if line.place <= THIRD and line.place < last}


def ranked(competition: Competition) -> list[Standing]:
    """The places among the players who have not left; in a league those of the first division."""
    return [line for line in placed(competition) if line.division == 1 and not line.left]


def placed(competition: Competition) -> list[Standing]:
    """The standings with places among the players who have not left; the others have the place 0.

    In a knock-out all players keep their places.
    """
    lines = standings(competition)
    if competition.format.keeps_places:
        return lines
    staying = [line for line in lines if not line.left]

    def place(line: Standing) -> int:
        ahead = (each.division == line.division and each.place < line.place for each in staying)
        return 0 if line.left else 1 + sum(ahead)

    return [replace(line, place=place(line)) for line in lines]
