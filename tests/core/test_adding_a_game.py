"""The guide for a new game begins with the example; a skeleton of a package is a copy of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogs.contract.manifest import find_manifests
from prowlerbot.core.game import Game, State
from prowlerbot.games import HOUSE
from prowlerbot.games.from_outside import TAKEN, with_packages
from prowlerbot.testing import check_game
from tests.catalogues import template
from tests.games.packages import EXAMPLE, EXAMPLES, put_beside, put_example_beside
from tools import game as skeleton
from tools.messages import catalogue, collect_of_package, complete, folder_of

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
NAMES = sorted(each.name for each in EXAMPLES.iterdir())
examples = pytest.mark.parametrize("name", NAMES)


def test_the_guide_names_the_entry_point_and_the_files_of_the_example() -> None:
    (block,) = re.findall(r"^```toml\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert block in (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    for file in (EXAMPLE / "four_in_a_row").glob("*.py"):
        assert f"`pig/{file.name}`" in GUIDE


def test_each_example_is_small() -> None:
    for name in NAMES:
        files = (EXAMPLES / name).rglob("*.py")
        lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
        assert lines <= 380, name


@examples
def test_the_example_keeps_the_contract(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = put_example_beside(monkeypatch, tmp_path, name)
    games = with_packages(HOUSE.values())
    check_game(games[key], find_manifests(games)[key], matches=1)


@examples
def test_the_example_has_a_catalogue_with_all_texts_that_the_bot_lacks(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = put_example_beside(monkeypatch, tmp_path, name)
    game = with_packages(HOUSE.values())[key]
    found = catalogue("de", folder_of(game) / "locales")
    wanted = collect_of_package(game, template())
    assert {(it.context, it.id) for it in found} == {(it.context, it.id) for it in wanted}
    assert all(complete(each) for each in found if each.id)


@pytest.mark.parametrize(("name", "key"), [*zip(NAMES, ("red_hot", "ice_cold"), strict=True)])
def test_the_skeleton_of_a_package_is_a_game_under_its_own_name(
    name: str, key: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = skeleton.write(key, tmp_path, name)
    title = key.replace("_", " ").title()
    put_beside(monkeypatch, tmp_path / "installed", key, folder, f"{key}:{title.replace(' ', '')}")
    games = with_packages(HOUSE.values())
    assert games.left_out == {}
    assert games[key].title == title
    assert find_manifests(games)[key].description.startswith(f"Play {title} against ")
    texts = [file.read_text(encoding="utf-8") for file in folder.rglob("*") if file.is_file()]
    left = re.compile(f'{name.replace("-", ".?")}(?!")', re.IGNORECASE)
    assert not [text for text in texts if left.search(text)]


@pytest.mark.parametrize("key", ["play", "Pig", "2048", "prowler", "random", "a" * 33, ""])
def test_a_skeleton_is_written_for_a_key_that_is_free_and_a_name(key: str, tmp_path: Path) -> None:
    with pytest.raises(skeleton.NoGame, match="key"):
        skeleton.write(key, tmp_path)
    assert "play" in TAKEN
    assert not [*tmp_path.iterdir()]


def test_a_plain_game_gives_few_members() -> None:
    assert State.__abstractmethods__ == {"to_move", "outcome", "moves", "after"}
    annotated = {name for name in Game.__annotations__ if not hasattr(Game, name)}
    assert annotated | Game.__abstractmethods__ == {"key", "title", "seats", "start"}
