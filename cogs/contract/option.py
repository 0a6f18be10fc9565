"""An option of a slash command that a game adds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Option:
    """An option for a text, or for another ``kind`` of value that discord.py knows; ``choices``
    (label, value) restrict it to a list.

    All texts are in English, as in the catalogues.
    """

    name: str
    description: str
    choices: tuple[tuple[str, str], ...] = ()
    required: bool = False
    kind: Any = str
