"""The scores, standings and medals of a competition: functions of its record alone.

In a match a player gets a point for each player behind them. Each other one of the same rank gives
half a point. At a table of two that is 1, ½ or 0. At a larger table the sum is scaled so that the
first gets 3 points. Four players get 3, 2, 1 and 0; three get 3, 1½ and 0. A bye counts as a win,
and each round before a late entry as half a win.

Tie-breaks follow the FIDE Handbook, C.07 (articles 6, 8.1, 9.1 and 16). At a table of more than
two, the mean over the table mates replaces the single opponent.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from prowlerbot.competitions.competition_record import Competition, Standing, TieBreaks
from prowlerbot.competitions.course import Course, Decided, Paired

HALF = Fraction(1, 2)
Value = tuple[Fraction, TieBreaks]
"""The points of a player, and the tie-breaks."""
MAX_MEDALS = 3


class PointSource(StrEnum):
    """The source of the points of a round; only PLAYED is a played match."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Round:
    """A round of one player: ``against`` has 1, ½ or 0 for each table mate. ``margin`` is the
    player's total minus the best total of the others, 0 for a match that was not played out.
    """

    number: int
    points: Fraction
    kind: PointSource = PointSource.PLAYED
    against: Mapping[int, Fraction] = field(default_factory=dict[int, Fraction])
    margin: int = 0


RoundsByPlayer = dict[int, list[Round]]


def rounds_by_player(competition: Competition) -> RoundsByPlayer:
    """The rounds of each player whose results count, in the order of the record."""
    course, win_points = competition.course, competition.terms.win_points
    rounds: RoundsByPlayer = {
        player: [] for player in course.players if player not in course.annulled
    }
    for player, missed in course.rounds_missed.items():
        rounds[player] += [Round(0, win_points * HALF, PointSource.MISSED)] * missed
    for pairing in course.pairings.values():
        result = course.results.get(pairing.pairing)
        if pairing.is_bye:
            bye = Round(pairing.round, Fraction(win_points), PointSource.BYE)
            rounds[pairing.players[0]].append(bye)
        elif result is not None:
            _add_rounds(rounds, course, pairing, result, win_points)
    return rounds


def total_points(rounds: list[Round]) -> Fraction:
    return sum((round_played.points for round_played in rounds), Fraction(0))


def _add_rounds(
    rounds: RoundsByPlayer, course: Course, pairing: Paired, result: Decided, win_points: int
) -> None:
    ranks = dict(zip(pairing.players, result.ranks, strict=True))
    totals = dict(zip(pairing.players, result.totals, strict=True)) if result.totals else {}
    counting = [player for player in pairing.players if player not in course.annulled]
    present = [player for player in counting if player not in result.absent]
    kind = PointSource.PLAYED if len(present) > 1 or not result.absent else PointSource.FORFEIT
    for player in counting:
        mates = [mate for mate in counting if mate != player]
        if not mates:
            continue
        against = {mate: _points_against(ranks, present, player, mate) for mate in mates}
        share = sum(against.values(), Fraction(0)) / len(against)
        others = [totals[mate] for mate in against if mate in totals]
        margin = totals[player] - max(others) if others else 0
        own_kind = kind if player in present else PointSource.FORFEIT
        rounds[player].append(Round(pairing.round, win_points * share, own_kind, against, margin))


def _points_against(
    ranks: Mapping[int, int], present: Collection[int], one: int, mate: int
) -> Fraction:
    if one not in present or mate not in present:
        return Fraction(int(one in present))
    return HALF if ranks[one] == ranks[mate] else Fraction(int(ranks[one] < ranks[mate]))


def standings(competition: Competition) -> list[Standing]:
    """The standings by divisions, the best first; equal players in the order of their seeds."""
    return competition.format.standings(competition)


def rank_lines(division: int, values: Mapping[int, Value], left: Collection[int]) -> list[Standing]:
    """The lines of a division; ``values`` are in the order of the seeds."""
    keys = {
        player: (-points, *(-value for value in ties.values()))
        for player, (points, ties) in values.items()
    }
    best = sorted(keys.values())
    return [
        Standing(division, best.index(keys[player]) + 1, player, *values[player], player in left)
        for player in sorted(values, key=keys.__getitem__)
    ]


