"""A message drawn before its change is stored is shown only if that change was stored."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from cogs.board.match_message import EarlyDrawing
from cogs.frame.layout import Content, layout
from prowlerbot.match.match import Match, Phase, machine
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.storage.scenes import Scene
from tests.cases import each_of
from tests.persistence.matches import begun, played


def scene(match: Match) -> Scene:
    return Scene(match, None, (PlayerChoices(), PlayerChoices()), ServerChoices(), (), (2, 2))


class Drawn:
    """Draws as soon as it is let, and notes what for."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.let = asyncio.Event()
        self.cancelled = 0

    async def __call__(self, expected: Scene) -> Content:
        self.scenes.append(expected)
        try:
            await self.let.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return Content(layout(f"{expected.match.ply} plays"))


async def test_a_message_drawn_early_is_drawn_once_and_shown() -> None:
    drawn = Drawn()
    with EarlyDrawing(drawn, scene(begun())) as early:
        early.begin(played(1))
        await asyncio.sleep(0)
        assert [each.match for each in drawn.scenes] == [played(1)], "nobody has asked for it yet"
        drawn.let.set()
        assert await early.content(scene(played(1))) is not None
        assert len(drawn.scenes) == 1


@each_of(
    "other",
    [
        scene(played(2)),
        replace(scene(played(1)), server=ServerChoices(theme="day")),
        replace(scene(played(1)), choices=(PlayerChoices(language="de"), PlayerChoices())),
    ],
)
async def test_a_drawing_of_another_scene_is_cancelled_and_not_shown(other: Scene) -> None:
    drawn = Drawn()
    with EarlyDrawing(drawn, scene(begun())) as early:
        early.begin(played(1))
        await asyncio.sleep(0)
        assert await early.content(other) is None
    await asyncio.sleep(0)
    assert drawn.cancelled == 1


async def test_a_second_try_to_store_is_drawn_anew() -> None:
    drawn = Drawn()
    with EarlyDrawing(drawn, scene(begun())) as early:
        early.begin(played(1))
        await asyncio.sleep(0)
        early.begin(played(2))
        await asyncio.sleep(0)
        drawn.let.set()
        assert await early.content(scene(played(1))) is None
        assert await early.content(scene(played(2))) is not None
    assert drawn.cancelled == 1


async def test_a_drawing_that_fails_unasked_for_is_told_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails(_: Scene) -> Content:
        raise RuntimeError("no ink")

    with EarlyDrawing(fails, scene(begun())) as early:
        early.begin(played(1))
        await asyncio.sleep(0)
    with EarlyDrawing(fails, scene(begun())) as early:
        early.begin(played(1))
        with pytest.raises(RuntimeError, match="no ink"):
            await early.content(scene(played(1)))
    assert caplog.records == []


@each_of(
    "match",
    [
        replace(played(1), phase=Phase.OVER),
        replace(played(1), players=(played(1).players[0], machine("easy"))),
        begun(),
    ],
)
async def test_a_message_that_shows_more_than_the_match_is_not_drawn_early(match: Match) -> None:
    drawn = Drawn()
    with EarlyDrawing(drawn, scene(begun())) as early:
        early.begin(match)
        await asyncio.sleep(0)
        assert await early.content(scene(match)) is None
    assert drawn.scenes == []
