"""Buttons of the day's challenge: each carries the game and the day that it is about."""

from __future__ import annotations

import discord

from cogs.frame.layout import Button, Item
from cogs.presses.addresses import DailyPress, OfDay
from cogs.views.match_views import button, replay_button
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.timeline import Timeline


def daily_button() -> Button:
    """Shows today's challenges to the presser."""
    return Button(tr("Daily challenge"), str(DailyPress("open")))


def play_button(game: str, day: int, label: str, way: OfDay = "play") -> Button:
    for_fun = way == "fun"
    style = discord.ButtonStyle.secondary if for_fun else discord.ButtonStyle.success
    return Button(label, str(DailyPress(way, game, day)), style)


def result_button(game: str, day: int) -> Button:
    return Button(tr("Result"), str(DailyPress("result", game, day)), discord.ButtonStyle.primary)


def try_row(match: Match, known: Timeline) -> list[Item]:
    """The last row of a try, which only its player sees."""
    menu = button("menu", match, tr("Menu"))
    if match.phase is not Phase.OVER:
        return [menu]
    return [result_button(match.game, match.terms.day), replay_button(match, known), menu]
