"""What a press takes at least, apart from an empty press: its bytes packed, its rows stored."""

from __future__ import annotations

import random
import statistics
import tempfile
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast

from isal import isal_zlib

from bench.timing import milliseconds
from prowlerbot.feature_list import CONTRIBUTIONS
from prowlerbot.games.prowler.rules import Position
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.play import replay_match
from prowlerbot.storage.engines.database import Row, Work, WorkKind
from prowlerbot.storage.engines.sqlite import SqliteConnection
from prowlerbot.storage.match_store import add_match, write_change
from renderer.prowler.board import board_picture
from renderer.prowler.colours import COLOURS
from tests.persistence.matches import PROWLER, begun, move_anything

_MATCHES = 6
_NIGHT = COLOURS["night"]
_NAMES = ("Player100", "Player101")
_LEVEL = 2
"""The level at which the bot has ISA-L pack its pictures."""


class Least(NamedTuple):
    """Milliseconds of processor time in the median of many moves."""

    packing: float
    """ISA-L, over the bytes of the picture."""
    commit: float
    """SQLite, over the rows of the move, in one durable transaction."""


def least() -> Least:
    packings, commits = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        connection = SqliteConnection(Path(folder) / "floor.db")
        connection.raise_schema()
        for seed in range(_MATCHES):
            match = begun(f"m{seed}", seed)
            connection.transact(WorkKind.WRITING, partial(add_match, match=match))
            for before, after in _moves(match, random.Random(seed)):
                statements = _statements(before, after)
                commits.append(milliseconds(_commit, connection, statements))
                drawn = board_picture(
                    cast("Position", replay_match(after, PROWLER)[-1]), _NAMES, _NIGHT
                )
                packings.append(milliseconds(isal_zlib.compress, drawn.tobytes(), _LEVEL))
        connection.close()
    return Least(statistics.median(packings), statistics.median(commits))


def _moves(match: Match, rng: random.Random) -> list[tuple[Match, Match]]:
    """Each change of a match that is played at random until its last move."""
    found = list[tuple[Match, Match]]()
    while (after := move_anything(match, PROWLER, rng)).phase is Phase.PLAYING:
        found.append((match, after))
        match = after
    return found


_Statement = tuple[str, dict[str, object]]


class _Noting(Work):
    """Notes the statements that a change would make, and makes none."""

    def __init__(self) -> None:
        self.noted = list[_Statement]()

    def change(self, sql: str, *values: object) -> int:
        self.noted.append((sql, {str(at): value for at, value in enumerate(values, 1)}))
        return 1

    def execute(self, sql: str, *values: object) -> None:
        self.change(sql, *values)

    def fetch(self, sql: str, *values: object) -> list[Row]:
        raise NotImplementedError

    def lock(self, name: str) -> None: ...

    def keep_writers_out(self, *tables: str) -> None: ...


def _statements(before: Match, after: Match) -> list[_Statement]:
    work = _Noting()
    write_change(work, before, after, CONTRIBUTIONS)
    return work.noted


def _commit(connection: SqliteConnection, statements: list[_Statement]) -> None:
    """The transaction alone, without anything between SQLite and its statements."""
    execute = connection.file.execute
    execute("BEGIN IMMEDIATE")
    for sql, values in statements:
        execute(sql, values)
    execute("COMMIT")
