"""Buttons of the day's challenge: each carries the game and the day that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import discord

from cogs.frame.layout import Button, Item
from cogs.frame.press import Action, read_number
from cogs.views.match_views import button, replay_button
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.timeline import Timeline

DAILY = "day"
"""The prefix of the custom_ids of all buttons of the day's challenge."""
_LATEST = 100_000
"""A day that no button can be about; it keeps numbers within those of a database."""


class Way(StrEnum):
    """The values are in messages already sent, so they stay."""

    OPEN = "open"
    POSTED = "posted"
    """Opens the card too; only the message that announces a day to a server has it."""
    PLAY = "play"
    """Goes on with a try; asks before one that counts."""
    BEGIN = "begin"
    """Begins the try that counts."""
    FUN = "fun"
    """Begins a try that does not count."""
    RESULT = "result"
    POST = "post"
    HERE = "here"
    ALL = "all"
    EARLIER = "earlier"


@dataclass(frozen=True, slots=True)
class DailyPress:
    """``day`` is 0 for today and ``game`` empty for all of them."""

    way: Way
    game: str = ""
    day: int = 0

    def __str__(self) -> str:
        return f"{DAILY}:{self.way}:{self.game}:{self.day}"

    @classmethod
    def read(cls, custom_id: str) -> DailyPress | None:
        match custom_id.split(":"):
            case [_, way, game, written] if way in set(Way):
                day = read_number(written)
                if day is not None and day < _LATEST:
                    return cls(Way(way), game, day)
        return None


def daily_button() -> Button:
    """Shows today's challenges to the presser."""
    return Button(tr("Daily challenge"), str(DailyPress(Way.OPEN)))


def play_button(game: str, day: int, label: str, way: Way = Way.PLAY) -> Button:
    for_fun = way is Way.FUN
    style = discord.ButtonStyle.secondary if for_fun else discord.ButtonStyle.success
    return Button(label, str(DailyPress(way, game, day)), style)


def result_button(game: str, day: int) -> Button:
    return Button(tr("Result"), str(DailyPress(Way.RESULT, game, day)), discord.ButtonStyle.primary)


def try_row(match: Match, known: Timeline) -> list[Item]:
    """The last row of a try, which only its player sees."""
    menu = button(Action.MENU, match, tr("Menu"))
    if match.phase is not Phase.OVER:
        return [menu]
    return [result_button(match.game, match.terms.day), replay_button(match, known), menu]
