"""What the things of Prowler's Passage are called, for texts, pictures and spoken descriptions."""

from __future__ import annotations

from .setup import DISTRICTS, TILES

DISTRICT_NAMES: dict[str, str] = dict(
    zip(DISTRICTS, ("Banking", "Political", "Market", "Residential", "Castle"), strict=True)
)

TILE_NAMES: dict[str, str] = dict(
    zip(
        TILES,
        ("yellow item", "blue item", "purple item", "brown item", "dig shovel", "wild shovel"),
        strict=True,
    )
)

CONDITIONS: dict[int, str] = {
    1: "Steal 2 statues",
    2: "A continuous passage of 6",
    3: "Two separate passages of 3",
    4: "All 4 passages around an area",
    5: "One item of all 4 kinds",
    6: "Two items each of 3 kinds",
    7: "Three items each of 2 kinds",
    8: "Four items of one kind",
    9: "Control 4 districts",
    10: "Control a district by 5",
    11: "Control 2 districts by 3",
    12: "Control 3 districts by 2",
    13: "Control 3 districts and hold an item of each",
    14: "Longest passage at mid-game scoring",
    15: "Most districts at mid-game scoring",
}
"""What a player has to do for each achievement card."""

CATEGORY_NAMES = ("Passages", "Statues", "Items", "Districts", "Achievements")
"""The five categories of a scoring phase, in the order of ``scoring.Score``."""

VERDICTS: dict[str, str] = {
    "wealth": "more wealth",
    "passage": "the longer continuous passage",
    "districts": "more districts under control",
    "shared": "nothing: both share the victory",
}
"""What decided a match, by ``Outcome.by``."""
