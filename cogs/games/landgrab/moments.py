"""A move as reviews and hints tell it: the deed in words, and its place on the board."""

from __future__ import annotations

from cogs.games.landgrab.texts import move_words
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import tile_squares
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME
from prowlerbot.games.landgrab.words import COLOUR_NAMES

_DID = {
    "": mark("{player} stepped to **{place}**"),
    "c": mark("{player} tried to claim **{place}**"),
    "a": mark("{player} attacked **{place}**"),
    "p": mark("{player} chose the spawn **{place}**"),
}
_PLACED = mark("{player} placed **{place}**")


def did(position: Position, player: str, move: Move) -> str:
    """What a player did by a move; ``player`` bears markdown."""
    if move.kind == "a":
        place = tr(COLOUR_NAMES[position.setup.colours[move.at - 1]])
    elif move.kind in _DID:
        place = NAME[move.at]
    else:
        place = move_words(position, move)
    return tr(_DID.get(move.kind, _PLACED), player=player, place=place)


def places_of(position: Position, move: Move) -> tuple[int, ...]:
    """The squares of a move on the board."""
    match move.kind:
        case "a":
            return (position.pawns[move.at - 1],)
        case "c":
            building = position.map.buildings[position.map.number[move.at]]
            return tuple(squares_in(building.squares))
        case "t":
            return tuple(squares_in(tile_squares(move.at)))
        case "l":
            return (move.at, move.to)
        case "d":
            return ()
        case _:
            return (move.at,)
