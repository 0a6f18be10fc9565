"""The text that a button carries is read as it was written, and no other text is read."""

from __future__ import annotations

from cogs.frame.press import Action
from cogs.life.tutorial import Page
from cogs.people.list_presses import PlayerPress
from tests.cases import each_of


@each_of(
    "page",
    [
        Page("prowler", 0),
        Page("prowler", 5, ("9", "16>M")),
        Page("prowler", 2, (), "14"),
        Page("landgrab", 3, ("c:F6", "a:2")),
        Page("landgrab", 1, ("F5",), "around"),
        Page("landgrab", 1, ("c:F6",), "c:F6"),
    ],
)
def test_a_page_is_read_as_it_was_written_though_moves_may_have_colons(page: Page) -> None:
    assert Page.read(str(page)) == page
    assert len(str(page)) <= 100, "Discord's limit"


@each_of(
    "custom_id",
    ["", "lesson", "lesson:prowler:1", "lesson:prowler:1:-", "lesson:prowler:x:-:?", "m:1:2:3:?"],
)
def test_anything_else_is_no_page(custom_id: str) -> None:
    assert Page.read(custom_id) is None


@each_of(("player", "read"), [(1, True), (2**63 - 1, True), (2**63, False)])
def test_a_number_that_does_not_fit_the_database_is_no_player(player: int, *, read: bool) -> None:
    press = PlayerPress(Action.HISTORY, "prowler", player)
    assert PlayerPress.read(str(press)) == (press if read else None)
