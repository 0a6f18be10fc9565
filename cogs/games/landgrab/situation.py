"""The goal of the match, and the action it waits for."""

from __future__ import annotations

from cogs.games.landgrab.happened import ROLLING
from cogs.games.landgrab.signs import DIE, LARGE, SMALL
from cogs.games.landgrab.texts import Names, marked
from cogs.games.landgrab.turn_keys import going_around
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES
from prowlerbot.games.landgrab.moves import SIDES
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position
from prowlerbot.games.landgrab.space import NAME
from prowlerbot.games.landgrab.words import large_counted, small_counted


def goal(position: Position) -> list[str]:
    """The goal of the match, until every player has had a turn of each stage."""
    on, seats = position.map, len(position.lives)
    placed = {"tiles": len(on.tiles) - 1, "buildings": len(on.buildings)}.get(position.phase, 0)
    if position.round > 1 or placed >= seats or position.end:
        return []
    race = tr(
        "**Goal:** the most points when the match ends. 1 for each {small} small building, 3 for"
        " each {large} large one, {last} for the last pawn standing.",
        small=SMALL,
        large=LARGE,
        last=LAST_REMAINING,
    )
    roll = tr(
        "Claims roll {die} 1 to {sides} off the number on a building, its strength. At 0 it is"
        " yours.",
        die=DIE,
        sides=SIDES,
    )
    return [race, roll]


def turn(position: Position, names: Names) -> str:
    """The player to act and the action, with the reason if it is not their turn."""
    if position.phase in ROLLING or position.end:
        return ""
    (seat,) = position.to_move
    player = marked(position, seat, names)
    match position.phase:
        case "tiles":
            return tr(
                "▶️ {player} places tile {number} of {all}, 2 × 2 squares named by the upper left"
                " one: choose its column. {other} is next.",
                player=player,
                number=len(position.map.tiles) + 1,
                all=TILES,
                other=marked(position, position.next_in(seat), names),
            )
        case "buildings":
            return _to_build(position, seat, names)
        case "spawns":
            return tr(
                "▶️ {player} chooses a spawn, where the pawn starts and returns after a lost fight."
                " Best are squares with several buildings near by.",
                player=player,
            )
        case "eviction":
            return tr(
                "⚠️ {other} lost a fight and returns to **{square}**, where {player} stands."
                " {player} must step aside, **out of turn**; then it is {next}'s turn.",
                player=player,
                other=marked(position, position.returning, names),
                square=NAME[position.spawns[position.returning - 1]],
                next=marked(position, position.next_in(position.turn), names),
            )
        case _:
            if going_around(position):
                sentence = mark(
                    "▶️ {player}'s turn: step, claim, attack, or go around a building of their own."
                )
            else:
                sentence = mark("▶️ {player}'s turn: step, claim or attack.")
            return tr(sentence, player=player)


def out_of_turn(position: Position, seat: int, names: Names) -> str:
    if position.phase != "eviction" or seat not in position.to_move:
        return ""
    return tr(
        "{player} lost a fight and returns to {square}, where your pawn stands; it must step"
        " aside.",
        player=names[position.returning - 1],
        square=NAME[position.spawns[position.returning - 1]],
    )


def _to_build(position: Position, seat: int, names: Names) -> str:
    small = SMALL_BUILDINGS - len(position.map.small)
    large = LARGE_BUILDINGS - len(position.map.large)
    box = [small_counted(small) if small else "", large_counted(large) if large else ""]
    return tr(
        "▶️ {player} places a building, small or large: choose a column. In the box: {box}. {other}"
        " is next, as buildings go counter-clockwise.",
        player=marked(position, seat, names),
        other=marked(position, position.next_in(seat, clockwise=False), names),
        box=listed(list(filter(None, box))),
    )
