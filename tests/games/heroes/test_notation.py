"""Set-ups, moves and records as text and JSON, and the parts of them that a seat may know."""

import dataclasses
import json
import random
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.game import LEAVE, Registry
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.core.record_json import from_json, to_json
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.colony import NEW
from prowlerbot.games.heroes.pieces import (
    ENTRANCE_PIECE,
    EVENTS,
    FEATURES,
    INVADERS,
    LAST_TILE,
    MAPS,
    PATCHES,
    PIECES,
    RANK,
    WIDTH,
    Invader,
)
from tests.games.heroes.matches import HEROES, invaded, started, tokens
from tests.games.play import play
from tools.messages import RULES, follows

GAMES = Registry((HEROES,))
FIVE = ["t1", "t30", "t60", "t85", "t104"]


# --------------------------------------------------------------------------------- set-ups


def test_options_that_are_not_given_have_their_defaults() -> None:
    for seats in (1, 2, 3, 4):
        assert HEROES.setup(random.Random(1), seats, {}) == f"{seats}/brisk/guided/full", seats
        options = {"build": "live", "hand": "free", "length": "short"}
        assert HEROES.setup(random.Random(1), seats, options) == f"{seats}/live/free/short", seats


def test_a_rematch_has_the_same_options() -> None:
    again = HEROES.again("3/turns/free/short", {})
    assert again == {"build": "turns", "hand": "free", "length": "short"}
    assert HEROES.chosen(again, ("", "", "")) == again


def test_a_set_up_that_cannot_be_is_refused_with_the_part_named() -> None:
    for setup, problem in [
        ("3/brisk/guided", "it needs four parts SEATS/BUILD/HAND/LENGTH; this has 3"),
        ("5/brisk/guided/full", "SEATS must be a number from 1 to 4, not “5”"),
        ("0/brisk/guided/full", "SEATS must be a number from 1 to 4, not “0”"),
        ("03/brisk/guided/full", "SEATS must be a number from 1 to 4, not “03”"),
        ("3/slow/guided/full", "BUILD must be one of these: brisk, turns, live; not “slow”"),
        ("3/live/Free/full", "HAND must be one of these: guided, free; not “Free”"),
        ("3/live/free/", "LENGTH must be one of these: full, short; not “”"),
    ]:
        with pytest.raises(BadSetup) as refused:
            HEROES.start(setup)
        assert str(refused.value) == f"This set-up is not possible: {problem}.", (setup, problem)


def test_an_option_that_cannot_be_is_refused() -> None:
    for seats, options, problem in [
        (5, {}, "Heroes Beware is not for 5 players."),
        (2, {"map": "m1"}, "Heroes Beware has no option “map”."),
        (2, {"hand": "left"}, "The option “hand” cannot be “left”. Possible: guided, free."),
    ]:
        with pytest.raises(BadSetup) as refused:
            HEROES.setup(random.Random(1), seats, options)
        assert str(refused.value) == problem, (seats, options, problem)


# --------------------------------------------------------------------------------- records


def stated(data: dict[str, Any]) -> dict[str, Any]:
    return to_json(from_json(data, GAMES), states=True)


BARE = {
    "game": "heroes",
    "setup": "1/turns/guided/full",
    "moves": [*FIVE, "b1@J7r1", "b3@F7r0", "end"],
}


def test_a_record_is_written_like_this() -> None:
    record: Any = stated({**BARE, "moves": [*FIVE, "b1@J7r1", "end"]})
    assert list(record) == ["game", "setup", "moves", "states"]
    last = record["states"][-1]
    assert last["legal"][-1] == "end"
    assert {field: last[field] for field in last if field != "legal"} == {
        "seat": 1, "round": 1, "phase": "build", "turn": 2, "pile": 38, "to_move": [1],
        "built": [5], "tokens": [[0, 0, 0, 0, 0]], "stash": [[0, 0]], "reserve": [["P"]],
    }  # fmt: skip
    assert list(last)[:8] == [
        *("seat", "legal", "round", "phase", "turn", "pile", "to_move", "built")
    ]
    assert record["states"][0]["to_move"] == [0]
    assert record["states"][0]["pile"] == 39


