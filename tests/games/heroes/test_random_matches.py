"""Rules that hold in every match; what the reference replays is not among them. How a match is cut
into its cards, and the medals of a player alone.
"""

import pickle
import random
from collections.abc import Sequence
from functools import cache

from prowlerbot.core.game import LEAVE, AnyState, Outcome, after
from prowlerbot.core.record import Made, Record
from prowlerbot.games.heroes import scoring
from prowlerbot.games.heroes.rules import Position, latest_invasion, visits
from prowlerbot.games.heroes.seat import Seat, steps, without_lost
from tests.cases import each_of
from tests.games.heroes import matches
from tests.games.play import numbers_of_matches

Match = tuple[Record, list[Position]]


@cache
def match(number: int) -> Match:
    """The match with this number; in some of them players leave."""
    rng = random.Random(f"laws {number}")
    setup = matches.any_setup(rng, 1 + number % 4)
    choose = matches.CHOICES[rng.choice(("sensible", "sensible", "any"))]
    return matches.play_out(setup, rng, choose, leaving=rng.choice((0, 0, 0.005)), most=900)


some_matches = numbers_of_matches(range(12), 100, pieces=3)


@some_matches
def test_nobody_else_can_tell_secrets_apart(numbers: Sequence[int]) -> None:
    rng = random.Random(1)
    line = [each for number in numbers for each in match(number)[1]]
    turns = [each for each in line if each.shown and each.deciding]
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
def test_a_record_without_what_is_concealed_is_one_and_looks_the_same(
    numbers: Sequence[int],
) -> None:
    for record, positions in map(match, numbers):
        for ply in range(7, min(len(record.moves), 400), 7):
            position = positions[ply]
            if not position.concealed:
                continue
            unseen, public = dict(position.concealed), list[Made]()
            for each in reversed(record.moves[:ply]):
                if each.text != LEAVE and unseen.get(each.seat, 0):
                    unseen[each.seat] -= 1
                else:
                    public.insert(0, each)
            state: AnyState = matches.HEROES.start(record.setup)
            for each in public:
                state = after(state, each.seat, each.text)
            shown = (each.view(None).seen.facts() for each in (state, position))
            one, other = ({**facts, "to_move": []} for facts in shown)
            assert one == other
            for seat in position.to_move:
                if not position.seats[seat - 1].made:
                    assert state.moves(seat) == position.moves(seat)


# --------------------------------------------------------------------- finding the cards of a match

SETUPS = ("1/brisk/guided/full", "2/brisk/free/short", "3/live/guided/full", "4/turns/free/short")


def test_at_any_moment_the_latest_card_is_over_or_there() -> None:
    for setup in SETUPS:
        line = matches.play_out(setup, random.Random(1))[1]
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
    trace = ((1, ""), (2, ""), (2, "trap"), (2, "gold"), (3, ""), (3, "left"))
    told = [steps(each) for each in (trace, ((0, "left"),), ())]
    assert told == [[1, 4, 6], [1], []], "a step goes with all that it brought"
    for setup in SETUPS:
        line, lost = matches.sensible_match(setup, 1)[1], 0
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


def test_medals_of_who_plays_alone() -> None:
    for build, targets in (("brisk", (9, 16, 24)), ("turns", (14, 25, 40)), ("live", (12, 20, 28))):
        for target, medal, less in zip(
            targets, ("bronze", "silver", "gold"), ("none", "bronze", "silver"), strict=True
        ):
            position = matches.HEROES.start(f"1/{build}/guided/full")
            for gold, name in ((target, medal), (target - 1, less)):
                over = position._replace(seats=(Seat(gold=gold),)).over()
                assert over.outcome == Outcome((1,), name, (gold,)), (build, targets)


def test_a_colony_is_known_by_its_pieces_and_sent_as_them() -> None:
    colony = matches.built("45@J7r1 I3@K7r1")
    again = pickle.loads(pickle.dumps(colony))  # noqa: S301 - our own
    assert again == colony
    assert hash(again) == hash(colony)
    assert again.layers == colony.layers
    assert colony != matches.built("I3@K7r1 45@J7r1")


# ---------------------------------------------- powers and maps that matches seldom put to the test

LINE = "45@J7r1 45@K7r1 45@L7r1 1@M7r1"
"""A corridor to the east, J7 to M7, without anything in it that brings tokens."""
CROSS = "98@J7r0 45@J6r0 45@J8r0 1@J5r0 1@J9r2 45@K7r1 45@L7r1 1@M7r1"
"""A crossing at J7; two steps north J5, two south J9, three east M7."""


FORK = "102@J7r1 50@J6r0 45@K7r1 50@J8r0"
"""At J7 the way left, north, is stone; the one straight on is cavern."""


def walked(pieces: str, cards: str, **kinds: str) -> list[str]:
    """The way of an invader, with the tokens on the way."""
    return matches.way(matches.invaded([pieces], [matches.tokens(**kinds)], cards=cards))


