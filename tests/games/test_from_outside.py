"""Games of packages beside the bot: found by their entry points, or left out with a sentence."""

import re
from pathlib import Path

import pytest

from cogs.composition import GamesBot
from cogs.contract.lesson import try_moves
from cogs.contract.manifest import find_manifests
from prowlerbot.core import i18n
from prowlerbot.core.game_parts import NO_HINTS, hints_to_machine, part_of, puzzle_file
from prowlerbot.doctor import left_out_findings
from prowlerbot.games import HOUSE
from prowlerbot.games.from_outside import COMMAND_NAMES, registry_with_packages
from tests.games.packages import EXAMPLE, put_beside, put_example_beside

PIG = """
from prowlerbot.games.prowler import Prowler

class Pig(Prowler):
    key = "pig"
    title = "Pig"
    contract = 1
"""
FACE = "from cogs.contract.manifest import Manifest\nMANIFEST = 1\n"
LEFT_OUT = {
    "raises": ("1 / 0", r"ZeroDivisionError: division by zero \(pig/__init__.py, line 1\)\.$"),
    "lacks the class": ("", "has no attribute 'Pig'"),
    "names no game": ("Pig = 1", r"pig:Pig is no class that inherits Game\.$"),
    "has another key": (PIG.replace('"pig"', '"hog"'), "Its key is “hog”; give the entry point"),
    "states no version": (PIG.replace("contract = 1", ""), "Pig has contract = None, and this bot"),
    "is of another version": (PIG.replace("contract = 1", "contract = 0"), "contract = 0, and"),
    "has its class elsewhere": (
        "from prowlerbot.games.prowler import Prowler as Pig",
        r"Prowler stands in prowlerbot\.games\.prowler\. Move it to pig, as the parts",
    ),
}


def test_a_package_beside_the_bot_is_a_game_with_all_its_parts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put_example_beside(monkeypatch, tmp_path)
    games = registry_with_packages(HOUSE.values())
    assert list(games) == [*HOUSE, "four_in_a_row"]
    assert games.left_out == {}
    game = games["four_in_a_row"]
    face = find_manifests(games)["four_in_a_row"].face
    assert face.pitch.startswith("Drop discs")
    assert [try_moves(each, game, ("6",)).over for each in face.lessons] == [True, True]
    assert hints_to_machine(game) != NO_HINTS
    drawing = part_of(game, "drawing")
    assert drawing is not None
    assert drawing.draw_board(game.start("2"), ("Ada", "Ben")).startswith(b"\x89PNG")
    i18n._catalogue.cache_clear()
    with i18n.speaking("de"):
        assert face.pitch.startswith("Wirf Scheiben ein")
    i18n._catalogue.cache_clear()
    assert puzzle_file(game) == EXAMPLE / "four_in_a_row" / "puzzles.jsonl"


@pytest.mark.parametrize(("source", "reason"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_package_without_a_playable_game_is_left_out_with_a_sentence(
    source: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put_beside(monkeypatch, tmp_path, "pig", source)
    games = registry_with_packages(HOUSE.values())
    assert games == HOUSE
    (finding,) = left_out_findings(games)
    assert re.search(f"^The game “pig” of the package pig is left out: .*{reason}", str(finding))


def test_of_two_games_with_one_key_the_first_is_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put_beside(monkeypatch, tmp_path, "prowler", PIG.replace('"pig"', '"prowler"'))
    games = registry_with_packages(HOUSE.values())
    assert games["prowler"] is HOUSE["prowler"]
    assert games.left_out["prowler"].endswith("left out: Another game has the same key.")


async def test_a_package_whose_face_fails_is_left_out_and_told_at_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    put_beside(monkeypatch, tmp_path, "pig", PIG)
    (tmp_path / "pig" / "face.py").write_text(FACE)
    games = registry_with_packages(HOUSE.values())
    manifests = find_manifests(games)
    assert list(manifests) == list(games) == list(HOUSE)
    async with GamesBot(f"sqlite:///{tmp_path}/b.db", games, manifests) as bot:
        await bot.add_commands()
    assert games.left_out["pig"] in caplog.text
    assert games.left_out["pig"].endswith("left out: pig.face has no MANIFEST.")


async def test_no_package_can_take_the_name_of_a_command(tmp_path: Path) -> None:
    async with GamesBot(f"sqlite:///{tmp_path}/b.db", HOUSE, find_manifests(HOUSE)) as bot:
        await bot.add_commands()
        names = {each.name for each in bot.tree.get_commands()}
    assert {name for name in names if name.islower()} - {*HOUSE} == COMMAND_NAMES
