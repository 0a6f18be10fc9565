"""The scenes of ``make screens`` can be played, and show each message to whom it is for."""

from __future__ import annotations

from itertools import cycle

import pytest
import simcord

from prowlerbot.core.i18n import LANGUAGES, Language
from tests.discord.message import Message
from tests.walk.scenes import SCENES, Scene, animations
from tests.walk.stage import staged

QUICK = [scene for scene in SCENES if scene is not animations]
"""An animation takes its time, and has tests of its own."""


@pytest.mark.parametrize(
    ("scene", "language"),
    list(zip(QUICK, cycle(LANGUAGES), strict=False)),
    ids=lambda each: getattr(each, "__name__", each),
)
async def test_a_scene_shows_messages_that_are_there_to_be_seen(
    scene: Scene, language: Language
) -> None:
    shown: set[str] = set()

    async def look(name: str, viewer: simcord.MemberActor, messages: tuple[Message, ...]) -> None:
        assert name not in shown
        shown.add(name)
        for message in messages:
            assert message.text
            assert message.stored.visible_to(viewer.id)

    async with staged(language) as stage:
        await stage.open(look)
        await scene(stage)
    assert shown
