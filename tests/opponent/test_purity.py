"""A search is what it was given and nothing else: no clock, no luck of its own, no event loop."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "prowlerbot" / "opponent"
OUTSIDE = {"asyncio", "time", "datetime", "os", "signal", "threading", "multiprocessing"}
WITH_OUTSIDE = {"pool.py", "worker.py"}
SEEDS_LUCK = {"worker.py", "contest.py"}

FILES = sorted(FOLDER.glob("*.py"))


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_search_knows_no_clock_and_no_event_loop(path: Path) -> None:
    outside = {name for name in imported(path) if name.split(".")[0] in OUTSIDE}
    assert not outside or path.name in WITH_OUTSIDE


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_machine_knows_neither_discord_nor_pictures(path: Path) -> None:
    roots = {name.split(".")[0] for name in imported(path)}
    assert not roots & {"discord", "PIL", "cogs", "renderer", "rich", "aiosqlite"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_all_luck_of_a_search_is_handed_in(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
    }
    assert used <= {"Random"}
    calls = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert "random.Random" not in calls or path.name in SEEDS_LUCK


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_core_is_met_in_one_file_only(path: Path) -> None:
    core = {name for name in imported(path) if name.split(".")[0] == "prowlerbot"}
    assert not core or path.name == "contract.py"
