"""A kill while a move of Landgrab is stored, in any phase, loses nothing and rolls nothing anew."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from prowlerbot.core.errors import Stale
from prowlerbot.core.game import CHANCE
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match
from prowlerbot.match.play import Repeated
from prowlerbot.service.service import Service
from prowlerbot.storage.database import Database
from prowlerbot.storage.store import Store
from tests.persistence.mortal_landgrab import DEATHS, STAGES, Case, Stage, position

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")

ROLLS = {"claim": 1, "attack": 2}
"""How many rolls a move of a stage brings along."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the databases that the dead have left behind."""
    left = tmp_path_factory.mktemp("dead")
    program = [sys.executable, "-m", "tests.persistence.mortal_landgrab", str(left)]
    subprocess.run(program, cwd=Path(__file__).parents[2], check=True)
    return left


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("death", DEATHS)
def test_a_move_is_whole_or_not_there_and_counts_once(
    folder: Path, stage: Stage, death: str
) -> None:
    asyncio.run(_looked_at(Case(folder, stage, death)))


async def _looked_at(case: Case) -> None:
    told = json.loads(case.told.read_text(encoding="utf-8"))
    database = await Database.open(case.url)
    try:
        service = Service(Store(database), games=GAMES)
        found = await service.match(told["match"])
        made = case.death == "after"
        assert bool(_new(found, told)) == made
        if made:
            with pytest.raises((Repeated, Stale)):
                await _press(service, told)
            found = await service.match(told["match"])
        else:
            assert position(found).phase in {case.stage, "turn"}
            found = await _press(service, told)
        first, *rolls = _new(found, told)
        assert first[1] == told["move"]
        assert [seat for seat, _ in rolls] == [CHANCE] * ROLLS.get(case.stage, 0)
        assert CHANCE not in position(found).to_move, "no stored match waits for a roll"
    finally:
        await database.close()


def _new(match: Match, told: dict[str, list[list[object]]]) -> list[tuple[int, str]]:
    """The plays from the deadly move on; those before it stand as they were."""
    before = [(play.seat, play.move) for play in match.plays]
    known = [tuple(each) for each in told["plays"]]
    assert before[: len(known)] == known
    return before[len(known) :]


async def _press(service: Service, told: dict[str, object]) -> Match:
    """The player saw no effect and presses again."""
    return await service.play(told["match"], told["user"], told["moment"], told["move"])  # type: ignore[arg-type]  # read from JSON
