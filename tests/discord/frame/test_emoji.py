"""The signs of the pictures as emoji of the application: uploaded once, never waited for."""

import hashlib
import io
import logging
import random
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import get_args

import discord
import pytest
from PIL import Image

from cogs.connection import application_emoji
from cogs.contract.manifest import find_manifests
from cogs.contract.sign import Sign, coloured
from prowlerbot.games import GAMES
from prowlerbot.match.preferences import Theme
from prowlerbot.storage.duty_store import ChoreStore
from renderer.theme import THEMES as COLOURS
from tests.discord.places import jump
from tests.discord.room import Room

SIGNS = [sign for it in find_manifests(GAMES).values() for sign in it.face.signs]
THEMES: tuple[Theme, ...] = get_args(Theme)
_draw = Sign.draw
_drawn_once = cache(_draw)


@pytest.fixture(autouse=True)
def signs_are_drawn_once_and_not_left_shown(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """To draw all signs takes longer than to upload them, and most tests upload all."""
    monkeypatch.setattr(Sign, "draw", _drawn_once)
    yield
    for sign in SIGNS:
        for theme in THEMES:
            sign.show(theme, None)


async def upload(room: Room) -> None:
    emoji = room.bench.bot.emoji
    room.bench.bot.upload_signs()
    assert emoji._task is not None
    await emoji._task


def identifiers(room: Room) -> dict[str, int]:
    return {each.name: each.id for each in room.env.backend.application_emojis.values()}


async def test_a_new_drawing_gets_a_new_emoji_and_old_ones_go_for_room(room: Room) -> None:
    emoji, sign = room.bench.bot.emoji, SIGNS[0]
    emoji._signs = (sign,)
    digest = hashlib.sha256(_drawn_once(sign, "night")).hexdigest()[:6]
    old = room.env.backend.create_application_emoji(f"{sign.name}_{digest}")
    await upload(room)
    first = identifiers(room)
    assert first[sign.name] == old.id, "one named by its drawing gets a plain name"
    drawn = {theme: _drawn_once(sign, theme) + b"2" for theme in THEMES}
    room.patch.setattr(Sign, "draw", lambda _, theme: drawn[theme])
    emoji._task = None
    await upload(room)
    second = identifiers(room)
    assert second[sign.name] != first[sign.name]
    assert second[f"former_{first[sign.name]}"] == first[sign.name]
    room.patch.setattr(application_emoji, "_MAX_EMOJI", len(second))
    drawn.update((theme, picture + b"3") for theme, picture in drawn.items())
    emoji._task = None
    await upload(room)
    assert first[sign.name] not in identifiers(room).values(), "the oldest"
    assert second[sign.name] in identifiers(room).values()


async def test_two_processes_that_upload_at_once_use_the_same_emoji(room: Room) -> None:
    emoji, sign = room.bench.bot.emoji, SIGNS[0]
    emoji._signs = (sign,)
    create = room.bench.bot.create_application_emoji

    async def taken(*, name: str, image: bytes) -> discord.Emoji:
        """As Discord answers if another process has been faster."""
        room.patch.setattr(room.bench.bot, "create_application_emoji", create)
        other = await create(name=name, image=image)
        digest = hashlib.sha256(image).hexdigest()[:6]
        await emoji._store_id(ChoreStore(room.bench.database), f"{sign.name}_{digest}", other.id)
        room.env.inject_error("POST", "/applications/*/emojis", status=400, code=50035)
        return await create(name=name, image=image)

    room.patch.setattr(room.bench.bot, "create_application_emoji", taken)
    room.patch.setattr(application_emoji, "Backoff", lambda: SimpleNamespace(delay=lambda: 0.01))
    await upload(room)
    assert [name for name in identifiers(room) if name.startswith("former")] == []
    assert sign.name in identifiers(room)
    with coloured("night"):
        assert str(sign) == f"<:{sign.name}:{identifiers(room)[sign.name]}>"


async def test_a_refusal_leaves_unicode_emoji_and_one_line_in_the_log(room: Room) -> None:
    room.env.inject_error("POST", "/applications/*/emojis", status=400, code=30008)
    with room.log.at_level(logging.WARNING):
        await upload(room)
    assert [record.levelname for record in room.log.records] == ["WARNING"]
    board = await room.begin()
    assert "🔴" in board.text


async def test_signs_stand_on_boards_once_uploaded_and_no_failure_is_waited_for(room: Room) -> None:
    room.patch.setattr(application_emoji, "Backoff", lambda: SimpleNamespace(delay=lambda: 0.01))
    room.patch.setattr(application_emoji, "_UPLOAD_ATTEMPTS", 1_000)
    room.env.inject_error("POST", "/applications/*/emojis", status=503, times=20)
    emoji = room.bench.bot.emoji
    room.bench.bot.upload_signs()
    board = await room.begin()
    assert "🔴" in board.text, "Unicode emoji stand in"
    room.recover()
    assert emoji._task is not None
    await emoji._task
    await room.press(room.ben, board, "Castle")
    assert "<:round:" in board.text
    assert "🔴" not in board.text
    assert all(each["emoji"].get("id") for each in board.moves)


def test_a_sign_is_drawn_the_same_each_time_as_its_hash_is_in_its_name() -> None:
    for theme in THEMES:
        for sign in SIGNS[:: 4 * len(THEMES)]:
            assert _draw(sign, theme) == _draw(sign, theme), sign.name


@pytest.mark.real_pictures
async def test_pictures_and_emoji_that_a_spectator_reads_alone_are_of_one_theme(room: Room) -> None:
    for sign in SIGNS:
        for theme in THEMES:
            sign.show(theme, f"<:{sign.name}_{theme}:1>")
    dora = room.join("Dora")
    board = await room.begin_landgrab()
    await room.play_stored(board.match, random.Random(1), 12)
    await room.prefers(dora, theme="day")
    shown = []
    for label in ("My view", "Scores", "Describe"):
        shown.append(await room.press(dora, board, "Menu"))
        await room.press(dora, shown[-1].message, label)
        jump(room, 16 * 60)  # else the next help takes its place
    own = await room.command(dora, "/landgrab board", match=board.match, private=True)
    menu = await room.press(dora, board, "Menu")
    replay = await room.press(dora, menu.message, "Replay")
    shown += [own, menu, replay]
    shown.append(await room.press(dora, replay.message, "Describe"))
    told = [str(each.message.components) + each.message.text for each in shown]
    for themes in ("night", "safe"):
        assert not [each for each in told if f"_{themes}:" in each]
    for answer in (own, replay):
        assert "_day:" in str(answer.message.components)
        assert answer.result.response is not None
        (file,) = answer.result.response.attachments
        picture = Image.open(io.BytesIO(await file.read())).convert("RGB")
        colours = {colour for _, colour in picture.getcolors(1 << 24) or ()}
        assert COLOURS["day"].panel in colours
        assert COLOURS["night"].panel not in colours
