"""The signs of the game in texts and on buttons; see ``cogs.frame.emoji``."""

from __future__ import annotations

from prowlerbot.games.landgrab.map import Building
from prowlerbot.games.landgrab.setup import COLOURS, Setup

_COLOURS = dict(zip(COLOURS, ("🔴", "🔵", "🟢", "🟡"), strict=True))
SMALL, LARGE = "🏠", "🏰"
HEART, FIGHT, DIE, AROUND = "♥", "⚔️", "🎲", "🔄"


def colour_mark(letter: str) -> str:
    return _COLOURS[letter]


def seat_mark(setup: Setup, seat: int) -> str:
    return colour_mark(setup.colours[seat - 1])


def building_mark(each: Building) -> str:
    return LARGE if each.is_large else SMALL


def hearts(lives: int) -> str:
    """The lives that are left, as the picture has them."""
    return HEART * lives
