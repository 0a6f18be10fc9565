"""The signs of the game in texts and on buttons; see ``cogs.contract.sign``.

A ``Sign`` reads as the current emoji: convert it to text at the point of use, never before.
"""

from __future__ import annotations

from functools import partial

from cogs.contract.sign import Sign
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.match.preferences import Theme
from renderer.heroes import draw_seat, draw_thing


def _draw_seat(seat: int, theme: Theme) -> bytes:
    return draw_seat(seat, theme=theme)


def _draw_thing(thing: str, theme: Theme) -> bytes:
    return draw_thing(thing, theme=theme)


def _thing(thing: str, name: str, plain: str) -> Sign:
    return Sign(name, plain, partial(_draw_thing, thing))


_SEATS = tuple(
    Sign(f"colony_{seat}", plain, partial(_draw_seat, seat), {"safe": safe})
    for seat, (plain, safe) in enumerate(
        (("🔴", "🟠"), ("🔷", "🔷"), ("🔺", "🔺"), ("🟦", "🟦")), 1
    )
)
"""As in the picture: disc, diamond, triangle and square, in the colours of the theme."""

GOLD = _thing("gold", "gold", "🪙")
GEM = _thing("gem", "gem", "💎")
GUARD = _thing("guard", "guard", "💂")
TRAP = _thing("trap", "trap", "🪤")
PRISONER = _thing("prisoner", "prisoner", "⛓️")
TOKENS: dict[str, Sign] = {
    "gold": GOLD,
    "gem": GEM,
    "guard": GUARD,
    "trap": TRAP,
    "prisoner": PRISONER,
}
"""Signs by kind of token."""

FEATURES: dict[str, Sign] = {
    feature: _thing(f"feature {feature}", f"feature_{feature.replace(' ', '_')}", plain)
    for feature, plain in {
        "ore": "⛏️",
        "campfire": "🔥",
        "chest": "🧰",
        "cell": "🔒",
        "trap": "🪤",
        "gem vein": "🔹",
        "mess hall": "🍺",
        "infirmary": "➕",
    }.items()
}
"""Signs by feature of a square."""

HEART = _thing("heart", "heart", "❤️")
BAG = _thing("bag", "bag", "💰")
INVADER = _thing("hero", "invader", "🦸")
DEFEATED = _thing("defeated", "defeated", "🪦")
TUNNEL = _thing("tile", "colony_tile", "🟫")
"""A piece without a feature."""
EVENT, MAP = "📜", "🗺️"
BUILDING, FINISHED = "⛏️", "✅"

SIGNS: tuple[Sign, ...] = (
    *_SEATS,
    *TOKENS.values(),
    *FEATURES.values(),
    *(HEART, BAG, INVADER, DEFEATED, TUNNEL),
)


def seat_mark(seat: int) -> str:
    """The sign of a seat."""
    return str(_SEATS[seat - 1])


def piece_mark(id_: str) -> str | None:
    """The sign of a piece's first feature, its best. A tile without a feature has none, as the sign
    of a crossing would contradict its shape.
    """
    features = [feature for *_, feature in PIECES[id_].squares if feature]
    if id_.isdecimal() and not features:
        return None
    return str(FEATURES[features[0]] if features else TUNNEL)
