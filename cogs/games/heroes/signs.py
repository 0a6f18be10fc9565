"""The signs of the game in texts and on buttons; see ``cogs.contract.sign``."""

from __future__ import annotations

from functools import partial

from cogs.contract.sign import Sign
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.words import FEATURE_NAMES, TOKEN_NAMES
from renderer.heroes.emoji import draw_seat, draw_thing


def amount(kind: str, count: int) -> str:
    match kind:
        case "gold":
            return trn("{count} gold", "{count} gold", count)
        case "gem":
            return trn("{count} gem", "{count} gems", count)
        case "guard":
            return trn("{count} guard", "{count} guards", count)
        case "trap":
            return trn("{count} trap", "{count} traps", count)
        case _:
            return trn("{count} prisoner", "{count} prisoners", count)


def _hearts(count: int) -> str:
    return trn("{count} heart", "{count} hearts", count)


def _bags(count: int) -> str:
    return trn("{count} bag", "{count} bags", count)


def _features(feature: str, count: int) -> str:
    if feature == "cell":
        return trn("{count} cell", "{count} cells", count)
    return f"{count} × {tr(FEATURE_NAMES[feature])}"


_SEATS = tuple(
    Sign(f"colony_{seat}", plain, partial(draw_seat, seat), {"safe": safe}, seat=True)
    for seat, (plain, safe) in enumerate(
        (("🔴", "🟠"), ("🔷", "🔷"), ("🔺", "🔺"), ("🟦", "🟦")), 1
    )
)
"""As in the picture: disc, diamond, triangle and square, in the colours of the theme."""

TOKENS: dict[str, Sign] = {
    kind: Sign(
        kind,
        plain,
        partial(draw_thing, kind),
        word=TOKEN_NAMES[kind],
        counted=partial(amount, kind),
    )
    for kind, plain in zip(
        ("gold", "gem", "guard", "trap", "prisoner"), ("🪙", "💎", "💂", "🪤", "⛓️"), strict=True
    )
}
"""Signs by kind of token, in the order of ``Tokens.counts``."""
GOLD, GEM, GUARD, TRAP, PRISONER = TOKENS.values()

FEATURES: dict[str, Sign] = {
    feature: Sign(
        f"feature_{feature.replace(' ', '_')}",
        plain,
        partial(draw_thing, f"feature {feature}"),
        word=FEATURE_NAMES[feature],
        counted=partial(_features, feature),
    )
    for feature, plain in zip(
        ("ore", "campfire", "chest", "cell", "trap", "gem vein", "mess hall", "infirmary"),
        ("⛏️", "🔥", "🧰", "🔒", "🪤", "🔹", "🍺", "➕"),
        strict=True,
    )
}
"""Signs by feature of a square."""

HEART = Sign("heart", "❤️", partial(draw_thing, "heart"), counted=_hearts)
BAG = Sign("bag", "💰", partial(draw_thing, "bag"), counted=_bags)
INVADER = Sign("invader", "🦸", partial(draw_thing, "hero"), word="")
DEFEATED = Sign("defeated", "🪦", partial(draw_thing, "defeated"), word=mark("defeated"))
TUNNEL = Sign("colony_tile", "🟫", partial(draw_thing, "tile"), word="")
"""A piece without a feature."""
EVENT, MAP = "📜", "🗺️"

SIGNS: tuple[Sign, ...] = (
    *_SEATS,
    *TOKENS.values(),
    *FEATURES.values(),
    *(HEART, BAG, INVADER, DEFEATED, TUNNEL),
)


def seat_mark(seat: int) -> str:
    return str(_SEATS[seat - 1])


def piece_mark(id_: str) -> str | None:
    """The sign of a piece's first feature, its best. A tile without a feature has none, as the sign
    of a crossing would contradict its shape.
    """
    features = [feature for *_, feature in PIECES[id_].squares if feature]
    if id_.isdecimal() and not features:
        return None
    return str(FEATURES[features[0]] if features else TUNNEL)
