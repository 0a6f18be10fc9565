"""A game is registered in one place; its folders, manifest and commands follow from its key."""

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from discord import Interaction
from discord.ext import commands

from cogs.composition import GamesBot
from cogs.connection.patient_bot import PatientBot
from cogs.contract.face import Face
from cogs.contract.manifest import Manifest, NoManifest, Option, find_manifests
from cogs.frame.features import PlainCommandDeclaration, assemble, game_command
from cogs.frame.names import LEVEL_WORDS
from cogs.games.prowler import MANIFEST
from prowlerbot.core.game import Game, Registry
from prowlerbot.games import GAMES
from tests.games.tell import TellGame

GROUP = ["challenge", "play", "board", "plan", "resign", "time-up", "rules", "tutorial"]
GROUP += ["record", "replay", "animation", "import", "branch"]

PROWLER = GAMES["prowler"]
TELL_ALONE = Registry((TellGame(),))
TELL_FACE = "tests.games.tell.face"
TELL = Manifest(
    face=Face(TellGame()),
    description="Play Tell, three at a time",
    move=Option("number", "The number that you hide", required=True),
    setup=(
        Option("dice", "How the die is thrown", (("High", "6"), ("Low", "3"))),
        Option("stakes", "What it is about"),
    ),
    sides=("A", "B", "C"),
)


async def sent(folder: Path, *games: Game, tell: Manifest = TELL) -> dict[str, dict[str, Any]]:
    """The data that Discord gets about each command, by name and in order."""
    manifests = {"prowler": MANIFEST, "tell": tell}
    async with GamesBot(f"sqlite:///{folder}/t.db", Registry(games), manifests) as bot:
        await bot.add_commands()
        return {each.name: each.to_dict(bot.tree) for each in bot.tree.get_commands()}


def options(command: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in command["options"]}


def choices(option: dict[str, Any]) -> dict[str, Any]:
    return {each["name"]: each["value"] for each in option["choices"]}


def test_every_game_of_the_registry_has_a_manifest_in_the_folder_of_its_key() -> None:
    assert list(find_manifests(GAMES)) == list(GAMES)
    assert find_manifests(GAMES)["prowler"] is MANIFEST
    for key, manifest in find_manifests(GAMES).items():
        assert manifest.key == key
        assert manifest.title == GAMES[key].title


def test_a_game_without_a_folder_is_told_and_drawn_by_its_rules_alone() -> None:
    manifest = find_manifests(TELL_ALONE)["tell"]
    assert type(manifest.face) is Face
    assert manifest.title == "Tell"
    assert manifest.description == "Play Tell"
    assert manifest.face.cover("night").draw().startswith(b"\x89PNG")


def test_a_face_without_a_manifest_of_its_own_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ModuleType(TELL_FACE)
    monkeypatch.setitem(sys.modules, TELL_FACE, folder)
    with pytest.raises(NoManifest, match=rf"^{TELL_FACE} has no MANIFEST\.$"):
        find_manifests(TELL_ALONE)
    folder.__dict__["MANIFEST"] = MANIFEST
    with pytest.raises(NoManifest, match="is that of “prowler”"):
        find_manifests(TELL_ALONE)


async def test_another_game_gets_its_group_from_its_manifest_alone(tmp_path: Path) -> None:
    told = await sent(tmp_path, PROWLER, TellGame())
    assert list(told)[:3] == ["play", "prowler", "tell"]
    group = told["tell"]
    assert group["description"] == "Play Tell, three at a time"
    commands = options(group)
    without = {"tutorial", "plan"}
    assert list(commands) == [name for name in GROUP if name not in without], "it has no lessons"
    challenge = options(commands["challenge"])
    company = ["opponent", "opponent_2", "machine"]
    terms = ["pace", "weekend", "takebacks", "rated", "takeover", "hints"]
    assert list(challenge) == [*company, "dice", "stakes", *terms], "always three play it"
    assert choices(challenge["dice"]) == {"High": "6", "Low": "3"}
    play = options(commands["play"])
    assert list(play) == ["number", "match"]
    assert play["number"]["required"]
    assert play["number"]["autocomplete"]
    assert commands["time-up"]["description"].startswith("Remove players who ran out of time")
    assert choices(options(commands["branch"])["side"]) == {"A": 1, "B": 2, "C": 3}
    prowler = options(told["prowler"])
    assert prowler["time-up"]["description"].startswith("Claim the win if your opponent")
    assert list(options(prowler["play"])) == ["pathway", "marker", "match"], "no game knows another"
    assert choices(options(prowler["branch"])["side"]) == {"🔴 Red": 1, "🔷 Teal": 2}
    two = options(prowler["challenge"])
    assert list(two)[:3] == ["opponent", "machine", "first"]
    assert not any(option.get("required") for option in two.values())
    assert choices(two["machine"]) == {words.style: level for level, words in LEVEL_WORDS.items()}
    for name in ("tournament", "league", "ladder"):
        create = next(each for each in told[name]["options"] if "game" in options(each))
        assert choices(options(create)["game"]) == {"Prowler's Passage": "prowler"}, "two play it"
    for name in ("matches", "profile", "leaderboard"):
        game = options(told[name])["game"]
        assert not game.get("required")
        assert choices(game) == {"Prowler's Passage": "prowler", "Tell": "tell"}
    for name in told.keys() - {"prowler-admin", "tournament", "ladder", "league", "server"}:
        assert told[name]["integration_types"] == [0, 1], name
        assert told[name]["contexts"] == [0, 1, 2], name


