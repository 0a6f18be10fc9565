"""The rules against the reference, and set-ups, moves and records as text and JSON.

The first set of tests plays some matches that together reach every line of the rules, the full set
all; ``HEROES_MATCHES=1000`` in the environment says how many.
"""

import dataclasses
import json
import os
import pickle
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.core.errors import BadRecord, BadSetup
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, Outcome, Registry, after
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.core.record import MadeMove, Record
from prowlerbot.core.record_json import from_json, to_json
from prowlerbot.games.heroes import Heroes, cards, pieces, scoring, words
from prowlerbot.games.heroes.colony import NEW_COLONY
from prowlerbot.games.heroes.position import (
    ANY_PLACE,
    FIGHT_FIRST,
    NEVER_ARM,
    NO_GUARDS,
    ORDERS,
    REVEAL_STUCK,
    reveal_of_stuck_queue,
)
from prowlerbot.games.heroes.rules import Position, find_visits, latest_invasion
from prowlerbot.games.heroes.seat import Seat, step_ends, without_lost
from prowlerbot.match.lobby import begin_match, make_challenge, start_match
from prowlerbot.match.match import Context, Match, Player, machine
from prowlerbot.match.play import make_move, replay_match
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import visible_record
from tests.cases import each_of
from tests.games.heroes import matches, reference
from tests.games.heroes.matches import CHOICES, HEROES, invaded, sensible_match, started, tokens
from tests.games.heroes.reference_walk import ACTING
from tests.games.play import numbers_of_matches, play
from tools.messages import RULES, follows

FIRST = (3, 6, 7, 9, 10, 11, 16, 17, 18, 26, 29, 34, 35, 38, 39, 41, 46, 66)
"""Together they reach every line, and every way between lines, that all of the 48 reach."""
MATCHES = int(os.environ.get("HEROES_MATCHES", "48"))

SELDOM = (
    "reveal take remove patch store buy buyg ready cell guard gold armg armw pass payg payw lose"
)

SETUPS = [
    "/".join(options)
    for options in product(
        "1234", ("brisk", "turns", "live"), ("guided", "free"), ("full", "short")
    )
]
random.Random("any order").shuffle(SETUPS)


@lru_cache(maxsize=len(FIRST))
def drawn_match(number: int) -> tuple[Record, list[Position]]:
    """The match with this number; in some of them players leave."""
    rng = random.Random(f"heroes {number}")
    choose = CHOICES[rng.choice(("any", "busy", "sensible", "sensible"))]
    leaving = rng.choice((0, 0, 0.002, 0.01))
    return matches.play_out(SETUPS[number % len(SETUPS)], rng, choose, leaving=leaving)


@lru_cache(maxsize=len(FIRST))
def played_again(number: int) -> reference.Recorder:
    """The same match by the reference."""
    record, _ = drawn_match(number)
    recorder = reference.Recorder(record.setup)
    for made in record.moves:
        recorder.play(made.seat, made.text)
    return recorder


def written(value: object) -> Any:
    """As it is once it has been written down as JSON."""
    return json.loads(json.dumps(value))


def secrets(position: AnyState, seats: range) -> dict[str, Any]:
    """The notes of the reference beside the record."""
    concealed = position.concealed if position.outcome is None else {}
    return {
        "concealed": dict(concealed),
        "may leave": [seat for seat in seats if position.leave(seat) is not None],
        "seen": [written(position.view(viewer).seen.facts()) for viewer in (None, *seats)]
        if concealed
        else [],
    }


