"""Set-ups, moves and records as text and JSON, and the parts of them that a seat may know."""

import dataclasses
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.game import LEAVE, Registry
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.core.record_json import from_json, to_json
from prowlerbot.games.heroes import cards, pieces, words
from prowlerbot.games.heroes.colony import NEW
from tests.cases import each_of
from tests.games.heroes.matches import HEROES, invaded, started, tokens
from tests.games.play import play
from tools.messages import RULES, follows

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


LIST: dict[str, Any] = json.loads(
    (Path(__file__).parent / "contents.json").read_text(encoding="utf-8")
)
ALL_PIECES = [*LIST["square tiles"], *LIST["I tiles"], *LIST["L tiles"], LIST["patch"]]
TURNS = {"straight": 0, "right": 1, "back": 2, "left": 3}


def test_the_pieces_are_those_of_the_list() -> None:
    for stated in ALL_PIECES:
        squares = [(*it["at"], it["edges"], it["feature"] or "") for it in stated["squares"]]
        piece = pieces.PIECES[stated["id"]]
        assert (piece.squares, piece.name) == (tuple(squares), stated["name"]), stated
    assert len(pieces.PIECES) == len(ALL_PIECES) == pieces.LAST_TILE + 18 + 9 + 1
    assert LIST["patch"]["count"] == pieces.PATCHES
    special = [
        *(f"I{number}" for number in range(1, 19)),
        *(f"L{number}" for number in range(1, 10)),
    ]
    assert [id_ for id_ in pieces.RANK if not id_.isdecimal()] == ["P", *special]
    entrance = {(*square["at"], square["edges"]) for square in LIST["entrance"]["squares"]}
    assert {(7 + x, 6 + y, edges) for x, y, edges, _ in pieces.ENTRANCE_PIECE.squares} == entrance
    assert NEW.area == sum(1 << y * pieces.WIDTH + x for x, y, _ in entrance)
    assert set(words.FEATURE_NAMES) == set(pieces.FEATURES)


def test_the_cards_and_their_texts_are_those_of_the_list() -> None:
    kinds = (
        ("invaders", cards.INVADERS, 17),
        ("maps", cards.MAPS, 11),
        ("events", cards.EVENTS, 8),
    )
    for kind, known, count in kinds:
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
