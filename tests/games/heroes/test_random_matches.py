"""Rules that hold in every match; what the reference replays is not among them. How a match is cut
into its cards, and the medals of a player alone.
"""

import pickle
import random
from collections.abc import Iterator, Sequence
from functools import cache

from prowlerbot.core.game import LEAVE, AnyState, Outcome, after
from prowlerbot.core.record import Made, Record
from prowlerbot.games.heroes.rules import Position, latest_invasion, visits
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages.walk import steps, without_lost
from tests.games.heroes.matches import CHOICES, HEROES, any_setup, built, play_out, sensible_match
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


# --------------------------------------------------------------------- finding the cards of a match

SETUPS = ("1/brisk/guided/full", "2/brisk/free/short", "3/live/guided/full", "4/turns/free/short")


def test_at_any_moment_the_latest_card_is_over_or_there() -> None:
    for setup in SETUPS:
        line = play_out(setup, random.Random(1))[1]
        whole = list(visits(line))
        for at in range(0, len(line), 7):
            now = list(visits(line[: at + 1]))
            over = [card for card in now if card.over]
            assert over == whole[: len(over)], setup
            assert len(now) - len(over) in {0, 1}, setup
            begun = latest_invasion(line[: at + 1])
            if line[at].phase == "build":
                assert begun > at, setup
            elif begun <= at:
                assert line[begun].phase == "invasion", setup
                part = list(visits(line[begun : at + 1]))
                assert [card.number for card in part] == [
                    card.number for card in now if card.round == line[begun].round
                ], setup


def test_what_is_left_on_a_walk_follows_from_what_happened_on_it() -> None:
    for setup in SETUPS:
        line, lost = sensible_match(setup, 1)[1], 0
        for card in visits(line):
            for at in range(card.first + 1, card.last + 1):
                state = line[at].invaded or line[at]
                for came, seat in zip(line[card.first].seats, state.seats, strict=True):
                    left = without_lost(came.tokens, seat.trace)
                    if seat.walk is not None:
                        assert left == seat.walk.tokens, setup
                    elif at == card.last and seat.trace:
                        # Afterwards a prisoner or a guard may have come, and traps for others.
                        assert left.gems == seat.tokens.gems, setup
                        assert left.all_gold - seat.tokens.all_gold in {0, 1}, setup
                        assert not left.traps & ~seat.tokens.traps, setup
                        lost += left != came.tokens
        assert lost, setup


def test_a_step_goes_with_all_that_it_brought() -> None:
    trace = ((1, ""), (2, ""), (2, "trap"), (2, "gold"), (3, ""), (3, "left"))
    assert steps(trace) == [1, 4, 6]
    assert steps(((0, "left"),)) == [1]
    assert steps(()) == []


def test_medals_of_who_plays_alone() -> None:
    for build, targets in (("brisk", (9, 16, 24)), ("turns", (14, 25, 40)), ("live", (12, 20, 28))):
        for target, medal, less in zip(
            targets, ("bronze", "silver", "gold"), ("none", "bronze", "silver"), strict=True
        ):
            position = HEROES.start(f"1/{build}/guided/full")
            for gold, name in ((target, medal), (target - 1, less)):
                over = position._replace(seats=(Seat(gold=gold),)).over()
                assert over.outcome == Outcome((1,), name, (gold,)), (build, targets)


def test_a_colony_is_known_by_its_pieces_and_sent_as_them() -> None:
    colony = built("45@J7r1 I3@K7r1")
    again = pickle.loads(pickle.dumps(colony))  # noqa: S301 - our own
    assert again == colony
    assert hash(again) == hash(colony)
    assert again.layers == colony.layers
    assert colony != built("I3@K7r1 45@J7r1")
