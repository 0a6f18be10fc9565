"""Buttons of competitions: each carries the competition and what it asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord

from cogs.frame.layout import Button
from cogs.presses.addresses import PAGE, CompetitionPress, OfCompetition
from prowlerbot.core.i18n import tr

_STYLES: Mapping[OfCompetition, discord.ButtonStyle] = {
    "join": discord.ButtonStyle.success,
    "checkin": discord.ButtonStyle.primary,
    "leave!": discord.ButtonStyle.danger,
    "mine": discord.ButtonStyle.primary,
    "challenge": discord.ButtonStyle.success,
    "endladder": discord.ButtonStyle.danger,
    "end!": discord.ButtonStyle.danger,
    "endround!": discord.ButtonStyle.danger,
    "remove!": discord.ButtonStyle.danger,
}


def competition_button(label: str, press: CompetitionPress, *, disabled: bool = False) -> Button:
    style = _STYLES.get(press.way, discord.ButtonStyle.secondary)
    return Button(label, str(press), style, disabled=disabled)


def pages_row(press: CompetitionPress, pages: int) -> list[list[Button]]:
    """The row that turns pages, if there is more than one; ``press`` is that of the shown one."""

    def turned(to: int, place: str) -> CompetitionPress:
        return CompetitionPress(press.way, press.competition, press.number, to, place)

    return _pages_row(turned, press.page, pages)


def picture_pages_row(
    competition: str, way: OfCompetition, page: int, pages: int
) -> list[list[Button]]:
    """The same for pictures, whose presses carry the number of the page from 1."""

    def turned(to: int, place: str) -> CompetitionPress:
        return CompetitionPress(way, competition, to + 1, place=place)

    return _pages_row(turned, page, pages)


def _pages_row(
    turned: Callable[[int, str], CompetitionPress], page: int, pages: int
) -> list[list[Button]]:
    if pages == 1:
        return []

    def turn(label: str, emoji: str, to: int) -> Button:
        there = 0 <= to < pages
        custom_id = str(turned(to if there else 0, emoji))
        return Button(label, custom_id, emoji=emoji, disabled=not there)

    here = Button(tr("Page {page} of {pages}", page=page + 1, pages=pages), PAGE, disabled=True)
    earlier, later = tr("Previous"), tr("Next")
    return [[turn(earlier, "◀️", page - 1), here, turn(later, "▶️", page + 1)]]
