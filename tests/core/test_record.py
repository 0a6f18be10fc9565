"""Records from outside: the refusals of wrong ones, none of which gets in."""

import copy
import functools
import json
import operator
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.core import record as records
from prowlerbot.core.errors import BadRecord
from prowlerbot.core.game import CHANCE, Registry
from prowlerbot.core.record import GivenHint, MadeMove, Record, UndoneMove
from prowlerbot.core.record_json import (
    MAX_BYTES,
    from_json,
    read_record,
    read_stored_record,
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
GONE = object()  # in place of a value: its field or entry is missing


def refusal(data: object, games: Registry = GAMES) -> str:
    with pytest.raises(BadRecord) as refused:
        from_json(data, games)
    text = str(refused.value)
    assert text.isprintable()
    assert len(text) < 1000
    return text


def changed(path: str, value: object) -> str:
    """What is said of the record with another value in one place."""
    stated: Any = copy.deepcopy(STATED)
    *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
    place = functools.reduce(operator.getitem, way, stated)
    if value is GONE:
        del place[last]
    elif last == len(place):
        place.append(value)
    else:
        place[last] = value
    return refusal(stated)


def test_a_record_reads_back_as_it_was_written_with_its_fields_in_their_order() -> None:
    bare = to_json(RECORD, states=False)
    assert read_record(json.dumps(STATED), GAMES) == RECORD
    assert read_record(json.dumps(bare).encode(), GAMES) == RECORD
    assert list(STATED) == ["game", "setup", "moves", "states", "scores", "result"]
    states: Any = STATED["states"]
    assert list(states[0]) == ["seat", "legal", "track", "longest", "statues", "achievements"]
    for field in ("states", "scores", "result"):
        assert from_json({key: STATED[key] for key in STATED if key != field}, GAMES) == RECORD
    replayed = records.replay(PROWLER, EXAMPLE, RECORD.moves)
    assert (len(replayed), replayed[0]) == (len(RECORD.moves) + 1, PROWLER.start(EXAMPLE))


AT_7 = f"Move 7 (“{SEVENTH}”): "


def test_the_records_in_the_documentation_are_right() -> None:
    text = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = [part.partition("```")[0] for part in text.split("```json\n")[1:]]
    records = [read_record(each, GAMES) for each in examples]
    assert {each.game.key: " ".join(made.text for made in each.moves) for each in records} == {
        "prowler": ">R 14",
        "landgrab": "p:G6 p:H6 c:F7 d4 a:1 d3 d9",
    }


WRONG: list[tuple[str, object, str]] = [
    ("game", GONE, "Field “game” is missing."),
    ("game", "chess", "There is no game “chess” here."),
    ("game", "chess", f"Games: {', '.join(sorted(game.title for game in GAMES.values()))}."),
    ("game", 1, "Field “game” must be text, not a number."),
    ("setup", GONE, "Field “setup” is missing."),
    ("setup", "x", "Field “setup”: This set-up is not possible"),
    ("setup", None, "Field “setup” must be text, not null."),
    ("moves", GONE, "Field “moves” is missing."),
    ("moves", ">C", "Field “moves” must be a list, not text."),
    ("moves.6", 14, "Move 7 must be text, not a number."),
    ("moves.6", [1, SEVENTH], "Move 7 must be text, not a list."),
    ("moves.6", "99", "Move 7: “99” is not a legal move here."),
    ("moves.27", "1", "Move 28: The match is over; “1” cannot be played."),
    ("states.26", GONE, "“states” must be a list with one entry for each of the 27 moves."),
    ("states", {}, "Field “states” must be a list"),
    ("states", None, "Field “states” must be a list"),
    ("states.6", 1, f"{AT_7}The state must be an object, not a number."),
    ("states.6.track", [1, 2, 3, 4, 5], f"{AT_7}Field “track” says [1, 2, 3, 4, 5], the replay"),
    ("states.6.seat", True, f"{AT_7}Field “seat” says true, the replay gives "),
    ("states.6.longest", [1.0, 2.0], "Field “longest” says [1.0, 2.0]"),
    ("states.6.legal", GONE, f"{AT_7}Field “legal” is missing."),
    ("states.6.mood", "good", f"{AT_7}Field “mood” does not belong there."),
    ("scores.mid.0.1", 30, "Field “scores.mid” says [["),
    ("scores.mid", GONE, "Field “scores.mid” is missing."),
    ("result.winner", None, "Field “result.winner” says null, the replay gives "),
    ("result.by", "shared", 'Field “result.by” says "shared", the replay gives "wealth".'),
    ("result", 1, "Field “result” says 1, the replay gives {"),
    ("colour", None, "Field “colour” does not belong there."),
]


@each_of(("path", "value", "told"), WRONG)
def test_a_mistake_is_named_with_its_place(path: str, value: object, told: str) -> None:
    assert told in changed(path, value)


def test_a_deep_value_where_a_short_one_is_meant_is_refused_and_so_is_all_but_an_object() -> None:
    for data in [None, [], "x", 1, 1.5, True, [STATED]]:
        assert refusal(data).startswith("A record must be a JSON object, not ")
    deep: list[Any] = []
    for _ in range(50_000):
        deep = [deep]
    assert "nested too deeply" in changed("states.6.track", deep)
    assert "nested too deeply" in changed("moves.6", deep)
    while deep:  # taken apart by hand, as the interpreter would do it by recursion
        deep = deep.pop()


BAD_TEXT: list[tuple[str | bytes, str]] = [
    ("", "This is not JSON"),
    ("\ufeff{}", "This is not JSON"),
    (b"\xff\xfe", "This is not UTF-8 text (byte 1)."),
    (b'{"game": "\xc3("}', "This is not UTF-8 text (byte 11)."),
    ('{"game": NaN}', "only have whole numbers, not NaN"),
    ('{"game": 1e400}', "only have whole numbers, not 1e400"),
    ('{"game": 1.0}', "only have whole numbers, not 1.0"),
    ("[" * 100_000, "nested too deeply"),
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


def test_a_record_may_have_as_many_moves_and_takebacks_as_a_match_but_no_more() -> None:
    undone = {"ply": 0, "seat": FIRST.seat, "move": FIRST.text}
    most = from_json({**SHORT, "takebacks": [undone] * records.MAX_TAKEBACKS}, GAMES)
    assert len(most.takebacks) == records.MAX_TAKEBACKS
    many = refusal({**SHORT, "takebacks": [undone] * (records.MAX_TAKEBACKS + 1)})
    assert many == "A record can have at most 200 takebacks; this one has 201."
    many = refusal({**SHORT, "moves": [FIRST.text] * (records.MAX_MOVES + 1)})
    assert many == "A record can have at most 2000 moves; this one has 2001."
    assert refusal({**SHORT, "moves": [FIRST.text] * records.MAX_MOVES}).startswith("Move 2: ")


def test_a_record_that_was_verified_before_it_was_kept_is_not_verified_again() -> None:
    kept = {**to_json(RECORD, states=False), "takebacks": [{"ply": 99, "move": "no move"}]}
    assert read_stored_record(json.dumps(kept), GAMES) == replace(RECORD, takebacks=())


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


def test_replay_names_the_move_that_is_not_legal() -> None:
    for moves, told in (
        ([(2, ">C"), (1, ">C")], r"^Move 2: “>C” is not a legal move here\.$"),
        ([(1, ">C")], r"^Move 1: It is not seat 1's turn\.$"),
    ):
        with pytest.raises(BadRecord, match=told):
            records.replay(PROWLER, EXAMPLE, moves)


def test_a_match_replayed_only_once_pushes_out_none_that_is_played() -> None:
    moves = RECORD.moves[:9]
    position = records.replay(PROWLER, EXAMPLE, moves)[-1]
    whole = records.replay(PROWLER, EXAMPLE, RECORD.moves, again=False)
    for count in range(300):
        few = RECORD.moves[: 10 + count % (len(RECORD.moves) - 10)]
        assert records.replay(PROWLER, EXAMPLE, few, again=False) == whole[: len(few) + 1]
    assert records.replay(PROWLER, EXAMPLE, moves)[-1] is position


BOTH = Registry((*GAMES.values(), TellGame()))


def tell(*moves: object) -> dict[str, object]:
    return {"game": "tell", "setup": "tell-1", "moves": list(moves)}


def test_a_move_carries_its_seat_where_several_are_to_move() -> None:
    record = from_json(tell([2, "1"], [3, "1"], "2", "3"), BOTH)
    assert record.moves == tuple(map(MadeMove, (2, 3, 1, CHANCE), "1123"))
    assert to_json(record, states=False)["moves"] == [[2, "1"], [3, "1"], "2", "3"]
    odd: list[object] = ["1", ["1"], [2], [2, 1], ["2", "1"], [True, "1"], [2.0, "1"], {}, None]
    for entry in (*odd, [2, "1", 1]):
        assert "Move 1 must be a pair of seat and text" in refusal(tell(entry), BOTH)
    for seat in (0, 4, -1, 10**30):
        assert refusal(tell([seat, "1"]), BOTH) == f"Move 1: It is not seat {seat}'s turn."


MOVED = Record(RECORD.game, EXAMPLE, (MadeMove(2, ">R"), MadeMove(1, "14"), MadeMove(2, "24>M")))
BARE = to_json(MOVED, states=False)
OPENING = {"ply": 0, "seat": 2, "move": ">B"}
HINT = {"ply": 0, "seat": 2, "steps": 1}


def takebacks(*undone: tuple[int, int, str]) -> list[dict[str, object]]:
    return [{"ply": ply, "seat": seat, "move": text} for ply, seat, text in undone]


def test_a_record_keeps_takebacks_hints_and_times_and_leaves_out_what_is_empty() -> None:
    taken = (UndoneMove(1, 1, "14"), UndoneMove(0, 2, ">B"))
    hints = (GivenHint(0, 2, 1), GivenHint(2, 2, 3))
    for record, field, stated in (
        (replace(MOVED, takebacks=taken), "takebacks", takebacks((1, 1, "14"), (0, 2, ">B"))),
        (replace(MOVED, hints=hints), "hints", [each._asdict() for each in hints]),
        (replace(MOVED, times=(None, None, 70)), "times", [None, None, 70]),
        # A hint for the present decision, and one before a takeback.
        (replace(MOVED, hints=(GivenHint(3, 1, 1),)), "hints", [{**HINT, "ply": 3, "seat": 1}]),
    ):
        assert to_json(record, states=False) == {**BARE, field: stated}
        assert from_json({**BARE, field: stated}, BOTH) == record
        kept = read_stored_record(write_record(record, states=False), BOTH)
        assert kept == replace(record, takebacks=())
    late = replace(MOVED, takebacks=(UndoneMove(3, 1, "1"),), hints=(GivenHint(4, 2, 1),))
    assert from_json(to_json(late, states=False), BOTH) == late
    # Back to 3, back to the opening, another one tried, and the opening before >R was played.
    line = takebacks((2, 2, "1"), (1, 1, "3"), (1, 1, "14"), (0, 2, ">B"))
    assert len(from_json({**BARE, "takebacks": line}, BOTH).takebacks) == 4


@each_of(
    ("field", "value", "told"),
    [
        *(
            ("takebacks", takebacks(*undone), f"Takeback 1: {told}")
            for undone, told in (
                ([(0, 1, ">B")], "It is not seat 1's turn."),
                ([(0, 2, "14")], "“14” is not a legal move here."),
                ([(4, 1, "1")], "there was no position after 4 moves."),
                ([(-1, 1, "1")], "there was no position after -1 moves."),
                ([(2, 2, "14")], "“14” is not a legal move here."),
                # Before the second one >B stood alone, so there was no third move.
                ([(2, 2, "1"), (0, 2, ">B")], "there was no position after 2"),
            )
        ),
        *(
            ("takebacks", [entry], "Takeback 1 must have a ply, a seat and a move")
            for entry in (
                *({**OPENING, "ply": True}, {**OPENING, "seat": 2.0}, {**OPENING, "by": 1}),
                *({"ply": 0, "seat": 2}, [0, 2, ">B"], None),
            )
        ),
        ("takebacks", {}, "must be a list"),
        ("takebacks", [], "does not belong there"),
        *(("times", times, "times") for times in ([1], ["1"] * 3, [True] * 3)),
        ("times", {}, "times"),
        *(
            ("hints", [{**HINT, **wrong}], f"Hint 1: {told}")
            for wrong, told in (
                ({"ply": 4}, "there was no position after 4 moves."),
                ({"ply": -1}, "there was no position after -1 moves."),
                ({"seat": 1}, "seat 1 was not to move."),
                ({"seat": 0}, "seat 0 was not to move."),
                ({"steps": 4}, "it has one to 3 steps, not 4."),
                ({"steps": 0}, "it has one to 3 steps, not 0."),
            )
        ),
        *(
            ("hints", [entry], "Hint 1 must have a ply, a seat and steps")
            for entry in (OPENING, {**HINT, "seat": True}, {**HINT, "by": 1}, "hint")
        ),
        ("hints", {}, "Field “hints” must be a list"),
    ],
)
def test_takebacks_hints_and_times_that_cannot_have_been_are_refused(
    field: str, value: object, told: str
) -> None:
    assert told in refusal({**BARE, field: value}, BOTH)


def test_chance_is_taken_back_with_the_move_it_followed_upon() -> None:
    hidden = takebacks((2, 3, "1"), (1, 2, "1"), (0, 1, "1"))
    (die,) = takebacks((3, CHANCE, "2"))
    assert len(from_json({**tell(), "takebacks": [die, *hidden]}, BOTH).takebacks) == 4
    told = refusal({**tell([1, "1"], [2, "1"], "1"), "takebacks": [die]}, BOTH)
    assert "chance is taken back only with the move before it" in told
