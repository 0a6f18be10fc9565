"""Rules that hold in every match; what the reference replays is not among them."""

import pickle
import random
from collections.abc import Iterator, Sequence
from functools import cache

from prowlerbot.core.game import LEAVE, AnyState, after
from prowlerbot.core.record import Made, Record
from prowlerbot.games.heroes.rules import Position
from tests.games.heroes.matches import CHOICES, HEROES, any_setup, play_out
from tests.games.play import numbers_of_matches

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
