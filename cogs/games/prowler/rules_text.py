"""The rules of Prowler's Passage in short, as one message beside the lettered board."""

from __future__ import annotations

from cogs.games.prowler.signs import signs_by_letter
from prowlerbot.core.i18n import tr


def rules() -> str:
    """The rules in at most 4,000 characters; docs/rules/prowler.md has the rulings."""
    signs = signs_by_letter()
    return "\n\n".join(
        (
            tr(
                "## Prowler's Passage in short\n"
                "Two thieves dig 13 passages each under a city. The most wealth from two scorings"
                " wins.\n"
                "-# **A** pathway with its tile · **B** district · **C** statue in its ring"
                " · **D** control track, left for {seat_1}, right for {seat_2} · **E** achievement,"
                " and how near each player is · **F** wealth: banked, and projected if the end"
                " came now",
                **signs,
            ),
            tr(
                "**Your turn**: dig a pathway that still has its tile.\n"
                "1. You keep the tile: an item {tile_b} {tile_p} {tile_m} {tile_r} or a"
                " shovel {tile_d} {tile_w}.\n"
                "2. The markers of the districts on both sides move 1 space to your side; 2 if"
                " both are the same.\n"
                "3. {tile_d} doubles that. {tile_w} moves one more marker, of your choice, by 1.\n"
                "4. Dig the last pathway around a statue {statue} and you steal it.\n"
                "5. You claim every open achievement 🏅 that you fulfil, without a press.",
                **signs,
            ),
            tr(
                "**Scoring** comes twice: when the second statue is stolen or both players have 5"
                " passages left, and at the end.\n"
                "**Longest passage** (golden rim): 2 for each pathway. It may cross itself, but"
                " counts no pathway twice.\n"
                "**Items**: 1, 3, 6, 10, 15 … for 1, 2, 3, 4, 5 … of one colour.\n"
                "**Statues**: 1 each. **Achievements**: at the end only.\n"
                "**Districts** with the marker on your side:\n"
                "{district_B} Banking: 5 + {tile_b}\n"
                "{district_P} Political: {tile_p} + 2 × districts you control\n"
                "{district_M} Market: {tile_m} + achievements + statues + spaces of its marker\n"
                "{district_R} Residential: {tile_r} + pathways of your longest passage after the"
                " second\n"
                "{district_C} Castle: 3 × pairs of like items − shovels",
                **signs,
            ),
            tr(
                "**Start**: one player moves a marker; then the other player digs first. **A"
                " tie**: the longer passage wins, then more districts; if these tie too, both"
                " players win."
            ),
        )
    )
