"""The signs of the game: the features of squares, full and empty, and the tokens."""

from __future__ import annotations

from pathlib import Path

from renderer.glyphs import Pen, read_signs
from renderer.heroes.colours import Colours

SIGNS = read_signs(Path(__file__).parent)

FEATURES = {
    feature: (SIGNS[full], SIGNS[empty])
    for feature, full, empty in (
        ("ore", "ore", "bare_rock"),
        ("gem vein", "gem_vein", "bare_crystals"),
        ("campfire", "campfire", "cold_ashes"),
        ("chest", "chest", "open_chest"),
        ("cell", "cell", "empty_cell"),
        ("trap", "trap", "shut_trap"),
        ("mess hall", "mess_hall", "empty_tankard"),
        ("infirmary", "infirmary", "bare_shield"),
    )
}
"""The sign of each feature, with its token and without."""

TOKENS = {
    "gold": SIGNS["coin"],
    "gem": SIGNS["gem"],
    "guard": SIGNS["guard"],
    "trap": SIGNS["trap"],
    "prisoner": SIGNS["prisoner"],
}


def draw_feature(pen: Pen, theme: Colours, feature: str) -> None:
    """A feature with its token, as on a sign: what holds treasure or fire glows."""
    bright = {"ore": theme.lamp, "chest": theme.lamp, "gem vein": theme.gem}
    bright["campfire"] = theme.flame
    FEATURES[feature][0](pen, theme.ink, bright.get(feature, theme.paper))
