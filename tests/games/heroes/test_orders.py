"""Standing orders: questions that are answered without asking, and those that never are."""

import random
from dataclasses import replace
from itertools import product

from prowlerbot.core.game import CHANCE, Registry
from prowlerbot.core.record_json import from_json, to_json
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.position import (
    ANY_PLACE,
    FIGHT_FIRST,
    NEVER_ARM,
    NO_GUARDS,
    ORDERS,
    REVEAL_STUCK,
    reveal_of_stuck_queue,
)
from prowlerbot.games.heroes.rules import Position
from prowlerbot.match.lobby import begin_match, challenge, start_match
from prowlerbot.match.match import Context, Match, Player, machine
from prowlerbot.match.play import make_move, states
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import visible_record
from tests.games.heroes.matches import CHOICES, HEROES, sensible_match

EVERY = frozenset(ORDERS)
ANSWERED = {
    "draft": {"done", *(f"reveal{place}" for place in range(1, 6))},
    "walk": {"trap", "guard"},
    "cell": {"cell"},
    "recruit": {"guard"},
    "arm": {"pass"},
    "populate": {"ready"},
}


def test_orders_answer_only_open_questions_and_with_legal_moves() -> None:
    assert set(Heroes().orders) == EVERY
    assert all("," not in order and len(order) <= 20 for order in EVERY)
    for build, seed in product(("brisk", "live"), range(3)):
        for position in sensible_match(f"3/{build}/free/full", seed)[1]:
            for seat in position.to_move - {CHANCE}:
                move = position.ordered(seat, EVERY)
                assert position.ordered(seat, frozenset()) is None
                if move is None:
                    continue
                stage = position.seats[seat - 1].stage
                assert stage == "draft" or not position.concealed, (build, seed)
                assert move in position.moves(seat), (build, seed)
                assert str(move).partition("@")[0] in ANSWERED[stage], (build, seed)


def test_not_to_re_arm_holds_for_one_round_and_a_gem_that_could_be_stored_is_asked_about() -> None:
    for position, seat in asked_in("arm"):
        told = {
            number: position.ordered(seat, {NEVER_ARM.format(round=number)}) for number in (1, 2, 3)
        }
        assert str(told.pop(position.round)) == "pass"
        assert set(told.values()) == {None}
    for position, seat in asked_in("populate"):
        storing = any(move.kind == "store" for move in position.moves(seat))
        assert (position.ordered(seat, {NO_GUARDS}) is None) == storing
        assert position.ordered(seat, {ANY_PLACE, FIGHT_FIRST}) is None


def test_people_begin_with_an_order_that_turns_up_a_queue_of_which_nothing_fits() -> None:
    """What was turned up stands in the record."""
    by_itself, ada, bot = 0, Player(11, "Ada"), machine("easy")
    for seed in range(4):
        rng = random.Random(seed)
        it, options = Context(HEROES, rng, 1), {"build": "brisk", "hand": "guided"}
        asked = challenge("m", HEROES, [ada, bot], options, terms=Terms(), now=1)
        match = start_match(replace(asked, players=asked.players[:1]), it, ada.id)
        assert match.player(1).orders == {REVEAL_STUCK}
        while (position := positions_of(match)[-1]).phase == "build":
            move, own = CHOICES["sensible"](rng, position, 1), match.decision(1).own
            match = make_move(match, it, ada.id, match.moment, str(move), own=own)
        for before, play in zip(positions_of(match), match.plays, strict=False):
            if before.to_move == {1} and reveal_of_stuck_queue(before.seats[0]) is not None:
                assert (play.seat, play.move) == (1, "reveal5")
                by_itself += 1
        record = visible_record(match, HEROES, None)
        assert from_json(to_json(record, states=True), Registry([HEROES])).moves == record.moves
    assert by_itself
    begun = begin_match(asked, Context(HEROES, random.Random(3), 1))
    assert not begun.player(2).orders, "the machine has none"


def asked_in(stage: str, seeds: int = 12) -> list[tuple[Position, int]]:
    found = []
    for seed in range(seeds):
        _, positions = sensible_match("2/brisk/guided/full", seed)
        found += [
            (position, seat)
            for position in positions
            for seat in position.to_move - {CHANCE}
            if position.seats[seat - 1].stage == stage
        ]
    assert found, stage
    return found


def test_a_queue_of_which_nothing_fits_is_turned_up_if_that_can_help() -> None:
    turned = set()
    for position, seat in asked_in("draft", 4):
        own, move = position.seats[seat - 1], position.ordered(seat, {REVEAL_STUCK})
        fits = any(each.kind == "queue" for each in own.legal)
        helps = bool(own.colony.frontier) and 0 in own.queue[:-1]
        may = any(each.kind == "reveal" for each in own.legal)
        assert (move is not None) is (may and helps and not fits)
        turned.add(str(move))
    assert turned == {"None", "reveal5"}


def test_a_player_alone_is_done_once_no_open_edge_is_left_and_among_several_each_decides() -> None:
    told = set()
    for setup in ("1/brisk/guided/full", "1/turns/free/full", "2/brisk/guided/full"):
        for seed in range(3):
            for position in sensible_match(setup, seed)[1]:
                for seat in position.to_move - {CHANCE}:
                    own = position.seats[seat - 1]
                    if own.stage != "draft" or own.colony.frontier:
                        continue
                    assert {move.kind for move in own.legal} <= {"end", "reveal", "done"}
                    move = position.ordered(seat, {REVEAL_STUCK})
                    stops = setup[0] == "1" and not position.last
                    assert str(move) == ("done" if stops else "None")
                    told.add((setup[0], str(move)))
    assert told >= {("1", "done"), ("2", "None")}


def positions_of(match: Match) -> list[Position]:
    return [each for each in states(match, HEROES) if isinstance(each, Position)]
