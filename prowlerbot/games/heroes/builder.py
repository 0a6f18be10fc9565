"""The machine's building: placements by beam search, reveals, and the moment to stop.

A search covers a turn of the draft, or the closing. Even with a free hand the machine builds only
pieces that will pass the inspection.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from prowlerbot.games.heroes.appraisal import STANDARD, Prospect, Weights, appraise_colony
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.moves import DONE, DROP, END, FLIP, REVEAL, TAKE, Move, placements
from prowlerbot.games.heroes.pieces import PATCH, PIECES, Piece
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import FACE_DOWN, Seat
from prowlerbot.games.heroes.stages.building import PILE, legal_spots
from prowlerbot.games.heroes.stages.draft import MAX_BUILT, turns_before_last

NO_LINE = -1e9
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
        return tuple(f"b{it}" for it, tile in enumerate(self._seat.queue, 1) if tile > FACE_DOWN)

    def queued_piece(self, place: int) -> Piece:
        return PIECES[str(self._seat.queue[place - 1])]

    def best_line(
        self, start: Line, tiles: float, max_built: int, new_tile: float, built: int = 0
    ) -> Line:
        """The best way to go on after ``built`` placements, each of which gains a ``new_tile``."""
        reserve = self._seat.reserve
        lines = [start]
        best = start
        for depth in range(built + 1, max_built + 1):
            following = [
                line._replace(score=self._worth(line.colony, tiles, reserve) + new_tile * depth)
                for line in self._extend_lines(lines)
            ]
            if not following:
                break
            following.sort(key=_score, reverse=True)
            lines = following[: self._width]
            best = max(best, lines[0], key=_score)
        return best

    def _extend_lines(self, lines: Sequence[Line]) -> Iterator[Line]:
        """The lines extended by one placement, without a score; one for each distinct colony."""
        piece_count = len(self._seat.colony.pieces)
        seen_colonies: set[object] = set()
        for line in lines:
            tried_shapes: set[object] = set()
            for index, prefix in enumerate(line.rest):
                piece = PIECES.get(prefix) or self.queued_piece(int(prefix[1:]))
                if piece.squares in tried_shapes:
                    continue
                tried_shapes.add(piece.squares)
                rest = line.rest[:index] + line.rest[index + 1 :]
                for spot in legal_spots(line.colony, piece, "guided"):
                    colony = line.colony.with_piece(Placed.at_spot(piece.id, spot))
                    added = colony.pieces[piece_count:]
                    key = frozenset((new.piece.squares, new.at, new.turns) for new in added)
                    if key not in seen_colonies:
                        seen_colonies.add(key)
                        yield Line(0, colony, line.first or placements(prefix)[spot], rest)

    def with_best_passage(self, colony: Colony, tiles: float, reserve: tuple[str, ...]) -> Line:
        """A colony with the best passage of the reserve, and the rest of the reserve."""
        best = Line(NO_LINE, colony)
        for piece_id in dict.fromkeys(reserve):
            if is_passage(piece_id):
                rest = list(reserve)
                rest.remove(piece_id)
                for spot in legal_spots(colony, PIECES[piece_id], "guided"):
                    placed = colony.with_piece(Placed.at_spot(piece_id, spot))
                    score = self._worth(placed, tiles, tuple(rest))
                    best = max(best, Line(score, placed, None, tuple(rest)), key=_score)
        return best

    def best_closing(self, start: Line) -> Line:
        """The best way to go on; it ends with any piece."""
        first = None if start.first == END else start.first
        best = start._replace(score=self._worth(start.colony, 0.0, ()))
        lines = [start._replace(first=first)]
        for _ in start.rest:
            # The present worth decides the best line; the worth with its rest orders the search.
            following = []
            for line in self._extend_lines(lines):
                best = max(best, line._replace(score=self._worth(line.colony, 0.0, ())), key=_score)
                following.append(line._replace(score=self._worth(line.colony, 0.0, line.rest)))
            following.sort(key=_score, reverse=True)
            lines = following[: self._width]
        return best


@cache
def is_passage(piece_id: str) -> bool:
    """Whether the colony can continue behind this piece: it has two or more open sides."""
    sides = "".join(edges for _, _, edges, _ in PIECES[piece_id].squares)
    return piece_id != PATCH and sides.count("c") + sides.count("s") > 1


def _score(line: Line) -> float:
    return line.score


# ---------------------------------------------------------------------- the builder


class Skill(NamedTuple):
    """The skill of a builder; all worths are in gold. ``width`` is the width of the beam search,
    ``error`` the standard deviation of an appraisal. With ``resting`` a builder considers the tiles
    beside the pile in ``live``; one with errors might take and drop the same tile forever.
    """

    width: int
    error: float = 0.0
    resting: bool = True
    weights: Weights = STANDARD
    tiles_per_turn: float = 1.5  # the mean number of tiles built per turn
    revealed_tile: float = 0.45  # a tile that the reveal turns up
    new_tile: float = 0.6  # a new tile that comes into the queue
    no_new_tile: float = 0.3  # each turn without a new tile in the queue
    turn_cost: float = 0.75  # a turn spent on a piece of the reserve


FLIPS_PER_SEAT = 25
"""The number of tiles that a seat flips in a round of ``live`` before it stops."""
WORTH_TAKING = 0.25
"""The least gain that justifies taking a tile beside the pile, in gold."""
TILES_PER_FLIP = 0.5
"""The mean number of tiles that all seats together build for each flip."""
PILE_PER_TURN = 1.6
"""The mean number of tiles that a seat draws from the pile in a turn of the draft."""


class Builder:
    """The judgement of one seat about its colony, for one decision."""

    def __init__(self, position: Position, number: int, skill: Skill, rng: random.Random) -> None:
        self.position = position
        self.seat = position.seats[number - 1]
        self.skill = skill
        self._rng = rng
        self._search = PlacementSearch(self.seat, skill.width, self.worth)
        self.best_rest = cache(self._best_rest)

    def worth(self, colony: Colony, tiles: float, reserve: tuple[str, ...]) -> float:
        """The appraisal of a colony by a builder of this skill."""
        skill = self.skill
        prospect = Prospect(tiles, reserve, self.seat.gems, skill.weights)
        error = self._rng.gauss(0.0, skill.error) if skill.error else 0.0
        return appraise_colony(colony, prospect) + error

    def expected_worth(self) -> float:
        """The worth of the colony now, and of the pieces that may still join it."""
        seat = self.seat
        if seat.stage == "closing":
            return self._best_end().score
        if seat.stage in {"inspection", "populate"}:
            return self.worth(seat.colony, 0.0, ())
        return self.worth(seat.colony, self._tiles_to_come, seat.reserve)

    def worth_after(self, move: Move) -> float:
        """The worth of the colony after a move of building and the best rest of the turn."""
        match self.seat.stage:
            case "draft" | "live" if move.kind == "done":
                return self._best_end().score
            case "draft":  # each tile of this turn counts, built already or not
                return self._worth_drafted(move) + self._new_tile * self.seat.built_now
            case "live":
                return self._worth_live(move)
        seat = self.seat
        if move.kind != "reserve":
            return self.worth(seat.colony, 0.0, ())
        colony, rest = self._with_reserve(move)
        return self._search.best_closing(Line(0.0, colony, move, rest)).score

    def _best_end(self) -> Line:
        """The colony with the best pieces of the reserve alone."""
        return self._search.best_closing(Line(0.0, self.seat.colony, END, self.seat.reserve))

    @property
    def _tiles_to_come(self) -> float:
        """The mean number of tiles that the seat will still build in this round."""
        position = self.position
        if position.setup.build != "live":
            return self.skill.tiles_per_turn * turns_left(position)
        flips_left = max(0, min(self._flips_left(), position.pile))
        return TILES_PER_FLIP * flips_left / len(position.playing)

    @property
    def _new_tile(self) -> float:
        """The worth of a tile built in this turn, for which a new one comes."""
        return self.skill.new_tile if turns_left(self.position) else 0.0

    def _best_rest(self, move: Move) -> Line:
        """The best rest of a draft turn after a tile of the queue is built."""
        seat, tiles, new_tile = self.seat, self._tiles_to_come, self._new_tile
        tile = self._search.queued_piece(move.number)
        placed = seat.colony.with_piece(Placed(tile.id, move.at, move.to))
        score = self.worth(placed, tiles, seat.reserve) + new_tile
        rest = tuple(name for name in self._search.open_tiles if name != f"b{move.number}")
        begun, most = Line(score, placed, move, rest), MAX_BUILT - seat.built_now
        return self._search.best_line(begun, tiles, most, new_tile, built=1)

    def _worth_drafted(self, move: Move) -> float:
        """The worth of a move in the draft, without that of new tiles."""
        seat, skill, tiles = self.seat, self.skill, self._tiles_to_come
        match move.kind:
            case "queue":
                line = self.best_rest(move)
                passage = self._search.with_best_passage(line.colony, tiles, seat.reserve)
                return max(line.score, passage.score - skill.turn_cost)
            case "reserve" if is_passage(move.piece):  # the closing is early enough for the others
                colony, rest = self._with_reserve(move)
                return self._worth_waiting(colony, tiles, rest)
            case "reveal":
                others = [tile for place, tile in enumerate(seat.queue, 1) if place != move.number]
                worth = self._worth_waiting(seat.colony, tiles, seat.reserve, passed=move.number)
                return worth + skill.revealed_tile * others.count(FACE_DOWN)
        return self._worth_waiting(seat.colony, tiles, seat.reserve)

    def _worth_waiting(
        self, colony: Colony, tiles: float, reserve: tuple[str, ...], passed: int = 0
    ) -> float:
        """The worth of a colony that gets no more tiles of the queue in this turn. Its face-up
        tiles, except a passed one, can follow in the next turn, if there is one; that costs a turn.
        """
        skill = self.skill
        present_worth = self.worth(colony, tiles, reserve)
        if not turns_left(self.position):
            return present_worth
        alone = len(self.position.playing) == 1
        rest = tuple(each for each in self._search.open_tiles if alone or each != f"b{passed}")
        limit = MAX_BUILT - self.seat.built_now
        start = Line(NO_LINE, colony, None, rest)
        later = self._search.best_line(start, tiles, limit, skill.new_tile).score
        passage = self._search.with_best_passage(colony, tiles, reserve)
        # It looks only one piece of the reserve ahead.
        if passage.score > NO_LINE and reserve == self.seat.reserve:
            later = max(later, self._worth_waiting(passage.colony, tiles, passage.rest, passed))
        return max(present_worth, later - skill.turn_cost)

    def _worth_live(self, move: Move) -> float:
        """The worth of a move in ``live``. The tile in hand and the reserve can be built in any
        order, so each order is worth the same.
        """
        seat, tiles = self.seat, self._tiles_to_come
        colony, reserve, hand = seat.colony, seat.reserve, str(seat.hand or "")
        match move.kind:
            case "hand":
                colony, hand = colony.with_piece(Placed(hand, move.at, move.to)), ""
            case "reserve" if is_passage(move.piece):  # the closing is early enough for the others
                colony, reserve = self._with_reserve(move)
            case "drop":
                hand = ""
            case "take":
                hand = str(move.number)
        worth = self.worth(colony, tiles, reserve)
        if hand:
            worth = max(worth, self._best_spot(hand, colony, tiles, reserve)[0])
        worth = max(worth, self._search.with_best_passage(colony, tiles, reserve).score)
        return worth + self.skill.revealed_tile if move.kind == "flip" else worth

    def _with_reserve(self, move: Move) -> tuple[Colony, tuple[str, ...]]:
        """The colony with a piece of the reserve, and the rest of the reserve."""
        placed = self.seat.colony.with_piece(Placed(move.piece, move.at, move.to))
        return placed, self.seat.without_reserve(move.piece).reserve

    # ---------------------------------------------------------------------------- the draft

    def choose_in_draft(self, moves: Sequence[Move]) -> Move:
        """The best move of a turn of the draft: to build, to pass a tile, or to end the turn."""
        seat, skill = self.seat, self.skill
        left, tiles, new_tile = turns_left(self.position), self._tiles_to_come, self._new_tile
        present_worth = self.worth(seat.colony, tiles, seat.reserve)
        begun = Line(NO_LINE, seat.colony, None, self._search.open_tiles)  # any placement is better
        best = self._search.best_line(begun, tiles, MAX_BUILT - seat.built_now, new_tile)
        gain = best.score - present_worth
        if seat.built_now:
            return best.first if best.first is not None and gain > 0 else END
        options = [(0.0, END)]
        if best.first is not None:
            hidden = FACE_DOWN in seat.queue
            # In an open queue, a new tile comes only after a placement.
            options.append((gain if hidden else gain + skill.no_new_tile * left, best.first))
        if left:
            passed = self._place_to_pass()
            turned = sum(tile == FACE_DOWN for tile in seat.queue)
            turned -= seat.queue[passed - 1] == FACE_DOWN
            if turned:
                options.append((skill.revealed_tile * turned, REVEAL[passed]))
            for move, worth in self._early_passages(moves, tiles):
                options.append((worth - present_worth - skill.turn_cost, move))
        return max(options, key=lambda option: option[0])[1]

    def _early_passages(self, moves: Sequence[Move], tiles: float) -> Iterator[tuple[Move, float]]:
        """The moves that build a passage of the reserve before the closing, each with its worth."""
        seat = self.seat
        for move in moves:
            if move.kind == "reserve" and is_passage(move.piece):
                placed = Placed(move.piece, move.at, move.to)
                guided = self.position.setup.hand == "guided"
                if guided or placed.spot in legal_spots(seat.colony, placed.piece, "guided"):
                    rest = seat.without_reserve(move.piece).reserve
                    yield move, self.worth(seat.colony.with_piece(placed), tiles, rest)

    def _place_to_pass(self) -> int:
        """The place of the tile to pass. A seat alone gets it back, so any open tile will do; other
        seats get one that fits nowhere, else one that nobody has seen.
        """
        queue = self.seat.queue
        open_places = [place for place, tile in enumerate(queue, 1) if tile > FACE_DOWN]
        if len(self.position.playing) > 1:
            colony = self.seat.colony
            useless_places = [
                place
                for place in open_places
                if not legal_spots(colony, self._search.queued_piece(place), "guided")
            ]
            hidden_places = [place for place, tile in enumerate(queue, 1) if tile == FACE_DOWN]
            return (useless_places or hidden_places or open_places)[0]
        return open_places[0] if open_places else len(queue)

    # -------------------------------------------------------------------------------- live

    def choose_live(self, moves: Sequence[Move]) -> Move:
        """The best move in ``live``: to build, to take, drop or flip a tile, or to stop."""
        seat = self.seat
        left, tiles = self._flips_left(), self._tiles_to_come
        present_worth = self.worth(seat.colony, tiles, seat.reserve)
        if passages := [(worth, move) for move, worth in self._early_passages(moves, tiles)]:
            worth, move = max(passages, key=lambda each: each[0])
            if worth > present_worth:
                return move
        if seat.hand:
            worth, spot = self._best_spot(str(seat.hand), seat.colony, tiles, seat.reserve)
            return placements("h")[spot] if worth > present_worth else DROP
        if self.skill.resting:
            tiles_there = {PIECES[str(tile)].squares: tile for tile in self.position.face_up}
            worths = [
                (self._best_spot(str(tile), seat.colony, tiles, seat.reserve)[0], tile)
                for tile in tiles_there.values()
            ]
            if worths and max(worths)[0] > present_worth + WORTH_TAKING:
                return TAKE[max(worths)[1]]
        return FLIP if left > 0 and FLIP in moves else DONE

    def _flips_left(self) -> int:
        """The number of tiles that all seats will still flip."""
        playing = len(self.position.playing)
        return FLIPS_PER_SEAT * playing - (PILE[playing] - self.position.pile)

    def _best_spot(
        self, id_: str, colony: Colony, tiles: float, reserve: tuple[str, ...]
    ) -> tuple[float, int]:
        """The worth of a colony with a tile at its best spot, and that spot."""
        worths = [
            (self.worth(colony.with_piece(Placed.at_spot(id_, spot)), tiles, reserve), spot)
            for spot in legal_spots(colony, PIECES[id_], "guided")
        ]
        return max(worths, default=(NO_LINE, 0))

    def choose_closing(self) -> Move:
        """The best use of the reserve, if it has any piece."""
        return self._best_end().first or END


def turns_left(position: Position) -> int:
    """The number of draft turns after this one."""
    if position.last:
        return 0
    by_pile = position.pile / (PILE_PER_TURN * len(position.playing))
    return max(1, min(turns_before_last(position) - position.turn + 1, int(by_pile) + 1))
