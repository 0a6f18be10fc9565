"""Buttons that belong to no match and may stand below any message: to other games, to lessons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import get_args

import discord

from cogs.contract.face import Face
from cogs.frame.layout import Button
from cogs.frame.press import read_number
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Level, Match

HUB = "hub"
"""The prefix of the custom_ids of all buttons to another match."""
PUZZLES = "puzzles"
"""The prefix of the custom_id of a button that opens a puzzle in private."""
TEACH = "teach"
"""The prefix of the custom_id of a button that opens the lessons of a game."""


_LEVELS: tuple[Level, ...] = get_args(Level)
_ID_LIMIT = 2**63
"""The first id too large for Discord and the database."""


class Way(StrEnum):
    """The values are in messages already sent, so they stay."""

    OPEN = "open"
    NOW = "now"
    ASK = "ask"
    ASKED = "asked"
    ANYBODY = "anybody"
    AGAIN = "again"
    WITH = "with"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class HubPress:
    """``subject`` is the key of a game; to play again, the id of a match, with the level of the
    machine if it is to be another one; to play with a user, the key and the user's id.
    """

    way: Way
    subject: str = ""

    def __str__(self) -> str:
        return f"{HUB}:{self.way}:{self.subject}"

    @classmethod
    def read(cls, custom_id: str) -> HubPress | None:
        match custom_id.split(":"):
            case [_, way, subject] if way in set(Way):
                return cls(Way(way), subject)
        return None

    @classmethod
    def with_user(cls, game: str, user: int) -> HubPress:
        """The press that challenges a user to a game."""
        return cls(Way.WITH, f"{game}@{user}")

    @classmethod
    def again(cls, match: str, level: Level | None = None) -> HubPress:
        """The press that repeats a match."""
        return cls(Way.AGAIN, f"{match}@{level}" if level else match)

    @property
    def level(self) -> Level | None:
        """The level of the machine in another match like an earlier one."""
        return level_named(self.subject.partition("@")[2])

    @property
    def rival(self) -> int | None:
        """The user to play with."""
        user = read_number(self.subject.partition("@")[2])
        return user if user is not None and user < _ID_LIMIT else None

    @property
    def game(self) -> str:
        return self.subject.partition("@")[0]

    @property
    def match(self) -> str:
        return self.subject.partition("@")[0]


def play_now_button(game: str, *, first: bool = True, alone: bool = False) -> Button:
    """Begins a match of a game against the easy machine, or ``alone`` where it does not play;
    ``first`` makes it the main button.
    """
    style = discord.ButtonStyle.success if first else discord.ButtonStyle.secondary
    label = tr("Play alone") if alone else tr("Play the machine")
    return Button(label, str(HubPress(Way.NOW, game)), style)


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
    return Button(tr("Another game"), str(HubPress(Way.OPEN)))


def tutorial_buttons(face: Face) -> list[Button]:
    """The way to the lessons, if the game has any."""
    if not face.lessons:
        return []
    return [Button(label=tr("Tutorial"), emoji="🎓", custom_id=f"{TEACH}:{face.key}")]


def help_button() -> Button:
    """Tells the presser how the bot is used."""
    return Button(tr("Help"), str(HubPress(Way.HELP)))


def puzzle_button() -> Button:
    """Opens a puzzle of the game that the presser played last."""
    return Button(tr("Puzzles"), f"{PUZZLES}:")


def taught_game(custom_id: str) -> str | None:
    """The game whose lessons a button opens."""
    return custom_id.partition(":")[2] or None
