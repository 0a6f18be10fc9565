"""The scenes of ``make screens`` run, and show each message to a player who can see it."""

from __future__ import annotations

from typing import get_args

import pytest
import simcord
from _pytest.mark import ParameterSet

from prowlerbot.core.i18n import LANGUAGES
from prowlerbot.match.preferences import Theme
from tests.discord.message import Message
from tests.walk.scenes import NEWCOMERS, SCENES, Scene, animations
from tests.walk.stage import staged
from tests.workers.here import Here

THEMES: tuple[Theme, ...] = get_args(Theme)
QUICK = [scene for scene in SCENES if scene is not animations]
"""An animation takes its time, and has tests of its own."""

pytestmark = [pytest.mark.full, pytest.mark.long]


@pytest.fixture(autouse=True)
def films_are_drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their process leaves the processor to all others, which on a busy machine is for ever."""
    monkeypatch.setattr("cogs.replays.animation_commands.Worker", Here)


def _played(scene: Scene) -> ParameterSet:
    marks = [pytest.mark.newcomers] if scene in NEWCOMERS else []
    return pytest.param(scene, marks=marks, id=scene.__name__)


@pytest.mark.parametrize("scene", [*map(_played, QUICK)])
async def test_a_scene_shows_messages_that_are_there_to_be_seen(scene: Scene) -> None:
    """In every language, in themes that take turns: all pairs of both have their scenes."""
    for turn, language in enumerate(LANGUAGES, QUICK.index(scene)):
        shown: set[str] = set()

        async def look(
            name: str,
            viewer: simcord.MemberActor,
            messages: tuple[Message, ...],
            place: tuple[set[str], str] = (shown, language),
        ) -> None:
            before, spoken = place
            assert name not in before
            before.add(name)
            for message in messages:
                assert message.text, (name, spoken)
                assert message.stored.visible_to(viewer.id), (name, spoken)

        async with staged(language, THEMES[turn % len(THEMES)]) as stage:
            await stage.open(look)
            await scene(stage)
        assert shown, language
