"""Rules that hold in every match; what the reference replays is not among them."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from prowlerbot.core.game import LEAVE, AnyState, after
from prowlerbot.core.record import Made, Record
from prowlerbot.games.heroes.grid import ENTRANCE
from prowlerbot.games.heroes.pieces import LAST_TILE, PATCH, PATCHES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages.building import PILE
from tests.games.heroes.matches import CHOICES, HEROES, any_setup, play_out
from tests.games.numbers import numbers_of_matches

Match = tuple[Record, list[Position]]


@cache
def match(number: int) -> Match:
    """The match with this number; in some of them players leave."""
    rng = random.Random(f"laws {number}")
    setup = any_setup(rng, 1 + number % 4)
    choose = CHOICES[rng.choice(("sensible", "sensible", "any"))]
    return play_out(setup, rng, choose, leaving=rng.choice((0, 0, 0.005)), most=900)


some_matches = numbers_of_matches(range(12), 100, pieces=3)


def positions(numbers: Sequence[int]) -> Iterator[Position]:
    for number in numbers:
        yield from match(number)[1]


def both(numbers: Sequence[int]) -> Iterator[tuple[Position, Position, Seat, Seat]]:
    """For each move and each seat that has not left, the positions and the seats around it."""
    for number in numbers:
        for before, now in pairwise(match(number)[1]):
            for was, seat in zip(before.seats, now.seats, strict=True):
                if seat.playing:
                    yield before, now, was, seat


@some_matches
def test_tokens_never_come_from_nothing(numbers: Sequence[int]) -> None:
    for before, now, was, seat in both(numbers):
        colony, old, new = seat.colony, was.tokens, seat.tokens
        added = [mask & ~before for mask, before in zip(new, old, strict=True)]
        if not any(added):
            continue
        gold, gold2, gold3, gems, guards, traps, prisoners = added
        chests, ore = colony.sealed_with("chest"), colony.sealed_with("ore")
        assert not prisoners & ~colony.sealed_with("cell")
        assert not traps & ~colony.sealed_with("trap")
        if before.phase == "build":
            # The income of a colony, stored gems, and guards that are bought or moved.
            assert not gold & ~(chests | ore)
            assert not gold2 & ~ore
            assert not gold3 | prisoners
            assert not gems & ~(chests | colony.sealed_with("gem vein"))
        else:
            assert before.phase == now.phase == "invasion"
            assert not gems
            assert not guards & ~colony.sealed_with("campfire")
            assert not gold & ~(chests | ore) | gold2 & ~ore | gold3 & ~ore
            assert not gold | gold2 | gold3 or now.event == 6
            if traps and now.event != 6:
                paid = old.all_gold + old.guards.bit_count() - new.all_gold
                assert paid > new.guards.bit_count() - guards.bit_count()


@some_matches
def test_tokens_lie_in_the_colony_and_never_on_the_entrance_square(numbers: Sequence[int]) -> None:
    for _, _, _, seat in both(numbers):
        everywhere = seat.tokens.anywhere
        assert not everywhere & ~seat.colony.area
        assert not everywhere >> ENTRANCE & 1
        assert not seat.tokens.gold2 & ~seat.tokens.gold
        assert not seat.tokens.gold3 & ~seat.tokens.gold2
        assert not seat.tokens.gold & seat.tokens.gems


@some_matches
def test_every_tile_is_in_one_place_and_none_is_lost_while_building(numbers: Sequence[int]) -> None:
    for position in positions(numbers):
        building = position.phase == "build" and (
            position.shown or position.turning or any(s.stage == "live" for s in position.seats)
        )
        playing = [seat for seat in position.seats if seat.playing]
        lying = [p.id for seat in playing for p in seat.colony.pieces if not p.piece.special]
        queues = [tile for seat in playing for tile in seat.queue if tile >= 0]
        shown = [*queues, *position.face_up, *(seat.hand for seat in playing)]
        known = Counter([*lying, *(str(tile) for tile in shown if tile)])
        assert not known or max(known.values()) == 1
        assert all(position.seen >> int(tile) & 1 for tile in known)
        if building and not position.left:
            hands = sum(bool(seat.hand) for seat in playing)
            flipped = position.setup.build == "live" and bool(position.turning)
            there = len(lying) + len(queues) + len(position.face_up) + hands + flipped
            aside = LAST_TILE - PILE[len(playing)]
            assert position.pile + there + aside == LAST_TILE


@some_matches
def test_special_pieces_are_never_doubled_and_no_patch_is_lost(numbers: Sequence[int]) -> None:
    for position in positions(numbers):
        placed = [p.id for seat in position.seats for p in seat.colony.pieces if p.piece.special]
        held = [id_ for seat in position.seats for id_ in seat.reserve]
        there = Counter([*placed, *held, *position.offer])
        patches = there.pop(PATCH, 0) + position.supply
        assert patches <= PATCHES
        assert patches == PATCHES or position.left
        assert not there or max(there.values()) == 1
        assert set(there) <= set(position.dealt)


@some_matches
def test_nobody_else_can_tell_secrets_apart(numbers: Sequence[int]) -> None:
    rng = random.Random(1)
    turns = [each for each in positions(numbers) if each.shown and each.deciding]
    for position in rng.sample(turns, min(3 * len(numbers), len(turns))):
        if len(position.to_move) < 2:
            continue  # with the last one the turn is over
        secretive = rng.choice(sorted(position.to_move))
        ends = set()
        for _ in range(4):
            other = position
            while secretive in other.to_move:
                other = other.after(secretive, rng.choice(other.moves(secretive)))
            viewers = [None, *(seat for seat in other.playing if seat != secretive)]
            ends.add(pickle.dumps([other.view(viewer) for viewer in viewers]))
            assert other.view(secretive).seen.seats[secretive - 1] == other.seats[secretive - 1]
        assert len(ends) == 1


@some_matches
def test_a_record_without_what_is_concealed_is_a_record_and_looks_the_same(
    numbers: Sequence[int],
) -> None:
    for number in numbers:
        looks_the_same(*match(number))


def looks_the_same(record: Record, positions: Sequence[Position]) -> None:
    line: list[Made] = []
    for made, position in zip(record.moves[:400], positions[1:], strict=False):
        line.append(made)
        if position.concealed and len(line) % 7 == 0:
            unseen = dict(position.concealed)
            public = []
            for each in reversed(line):
                if each.text != LEAVE and unseen.get(each.seat, 0):
                    unseen[each.seat] -= 1
                else:
                    public.append(each)
            state: AnyState = HEROES.start(record.setup)
            for each in reversed(public):
                state = after(state, each.seat, each.text)
            shown = state.view(None).seen.facts(), position.view(None).seen.facts()
            one, other = ({**facts, "to_move": []} for facts in shown)
            assert one == other
            for number in position.to_move:
                if not position.seats[number - 1].made:
                    assert state.moves(number) == position.moves(number)
