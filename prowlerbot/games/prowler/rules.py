"""The course of a match: the legal moves and their effects, the achievement cards, the scoring.

There are fifteen cards, each with its wealth and its condition. A scoring phase has five numbers.
The order within a turn and both triggers of mid-game scoring follow docs/rules/prowler.md.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from itertools import chain, combinations
from operator import or_
from typing import NamedTuple

from prowlerbot.core.capabilities import ConditionalReplies
from prowlerbot.core.game import NOBODY, Outcome
from prowlerbot.games.prowler import board
from prowlerbot.games.prowler.board import PATHWAYS, STATUES, has_trail_of_three, separate_parts
from prowlerbot.games.prowler.position import (
    DISTRICTS,
    ITEMS,
    PLACEMENTS,
    SEATS,
    WILD,
    Move,
    PositionData,
    Setup,
    with_taken,
)

WEALTH = dict(enumerate((3, 3, 5, 5, 5, 5, 4, 3, 4, 6, 4, 4, 4, 3, 3), 1))

LONGEST_AT_MID_GAME = 14
MOST_DISTRICTS_AT_MID_GAME = 15

_FULL_RINGS = tuple(board.AREA_PATHWAYS[area] for area in board.FULL_AREAS)
"""The pathways around each area that has four of them, as masks."""

Requirement = Callable[[PositionData, int], int]
"""How much of the requirement of a card a seat has."""


def _most_around_area(position: PositionData, seat: int) -> int:
    """The most pathways around a district of which the other seat has none."""
    own, other = position.passages[seat - 1], position.passages[2 - seat]
    return max([(own & ring).bit_count() for ring in _FULL_RINGS if not other & ring], default=0)


def _kinds_of_items(min_tiles: int) -> Requirement:
    """The number of kinds of items of which a seat has at least ``min_tiles``."""

    def kinds(position: PositionData, seat: int) -> int:
        own = position.passages[seat - 1]  # a seat holds the tiles of its own passages
        b, p, m, r, _, _ = position.setup.lying
        return (
            ((own & b).bit_count() >= min_tiles)
            + ((own & p).bit_count() >= min_tiles)
            + ((own & m).bit_count() >= min_tiles)
            + ((own & r).bit_count() >= min_tiles)
        )

    return kinds


def _districts_led(lead: int) -> Requirement:
    """The number of districts in which a seat is ahead by at least ``lead`` spaces."""

    def districts(position: PositionData, seat: int) -> int:
        b, p, m, r, c = position.track
        if seat == 1:
            return (b >= lead) + (p >= lead) + (m >= lead) + (r >= lead) + (c >= lead)
        return (-b >= lead) + (-p >= lead) + (-m >= lead) + (-r >= lead) + (-c >= lead)

    return districts


def _districts_with_items(position: PositionData, seat: int) -> int:
    own = position.passages[seat - 1]
    b, p, m, r, _, _ = position.setup.lying
    banking, political, market, residential, _ = position.lead(seat)
    return (
        (banking > 0 < own & b)
        + (political > 0 < own & p)
        + (market > 0 < own & m)
        + (residential > 0 < own & r)
    )


CARD_PROGRESS: dict[int, Requirement] = {
    1: lambda position, seat: len(position.statues[seat - 1]),
    2: PositionData.longest_passage,
    3: lambda position, seat: sum(
        map(has_trail_of_three, separate_parts(position.passages[seat - 1]))
    ),
    4: _most_around_area,
    5: _kinds_of_items(1),
    6: _kinds_of_items(2),
    7: _kinds_of_items(3),
    8: lambda position, seat: max(position.tiles_of(seat)[: len(ITEMS)]),
    9: _districts_led(lead=1),
    10: lambda position, seat: max(0, *position.lead(seat)),
    11: _districts_led(lead=3),
    12: _districts_led(lead=2),
    13: _districts_with_items,
    LONGEST_AT_MID_GAME: PositionData.longest_passage,
    MOST_DISTRICTS_AT_MID_GAME: _districts_led(lead=1),
}
"""By card: how much of its requirement a seat has."""
CARD_TARGETS: dict[int, int] = dict(enumerate((2, 6, 2, 4, 4, 3, 2, 4, 4, 5, 2, 3, 3), 1))
"""By card: the requirement for a claim; cards 14 and 15 go to the seat that is ahead."""

_MIN_PASSAGES = {2: 6, 3: 6, 4: 4, 5: 4, 6: 6, 7: 6, 8: 4, 13: 3}
"""By card, where it takes more than one: the fewest passages, each of which brings an item."""

_NO_CLAIM = 99
"""More than any seat can have: cards 14 and 15 are not claimed, but awarded at mid-game scoring."""

EARLIEST_CLAIMS = tuple(
    2 * _MIN_PASSAGES.get(card, 1) - 1 if card in CARD_TARGETS else _NO_CLAIM for card in range(16)
)
"""By card: the first placement that can fulfil it; the start seat makes it, at an odd number."""


def mid_game_awards(position: PositionData) -> list[tuple[int, int]]:
    """The drawn cards 14 and 15 with the seat that is strictly ahead; a tie gives nobody a card."""
    awards: list[tuple[int, int]] = []
    for card in (LONGEST_AT_MID_GAME, MOST_DISTRICTS_AT_MID_GAME):
        one, two = CARD_PROGRESS[card](position, 1), CARD_PROGRESS[card](position, 2)
        if card in position.unclaimed and one != two:
            awards.append((card, 1 if one > two else 2))
    return awards


def requirement_reached(position: PositionData, seat: int, card: int) -> int:
    """How much of the requirement the seat has, capped at the requirement."""
    return min(CARD_PROGRESS[card](position, seat), CARD_TARGETS.get(card, _NO_CLAIM))


# ---------------------------------------------------------------------- scoring

BANKING, POLITICAL, MARKET, RESIDENTIAL, CASTLE = range(len(DISTRICTS))


class Score(NamedTuple):
    """One seat's wealth in one scoring phase, by category."""

    passages: int
    statues: int
    items: int
    districts: int
    achievements: int

    @property
    def total(self) -> int:
        return sum(self)


