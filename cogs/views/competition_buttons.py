"""Buttons of competitions: each carries the competition and what it asks for."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from cogs.frame.layout import Button
from cogs.presses.addresses import CompetitionPress, OfCompetition

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


def competition_button(label: str, press: CompetitionPress) -> Button:
    return Button(label, str(press), _STYLES.get(press.way, discord.ButtonStyle.secondary))
