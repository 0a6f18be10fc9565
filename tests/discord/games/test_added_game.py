"""A small game, by its rules alone and with words, pictures and a lesson."""

import io
import json
import os
import random
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from PIL import Image

from cogs.composition import Hosting
from cogs.contract.face import Face
from cogs.contract.manifest import Manifest
from prowlerbot.core.record import random_record
from prowlerbot.core.record_json import to_json
from prowlerbot.match.match import Ending
from tests.discord.message import Message
from tests.discord.room import Bench, Room
from tests.games.nim import words
from tests.games.nim.rules import Nim
from tests.games.packages import EXAMPLE
from tests.opponent.quick import QuickThinkers
from tests.workers.here import here

MANIFESTS = {"rules alone": Manifest(Face(Nim())), "with all parts": words.MANIFEST}
__all__ = ["here"]
pytestmark = [pytest.mark.real_pictures, pytest.mark.usefixtures("here")]


@pytest.fixture(params=MANIFESTS)
def manifest(request: pytest.FixtureRequest) -> Manifest:
    return MANIFESTS[request.param]


@pytest.fixture
def built(manifest: Manifest, tmp_path: Path) -> Bench:
    hosting = Hosting(thinkers=QuickThinkers())
    return Bench(f"sqlite:///{tmp_path}/nim.db", hosting=hosting).with_game(Nim(), manifest)


async def begun(room: Room) -> Message:
    asked = await room.command(room.ada, "/nim challenge", opponent=room.ben)
    await room.press(room.ben, asked.message, "Accept")
    return asked.message


async def test_a_match_is_played_told_and_taken_back(room: Room, manifest: Manifest) -> None:
    board = await begun(room)
    told = (await room.press(room.ben, board, "Describe")).told
    position = Nim().start("2").view(None)
    for line in manifest.face.lines(position, ("Ada", "Ben")):
        assert line in told
    await room.command(room.ada, "/nim play", **{manifest.move.name: "b2"})
    (play,) = (await room.match(board)).plays
    assert play.move == "B2"
    words = manifest.face.move_words(position, "B2")
    assert f"**Ada** plays {words}." in board.text
    (call,) = [each.text for each in room.messages() if "your turn" in each.text and each != board]
    assert f"Ada plays {words}. " in call
    refused = await room.command(room.ben, "/nim play", **{manifest.move.name: "C9"})
    assert "“C9” is not a legal move here." in refused.told
    menu = (await room.press(room.ada, board, "Menu")).message
    (take_back,) = [each for each in menu.labels if each.startswith("Take back")]
    await room.press(room.ada, menu, take_back)
    (question,) = [each for each in room.messages() if "Withdraw" in each.labels]
    await room.press(room.ben, question, question.labels[0])
    assert (await room.match(board)).plays == ()
    assert "Ada took back" in board.text


async def test_after_a_whole_match_all_that_looks_back_at_it_works(room: Room) -> None:
    board = await begun(room)
    await room.play_on(board, random.Random(4))
    match = await room.match(board)
    assert match.ending is Ending.PLAYED
    winner = match.players[0 if match.plays[-1].seat == 1 else 1]
    assert f"🏆 {winner.name} won 1 : 0" in board.text
    replay = await room.command(room.cleo, "/nim replay", match=match.id, move=1)
    assert " plays " in replay.message.text
    answer = await room.command(room.ada, "/nim animation", match=match.id)
    assert answer.result.response is not None
    (file,) = answer.result.response.attachments
    gif = Image.open(io.BytesIO(await file.read()))
    assert gif.n_frames == len(match.plays) + 1  # type: ignore[attr-defined] # a GIF has them
    card = await room.command(room.ada, "/profile", game="nim")
    assert "Nim" in card.message.alts[0]
    answer = await room.command(room.ada, "/nim record", match=match.id)
    assert answer.result.response is not None
    assert answer.result.response.attachments
    record = to_json(random_record(Nim(), random.Random(3)), states=True)
    written = ("record.json", json.dumps(record).encode())
    kept = await room.command(room.cleo, "/nim import", file=written)
    assert "verified" in kept.told.lower()
    asked = await room.command(room.cleo, "/nim branch", opponent=room.ben, move=1, match=match.id)
    await room.press(room.ben, asked.message, "Accept")
    branched = await room.match(asked.message)
    assert [play.move for play in branched.plays] == [match.plays[0].move]


async def test_its_lesson_is_passed_where_it_has_one(room: Room, manifest: Manifest) -> None:
    if not manifest.face.lessons:
        group = room.bench.bot.tree.get_command("nim")
        assert group is not None
        assert "tutorial" not in group.to_dict(room.bench.bot.tree)["options"]
        return
    page = (await room.command(room.ada, "/nim tutorial")).message
    for label in ("1 from B", "2 from C"):
        await room.press(room.ada, page, label)
    assert "Two equal heaps lose" in page.text


IN_PLAY = Path(__file__).with_name("package_in_play.py")


@pytest.mark.full
def test_the_example_is_built_installed_and_played(tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    python = environment / "bin" / "python"
    folder = sysconfig.get_path("purelib")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (packages,) = environment.glob("lib/*/site-packages")
    (packages / "of_the_bot.pth").write_text(f"{folder}\n")
    install = [sys.executable, "-m", "uv", "pip", "install", "--offline", "--no-cache"]
    subprocess.run([*install, "--python", python, EXAMPLE], check=True, timeout=120)
    assert (packages / "four_in_a_row" / "locales" / "de.po").is_file()
    told = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", IN_PLAY],
        env={**os.environ, "GAMES_FROM_OUTSIDE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert told.returncode == 0, told.stdout
    assert "2 passed" in told.stdout
