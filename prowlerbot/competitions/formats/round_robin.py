"""A round robin: all players meet by a schedule of all rounds.

The schedule is made of Berger tables for two, or of tables of four in turn. ``InRounds`` is the
common part of all formats in rounds, whose standings have values and tie-breaks.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import ClassVar

from prowlerbot.competitions import standings as scoring
from prowlerbot.competitions.competition_record import (
    Competition,
    CompetitionTerms,
    Format,
    PlannedPairing,
    Standing,
    Step,
)
from prowlerbot.competitions.competition_steps import reminder_time
from prowlerbot.core.clock import DAY

_MAX_PLAYERS_AT_ONCE, _MAX_PLAYERS_IN_TURN = 16, 40
"""The most players: 120 matches that begin together, and 39 rounds."""
_TABLE_PATTERN = (0, 1, 2, 4)
"""Turned through six or seven places, this block lets all meet two or three times."""
_SMALL_TABLE_PATTERN = (0, 1, 2, 3)


class InRounds(Format):
    """A format in rounds defines ``count_rounds`` and ``planned_pairings``."""

    ties: ClassVar[Mapping[str, scoring.TieBreak]] = {}

    def due_at(self, competition: Competition) -> int | None:
        course = competition.course
        if not course.open or (self.pairs_early and self.has_more_to_pair(competition)):
            return competition.events[-1].at
        return reminder_time(competition) or course.deadline

    def due_step(self, competition: Competition, now: int) -> Step:
        course = competition.course
        if course.open and course.deadline is not None and course.deadline <= now:
            return Step.CLOSE
        if course.open and 0 < reminder_time(competition) <= now:
            return Step.REMIND
        return Step.PAIR if self.has_more_to_pair(competition) else Step.END

    def standings(self, competition: Competition) -> list[Standing]:
        course, values = competition.course, self.values(competition)
        lines: list[Standing] = []
        for number in range(1, len(course.divisions) + 1):
            group = {each: values[each] for each in values if course.division_of(each) == number}
            lines += scoring.rank_lines(number, group, course.left)
        return lines

    def values(self, competition: Competition) -> dict[int, scoring.Value]:
        """The points of each player, and the tie-breaks."""
        course, rounds_of = competition.course, scoring.rounds_by_player(competition)
        totals = {player: scoring.total_points(rounds) for player, rounds in rounds_of.items()}
        rounds, win_points = competition.rounds, competition.terms.win_points
        paired = course.round
        data = scoring.TieBreakData(rounds_of, totals, course.left, paired, rounds, win_points)
        return {
            player: (points, {name: tie(data, player) for name, tie in self.ties.items()})
            for player, points in totals.items()
        }


def split_evenly(order: Sequence[int], count: int) -> list[list[int]]:
    """The players in ``count`` parts, one after the other; the larger parts come first."""
    smaller_size, larger_count = divmod(len(order), count)
    rest = iter(order)
    return [list(islice(rest, smaller_size + (number < larger_count))) for number in range(count)]


class RoundRobin(InRounds):
    """A player who is late in one match may still play the others."""

    key = "round-robin"
    all_meet = True
    ties = {  # noqa: RUF012 - a ClassVar of the base
        "head_to_head": scoring.head_to_head,
        "sonneborn_berger": scoring.sonneborn_berger_with_forfeits,
        "margin": scoring.sum_of_leads,
    }

    def max_players(self, terms: CompetitionTerms) -> int:
        return _MAX_PLAYERS_AT_ONCE if terms.at_once else _MAX_PLAYERS_IN_TURN

    def count_rounds(self, terms: CompetitionTerms, players: int) -> int:
        return len(_schedule(terms.table, tuple(range(players))))

    def pairing_time(self, competition: Competition) -> int:
        terms = competition.terms
        return terms.round_time * (competition.rounds if terms.at_once else 1)

    def is_removed_after(self, competition: Competition, forfeited_at: Sequence[int]) -> bool:
        if competition.terms.at_once:
            return max(forfeited_at) - min(forfeited_at) >= DAY
        return len(forfeited_at) > 1

    def planned_pairings(self, competition: Competition) -> list[PlannedPairing]:
        """The pairings of the next round with any, or of all rounds, without taken out players."""
        course = competition.course
        unplayed = [
            PlannedPairing(number, division, players)
            for division, members in enumerate(course.divisions, 1)
            for number, tables in enumerate(_schedule(competition.terms.table, members), 1)
            for players in tables
            if number > course.round and not course.annulled.intersection(players)
        ]
        if competition.terms.at_once:
            return unplayed
        following = min((plan.round for plan in unplayed), default=0)
        return [plan for plan in unplayed if plan.round == following]


def _schedule(table: int, players: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    return [[each] for each in tables_of_four(players)] if table > 2 else berger_schedule(players)


def berger_schedule(players: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """The rounds in which all meet once, seat 1 first: the FIDE Handbook, C.05, Annex 1."""
    size = len(players) + len(players) % 2
    if size < 2:
        return []
    rounds = []
    for number in range(1, size):
        middle = (number + 1) // 2 if number % 2 else (size + number) // 2
        first = (middle, size) if number % 2 else (size, middle)
        turned = [
            ((middle - 1 + step) % (size - 1) + 1, (middle - 1 - step) % (size - 1) + 1)
            for step in range(1, size // 2)
        ]
        pairs = [pair for pair in (first, *turned) if max(pair) <= len(players)]
        rounds.append([tuple(players[seed - 1] for seed in pair) for pair in pairs])
    return rounds


def tables_of_four(players: Sequence[int]) -> list[tuple[int, ...]]:
    """As many tables as players: each plays four matches, one at each seat."""
    players = tuple(players)
    size = len(players)
    block = _SMALL_TABLE_PATTERN if size < 6 else _TABLE_PATTERN
    if size < len(block):
        turns = [players[turn:] + players[:turn] for turn in range(size)]
        return [tuple(turn) for turn in turns] if size > 1 else []
    return [tuple(players[(turn + place) % size] for place in block) for turn in range(size)]
