"""The machine's building: placements, reveals, and the moment to stop.

Even with a free hand it builds only pieces that will pass the inspection.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.moves import DONE, DROP, END, FLIP, REVEAL, TAKE, Move, placements
from prowlerbot.games.heroes.pieces import PATCH, PIECES, Piece
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import FACE_DOWN
from prowlerbot.games.heroes.stages.building import PILE, spots
from prowlerbot.games.heroes.stages.draft import BRISK_TURNS, MOST_BUILT, TURNS

from .appraisal import appraised
from .prospect import STANDARD, Prospect, Weights


class Skill(NamedTuple):
    """The skill of a builder; all worths are in gold.

    ``width`` is the width of the beam search, ``error`` the standard deviation of an appraisal, and
    ``resting`` whether it considers tiles beside the pile in ``live``: with errors it might take
    and drop one again and again.
    """

    width: int
    error: float = 0.0
    resting: bool = True
    weights: Weights = STANDARD
    a_turn: float = 1.5  # the mean number of tiles built per turn
    unseen: float = 0.45  # a tile that the reveal turns up
    fresh: float = 0.6  # a new tile that comes into the queue
    stuck: float = 0.3  # each turn without a new tile in the queue
    turn: float = 0.75  # a turn spent on a piece of the reserve


class _Line(NamedTuple):
    """A sequence of placements; ``first`` is its first one."""

    score: float
    colony: Colony
    first: Move | None = None
    rest: tuple[str, ...] = ()
    """The pieces still to build, as placements name them: ``b2``, or a piece of the reserve."""


FLIPS = 25
"""The number of tiles that a seat flips in a round of ``live`` before it stops."""
WORTH_TAKING = 0.25
"""The least gain that justifies taking a tile beside the pile, in gold."""
NEVER = -1e9


class Builder:
    """The judgement of one seat about its colony, for one decision."""

    def __init__(self, position: Position, number: int, skill: Skill, rng: random.Random) -> None:
        self.position = position
        self.seat = position.seats[number - 1]
        self.skill = skill
        self._rng = rng

    def worth(self, colony: Colony, tiles: float, reserve: tuple[str, ...]) -> float:
        """The appraisal of a colony by a builder of this skill."""
        skill = self.skill
        prospect = Prospect(tiles, reserve, self.seat.gems, skill.weights)
        error = self._rng.gauss(0.0, skill.error) if skill.error else 0.0
        return appraised(colony, prospect) + error

    def expected(self) -> float:
        """The worth of the colony now, and of the pieces that may still join it."""
        position, seat = self.position, self.seat
        if seat.stage == "closing":
            return self._best_closing(_Line(0.0, seat.colony, END, seat.reserve)).score
        if seat.stage in {"inspection", "populate"}:
            return self.worth(seat.colony, 0.0, ())
        if position.setup.build == "live":
            return self.worth(seat.colony, self._tiles_live(), seat.reserve)
        return self.worth(seat.colony, self.skill.a_turn * turns_left(position), seat.reserve)

    def worth_of(self, move: Move) -> float:
        """The worth of the colony after a move of building and the best rest of the turn."""
        match self.seat.stage:
            case "draft":
                return self._worth_drafted(move)
            case "live":
                return self._worth_live(move)
        return self._worth_closing(move)

    def _worth_drafted(self, move: Move) -> float:
        seat, skill = self.seat, self.skill
        left = turns_left(self.position)
        tiles = skill.a_turn * left
        match move.kind:
            case "queue":
                tile = self._queued(move.number)
                placed = seat.colony.with_piece(Placed(tile.id, move.at, move.to))
                fresh = skill.fresh if left else 0.0
                score = self.worth(placed, tiles, seat.reserve) + fresh
                rest = tuple(each for each in self._open if each != f"b{move.number}")
                begun = _Line(score, placed, move, rest)
                most = MOST_BUILT - seat.built_now
                line = self._best_line(begun, tiles, most, fresh, built=1)
                return max(
                    line.score, self._led_on(line.colony, tiles, seat.reserve).score - skill.turn
                )
            case "reserve" if _leads_on(move.piece):  # others can wait for the closing
                colony, rest = self._with_reserve(move)
                return self._worth_waiting(colony, tiles, rest)
            case "reveal":
                others = [tile for at, tile in enumerate(seat.queue, 1) if at != move.number]
                worth = self._worth_waiting(seat.colony, tiles, seat.reserve, passed=move.number)
                return worth + skill.unseen * others.count(FACE_DOWN)
        return self._worth_waiting(seat.colony, tiles, seat.reserve)

    def _worth_waiting(
        self, colony: Colony, tiles: float, reserve: tuple[str, ...], passed: int = 0
    ) -> float:
        """The worth of a colony that gets no more tiles of the queue in this turn.

        The face-up tiles of the queue, except a passed one, can follow in the next turn, if there
        is one; that costs a turn.
        """
        skill = self.skill
        now = self.worth(colony, tiles, reserve)
        if not turns_left(self.position):
            return now
        alone = len(self.position.playing) == 1
        open_ = tuple(each for each in self._open if alone or each != f"b{passed}")
        most = MOST_BUILT - self.seat.built_now
        line = self._best_line(_Line(NEVER, colony, None, open_), tiles, most, skill.fresh)
        later = line.score
        led = self._led_on(colony, tiles, reserve)
        if led.score > NEVER and reserve == self.seat.reserve:  # one piece is as far as it looks
            later = max(later, self._worth_waiting(led.colony, tiles, led.rest, passed))
        return max(now, later - skill.turn)

    def _worth_live(self, move: Move) -> float:
        """The worth of a move in ``live``.

        The tile in hand and the reserve can be built in any order, so each order is worth the same.
        """
        seat, tiles = self.seat, self._tiles_live()
        colony, reserve, hand = seat.colony, seat.reserve, str(seat.hand or "")
        match move.kind:
            case "hand":
                colony, hand = colony.with_piece(Placed(hand, move.at, move.to)), ""
            case "reserve" if _leads_on(move.piece):  # others can wait for the closing
                colony, reserve = self._with_reserve(move)
            case "drop":
                hand = ""
            case "take":
                hand = str(move.number)
        worth = self._best_with(colony, hand, tiles, reserve)
        worth = max(worth, self._led_on(colony, tiles, reserve).score)
        return worth + self.skill.unseen if move.kind == "flip" else worth

    def _led_on(self, colony: Colony, tiles: float, reserve: tuple[str, ...]) -> _Line:
        """A colony with the best piece of the reserve that it can continue behind, and the rest."""
        best = _Line(NEVER, colony)
        for id_ in dict.fromkeys(reserve):
            if _leads_on(id_):
                rest = list(reserve)
                rest.remove(id_)
                for spot in spots(colony, PIECES[id_], "guided"):
                    placed = colony.with_piece(Placed(id_, spot >> 2, spot & 3))
                    score = self.worth(placed, tiles, tuple(rest))
                    best = max(best, _Line(score, placed, None, tuple(rest)), key=_score)
        return best

    def _best_with(
        self, colony: Colony, hand: str, tiles: float, reserve: tuple[str, ...]
    ) -> float:
        """The worth of a colony with the best place for the tile in hand, if there is one."""
        worths = [self.worth(colony, tiles, reserve)]
        if hand:
            worths += [
                self.worth(colony.with_piece(Placed(hand, spot >> 2, spot & 3)), tiles, reserve)
                for spot in spots(colony, PIECES[hand], "guided")
            ]
        return max(worths)

    def _worth_closing(self, move: Move) -> float:
        seat = self.seat
        if move.kind != "reserve":
            return self.worth(seat.colony, 0.0, ())
        colony, rest = self._with_reserve(move)
        return self._best_closing(_Line(0.0, colony, move, rest)).score

    def _with_reserve(self, move: Move) -> tuple[Colony, tuple[str, ...]]:
        """The colony with a piece of the reserve, and the rest of the reserve."""
        placed = self.seat.colony.with_piece(Placed(move.piece, move.at, move.to))
        return placed, self.seat.without_reserve(move.piece).reserve

    # ---------------------------------------------------------------------------- the draft

    def drafted(self, moves: Sequence[Move]) -> Move:
        seat, skill = self.seat, self.skill
        left = turns_left(self.position)
        tiles = skill.a_turn * left
        fresh = skill.fresh if left else 0.0
        now = self.worth(seat.colony, tiles, seat.reserve)
        best = self._line(tiles, MOST_BUILT - seat.built_now, fresh)
        gain = best.score - now
        if seat.built_now:
            return best.first if best.first is not None and gain > 0 else END
        options = [(0.0, END)]
        if best.first is not None:
            hidden = FACE_DOWN in seat.queue
            # In an open queue, a new tile comes only after a placement.
            options.append((gain if hidden else gain + skill.stuck * left, best.first))
        if left:
            passed = self._passed()
            turned = sum(tile == FACE_DOWN for tile in seat.queue)
            turned -= seat.queue[passed - 1] == FACE_DOWN
            if turned:
                options.append((skill.unseen * turned, REVEAL[passed]))
            for move, worth in self._leading_on(moves, tiles):
                options.append((worth - now - skill.turn, move))
        return max(options, key=lambda option: option[0])[1]

    def _line(self, tiles: float, most: int, fresh: float) -> _Line:
        """The best placements from the queue in this turn; at least one if one fits."""
        return self._best_line(_Line(NEVER, self.seat.colony, None, self._open), tiles, most, fresh)

    @property
    def _open(self) -> tuple[str, ...]:
        return tuple(f"b{at}" for at, tile in enumerate(self.seat.queue, 1) if tile > FACE_DOWN)

    def _best_line(
        self, begun: _Line, tiles: float, most: int, fresh: float, built: int = 0
    ) -> _Line:
        """The best way to go on after ``built`` placements."""
        seat = self.seat
        lines = [begun]
        best = begun
        for depth in range(built + 1, most + 1):
            following = [
                line._replace(score=self.worth(line.colony, tiles, seat.reserve) + fresh * depth)
                for line in self._following(lines)
            ]
            if not following:
                break
            following.sort(key=_score, reverse=True)
            lines = following[: self.skill.width]
            best = max(best, lines[0], key=_score)
        return best

    def _following(self, lines: Sequence[_Line]) -> Iterator[_Line]:
        """The lines extended by one placement, without a score; one for each distinct colony."""
        begun = len(self.seat.colony.pieces)
        seen: set[object] = set()
        for line in lines:
            tried: set[object] = set()
            for at, prefix in enumerate(line.rest):
                piece = PIECES.get(prefix) or self._queued(int(prefix[1:]))
                if piece.squares in tried:
                    continue
                tried.add(piece.squares)
                rest = line.rest[:at] + line.rest[at + 1 :]
                for spot in spots(line.colony, piece, "guided"):
                    colony = line.colony.with_piece(Placed(piece.id, spot >> 2, spot & 3))
                    look = frozenset(
                        (placed.piece.squares, placed.at, placed.turns)
                        for placed in colony.pieces[begun:]
                    )
                    if look not in seen:
                        seen.add(look)
                        yield _Line(0, colony, line.first or placements(prefix)[spot], rest)

    def _queued(self, place: int) -> Piece:
        return PIECES[str(self.seat.queue[place - 1])]

    def _leading_on(self, moves: Sequence[Move], tiles: float) -> Iterator[tuple[Move, float]]:
        """Pieces of the reserve to build early, because the colony continues behind them."""
        seat = self.seat
        for move in moves:
            if move.kind == "reserve" and _leads_on(move.piece):
                placed = Placed(move.piece, move.at, move.to)
                spot = 4 * placed.at + placed.turns
                guided = self.position.setup.hand == "guided"
                if guided or spot in spots(seat.colony, placed.piece, "guided"):
                    rest = seat.without_reserve(move.piece).reserve
                    yield move, self.worth(seat.colony.with_piece(placed), tiles, rest)

    def _passed(self) -> int:
        """The place of the tile to pass. A seat alone gets it back, so any open tile will do; other
        seats get one that fits nowhere, else one that nobody has seen.
        """
        queue = self.seat.queue
        open_ = [place for place, tile in enumerate(queue, 1) if tile > FACE_DOWN]
        if len(self.position.playing) > 1:
            colony = self.seat.colony
            useless = [place for place in open_ if not spots(colony, self._queued(place), "guided")]
            hidden = [place for place, tile in enumerate(queue, 1) if tile == FACE_DOWN]
            return (useless or hidden or open_)[0]
        return open_[0] if open_ else len(queue)

    # -------------------------------------------------------------------------------- live

    def built_live(self, moves: Sequence[Move]) -> Move:
        seat = self.seat
        left, tiles = self._flips_left(), self._tiles_live()
        now = self.worth(seat.colony, tiles, seat.reserve)
        ahead = [(worth, move) for move, worth in self._leading_on(moves, tiles)]
        if ahead:
            worth, move = max(ahead, key=lambda each: each[0])
            if worth > now:
                return move
        if seat.hand:
            worth, spot = self._best_spot(str(seat.hand), tiles)
            return placements("h")[spot] if worth > now else DROP
        if self.skill.resting:
            tiles_there = {PIECES[str(tile)].squares: tile for tile in self.position.face_up}
            worths = [(self._best_spot(str(tile), tiles)[0], tile) for tile in tiles_there.values()]
            if worths and max(worths)[0] > now + WORTH_TAKING:
                return TAKE[max(worths)[1]]
        return FLIP if left > 0 and FLIP in moves else DONE

    def _flips_left(self) -> int:
        """The number of tiles that all seats will still flip."""
        playing = len(self.position.playing)
        return FLIPS * playing - (PILE[playing] - self.position.pile)

    def _tiles_live(self) -> float:
        position = self.position
        left = max(0, min(self._flips_left(), position.pile))
        return 0.5 * left / len(position.playing)

    def _best_spot(self, id_: str, tiles: float) -> tuple[float, int]:
        colony, reserve = self.seat.colony, self.seat.reserve
        return max(
            (
                (
                    self.worth(colony.with_piece(Placed(id_, spot >> 2, spot & 3)), tiles, reserve),
                    spot,
                )
                for spot in spots(colony, PIECES[id_], "guided")
            ),
            default=(NEVER, 0),
        )

    # ----------------------------------------------------------------------------- closing

    def closed(self) -> Move:
        """The best use of the reserve, if it has any piece."""
        seat = self.seat
        begun = _Line(0.0, seat.colony, END, seat.reserve)
        return self._best_closing(begun).first or END

    def _best_closing(self, begun: _Line) -> _Line:
        """The best way to go on; it ends with any piece."""
        first = None if begun.first == END else begun.first
        best = begun._replace(score=self.worth(begun.colony, 0.0, ()))
        lines = [begun._replace(first=first)]
        for _ in begun.rest:
            # The present worth decides the best line; the worth with its rest orders the search.
            following = []
            for line in self._following(lines):
                best = max(best, line._replace(score=self.worth(line.colony, 0.0, ())), key=_score)
                promise = self.worth(line.colony, 0.0, line.rest)
                following.append(line._replace(score=promise))
            following.sort(key=_score, reverse=True)
            lines = following[: self.skill.width]
        return best


def _score(line: _Line) -> float:
    return line.score


def turns_left(position: Position) -> int:
    """The number of draft turns after this one."""
    if position.last:
        return 0
    limit = BRISK_TURNS[position.round] if position.setup.build == "brisk" else TURNS
    by_pile = position.pile / (1.6 * len(position.playing))
    return max(1, min(limit - position.turn + 1, int(by_pile) + 1))


@cache
def _leads_on(id_: str) -> bool:
    sides = "".join(edges for _, _, edges, _ in PIECES[id_].squares)
    return id_ != PATCH and sides.count("c") + sides.count("s") > 1
