"""Buttons of the search for somebody to play with; they carry the question they answer."""

from __future__ import annotations

import discord

from cogs.frame.layout import Button
from cogs.presses.addresses import FindPress
from prowlerbot.core.i18n import tr


def find_button() -> Button:
    """Looks for somebody to play with, or shows how that stands."""
    return Button(tr("Find somebody"), str(FindPress("open")))


def change_button() -> Button:
    return Button(tr("Change"), str(FindPress("change")))


def stop_button() -> Button:
    return Button(tr("Stop looking"), str(FindPress("stop")))


def answer_buttons(proposal: str) -> list[Button]:
    yes, no = str(FindPress("yes", proposal)), str(FindPress("no", proposal))
    return [Button(tr("Yes, play"), yes, discord.ButtonStyle.success), Button(tr("No"), no)]
