"""Records from outside: the refusals of wrong ones, none of which gets in."""

import copy
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.core.errors import BadRecord
from prowlerbot.core.game import CHANCE, Registry
from prowlerbot.core.record import MOST_MOVES, MOST_TAKEBACKS, Hinted, Made, Record, Undone, replay
from prowlerbot.core.record_json import (
    MAX_BYTES,
    from_json,
    read_kept,
    read_record,
    to_json,
    write_record,
)
from prowlerbot.games import GAMES
from tests.cases import each_of
from tests.games.prowler.matches import EXAMPLE, PROWLER, any_move, play_out, record_of
from tests.games.tell import TellGame

RECORD = record_of(play_out(EXAMPLE, random.Random(21), any_move))
STATED = to_json(RECORD, states=True)
SHORT = to_json(Record(RECORD.game, RECORD.setup, RECORD.moves[:1]), states=False)
FIRST = RECORD.moves[0]
SEVENTH = RECORD.moves[6].text

Change = Callable[[dict[str, Any]], object]


def refusal(data: object) -> str:
    with pytest.raises(BadRecord) as refused:
        from_json(data, GAMES)
    text = str(refused.value)
    assert text.isprintable()
    assert len(text) < 1000
    return text


def changed(change: Change) -> str:
    stated: dict[str, Any] = copy.deepcopy(STATED)
    change(stated)
    return refusal(stated)


def test_a_record_reads_back_as_it_was_written() -> None:
    assert read_record(json.dumps(STATED), GAMES) == RECORD
    assert read_record(json.dumps(to_json(RECORD, states=False)).encode(), GAMES) == RECORD


def test_a_record_has_the_fields_of_the_notation_in_their_order() -> None:
    assert list(STATED) == ["game", "setup", "moves", "states", "scores", "result"]
    states: Any = STATED["states"]
    assert list(states[0]) == ["seat", "legal", "track", "longest", "statues", "achievements"]
    assert "states" not in to_json(RECORD, states=False)


def test_the_records_in_the_documentation_are_right() -> None:
    text = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = [part.partition("```")[0] for part in text.split("```json\n")[1:]]
    records = [read_record(each, GAMES) for each in examples]
    assert {each.game.key: " ".join(made.text for made in each.moves) for each in records} == {
        "prowler": ">R 14",
        "landgrab": "p:G6 p:H6 c:F7 d4 a:1 d3 d9",
    }


