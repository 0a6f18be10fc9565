"""The rooms of the house: a spine, on which features hang, and what stands on top of both.

``docs/architecture.md`` has the same as a diagram.
"""

import ast
import re
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

from prowlerbot.feature_list import CONTRIBUTIONS
from prowlerbot.settings import FEATURES as LEFT_OUT_AT_WILL
from tests.test_imports import ROOT, each_of, files, knows, module_of, nodes_of, parsed

SPINE = {
    "prowlerbot": ["core", "games", "opponent", "workers", "match", "storage", "service"],
    "cogs": ["discord_py", "presses", "contract", "frame", "connection", "board", "players"],
}
"""The rooms of playing one match; in ``cogs``, each imports only those before it."""
FEATURES: dict[str, set[str]] = {
    "club": {"competitions", "profiles"},
    "competitions": set(),
    "daily": set(),
    "finding": set(),
    "following": {"reviews"},
    "hub": {"finding"},
    "moderation": {"competitions", "finding"},
    "profiles": {"competitions"},
    "puzzles": set(),
    "replays": set(),
    "reviews": {"puzzles"},
    "tutorial": set(),
}
"""The features, each with those that it imports."""
TOP = {
    "prowlerbot": ["copies", "health", "privacy", "shell", "testing"],
    "cogs": ["admin", "privacy"],
}
"""The rooms that may import everything."""
WRONG_WAY: dict[str, set[str]] = {}
"""Imports that still go the wrong way; none may be added."""


def _room(path: Path) -> tuple[str, str]:
    top, room, *_ = (*path.relative_to(ROOT).with_suffix("").parts, "")
    return top, room


def _files_of(top: str, room: str) -> list[Path]:
    """A room is a folder or a single file."""
    return files(f"{top}/{room}/**/*.py", f"{top}/{room}.py")


def _rooms_known(path: Path) -> set[str]:
    """The rooms of the house that a file imports from, without its own."""
    names = knows(path, "prowlerbot", "cogs")
    return {name.split(".")[1] for name in names if "." in name} - {_room(path)[1]}


def _in(rooms: dict[str, list[str]]) -> list[Path]:
    found = [_files_of(top, room) for top, below in rooms.items() for room in below]
    return [path for paths in found for path in paths]


def test_a_host_can_leave_out_each_feature_but_moderation() -> None:
    # Without it, whom a server has barred could play there.
    assert {*LEFT_OUT_AT_WILL} == {*FEATURES} - {"moderation"}


def test_every_room_has_its_place() -> None:
    for top, rooms in SPINE.items():
        folders = {path.parent.name for path in files(f"{top}/*/*.py")}
        assert all(_files_of(top, room) for room in (*rooms, *TOP[top]))
        assert folders - {*rooms, *TOP[top]} <= {*FEATURES, "games"}
    assert all(_files_of("cogs", feature) for feature in FEATURES)


@each_of(_in(SPINE))
def test_the_spine_imports_no_feature(path: Path) -> None:
    above = {*FEATURES, *TOP["prowlerbot"], *TOP["cogs"]}
    assert _rooms_known(path) & above == WRONG_WAY.get(str(path.relative_to(ROOT)), set())


def test_contributions_of_features_are_listed_once_above_the_spine_and_the_features() -> None:
    below = [*_in(SPINE), *_of_features()]
    assert not [path for path in below if knows(path, "prowlerbot.feature_list")]
    product = files("prowlerbot/**/*.py", "cogs/**/*.py", "*.py")
    makers = [path for path in product if "(MatchEvents)" in path.read_text(encoding="utf-8")]
    assert {module_of(path) for path in makers} == {type(each).__module__ for each in CONTRIBUTIONS}


def _of_features() -> list[Path]:
    return _in({top: [*FEATURES] for top in SPINE})


@each_of(_of_features())
def test_a_feature_imports_the_spine_and_the_features_that_the_list_names(path: Path) -> None:
    above = {*FEATURES, *TOP["prowlerbot"], *TOP["cogs"]}
    wrong = WRONG_WAY.get(str(path.relative_to(ROOT)), set())
    assert _rooms_known(path) & above <= FEATURES[_room(path)[1]] | wrong


def test_the_list_of_features_has_no_circle_and_names_no_import_that_is_gone() -> None:
    assert [*TopologicalSorter(FEATURES).static_order()]
    known = defaultdict[str, set[str]](set)
    for path in _of_features():
        known[_room(path)[1]] |= _rooms_known(path)
    assert all(imported <= known[feature] for feature, imported in FEATURES.items())


@each_of([path for path in files("cogs/**/*.py") if _room(path)[1] in SPINE["cogs"]])
def test_each_room_of_the_spine_of_cogs_imports_those_before_it(path: Path) -> None:
    room = SPINE["cogs"].index(_room(path)[1])
    assert not knows(path, *(f"cogs.{above}" for above in SPINE["cogs"][room + 1 :]))


def test_every_package_says_what_it_is() -> None:
    silent = [
        path
        for path in files(
            "prowlerbot/**/__init__.py", "cogs/**/__init__.py", "renderer/**/__init__.py"
        )
        if not ast.get_docstring(parsed(path))
    ]
    assert silent == []


def test_only_formats_and_their_faces_tell_formats_of_competitions_apart() -> None:
    compared = re.compile(r"\.format (is|==|!=|in|not) |isinstance\([^)]*\.format\b|FORMATS\[\"")
    product = files("prowlerbot/**/*.py", "cogs/**/*.py", "renderer/**/*.py")
    telling = [path for path in product if compared.search(path.read_text(encoding="utf-8"))]
    assert {path.parent.name for path in telling} <= {"formats"}


@each_of(files("cogs/board/**/*.py"))
def test_boards_of_all_games_name_no_piece_of_one_game(path: Path) -> None:
    pieces = r"\b(pawn|building|statue|district|shovel|colony|invader)s?\b"
    assert re.findall(pieces, path.read_text(encoding="utf-8"), re.IGNORECASE) == []


def test_each_press_that_makes_a_move_counts_at_discord_s_time() -> None:
    calls = [
        {each.arg for each in node.keywords}
        for path in files("cogs/**/*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "make_move"
        and ast.unparse(node.func).endswith("_service.make_move")
    ]
    assert len(calls) > 3
    assert all("pressed" in each for each in calls)
