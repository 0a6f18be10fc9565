"""The signs of the game in texts and on buttons; see ``cogs.contract.sign``."""

from __future__ import annotations

from functools import partial

from cogs.contract.sign import Sign
from prowlerbot.core.i18n import mark, trn
from prowlerbot.games.landgrab.map import Building
from prowlerbot.games.landgrab.position import COLOURS
from prowlerbot.games.landgrab.words import COLOUR_NAMES
from renderer.landgrab.emoji import draw_owner, draw_thing


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
SMALL = Sign("small_building", "🏠", partial(draw_thing, "small"), word=mark("small"))
LARGE = Sign("large_building", "🏛️", partial(draw_thing, "large"), word=mark("large"))
LIFE = Sign("life", "❤️", partial(draw_thing, "life"), counted=lives)
DIE = Sign("die", "🎲", partial(draw_thing, "die"), word="")
SPAWN = Sign("spawn", "🚩", partial(draw_thing, "spawn"), word=mark("spawn"))
TILE = Sign("map_tile", "🟫", partial(draw_thing, "tile"), word=mark("tile"))
FIGHT = Sign("attack", "⚔️", partial(draw_thing, "fight"), word="")

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
