"""The course of a match: the legal moves and their effects.

The order within a turn and both triggers of mid-game scoring follow docs/rules/prowler.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from prowlerbot.core.conditional_replies import ConditionalReplies
from prowlerbot.core.game import NOBODY, Outcome
from prowlerbot.games.prowler import scoring
from prowlerbot.games.prowler.board import PATHWAYS, STATUES
from prowlerbot.games.prowler.position import (
    DISTRICTS,
    PLACEMENTS,
    SEATS,
    WILD,
    Move,
    PositionData,
    Setup,
    with_taken,
)
from prowlerbot.games.prowler.scoring import EARLIEST, HAD, NEEDED, mid_game_awards

MID_GAME_PLACEMENTS = 16
"""Placements after which both seats have five passages left."""
MID_GAME_STATUES = 2
"""Statues stolen in total that trigger mid-game scoring."""

_TURN = {seat: frozenset((seat,)) for seat in SEATS}
_STATUES_BESIDE: tuple[tuple[tuple[str, int], ...], ...] = tuple(
    tuple((statue, around) for statue, around in STATUES.items() if around >> number & 1)
    for number in range(len(PATHWAYS) + 1)
)


OPENINGS: tuple[Move, ...] = tuple(Move(0, marker) for marker in range(len(DISTRICTS)))
_PLAIN_MOVES: tuple[tuple[Move, ...], ...] = tuple((Move(p),) for p in range(len(PATHWAYS) + 1))
_WILD_MOVES: tuple[tuple[Move, ...], ...] = tuple(
    tuple(Move(p, marker) for marker in range(len(DISTRICTS))) for p in range(len(PATHWAYS) + 1)
)


class Position(PositionData, ConditionalReplies[Move]):
    """A position of Prowler's Passage as the contract wants it, with its data."""

    __slots__ = ()

    def moves(self, seat: int) -> tuple[Move, ...]:
        return self.legal if seat in self.to_move else ()

    def after(self, seat: int, move: Move) -> Position:
        setup, ply, _, legal, track, passages, statues, cards, unclaimed, _, half = self
        number, marker = move
        b, p, m, r, c = track
        db, dp, dm, dr, dc = setup.pulls[seat - 1][move]
        track = (b + db, p + dp, m + dm, r + dr, c + dc)
        if not number:
            return self._replace(
                ply=1,
                to_move=_TURN[3 - seat],
                legal=_first_placements(setup),
                track=track,
                last=move,
            )

        # Dig and take the tile: nobody can place here again. A wild shovel has five moves in a row.
        at = legal.index(move)
        if marker is None:
            legal = legal[:at] + legal[at + 1 :]
        else:
            legal = legal[: at - marker] + legal[at - marker + len(DISTRICTS) :]
        one, two = passages
        if seat == 1:
            one |= 1 << number
        else:
            two |= 1 << number
        covered = one | two

        # Take the statues that are surrounded now.
        for statue, around in _STATUES_BESIDE[number]:
            if covered & around == around:
                statues = with_taken(statues, seat, statue)

        # Equivalent to Position(…), without the cost of keyword arguments.
        position = tuple.__new__(
            Position,
            (
                setup,
                ply + 1,
                _TURN[3 - seat] if ply < PLACEMENTS else NOBODY,
                legal,
                track,
                (one, two),
                statues,
                cards,
                unclaimed,
                move,
                half,
            ),
        )
        for card in unclaimed:
            if ply >= EARLIEST[card] and HAD[card](position, seat) >= NEEDED[card]:
                position = position.awarded(seat, card)
        if half is None and (
            ply >= MID_GAME_PLACEMENTS or len(statues[0] + statues[1]) >= MID_GAME_STATUES
        ):
            for card, ahead in mid_game_awards(position):
                position = position.awarded(ahead, card)
            position = position._replace(half=position)
        return position

    def pending(self, pathway: int) -> Position:
        """A preview of a placement on a wild shovel before its marker is chosen.

        It is no position of a match: the same seat is to move, and nothing is claimed or scored
        yet, because that may depend on the marker.
        """
        seat = self.seat
        placed = self.after(seat, Move(pathway, 0))
        chosen = self.setup.pulls[seat - 1][pathway, 0]
        plain = self.setup.pulls[seat - 1][pathway, 1]
        # The wild shovel chooses one marker, so the smaller pull of two choices excludes it.
        pulled = [min(one, other, key=abs) for one, other in zip(chosen, plain, strict=True)]
        b, p, m, r, c = (was + by for was, by in zip(self.track, pulled, strict=True))
        return placed._replace(
            ply=self.ply,
            to_move=self.to_move,
            track=(b, p, m, r, c),
            achievements=self.achievements,
            unclaimed=self.unclaimed,
            half=self.half,
        )

    @property
    def mid(self) -> scoring.Sheet | None:
        """The mid-game score; None before that phase."""
        return scoring.mid_sheet(self)

    @property
    def outcome(self) -> Outcome | None:
        return scoring.outcome(self) if self.over else None

    def facts(self) -> Mapping[str, object]:
        return {
            "track": list(self.track),
            "longest": [self.longest(seat) for seat in SEATS],
            "statues": [sorted(taken) for taken in self.statues],
            "achievements": [sorted(held) for held in self.achievements],
        }

    def summary(self) -> Mapping[str, object]:
        mid = self.mid
        if mid is None or not self.over:
            return {}
        final = scoring.score_sheet(self, final=True)
        return {"scores": {"mid": scoring.as_lists(mid), "final": scoring.as_lists(final)}}


def start(setup: Setup) -> Position:
    """The position before the opening move, which the seat that does not start makes."""
    return Position(setup, 0, _TURN[3 - setup.start], OPENINGS, unclaimed=setup.cards)


@lru_cache(maxsize=4096)
def _first_placements(setup: Setup) -> tuple[Move, ...]:
    return tuple(
        move
        for pathway in PATHWAYS
        for move in (_WILD_MOVES if setup.tile(pathway.number) == WILD else _PLAIN_MOVES)[
            pathway.number
        ]
    )
