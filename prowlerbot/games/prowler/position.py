"""A position as data, with the moves in it, which the rules, achievements and scoring share."""

from __future__ import annotations

from typing import NamedTuple, Self, TypeVar

from .board import ALL_PATHWAYS
from .passages import longest
from .setup import DISTRICTS, Setup, Track

_T = TypeVar("_T", str, tuple[int, ...])

SEATS = (1, 2)
PASSAGES = 13
"""Passage sections a seat owns."""
PLACEMENTS = len(SEATS) * PASSAGES


class Move(NamedTuple):
    """A placement (``14``, or ``9>M`` with the marker for a wild shovel) or the opening (``>R``).

    ``pathway`` is 0 for the opening move; ``marker`` is an index into DISTRICTS, or None.
    """

    pathway: int
    marker: int | None = None

    def __str__(self) -> str:
        if self.marker is None:
            return str(self.pathway)
        return f"{self.pathway or ''}>{DISTRICTS[self.marker]}"


class PositionData(NamedTuple):
    """The data of a position (a named tuple is made five times faster than a frozen dataclass; a
    search makes millions).

    Pairs hold seat 1 first. ``ply`` counts moves, the opening move included, so it is also the
    number of the next one. ``legal`` holds the legal moves of the seat to move: every placement but
    the one just made stays legal, so a placement only strikes its own from the list.
    ``track`` holds the markers in the order of DISTRICTS, positive on the side of seat 1.
    ``passages`` are masks of pathways, ``statues`` intersections in the order they were taken,
    ``achievements`` card ids likewise, ``unclaimed`` the drawn cards that nobody holds. ``last`` is
    the move that led here, ``half`` the position that was scored mid-game, once one was.
    """

    setup: Setup
    ply: int
    to_move: frozenset[int]
    legal: tuple[Move, ...]
    track: Track = (0, 0, 0, 0, 0)
    passages: tuple[int, int] = (0, 0)
    statues: tuple[str, str] = ("", "")
    achievements: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    unclaimed: tuple[int, ...] = ()
    last: Move | None = None
    half: PositionData | None = None

    @property
    def over(self) -> bool:
        return self.ply > PLACEMENTS

    @property
    def seat(self) -> int:
        """The seat to move; after the end, the seat whose turn would be next."""
        # The other seat makes the opening move; the start seat places at every odd ply.
        return self.setup.start if self.ply & 1 else 3 - self.setup.start

    def awarded(self, seat: int, card: int) -> Self:
        at = self.unclaimed.index(card)
        return self._replace(
            achievements=with_taken(self.achievements, seat, (card,)),
            unclaimed=self.unclaimed[:at] + self.unclaimed[at + 1 :],
        )

    @property
    def free(self) -> int:
        """Mask of the pathways that still have their tile."""
        return ALL_PATHWAYS & ~(self.passages[0] | self.passages[1])

    def tiles_of(self, seat: int) -> tuple[int, ...]:
        """The tiles in front of a seat, counted in the order of TILES."""
        own = self.passages[seat - 1]
        return tuple([(own & there).bit_count() for there in self.setup.lying])

    @property
    def tiles(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.tiles_of(1), self.tiles_of(2)

    def longest(self, seat: int) -> int:
        """Sections in the seat's longest continuous passage."""
        return longest(self.passages[seat - 1])

    def lead(self, seat: int) -> tuple[int, ...]:
        """The steps of each marker towards the seat; negative on the other side."""
        return self.track if seat == 1 else tuple([-at for at in self.track])

    def controlled(self, seat: int) -> int:
        """The number of districts whose marker is on the seat's side."""
        return sum([at > 0 for at in self.lead(seat)])


def with_taken(pair: tuple[_T, _T], seat: int, taken: _T) -> tuple[_T, _T]:
    return (pair[0] + taken, pair[1]) if seat == 1 else (pair[0], pair[1] + taken)