TITLES = ", ".join(sorted(game.title for game in GAMES.values()))
WRONG: list[tuple[str, Change, str]] = [
    ("game missing", lambda d: d.pop("game"), "Field “game” is missing."),
    ("game unknown", lambda d: d.update(game="chess"), "There is no game “chess” here."),
    ("game by title", lambda d: d.update(game="chess"), f"Games: {TITLES}."),
    ("game no text", lambda d: d.update(game=1), "Field “game” must be text, not a number."),
    ("setup missing", lambda d: d.pop("setup"), "Field “setup” is missing."),
    ("setup bad", lambda d: d.update(setup="x"), "Field “setup”: This set-up is not possible"),
    ("setup null", lambda d: d.update(setup=None), "Field “setup” must be text, not null."),
    ("moves missing", lambda d: d.pop("moves"), "Field “moves” is missing."),
    ("moves no list", lambda d: d.update(moves=">C"), "Field “moves” must be a list, not text."),
    (
        "a move no text",
        lambda d: d["moves"].__setitem__(6, 14),
        "Move 7 must be text, not a number.",
    ),
    (
        "a move with its seat",
        lambda d: d["moves"].__setitem__(6, [1, SEVENTH]),
        "Move 7 must be text, not a list.",
    ),
    (
        "an illegal move",
        lambda d: d["moves"].__setitem__(6, "99"),
        "Move 7: “99” is not a legal move here.",
    ),
    (
        "a move too many",
        lambda d: d["moves"].append("1"),
        "Move 28: The match is over; “1” cannot be played.",
    ),
    (
        "a state too few",
        lambda d: d["states"].pop(),
        "Field “states” must be a list with one entry for each of the 27 moves.",
    ),
    ("states no list", lambda d: d.update(states={}), "Field “states” must be a list"),
    ("states null", lambda d: d.update(states=None), "Field “states” must be a list"),
    (
        "a state no object",
        lambda d: d["states"].__setitem__(6, 1),
        f"Move 7 (“{SEVENTH}”): The state must be an object, not a number.",
    ),
    (
        "a wrong track",
        lambda d: d["states"][6].update(track=[1, 2, 3, 4, 5]),
        f"Move 7 (“{SEVENTH}”): Field “track” says [1, 2, 3, 4, 5], the replay gives [",
    ),
    (
        "true for 1",
        lambda d: d["states"][6].update(seat=True),
        f"Move 7 (“{SEVENTH}”): Field “seat” says true, the replay gives ",
    ),
    (
        "a float for a whole number",
        lambda d: d["states"][6].update(longest=[1.0, 2.0]),
        "Field “longest” says [1.0, 2.0]",
    ),
    (
        "a field too few",
        lambda d: d["states"][6].pop("legal"),
        f"Move 7 (“{SEVENTH}”): Field “legal” is missing.",
    ),
    (
        "a field too many",
        lambda d: d["states"][6].update(mood="good"),
        f"Move 7 (“{SEVENTH}”): Field “mood” does not belong there.",
    ),
    (
        "a wrong score",
        lambda d: d["scores"]["mid"][0].__setitem__(1, 30),
        "Field “scores.mid” says [[",
    ),
    ("no mid score", lambda d: d["scores"].pop("mid"), "Field “scores.mid” is missing."),
    (
        "a wrong winner",
        lambda d: d["result"].update(winner=None),
        "Field “result.winner” says null, the replay gives ",
    ),
    (
        "a wrong reason",
        lambda d: d["result"].update(by="shared"),
        'Field “result.by” says "shared", the replay gives "wealth".',
    ),
    ("result no object", lambda d: d.update(result=1), "Field “result” says 1, the replay gives {"),
    ("a foreign field", lambda d: d.update(colour=None), "Field “colour” does not belong there."),
]


@each_of(("change", "told"), [row[1:] for row in WRONG])
def test_a_mistake_is_named_with_its_place(change: Change, told: str) -> None:
    assert told in changed(change)


@each_of("data", [None, [], "x", 1, 1.5, True, [STATED]])
def test_only_an_object_is_a_record(data: object) -> None:
    assert refusal(data).startswith("A record must be a JSON object, not ")


BAD_TEXT: list[tuple[str | bytes, str]] = [
    ("", "This is not JSON"),
    ("{", "This is not JSON"),
    ("\ufeff{}", "This is not JSON"),
    (b"\xff\xfe", "This is not UTF-8 text (byte 1)."),
    (b'{"game": "\xc3("}', "This is not UTF-8 text (byte 11)."),
    ('{"game": NaN}', "only have whole numbers, not NaN"),
    ('{"game": -Infinity}', "only have whole numbers, not -Infinity"),
    ('{"game": 1e400}', "only have whole numbers, not 1e400"),
    ('{"game": 1.0}', "only have whole numbers, not 1.0"),
    ("[" * 100_000, "nested too deeply"),
    ('{"a":' * 100_000, "nested too deeply"),
    ("1" * 5_000, "a number that is too long"),
    ('{"moves": [], "moves": []}', "Field “moves” appears twice."),
    ('{"game": {"a": 1, "a": 1}}', "Field “a” appears twice."),
    (b" " * (MAX_BYTES + 1), f"at most {MAX_BYTES} bytes"),
    ('{"game": "\\ud800"}', "no game “�”"),
    ('{"game": "' + "x" * 4_000 + '"}', "no game “xxx"),
    ('{"game": "' + "x" * 4_001 + '"}', "at most 4000 characters"),
    ('{"' + "x" * 4_001 + '": 1}', "at most 4000 characters"),
    ('{"a": ' + "9" * 16 + "}", "a number that is too long"),
    ('{"a": -' + "9" * 15 + "}", "Field “game” is missing."),
    ('{"a": [' + "0," * 2_000 + "0]}", "at most 2000 entries; this one has 2001"),
    ('{"a": ' + "[" * 12 + "]" * 12 + "}", "nested too deeply"),
    ('{"a": ' + "[" * 11 + "]" * 11 + "}", "Field “game” is missing."),
    ('{"game": "a\\nb\\u202e"}', "no game “a�b�”"),
]