WAYS: list[tuple[str, str, str, dict[str, str], str]] = [
    # The pilgrim has two hearts and two bags: hurt, healed, hurt again, and there for more gold.
    ("v10", "m1", LINE, {"traps": "J7", "gold": "K7 M7", "guards": "L7"}, "gold left"),
    ("v3", "m1", LINE, {"traps": "J7", "guards": "L7", "gold": "M7"}, "defeated"),
    # With both hearts there is nothing to regain, and the chance is gone.
    ("v10", "m1", LINE, {"gold": "J7 M7", "traps": "K7 L7"}, "defeated"),
    # A gem fills one bag of the jeweller.
    ("v14", "m1", LINE, {"gems": "J7", "gold": "M7"}, "gold left"),
    ("v14", "m1", LINE, {"gems": "J7 K7", "gold": "M7"}, "gem left"),
    # The minstrel frees prisoners before anything else happens.
    (
        *("v12", "m1", LINE, {"prisoners": "J7 L7", "traps": "J7", "gold": "K7"}),
        "I7 J7 prisoner trap K7 gold left",
    ),
    # m6 goes to guards first, m7 takes cavern before stone and left before right.
    ("v5", "m6", CROSS, {"gold": "J6", "guards": "M7"}, "I7 J7 K7 L7 M7 guard …"),
    ("v5", "m6", CROSS, {"gold": "J6"}, "J6 gold left"),
    ("v4", "m7", FORK, {}, "I7 J7 K7 J7 J8 J7 J6 …"),
    # m9 smells gems, then gold on ore such as M7, then gold.
    ("v3", "m9", CROSS, {"gold": "J6 M7"}, "M7 gold left"),
    ("v3", "m9", CROSS, {"gold": "J6 M7", "gems": "J8"}, "J8 gem left"),
    ("v3", "m9", CROSS, {"gold": "J6 L7"}, "J6 gold left"),
    # m11 frees the prisoners one after another and goes on to treasure.
    ("v3", "m11", CROSS, {"prisoners": "M7 J5", "gold": "J9"}, "I7 J7 J6 J5 prisoner …"),
    ("v3", "m11", CROSS, {"prisoners": "M7 J5", "gold": "J9"}, "J9 gold left"),
]


@each_of(("invader", "map_", "pieces", "kinds", "told"), WAYS)
def test_powers_and_maps_that_matches_seldom_put_to_the_test(
    invader: str, map_: str, pieces: str, kinds: dict[str, str], told: str
) -> None:
    found = walked(pieces, f"{invader} {map_}", **kinds)
    begins = told.removesuffix(" …")
    expected = begins.split()
    there = found[: len(expected)] if told.endswith("…") else found[-len(expected) :]
    assert there == expected


def test_one_prisoner_is_freed_where_a_minstrel_comes_by_and_all_by_the_map_that_frees() -> None:
    lying = matches.tokens(prisoners="J7 L7", traps="J7", gold="K7")
    assert matches.invaded([LINE], [lying], cards="v12 m1").seats[0].tokens == matches.tokens(
        prisoners="L7"
    )
    position = matches.invaded(
        [CROSS], [matches.tokens(prisoners="M7 J5", gold="J9")], cards="v3 m11"
    )
    assert (matches.way(position).count("prisoner"), position.seats[0].tokens) == (
        2,
        matches.tokens(),
    )


def test_alone_one_needs_three_guards_for_the_gem_of_most_and_of_equals_the_most_gems_win() -> None:
    for guards, gems in (("I7 G7", 0), ("I7 G7 H8", 1)):
        at = matches.invaded([""], [matches.tokens(guards=guards)])._replace(draw="")
        assert scoring.take_profit(at).seats[0].gems == gems
    lying = [matches.tokens(gold="I7 I7 I7 G7 G7"), matches.tokens(gems="I7")]
    over = scoring.take_profit(matches.invaded(["", ""], lying, round_=3)._replace(draw=""))
    assert over.outcome == Outcome((2, 1), "gems", (5, 5))


def test_how_much_an_invader_endures() -> None:
    for card, kind, endures in [
        # A danger to an invader with about two hearts, and the number of them that it survives.
        ("v1", "traps", 2),  # the first one is free, two hearts
        ("v1", "guards", 1),
        ("v2", "traps", 1),
        ("v2", "guards", 1),
        ("v3", "traps", 1),
        ("v5", "traps", 3),
        ("v6", "traps", 2),  # two hearts each of five
        ("v6", "guards", 4),
        ("v7", "guards", 2),
        ("v7", "traps", 1),
        ("v8", "traps", 9),
        ("v8", "guards", 1),
        ("v9", "guards", 9),
        ("v9", "traps", 1),
        ("v16", "guards", 1),  # two hearts each of four
        ("v16", "traps", 3),
    ]:
        pieces = "45@J7r1 45@K7r1 45@L7r1 45@M7r1 45@N7r1 98@O7r0"
        squares = ["I7", "J7", "K7", "L7", "M7", "N7"]
        enough = squares[: min(endures, 5)]
        fate = walked(pieces, f"{card} m1", **{kind: " ".join(enough)}, gold="O7")
        assert "defeated" not in fate, (card, kind, endures)
        assert "gold" in fate, (card, kind, endures)
        if endures < 5:
            more = squares[: endures + 1]
            fate = walked(pieces, f"{card} m1", **{kind: " ".join(more)}, gold="O7")
            assert fate[-1] == "defeated", (card, kind, endures)
