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
    """In words that the picture before it explains; docs/rules/landgrab.md has the rulings."""
    parts = _words(), _turn(), _fights(), _end(), _map()
    return "\n\n".join(parts)


def _words() -> str:
    return tr(
        "## Landgrab in short\n"
        "Two to four pawns race for the buildings of a map. The most points win.\n"
        "-# **A** your pawn · **B** a lit square, where you can step · **C** a small building ·"
        " **D** a large building of your rival · **E** your spawn · **F** your points and lives ·"
        " **G** the round\n"
        "- {small} **Small building**: strength 10, worth 1 point.\n"
        "- {large} **Large building**: strength 25, worth 3 points.\n"
        "- **Last player still in**: {last} points, which need not be enough to win.",
        small=str(SMALL),
        large=str(LARGE),
        last=LAST_REMAINING,
    )


def _turn() -> str:
    return tr(
        "**Your turn** is one of these; nobody may pass. “Next to” means the eight squares"
        " around.\n"
        "- **Step** to a square next to you without a building or a pawn. Diagonals pass between"
        " buildings or holes. Or **go around** {around} a building of yours next to you: to any"
        " such square that touches it.\n"
        "- **Claim** a building next to you that is not yours: roll {die} 1 to {sides} off its"
        " strength. At 0 it is yours, at full strength again. Damage by any player stays; owners"
        " cannot repair it.\n"
        "- **Attack** {fight} a pawn next to you, on its own spawn too: both roll, and the lower"
        " roll loses. A tie changes nothing.",
        around=AROUND,
        die=str(DIE),
        sides=SIDES,
        fight=str(FIGHT),
    )


def _fights() -> str:
    return tr(
        "**A lost fight** costs one of your {lives} lives and takes your pawn back to its spawn; a"
        " pawn that stands there steps aside first. An attacker who wins takes the square. Without"
        " a life you are out, and your buildings count until another player steals them.",
        lives=LIVES,
    )


def _end() -> str:
    return tr(
        "**The end** comes when one player is left, after {calm} rounds without a lost life or a"
        " newly claimed building, or after {rounds} rounds. Level in points, the player with more"
        " large buildings wins, then the one with more lives, else they share. Players who leave"
        " rank last.\n"
        "-# House rulings, as the rulebook is silent: both limits of rounds, the tie-breaks, and"
        " the rank of players who leave.",
        calm=CALM_ROUNDS,
        rounds=ROUNDS,
    )


def _map() -> str:
    return tr(
        "**Building the map**, if you chose that: the first of {tiles} tiles lies at F6. In turn,"
        " place one tile of 2 × 2 squares each, edge to edge; then, the other way round, one"
        " building each, small or large as you like ({small_count} and {large_count} in all), which"
        " cuts no square off. Then everybody chooses a spawn that is not next to a large building.",
        tiles=TILES,
        small_count=SMALL_BUILDINGS,
        large_count=LARGE_BUILDINGS,
    )
