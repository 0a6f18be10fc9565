"""Whole competitions through the service, with a clock of their own: matches that end by real moves
or resignation, people who leave, and people who just stop.

``COMPETITIONS_IN_FULL=1`` in the environment plays a league season of 24, a Swiss tournament of 40,
one of 16 at tables of four, and a month of a ladder.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Format, Stored
from prowlerbot.competitions.competition_store import CompetitionStore
from prowlerbot.competitions.formats import FORMATS, league
from prowlerbot.core.clock import DAY
from tests.cases import each_of
from tests.competitions import kinds
from tests.persistence.competitors import Town, check
from tests.persistence.matches import Clock, opened

FULL = "COMPETITIONS_IN_FULL" in os.environ


async def season(
    path: Path, terms: CompetitionTerms, people: int, *, leave: float, seed: int, pause: int = 0
) -> tuple[Stored, list[dict[str, Any]]]:
    """A competition played whole, and its standings."""
    clock = Clock()
    async with opened(path, clock, seed) as service:
        town = Town(service, clock, random.Random(seed), leave=leave)
        it = await town.played(await town.create(terms, people, pause))
        return it, await check(service, it)


def starts() -> int:
    return Clock().now + 2 * DAY


async def test_a_league_season_is_played_whole(path: Path) -> None:
    terms = CompetitionTerms(kinds.LEAGUE, "prowler", starts(), at_once=True, round_time=5 * DAY)
    people = 24 if FULL else 9
    it, lines = await season(path, terms, people, leave=0.05, seed=1, pause=7 * DAY)

    assert len(it.competition.course.divisions) == (5 if FULL else 2)
    assert len(lines) + len(it.competition.course.taken_out) == people


async def test_seasons_of_a_league_follow_each_other(path: Path) -> None:
    clock, people = Clock(), 24 if FULL else 9
    terms = CompetitionTerms(kinds.LEAGUE, "prowler", starts(), at_once=True, round_time=2 * DAY)
    async with opened(path, clock, 6) as service:
        town = Town(service, clock, random.Random(6), leave=0.05, whole=0)
        it = await town.create(terms, people, pause=7 * DAY)
        previous: list[Competition] = []
        for number in range(1, 4):
            it = await town.played(it)
            await check(service, it)
            course = it.competition.course
            assert course.began is not None
            seeds = sorted(
                (player for division in course.divisions for player in division),
                key=lambda player: (
                    -course.entries[player].rating,
                    [*course.entries].index(player),
                ),
            )
            last = previous[-1] if previous else None
            assert course.divisions == league.make_divisions(seeds, last)
            assert not league.barred_players(previous) & {*course.players}
            previous.append(it.competition)
            following = await CompetitionStore(service.store.database).season(it.series, number + 1)
            assert following is not None
            it = following


async def test_a_swiss_tournament_is_played_whole_although_a_tenth_leaves(path: Path) -> None:
    terms = CompetitionTerms(kinds.SWISS, "prowler", starts(), check_in=DAY, round_time=4 * DAY)
    people = 40 if FULL else 9
    it, lines = await season(path, terms, people, leave=0.1, seed=2)

    assert len(lines) == people
    assert it.competition.course.round == (6 if FULL else 4)


async def test_a_tournament_at_tables_of_four_is_played_whole(path: Path) -> None:
    terms = CompetitionTerms(kinds.PODS, "landgrab", starts(), table=4, round_time=4 * DAY)
    it, lines = await season(path, terms, 16 if FULL else 7, leave=0.05, seed=3)

    assert len(lines) == (16 if FULL else 7)
    assert it.competition.course.round == 4


async def test_a_ladder_is_played_whole(path: Path) -> None:
    days = 30 if FULL else 8
    terms = CompetitionTerms(kinds.LADDER, "prowler", starts(), season=days * DAY, idle=5 * DAY)
    it, lines = await season(path, terms, 12, leave=0.01, seed=4, pause=DAY)

    assert it.competition.course.results
    assert len(lines) == len(it.competition.course.present)


@each_of("kind", [each for each in FORMATS.values() if each.keeps_places])
async def test_a_knock_out_is_played_whole(kind: Format, path: Path) -> None:
    terms = CompetitionTerms(kind, "heroes", starts(), round_time=2 * DAY)
    _, lines = await season(path, terms, 21 if FULL else 5, leave=0.05, seed=5)

    assert sum(line["place"] == 1 for line in lines) == 1
