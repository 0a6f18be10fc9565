"""Matches of Landgrab whose process is killed while it stores a move, one kill a phase.

The board, the presses and what a new bot shows are the same for every game (``mortal_bot``). Here
it is about what a move brings along: rolls, which are due in no stored match, and steps out of
turn.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
from itertools import count
from pathlib import Path
from typing import Literal, NamedTuple, NoReturn
from unittest.mock import patch

from prowlerbot.games import GAMES
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match.match import Match, Player
from prowlerbot.match.play import states
from prowlerbot.service.service import Service
from prowlerbot.storage.database import Database, Work
from prowlerbot.storage.store import Store

Stage = Literal["tiles", "buildings", "spawns", "step", "claim", "attack", "eviction"]
STAGES: tuple[Stage, ...] = ("tiles", "buildings", "spawns", "step", "claim", "attack", "eviction")
DEATHS = ("INSERT INTO plays", "COMMIT", "after")
"""Before the plays are written, before they are committed, right after that."""
_PLAYERS = Player(1, "Ada"), Player(2, "Ben")
_SMALL = "RB/1/F6,H6/F7/"


class Case(NamedTuple):
    folder: Path
    stage: Stage
    death: str

    @property
    def url(self) -> str:
        return f"sqlite:///{self.folder / self.stage}.{DEATHS.index(self.death)}.db"

    @property
    def told(self) -> Path:
        """Where the match before the deadly move is noted, and that move."""
        return self.folder / f"{self.stage}.{DEATHS.index(self.death)}.json"


def position(match: Match) -> Position:
    found = states(match, GAMES["landgrab"])[-1]
    assert isinstance(found, Position)
    return found


async def lead(case: Case) -> None:
    """Play until a move of the stage is to be made, and die of it."""
    database = await Database.open(case.url)
    built = case.stage in {"tiles", "buildings"}
    for seed in count():
        service = Service(Store(database), games=GAMES, rng=random.Random(seed))
        setup = "RB/1/together" if built else _SMALL
        with patch.object(Landgrab, "setup", lambda *_, setup=setup: setup):
            match = await service.challenge("landgrab", _PLAYERS, {})
            match = await service.accept(match.id, 2)
        while match.ending is None:
            now = position(match)
            found = [str(move) for move in now.legal if _is_of(case.stage, now, move)]
            if found:
                await _die_of(case, service, match, found[0])
            fights = [str(move) for move in now.legal if move.kind == "a"]
            move = fights[0] if fights else str(service._rng.choice(now.legal))
            match = await service.play(match.id, _mover(match), match.moment, move)


def _is_of(stage: Stage, now: Position, move: Move) -> bool:
    if now.phase != "turn":
        return now.phase == stage
    return {"step": "", "claim": "c", "attack": "a"}.get(stage) == move.kind


def _mover(match: Match) -> int:
    (seat,) = position(match).to_move
    return match.player(seat).id


async def _die_of(case: Case, service: Service, match: Match, move: str) -> NoReturn:
    user = _mover(match)
    told = {"match": match.id, "user": user, "moment": match.moment, "move": move}
    plays = [[play.seat, play.move] for play in match.plays]
    case.told.write_text(json.dumps({**told, "plays": plays}), encoding="utf-8")
    work = Work.execute

    def deadly(self: Work, sql: str, *values: object) -> int:
        if sql.startswith(case.death):
            os.kill(os.getpid(), signal.SIGKILL)
        changed = work(self, sql, *values)
        if case.death == "after" and sql == "COMMIT":
            os.kill(os.getpid(), signal.SIGKILL)
        return changed

    with patch.object(Work, "execute", deadly):
        await service.play(match.id, user, match.moment, move)
    raise AssertionError("nobody survives this")


def main(folder: Path) -> None:
    """Lead each life in a process of its own; this one has all modules loaded already."""
    for stage in STAGES:
        for death in DEATHS:
            child = os.fork()
            if child == 0:
                try:
                    asyncio.run(lead(Case(folder, stage, death)))
                finally:
                    os._exit(1)
            _, status = os.waitpid(child, 0)
            assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, (stage, death)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
