"""The game of docs/adding-a-game.md, by its rules alone and with all that the guide adds."""

from __future__ import annotations

import io
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image

from cogs.admin import Hosting
from cogs.contract.face import Face
from cogs.contract.manifest import Manifest
from prowlerbot.core.record import random_record
from prowlerbot.core.record_json import to_json
from prowlerbot.match.match import Ending, Match
from tests.discord.message import Message
from tests.discord.room import Bench, Room
from tests.games.nim import words
from tests.games.nim.rules import Nim
from tests.opponent.quick import QuickThinkers

MANIFESTS = {"rules alone": Manifest(Face(Nim())), "all of the guide": words.MANIFEST}

pytestmark = pytest.mark.real_pictures


@pytest.fixture(params=MANIFESTS)
def manifest(request: pytest.FixtureRequest) -> Manifest:
    return MANIFESTS[request.param]


@pytest.fixture
async def bench(manifest: Manifest, tmp_path: Path) -> AsyncIterator[Bench]:
    hosting = Hosting(thinkers=QuickThinkers())
    bench = Bench(f"sqlite:///{tmp_path}/nim.db", hosting=hosting).with_game(Nim(), manifest)
    await bench.open()
    yield bench
    await bench.close()


async def begun(room: Room) -> Message:
    asked = await room.command(room.ada, "challenge", group="nim", opponent=room.ben)
    await room.press(room.ben, asked.message, "Accept")
    return asked.message


async def finished(room: Room) -> Match:
    board = await begun(room)
    await room.play_stored(board.match, random.Random(1))
    return await room.match(board)


async def test_a_challenge_leads_to_a_whole_match_by_pressing(room: Room) -> None:
    board = await begun(room)
    assert "Ada" in board.text
    assert board.alts
    await room.play_on(board, random.Random(4))
    match = await room.match(board)
    assert match.ending is Ending.PLAYED
    winner = match.players[0 if match.plays[-1].seat == 1 else 1]
    assert f"🏆 {winner.name} won 1 : 0" in board.text
    assert "Rematch" in board.labels


async def test_news_and_the_call_say_who_played_which_move(room: Room, manifest: Manifest) -> None:
    board = await begun(room)
    await room.command(room.ada, "play", group="nim", **{manifest.move.name: "b2"})
    (play,) = (await room.match(board)).plays
    assert play.move == "B2"
    told = manifest.face.move_words(Nim().start("2").view(None), "B2")
    assert f"**Ada** played {told}." in board.text
    (call,) = [each.text for each in room.messages() if "your turn" in each.text and each != board]
    assert f"Ada played {told}. " in call
    refused = await room.command(room.ben, "play", group="nim", **{manifest.move.name: "C9"})
    assert "“C9” is not a legal move here." in refused.told


async def test_the_machine_plays_it_to_the_end(room: Room) -> None:
    assert room.bench.bot.parts is not None
    boards = room.bench.bot.parts.boards
    boards.machines.pace = 0
    board = (await room.command(room.ada, "challenge", group="nim", machine="easy")).message
    rng = random.Random(2)
    while (await room.match(board)).ending is None:
        await room.press(room.ada, board, rng.choice([key["label"] for key in board.moves]))
        await boards.machines.rest()
        await room.env.settle()
    assert {play.seat for play in (await room.match(board)).plays} == {1, 2}


async def test_a_move_is_taken_back_when_the_other_player_agrees(room: Room) -> None:
    board = await begun(room)
    await room.play_on(board, random.Random(1), plies=1)
    menu = (await room.press(room.ada, board, "Menu")).message
    (take_back,) = [each for each in menu.labels if each.startswith("Take back")]
    await room.press(room.ada, menu, take_back)
    (question,) = [each for each in room.messages() if "Withdraw" in each.labels]
    await room.press(room.ben, question, question.labels[0])
    assert (await room.match(board)).plays == ()
    assert "Ada took back" in board.text


async def test_replay_and_animation_show_every_move(room: Room) -> None:
    match = await finished(room)
    replay = await room.command(room.cleo, "replay", group="nim", match=match.id, move=1)
    assert "played" in replay.message.text
    answer = await room.command(room.ada, "animation", group="nim", match=match.id)
    assert answer.result.response is not None
    (file,) = answer.result.response.attachments
    gif = Image.open(io.BytesIO(await file.read()))
    assert gif.n_frames == len(match.plays) + 1  # type: ignore[attr-defined] # a GIF has them


async def test_a_record_leaves_and_comes_back_verified(room: Room) -> None:
    match = await finished(room)
    answer = await room.command(room.ada, "record", group="nim", match=match.id)
    assert answer.result.response is not None
    assert answer.result.response.attachments
    record = to_json(random_record(Nim(), random.Random(3)), states=True)
    file = ("record.json", json.dumps(record).encode())
    kept = await room.command(room.cleo, "import", group="nim", file=file)
    assert "verified" in kept.told.lower()


async def test_a_match_plays_on_from_any_moment(room: Room) -> None:
    match = await finished(room)
    asked = await room.command(
        room.cleo, "branch", group="nim", opponent=room.ben, move=1, match=match.id
    )
    await room.press(room.ben, asked.message, "Accept")
    branched = await room.match(asked.message)
    assert [play.move for play in branched.plays] == [match.plays[0].move]


async def test_a_reader_of_words_is_told_the_position(room: Room, manifest: Manifest) -> None:
    board = await begun(room)
    menu = (await room.press(room.ben, board, "Menu")).message
    told = (await room.press(room.ben, menu, "Describe")).told
    position = Nim().start("2").view(None)
    for line in manifest.face.lines(position, ("Ada", "Ben")):
        assert line in told


async def test_a_profile_counts_it(room: Room) -> None:
    await finished(room)
    card = await room.command(room.ada, "profile", group="", game="nim")
    assert "Nim" in card.message.alts[0]


async def test_its_lesson_is_offered_and_passed_where_it_has_one(
    room: Room, manifest: Manifest
) -> None:
    if not manifest.face.lessons:
        group = room.bench.bot.tree.get_command("nim")
        assert group is not None
        assert "tutorial" not in group.to_dict(room.bench.bot.tree)["options"]
        return
    page = (await room.command(room.ada, "tutorial", group="nim")).message
    for label in ("1 from B", "2 from C"):
        await room.press(room.ada, page, label)
    assert "Two equal heaps lose" in page.text
