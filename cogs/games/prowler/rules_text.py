"""The rules of Prowler's Passage in short, as one message."""

from __future__ import annotations

from cogs.games.prowler.signs import signs_by_letter
from prowlerbot.core.i18n import tr


def rules() -> str:
    """At most 4,000 characters; docs/rules/prowler.md has the rulings."""
    emblems = signs_by_letter()
    return "\n\n".join(
        (
            tr(
                "## Prowler's Passage in short\n"
                "Two thieves dig passages under a city of six hexes and grow rich in two scorings."
            ),
            tr(
                "**Your turn**: press the number of a pathway that still has its tile.\n"
                "1. You dig a passage there and keep the tile.\n"
                "2. The control markers of the two districts beside it move one space to your"
                " side; if both are the same district, its marker moves two.\n"
                "3. A {tile_d} dig shovel doubles that. A {tile_w} wild shovel moves one more"
                " marker a space: you choose which.\n"
                "4. A statue 🗿 is yours once you dig the last passage around it, whoever dug the"
                " others.\n"
                "5. Every open achievement 🏅 that you now fulfil is yours.",
                **emblems,
            ),
            tr(
                "**Start**: one player moves a marker a space to their side, then the other one"
                " digs first. You take turns to dig, 13 passages each; one tile is left over."
            ),
            tr(
                "**Scoring comes twice**: at the end of the turn in which the second statue is"
                " stolen or both have 5 passages left, and after the last passage.\n"
                "- Passages: 2 for each section of your longest continuous passage. It may cross"
                " itself at intersections but uses no passage twice. On the board it has a golden"
                " rim.\n"
                "- Statues: 1 each.\n"
                "- Items: 1, 3, 6, 10, 15, … for 1, 2, 3, 4, 5, … of the same kind.\n"
                "- Districts: the reward of each one whose marker is on your side.\n"
                "- Achievements: the wealth on each of yours, in the final scoring only."
            ),
            tr(
                "**District rewards**\n"
                "- {district_B} Banking: 5, and 1 for each yellow item {tile_b}.\n"
                "- {district_P} Political: 2 for each district you control, and 1 for each blue"
                " item {tile_p}.\n"
                "- {district_M} Market: 1 for each purple item {tile_m}, achievement and statue,"
                " and for each space of its marker.\n"
                "- {district_R} Residential: 1 for each brown item {tile_r}, and for each section"
                " of your longest passage after the second.\n"
                "- {district_C} Castle: 3 for each pair of like items, less 1 for each shovel.",
                **emblems,
            ),
            tr(
                "**The winner** has the most wealth from both scorings; then the longer continuous"
                " passage; then more districts. Still level: a shared victory."
            ),
        )
    )
