"""The rules of Landgrab in short, as one message."""

from __future__ import annotations

from cogs.games.landgrab.signs import AROUND, DIE, FIGHT, LARGE, SMALL
from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES
from prowlerbot.games.landgrab.moves import SIDES
from prowlerbot.games.landgrab.rules import LIVES
from prowlerbot.games.landgrab.scoring import LAST_REMAINING
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS


def rules() -> str:
    """At most 4,000 characters; docs/rules/landgrab.md has the rulings."""
    return "\n\n".join(
        (
            tr(
                "## Landgrab in short\n"
                "Two to four pawns race across a map for its buildings. A {sides}-sided die {die}"
                " decides who gets them, and the most points win.",
                sides=SIDES,
                die=str(DIE),
            ),
            tr(
                "**Your turn** is one of these. “Next to” means all eight squares around.\n"
                "- **Step** to a square next to you that is open, so without a building or a pawn."
                " Or **go around** {around} a building of yours next to you: to any open square"
                " that touches it.\n"
                "- **Claim** a building next to you that is not yours: roll once {die}, and it"
                " loses that many points. At 0 it is yours and has all its points again. Damage"
                " stays, whoever did it. You can steal from others in the same way.\n"
                "- **Attack** {fight} a player next to you: both roll, the lower roll loses. A tie"
                " changes nothing.",
                around=AROUND,
                die=str(DIE),
                fight=str(FIGHT),
            ),
            tr(
                "**A lost fight** costs one of your {lives} lives, and your pawn returns to its"
                " spawn. An attacker who wins takes the loser's square. If somebody else stands on"
                " your spawn, they first step aside, out of turn; if they cannot, you go to the"
                " nearest open square. With no life left you are out, but your buildings stay yours"
                " until somebody steals them.",
                lives=LIVES,
            ),
            tr(
                "**Points**\n"
                "- {small} Small building: 10 to roll off, worth 1 in the end.\n"
                "- {large} Large building: 25 to roll off, worth 3 in the end.\n"
                "- The last player still in: {last}. That need not be enough to win!",
                small=str(SMALL),
                large=str(LARGE),
                last=LAST_REMAINING,
            ),
            tr(
                "**The end** comes at once when only one player is still in; or after {calm} rounds"
                " in which nobody lost a life and no building that was nobody's was claimed; or"
                " after {rounds} rounds. Most points win, then most large buildings, then most"
                " lives. Still level: a shared victory.",
                calm=CALM_ROUNDS,
                rounds=ROUNDS,
            ),
            tr(
                "**Before the first turn** you build the map together, unless you have agreed on"
                " a finished one. One after the other you place {tiles} tiles of 2 × 2 squares,"
                " edge to edge; then, the other way round, {small_count} small and {large_count}"
                " large buildings, which must not cut off any square. At last each of you chooses"
                " a spawn that is not next to a large building.",
                tiles=TILES,
                small_count=SMALL_BUILDINGS,
                large_count=LARGE_BUILDINGS,
            ),
            tr(
                "**Leaving** a match of three or four is like losing your last life, and ranks you"
                " behind everybody who does not leave."
            ),
        )
    )
