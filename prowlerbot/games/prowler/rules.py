"""The course of a match: what may be done, and what it does.

The order within a turn and both triggers of mid-game scoring follow docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from prowlerbot.game import Outcome

from . import achievements, scoring
from .board import ALL_PATHWAYS, PATHWAYS, STATUES
from .passages import longest
from .setup import DIG, DISTRICTS, TILES, WILD, Setup

_T = TypeVar("_T")

SEATS = (1, 2)
PASSAGES = 13
"""Passage sections a seat owns."""
MID_GAME_PLACEMENTS = 16
"""Placements after which both seats have five passages left."""
MID_GAME_STATUES = 2
"""Statues stolen in total that trigger mid-game scoring."""

_TOWARDS = {1: 1, 2: -1}
_TWO_SEATS = {seat: frozenset((seat,)) for seat in SEATS}
_NOBODY: frozenset[int] = frozenset()
_STATUES_BESIDE: tuple[tuple[tuple[str, int], ...], ...] = tuple(
    tuple((statue, around) for statue, around in STATUES.items() if around >> number & 1)
    for number in range(len(PATHWAYS) + 1)
)


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


OPENINGS: tuple[Move, ...] = tuple(Move(0, marker) for marker in range(len(DISTRICTS)))
_PLAIN: tuple[tuple[Move, ...], ...] = tuple((Move(p),) for p in range(len(PATHWAYS) + 1))
_WILD: tuple[tuple[Move, ...], ...] = tuple(
    tuple(Move(p, marker) for marker in range(len(DISTRICTS))) for p in range(len(PATHWAYS) + 1)
)
_MORE_CHOICES = len(DISTRICTS) - 1
_STEPS: tuple[int, ...] = tuple(2 if face == DIG else 1 for face in TILES)
"""How far the marker of each adjacent district moves for each tile."""


@lru_cache(maxsize=4096)
def _first_placements(setup: Setup) -> tuple[Move, ...]:
    return tuple(
        move
        for pathway in PATHWAYS
        for move in (_WILD if setup.tile(pathway.number) == WILD else _PLAIN)[pathway.number]
    )


class Position(NamedTuple):
    """A position of Prowler's Passage (a named tuple, which is made five times faster than a
    frozen dataclass; a search makes millions).

    Pairs hold seat 1 first. ``ply`` counts moves, the opening move included, so it is also the
    number of the next one. ``track`` holds the markers in the order of DISTRICTS, positive on the
    side of seat 1. ``passages`` are masks of pathways, ``tiles`` counts in the order of TILES,
    ``statues`` intersections in the order they were taken, ``achievements`` card ids likewise.
    ``mid`` is the mid-game score once it has been written down. ``last`` is the move that led here.
    ``legal`` holds the legal moves of the seat to move: every placement but the ones just made
    impossible stays legal, so a placement strikes its own from the list.
    """

    setup: Setup
    ply: int = 0
    track: tuple[int, ...] = (0,) * len(DISTRICTS)
    passages: tuple[int, int] = (0, 0)
    tiles: tuple[tuple[int, ...], tuple[int, ...]] = ((0,) * len(TILES), (0,) * len(TILES))
    statues: tuple[str, str] = ("", "")
    achievements: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    mid: scoring.Sheet | None = None
    last: Move | None = None
    legal: tuple[Move, ...] = OPENINGS

    @property
    def over(self) -> bool:
        return self.ply > len(SEATS) * PASSAGES

    @property
    def seat(self) -> int:
        """The seat to move; the last to move keeps its place in a finished match's turn order."""
        # The opening is the other seat's, then the start seat places at every odd ply.
        return self.setup.start if self.ply & 1 else 3 - self.setup.start

    @property
    def to_move(self) -> frozenset[int]:
        return _NOBODY if self.over else _TWO_SEATS[self.seat]

    @property
    def free(self) -> int:
        """Mask of the pathways that still have their tile."""
        return ALL_PATHWAYS & ~(self.passages[0] | self.passages[1])

    def passages_left(self, seat: int) -> int:
        return PASSAGES - self.passages[seat - 1].bit_count()

    def longest(self, seat: int) -> int:
        """Sections in the seat's longest continuous passage."""
        return longest(self.passages[seat - 1])

    def lead(self, seat: int) -> tuple[int, ...]:
        """How far each marker is on the seat's side of the track; negative on the other side."""
        return self.track if seat == 1 else tuple([-at for at in self.track])

    def controlled(self, seat: int) -> int:
        """The number of districts whose marker is on the seat's side."""
        return sum(at > 0 for at in self.lead(seat))

    def unclaimed(self) -> tuple[int, ...]:
        """The drawn achievements that nobody holds."""
        held = self.achievements[0] + self.achievements[1]
        cards = self.setup.cards
        return tuple([card for card in cards if card not in held]) if held else cards

    def moves(self, seat: int) -> tuple[Move, ...]:
        return self.legal if seat == self.seat and not self.over else ()

    def after(self, seat: int, move: Move) -> Position:
        setup = self.setup
        number, marker = move
        track = list(self.track)
        if marker is not None:
            track[marker] += _TOWARDS[seat]
        if not number:
            return Position(
                setup, self.ply + 1, tuple(track), last=move, legal=_first_placements(setup)
            )
        # Every free pathway before this one has a move in the list, a wild shovel five.
        before = self.free & (1 << number) - 1
        at = before.bit_count() + _MORE_CHOICES * (before & setup.wild).bit_count()
        width = 1 if marker is None else len(DISTRICTS)
        legal = self.legal[:at] + self.legal[at + width :]
        tile = setup.faces[number]
        one, other = setup.beside[number]
        step = _STEPS[tile] * _TOWARDS[seat]
        track[one] += step
        track[other] += step
        tiles = list(self.tiles[seat - 1])
        tiles[tile] += 1
        passages = self.passages[seat - 1] | 1 << number
        statues = self.statues
        if beside := _STATUES_BESIDE[number]:
            covered = passages | self.passages[2 - seat]
            stolen = "".join([name for name, around in beside if covered & around == around])
            if stolen:
                statues = _with(statues, seat, statues[seat - 1] + stolen)
        placed = Position(
            setup,
            self.ply + 1,
            tuple(track),
            _with(self.passages, seat, passages),
            _with(self.tiles, seat, tuple(tiles)),
            statues,
            self.achievements,
            self.mid,
            move,
            legal,
        )
        return placed.end_of_turn(seat)

    def end_of_turn(self, seat: int) -> Position:
        """Claim achievements, then score mid-game where this turn has triggered it."""
        position = self
        fulfilled = achievements.CONDITIONS
        claimed = tuple([card for card in self.unclaimed() if fulfilled[card](self, seat)])
        if claimed:
            position = position.awarded(seat, claimed)
        if self.mid is None and (
            self.ply > MID_GAME_PLACEMENTS
            or len(self.statues[0]) + len(self.statues[1]) >= MID_GAME_STATUES
        ):
            for card, ahead in achievements.mid_game_awards(position):
                position = position.awarded(ahead, (card,))
            position = position._replace(mid=scoring.score_sheet(position, final=False))
        return position

    def awarded(self, seat: int, cards: tuple[int, ...]) -> Position:
        """The same position with achievement cards handed to a seat."""
        held = _with(self.achievements, seat, self.achievements[seat - 1] + cards)
        return self._replace(achievements=held)

    @property
    def outcome(self) -> Outcome | None:
        return scoring.outcome(self) if self.over else None

    def view(self, seat: int | None) -> Position:  # noqa: ARG002 - nothing is hidden in this game
        return self

    def facts(self) -> Mapping[str, object]:
        return {
            "track": list(self.track),
            "longest": [self.longest(seat) for seat in SEATS],
            "statues": [sorted(taken) for taken in self.statues],
            "achievements": [sorted(held) for held in self.achievements],
        }

    def summary(self) -> Mapping[str, object]:
        if self.mid is None or not self.over:
            return {}
        final = scoring.score_sheet(self, final=True)
        return {"scores": {"mid": scoring.as_lists(self.mid), "final": scoring.as_lists(final)}}


def _with(pair: tuple[_T, _T], seat: int, value: _T) -> tuple[_T, _T]:
    return (value, pair[1]) if seat == 1 else (pair[0], value)
