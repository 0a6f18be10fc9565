"""The signs of the game in texts and on buttons; see ``cogs.contract.sign``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cogs.contract.sign import Sign
from prowlerbot.core.i18n import mark, trn
from prowlerbot.games.landgrab.map import Building
from prowlerbot.games.landgrab.setup import COLOURS
from prowlerbot.games.landgrab.words import COLOUR_NAMES
from renderer.landgrab import draw_owner, draw_thing


def _thing(
    thing: str, name: str, plain: str, word: str | None, counted: Callable[[int], str] | None = None
) -> Sign:
    return Sign(name, plain, partial(draw_thing, thing), word=word, counted=counted)


def lives(count: int) -> str:
    return trn("{count} life", "{count} lives", count)


_IN_SAFE = {"R": "🟠"}
"""The colours that differ in the colour-blind theme."""
_OWNERS = {
    letter: Sign(
        name,
        plain,
        partial(draw_owner, letter),
        {"safe": _IN_SAFE.get(letter, plain)},
        word=COLOUR_NAMES[letter],
        seat=True,
    )
    for letter, name, plain in zip(
        COLOURS,
        ("red_player", "blue_player", "green_player", "yellow_player"),
        ("🔴", "🔵", "🟢", "🟡"),
        strict=True,
    )
}
"""As in the picture: disc, diamond, triangle and square, in the colours of the theme."""
SMALL = _thing("small", "small_building", "🏠", mark("small"))
LARGE = _thing("large", "large_building", "🏛️", mark("large"))
LIFE = _thing("life", "life", "❤️", None, lives)
DIE = _thing("die", "die", "🎲", "")
SPAWN = _thing("spawn", "spawn", "🚩", mark("spawn"))
TILE = _thing("tile", "map_tile", "🟫", mark("tile"))
FIGHT = _thing("fight", "attack", "⚔️", "")

SIGNS: tuple[Sign, ...] = (*_OWNERS.values(), SMALL, LARGE, LIFE, DIE, SPAWN, TILE, FIGHT)

AROUND = "🔄"
"""The sign for going around a building."""
FIELDS = {"small": SMALL, "large": LARGE, "fight": FIGHT, "die": DIE, "around": AROUND}
"""The signs as fields of the rules and the lessons."""
HEART = "♥"
"""A life in the label of a button, which cannot show an application emoji."""


def colour_mark(letter: str) -> str:
    return str(_OWNERS[letter])


def building_sign(each: Building) -> Sign:
    return LARGE if each.is_large else SMALL
