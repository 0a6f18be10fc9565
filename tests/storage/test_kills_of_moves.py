"""A process that dies while a move is stored loses nothing and draws nothing anew."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import NoReturn

import pytest

from prowlerbot.core.errors import Stale
from prowlerbot.core.game import CHANCE, find_move
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match
from prowlerbot.match.play import Repeated
from prowlerbot.service.match_service import Service
from tests.persistence.fresh import open_database
from tests.persistence.mortal_moves import (
    DEATHS,
    SOME,
    STAGES,
    Doomed,
    Stage,
    die_of,
    doomed,
    position,
)

pytestmark = pytest.mark.both_databases
ROOT = Path(__file__).parents[2]


class Killed(BaseException):
    """The process ends here."""


def end_here() -> NoReturn:
    raise Killed


@pytest.mark.parametrize("death", DEATHS)
async def test_a_move_is_whole_or_not_there_and_counts_once(
    url: str, kind: str, death: str
) -> None:
    await (await open_database(url)).close()
    for stage in STAGES if kind == "sqlite" else SOME:
        end = doomed(stage).named(stage, death)
        with pytest.raises(Killed):
            await die_of(url, end, death, end_here)
        await _looked_at(url, end, stage, death)


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
async def test_a_move_of_a_killed_process_is_whole_or_not_there_and_counts_once(url: str) -> None:
    program = [sys.executable, "-m", "tests.persistence.mortal_moves", url]
    subprocess.run(program, cwd=ROOT, check=True)  # noqa: ASYNC221 - nothing else goes on here
    for stage, death in product(SOME, DEATHS):
        await _looked_at(url, doomed(stage).named(stage, death), stage, death)


async def _looked_at(url: str, end: Doomed, stage: Stage, death: str) -> None:
    """What the next process finds, and what the same press does there."""
    database = await open_database(url)
    try:
        service = Service(open_store(database), games=GAMES)
        found = await service.match(end.match.id)
        made = death == "after"
        assert bool(_new(found, end)) == made, stage
        if made:
            with pytest.raises((Repeated, Stale)):
                await end.press(service)
            found = await service.match(end.match.id)
        else:
            now = position(found)
            assert stage.is_of(now, end.seat, find_move(now, end.seat, end.move))
            found = await end.press(service)
        first, *drawn = _new(found, end)
        assert first == (end.seat, end.move), stage
        assert {seat for seat, _ in drawn} <= {CHANCE}, stage
        assert stage.drawn in {None, len(drawn)}, stage
        assert CHANCE not in position(found).to_move, "no stored match waits for chance"
    finally:
        await database.close()


def _new(match: Match, end: Doomed) -> list[tuple[int, str]]:
    """The plays from the deadly move on; those before it stand as they were."""
    plays = [(play.seat, play.move) for play in match.plays]
    known = [(play.seat, play.move) for play in end.match.plays]
    assert plays[: len(known)] == known
    return plays[len(known) :]
