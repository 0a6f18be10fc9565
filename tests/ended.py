"""Matches that ended, in a database of their own."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Match, Phase, Play, Player
from prowlerbot.match.terms import Terms
from prowlerbot.service.match_service import Service
from tests.persistence.fresh import open_database

PLAYERS = tuple(Player(number, f"P{number}") for number in range(1, 5))


@asynccontextmanager
async def opened(where: Path | str) -> AsyncIterator[Service]:
    """The service on a file, or on the database at an address."""
    database = await open_database(where if isinstance(where, str) else f"sqlite:///{where}")
    try:
        yield Service(open_store(database), games=GAMES, rng=random.Random(1))
    finally:
        await database.close()


async def end(
    service: Service,
    number: int,
    at: int = 0,
    players: tuple[Player, ...] = PLAYERS[:2],
    *,
    rated: bool = True,
    short: bool = False,
) -> Match:
    """Let the first player resign a match that has just begun, after a few moves or none."""
    begun = Match(
        id=f"m{number}",
        game="prowler",
        players=players,
        created_at=at,
        terms=Terms(rated=rated),
        phase=Phase.PLAYING,
        setup=GAMES["prowler"].setup(random.Random(number), 2, {}),
        changed_at=at,
    )
    state = GAMES["prowler"].start(begun.setup)
    plays: list[Play] = []
    while len(plays) < (0 if short else 6):
        (seat,) = state.to_move
        move = state.moves(seat)[0]
        plays.append(Play(seat, str(move), at))
        state = state.after(seat, move)
    begun = replace(begun, plays=tuple(plays))
    assert await service.store.add_new(replace(begun, plays=()))
    assert await service.store.commit(replace(begun, plays=()), replace(begun, revision=1))
    service.now = service.clocks.now = lambda: at
    return await service.apply(begun.id, resign, players[0].id)
