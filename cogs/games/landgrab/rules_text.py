"""The rules of Landgrab in short, as one message."""

from __future__ import annotations

from prowlerbot.core.i18n import tr


def rules() -> str:
    """At most 4,000 characters; docs/rules/landgrab.md has the rulings."""
    return "\n\n".join(
        (
            tr(
                "## Landgrab in short\n"
                "Pawns race to claim buildings by the roll of a twelve-sided die. Small buildings"
                " are worth 1 point, large ones 3."
            ),
            tr(
                "**Your turn** is one of these:\n"
                "- **Go** to an adjacent free square, diagonally too; or go around a building of"
                " yours that you stand next to.\n"
                "- **Claim** a building next to you: you roll, and it loses that many of its points"
                " (small 10, large 25). Whoever brings it to 0 owns it, with all its points back."
                " You can steal from others the same way.\n"
                "- **Attack** a player next to you: both roll, the lower roll loses."
            ),
            tr(
                "**Who loses a fight** loses one of 3 lives and returns to the spawn. Whoever stands"
                " there steps aside, even out of turn. If the attacker won, that pawn takes the"
                " square of the loser. Without a life you are out, but you keep your buildings and"
                " can still win."
            ),
            tr(
                "**The end** comes when one player is left, who gets 5 points; after 20 rounds in"
                " which nobody lost a life or claimed a building that was nobody's; or after 80"
                " rounds. The most points win."
            ),
        )
    )
