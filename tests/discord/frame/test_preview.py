"""What the preview changes about SimCord's page."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import simcord.preview
from simcord.preview import _action_plans, _component_projection
from simcord.preview._server import PreviewServer

from preview import _MENDS, _TICKING, by_address, press_anew


def test_a_menu_is_told_apart_by_its_custom_id_and_a_button_by_its_place() -> None:
    shown = by_address(_component_projection._control_key)
    pressed = by_address(_action_plans._component_key)

    def both(component: dict[str, Any], path: str = "0.components.1") -> tuple[str | None, ...]:
        return shown("message:7", component, path), pressed(component, path, 7)

    first, later = (
        {"type": 3, "id": 4, "custom_id": f"r:abcdefgh:{at}", "options": []} for at in (1, 2)
    )
    assert both(first) == ("message:7:component:r:abcdefgh:1",) * 2
    assert both(first) == both(first, "0.components.2")
    assert both(first) != both(later)
    button = {"type": 2, "id": 4, "custom_id": "r:abcdefgh:1"}
    assert both(button) == ("message:7:component:4",) * 2
    assert both({"type": 1, "components": []}) == (None, None)


@pytest.mark.parametrize(("path", "mend"), (_MENDS | _TICKING).items())
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
        (
            gone := {"pressed": "m:abcdefgh:8", "target_id": "7", "control_key": "message:7:4"},
            gone,
        ),
        (unknown := {"pressed": "m:abcdefgh:9", "target_id": "8"}, unknown),
    ],
)
def test_a_press_on_a_page_that_was_shown_anew_counts_while_the_button_is_there(
    done: dict[str, Any], counts_as: dict[str, Any]
) -> None:
    body = dict(done)
    press_anew(SimpleNamespace(revision=5, snapshot=_SHOWN), body)
    assert body == counts_as