@each_of(("line", "told"), BAD_TEXT)
def test_hostile_text_gets_one_short_sentence(line: str | bytes, told: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(line, GAMES)
    text = str(refused.value)
    assert told in text
    assert text.isprintable()
    assert len(text) < 500


def test_a_deep_value_where_a_short_one_is_meant_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(50_000):
        deep = [deep]
    assert "nested too deeply" in changed(lambda d: d["states"][6].update(track=deep))
    assert "nested too deeply" in changed(lambda d: d["moves"].__setitem__(6, deep))
    while deep:  # taken apart by hand, as the interpreter would do it by recursion
        deep = deep.pop()


def test_a_record_may_have_as_many_moves_and_takebacks_as_a_match_but_no_more() -> None:
    undone = {"ply": 0, "seat": FIRST.seat, "move": FIRST.text}
    most = from_json({**SHORT, "takebacks": [undone] * MOST_TAKEBACKS}, GAMES)
    assert len(most.takebacks) == MOST_TAKEBACKS
    many = refusal({**SHORT, "takebacks": [undone] * (MOST_TAKEBACKS + 1)})
    assert many == "A record can have at most 200 takebacks; this one has 201."
    many = refusal({**SHORT, "moves": [FIRST.text] * (MOST_MOVES + 1)})
    assert many == "A record can have at most 2000 moves; this one has 2001."
    assert refusal({**SHORT, "moves": [FIRST.text] * MOST_MOVES}).startswith("Move 2: ")


def test_a_record_that_was_verified_before_it_was_kept_is_not_verified_again() -> None:
    kept = {**to_json(RECORD, states=False), "takebacks": [{"ply": 99, "move": "no move"}]}
    assert read_kept(json.dumps(kept), GAMES) == replace(RECORD, takebacks=())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@settings(max_examples=40)
@given(JSON, st.sampled_from([*STATED, "new"]))
def test_any_value_in_place_of_a_field_is_either_right_or_refused(value: Any, field: str) -> None:
    stated = {**STATED, field: value}
    if json.dumps(value) == json.dumps(STATED.get(field)):
        return
    if field == "moves" and isinstance(value, list) and not value:
        value = [None]
    assert refusal({**stated, field: value})


@given(st.binary() | st.text())
def test_any_text_is_either_a_record_or_refused(line: str | bytes) -> None:
    with pytest.raises(BadRecord):
        read_record(line, GAMES)


# ------------------------------------------------------------------------------- replay


def test_replay_gives_the_position_before_the_first_move_and_after_each() -> None:
    states = replay(PROWLER, EXAMPLE, RECORD.moves)
    assert len(states) == len(RECORD.moves) + 1
    assert states[0] == PROWLER.start(EXAMPLE)


def test_replay_names_the_move_that_is_not_legal() -> None:
    with pytest.raises(BadRecord, match=r"^Move 2: “>C” is not a legal move here\.$"):
        replay(PROWLER, EXAMPLE, [(2, ">C"), (1, ">C")])
    with pytest.raises(BadRecord, match=r"^Move 1: It is not seat 1's turn\.$"):
        replay(PROWLER, EXAMPLE, [(1, ">C")])


def test_a_match_replayed_only_once_pushes_out_none_that_is_played() -> None:
    moves = RECORD.moves[:9]
    position = replay(PROWLER, EXAMPLE, moves)[-1]
    whole = replay(PROWLER, EXAMPLE, RECORD.moves, again=False)
    for count in range(300):
        few = RECORD.moves[: 10 + count % (len(RECORD.moves) - 10)]
        assert replay(PROWLER, EXAMPLE, few, again=False) == whole[: len(few) + 1]
    assert replay(PROWLER, EXAMPLE, moves)[-1] is position


# ----------------------------------------------------------------- several seats at once

BOTH = Registry((*GAMES.values(), TellGame()))


def tell(*moves: object) -> dict[str, object]:
    return {"game": "tell", "setup": "tell-1", "moves": list(moves)}


def test_a_move_carries_its_seat_where_several_are_to_move() -> None:
    record = from_json(tell([2, "1"], [3, "1"], "2", "3"), BOTH)
    assert record.moves == (Made(2, "1"), Made(3, "1"), Made(1, "2"), Made(CHANCE, "3"))


@each_of(
    "entry", ["1", ["1"], [2], [2, 1], ["2", "1"], [True, "1"], [2.0, "1"], [2, "1", 1], {}, None]
)
def test_anything_else_is_refused_there(entry: object) -> None:
    with pytest.raises(BadRecord, match="Move 1 must be a pair of seat and text"):
        from_json(tell(entry), BOTH)


@each_of("seat", [0, 4, -1, 10**30])
def test_a_seat_that_is_not_to_move_is_refused(seat: int) -> None:
    with pytest.raises(BadRecord, match=rf"^Move 1: It is not seat {seat}'s turn\.$"):
        from_json(tell([seat, "1"]), BOTH)


# --------------------------------------------------------------- takebacks and hints in a record

MOVED = Record(RECORD.game, EXAMPLE, (Made(2, ">R"), Made(1, "14"), Made(2, "24>M")))
TAKEN = [
    Undone(2, 2, "1"),  # >B 3 1, back to 3,
    Undone(1, 1, "3"),  # back to the opening,
    Undone(1, 1, "14"),  # another one tried,
    Undone(0, 2, ">B"),  # and the opening, before >R was played
]


def with_takebacks(*takebacks: Undone) -> dict[str, Any]:
    stated = to_json(MOVED, states=False)
    entries = [{"ply": each.ply, "seat": each.seat, "move": each.text} for each in takebacks]
    return stated | {"takebacks": entries}


def test_a_record_keeps_what_was_taken_back() -> None:
    taken = (Undone(1, 1, "14"), Undone(0, 2, ">B"))
    record = Record(MOVED.game, MOVED.setup, MOVED.moves, taken)
    stated = to_json(record, states=False)
    assert stated["takebacks"] == [
        {"ply": 1, "seat": 1, "move": "14"},
        {"ply": 0, "seat": 2, "move": ">B"},
    ]
    assert from_json(stated, BOTH) == record
    assert from_json(with_takebacks(*TAKEN), BOTH).takebacks == tuple(TAKEN)
    assert "takebacks" not in to_json(MOVED, states=False)


@each_of(
    ("takebacks", "told"),
    [
        ([Undone(0, 1, ">B")], "Takeback 1: It is not seat 1's turn."),
        ([Undone(0, 2, "14")], "Takeback 1: “14” is not a legal move here."),
        ([Undone(4, 1, "1")], "Takeback 1: there was no position after 4 moves."),
        ([Undone(-1, 1, "1")], "Takeback 1: there was no position after -1 moves."),
        ([Undone(2, 2, "14")], "Takeback 1: “14” is not a legal move here."),
        # Before the second one >B stood alone, so there was no third move to be taken back.
        ([Undone(2, 2, "1"), Undone(0, 2, ">B")], "Takeback 1: there was no position after 2"),
    ],
)
def test_a_takeback_that_cannot_have_been_is_refused(takebacks: list[Undone], told: str) -> None:
    assert told in refusal(with_takebacks(*takebacks))


@each_of(
    "entry",
    [
        {"ply": True, "seat": 2, "move": ">B"},
        {"ply": 0, "seat": 2.0, "move": ">B"},
        {"ply": 0, "seat": 2},
        {"ply": 0, "seat": 2, "move": ">B", "by": 1},
        [0, 2, ">B"],
        None,
    ],
)
def test_a_takeback_has_three_fields_of_the_right_kind(entry: object) -> None:
    data = with_takebacks() | {"takebacks": [entry]}
    assert "Takeback 1 must have a ply, a seat and a move" in refusal(data)


def test_takebacks_are_a_list_that_is_left_out_where_it_is_empty() -> None:
    assert "must be a list" in refusal(with_takebacks() | {"takebacks": {}})
    assert "does not belong there" in refusal(with_takebacks())


def test_chance_is_taken_back_with_the_move_it_followed_upon() -> None:
    tell = BOTH
    stated: dict[str, Any] = {"game": "tell", "setup": "tell-1", "moves": []}
    hidden = [{"ply": ply, "seat": ply + 1, "move": "1"} for ply in (2, 1, 0)]
    die = {"ply": 3, "seat": CHANCE, "move": "2"}
    assert len(from_json(stated | {"takebacks": [die, *hidden]}, tell).takebacks) == 4
    with pytest.raises(BadRecord, match="chance is taken back only with the move before it"):
        from_json(stated | {"moves": [[1, "1"], [2, "1"], "1"], "takebacks": [die]}, tell)


# ------------------------------------------------------------------ times


def test_a_record_keeps_times_which_nothing_can_verify() -> None:
    record = replace(MOVED, times=(*[None] * (len(MOVED.moves) - 1), 70))
    stated: dict[str, Any] = to_json(record, states=True)
    assert stated["times"][-1] == 70
    assert from_json(stated, BOTH) == record
    assert read_kept(write_record(record, states=False), BOTH).times == record.times
    assert "times" not in to_json(MOVED, states=False)


@pytest.mark.parametrize("times", [[1], {}, ["1"] * 9, [True] * 9])
def test_times_are_a_whole_number_or_null_for_each_move(times: object) -> None:
    with pytest.raises(BadRecord, match="times"):
        from_json(to_json(MOVED, states=False) | {"times": times}, BOTH)


# ------------------------------------------------------------------ hints


def with_hints(*entries: object) -> dict[str, Any]:
    return to_json(MOVED, states=False) | {"hints": list(entries)}


def test_a_record_keeps_the_hints_that_were_taken() -> None:
    record = replace(MOVED, hints=(Hinted(0, 2, 1), Hinted(2, 2, 3)))
    stated = to_json(record, states=False)
    assert stated["hints"] == [{"ply": 0, "seat": 2, "steps": 1}, {"ply": 2, "seat": 2, "steps": 3}]
    assert from_json(stated, BOTH) == record
    assert read_kept(json.dumps(stated), BOTH) == record
    assert "hints" not in to_json(MOVED, states=False)


def test_a_hint_for_the_present_decision_or_before_a_takeback_is_kept() -> None:
    assert from_json(with_hints({"ply": 3, "seat": 1, "steps": 1}), BOTH).hints
    record = replace(MOVED, takebacks=(Undone(3, 1, "1"),), hints=(Hinted(4, 2, 1),))
    assert from_json(to_json(record, states=False), BOTH) == record


@each_of(
    ("entry", "told"),
    [
        ({"ply": 4, "seat": 2, "steps": 1}, "Hint 1: there was no position after 4 moves."),
        ({"ply": -1, "seat": 2, "steps": 1}, "Hint 1: there was no position after -1 moves."),
        ({"ply": 0, "seat": 1, "steps": 1}, "Hint 1: seat 1 was not to move."),
        ({"ply": 0, "seat": 0, "steps": 1}, "Hint 1: seat 0 was not to move."),
        ({"ply": 0, "seat": 2, "steps": 4}, "Hint 1: it has one to 3 steps, not 4."),
        ({"ply": 0, "seat": 2, "steps": 0}, "Hint 1: it has one to 3 steps, not 0."),
        ({"ply": 0, "seat": 2}, "Hint 1 must have a ply, a seat and steps"),
        ({"ply": 0, "seat": True, "steps": 1}, "Hint 1 must have a ply, a seat and steps"),
        ({"ply": 0, "seat": 2, "steps": 1, "by": 1}, "Hint 1 must have a ply, a seat and steps"),
        ("hint", "Hint 1 must have a ply, a seat and steps"),
    ],
)
def test_a_hint_that_cannot_have_been_is_refused(entry: object, told: str) -> None:
    assert told in refusal(with_hints(entry))
    assert "Field “hints” must be a list" in refusal(with_hints() | {"hints": {}})
