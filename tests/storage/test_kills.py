"""The bot is killed again and again in the middle of one match, and the match does not notice."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.core.game import CHANCE
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.match import Ending, Match
from prowlerbot.match.play import states
from prowlerbot.match.scene import Board
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.sqlite import is_server
from tests.persistence.deaths import Death, ThreadDeath
from tests.persistence.mortal_bot import Life

pytestmark = [
    pytest.mark.full,
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows"),
]

KILLS = {"sqlite": 13, "postgres": 7}
"""Each kind of death comes once or twice; ``make kills`` has more, at any moment."""
OWN_BY_THEN = {Death.AFTER_COMMIT, Death.BEFORE_REDRAW, Death.AFTER_REDRAW, Death.BEFORE_CALL}
"""The deaths after which the move of the last press is in the record."""


class Bots:
    """Bot processes, each forked from one that has the modules loaded already."""

    def __init__(self, parent: subprocess.Popen[str]) -> None:
        self._parent = parent

    def run(self, life: Life) -> int:
        """Lead one life to its end; returns its exit status, the signal below zero."""
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        print(
            json.dumps([str(life.folder), life.death, life.presses, life.server]),
            file=self._parent.stdin,
        )
        self._parent.stdin.flush()
        return int(self._parent.stdout.readline())


@pytest.fixture
def bots() -> Iterator[Bots]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.persistence.mortal_bot"],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        yield Bots(parent)
        assert parent.stdin is not None
        parent.stdin.close()


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def moves_pressed(life: Life) -> list[tuple[int, int, str]]:
    """User, ply and move of each press on a move, in the order they were made."""
    found = []
    for user, custom_id in lines(life.journal):
        action, _, ply, move = custom_id.split(":", 3)
        if action == "m":
            found.append((user, int(ply), move))
    return found


def stored_moves(life: Life) -> list[tuple[int, int, str]]:
    return life.rows(
        "SELECT player, ply, move FROM plays JOIN seats USING (match, seat) ORDER BY ply"
    )


async def load(life: Life) -> tuple[Match, Board]:
    database = await open_database(life.url)
    try:
        store = open_store(database)
        (match_id,) = await store.ids()
        match, board = await store.load(match_id), await store.boards.of_match(match_id)
        assert match is not None
        assert board is not None
        return match, board
    finally:
        await database.close()


@pytest.fixture
def server(url: str) -> str:
    """The address of the database, empty for a file."""
    return url if is_server(url) else ""


@pytest.mark.both_databases
def test_no_move_is_lost_or_doubled_however_often_the_bot_is_killed(
    tmp_path: Path, bots: Bots, kind: str, server: str
) -> None:
    # The first press accepts the challenge, and so it stores no move in which to die.
    deaths = [Death.BEFORE_COMMIT, *islice(cycle(Death), KILLS[kind] - 1)]
    for death in deaths:
        life = Life(tmp_path, death, server=server)
        assert bots.run(life) == -signal.SIGKILL, f"not killed {death}"
        pressed = moves_pressed(life)
        # The press of this life is in the record, or has left no trace at all.
        assert stored_moves(life) == (pressed if death in OWN_BY_THEN else pressed[:-1]), death

    last = Life(tmp_path, None, server=server)
    assert bots.run(last) == 0

    match, board = asyncio.run(load(last))
    assert match.ending is Ending.PLAYED
    assert states(match, GAMES["prowler"])[-1].outcome is not None
    assert stored_moves(last) == moves_pressed(last)
    assert not [play for play in match.plays if play.seat == CHANCE]
    assert board.shown == match.revision == match.ply + 1  # the set-up and each move, once
    assert {*deaths} == set(Death)

    seen = lines(last.sightings)
    assert [each["when"] for each in seen].count("started") == KILLS[kind]
    for each in seen:
        # After its start the next bot has drawn all that the dead one left behind.
        assert each["shown"] == each["revision"], each
        assert each["buttons"] == ([] if each["phase"] == "over" else [each["ply"]]), each
        # A call that was sent and not noted is found again: none of them stays.
        assert each["turns"] <= (each["phase"] != "over"), each


def test_a_kill_while_a_thread_is_opened_leaves_one_board_in_it(tmp_path: Path, bots: Bots) -> None:
    for death in ThreadDeath:
        folder = tmp_path / death.name
        folder.mkdir()
        life = Life(folder, death)
        assert bots.run(life) == -signal.SIGKILL, death
        aged = "UPDATE messages SET begun_at = begun_at - 120 WHERE kind = 'thread' RETURNING 1"
        assert len(life.rows(aged)) == 1
        assert bots.run(Life(folder, None)) == 0
        (seen,) = lines(life.sightings)
        (thread,) = seen["threads"]
        assert [place for place, _ in seen["boards"]] == [thread], death
        assert seen["boards"] == seen["stored"]
