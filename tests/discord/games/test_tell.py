"""A game for three that move at the same time: its tutorial, and what its record tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cogs.games.landgrab.lessons import LESSONS
from prowlerbot.core.game import View
from tests.discord.room import Room
from tests.games.tell import HIDDEN, Tell, TellGame
from tests.games.tell_face import MANIFEST, Seen, TellFace

pytestmark = [pytest.mark.tell, pytest.mark.newcomers]
LESSON = replace(  # with texts that the catalogues have
    LESSONS[1],
    setup="tell-7",
    moves=(),
    seats=3,
    replies=("1",),
    chance=("2",),
    goal=lambda _, now: now.points[0] == 1,
    spoilt=None,
    turns=1,
)


class Teacher(TellFace):
    """Its news name everybody."""

    def news(self, views: Sequence[Seen], names: Sequence[str]) -> str:
        return f"{super().news(views, names)} for {', '.join(names)}"


async def test_a_lesson_for_three_names_both_rivals_who_move_at_the_same_time(room: Room) -> None:
    face = Teacher(TellGame(), [LESSON])
    room.bench.manifests = {**room.bench.manifests, "tell": replace(MANIFEST, face=face)}
    await room.restart()
    begun = await room.command(room.ada, "challenge", group="tell", machine="easy")
    assert "Or begin with the tutorial: small tasks." in begun.told
    task = (await room.command(room.ada, "tutorial", group="tell")).message
    assert "Still to hide a number" not in task.text
    await room.press(room.ada, task, "1")
    assert "❌" in task.text
    await room.press(room.ada, task, "Try again")
    await room.press(room.ada, task, "2")
    assert "Round 1: 2, 1, 1. Points: 1 0 0 for Ada, Rival 1, Rival 2" in task.text
    assert "✅" in task.text


async def test_a_record_is_open_at_the_end_if_it_tells_what_was_dealt_in_secret(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, see = await room.begin_tell(), Tell.view

    def view(position: Tell, viewer: int | None) -> View[Tell]:
        seen = see(position, viewer).seen
        return View(seen if seen.over else replace(seen, points=(HIDDEN,) * 3), viewer)

    monkeypatch.setattr(Tell, "view", view)
    asked: list[tuple[str, dict[str, int]]] = [("record", {}), ("branch", {"move": 0})]
    for command, more in asked:
        refused = await room.command(room.ada, command, group="tell", match=board.match, **more)
        assert "its record holds secrets until it is over" in refused.told, command
    for _ in range(2):
        for player in (room.ada, room.ben, room.cleo):
            await room.press(player, board, "1")
    told = await room.command(room.ada, "record", group="tell", match=board.match)
    assert "The record of" in told.told
