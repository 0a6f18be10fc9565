"""The signs of the game in texts and on buttons; see ``cogs.contract.sign``."""

from __future__ import annotations

from functools import partial

from cogs.contract.sign import Sign
from prowlerbot.core.i18n import mark, trn
from prowlerbot.games.prowler.position import DISTRICTS, TILES
from prowlerbot.games.prowler.words import DISTRICT_NAMES, TILE_NAMES, tiles_counted
from renderer.prowler.emoji import draw_district, draw_seat, draw_statue, draw_tile

SEAT_SIGNS = (
    Sign("round", "🔴", partial(draw_seat, 1), {"safe": "🟠"}, word=mark("disc"), seat=True),
    Sign("diamond", "🔷", partial(draw_seat, 2), word=mark("diamond"), seat=True),
)
"""As in the picture: a disc and a diamond, in the colours of the theme."""
DISTRICT_SIGNS = {
    letter: Sign(name, plain, partial(draw_district, place), word=DISTRICT_NAMES[letter])
    for place, (letter, name, plain) in enumerate(
        zip(
            DISTRICTS,
            ("banking", "political", "market", "residential", "castle"),
            ("🪙", "👑", "⚖️", "🏠", "🏰"),
            strict=True,
        )
    )
}
TILE_SIGNS = {
    letter: Sign(
        name,
        plain,
        partial(draw_tile, place),
        word=TILE_NAMES[letter],
        counted=partial(tiles_counted, letter),
    )
    for place, (letter, name, plain) in enumerate(
        zip(
            TILES,
            ("yellow", "blue", "purple", "brown", "dig_shovel", "wild_shovel"),
            ("🪙", "👑", "⚖️", "🏠", "⛏️", "🌟"),
            strict=True,
        )
    )
}
"""An item bears the emblem of its district on a coin; the district has it on a shield."""


def _statues(count: int) -> str:
    return trn("{count} statue", "{count} statues", count)


STATUE = Sign("statue", "🗽", draw_statue, counted=_statues)
"""A robed figure with a torch, as in the picture."""

SIGNS = (*SEAT_SIGNS, *DISTRICT_SIGNS.values(), *TILE_SIGNS.values(), STATUE)

FIELDS: dict[str, Sign] = {
    **{f"seat_{seat}": sign for seat, sign in enumerate(SEAT_SIGNS, 1)},
    **{f"district_{letter}": sign for letter, sign in DISTRICT_SIGNS.items()},
    **{f"tile_{letter}": sign for letter, sign in TILE_SIGNS.items()},
    "statue": STATUE,
}
"""The signs as fields of a text: ``district_B``, ``tile_d``, ``seat_1``."""
