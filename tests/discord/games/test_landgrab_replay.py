"""Replays of Landgrab: a move and its roll are one step, and a drawn move is nobody's."""

from __future__ import annotations

import json
import random

from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match import agreements
from prowlerbot.match.terms import Asked
from tests.discord.message import Message
from tests.discord.playing import Playing
from tests.discord.room import Room
from tests.positions import states

asked = Playing("landgrab", Position).asked
_MOVES = ["p:G6", "p:H6", "c:F7", "d4", "a:1", "d3", "d9"]
_RECORD = {"game": "landgrab", "setup": "RB/1/F6,H6/F7/", "moves": _MOVES}


async def imported(room: Room) -> Message:
    file = ("record.jsonl", json.dumps(_RECORD).encode())
    return (await asked(room, "import", file=file)).message


def moves_listed(replay: Message) -> list[str]:
    (select,) = [each for each in replay.selects if each["placeholder"] == "Jump to a move"]
    return [option["label"] for option in select["options"]]


async def test_a_claim_or_an_attack_and_its_rolls_are_one_step(room: Room) -> None:
    replay = await imported(room)
    await room.jump(room.ada, replay, 0)
    assert moves_listed(replay)[1:] == [
        "1 · Player 1: spawn G6",
        "2 · Player 2: spawn H6",
        "3 · Player 1: claim F7, roll 4",
        "4 · Player 2: attack Red, roll 3, roll 9",
    ]
    seen = []
    for _ in range(4):
        await room.press(room.ada, replay, "Forward")
        seen.append(replay.text)
    assert ["Move 3 of" in seen[2], "Move 4 of" in seen[3]] == [True, True]
    assert "rolls **4**" in seen[2]
    await room.press(room.ada, replay, "Back")
    assert "Move 3 of" in replay.text


async def test_what_was_drawn_is_told_as_the_move_of_nobody(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben, map="together")
    await room.play_stored(board.match, random.Random(1), 3)
    match = await room.match(board)
    await room.service.apply(match.id, agreements.ask, room.ada.id, Asked.DRAWN, match.moment)
    match = await room.match(board)
    assert match.question is not None
    await room.service.apply(match.id, agreements.agree, room.ben.id, Asked.DRAWN, match.moment)
    match = await room.match(board)
    drawn = match.ply
    assert states(room.service, match)[-1].facts()["phase"] == "spawns"
    private = await asked(room, "board", match=match.id, private=True)
    assert "placed" not in private.message.text
    await room.play_stored(match.id, random.Random(1), drawn + 2)
    replay = (await asked(room, "replay", match=match.id, move=drawn)).message
    assert "placed" not in replay.text
    told = next(label for label in moves_listed(replay) if label.startswith(f"{drawn} · "))
    assert told.startswith(f"{drawn} · drawn by lot: ")
