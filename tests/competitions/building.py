"""Competitions for tests, a step at a time."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Format, Stored
from prowlerbot.competitions.course import Decided

DAY = 24 * 60 * 60
START = 100 * DAY


def terms(kind: Format, **more: Any) -> CompetitionTerms:
    """Terms with rounds of a week."""
    table = kind.table_size(range(2, 3))
    plain = CompetitionTerms(
        kind, "prowler", START, table, round_time=7 * DAY, at_once=kind.at_once
    )
    return replace(plain, **more)


def entered(of: CompetitionTerms, players: Iterable[int]) -> Competition:
    """Everybody has entered; the first player has the best rating."""
    competition = Competition(of)
    for player in players:
        competition = changes.enter_player(competition, player, 2000 - player, START - DAY)
    return competition


def begun(of: CompetitionTerms, players: Iterable[int]) -> Competition:
    """All have entered, and everything is done that is due at the start."""
    return settled(entered(of, players), START)


def settled(competition: Competition, now: int) -> Competition:
    """The competition after all steps that are due at a time."""
    while (step := competition_steps.due_step(competition, now)) is not None:
        competition = competition_steps.take_step(competition, step, now)
    return competition


def decided(competition: Competition, pairing: int, *ranks: int, now: int = START) -> Competition:
    return changes.record_result(competition, Decided(now, pairing, ranks))


def won(competition: Competition, winner: int, loser: int, now: int = START) -> Competition:
    """The open match of two players has been won."""
    (pairing,) = [p for p in competition.course.open if {*p.players} == {winner, loser}]
    ranks = [1 if player == winner else 2 for player in pairing.players]
    return decided(competition, pairing.pairing, *ranks, now=now)


def tables(competition: Competition, number: int) -> list[tuple[int, ...]]:
    return [each.players for each in competition.course.pairings_in(number)]


def better_wins(competition: Competition, now: int = START) -> Competition:
    """All open matches end in the order of the players' ids."""
    for pairing in competition.course.open:
        order = sorted(pairing.players)
        ranks = [order.index(player) + 1 for player in pairing.players]
        competition = decided(competition, pairing.pairing, *ranks, now=now)
    return competition


def stored(it: Competition, name: str = "Cup", person: str = "Ada {player}") -> Stored:
    """A competition of a server; ``person`` is the name of a player, with the id in it."""
    names = {player: person.format(player=player) for player in it.course.entries}
    return Stored("c1", it, name, guild=1, channel=2, host=3, created_at=0, pace=DAY, names=names)


def asked(
    terms: CompetitionTerms,
    name: str = "",
    *,
    host: int,
    guild: int = 7,
    pace: int = DAY,
    pause: int = 0,
    admin: bool = False,
) -> Stored:
    """A competition as somebody asks for it in channel 8."""
    own = Stored("", Competition(terms), name, guild, 8, host, created_at=0, pace=pace, pause=pause)
    return replace(own, by_member=not admin)
