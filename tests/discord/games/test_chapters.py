"""Parts of a match, replayed and animated by themselves: during the match and after it."""

import io
import random
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from prowlerbot.games.heroes.rules import Position, visits
from tests.discord.message import Answer
from tests.discord.room import Room
from tests.games.heroes.matches import CHOICES
from tests.persistence.matches import states
from tests.workers.here import here

__all__ = ["here"]

pytestmark = pytest.mark.usefixtures("here")  # animations are drawn beside the bot

Until = Callable[[Position], bool]


async def heroes(room: Room, name: str, /, **options: Any) -> Answer:
    return await room.command(room.ada, f"/heroes {name}", **options)


async def line_of(room: Room, match_id: str) -> list[Position]:
    found = states(room.service, await room.match(match_id))
    return [each for each in found if isinstance(each, Position)]


async def play_until(room: Room, match_id: str, until: Until) -> None:
    """Make moves without Discord; the board knows nothing of it."""
    rng = random.Random(1)
    while not until(now := (await line_of(room, match_id))[-1]) and now.to_move:
        match = await room.match(match_id)
        seat = min(now.to_move)
        move = str(CHOICES["sensible"](rng, now, seat))
        own = match.decision(seat).own
        await room.service.play(match_id, match.player(seat).id, match.moment, move, own=own)


async def alone(room: Room, until: Until) -> str:
    """A match of one that has been played so far."""
    match_id = (await heroes(room, "challenge", seats=1, length="short")).message.match
    await play_until(room, match_id, until)
    return match_id


def planning(position: Position) -> bool:
    return position.phase == "planning" and len(position.rounds) == 1


async def gif_of(answer: Answer) -> tuple[str, Image.Image]:
    """The one file of a message, which Discord would take."""
    assert answer.result.response is not None
    (file,) = answer.result.response.attachments
    content = await file.read()
    assert len(content) <= 10_000_000
    return file.filename, Image.open(io.BytesIO(content))


async def test_a_card_of_a_running_match_is_suggested_and_animated_in_full(room: Room) -> None:
    match_id = await alone(room, planning)
    cards = list(visits(await line_of(room, match_id)))
    card = max(cards, key=lambda each: len(each.shown.seats[0].trace))
    answer = await heroes(room, "animation", part=f"card2.{card.number}")
    name, gif = await gif_of(answer)
    assert answer.result.ephemeral
    assert name == f"heroes-{match_id}-card2.{card.number}.gif"
    entered = sum(not what for _, what in card.shown.seats[0].trace)
    assert getattr(gif, "n_frames", 0) >= entered + 1
    assert f"Round 2, card {card.number}: " in answer.message.alts[0]
    room.clock.now += 1
    await heroes(room, "challenge", seats=1)
    typed: list[tuple[str, dict[str, str], str]] = [
        ("card 3", {"match": match_id}, "card2.3"),
        ("", {}, "round1"),  # of the match that has just begun
    ]
    for name in ("replay", "animation"):
        for text, match, part in typed:
            ask = room.ada.autocomplete
            found = await ask(room.channel, f"heroes {name}", "part", text, **match)
            assert [each["value"] for each in found] == [part]


async def test_the_message_of_an_invasion_offers_it_as_an_animation_to_anybody(room: Room) -> None:
    match_id = await alone(room, planning)
    board = (await heroes(room, "board", match=match_id)).message
    assert [each for each in board.alts if "Card 6, " in each]
    film = await room.press(room.ben, board, "Invasion")
    assert film.result.ephemeral
    assert (await gif_of(film))[0] == f"heroes-{match_id}-invasion2.gif"
    cards = (await room.press(room.ada, board, "Open my board")).message
    mine = (await room.press(room.ada, cards, "Skip to the end")).message
    own = await room.press(room.ada, mine, "Invasion")
    assert (await gif_of(own))[0] == f"heroes-{match_id}-invasion2.gif"
    faster = await room.press(room.ada, own.message, "Faster")
    assert (await gif_of(faster))[0] == f"heroes-{match_id}-invasion2.gif"
    assert "Slower" in faster.message.labels


async def test_a_replay_leads_to_any_part_and_back_to_the_whole_match(room: Room) -> None:
    match_id = await alone(room, planning)
    replay = (await heroes(room, "replay", match=match_id)).message
    (select,) = [each for each in replay.selects if "card2.3" in str(each["options"])]
    offered = {each["value"]: each["label"] for each in select["options"]}
    await room.pick(room.ada, replay, select["custom_id"], ["card2.3"])
    assert f"**{offered['card2.3']} · Move " in replay.text
    (select,) = [each for each in replay.selects if "card2.3" in str(each["options"])]
    (chosen,) = [each["value"] for each in select["options"] if each.get("default")]
    assert chosen == "card2.3"
    await room.pick(room.ada, replay, select["custom_id"], ["match"])
    assert "**Move " in replay.text
