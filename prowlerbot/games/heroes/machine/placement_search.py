"""The beam search for placements, within a turn of the draft or in the closing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.moves import END, Move, placements
from prowlerbot.games.heroes.pieces import PATCH, PIECES, Piece
from prowlerbot.games.heroes.seat import FACE_DOWN, Seat
from prowlerbot.games.heroes.stages.building import spots

NEVER = -1e9
"""The score of a line that cannot be built."""

Worth = Callable[[Colony, float, tuple[str, ...]], float]
"""The worth of a colony with the number of tiles to come and with the reserve."""


class Line(NamedTuple):
    """A sequence of placements; ``first`` is its first one."""

    score: float
    colony: Colony
    first: Move | None = None
    rest: tuple[str, ...] = ()
    """The pieces still to build, as placements name them: ``b2``, or a piece of the reserve."""


class PlacementSearch:
    """The search of one seat: ``width`` is the number of lines that it keeps at each depth."""

    def __init__(self, seat: Seat, width: int, worth: Worth) -> None:
        self._seat = seat
        self._width = width
        self._worth = worth

    @property
    def open_tiles(self) -> tuple[str, ...]:
        """The face-up tiles of the queue, as placements name them."""
        return tuple(f"b{at}" for at, tile in enumerate(self._seat.queue, 1) if tile > FACE_DOWN)

    def queued(self, place: int) -> Piece:
        """The tile at a place of the queue."""
        return PIECES[str(self._seat.queue[place - 1])]

    def best_line(
        self, begun: Line, tiles: float, most: int, new_tile: float, built: int = 0
    ) -> Line:
        """The best way to go on after ``built`` placements, each of which gains a ``new_tile``."""
        reserve = self._seat.reserve
        lines = [begun]
        best = begun
        for depth in range(built + 1, most + 1):
            following = [
                line._replace(score=self._worth(line.colony, tiles, reserve) + new_tile * depth)
                for line in self._following(lines)
            ]
            if not following:
                break
            following.sort(key=_score, reverse=True)
            lines = following[: self._width]
            best = max(best, lines[0], key=_score)
        return best

    def _following(self, lines: Sequence[Line]) -> Iterator[Line]:
        """The lines extended by one placement, without a score; one for each distinct colony."""
        begun = len(self._seat.colony.pieces)
        seen: set[object] = set()
        for line in lines:
            tried: set[object] = set()
            for at, prefix in enumerate(line.rest):
                piece = PIECES.get(prefix) or self.queued(int(prefix[1:]))
                if piece.squares in tried:
                    continue
                tried.add(piece.squares)
                rest = line.rest[:at] + line.rest[at + 1 :]
                for spot in spots(line.colony, piece, "guided"):
                    colony = line.colony.with_piece(Placed.at_spot(piece.id, spot))
                    look = frozenset(
                        (placed.piece.squares, placed.at, placed.turns)
                        for placed in colony.pieces[begun:]
                    )
                    if look not in seen:
                        seen.add(look)
                        yield Line(0, colony, line.first or placements(prefix)[spot], rest)

    def with_best_passage(self, colony: Colony, tiles: float, reserve: tuple[str, ...]) -> Line:
        """A colony with the best passage of the reserve, and the rest of the reserve."""
        best = Line(NEVER, colony)
        for id_ in dict.fromkeys(reserve):
            if is_passage(id_):
                rest = list(reserve)
                rest.remove(id_)
                for spot in spots(colony, PIECES[id_], "guided"):
                    placed = colony.with_piece(Placed.at_spot(id_, spot))
                    score = self._worth(placed, tiles, tuple(rest))
                    best = max(best, Line(score, placed, None, tuple(rest)), key=_score)
        return best

    def best_closing(self, begun: Line) -> Line:
        """The best way to go on; it ends with any piece."""
        first = None if begun.first == END else begun.first
        best = begun._replace(score=self._worth(begun.colony, 0.0, ()))
        lines = [begun._replace(first=first)]
        for _ in begun.rest:
            # The present worth decides the best line; the worth with its rest orders the search.
            following = []
            for line in self._following(lines):
                best = max(best, line._replace(score=self._worth(line.colony, 0.0, ())), key=_score)
                promise = self._worth(line.colony, 0.0, line.rest)
                following.append(line._replace(score=promise))
            following.sort(key=_score, reverse=True)
            lines = following[: self._width]
        return best


@cache
def is_passage(id_: str) -> bool:
    """Whether the colony can continue behind this piece: it has two or more open sides."""
    sides = "".join(edges for _, _, edges, _ in PIECES[id_].squares)
    return id_ != PATCH and sides.count("c") + sides.count("s") > 1


def _score(line: Line) -> float:
    return line.score
