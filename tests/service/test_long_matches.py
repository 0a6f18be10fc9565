"""Matches of hundreds of moves are replayed beside the event loop, and only once."""

from __future__ import annotations

import random
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from prowlerbot.core.game import Registry
from prowlerbot.core.record import random_record
from prowlerbot.feature_list import open_store
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match.match import Match, Phase, Play, Player
from prowlerbot.service.archive import Archive
from prowlerbot.service.match_service import Service
from tests.askers import asker
from tests.persistence.fresh import open_database

LANDGRAB = Landgrab()


class Watched(Landgrab):
    """Notes the threads in which matches are replayed from the start."""

    threads: list[int]

    def start(self, setup: str) -> Position:
        self.threads.append(threading.get_ident())
        return super().start(setup)


def stored(seed: int) -> Match:
    """A running match with most of the moves of a long one."""
    record = random_record(LANDGRAB, random.Random(seed), 4)
    plays = tuple(Play(made.seat, made.text, 0, ply) for ply, made in enumerate(record.moves[:140]))
    players = tuple(Player(seat, f"Player {seat}") for seat in range(1, 5))
    return Match(
        id=f"long{seed}",
        game="landgrab",
        players=players,
        created_at=0,
        phase=Phase.PLAYING,
        setup=record.setup,
        plays=plays,
    )


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    Watched.threads = []
    database = await open_database(f"sqlite:///{tmp_path}/m.db")
    yield Service(open_store(database), games=Registry([Watched()]), clock=lambda: 9)
    await database.close()


async def test_a_long_match_is_replayed_beside_the_event_loop(service: Service) -> None:
    match = replace(stored(31), id="looked")
    await service.store.add(match)
    found = await Archive(service).match(match.id, asker(1))
    assert Watched.threads
    assert threading.get_ident() not in Watched.threads
    Watched.threads.clear()
    assert service.timeline(found, 1).ply == match.ply
    assert Watched.threads == [], "and is remembered"


async def test_a_list_of_long_matches_is_replayed_beside_it_once(service: Service) -> None:
    matches = [stored(seed) for seed in range(41, 46)]
    for match in matches:
        await service.store.add(match)
    for count in (len(matches), 0):
        Watched.threads.clear()
        assert len(await service.open_matches(1)) == len(matches)
        assert len(Watched.threads) == count
        assert threading.get_ident() not in Watched.threads


async def test_an_imported_record_has_seats_that_have_not_moved(service: Service) -> None:
    record = random_record(LANDGRAB, random.Random(5), 4)
    for plies in (0, 1, len(record.moves)):
        part = replace(record, moves=record.moves[:plies])
        match = await Archive(service).add(1, part)
        assert len(match.players) == 4
