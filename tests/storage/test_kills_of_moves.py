"""A kill while a move is stored, in any phase, loses nothing and draws nothing anew."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.core.errors import Stale
from prowlerbot.core.game import CHANCE, find_move
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match
from prowlerbot.match.play import Repeated
from prowlerbot.service.service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.store import Store
from tests.persistence.cluster import folder_of_run, lent_database
from tests.persistence.mortal_moves import DEATHS, ON_SERVER, STAGES, Case, Stage, position

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows"),
    pytest.mark.timeout(300),
]


def _kill_everywhere(folder: Path, server: str = "") -> None:
    """Leave behind the databases of the dead, or what they have stored on a server."""
    program = [sys.executable, "-m", "tests.persistence.mortal_moves", str(folder)]
    command = [*program, server] if server else program
    subprocess.run(command, cwd=Path(__file__).parents[2], check=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    left = tmp_path_factory.mktemp("dead")
    _kill_everywhere(left)
    return left


@pytest.fixture(scope="module")
def on_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    left = tmp_path_factory.mktemp("dead")
    with lent_database(folder_of_run(tmp_path_factory)) as server:
        _kill_everywhere(left, server)
        yield left, server


@pytest.mark.parametrize("stage", STAGES, ids=str)
@pytest.mark.parametrize("death", DEATHS)
def test_a_move_is_whole_or_not_there_and_counts_once(
    folder: Path, stage: Stage, death: str
) -> None:
    asyncio.run(_looked_at(Case(folder, stage, death)))


@pytest.mark.parametrize("stage", ON_SERVER, ids=str)
@pytest.mark.parametrize("death", DEATHS)
def test_a_move_on_a_server_is_whole_or_not_there_and_counts_once(
    on_server: tuple[Path, str], stage: Stage, death: str
) -> None:
    folder, server = on_server
    asyncio.run(_looked_at(Case(folder, stage, death, server)))


async def _looked_at(case: Case) -> None:
    told = json.loads(case.told.read_text(encoding="utf-8"))
    database = await open_database(case.url)
    try:
        service = Service(Store(database), games=GAMES)
        found = await service.match(told["match"])
        made = case.death == "after"
        assert bool(_new(found, told)) == made
        if made:
            with pytest.raises((Repeated, Stale)):
                await _press(service, found, told)
            found = await service.match(told["match"])
        else:
            now, seat = position(found), told["seat"]
            assert case.stage.is_of(now, seat, find_move(now, seat, told["move"]))
            found = await _press(service, found, told)
        first, *drawn = _new(found, told)
        assert first == (told["seat"], told["move"])
        assert {seat for seat, _ in drawn} <= {CHANCE}
        assert case.stage.drawn in {None, len(drawn)}
        assert CHANCE not in position(found).to_move, "no stored match waits for chance"
    finally:
        await database.close()


def _new(match: Match, told: dict[str, Any]) -> list[tuple[int, str]]:
    """The plays from the deadly move on; those before it stand as they were."""
    before = [(play.seat, play.move) for play in match.plays]
    known = [tuple(each) for each in told["plays"]]
    assert before[: len(known)] == known
    return before[len(known) :]


async def _press(service: Service, match: Match, told: dict[str, Any]) -> Match:
    """The player saw no effect and presses again."""
    user = match.player(told["seat"]).id
    return await service.play(match.id, user, told["moment"], told["move"], own=told["own"])
