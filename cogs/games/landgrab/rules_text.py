"""The rules of Landgrab in short, and the map of a match for invited players."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.games.landgrab.signs import FIELDS
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES
from prowlerbot.games.landgrab.moves import SIDES
from prowlerbot.games.landgrab.prepared_maps import DRAWN, TOGETHER
from prowlerbot.games.landgrab.rules import LIVES
from prowlerbot.games.landgrab.scoring import LAST_REMAINING
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS


def rules() -> str:
    """The rules for reading beside the picture; docs/rules/landgrab.md has the rulings."""
    words = tr(
        "## Landgrab in short\n"
        "Pawns race for the buildings of a map, and the most points win: {small} 1 point,"
        " {large} 3, the last player still in {last}.\n"
        "-# In the picture: **A** your pawn · **B** a square you can step to · **C** a small"
        " building · **D** a large one of your rival · **E** your spawn · **F** points and lives ·"
        " **G** the round",
        **FIELDS,
        last=LAST_REMAINING,
    )
    turn = tr(
        "**Your turn** is one of these; nobody may pass. “Next to” means the eight squares"
        " around.\n"
        "- **Step** to an empty square next to you. Diagonals pass between buildings or holes.\n"
        "- **Go around** {around} a building of yours next to you, to any empty square that touches"
        " it.\n"
        "- **Claim** another building next to you: roll {die} 1 to {sides} off its strength,"
        " {small} 10 or {large} 25. At 0 it is yours, at full strength again. Damage stays until"
        " then; owners cannot repair it.\n"
        "- **Attack** {fight} a pawn next to you, on its own spawn too: both roll {die}; with the"
        " lower roll you lose one of {lives} lives, and your pawn returns to its spawn. A pawn that"
        " stands there steps aside. An attacker who wins takes the square. A player without lives"
        " is out; the buildings count until another player steals them.",
        **FIELDS,
        sides=SIDES,
        lives=LIVES,
    )
    end = tr(
        "**The end**: one player is left, {calm} rounds pass without a lost life or a newly claimed"
        " building, or {rounds} rounds are over. Level in points, more large buildings win, then"
        " more lives. Players who leave rank last.\n"
        "-# House rulings, as the rulebook is silent: both limits of rounds, the tie-breaks, the"
        " rank of players who leave.",
        calm=CALM_ROUNDS,
        rounds=ROUNDS,
    )
    building = tr(
        "**Building the map**, if you chose that: the first of {tiles} tiles lies at F6. Place a"
        " tile each, edge to edge; then, the other way round, a building each, small or large as"
        " you like ({small_count} and {large_count} in all); then a spawn that is not next to a"
        " large building.",
        tiles=TILES,
        small_count=SMALL_BUILDINGS,
        large_count=LARGE_BUILDINGS,
    )
    return f"{words}\n\n{turn}\n\n{end}\n\n{building}"


_MAPS = {
    DRAWN: mark("The map is a new one, drawn for this match."),
    TOGETHER: mark("You build the map together first, in about 35 moves."),
    "mill": mark("The map is Mill, the same in every match."),
    "hall": mark("The map is Hall, the same in every match."),
    "ring": mark("The map is Ring, the same in every match."),
    "duel": mark("The map is Duel, with all the buildings, the same in every match."),
}
"""Sentences by value of the option ``map``."""


def setup_words(options: Mapping[str, str]) -> str:
    """The map; empty for a match that plays on from another one and so has its map."""
    chosen = options.get("map")
    return tr(_MAPS[chosen]) if chosen else ""