async def test_a_game_for_one_to_four_asks_for_seats_and_numbers_them(tmp_path: Path) -> None:
    game = TellGame(range(1, 5))
    told = (await sent(tmp_path, PROWLER, game, tell=replace(TELL, sides=())))["tell"]
    four = options(options(told)["challenge"])
    assert list(four)[:5] == ["opponent", "opponent_2", "opponent_3", "machine", "seats"]
    assert (four["seats"]["min_value"], four["seats"]["max_value"]) == (1, 4)
    side = options(options(told)["branch"])["side"]
    assert choices(side) == {f"Seat {seat}": seat for seat in range(1, 5)}


async def test_options_of_a_challenge_reach_the_rules_as_the_manifest_reads_them() -> None:
    assert MANIFEST.read_setup({"first": "me"}) == {"first": "1"}
    assert MANIFEST.read_setup({"first": "them"}) == {"first": "2"}
    assert MANIFEST.read_setup({"first": "random"}) == MANIFEST.read_setup({}) == {}
    assert TELL.read_setup({"dice": "6"}) == {"dice": "6"}


@dataclass(eq=False)
class Clock:
    now: int


class Notes:
    def __init__(self) -> None:
        self.kept: list[str] = []


@dataclass(eq=False)
class Board(commands.Cog):
    clock: Clock
    notes: Notes

    async def cog_unload(self) -> None:
        self.notes.kept.append("board")


@dataclass(eq=False)
class Menu(commands.Cog):
    board: Board
    notes: Notes
    zone: int | None
    title: str = "Menu"
    seen: list[int] = field(default_factory=list)
    opened: bool = field(default=False, init=False)

    @game_command("menu", "Open the menu")
    async def show(self, interaction: Interaction, game: str) -> None:
        pass

    async def cog_unload(self) -> None:
        self.notes.kept.append("menu")


@dataclass(eq=False)
class ThirdMenu(Menu):
    clock: Clock = field(init=False)


@dataclass(eq=False)
class NamedMenu(Menu):
    @game_command("named", "Open the named menu")
    async def show(self, interaction: Interaction, game: str) -> None:
        pass


@dataclass(eq=False)
class Left:
    right: "Right"


@dataclass(eq=False)
class Right:
    left: Left


@dataclass(eq=False)
class Named:
    name: str


GIVEN = {Clock: Clock(7), int | None: None}


def test_each_class_is_built_once_and_handed_to_all_whose_fields_ask_for_it() -> None:
    features = assemble([Menu, Board], GIVEN)
    menu = features.find_feature(Menu)
    assert menu.board is features.find_feature(Board)
    assert menu.board.clock is GIVEN[Clock]
    assert menu.notes is menu.board.notes
    assert (menu.zone, menu.title, menu.seen) == (None, "Menu", [])


def test_a_feature_may_inherit_what_it_needs_and_declares() -> None:
    features = assemble([ThirdMenu], GIVEN)
    assert features.find_feature(ThirdMenu).board.clock.now == 7
    assert [each.name for _, each in features.declarations(PlainCommandDeclaration)] == ["menu"]


def test_a_method_that_declares_again_takes_the_place_of_the_one_that_it_overrides() -> None:
    features = assemble([NamedMenu], GIVEN)
    assert [each.name for _, each in features.declarations(PlainCommandDeclaration)] == ["named"]


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (Left, "These features need each other: Left needs Right needs Left."),
        (Named, "Nobody hands in what a field asks for: Named needs str."),
        (Board, "Nobody hands in what a field asks for: Board needs Clock needs int."),
    ],
)
def test_a_circle_and_a_missing_type_are_told_with_the_way_to_them(wanted: type, told: str) -> None:
    with pytest.raises(TypeError) as failed:
        assemble([wanted], {})
    assert str(failed.value) == told


async def test_features_close_before_what_they_need() -> None:
    features = assemble([Menu], GIVEN)
    async with PatientBot() as bot:
        for each in (Board, Menu):
            await bot.add_cog(features.find_feature(each))
    assert features.find_feature(Menu).notes.kept == ["menu", "board"]