Sheet = tuple[Score, Score]
"""One scoring phase: seat 1, seat 2."""


def set_wealth(count: int) -> int:
    """The wealth of one set of like items: 1, 3, 6, 10, … also beyond the printed seven."""
    return count * (count + 1) // 2


def district_parts(position: PositionData, seat: int) -> tuple[tuple[int, ...] | None, ...]:
    """The summands of each district's reward, in the order of DISTRICTS; None without control."""
    lead = position.lead(seat)
    tiles = position.tiles_of(seat)
    items, shovels = tiles[: len(ITEMS)], sum(tiles[len(ITEMS) :])
    card_count = len(position.achievements[seat - 1])
    statue_count = len(position.statues[seat - 1])
    rewards: tuple[tuple[int, ...], ...] = (
        (5, items[BANKING]),
        (items[POLITICAL], 2 * position.controlled_districts(seat)),
        (items[MARKET], card_count, statue_count, lead[MARKET]),
        (items[RESIDENTIAL], max(0, position.longest_passage(seat) - 2)),
        (3 * sum(count // 2 for count in items), -shovels),
    )
    return tuple(reward if at > 0 else None for reward, at in zip(rewards, lead, strict=True))


@lru_cache(maxsize=1024)
def district_wealth(position: PositionData, seat: int) -> tuple[int | None, ...]:
    """The reward of each district in the order of DISTRICTS; None where the seat has no control."""
    return tuple(None if parts is None else sum(parts) for parts in district_parts(position, seat))


def item_parts(position: PositionData, seat: int) -> tuple[int, ...]:
    """The wealth of each existing set of like items, in the order of ITEMS."""
    return tuple(set_wealth(count) for count in position.tiles_of(seat)[: len(ITEMS)] if count)


@lru_cache(maxsize=1024)
def score(position: PositionData, seat: int, *, final: bool) -> Score:
    """The seat's five numbers; achievements count in the final scoring only."""
    return Score(
        passages=2 * position.longest_passage(seat),
        statues=len(position.statues[seat - 1]),
        items=sum(map(set_wealth, position.tiles_of(seat)[: len(ITEMS)])),
        districts=sum(reward or 0 for reward in district_wealth(position, seat)),
        achievements=sum(WEALTH[card] for card in position.achievements[seat - 1]) if final else 0,
    )


def score_sheet(position: PositionData, *, final: bool) -> Sheet:
    """Both seats' wealth, if a scoring came now."""
    return score(position, 1, final=final), score(position, 2, final=final)


def mid_sheet(position: PositionData) -> Sheet | None:
    """Both seats' wealth of mid-game scoring; None before it."""
    return None if position.half is None else score_sheet(position.half, final=False)


def running_wealth(position: PositionData, seat: int) -> int:
    """A seat's total, or its total if the final scoring came now. It jumps at mid-game scoring: the
    seat keeps that wealth, and everything counts again later.
    """
    return banked_wealth(position, seat) + score(position, seat, final=True).total


def banked_wealth(position: PositionData, seat: int) -> int:
    """The wealth from mid-game scoring, which a seat keeps."""
    return 0 if position.half is None else score(position.half, seat, final=False).total


def deciding_category(position: PositionData) -> tuple[int, int]:
    """The category with the winner's largest lead over both phases, and that lead."""
    winner = outcome(position).winner or 1
    own, other = (wealth_by_category(position, seat) for seat in (winner, 3 - winner))
    leads = [mine - theirs for mine, theirs in zip(own, other, strict=True)]
    largest = max(leads)
    return leads.index(largest), largest


def wealth_by_category(position: PositionData, seat: int) -> list[int]:
    """A seat's wealth of both scoring phases by category, in a match that is over."""
    mid = score(position.half or position, seat, final=False)
    final = score(position, seat, final=True)
    return [first + last for first, last in zip(mid, final, strict=True)]


def outcome(position: PositionData) -> Outcome:
    """Most wealth over both phases wins, then the longer passage, then more districts."""
    totals = running_wealth(position, 1), running_wealth(position, 2)
    rules = {
        "wealth": totals,
        "passage": (position.longest_passage(1), position.longest_passage(2)),
        "districts": (position.controlled_districts(1), position.controlled_districts(2)),
    }
    for by, (one, two) in rules.items():
        if one != two:
            return Outcome((1, 2) if one > two else (2, 1), by, totals)
    return Outcome((1, 1), "shared", totals)


# ---------------------------------------------------------------------- the course

MID_GAME_PLACEMENTS = 16
"""Placements after which both seats have five passages left."""
MID_GAME_STATUES = 2
"""Statues stolen in total that trigger mid-game scoring."""


def passages_to_mid_game(position: PositionData) -> int:
    """The passages until both seats have five left."""
    return MID_GAME_PLACEMENTS - (position.ply - 1)  # the opening move places nothing


def passages_to_second_statue(position: PositionData) -> int:
    """The fewest passages that would steal the second statue, before mid-game scoring."""
    stolen = "".join(position.statues)
    standing = [ring & position.free for each, ring in STATUES.items() if each not in stolen]
    fallen = combinations(standing, MID_GAME_STATUES - len(stolen))
    return min(reduce(or_, rings).bit_count() for rings in fallen)


_SEAT_ALONE = {seat: frozenset((seat,)) for seat in SEATS}
"""By seat: the set of that seat alone, made once."""
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

    def after(self, seat: int, move: Move) -> "Position":
        # Unpacking, and below ``tuple.__new__``, cost less than names. Both have the fields' order.
        setup, ply, _, legal, track, passages, statues, cards, unclaimed, _, half = self
        number, marker = move
        b, p, m, r, c = track
        db, dp, dm, dr, dc = setup.pulls[seat - 1][move]
        track = (b + db, p + dp, m + dm, r + dr, c + dc)
        if not number:
            turn, legal = _SEAT_ALONE[3 - seat], _first_placements(setup)
            return self._replace(ply=1, to_move=turn, legal=legal, track=track, last=move)

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

        turn, dug = _SEAT_ALONE[3 - seat] if ply < PLACEMENTS else NOBODY, (one, two)
        fields = setup, ply + 1, turn, legal, track, dug, statues, cards, unclaimed, move, half
        position = tuple.__new__(Position, fields)
        for card in unclaimed:
            progress = CARD_PROGRESS[card]
            if ply >= EARLIEST_CLAIMS[card] and progress(position, seat) >= CARD_TARGETS[card]:
                position = position.award_card(seat, card)
        if half is None and (
            ply >= MID_GAME_PLACEMENTS or len(statues[0] + statues[1]) >= MID_GAME_STATUES
        ):
            position = position.score_mid_game()
        return position

    def score_mid_game(self) -> "Position":
        """The position after mid-game scoring and the achievements that it awards."""
        position = self
        for card, ahead in mid_game_awards(position):
            position = position.award_card(ahead, card)
        return position._replace(half=position)

    def preview_of(self, pathway: int) -> "Position":
        """A preview of a placement on a wild shovel before its marker is chosen. The same seat
        is to move, and nothing is claimed or scored yet: that may depend on the marker.
        """
        seat = self.seat
        placed = self.after(seat, Move(pathway, 0))
        chosen = self.setup.pulls[seat - 1][pathway, 0]
        plain = self.setup.pulls[seat - 1][pathway, 1]
        # The wild shovel chooses one marker, so the smaller pull of two choices excludes it.
        pulled = [min(one, other, key=abs) for one, other in zip(chosen, plain, strict=True)]
        b, p, m, r, c = (was + by for was, by in zip(self.track, pulled, strict=True))
        held = placed._replace(achievements=self.achievements, unclaimed=self.unclaimed)
        track = (b, p, m, r, c)
        return held._replace(ply=self.ply, to_move=self.to_move, track=track, half=self.half)

    @property
    def mid(self) -> Sheet | None:
        return mid_sheet(self)

    @property
    def outcome(self) -> Outcome | None:
        return outcome(self) if self.over else None

    def facts(self) -> Mapping[str, object]:
        return {
            "track": list(self.track),
            "longest": [self.longest_passage(seat) for seat in SEATS],
            "statues": [sorted(taken) for taken in self.statues],
            "achievements": [sorted(held) for held in self.achievements],
        }

    def summary(self) -> Mapping[str, object]:
        mid = self.mid
        if mid is None or not self.over:
            return {}
        phases = {"mid": mid, "final": score_sheet(self, final=True)}
        return {"scores": {phase: [*map(list, sheet)] for phase, sheet in phases.items()}}


def start_match(setup: Setup) -> Position:
    """The position before the opening move, which the seat that does not start makes."""
    return Position(setup, 0, _SEAT_ALONE[3 - setup.start], OPENINGS, unclaimed=setup.cards)


@lru_cache(maxsize=4096)
def _first_placements(setup: Setup) -> tuple[Move, ...]:
    numbers = range(1, len(PATHWAYS) + 1)
    moves = ((_WILD_MOVES if setup.tile(n) == WILD else _PLAIN_MOVES)[n] for n in numbers)
    return tuple(chain.from_iterable(moves))
