"""The themes of puzzles, by the decision to make; and colonies that look alike."""

from collections.abc import Hashable

from prowlerbot.core.game_parts import PuzzleRules
from prowlerbot.core.i18n import mark
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat

THEMES = {
    "populate": mark("Before the invasion"),
    "walk": mark("A walk"),
    "guard": mark("Where to put a guard"),
    "trap": mark("Traps"),
    "event": mark("An event"),
}

_THEME_BY_STAGE = {
    **dict.fromkeys(("cell", "recruit"), "guard"),
    "populate": "populate",
    "walk": "walk",
    "arm": "trap",
}


def theme_of_decision(position: Position, seat: int, _move: Move) -> str:
    return _THEME_BY_STAGE.get(position.seats[seat - 1].stage, "event")


_NOT_REHEARSED = {"draft", "live", "closing", "inspection", "planning"}


def is_puzzle_decision(position: Position, seat: int) -> bool:
    """Whether a decision makes a puzzle: in a rehearsed invasion, and no arming before its end."""
    stage = position.seats[seat - 1].stage
    if stage == "arm":
        return position.invaders + position.events > 0
    return stage not in _NOT_REHEARSED


def table_key(position: Position) -> Hashable:
    """A key of everything on the table, independent of the moves that led to it."""
    return (
        str(position.setup),
        (position.round, position.phase, position.turn, position.draw, position.last),
        (position.pile, position.seen, tuple(sorted(position.face_up)), position.supply),
        (position.invader, position.map, position.event, position.invaders, position.events),
        tuple(sorted(map(str, position.used))),
        (position.offer, position.order, position.choosing, position.left),
        tuple(map(_seat_key, position.seats)),
    )


def _seat_key(seat: Seat) -> tuple[object, ...]:
    return (
        (seat.gold, seat.gems, seat.reserve, tuple(seat.tokens), seat.stage),
        (tuple(sorted(seat.queue)), seat.hand, seat.moved, seat.pending, seat.done),
        seat.walk and tuple(seat.walk),
        _colony_key(seat.colony),
    )


def _colony_key(colony: Colony) -> tuple[object, ...]:
    """The squares of a colony with their sides and features, whichever pieces they belong to."""
    return tuple(
        sorted(
            (square, str(cell.edges), str(cell.feature))
            for placed in colony.pieces
            for square, cell in placed.cells
        )
    )


PUZZLES = PuzzleRules(
    themes=THEMES, theme=theme_of_decision, likeness=table_key, fits=is_puzzle_decision
)
