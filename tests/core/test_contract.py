"""The contract of every game, checked in random matches; the core expects nothing more."""

import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cogs.contract.face import Face
from cogs.contract.manifest import Manifest, find_manifests
from prowlerbot.core.errors import NotFound
from prowlerbot.core.game import LEFT, Game, Outcome, State, next_seat
from prowlerbot.core.game_parts import NO_HINTS, NoPart, PuzzleRules, hints_to_machine, puzzle_rules
from prowlerbot.core.recent_cache import Recent
from prowlerbot.core.record import random_record
from prowlerbot.games import GAMES, HOUSE
from prowlerbot.games.from_outside import COMMAND_NAMES, registry_with_packages
from prowlerbot.testing import check_game, find_mistakes
from tests.cases import each_of
from tests.catalogues import template
from tests.games.nim.rules import Nim
from tests.games.nim.words import MANIFEST as NIM
from tests.games.packages import EXAMPLE, EXAMPLES, put_beside, put_example_beside
from tests.games.snatch import SnatchGame
from tests.games.tell import TellGame
from tests.games.tell_face import MANIFEST as TELL
from tools import game as skeleton
from tools.messages import catalogue, collect_of_package, complete, folder_of

FOR_TESTS: list[Game] = [Nim(), SnatchGame(), TellGame()]


def test_the_registry_names_each_game_by_its_key_and_cannot_be_changed() -> None:
    assert all(game.key == key for key, game in GAMES.items())
    assert all(key.isidentifier() and key.islower() for key in GAMES)
    assert GAMES.named("prowler") is GAMES["prowler"]
    known = ", ".join(sorted(GAMES))
    with pytest.raises(NotFound, match=rf"no game “chess” here\. Games: {known}\."):
        GAMES.named("chess")
    with pytest.raises(TypeError):
        GAMES["tell"] = TellGame()  # type: ignore[index] # that is the point


@each_of("game", GAMES.values())
def test_a_game_plays_the_same_with_a_seed_and_states_hints_and_puzzle_rules(game: Game) -> None:
    assert random_record(game, random.Random(3)) == random_record(game, random.Random(3))
    assert hints_to_machine(game) != NO_HINTS
    assert puzzle_rules(game) != PuzzleRules()
    assert hints_to_machine(TellGame()) == NO_HINTS, "it has no module for them"
    assert puzzle_rules(TellGame()) == PuzzleRules()


def test_leavers_are_behind_all_others_and_the_turn_passes_seats_that_are_out() -> None:
    totals = (9, 1, 4, 4)
    for left, ranks, by in (
        ((), (1, 4, 2, 2), "points"),
        ((4, 1), (3, 2, 1, 4), "points"),
        ((4, 1, 3), (3, 1, 2, 4), LEFT),
    ):
        assert Outcome.by_totals(totals, "points", left) == Outcome(ranks, by, totals)
    assert [next_seat(seat, 4, {2, 4}) for seat in (1, 2, 3, 4)] == [3, 3, 1, 1]
    assert next_seat(2, 3, {1, 3}) == 2
    assert State.__abstractmethods__ == {"to_move", "outcome", "moves", "after"}
    annotated = {name for name in Game.__annotations__ if not hasattr(Game, name)}
    given = annotated | Game.__abstractmethods__
    assert given == {"key", "title", "seats", "start"}, "a plain game gives few members"


MANIFESTS = {**find_manifests(GAMES), "nim": NIM, "tell": TELL}
TELL_HAS_NO_HINTS = (
    "The game has secrets, and HINTS has no `determinise`: state it in `thinking.py`, or the"
    " machine takes its view for the whole position."
)


