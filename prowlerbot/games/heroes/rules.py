"""The position as the contract wants it: the seats to move, their moves, facts, rounds and cards.

``position`` has its data. The effects of moves are in one module per phase: ``draft`` or ``live``,
then ``preparing``, ``invasion``, ``scoring``, ``planning``. The terms are those of
docs/rules/heroes.md.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from prowlerbot.core.capabilities import ConcealedMoves, Leaving, LiveStages, Ordered
from prowlerbot.core.game import CHANCE, NO_CONCEALED_MOVES, NOT_LIVE, Outcome, View
from prowlerbot.games.heroes import moves, scoring
from prowlerbot.games.heroes.cards import EVENTS, INVADERS, MAPS
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import LAST_TILE, PATCHES
from prowlerbot.games.heroes.position import PositionData, Setup, move_by_orders
from prowlerbot.games.heroes.seat import GONE_SEAT, Seat
from prowlerbot.games.heroes.stages import draft, invasion, live, planning, preparing
from prowlerbot.games.heroes.stages.building import PILE

_CARD_MOVES = {
    "invader": moves.INVADER_MOVES[1 : len(INVADERS) + 1],
    "map": moves.MAP_MOVES[1 : len(MAPS) + 1],
    "event": moves.EVENT_MOVES[1 : len(EVENTS) + 1],
}
"""The moves that draw a card, by kind."""


class Position(PositionData, ConcealedMoves[Move], LiveStages[Move], Leaving[Move], Ordered[Move]):
    """A position of Heroes Beware as the contract wants it, with its data."""

    __slots__ = ()

    # ------------------------------------------------------------------------- the contract

    @property
    def outcome(self) -> Outcome | None:
        return scoring.outcome(self) if self.phase == "over" else None

    @property
    def concealed(self) -> Mapping[int, int]:
        if not self.shown:
            return NO_CONCEALED_MOVES
        counts = enumerate([seat.hidden_moves for seat in self.seats], 1)
        return {number: count for number, count in counts if count}

    @property
    def live(self) -> str:
        """The live stage: building from the shared pile, until the last seat is done."""
        return "done" if any(seat.stage == "live" for seat in self.seats) else NOT_LIVE

    @property
    def building(self) -> bool:
        """Whether at least one seat is still in the draft or builds live."""
        return bool(self.shown or self.turning) or self.live != NOT_LIVE

    @property
    def after_invasion(self) -> "Position | None":
        """The position after the last card of an invasion, until the next round begins."""
        return self.invaded if isinstance(self.invaded, Position) else None

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_move:
            return ()
        if seat == CHANCE:
            return self._possible_draws()
        if self.seats[seat - 1].stage == "live":
            return live.legal_moves(self, seat)
        return self.seats[seat - 1].legal

    def after(self, seat: int, move: Move) -> "Position":
        if seat == CHANCE:
            return self._apply_chance(move)
        match self.phase:
            case "invasion":
                return invasion.apply_move(self, seat, move)
            case "planning":
                return planning.apply_choice(self, seat, move).after_planning()
        match self.seats[seat - 1].stage:
            case "draft":
                return draft.apply_move(self, seat, move)
            case "live":
                return live.apply_move(self, seat, move)
            case _:
                return preparing.apply_move(self, seat, move)

    def _possible_draws(self) -> tuple[Move, ...]:
        match self.draw:
            case "tile":
                tiles = range(1, LAST_TILE + 1)
                return tuple([moves.TILE_MOVES[n] for n in tiles if not self.seen >> n & 1])
            case "card kind":
                return moves.CARD_KINDS[: self.invaders + self.events]
            case "seat":
                return tuple([moves.SEAT_MOVES[number] for number in planning.poorest_seats(self)])
            case "L" | "I":
                return tuple(planning.undealt_pieces(self, self.draw))
            case kind:
                return tuple([card for card in _CARD_MOVES[kind] if card not in self.used])

    def _apply_chance(self, move: Move) -> "Position":
        match self.draw:
            case "tile":
                live_ = self.setup.build == "live"
                return (live.put_into_hand if live_ else draft.turn_up_tile)(self, move.number)
            case "L" | "I" | "seat":
                return planning.apply_draw(self, move)
            case "" | "card kind" | "invader" | "map" | "event":
                return invasion.apply_draw(self, move)

    def ordered(self, seat: int, orders: Collection[str]) -> Move | None:
        if seat not in self.to_move or seat == CHANCE:
            return None
        own_seat, alone = self.seats[seat - 1], self.setup.seats == 1
        return move_by_orders(own_seat, self.round, orders, alone=alone)

    def leave(self, seat: int) -> "Position | None":
        """The position without the colony, queue, reserve and stash of a seat. The tile in its hand
        is dropped. Nobody can leave a match alone, or while chance is due.
        """
        if self.setup.seats == 1 or seat not in self.playing or self.draw or not self.to_move:
            return None
        leaving = self.seats[seat - 1]
        # The start of its turn stays concealed.
        gone_seat = GONE_SEAT._replace(hidden_moves=leaving.hidden_moves)
        dropped_tiles = (leaving.hand,) if leaving.hand else ()
        after = self.with_seat(seat, gone_seat)._replace(
            left=(*self.left, seat),
            face_up=self.face_up + dropped_tiles,
            shown=(*self.shown[: seat - 1], GONE_SEAT, *self.shown[seat:]) if self.shown else (),
        )
        return after.end_match() if len(after.playing) == 1 else after.continue_after_leave()

    def view(self, viewer: int | None) -> "View[Position]":
        """The view of a seat. During a draft turn the other seats are as they were at its start.
        These can still move in the view, so a previewed move never ends a turn that the viewer
        knows only in part. ``to_move`` shows that they have finished.
        """
        if not self.shown:
            return View(self, viewer)
        known = zip(self.seats, self.shown, strict=True)
        seats = (seat if it == viewer else shown for it, (seat, shown) in enumerate(known, 1))
        return View(self._replace(seats=tuple(seats)), viewer)

    def facts(self) -> Mapping[str, object]:
        return {
            "round": self.round,
            "phase": self.phase,
            "turn": self.turn,
            "pile": self.pile,
            "to_move": sorted(self.to_move),
            "built": [seat.colony.area.bit_count() if seat.playing else 0 for seat in self.seats],
            "tokens": [seat.tokens.counts for seat in self.seats],
            "stash": [[seat.gold, seat.gems] for seat in self.seats],
            "reserve": [list(seat.reserve) for seat in self.seats],
        }

    def summary(self) -> Mapping[str, object]:
        if (outcome := self.outcome) is None:
            return {}
        return {"ranks": list(outcome.ranks), "rounds": [list(each) for each in self.rounds]}

    # --------------------------------------------------------------------------- the phases

    def continue_after_leave(self) -> "Position":
        match self.phase:
            case "invasion":
                return invasion.await_or_draw_card(self)
            case "planning":
                return planning.drop_left_seat(self).after_planning()
        if self.shown:
            return draft.await_or_end_turn(self)
        if any(seat.stage == "live" or seat.done for seat in self.seats):
            return live.await_or_end_building(self)
        return preparing.await_or_begin_invasion(self)

    def after_planning(self) -> "Position":
        """The position in the next round once all seats have chosen; else the same position."""
        return self if self.choosing else self.next_round()

    def next_round(self) -> "Position":
        """The position in which the next round begins, with all tiles face down."""
        next_position = self._replace(phase="build", round=self.round + 1, turn=1, last=False)
        next_position = next_position._replace(pile=PILE[len(self.playing)], seen=0, invaded=None)
        live_ = self.setup.build == "live"
        return (live.begin_live_building if live_ else draft.begin_draft)(next_position)


def start_match(setup: Setup) -> Position:
    is_short = setup.length == "short"
    seats = (Seat(gems=int(is_short)),) * setup.seats
    position = Position(setup, seats, round=int(is_short), supply=PATCHES - setup.seats)
    return planning.begin_planning(position) if is_short else position.next_round()


# ---------------------------------------------------------------------- rounds and cards

Line = Sequence[Position]
"""Positions one after the other: a match, or a part of it."""


class Stretch(NamedTuple):
    """A part of a line: from the position before it to the one after its last move."""

    round: int
    first: int
    last: int


class Visit(NamedTuple):
    """A card and its whole effect; ``number`` counts the cards of an invasion from 1.

    At ``first``, chance is about to draw the card. At ``last``, the card is ``over`` or the line
    ends. ``shown`` is the latest position with the card on the table.
    """

    round: int
    number: int
    first: int
    last: int
    over: bool
    shown: Position


def find_rounds(line: Line) -> list[Stretch]:
    """The rounds that have begun, each with the planning that follows it."""
    firsts = [next(part) for _, part in groupby(range(len(line)), key=lambda it: line[it].round)]
    begun = [first for first in firsts if line[first].phase == "build"]
    limits = pairwise((*begun, len(line)))
    return [Stretch(line[first].round, first, after - 1) for first, after in limits]


def find_invasions(line: Line) -> list[Stretch]:
    """The invasions: from the ready colonies to the profit of the round or the latest position."""
    stretches = []
    for phase, part in groupby(range(len(line)), key=lambda index: line[index].phase):
        if phase == "invasion":
            first, *rest = part
            after = first + len(rest) + 1
            stretches.append(Stretch(line[first].round, first, min(after, len(line) - 1)))
    return stretches


def find_visits(line: Line) -> Iterator[Visit]:
    """The drawn cards in their order; the line may begin with an invasion."""
    number, first = 1, 0
    for index in range(len(line)):
        before, state = line[index - 1] if index else None, line[index]
        if before is None or before.phase != "invasion":
            number, first = 1, index
            continue
        is_over = state.phase != "invasion"
        if is_over or is_card_over(before, state):
            shown = (state.after_invasion or before) if is_over else state
            yield Visit(before.round, number, first, index, True, shown)
            number, first = number + 1, index
    last = len(line) - 1
    if first < last:
        state = line[last]
        if state.phase == "invasion" and not state.draw and _is_drawn(state):
            yield Visit(state.round, number, first, last, False, state)


def latest_invasion(line: Line) -> int:
    """The index at which the latest invasion begins; the length of the line if there is none."""
    start = len(line)
    while start and line[start - 1].phase in {"planning", "over"}:
        start -= 1
    if not start or line[start - 1].phase != "invasion":
        return len(line)
    while start and line[start - 1].phase == "invasion":
        start -= 1
    return start


def is_card_over(before: Position, state: Position) -> bool:
    """Whether a card has just finished, and another one follows."""
    if state.phase != "invasion" or before.phase != "invasion" or before.draw == "card kind":
        return False
    return state.draw in {"card kind", "invader", "event"} and _is_drawn(state)


def _is_drawn(state: Position) -> bool:
    return bool(state.map or state.event)