@dataclass(frozen=True, slots=True)
class TieBreakData:
    """The data of tie-breaks; ``win_points`` are those of a win, ``paired`` the rounds so far."""

    scores: RoundsByPlayer
    totals: Mapping[int, Fraction]
    left: Collection[int]
    paired: int
    rounds: int
    win_points: int


TieBreak = Callable[[TieBreakData, int], Fraction]


def adjusted_points(data: TieBreakData, player: int) -> Fraction:
    """The points for others' tie-breaks: rounds after a player has left count as draws (16.3)."""
    missing = max(0, data.paired - len(data.scores[player])) if player in data.left else 0
    return data.totals[player] + missing * data.win_points * HALF


def dummy_points(data: TieBreakData, player: int, each: Round) -> Fraction:
    """The points of the dummy opponent of a player in a round without a match (16.4). They are the
    player's own points, but at most those of the absent opponent, or draws in all rounds.
    """
    own_points = data.totals[player]
    if each.against:
        return min(own_points, _mean([adjusted_points(data, mate) for mate in each.against]))
    return min(own_points, data.rounds * data.win_points * HALF)


def buchholz(data: TieBreakData, player: int) -> Fraction:
    """The sum of the points of all opponents (8.1)."""
    return sum((_opposition(data, player, each) for each in data.scores[player]), Fraction(0))


def _opposition(data: TieBreakData, player: int, each: Round) -> Fraction:
    if each.kind is PointSource.PLAYED:
        return _mean([adjusted_points(data, mate) for mate in each.against])
    return dummy_points(data, player, each)


def sonneborn_berger(data: TieBreakData, player: int) -> Fraction:
    """The sum of the points of all opponents, each times the result against them (9.1)."""
    total = Fraction(0)
    for round_played in data.scores[player]:
        if round_played.kind is PointSource.PLAYED:
            results = round_played.against.items()
            total += _mean([adjusted_points(data, mate) * won for mate, won in results])
        else:
            dummy = dummy_points(data, player, round_played)
            total += dummy * round_played.points / data.win_points
    return total


def sonneborn_berger_with_forfeits(data: TieBreakData, player: int) -> Fraction:
    """Sonneborn-Berger where everybody meets everybody: forfeits count like played matches."""
    means = (
        _mean([data.totals[mate] * won for mate, won in round_played.against.items()])
        for round_played in data.scores[player]
        if round_played.against
    )
    return sum(means, Fraction(0))


def head_to_head(data: TieBreakData, player: int) -> Fraction:
    """The sum of the results against players with equal points (6)."""
    results = (pair for each in data.scores[player] for pair in each.against.items())
    equal = (won for mate, won in results if data.totals[mate] == data.totals[player])
    return sum(equal, Fraction(0))


def sum_of_leads(data: TieBreakData, player: int) -> Fraction:
    """The sum of all leads over the best opponent; a deficit counts as negative."""
    return Fraction(sum(each.margin for each in data.scores[player]))


def _mean(values: Collection[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def medals(competition: Competition) -> dict[int, int]:
    """The places of the players with a medal, the best first: the first three, after the end.
    Several players may share a place. Players who have left or come last have no medal, but both
    third ones of a knock-out of four have.
    """
    course = competition.course
    if not course.ended or course.cancelled or not course.results:
        return {}
    lines, below_medals = ranked_standings(competition), MAX_MEDALS + 1
    all_stay = len(lines) == sum(line.division == 1 for line in standings(competition))
    if all_stay and not (competition.format.keeps_places and len(lines) > MAX_MEDALS):
        last_place = max((line.place for line in lines), default=0)
        below_medals = min(below_medals, last_place)
    return {line.player: line.place for line in lines if line.place < below_medals}


def ranked_standings(competition: Competition) -> list[Standing]:
    """The places among the players who have not left; in a league those of the first division."""
    return [line for line in placed_standings(competition) if line.division == 1 and not line.left]


def placed_standings(competition: Competition) -> list[Standing]:
    """The standings with places among the players who have not left; the others have 0."""
    lines = standings(competition)
    if competition.format.keeps_places:
        return lines
    staying = [line for line in lines if not line.left]

    def place(line: Standing) -> int:
        ahead = (other.division == line.division and other.place < line.place for other in staying)
        return 0 if line.left else 1 + sum(ahead)

    return [replace(line, place=place(line)) for line in lines]
