"""Buttons of competitions: each carries the competition and what it asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import discord

from cogs.frame.layout import Button
from cogs.frame.press import read_number
from prowlerbot.core.i18n import tr

COMPETITION = "comp"
"""The prefix of the custom_ids of all buttons of competitions."""
_HIGHEST = 10_000
"""A number that no button needs, of rounds and pages."""


class Way(StrEnum):
    """The values are in messages already sent, so they stay."""

    JOIN = "join"
    LEAVE = "leave"
    LEAVE_SURELY = "leave!"
    CHECK_IN = "checkin"
    MINE = "mine"
    STANDINGS = "standings"
    TABLE = "table"
    PAIRINGS = "pairings"
    RULES = "rules"
    RECORD = "record"
    CHALLENGE = "challenge"
    CHALLENGED = "challenge!"
    HOLIDAY = "holiday"
    ON_HOLIDAY = "holiday!"
    END_LADDER = "endladder"
    END = "end!"
    END_ROUND = "endround!"
    REMOVE = "remove!"


@dataclass(frozen=True, slots=True)
class CompetitionPress:
    """``number`` is a round, ``page`` counts from 0. ``place`` names the message that has the
    button, so that the bot finds that message again; of a question about a player it is their id.
    """

    way: Way
    competition: str
    number: int = 0
    page: int = 0
    place: str = ""

    def __str__(self) -> str:
        numbers = f"{self.number}.{self.page}"
        return f"{COMPETITION}:{self.way}:{self.competition}:{numbers}:{self.place}"

    @classmethod
    def read(cls, custom_id: str) -> CompetitionPress | None:
        match custom_id.split(":"):
            case [_, way, competition, numbers, place] if way in set(Way):
                first, _, second = numbers.partition(".")
                number, page = read_number(first), read_number(second)
                if number is not None and page is not None and max(number, page) < _HIGHEST:
                    return cls(Way(way), competition, number, page, place)
        return None


_STYLES = {
    Way.JOIN: discord.ButtonStyle.success,
    Way.CHECK_IN: discord.ButtonStyle.primary,
    Way.LEAVE_SURELY: discord.ButtonStyle.danger,
    Way.MINE: discord.ButtonStyle.primary,
    Way.CHALLENGE: discord.ButtonStyle.success,
    Way.END_LADDER: discord.ButtonStyle.danger,
    Way.END: discord.ButtonStyle.danger,
    Way.END_ROUND: discord.ButtonStyle.danger,
    Way.REMOVE: discord.ButtonStyle.danger,
}


def competition_button(label: str, press: CompetitionPress, *, disabled: bool = False) -> Button:
    style = _STYLES.get(press.way, discord.ButtonStyle.secondary)
    return Button(label, str(press), style, disabled=disabled)


def pages_row(press: CompetitionPress, pages: int) -> list[list[Button]]:
    """The row that turns pages, if there is more than one; ``press`` is that of the shown one."""

    def turned(to: int, place: str) -> CompetitionPress:
        return CompetitionPress(press.way, press.competition, press.number, to, place)

    return _pages_row(turned, press.page, pages)


def picture_pages_row(competition: str, way: Way, page: int, pages: int) -> list[list[Button]]:
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

    here = Button(tr("Page {page} of {pages}", page=page + 1, pages=pages), "page", disabled=True)
    earlier, later = tr("Previous"), tr("Next")
    return [[turn(earlier, "◀️", page - 1), here, turn(later, "▶️", page + 1)]]
