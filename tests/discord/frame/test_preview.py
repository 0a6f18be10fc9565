"""What the preview changes about SimCord's page."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
import simcord
import simcord.preview
from _pytest.mark import ParameterSet
from simcord.preview import _action_plans, _component_projection
from simcord.preview._server import PreviewServer

from preview import _CLOCK_PATCHES, _PAGE_PATCHES, key_by_custom_id, renew_press
from prowlerbot.core.i18n import LANGUAGES
from prowlerbot.match.preferences import Theme
from tests.discord.message import Message
from tests.walk.scenes import NEWCOMERS, SCENES, Scene, animations
from tests.walk.stage import staged
from tests.workers.here import Here


def test_a_menu_is_told_apart_by_its_custom_id_and_a_button_by_its_place() -> None:
    shown = key_by_custom_id(_component_projection._control_key)
    pressed = key_by_custom_id(_action_plans._component_key)

    def both(component: dict[str, Any], path: str = "0.components.1") -> tuple[str | None, ...]:
        return shown("message:7", component, path), pressed(component, path, 7)

    menu = {"type": 3, "id": 4, "options": []}
    first, later = ({**menu, "custom_id": f"r:abcdefgh:{at}"} for at in (1, 2))
    assert both(first) == ("message:7:component:r:abcdefgh:1",) * 2
    assert both(first) == both(first, "0.components.2")
    assert both(first) != both(later)
    assert both({"type": 2, "id": 4, "custom_id": "r:abcdefgh:1"}) == ("message:7:component:4",) * 2
    assert both({"type": 1, "components": []}) == (None, None)


@pytest.mark.parametrize(("path", "mend"), (_PAGE_PATCHES | _CLOCK_PATCHES).items())
def test_each_mend_finds_its_place_in_the_file_of_simcord(path: str, mend: tuple[str, str]) -> None:
    file = Path(simcord.preview.__file__).parent / "static" / PreviewServer._STATIC_FILES[path]
    assert file.read_text("utf-8").count(mend[0]) == 1


_BUTTON = {"type": 2, "custom_id": "m:abcdefgh:9", "control_key": "message:7:component:4"}
_SHOWN = {"messages": {"7": {"components": [{"type": 1, "components": [_BUTTON]}]}}}


@pytest.mark.parametrize(
    ("done", "counts_as"),
    [
        ({"kind": "run_command"}, {"kind": "run_command", "published_revision": 5}),
        (
            {"pressed": "m:abcdefgh:9", "target_id": "7", "control_key": "message:7:component:1"},
            {
                "pressed": "m:abcdefgh:9",
                "target_id": "7",
                "control_key": "message:7:component:4",
                "published_revision": 5,
            },
        ),
        (gone := {"pressed": "m:abcdefgh:8", "target_id": "7", "control_key": "message:7:4"}, gone),
        (unknown := {"pressed": "m:abcdefgh:9", "target_id": "8"}, unknown),
    ],
)
def test_a_press_on_a_page_that_was_shown_anew_counts_while_the_button_is_there(
    done: dict[str, Any], counts_as: dict[str, Any]
) -> None:
    body = dict(done)
    renew_press(SimpleNamespace(revision=5, snapshot=_SHOWN), body)
    assert body == counts_as


THEMES: tuple[Theme, ...] = get_args(Theme)
QUICK = [scene for scene in SCENES if scene is not animations]
"""An animation takes its time, and has tests of its own."""
pytestmark = [pytest.mark.full, pytest.mark.long]


@pytest.fixture(autouse=True)
def films_are_drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their process leaves the processor to all others, which on a busy machine is for ever."""
    monkeypatch.setattr("cogs.replays.long_jobs.Worker", Here)


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