def test_the_end_of_a_record_has_ranks_rounds_and_result() -> None:
    data = {**BARE, "setup": "3/live/guided/full", "moves": [[2, LEAVE], [1, LEAVE]]}
    record: Any = stated(data)
    assert list(record)[-3:] == ["ranks", "rounds", "result"]
    assert record["ranks"] == [2, 3, 1]
    assert record["rounds"] == []
    assert record["result"] == {"winner": 3, "by": "left", "totals": [0, 0, 0]}
    assert record["states"][-1]["phase"] == "over"
    assert record["states"][-1]["to_move"] == []
    assert record["states"][0]["legal"] == ["P@F7r0", "P@J7r0", "P@H9r0", "flip", "done"]


def test_tokens_of_a_walk_are_those_not_yet_taken() -> None:
    cross = "98@J7r0 1@J6r0 1@J8r2"
    position = invaded([cross], [tokens(gold="I7 J6 J8")], cards="v4 m1")
    assert position.facts()["tokens"] == [[2, 0, 0, 0, 0]]
    assert position.facts()["phase"] == "invasion"


# ---------------------------------------------------------------------- visibility


TEN = " ".join(f"t{number}" for number in range(1, 11))


def test_others_see_a_seat_as_it_was_when_the_turn_began() -> None:
    before = started("2/turns/guided/full", TEN)
    position = play(before, (1, "b1@J7r1"))
    assert position.concealed == {1: 1}
    for viewer in (2, None):
        assert position.view(viewer).seen.seats == before.seats
    assert position.view(1).seen.seats == position.seats


def test_that_a_seat_has_finished_is_known_but_not_how() -> None:
    before = started("2/turns/guided/full", TEN)
    ways = [("b1@J7r1", "end"), ("P@J7r0",), ("reveal2",), ("done",), ("end",)]
    views = []
    for way in ways:
        position = play(before, *((1, text) for text in way))
        assert position.concealed == {1: len(way)}
        assert position.to_move == {2}
        views.append(position.view(2))
    assert len(set(map(repr, views))) == 1
    assert views[0].to_move == {2}
    assert views[0].moves() == before.moves(2)


def test_a_move_looked_at_ahead_ends_no_turn_in_which_another_seat_has_moved_in_secret() -> None:
    before = started("2/turns/guided/full", TEN)
    seen = play(before, (1, "b1@J7r1"), (1, "end")).view(2).seen
    ahead = play(seen, (2, "reveal2"))
    assert ahead.turn == seen.turn, "how that turn ends is not known yet"
    assert ahead.seats[1].queue == seen.seats[1].queue
    assert ahead.view(2).to_move == {1}


def test_what_a_seat_did_before_it_left_in_a_turn_stays_hidden_until_the_turn_is_over() -> None:
    fifteen = f"{TEN} t11 t12 t13 t14 t15"
    position = started("3/turns/guided/full", fifteen, (1, "b1@J7r1"), (1, LEAVE))
    assert position.concealed == {1: 1}
    hidden = started("3/turns/guided/full", fifteen, (1, LEAVE))
    assert position.view(2) == hidden.view(2)
    position = play(position, (2, "end"), (3, "end"))
    assert position.concealed == {}


# ------------------------------------------------------------------------------ pieces and cards


LIST: dict[str, Any] = json.loads(
    (Path(__file__).parent / "contents.json").read_text(encoding="utf-8")
)
ALL_PIECES = [*LIST["square tiles"], *LIST["I tiles"], *LIST["L tiles"], LIST["patch"]]
TURNS = {"straight": 0, "right": 1, "back": 2, "left": 3}


def test_every_piece_has_its_sides_features_and_name() -> None:
    for stated in ALL_PIECES:
        squares = tuple(
            (*square["at"], square["edges"], square["feature"] or "")
            for square in stated["squares"]
        )
        assert PIECES[stated["id"]].squares == squares, stated
        assert PIECES[stated["id"]].name == stated["name"], stated


