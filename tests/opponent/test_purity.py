"""A search depends on its arguments only: no clock, no random source of its own, no event loop."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.cases import each_of

FOLDER = Path(__file__).parents[2] / "prowlerbot" / "opponent"
OUTSIDE = {"asyncio", "time", "datetime", "os", "signal", "threading", "multiprocessing"}
WITH_OUTSIDE = {"pool.py", "task.py"}
SEEDS_LUCK = {"task.py", "contest.py", "comparison.py", "judge.py", "reviewing.py"}
REVIEW = "prowlerbot.opponent.judgement"

FILES = sorted(FOLDER.glob("*.py"))


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "prowlerbot.opponent":
            names |= {f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
    return names


@each_of("path", FILES)
def test_a_search_knows_no_clock_and_no_event_loop(path: Path) -> None:
    outside = {name for name in imported(path) if name.split(".")[0] in OUTSIDE}
    assert not outside or path.name in WITH_OUTSIDE


@each_of("path", FILES)
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


@each_of("path", FILES)
def test_the_machine_knows_the_contract_and_in_one_file_the_games(path: Path) -> None:
    known = {name for name in imported(path) if name.split(".")[0] == "prowlerbot"}
    known -= {f"prowlerbot.opponent.{file.stem}" for file in FILES if file.stem != "judgement"}
    contract = "errors", "game", "game_parts"
    known -= {f"prowlerbot.core.{name}" for name in contract}
    beyond = {
        "task.py": {"prowlerbot.games", REVIEW},
        "pool.py": {"prowlerbot.workers.line", "prowlerbot.workers.worker", REVIEW},
        "judge.py": {REVIEW},
        "comparison.py": {REVIEW},
        "exact.py": {REVIEW},
        "reviewing.py": {REVIEW},
    }
    assert known == beyond.get(path.name, set())
