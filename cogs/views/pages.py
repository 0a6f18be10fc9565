"""How lists and pictures turn their pages."""

from __future__ import annotations

from collections.abc import Callable

from cogs.frame.layout import Button
from cogs.presses.addresses import PAGE
from prowlerbot.core.i18n import tr


def page_of(wanted: int, count: int, size: int) -> tuple[int, int]:
    """The nearest existing page, from 0, and the number of pages."""
    pages = max(1, -(-count // size))
    return min(wanted, pages - 1), pages


def page_rows(press: Callable[[int, str], object], page: int, pages: int) -> list[list[Button]]:
    """The row that turns pages, if there is more than one; ``press`` makes the press for a page,
    with the emoji of the button.
    """
    if pages == 1:
        return []

    def turn(label: str, emoji: str, to: int) -> Button:
        there = 0 <= to < pages
        custom_id = str(press(to if there else page, emoji))
        return Button(label, custom_id, emoji=emoji, disabled=not there)

    here = Button(tr("Page {page} of {pages}", page=page + 1, pages=pages), PAGE, disabled=True)
    return [[turn(tr("Previous"), "◀️", page - 1), here, turn(tr("Next"), "▶️", page + 1)]]