@pytest.mark.parametrize(
    ("game", "matches"),
    [
        (GAMES["prowler"], 1),
        *((game, 2) for game in FOR_TESTS),
        # Matches of up to four with a picture of each moment take as long as a hundred other tests.
        *(pytest.param(game, 2, marks=pytest.mark.full) for game in GAMES.values()),
    ],
    ids=lambda value: getattr(value, "key", str(value)),
)
def test_every_game_keeps_the_contract(game: Game, matches: int) -> None:
    manifest = MANIFESTS.get(game.key) or Manifest(Face(game))
    found = [*find_mistakes(game, manifest, matches=matches)]
    assert found == ([TELL_HAS_NO_HINTS] if game.key == "tell" else [])


def test_a_module_that_does_not_state_its_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["prowler"]
    place = f"{type(game).__module__}.thinking"
    for module in (SimpleNamespace(), SimpleNamespace(HINTS=PuzzleRules())):
        monkeypatch.setitem(sys.modules, place, module)
        with pytest.raises(NoPart, match=rf"^{place} has no HINTS of the type Hints\.$"):
            hints_to_machine(game)


def test_of_recent_results_the_one_unused_for_longest_makes_room() -> None:
    recent: Recent[str, int] = Recent(2)
    for key, value in (("a", 9), ("b", 1), ("a", 0)):
        recent.keep(key, value)
    assert recent.find("a") == 0, "one kept anew replaces the one before"
    recent.keep("c", 2)
    assert [recent.find(key) for key in "abc"] == [0, None, 2]
    recent.drop("a")
    recent.drop("a")
    assert recent.find("a") is None


# ---- the guide for a new game begins with the example; a skeleton of a package is a copy of it

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
NAMES = sorted(each.name for each in EXAMPLES.iterdir())


def test_the_guide_names_the_entry_point_and_the_files_of_the_example_which_is_small() -> None:
    (block,) = re.findall(r"^```toml\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert block in (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    for file in (EXAMPLE / "four_in_a_row").glob("*.py"):
        assert f"`pig/{file.name}`" in GUIDE
    for name in NAMES:
        files = (EXAMPLES / name).rglob("*.py")
        lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
        assert lines <= 380, name


@pytest.mark.parametrize("name", NAMES)
def test_an_example_keeps_the_contract_and_has_a_catalogue_with_all_texts_that_the_bot_lacks(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = put_example_beside(monkeypatch, tmp_path, name)
    games = registry_with_packages(HOUSE.values())
    check_game(games[key], find_manifests(games)[key], matches=1)
    found = catalogue("de", folder_of(games[key]) / "locales")
    wanted = collect_of_package(games[key], template())
    assert {(it.context, it.id) for it in found} == {(it.context, it.id) for it in wanted}
    assert all(complete(each) for each in found if each.id)


@pytest.mark.parametrize(("name", "key"), [*zip(NAMES, ("red_hot", "ice_cold"), strict=True)])
def test_the_skeleton_of_a_package_is_a_game_under_its_own_name(
    name: str, key: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = skeleton.write(key, tmp_path, name)
    title = key.replace("_", " ").title()
    put_beside(monkeypatch, tmp_path / "installed", key, folder, f"{key}:{title.replace(' ', '')}")
    games = registry_with_packages(HOUSE.values())
    assert games.left_out == {}
    assert games[key].title == title
    assert find_manifests(games)[key].description.startswith(f"Play {title} against ")
    written = [each for each in folder.rglob("*.*") if each.suffix != ".pyc"]
    texts = [each.read_text(encoding="utf-8") for each in written]
    left = re.compile(f'{name.replace("-", ".?")}(?!")', re.IGNORECASE)
    assert not [text for text in texts if left.search(text)]


@pytest.mark.parametrize("key", ["play", "Pig", "2048", "prowler", "random", "a" * 33, ""])
def test_a_skeleton_is_written_for_a_key_that_is_free_and_a_name(key: str, tmp_path: Path) -> None:
    with pytest.raises(skeleton.NoGame, match="key"):
        skeleton.write(key, tmp_path)
    assert "play" in COMMAND_NAMES
    assert not [*tmp_path.iterdir()]
