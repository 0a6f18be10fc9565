"""What is drawn before a change is stored is shown only if that is what came true."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from cogs.board.foreseen import Foreseen
from cogs.frame.layout import Content, layout
from prowlerbot.match.match import Match, Phase, machine
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.storage.scenes import Scene
from tests.persistence.matches import begun, played


def scene(match: Match) -> Scene:
    return Scene(match, None, (PlayerChoices(), PlayerChoices()), ServerChoices(), (), (2, 2))


class Drawn:
    """Draws as soon as it is let, and notes what for."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.let = asyncio.Event()
        self.cancelled = 0

    async def __call__(self, foreseen: Scene) -> Content:
        self.scenes.append(foreseen)
        try:
            await self.let.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return Content(layout(f"{foreseen.match.ply} plays"))


async def test_what_was_foreseen_is_drawn_once_and_shown() -> None:
    drawn = Drawn()
    with Foreseen(drawn, scene(begun())) as foreseen:
        foreseen.begin(played(1))
        await asyncio.sleep(0)
        assert [each.match for each in drawn.scenes] == [played(1)], "nobody has asked for it yet"
        drawn.let.set()
        assert await foreseen.content(scene(played(1))) is not None
        assert len(drawn.scenes) == 1


@pytest.mark.parametrize(
    "other",
    [
        scene(played(2)),
        replace(scene(played(1)), server=ServerChoices(theme="day")),
        replace(scene(played(1)), choices=(PlayerChoices(language="de"), PlayerChoices())),
    ],
)
async def test_what_came_otherwise_is_not_shown_and_the_drawing_given_up(other: Scene) -> None:
    drawn = Drawn()
    with Foreseen(drawn, scene(begun())) as foreseen:
        foreseen.begin(played(1))
        await asyncio.sleep(0)
        assert await foreseen.content(other) is None
    await asyncio.sleep(0)
    assert drawn.cancelled == 1


async def test_a_second_try_to_store_is_foreseen_anew() -> None:
    drawn = Drawn()
    with Foreseen(drawn, scene(begun())) as foreseen:
        foreseen.begin(played(1))
        await asyncio.sleep(0)
        foreseen.begin(played(2))
        await asyncio.sleep(0)
        drawn.let.set()
        assert await foreseen.content(scene(played(1))) is None
        assert await foreseen.content(scene(played(2))) is not None
    assert drawn.cancelled == 1


async def test_a_drawing_that_fails_unasked_for_is_told_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails(_: Scene) -> Content:
        raise RuntimeError("no ink")

    with Foreseen(fails, scene(begun())) as foreseen:
        foreseen.begin(played(1))
        await asyncio.sleep(0)
    with Foreseen(fails, scene(begun())) as foreseen:
        foreseen.begin(played(1))
        with pytest.raises(RuntimeError, match="no ink"):
            await foreseen.content(scene(played(1)))
    assert caplog.records == []


@pytest.mark.parametrize(
    "match",
    [
        replace(played(1), phase=Phase.OVER),
        replace(played(1), players=(played(1).players[0], machine("easy"))),
        begun(),
    ],
    ids=["over", "with the machine", "nothing that all see"],
)
async def test_what_takes_more_than_the_match_to_tell_is_not_foreseen(match: Match) -> None:
    drawn = Drawn()
    with Foreseen(drawn, scene(begun())) as foreseen:
        foreseen.begin(match)
        await asyncio.sleep(0)
        assert await foreseen.content(scene(match)) is None
    assert drawn.scenes == []
