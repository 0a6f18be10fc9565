"""What the preview changes about SimCord's page."""

from __future__ import annotations

from typing import Any

from simcord.preview import _action_plans, _component_projection

from preview import by_address


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
