"""The lessons of Landgrab, each a moment of a match on a small map; its rules and maps in short."""

from collections.abc import Mapping
from functools import partial

from cogs.contract.lesson import Lesson, guide_drawings
from cogs.games.landgrab.texts import FIELDS
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SIDES, SMALL_BUILDINGS, SQUARE, TILES
from prowlerbot.games.landgrab.position import DRAWN, TOGETHER
from prowlerbot.games.landgrab.rules import LAST_REMAINING, STARTING_LIVES, Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from renderer.landgrab.board import draw_guide

_SETUP = "RB/1/D5,F5,H5,D7,F7,H7/D6,I6,D7,E8,G8/F6-G6"
_MOVES = (
    *("p:D8", "p:I8", "E7", "H7", "c:D6", "d11", "c:F6", "d12", "c:D7", "d12"),
    *("c:F6", "d8", "F7", "c:F6", "d9", "c:F6", "d11", "c:G8", "d10"),
)
"""A moment at which both players own buildings, and the rival owns the large one."""
_SEAT, _RIVAL = 1, 2


def _is_next_to(now: Position, building: str) -> bool:
    return now.map.building_numbers[SQUARE[building]] in now.map.near[now.pawns[_SEAT - 1]]


def _words_in_short() -> str:
    return tr(
        "You and your rival race for the buildings of a map; the most points win. Each turn you do"
        " one thing: step, claim or attack. A position is told in the same order each time:\n"
        "- The player to move, and the round. Then each player: the square of the pawn, the spawn"
        " to which it returns after a lost fight, lives and points.\n"
        "- Your choices now: **steps**, ways **around** a building of yours next to you, and"
        " buildings to **claim**, with their strength and your chance. A claim rolls 1 to 12 off"
        " the strength; at 0 the building is yours.\n"
        "- **Buildings**, grouped by size, owner and strength, each with the turns until your pawn"
        " stands next to it. A small one counts 1 point; a large one counts 3 and has two squares,"
        " such as B7-B8.\n"
        "- **Map**: the squares that each row has; all others are holes.\n"
        "Squares have a letter for the column, from A in the west to L in the east, and a number"
        " for the row, from 1 in the north to 12 in the south. A step leads to one of the eight"
        " squares around, so “north-east” of E5 is F4."
    )


_lesson = partial(Lesson, fields=FIELDS)