def difference(stated: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    """The first one between two records, told here as pytest would compare them for minutes."""
    for ply, pair in enumerate(zip(stated["states"], expected["states"], strict=True)):
        for field in expected["states"][ply]:
            one, other = (state.get(field) for state in pair)
            if one != other:
                line = stated["setup"], expected["moves"][: ply + 1]
                return f"{field} is {one} in the rules, {other} in the reference after {line}"
    fields = [field for field in {**stated, **expected} if stated.get(field) != expected.get(field)]
    return f"{fields} of {stated['setup']}, {expected['moves']}" if fields else ""


@numbers_of_matches(FIRST, MATCHES, pieces=4)
def test_the_rules_and_the_reference_write_the_same_records(numbers: Sequence[int]) -> None:
    for number in numbers:
        (record, positions), played = drawn_match(number), played_again(number)
        try:
            stated = written(to_json(record, states=True))
        except BadRecord as error:
            pytest.fail(f"{error} {record.setup}, {played.moves}")
        assert not difference(stated, played.record())
        seats = range(1, len(played.match.seats) + 1)
        for position, expected in zip(positions, played.secrets, strict=True):
            assert secrets(position, seats) == expected, (number, record.setup)


def test_these_matches_have_what_is_rare() -> None:
    kinds, maps, left, decided = set[str](), Counter[str](), set[str](), set[str]()
    for number in FIRST:
        played = played_again(number)
        phase, map_ = "planning" if played.match.setup.endswith("short") else "build", ""
        for entry, state in zip(played.moves, played.states, strict=True):
            text = entry if isinstance(entry, str) else entry[1]
            if text == LEAVE:
                left.add(phase)
            elif state["seat"]:
                kinds.add(re.split("@|(?<=[a-z])[0-9]", text)[0])
                maps[map_] += text in ACTING or text[0] == ">"
            elif text[0] == "m":
                map_ = text
            phase = state["phase"]
        decided.add(played.match.summary()["result"]["by"])
    assert kinds >= set(SELDOM.split())
    assert sum(maps.values()) >= 20, "invaders raise questions"
    assert len(+maps) >= 6, "on different maps"
    assert left == {"build", "invasion", "planning"}
    assert decided >= {"treasure", "shared", "left", "none"}


@numbers_of_matches(FIRST, MATCHES, pieces=3)
def test_a_record_without_what_is_concealed_is_one_and_looks_alike(numbers: Sequence[int]) -> None:
    for record, positions in map(drawn_match, numbers):
        for ply in range(7, min(len(record.moves), 400), 7):
            position = positions[ply]
            if not position.concealed:
                continue
            unseen, public = dict(position.concealed), list[MadeMove]()
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
                if not position.seats[seat - 1].hidden_moves:
                    assert state.moves(seat) == position.moves(seat)


# --------------------------------------------------------------------- finding the cards of a match

WATCHED = ("1/brisk/guided/full", "2/brisk/free/short", "3/live/guided/full", "4/turns/free/short")


def test_at_any_moment_the_latest_card_is_over_or_there() -> None:
    for setup in WATCHED:
        line = matches.play_out(setup, random.Random(1))[1]
        whole = list(find_visits(line))
        for at in range(0, len(line), 7):
            now = list(find_visits(line[: at + 1]))
            over = [card for card in now if card.over]
            assert over == whole[: len(over)], setup
            assert len(now) - len(over) in {0, 1}, setup
            begun = latest_invasion(line[: at + 1])
            if line[at].phase == "build":
                assert begun > at, setup
            elif begun <= at:
                assert line[begun].phase == "invasion", setup
                part = list(find_visits(line[begun : at + 1]))
                assert [card.number for card in part] == [
                    card.number for card in now if card.round == line[begun].round
                ], setup


def test_what_is_left_on_a_walk_follows_from_what_happened_on_it() -> None:
    trace = ((1, ""), (2, ""), (2, "trap"), (2, "gold"), (3, ""), (3, "left"))
    told = [step_ends(each) for each in (trace, ((0, "left"),), ())]
    assert told == [[1, 4, 6], [1], []], "a step goes with all that it brought"
    for setup in WATCHED:
        line, lost = matches.sensible_match(setup, 1)[1], 0
        for card in find_visits(line):
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
                over = position._replace(seats=(Seat(gold=gold),)).end_match()
                assert over.outcome == Outcome((1,), name, (gold,)), (build, targets)


def test_a_colony_is_known_by_its_pieces_and_sent_as_them() -> None:
    colony = matches.built("45@J7r1 I3@K7r1")
    again = pickle.loads(pickle.dumps(colony))  # noqa: S301 - our own
    assert again == colony
    assert hash(again) == hash(colony)
    assert again.layers == colony.layers
    assert colony != matches.built("I3@K7r1 45@J7r1")


# ------------------------------------------------------ powers that matches seldom put to the test

LINE = "45@J7r1 45@K7r1 45@L7r1 1@M7r1"
"""A corridor to the east, J7 to M7, without anything in it that brings tokens."""

WAYS: list[tuple[str, dict[str, str], str]] = [
    # The pilgrim has two hearts and two bags: hurt, healed, hurt again, and there for more gold.
    ("v10", {"traps": "J7", "gold": "K7 M7", "guards": "L7"}, "gold left"),
    ("v3", {"traps": "J7", "guards": "L7", "gold": "M7"}, "defeated"),
    # With both hearts there is nothing to regain, and the chance is gone.
    ("v10", {"gold": "J7 M7", "traps": "K7 L7"}, "defeated"),
    # Each guard costs the twins two of four hearts.
    ("v16", {"guards": "J7", "gold": "M7"}, "M7 gold left"),
    ("v16", {"guards": "J7 K7", "gold": "M7"}, "defeated"),
    # A gem fills one bag of the jeweller.
    ("v14", {"gems": "J7", "gold": "M7"}, "gold left"),
    ("v14", {"gems": "J7 K7", "gold": "M7"}, "gem left"),
    # The minstrel frees prisoners before anything else happens.
    (
        *("v12", {"prisoners": "J7 L7", "traps": "J7", "gold": "K7"}),
        "I7 J7 prisoner trap K7 gold left",
    ),
]


@each_of(("invader", "kinds", "told"), WAYS)
def test_powers_that_matches_seldom_put_to_the_test(
    invader: str, kinds: dict[str, str], told: str
) -> None:
    """The invader seeks treasure."""
    position = matches.invaded([LINE], [matches.tokens(**kinds)], cards=f"{invader} m1")
    expected = told.split()
    assert matches.way(position)[-len(expected) :] == expected


def test_alone_one_needs_three_guards_for_the_gem_of_most_and_of_equals_the_most_gems_win() -> None:
    for guards, gems in (("I7 G7", 0), ("I7 G7 H8", 1)):
        at = matches.invaded([""], [matches.tokens(guards=guards)])._replace(draw="")
        assert scoring.take_profit(at).seats[0].gems == gems
    lying = [matches.tokens(gold="I7 I7 I7 G7 G7"), matches.tokens(gems="I7")]
    over = scoring.take_profit(matches.invaded(["", ""], lying, round_=3)._replace(draw=""))
    assert over.outcome == Outcome((2, 1), "gems", (5, 5))


# ------------------------------------ standing orders: questions that are answered without asking

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
    orders = {number: {NEVER_ARM.format(round=number)} for number in (1, 2, 3)}
    for position, seat in asked_in("arm"):
        told = {number: position.ordered(seat, order) for number, order in orders.items()}
        assert str(told.pop(position.round)) == "pass"
        assert set(told.values()) == {None}
    for position, seat in asked_in("populate"):
        storing = any(move.kind == "store" for move in position.moves(seat))
        assert (position.ordered(seat, {NO_GUARDS}) is None) == storing
        assert position.ordered(seat, {ANY_PLACE, FIGHT_FIRST}) is None


def test_people_begin_with_an_order_that_turns_up_a_queue_of_which_nothing_fits() -> None:
    """The record has the tiles that were turned up."""
    by_itself, ada, bot = 0, Player(11, "Ada"), machine("easy")
    options = {"build": "brisk", "hand": "guided"}
    asked = make_challenge("m", HEROES, [ada, bot], options, terms=Terms(), now=1)
    begun = begin_match(asked, Context(HEROES, random.Random(3), 1))
    assert not begun.player(2).orders, "the machine has none"
    for seed in range(4):
        rng = random.Random(seed)
        it = Context(HEROES, rng, 1)
        match = start_match(replace(asked, players=asked.players[:1]), it, ada.id)
        assert match.player(1).orders == {REVEAL_STUCK}
        while (position := positions_of(match)[-1]).phase == "build":
            move, step = CHOICES["sensible"](rng, position, 1), match.decision(1).step
            match = make_move(match, it, ada.id, match.moment, str(move), step=step)
        for before, made in zip(positions_of(match), match.plays, strict=False):
            if before.to_move == {1} and reveal_of_stuck_queue(before.seats[0]) is not None:
                assert (made.seat, made.move) == (1, "reveal5")
                by_itself += 1
        record = visible_record(match, HEROES, None)
        assert from_json(to_json(record, states=True), Registry([HEROES])).moves == record.moves
    assert by_itself


def test_after_the_last_patch_is_bought_no_other_seat_may_buy_one() -> None:
    both = next(
        each
        for each in drawn_match(66)[1]
        if {each.seats[0].stage, each.seats[1].stage} == {"inspection"}
    )
    other = both.seats[1]
    for left in (1, 2):
        position = both._replace(supply=left)
        patch = next(move for move in position.moves(1) if move.kind == "patch")
        moves = position.after(1, patch).moves(2)
        kept = [move for move in other.legal if left > 1 or move.kind != "patch"]
        assert other.gems
        assert [*moves] == kept != []


def asked_in(stage: str, seeds: int = 12) -> list[tuple[Position, int]]:
    found = [
        (position, seat)
        for seed in range(seeds)
        for position in sensible_match("2/brisk/guided/full", seed)[1]
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
    return [each for each in replay_match(match, HEROES) if isinstance(each, Position)]


GAMES = Registry((HEROES,))


@each_of(
    ("setup", "problem"),
    [
        ("3/brisk/guided", "it needs four parts SEATS/BUILD/HAND/LENGTH; this has 3"),
        ("5/brisk/guided/full", "SEATS must be a number from 1 to 4, not “5”"),
        ("03/brisk/guided/full", "SEATS must be a number from 1 to 4, not “03”"),
        ("3/slow/guided/full", "BUILD must be one of these: brisk, turns, live; not “slow”"),
        ("3/live/Free/full", "HAND must be one of these: guided, free; not “Free”"),
        ("3/live/free/", "LENGTH must be one of these: full, short; not “”"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_with_the_part_named(setup: str, problem: str) -> None:
    with pytest.raises(BadSetup) as refused:
        HEROES.start(setup)
    assert str(refused.value) == f"This set-up is not possible: {problem}."


@each_of(
    ("seats", "options", "problem"),
    [
        (5, {}, "Heroes Beware is not for 5 players."),
        (2, {"map": "m1"}, "Heroes Beware has no option “map”."),
        (2, {"hand": "left"}, "The option “hand” cannot be “left”. Possible: guided, free."),
    ],
)
def test_an_impossible_option_is_refused(seats: int, options: dict[str, str], problem: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(problem)):
        HEROES.setup(random.Random(1), seats, options)


def test_a_record_is_written_like_this() -> None:
    moves = ["t1", "t30", "t60", "t85", "t104", "b1@J7r1", "end"]
    data = {"game": "heroes", "setup": "1/turns/guided/full", "moves": moves}
    record: Any = to_json(from_json(data, GAMES), states=True)
    assert list(record) == ["game", "setup", "moves", "states"]
    last = record["states"][-1]
    assert json.dumps({**last, "legal": last["legal"][-1:]}) == json.dumps({
        "seat": 1, "legal": ["end"], "round": 1, "phase": "build", "turn": 2, "pile": 38,
        "to_move": [1], "built": [5], "tokens": [[0, 0, 0, 0, 0]], "stash": [[0, 0]],
        "reserve": [["P"]],
    })  # fmt: skip
    position = invaded(["98@J7r0 1@J6r0 1@J8r2"], [tokens(gold="I7 J6 J8")], cards="v4 m1")
    assert position.facts()["tokens"] == [[2, 0, 0, 0, 0]], "on a walk those not yet taken"


TEN = " ".join(f"t{number}" for number in range(1, 11))


def test_a_move_looked_at_ahead_ends_no_turn_in_which_another_seat_has_moved_in_secret() -> None:
    seen = play(started("2/turns/guided/full", TEN), (1, "b1@J7r1"), (1, "end")).view(2).seen
    ahead = play(seen, (2, "reveal2"))
    assert ahead.turn == seen.turn, "how that turn ends is not known yet"
    assert ahead.seats[1].queue == seen.seats[1].queue
    assert ahead.view(2).to_move == {1}


def test_what_a_seat_did_before_it_left_in_a_turn_stays_hidden_until_the_turn_is_over() -> None:
    fifteen = f"{TEN} t11 t12 t13 t14 t15"
    position = started("3/turns/guided/full", fifteen, (1, "b1@J7r1"), (1, LEAVE))
    assert position.concealed == {1: 1}
    assert position.view(2) == started("3/turns/guided/full", fifteen, (1, LEAVE)).view(2)
    position = play(position, (2, "end"), (3, "end"))
    assert position.concealed == {}


LIST: dict[str, Any] = json.loads(Path(__file__).with_name("contents.json").read_text("utf-8"))
ALL_PIECES = [*LIST["square tiles"], *LIST["I tiles"], *LIST["L tiles"], LIST["patch"]]
TURNS = {"straight": 0, "right": 1, "back": 2, "left": 3}


def test_the_pieces_are_those_of_the_list() -> None:
    for stated in ALL_PIECES:
        squares = [(*it["at"], it["edges"], it["feature"] or "") for it in stated["squares"]]
        piece = pieces.PIECES[stated["id"]]
        assert (piece.squares, piece.name) == (tuple(squares), stated["name"]), stated
    assert len(pieces.PIECES) == len(ALL_PIECES) == pieces.LAST_TILE + 18 + 9 + 1
    assert LIST["patch"]["count"] == pieces.PATCHES
    special = [*(f"I{at}" for at in range(1, 19)), *(f"L{at}" for at in range(1, 10))]
    assert [id_ for id_ in pieces.RANK if not id_.isdecimal()] == ["P", *special]
    entrance = {(*square["at"], square["edges"]) for square in LIST["entrance"]["squares"]}
    assert {(7 + x, 6 + y, edges) for x, y, edges, _ in pieces.ENTRANCE_PIECE.squares} == entrance
    assert NEW_COLONY.area == sum(1 << y * pieces.WIDTH + x for x, y, _ in entrance)
    assert set(words.FEATURE_NAMES) == set(pieces.FEATURES)


def test_the_cards_and_their_texts_are_those_of_the_list() -> None:
    known_cards: Sequence[Mapping[int, object]] = cards.INVADERS, cards.MAPS, cards.EVENTS
    counted = zip(("invaders", "maps", "events"), known_cards, (17, 11, 8), strict=True)
    for kind, known, count in counted:
        numbers = [int(stated["id"][1:]) for stated in LIST[kind]]
        assert sorted(numbers) == sorted(known) == [*range(1, count + 1)]
    for number, stated in enumerate(LIST["invaders"], 1):
        wanted = cards.Invader(
            stated["name"], stated["hearts"], stated["bags"], **stated["special"]
        )
        assert cards.INVADERS[number] == wanted, stated
        assert words.INVADER_TEXTS.get(number, "") == stated["text"], stated
    for number, stated in enumerate(LIST["maps"], 1):
        assert dataclasses.asdict(cards.MAPS[number]) == {
            "name": stated["name"],
            "kind": stated["kind"],
            "goals": tuple(stated.get("classes", ())),
            "then": tuple(stated.get("then", ())),
            "turns": tuple(TURNS[turn] for turn in stated.get("turns", ())),
            "frees": stated.get("frees", False),
        }, stated
        assert words.MAP_TEXTS[number] == stated["text"], stated
    for number, stated in enumerate(LIST["events"], 1):
        assert cards.EVENTS[number] == stated["effect"], stated
        told = words.EVENT_NAMES[number], words.EVENT_TEXTS[number]
        assert told == (stated["name"], stated["text"]), stated


PAGE = RULES / "heroes.md"


@each_of("language", [each for each in LANGUAGES if each == "en" or follows(PAGE, each)])
def test_every_card_and_special_piece_stands_on_the_page_of_the_rules(language: Language) -> None:
    page = PAGE if language == "en" else RULES / language / PAGE.name
    lines = page.read_text(encoding="utf-8").splitlines()
    found = [[it.strip() for it in each.strip("|").split("|")] for each in lines if each[:1] == "|"]
    with speaking(language):
        for number, card in cards.INVADERS.items():
            power = tr(words.INVADER_TEXTS.get(number, ""))
            assert [tr(card.name), str(card.hearts), str(card.bags), power] in found
        for number, map_ in cards.MAPS.items():
            assert [tr(map_.name), tr(words.MAP_TEXTS[number])] in found
        events = {row[0] for row in found if len(row) == 2}
        assert {tr(name) for name in words.EVENT_NAMES.values()} <= events
        for id_, piece in pieces.PIECES.items():
            if id_[0] in "IL":
                features = [tr(words.FEATURE_NAMES[each]) for *_, each in piece.squares if each]
                assert [id_, tr(piece.name), ", ".join(features)] in found


def test_a_set_up_has_its_options_and_a_rematch_the_same() -> None:
    options = {"build": "live", "hand": "free", "length": "short"}
    for seats in (1, 2, 3, 4):
        assert HEROES.setup(random.Random(1), seats, {}) == f"{seats}/brisk/guided/full", seats
        assert HEROES.setup(random.Random(1), seats, options) == f"{seats}/live/free/short", seats
    again = HEROES.again("3/live/free/short", {})
    assert HEROES.chosen(again, ("", "", "")) == again == options
