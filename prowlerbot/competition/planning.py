"""The pairings of the next round, from the record; a schedule gives those of all rounds at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from prowlerbot.competition import knockout, pods, swiss
from prowlerbot.competition.course import Course
from prowlerbot.competition.record import EVERYBODY, Competition, Format, Terms
from prowlerbot.competition.schedule import berger, tables_of_four
from prowlerbot.competition.scores import Kind, points, scores

_ROUNDS_OF_PODS = 4
_LEAST_ROUNDS = 3


class Plan(NamedTuple):
    """A pairing to be made, seat 1 first."""

    round: int
    division: int
    players: tuple[int, ...]


def rounds_in_all(competition: Competition) -> int:
    """The number of rounds, which is known from the beginning on."""
    divisions = competition.course.divisions
    return rounds_of(competition.terms, max(map(len, divisions), default=0))


def rounds_of(terms: Terms, players: int) -> int:
    """The number of rounds with so many players."""
    match terms.format:
        case Format.SWISS:
            usual = max(_LEAST_ROUNDS, (players - 1).bit_length())
            return terms.rounds or max(1, min(usual, players - 1))
        case Format.PODS:
            return terms.rounds or _ROUNDS_OF_PODS
        case Format.KNOCKOUT:
            return max(0, players - 1).bit_length()
        case Format.ROUND_ROBIN | Format.LEAGUE:
            return len(_schedule(terms.table, tuple(range(players))))
        case Format.LADDER:
            return 0


def more(competition: Competition) -> bool:
    """Whether there is something to pair, once no earlier pairing is open."""
    terms, course = competition.terms, competition.course
    if terms.format not in {Format.SWISS, Format.PODS}:
        return bool(plans(competition))
    if course.round >= rounds_in_all(competition):
        return False
    if terms.format is Format.PODS:
        return len(course.present) > 1
    return any(swiss.may_meet(one, two) for one, two in combinations(contenders(competition), 2))


def plans(competition: Competition) -> list[Plan]:
    """The pairings to be made now, if no earlier one is open; none once all rounds are paired."""
    terms, course = competition.terms, competition.course
    if terms.format is Format.KNOCKOUT:
        return [Plan(number, 1, players) for number, players in knockout.next_pairings(course)]
    if terms.format in EVERYBODY:
        return _scheduled(competition)
    if terms.format is Format.LADDER or not more(competition):
        return []
    if terms.format is Format.SWISS:
        tables = swiss.pair(contenders(competition))
    else:
        tables = pods.seated(guests(competition))
    return [Plan(course.round + 1, 1, players) for players in tables]


def _schedule(table: int, players: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    return [[each] for each in tables_of_four(players)] if table > 2 else berger(players)


def _scheduled(competition: Competition) -> list[Plan]:
    """The next round in which somebody meets, or all rounds at once; without those taken out."""
    course = competition.course
    missing = [
        Plan(number, division, players)
        for division, members in enumerate(course.divisions, 1)
        for number, tables in enumerate(_schedule(competition.terms.table, members), 1)
        for players in tables
        if number > course.round and not course.taken_out.intersection(players)
    ]
    if competition.terms.at_once:
        return missing
    following = min((plan.round for plan in missing), default=0)
    return [plan for plan in missing if plan.round == following]


def contenders(competition: Competition) -> list[swiss.Contender]:
    """The present players of a Swiss tournament, in the order of their seeds."""
    found = scores(competition)
    made = []
    for player, own, met in _met(competition.course):
        firsts = sum(tables[0] == player for tables in own)
        free = sum(
            each.kind is Kind.BYE or (each.kind is Kind.FORFEIT and each.points > 0)
            for each in found[player]
        )
        made.append(
            swiss.Contender(
                player,
                points(found[player]),
                met,
                free,
                2 * firsts - len(own),
                own[-1].index(player) + 1 if own else 0,
            )
        )
    return made


def guests(competition: Competition) -> list[pods.Guest]:
    """The present players of a tournament at tables of four, in the order of their seeds."""
    found = scores(competition)
    made = []
    for player, own, met in _met(competition.course):
        sat = Counter(tables.index(player) + 1 for tables in own)
        made.append(pods.Guest(player, points(found[player]), met, sat))
    return made


def _met(course: Course) -> Iterator[tuple[int, list[tuple[int, ...]], Counter[int]]]:
    """Each present player with the players of their matches but forfeited ones, in the order of the
    record, and how often they have met whom.
    """
    played = [
        each.players
        for each in course.pairings.values()
        if not each.is_bye
        and (each.pairing not in course.results or not course.results[each.pairing].absent)
    ]
    for player in course.present:
        own = [players for players in played if player in players]
        yield player, own, Counter(mate for players in own for mate in players if mate != player)
