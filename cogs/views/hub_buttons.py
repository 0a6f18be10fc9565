"""Buttons that belong to no match and may stand below any message: to other games, to lessons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import discord

from cogs.contract.face import Face
from cogs.frame.layout import Button
from cogs.frame.press import read_number
from prowlerbot.core.i18n import tr

HUB = "hub"
"""The prefix of the custom_ids of all buttons to another match."""
PUZZLES = "puzzles"
"""The prefix of the custom_id of a button that opens a puzzle in private."""
TEACH = "teach"
"""The prefix of the custom_id of a button that opens the lessons of a game."""


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


@dataclass(frozen=True, slots=True)
class HubPress:
    """``subject`` is the key of a game; to play again, the id of a match; to play with a user, the
    key and the user's id.
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

    @property
    def rival(self) -> int | None:
        """The user to play with."""
        user = read_number(self.subject.partition("@")[2])
        return user if user is not None and user < _ID_LIMIT else None

    @property
    def game(self) -> str:
        return self.subject.partition("@")[0]


def play_now_button(game: str, *, first: bool = True) -> Button:
    """Begins a match of a game against the easy machine; ``first`` makes it the main button."""
    style = discord.ButtonStyle.success if first else discord.ButtonStyle.secondary
    return Button(tr("Play now"), str(HubPress(Way.NOW, game)), style)


def another_game_button() -> Button:
    """Shows all games to the presser."""
    return Button(tr("Another game"), str(HubPress(Way.OPEN)))


def tutorial_buttons(face: Face) -> list[Button]:
    """The way to the lessons, if the game has any."""
    if not face.lessons:
        return []
    return [Button(label=tr("Tutorial"), emoji="🎓", custom_id=f"{TEACH}:{face.key}")]


def puzzle_button() -> Button:
    """Opens a puzzle of the game that the presser played last."""
    return Button(tr("Puzzle"), f"{PUZZLES}:")


def taught_game(custom_id: str) -> str | None:
    """The game whose lessons a button opens."""
    return custom_id.partition(":")[2] or None
