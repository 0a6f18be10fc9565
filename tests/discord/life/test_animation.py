"""A whole match as an animated picture, and the limits that keep it from delaying others."""

from __future__ import annotations

import asyncio
import io
import random

import pytest
from PIL import Image

from cogs.client import GamesBot
from cogs.frame.throttles import JOBS_AT_ONCE
from prowlerbot.match.preferences import PlayerChoices
from renderer.theme import DAY
from tests.discord.message import Message
from tests.discord.room import Room


async def playing(room: Room, plies: int) -> Message:
    board = await room.begin()
    await room.play_stored(board.match, random.Random(1), plies)
    return board


async def test_a_match_becomes_an_animated_picture_for_the_asker_in_their_theme(room: Room) -> None:
    board = await playing(room, 5)
    await room.service.store.rechoose(PlayerChoices, room.cleo.id, theme="day")
    answer = await room.command(room.cleo, "animation", match=board.match)
    assert answer.result.ephemeral
    assert answer.result.response is not None
    (file,) = answer.result.response.attachments
    gif = Image.open(io.BytesIO(await file.read()))
    assert file.filename == f"prowler-{board.match}.gif"
    assert (gif.format, getattr(gif, "n_frames", 0)) == ("GIF", 1 + 5 * 4)
    assert gif.convert("RGB").getpixel((2, 2)) == DAY.night
    assert "Drawing" not in answer.message.text
    assert "5 moves" in answer.message.alts[0]
    told = [str(each.json) for each in room.env.http_requests if each.path.endswith("@original")]
    assert ["Drawing 6 pictures" in each for each in told] == [True, False, False]
    assert ["sending" in each for each in told] == [False, True, False]


async def test_the_animation_can_be_shown_to_everybody(room: Room) -> None:
    board = await playing(room, 3)
    answer = await room.command(room.ada, "animation", match=board.match, show="all")
    assert answer.public
    assert answer.message.pings == []
    assert len(answer.message.stored.attachments) == 1


async def test_one_press_shows_an_animation_to_everybody(room: Room) -> None:
    board = await playing(room, 3)
    own = await room.command(room.ada, "animation", match=board.match)
    assert not own.public
    shown = await room.press(room.ada, own.message, "Show to all")
    assert shown.public
    assert len(shown.message.stored.attachments) == 1
    assert "Show to all" not in shown.message.labels


async def test_a_user_has_one_animation_drawn_at_a_time_and_all_together_a_few(
    room: Room, simcord_bot: GamesBot
) -> None:
    board = await playing(room, 3)
    assert simcord_bot.parts is not None
    jobs = simcord_bot.parts.drawing_jobs
    jobs._users.add(room.ada.id)
    refused = await room.command(room.ada, "animation", match=board.match)
    assert "still being drawn" in refused.told
    assert "Drawing" not in refused.told
    jobs._users.update(range(1, JOBS_AT_ONCE))
    assert "try again" in (await room.command(room.ben, "animation", match=board.match)).told
    menu = (await room.press(room.cleo, board, "Menu")).message
    replay = (await room.press(room.cleo, menu, "Replay")).message
    assert "try again" in (await room.press(room.cleo, replay, "Animation")).told
    assert "Drawing" not in str(room.env.http_requests)


async def test_without_a_match_no_animation_is_begun(room: Room) -> None:
    assert "no match" in (await room.command(room.ada, "animation")).told
    challenge = (await room.challenge()).match
    answer = await room.command(room.ada, "animation", match=challenge)
    assert "nothing to replay" in answer.told


@pytest.mark.expects_errors
async def test_an_animation_that_cannot_be_sent_leaves_no_promise_behind(room: Room) -> None:
    board = await playing(room, 3)
    room.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=500, times=3)
    answer = await room.command(room.cleo, "animation", match=board.match)
    assert "try again" in answer.told
    assert "Drawing" not in answer.message.text


async def test_a_drawing_that_was_cut_short_can_be_begun_anew(
    room: Room, simcord_bot: GamesBot
) -> None:
    board = await playing(room, 3)
    assert simcord_bot.parts is not None
    jobs = simcord_bot.parts.drawing_jobs

    async def draw() -> None:
        with jobs.place(room.ada.id):
            await jobs.do(bytes)

    drawing = asyncio.create_task(draw())
    await asyncio.sleep(0)
    drawing.cancel()
    await asyncio.gather(drawing, return_exceptions=True)
    answer = await room.command(room.ada, "animation", match=board.match)
    assert answer.message.alts
