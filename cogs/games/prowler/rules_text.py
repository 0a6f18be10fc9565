"""The rules of Prowler's Passage in short, as one message beside the board with letters."""

from __future__ import annotations

from cogs.games.prowler.signs import signs_by_letter
from prowlerbot.core.i18n import tr


def rules() -> str:
    """At most 4,000 characters; docs/rules/prowler.md has the rulings."""
    signs = signs_by_letter()
    return "\n\n".join(
        (
            tr(
                "## Prowler's Passage in short\n"
                "Two thieves dig 13 passages each under a city. The most wealth from two scorings"
                " wins."
            ),
            tr(
                "**The board**, with the letters of the picture\n"
                "**A** A pathway and its tile: an item {tile_b} {tile_p} {tile_m} {tile_r} or a"
                " shovel {tile_d} {tile_w}.\n"
                "**B** A district, with a pathway or the wall on each side.\n"
                "**C** A statue {statue}. Its ring has a part for each pathway around it.\n"
                "**D** The control track: a marker for each kind of district. The left half is for"
                " {seat_1}, the right half for {seat_2}.\n"
                "**E** An achievement 🏅, and how near each player is to it.\n"
                "**F** A player's wealth: banked, and projected if the end came now.",
                **signs,
            ),
            tr(
                "**Your turn**: press the number of a pathway that still has its tile.\n"
                "1. You dig it and keep the tile.\n"
                "2. The markers of the districts on both sides move one space to your side; the"
                " same district twice: two.\n"
                "3. {tile_d} doubles that. {tile_w} moves one more marker a space: you choose"
                " which.\n"
                "4. If you dig the last pathway around a statue, you steal it.\n"
                "5. You claim every open achievement that you fulfil, without a press.",
                **signs,
            ),
            tr(
                "**Scoring** comes twice: when the second statue is stolen or both players have 5"
                " passages left, and at the end.\n"
                "- Passages: 2 for each pathway of your longest passage (golden rim). It may cross"
                " itself, but counts no pathway twice.\n"
                "- Statues: 1 each.\n"
                "- Items: 1, 3, 6, 10, 15 … for 1, 2, 3, 4, 5 … of one colour.\n"
                "- Districts, if the marker is on your side:\n"
                "  - {district_B} Banking: 5, and 1 for each {tile_b}.\n"
                "  - {district_P} Political: 1 for each {tile_p}, 2 for each district you"
                " control.\n"
                "  - {district_M} Market: 1 for each {tile_m}, achievement, statue and space of its"
                " marker.\n"
                "  - {district_R} Residential: 1 for each {tile_r} and for each pathway of your"
                " longest passage after the second.\n"
                "  - {district_C} Castle: 3 for each pair of like items, less 1 for each shovel.\n"
                "- Achievements: their wealth, at the end only.",
                **signs,
            ),
            tr(
                "**Start**: one player moves a marker; then the other player digs first. **A"
                " tie**: the longer passage wins, then more districts; if these tie too, both"
                " players win."
            ),
        )
    )
