"""The custom_ids of the tutorial's buttons are read back as they were written."""

from __future__ import annotations

import pytest

from cogs.life.tutorial import Page


@pytest.mark.parametrize(
    "page",
    [
        Page("prowler", 0),
        Page("prowler", 5, ("9", "16>M")),
        Page("prowler", 2, (), "14"),
        Page("landgrab", 3, ("c:F6", "a:2")),
        Page("landgrab", 1, ("F5",), "around"),
        Page("landgrab", 1, ("c:F6",), "c:F6"),
    ],
    ids=str,
)
def test_a_page_is_read_as_it_was_written_though_moves_may_have_colons(page: Page) -> None:
    assert Page.read(str(page)) == page
    assert len(str(page)) <= 100, "Discord's limit"


@pytest.mark.parametrize(
    "custom_id",
    ["", "lesson", "lesson:prowler:1", "lesson:prowler:1:-", "lesson:prowler:x:-:?", "m:1:2:3:?"],
)
def test_anything_else_is_no_page(custom_id: str) -> None:
    assert Page.read(custom_id) is None
