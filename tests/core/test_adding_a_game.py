"""The guide for a new game shows the code that the tests play, to the letter."""

from __future__ import annotations

import re
from pathlib import Path

from prowlerbot.core.game import Game, State
from tests.cases import each_of

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
MODULES = {"rules": "prowlerbot.games.nim", "picture": "renderer.nim"}
"""Where the files of the game for tests are in the guide."""


def code(name: str) -> str:
    text = (ROOT / f"tests/games/nim/{name}.py").read_text(encoding="utf-8")
    for module, place in MODULES.items():
        text = text.replace(f"tests.games.nim.{module} ", f"{place} ")
    return text


def lines_of(text: str) -> list[str]:
    """The lines without blank ones; imports are sorted, as their order follows from the names."""
    lines = [line for line in text.splitlines() if line]
    imports = [line for line in lines if line.startswith("from ")]
    return [*sorted(imports), *(line for line in lines if line not in imports)]


@each_of(
    ("name", "blocks"),
    [("rules", [0]), ("picture", [2]), ("words", [3, 4]), ("thinking", [5])],
)
def test_the_guide_shows_the_whole_game_that_is_tested(name: str, blocks: list[int]) -> None:
    assert lines_of("".join(BLOCKS[at] for at in blocks)) == lines_of(code(name))


def test_the_game_of_the_guide_has_at_most_150_lines() -> None:
    files = (ROOT / "tests/games/nim").glob("*.py")
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 150


def test_a_plain_game_gives_few_members() -> None:
    assert State.__abstractmethods__ == {"to_move", "outcome", "moves", "after"}
    annotated = {name for name in Game.__annotations__ if not hasattr(Game, name)}
    assert annotated | Game.__abstractmethods__ == {"key", "title", "seats", "start"}
