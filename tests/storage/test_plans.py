"""The watch over plans sees what it must: it looks at the product's statements in all tests."""

from __future__ import annotations

from pkgutil import resolve_name
from types import SimpleNamespace

import pytest

from prowlerbot.storage.engines.database import Database
from tests.persistence import plans, server_plans
from tests.persistence.plans import ReadsAll

pytestmark = pytest.mark.both_databases

WHOLE = (
    "SELECT match FROM plays WHERE move = $1",
    "SELECT m.id FROM matches m JOIN seats s ON s.match = m.id WHERE s.name = $1",
    "UPDATE results SET verdict = $1 WHERE ended_at > 5",
    "DELETE FROM seats WHERE match IN (SELECT id FROM matches WHERE ended_by > 1)",
)


def test_reading_all_of_a_large_table_is_seen(url: str) -> None:
    for sql in WHOLE:
        assert plans._in_file(sql)
        if url.startswith("postgres"):
            assert server_plans.large(sql, ("",) * sql.count("$"))


def test_a_phase_a_game_or_a_kind_alone_finds_most_of_a_table() -> None:
    assert plans._in_file("SELECT id FROM matches WHERE phase = $1")
    assert plans._in_file("SELECT player FROM ratings WHERE game = $1")
    assert plans._in_file("SELECT id FROM preferences WHERE kind = $1")


def test_what_an_index_finds_is_let_through(url: str) -> None:
    for sql in [
        "SELECT move FROM plays WHERE match = $1",
        "SELECT count(*) FROM calls WHERE stale = 1",
        "SELECT value FROM json_each($1)",
    ]:
        assert plans._in_file(sql) == ()
        if url.startswith("postgres"):
            assert server_plans.large(sql, ("[]",) * sql.count("$")) == ()


async def test_the_product_is_stopped_and_a_test_is_not(database: Database) -> None:
    sql = "SELECT match FROM plays WHERE move = $1"
    assert await database.read(sql, "") == []
    ours = SimpleNamespace(__name__="prowlerbot.storage.new")
    code = f"async def look(db):\n    return await db.read({sql!r}, '')"
    exec(code, vars(ours))  # noqa: S102 - a function of the product
    with pytest.raises(
        ReadsAll, match=r"prowlerbot\.storage\.new\.look reads all of a large table"
    ):
        await ours.look(database)


def test_every_exception_is_a_function_that_there_is() -> None:
    for name in plans.READ_ALL:
        assert resolve_name(name.rstrip("."))
