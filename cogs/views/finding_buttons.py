"""Buttons of the search for somebody to play with; they carry the question they answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import discord

from cogs.frame.layout import Button
from prowlerbot.core.i18n import tr

FIND = "find"
"""The prefix of the custom_ids of the search: its buttons and its form."""


class Way(StrEnum):
    """The values are in messages already sent, so they stay."""

    OPEN = "open"
    CHANGE = "change"
    SUBMIT = "submit"
    STOP = "stop"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class FindPress:
    """``proposal`` is the id of the question that is answered."""

    way: Way
    proposal: str = ""

    def __str__(self) -> str:
        return f"{FIND}:{self.way}:{self.proposal}"

    @classmethod
    def read(cls, custom_id: str) -> FindPress | None:
        match custom_id.split(":"):
            case [_, way, proposal] if way in set(Way) and proposal.isascii():
                return cls(Way(way), proposal)
        return None


def find_button() -> Button:
    """Looks for somebody to play with, or shows how that stands."""
    return Button(tr("Find somebody"), str(FindPress(Way.OPEN)))


def change_button() -> Button:
    return Button(tr("Change"), str(FindPress(Way.CHANGE)))


def stop_button() -> Button:
    return Button(tr("Stop looking"), str(FindPress(Way.STOP)))


def answer_buttons(proposal: str) -> list[Button]:
    yes, no = str(FindPress(Way.YES, proposal)), str(FindPress(Way.NO, proposal))
    return [Button(tr("Yes, play"), yes, discord.ButtonStyle.success), Button(tr("No"), no)]