LESSONS: tuple[Lesson, ...] = (
    _lesson(
        title=mark("How to read the board"),
        task=mark(
            "Each turn you step, claim or attack. The most points win.\n"
            "**A** Your pawn.\n"
            "**B** Lit: a square to step to, or a building to roll for.\n"
            "**C** A small building {small}: 1 point. Claims roll off its strength, the number. A"
            " roof of straw: nobody's.\n"
            "**D** A large building {large}: 3 points. The roof shows your rival's colour; strength"
            " 14 of 25 is left.\n"
            "**E** Your spawn, if you lose a fight. **F** Your points and lives. **G** The round."
        ),
        setup=_SETUP,
        moves=_MOVES,
        drawings=partial(
            guide_drawings,
            partial(draw_guide, square="E7", small="E8", large="F6"),
            mark("The board with the letters A to G beside what the text explains."),
        ),
        words=_words_in_short,
    ),
    _lesson(
        title=mark("Step, then go around"),
        task=mark(
            "Each turn you do one thing. You can step to one of the eight squares around your pawn."
            " Or, next to a building of yours, **go around** {around}: straight to any open square"
            " that touches it, on the far side too. **In two turns, get next to the small building"
            " {small} G8.**"
        ),
        reminder=mark("**Get next to {small} G8 with this turn.**"),
        hint=mark(
            "On foot it takes three steps. First step next to your large building {large} F6, then"
            " go around it {around}, to a square on its other side."
        ),
        praise=mark(
            "You saved a turn: your own buildings are shortcuts through the map. Now"
            " you could claim {small} G8."
        ),
        setup="RB/1/E4,G4,E6,G6,E8,G8,I8/G8/F6-G6",
        moves=(
            *("p:F4", "p:I9", "F5", "H9", "c:F6", "d12", "H8", "c:F6", "d8", "I8"),
            *("c:F6", "d9", "J9", "F4", "I9"),
        ),
        goal=lambda _, now: _is_next_to(now, "G8"),
        turns=2,
        replies=("J9",),
    ),
    _lesson(
        title=mark("Claim a building"),
        task=mark(
            "Roll {die} 1 to 12 off the strength of a building next to you ({small} 10, {large}"
            " 25); at 0 it is yours. {large} G5 is down to 7. **Take a building with one roll.**"
        ),
        hint=mark(
            "An undamaged small building needs a 10 or more. Look for the least strength left, even"
            " if your rival rolled off the rest."
        ),
        praise=mark(
            "Your rival did most of the work, but the last roll takes the building. We fixed that"
            " {die} 8; in a match the dice are fair, and the button tells you your chance."
        ),
        setup="RB/1/E5,G5,I5,E7,G7/E5,G7/G5-H5",
        moves=(
            *("p:E8", "p:H8", "E7", "H7", "F8", "H6", "F7", "c:G5", "d12"),
            *("F6", "c:G5", "d6"),
        ),
        goal=lambda before, now: now.owners.count(_SEAT) > before.owners.count(_SEAT),
        chance=("d8",),
    ),
    _lesson(
        title=mark("Steal from your rival"),
        task=mark(
            "You claim a building of your rival in the same way. At the end a small building"
            " {small} counts 1 point and a large one {large} 3. You have 2 so far; your rival has"
            " 4, with {large} F6 and {small} G8. **Get ahead of your rival in two turns.**"
        ),
        reminder=mark("**Get ahead of your rival with this turn.**"),
        hint=mark(
            "A stolen building counts twice: your rival loses it and you gain it. {large} F6 has"
            " only strength 14 left, so roll for it twice."
        ),
        praise=mark(
            "5 : 1! And {large} F6 is at full strength 25 again, so your rival needs a while to"
            " steal it back."
        ),
        setup=_SETUP,
        moves=_MOVES,
        goal=lambda _, now: score(now, _SEAT).total > score(now, _RIVAL).total,
        turns=2,
        replies=("c:I6",),
        chance=("d8", "d2", "d7"),
    ),
    _lesson(
        title=mark("Fight, then step aside"),
        task=mark(
            "Attack {fight} a pawn next to yours: both roll, and the lower roll loses one of three"
            " lives. If you win, you take your rival's square. Here it is their spawn, the flag to"
            " which they return, so you step aside at once, wherever you like. **Win the fight and"
            " end next to the large building {large} I7.**"
        ),
        reminder=mark("**Once you have won, step aside to a square next to {large} I7.**"),
        hint=mark(
            "Attack {fight} in your first turn. Then step aside to the right: H6 and H7 are both"
            " next to {large} I7."
        ),
        praise=mark(
            "Your rival has two lives left, and you came two squares closer in one turn. Mind that"
            " an attacker loses as often as they win."
        ),
        setup="RB/1/G4,E6,G6,I6,G8/H5,E6/I7-J7",
        moves=("p:E7", "p:G6", "F7", "c:H5", "d4"),
        goal=lambda before, now: (
            now.lives[_RIVAL - 1] < before.lives[_RIVAL - 1] and _is_next_to(now, "I7")
        ),
        turns=2,
        replies=("c:H5",),
        chance=("d9", "d4"),
    ),
    _lesson(
        title=mark("Last, but not first"),
        task=mark(
            "A player who loses all three lives is out, and the last pawn standing brings 5 points."
            " But buildings of players who are out still count! Your rival has one life left and 7"
            " points, you have 1. **Win the match in two turns.**"
        ),
        reminder=mark("**Win the match with this turn.**"),
        hint=mark(
            "If you attack at once, yours is the last pawn standing, but you lose 6 : 7. First"
            " steal {small} F6, which has strength 6 left; then attack {fight}."
        ),
        praise=mark(
            "7 : 6! Count before you fight, as the last pawn standing does not always win. You are"
            " ready for a match."
        ),
        setup="RB/1/D4,F4,H4,D6,F6,H6,E8/D5,F6,F9/H4-I4,H6-I6",
        moves=(
            *("p:D4", "p:F7", "E5", "G6", "c:D5", "d2", "G5", "c:D5", "d3", "c:H4", "d12"),
            *("c:D5", "d1", "c:H4", "d12", "c:D5", "d5", "c:H4", "d6", "E6", "c:H6", "d9"),
            *("E7", "c:H6", "d11", "F8", "c:H6", "d8", "c:F9", "d2", "c:F6", "d10"),
            *("E7", "G6", "E6", "F7", "E7", "a:1", "d2", "d7", "c:F6", "d4", "a:1", "d3", "d5"),
        ),
        goal=lambda _, now: now.outcome is not None and now.outcome.winner == _SEAT,
        turns=2,
        replies=("c:F6", "G7"),
        chance=("d7", "d1", "d9", "d4"),
    ),
)


def rules() -> str:
    """The rules for reading beside the picture; docs/rules/landgrab.md has the rulings."""
    words = tr(
        "## Landgrab in short\n"
        "Pawns race for the buildings of a map, and the most points win: {small} 1 point,"
        " {large} 3, the last pawn standing {last}.\n"
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
        lives=STARTING_LIVES,
    )
    end = tr(
        "**The end**: one pawn is left, or {rounds} rounds are over, or {calm} quiet rounds have"
        " passed, in which nobody lost a life or took an unowned building. Level in points, more"
        " large buildings win, then more lives. Players who leave rank last.\n"
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
