"""Buttons that belong to no match and may stand below any message: to other games, to lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import discord

from cogs.contract.face import Face
from cogs.frame.layout import Button
from cogs.presses.addresses import HubPress, TeachPress
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Level, Match

_LEVELS: tuple[Level, ...] = get_args(Level)


def play_now_button(game: str, *, first: bool = True, alone: bool = False) -> Button:
    """Begins a match of a game against the easy machine, or ``alone`` where it does not play;
    ``first`` makes it the main button.
    """
    style = discord.ButtonStyle.success if first else discord.ButtonStyle.secondary
    label = tr("Play alone") if alone else tr("Play the machine")
    return Button(label, str(HubPress("now", game)), style)


def level_buttons(match: Match, press: Callable[[Level], object]) -> list[Button]:
    """Another match like this one, against an easier or a harder machine, if a person played alone
    against machines of one level; ``press`` makes the press for a level.
    """
    machines = [each for each in match.players if each.is_machine]
    levels = {each.level for each in machines if each.level is not None}
    replaced = any(each.is_substitute for each in machines)
    if len(match.people) != 1 or len(levels) != 1 or replaced or match.terms.day:
        return []
    (level,) = levels
    at = _LEVELS.index(level)
    below, above = _LEVELS[:at][-1:], _LEVELS[at + 1 :][:1]
    return [
        *(Button(tr("Easier"), str(press(level))) for level in below),
        *(Button(tr("Harder"), str(press(level))) for level in above),
    ]


def level_named(name: str) -> Level | None:
    return next((level for level in _LEVELS if level == name), None)


def another_game_button() -> Button:
    """Shows all games to the presser."""
    return Button(tr("Another game"), str(HubPress("open")))


def tutorial_buttons(face: Face) -> list[Button]:
    """The way to the lessons, if the game has any."""
    if not face.lessons:
        return []
    return [Button(label=tr("Tutorial"), emoji="🎓", custom_id=str(TeachPress(face.key)))]
