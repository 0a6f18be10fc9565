"""Matches whose process dies while it stores a move, in each phase of a game.

The board, the presses and what a new bot shows are the same for every game. Here it is about what a
move brings along: chance, which is due in no stored match, steps out of turn, and steps that nobody
else has seen yet.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count, product
from typing import Any, NamedTuple, NoReturn
from unittest.mock import patch

from prowlerbot.core.game import AnyState
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.games.heroes.rules import Position as Colonies
from prowlerbot.games.landgrab.rules import Position as Land
from prowlerbot.match import lobby
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.play import make_move, states
from prowlerbot.match.terms import Terms
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Connection, Manner, Work
from prowlerbot.storage.engines.postgres import PostgresConnection, PostgresWork
from prowlerbot.storage.engines.sqlite import SqliteConnection, SqliteWork, is_server
from tests.games.heroes.matches import CHOICES

DEATHS = ("INSERT INTO plays", "COMMIT", "after")
"""Before the plays are written, before they are committed, right after that."""
_PLAYERS = Player(1, "Ada"), Player(2, "Ben")


class Stage(NamedTuple):
    """Where a match is to die: of which moves, and how it gets there."""

    game: str
    name: str
    setup: str
    is_of: Callable[[AnyState, int, Any], bool]
    """Whether a move of a seat is one of this stage."""
    usual: Callable[[random.Random, AnyState, int], Any]
    """The moves until then."""
    drawn: int | None = 0
    """How many plays of chance follow at once; None where that depends on the position."""

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"


def _fighting(rng: random.Random, now: AnyState, seat: int) -> Any:
    legal = now.moves(seat)
    return next((move for move in legal if move.kind == "a"), None) or rng.choice(legal)


def _sensible(rng: random.Random, now: AnyState, seat: int) -> Any:
    assert isinstance(now, Colonies)
    return CHOICES["sensible"](rng, now, seat)


def _phase(name: str, kind: str | None = None) -> Callable[[AnyState, int, Any], bool]:
    """Moves of a phase of Landgrab."""

    def is_of(now: AnyState, _: int, move: Any) -> bool:
        assert isinstance(now, Land)
        return now.phase == name and kind in {None, move.kind}

    return is_of


def _stage(name: str, *kinds: str) -> Callable[[AnyState, int, Any], bool]:
    """Moves of a stage of a seat in Heroes Beware."""

    def is_of(now: AnyState, seat: int, move: Any) -> bool:
        assert isinstance(now, Colonies)
        return now.seats[seat - 1].stage == name and (not kinds or move.kind in kinds)

    return is_of


def _last_to_end(now: AnyState, seat: int, move: Any) -> bool:
    """The end of a turn for which all others have waited."""
    return now.to_move == {seat} and _stage("draft", "end")(now, seat, move)


_TOGETHER, _SMALL = "RB/1/together", "RB/1/F6,H6/F7/"
_BRISK, _LIVE = "2/brisk/guided/full", "2/live/guided/full"
STAGES = (
    *(
        Stage("landgrab", each, _TOGETHER, _phase(each), _fighting)
        for each in ("tiles", "buildings")
    ),
    *(Stage("landgrab", each, _SMALL, _phase(each), _fighting) for each in ("spawns", "eviction")),
    Stage("landgrab", "step", _SMALL, _phase("turn", ""), _fighting),
    Stage("landgrab", "claim", _SMALL, _phase("turn", "c"), _fighting, 1),
    Stage("landgrab", "attack", _SMALL, _phase("turn", "a"), _fighting, 2),
    Stage("heroes", "hidden tile", _BRISK, _stage("draft", "queue"), _sensible),
    Stage("heroes", "end of a turn", _BRISK, _last_to_end, _sensible, None),
    *(
        Stage("heroes", each, _BRISK, _stage(each), _sensible, None)
        for each in ("closing", "populate", "walk", "recruit", "arm", "planning")
    ),
    Stage("heroes", "flip", _LIVE, _stage("live", "flip"), _sensible, 1),
    *(
        Stage("heroes", each, _LIVE, _stage("live", each), _sensible)
        for each in ("take", "hand", "drop")
    ),
)


SOME = STAGES[::4]
"""Those of the stages in which a process is really killed, and those tried on PostgreSQL."""


def position(match: Match) -> AnyState:
    return states(match, GAMES[match.game])[-1]


class Doomed(NamedTuple):
    """A match before its deadly move: its start, its present state, and the move to come."""

    begun: Match
    match: Match
    seat: int
    move: str

    def named(self, stage: Stage, death: str) -> Doomed:
        """The same with an id of its own."""
        own = f"{stage}-{death}"
        return self._replace(begun=replace(self.begun, id=own), match=replace(self.match, id=own))

    async def press(self, service: Service) -> Match:
        """The player makes the move, or presses again where no effect was seen."""
        user, at = self.match.player(self.seat).id, self.match.decision(self.seat)
        return await service.play(self.match.id, user, at.moment, self.move, own=at.own)


@cache
def doomed(stage: Stage) -> Doomed:
    """Play until a move of the stage can be made; only in memory, so it takes no time."""
    game = GAMES[stage.game]
    for seed in count():
        rng = random.Random(seed)
        with patch.object(type(game), "setup", lambda *_: stage.setup):
            asked = lobby.challenge("doomed", game, _PLAYERS, {}, terms=Terms(), now=0)
            begun = match = lobby.accept(asked, Context(game, rng, 0), 2)
        while match.ending is None:
            now = position(match)
            seat = rng.choice(sorted(now.to_move))
            for move in now.moves(seat):
                if stage.is_of(now, seat, move):
                    return Doomed(begun, match, seat, str(move))
            own, move = match.decision(seat), str(stage.usual(rng, now, seat))
            user = match.player(seat).id
            match = make_move(match, Context(game, rng, 0), user, own.moment, move, own=own.own)
    raise AssertionError("it counts for ever")


async def die_of(url: str, end: Doomed, death: str, die: Callable[[], NoReturn]) -> NoReturn:
    """Store a match as it stands, and die of storing the next move."""
    works: type[Work] = PostgresWork if is_server(url) else SqliteWork
    connections: type[Connection] = PostgresConnection if is_server(url) else SqliteConnection
    execute, transact = works.execute, connections.transact

    def deadly(self: Work, sql: str, *values: object) -> None:
        if sql.startswith(death):
            die()
        execute(self, sql, *values)

    def last(self: Connection, manner: Manner, work: Callable[[Work], Any]) -> Any:
        done = transact(self, manner, work)
        if death == "after" and manner is Manner.WRITING:
            die()
        return done

    database = await open_database(url)
    try:
        store = open_store(database)
        assert await store.add(end.begun)
        assert await store.commit(end.begun, end.match)
        with patch.object(works, "execute", deadly), patch.object(connections, "transact", last):
            await end.press(Service(store, games=GAMES))
    finally:
        await database.close()
    raise AssertionError("nobody survives this")


def kill() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("nobody survives this")


def main(url: str) -> None:
    """Lead each life in a process of its own; this one has all modules loaded already."""
    for stage, death in product(SOME, DEATHS):
        end = doomed(stage).named(stage, death)
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(die_of(url, end, death, kill))
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, (stage, death)


if __name__ == "__main__":
    main(*sys.argv[1:])
