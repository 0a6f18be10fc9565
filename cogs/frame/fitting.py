"""Lists of lines cut to what a message has room for, whatever names and links they hold."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.contract.screen import TEXT_LIMIT
from prowlerbot.core.i18n import tr

_RESERVED = 100
"""For the line that counts the others."""


def first_lines(lines: Sequence[str], most: int, *around: str) -> list[str]:
    """The first lines, at most so many, that fit into a message with the texts ``around`` them; the
    last line counts the others.
    """
    shown = _fitting(lines[:most], _room(around))
    if len(shown) < len(lines):
        return [*shown, f"-# {tr('… and {count} more.', count=len(lines) - len(shown))}"]
    return shown


def pages_of(lines: Sequence[str], most: int, *around: str) -> list[list[str]]:
    """The lines by pages, each with at most so many, that fit into a message in the same way."""
    room = _room(around)
    pages: list[list[str]] = []
    rest = list(lines)
    while rest:
        page = _fitting(rest[:most], room) or rest[:1]
        pages.append(page)
        rest = rest[len(page) :]
    return pages or [[]]


def _room(around: Sequence[str]) -> int:
    """The characters that a message has beside these texts."""
    return TEXT_LIMIT - _RESERVED - sum(len(text) + 1 for text in around)


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    shown: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        shown.append(line)
    return shown
