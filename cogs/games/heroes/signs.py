"""The signs of the game in texts and on buttons; see ``cogs.frame.emoji``."""

from __future__ import annotations

from cogs.frame.emoji import Sign
from prowlerbot.games.heroes.pieces import PIECES

SEATS = ("🟠", "🔷", "🔺", "🟩")
"""As in the picture: disc, diamond, triangle and square."""
FEATURES = {
    "ore": "⛏️",
    "campfire": "🔥",
    "chest": "🧰",
    "cell": "⛓️",
    "trap": "🪤",
    "gem vein": "💎",
    "mess hall": "🍲",
    "infirmary": "🩹",
}
GOLD, GEM, GUARD, TRAP, PRISONER = "🪙", "💎", "🛡️", "🪤", "⛓️"
TOKENS = {"gold": GOLD, "gem": GEM, "guard": GUARD, "trap": TRAP, "prisoner": PRISONER}
HEART, BAG = "❤️", "🎒"
INVADER, EVENT, MAP = "⚔️", "📜", "🗺️"
TUNNEL = "🟫"
"""A piece without a feature."""
BUILDING, FINISHED = "⛏️", "✅"

SIGNS: tuple[Sign, ...] = ()


def seat_mark(seat: int) -> str:
    return SEATS[seat - 1]


def piece_mark(id_: str) -> str:
    """The sign of what is best about a piece: its first feature."""
    features = (feature for *_, feature in PIECES[id_].squares if feature)
    return FEATURES.get(next(features, ""), TUNNEL)
