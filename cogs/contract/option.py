"""An option of a slash command that a game brings along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Option:
    """An option that takes a text, or another ``kind`` of thing that discord.py knows; with
    ``choices`` (what is read, what is sent) only one of them.

    All texts are in English, as they stand in the catalogues.
    """

    name: str
    description: str
    choices: tuple[tuple[str, str], ...] = ()
    required: bool = False
    kind: Any = str