def test_there_are_no_other_pieces() -> None:
    assert len(PIECES) == len(ALL_PIECES) == LAST_TILE + 18 + 9 + 1
    assert LIST["patch"]["count"] == PATCHES
    assert [id_ for id_ in RANK if not id_.isdecimal()] == [
        "P",
        *(f"I{number}" for number in range(1, 19)),
        *(f"L{number}" for number in range(1, 10)),
    ]


def test_the_entrance_lies_as_stated() -> None:
    stated = {(*square["at"], square["edges"]) for square in LIST["entrance"]["squares"]}
    assert {(7 + x, 6 + y, edges) for x, y, edges, _ in ENTRANCE_PIECE.squares} == stated
    assert NEW.area == sum(1 << y * WIDTH + x for x, y, _ in stated)


def test_every_invader_has_its_hearts_bags_powers_and_text() -> None:
    for stated in LIST["invaders"]:
        number = int(stated["id"][1:])
        wanted = Invader(stated["name"], stated["hearts"], stated["bags"], **stated["special"])
        assert INVADERS[number] == wanted, stated
        assert words.INVADER_TEXTS.get(number, "") == stated["text"], stated


def test_every_map_has_its_way_and_text() -> None:
    for stated in LIST["maps"]:
        number = int(stated["id"][1:])
        card = dataclasses.asdict(MAPS[number])
        assert card == {
            "name": stated["name"],
            "kind": stated["kind"],
            "goals": tuple(stated.get("classes", ())),
            "then": tuple(stated.get("then", ())),
            "turns": tuple(TURNS[turn] for turn in stated.get("turns", ())),
            "frees": stated.get("frees", False),
        }, stated
        assert words.MAP_TEXTS[number] == stated["text"], stated


def test_every_event_has_its_effect_and_text() -> None:
    for stated in LIST["events"]:
        number = int(stated["id"][1:])
        assert EVENTS[number] == stated["effect"], stated
        told = words.EVENT_NAMES[number], words.EVENT_TEXTS[number]
        assert told == (stated["name"], stated["text"]), stated


def test_there_are_no_other_cards() -> None:
    assert [len(cards) for cards in (INVADERS, MAPS, EVENTS)] == [17, 11, 8]
    assert [len(LIST[kind]) for kind in ("invaders", "maps", "events")] == [17, 11, 8]


def test_every_feature_has_a_name() -> None:
    assert set(words.FEATURE_NAMES) == set(FEATURES)


# ------------------------------------------------------- the page of the rules in each language


PAGE = RULES / "heroes.md"
TRANSLATED = [each for each in LANGUAGES if each == "en" or follows(PAGE, each)]


def rows(language: Language) -> list[list[str]]:
    page = PAGE if language == "en" else RULES / language / PAGE.name
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ]


def test_every_invader_stands_there_with_hearts_bags_and_power() -> None:
    for language in TRANSLATED:
        found = rows(language)
        with speaking(language):
            for number, card in INVADERS.items():
                power = tr(words.INVADER_TEXTS.get(number, ""))
                assert [tr(card.name), str(card.hearts), str(card.bags), power] in found, language


def test_every_map_and_every_event_stands_there() -> None:
    for language in TRANSLATED:
        found = rows(language)
        with speaking(language):
            for number, card in MAPS.items():
                assert [tr(card.name), tr(words.MAP_TEXTS[number])] in found, language
            events = {row[0] for row in found if len(row) == 2}
            assert {tr(name) for name in words.EVENT_NAMES.values()} <= events, language


def test_every_special_piece_stands_there_with_its_features() -> None:
    for language in TRANSLATED:
        found = rows(language)
        with speaking(language):
            for id_, piece in PIECES.items():
                if id_[0] in "IL":
                    features = [tr(words.FEATURE_NAMES[each]) for *_, each in piece.squares if each]
                    assert [id_, tr(piece.name), ", ".join(features)] in found, language
