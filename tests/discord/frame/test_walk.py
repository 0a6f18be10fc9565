"""The scenes of ``make screens`` run, and show each message to a player who can see it."""

from __future__ import annotations

from itertools import cycle

import pytest
import simcord
from _pytest.mark import ParameterSet

from prowlerbot.core.i18n import LANGUAGES, Language
from tests.discord.message import Message
from tests.walk.scenes import NEWCOMERS, SCENES, Scene, animations
from tests.walk.stage import staged

QUICK = [scene for scene in SCENES if scene is not animations]
"""An animation takes its time, and has tests of its own."""


def _played(scene: Scene, language: Language) -> ParameterSet:
    marks = [pytest.mark.newcomers] if scene in NEWCOMERS else []
    return pytest.param(scene, language, marks=marks, id=f"{scene.__name__}-{language}")


@pytest.mark.parametrize(("scene", "language"), list(map(_played, QUICK, cycle(LANGUAGES))))
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
