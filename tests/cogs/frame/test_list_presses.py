"""What buttons below lists carry, and what is read of it when they are pressed."""

from __future__ import annotations

import pytest

from cogs.frame.press import Action
from cogs.people.list_presses import PlayerPress


@pytest.mark.parametrize(("player", "read"), [(1, True), (2**63 - 1, True), (2**63, False)])
def test_a_number_that_does_not_fit_the_database_is_no_player(player: int, *, read: bool) -> None:
    press = PlayerPress(Action.HISTORY, "prowler", player)
    assert PlayerPress.read(str(press)) == (press if read else None)
