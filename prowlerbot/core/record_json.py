"""A record as JSON, which docs/notation.md describes.

The reader checks all statements of a record from outside against the replay of its moves. So a
record that has been read is correct. The limits at the top keep the work of reading small.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import islice
from typing import Any, NoReturn

from prowlerbot.core.errors import BadRecord, BadSetup, IllegalMove, NoRecord
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, Game, Registry, after
from prowlerbot.core.i18n import mark
from prowlerbot.core.record import (
    MAX_HINT_STEPS,
    MAX_MOVES,
    MAX_TAKEBACKS,
    GivenHint,
    MadeMove,
    Record,
    UndoneMove,
    replay_step,
)

MAX_BYTES = 1 << 20
"""More than any match of these games needs, with all possible statements."""
MAX_ENTRIES = 2_000
"""The limit of any other list or object."""
MAX_TEXT_LENGTH = 4_000
"""Characters of any text, set-ups and the names of fields included."""
_MAX_DIGITS = 15
"""Digits of a number: more than any has, and few enough for a program that reads it as a float."""
_MAX_NESTING = 12
"""Lists and objects within each other."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors put before UTF-8 text."""
_ABSENT = object()
"""In the place of a field that is missing; None is the value of a field that is null."""
Fields = Mapping[str, object]
"""An object of JSON."""
States = Sequence[AnyState]
"""The position before the first move, and after each."""

TOO_DEEP = mark("This is nested too deeply for a record.")
_TOO_MANY = {
    "moves": mark("A record can have at most {most} moves; this one has {count}."),
    "takebacks": mark("A record can have at most {most} takebacks; this one has {count}."),
}
_WRONG_TIMES = mark("Field “times” must have a whole number or null for each move.")
_TAKEBACK = {"ply": int, "seat": int, "move": str}
_HINT = {"ply": int, "seat": int, "steps": int}
_WRONG_LIST = {
    "takebacks": mark("Field “takebacks” must be a list, not {kind}."),
    "hints": mark("Field “hints” must be a list, not {kind}."),
}
_WRONG_ENTRY = {
    "takebacks": mark("Takeback {number} must have a ply, a seat and a move, and nothing else."),
    "hints": mark("Hint {number} must have a ply, a seat and steps, and nothing else."),
}


def short_number(text: str) -> int:
    """A whole number in JSON; raises BadRecord for more digits than necessary."""
    if len(text.lstrip("-")) > _MAX_DIGITS:
        raise BadRecord("This has a number that is too long for a record.")
    return int(text)


def check_size(data: Fields) -> None:
    """Raise BadRecord if any part of the data is over its limit."""
    for field, most in (("moves", MAX_MOVES), ("takebacks", MAX_TAKEBACKS)):
        entries = data.get(field)
        if isinstance(entries, list) and len(entries) > most:
            raise BadRecord(_TOO_MANY[field], most=most, count=len(entries))
    level: list[object] = [data]  # all lists and objects at one depth
    for _ in range(_MAX_NESTING):
        if not (level := [inner for value in level for inner in _nested_values(value)]):
            return
    raise BadRecord(TOO_DEEP)


def _nested_values(value: Any) -> list[object]:
    """The lists and objects in a list or object; raises BadRecord if it is too large."""
    if len(value) > MAX_ENTRIES:
        raise BadRecord(
            "A list in a record can have at most {most} entries; this one has {count}.",
            most=MAX_ENTRIES,
            count=len(value),
        )
    entries = [*value, *value.values()] if isinstance(value, dict) else value
    for text in entries:
        if isinstance(text, str) and len(text) > MAX_TEXT_LENGTH:
            raise BadRecord(
                "A text in a record can have at most {most} characters; this one has {count}.",
                most=MAX_TEXT_LENGTH,
                count=len(text),
            )
    return [entry for entry in entries if isinstance(entry, (list, dict))]


# --------------------------------------------------------------------------------- writing


def to_json(record: Record, *, states: bool) -> dict[str, object]:
    """The record as JSON; with ``states``, the position after each move is part of it."""
    return _json_of_replay(record, record.states(), states=states)


def write_record(record: Record, *, states: bool) -> str:
    """The record as one line of JSON."""
    return json.dumps(to_json(record, states=states), separators=(",", ":"))


def _json_of_replay(record: Record, replayed: States, *, states: bool) -> dict[str, object]:
    earlier_states = replayed[:-1]
    fields: dict[str, object] = {
        "game": record.game.key,
        "setup": record.setup,
        "moves": [
            # If only one seat is to move, the move is its own.
            made.text if len(before.to_move) == 1 and made.text != LEAVE else [made.seat, made.text]
            for made, before in zip(record.moves, earlier_states, strict=True)
        ],
    }
    if record.players:
        fields["players"] = list(record.players)
    if record.takebacks:
        fields["takebacks"] = [
            {"ply": undone.ply, "seat": undone.seat, "move": undone.text}
            for undone in record.takebacks
        ]
    if record.hints:
        fields["hints"] = [hint._asdict() for hint in record.hints]
    if record.times:
        fields["times"] = list(record.times)
    if states:
        steps = zip(record.moves, earlier_states, replayed[1:], strict=True)
        fields["states"] = [
            {"seat": seat, "legal": [*map(str, before.moves(seat))], **then.facts()}
            for (seat, _), before, then in steps
        ]
    if (outcome := replayed[-1].outcome) is not None:
        fields.update(replayed[-1].summary())
        totals = list(outcome.totals)
        fields["result"] = {"winner": outcome.winner, "by": outcome.by, "totals": totals}
    return fields


# --------------------------------------------------------------------------------- reading


def read_record(line: str | bytes, games: Registry) -> Record:
    """Read and verify one record as JSON text; raises BadRecord, which names error and place."""
    if len(line) > MAX_BYTES:
        raise BadRecord(
            "A record can have at most {most} bytes; this one has more.", most=MAX_BYTES
        )
    try:
        data = json.loads(
            line.decode() if isinstance(line, bytes) else line,
            object_pairs_hook=_refuse_repeated_fields,
            parse_int=short_number,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except UnicodeDecodeError as error:
        raise NoRecord("This is not UTF-8 text (byte {at}).", at=error.start + 1) from error
    except json.JSONDecodeError as error:
        raise NoRecord("This is not JSON from character {at} on.", at=error.pos + 1) from error
    except RecursionError as error:
        raise BadRecord(TOO_DEEP) from error
    return from_json(data, games)


def _refuse_repeated_fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys: set[str] = set()
    for key, _ in pairs:
        if key in keys:
            raise BadRecord("Field “{field}” appears twice.", field=key)
        keys.add(key)
    return dict(pairs)


def _refuse_number(text: str) -> NoReturn:
    raise BadRecord("A record can only have whole numbers, not {number}.", number=text)


def from_json(data: object, games: Registry) -> Record:
    """Read a record and verify all its statements; raises BadRecord."""
    if not isinstance(data, dict):
        raise NoRecord("A record must be a JSON object, not {kind}.", kind=_kind_words(data))
    check_size(data)
    game = _read_game(data, games)
    setup, entries = _read_text(data, "setup"), _require_field(data, "moves")
    try:
        start = game.start(setup)
    except BadSetup as error:
        raise BadRecord("Field “setup”: {problem}", problem=error) from error
    if not isinstance(entries, list):
        raise BadRecord("Field “moves” must be a list, not {kind}.", kind=_kind_words(entries))
    moves, states = _replay_entries(start, entries)
    takebacks = tuple(UndoneMove(*entry) for entry in _read_entries(data, "takebacks", _TAKEBACK))
    _verify_takebacks(states, takebacks)
    players, hints = _read_players(data, game), _read_hints(data)
    _verify_hints(states, takebacks, hints)
    times = _read_times(data)
    if len(times) not in {0, len(moves)}:
        raise BadRecord(_WRONG_TIMES)
    record = Record(game, setup, moves, takebacks, players, hints, times)
    _verify_statements(data, _json_of_replay(record, states, states="states" in data), moves)
    return record


def _read_game(data: Fields, games: Registry) -> Game:
    if "game" not in data:
        raise NoRecord("Field “{field}” is missing.", field="game")
    key = _read_text(data, "game")
    if key not in games:
        known = ", ".join(sorted(game.title for game in games.values()))
        raise BadRecord("There is no game “{key}” here. Games: {known}.", key=key, known=known)
    return games[key]


def _read_players(data: Fields, game: Game) -> tuple[str, ...]:
    names = data.get("players", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRecord("Field “players” must be a list of names.")
    if len(names) > game.seats[-1]:
        raise BadRecord("Field “players” has more names than the game has seats.")
    return tuple(names)


def read_stored_record(written: str, games: Registry) -> Record:
    """A stored record, verified before, without takebacks; the replay derives only its seats."""
    data = json.loads(written)
    game = games.named(data["game"])
    moves, _ = _replay_entries(game.start(data["setup"]), data["moves"])
    players, hints, times = tuple(data.get("players", ())), _read_hints(data), _read_times(data)
    return Record(game, data["setup"], moves, players=players, hints=hints, times=times)


def _replay_entries(
    start: AnyState, entries: Sequence[object]
) -> tuple[tuple[MadeMove, ...], list[AnyState]]:
    """The moves, and the position before the first one and after each."""
    states, moves = [start], list[MadeMove]()
    for number, entry in enumerate(entries, 1):
        moves.append(_read_move(states[-1], number, entry))
        states.append(replay_step(states[-1], number, *moves[-1]))
    return tuple(moves), states


def _read_move(state: AnyState, number: int, entry: object) -> MadeMove:
    is_only_seat = len(state.to_move) <= 1  # one seat is to move, so its number is not written
    match entry:
        case [int(seat), str(text)] if type(seat) is int and (not is_only_seat or text == LEAVE):
            return MadeMove(seat, text)
        case str() if is_only_seat and entry != LEAVE:
            return MadeMove(next(iter(state.to_move), CHANCE), entry)
        case str() if entry == LEAVE:
            wanted = mark("a pair of seat and text, since any seat can leave")
        case _ if is_only_seat:
            wanted = mark("text")
        case _:
            wanted = mark("a pair of seat and text, since several seats are to move")
    raise BadRecord(
        "Move {number} must be {wanted}, not {kind}.",
        number=number,
        wanted=wanted,
        kind=_kind_words(entry),
    )


def _read_hints(data: Fields) -> tuple[GivenHint, ...]:
    return tuple(GivenHint(*entry) for entry in _read_entries(data, "hints", _HINT))


def _read_times(data: Fields) -> tuple[int | None, ...]:
    times = data.get("times", [])
    if not isinstance(times, list) or not all(time is None or type(time) is int for time in times):
        raise BadRecord(_WRONG_TIMES)
    return tuple(times)


def _read_entries(data: Fields, field: str, types: Mapping[str, type]) -> Iterator[list[Any]]:
    """The values of each object in an optional list, which have exactly these types."""
    entries = data.get(field, [])
    if not isinstance(entries, list):
        raise BadRecord(_WRONG_LIST[field], kind=_kind_words(entries))
    for number, entry in enumerate(entries, 1):
        if (
            not isinstance(entry, dict)
            or {name: type(value) for name, value in entry.items()} != types
        ):
            raise BadRecord(_WRONG_ENTRY[field], number=number)
        yield [entry[name] for name in types]


def _require_field(data: Fields, field: str) -> object:
    if field not in data:
        raise BadRecord("Field “{field}” is missing.", field=field)
    return data[field]


def _read_text(data: Fields, field: str) -> str:
    value = _require_field(data, field)
    if not isinstance(value, str):
        raise BadRecord(
            "Field “{field}” must be text, not {kind}.", field=field, kind=_kind_words(value)
        )
    return value


def _kind_words(value: object) -> str:
    number, text = mark("a number"), mark("text")
    kinds: dict[type, str] = {bool: mark("true or false"), int: number, float: number, str: text}
    kinds |= {list: mark("a list"), dict: mark("an object"), type(None): "null"}
    return kinds.get(type(value), mark("something else"))


# ------------------------------------------------------------------------------- verifying


def _verify_takebacks(states: States, takebacks: Sequence[UndoneMove]) -> None:
    """Raise BadRecord if a move could not have been made and taken back as stated. Read from the
    end, each takeback gives the line before it: all moves before its move, and it.
    """
    states_of_line = list(states)
    for number, (ply, seat, text) in reversed(list(enumerate(takebacks, 1))):
        if not 0 <= ply < len(states_of_line):
            raise BadRecord(
                "Takeback {number}: there was no position after {ply} moves.",
                number=number,
                ply=ply,
            )
        # The next takeback is the move before this move of chance.
        if seat == CHANCE and (number == len(takebacks) or takebacks[number].ply != ply - 1):
            raise BadRecord(
                "Takeback {number}: chance is taken back only with the move before it.",
                number=number,
            )
        try:
            states_of_line[ply + 1 :] = [after(states_of_line[ply], seat, text)]
        except IllegalMove as error:
            raise BadRecord("Takeback {number}: {problem}", number=number, problem=error) from error


def _verify_hints(
    states: States, takebacks: Sequence[UndoneMove], hints: Sequence[GivenHint]
) -> None:
    """Raise BadRecord for hints that no seat could have taken there. A takeback may have removed
    the position of a hint; then only its place is checked.
    """
    longest = max([len(states) - 1, *(undone.ply + 1 for undone in takebacks)])
    for number, (ply, seat, steps) in enumerate(hints, 1):
        if not 0 <= ply <= longest:
            raise BadRecord(
                "Hint {number}: there was no position after {ply} moves.", number=number, ply=ply
            )
        if not 1 <= steps <= MAX_HINT_STEPS:
            raise BadRecord(
                "Hint {number}: it has one to {most} steps, not {steps}.",
                number=number,
                most=MAX_HINT_STEPS,
                steps=steps,
            )
        if seat == CHANCE or (not takebacks and seat not in states[ply].to_move):
            raise BadRecord("Hint {number}: seat {seat} was not to move.", number=number, seat=seat)


def _verify_statements(
    claimed: Mapping[str, Any], stated: Mapping[str, Any], moves: Sequence[MadeMove]
) -> None:
    """Raise BadRecord at the first contradiction between a statement and the replay."""
    truth = {field: stated[field] for field in claimed if field in stated}
    if _value_text(claimed) == _value_text(truth):
        return
    for field in claimed:
        if field == "states":
            _verify_states(claimed[field], stated[field], moves)
        else:
            _verify_field(field, claimed[field], stated.get(field, _ABSENT))


def _verify_states(claimed: object, stated: list[Any], moves: Sequence[MadeMove]) -> None:
    if not isinstance(claimed, list) or len(claimed) != len(stated):
        raise BadRecord(
            "Field “states” must be a list with one entry for each of the {count} moves.",
            count=len(stated),
        )
    for number, (made, entry, truth) in enumerate(zip(moves, claimed, stated, strict=True), 1):
        try:
            if not isinstance(entry, dict):
                raise BadRecord("The state must be an object, not {kind}.", kind=_kind_words(entry))
            for field in {**truth, **entry}:
                _verify_field(field, entry.get(field, _ABSENT), truth.get(field, _ABSENT))
        except BadRecord as error:
            raise BadRecord(
                "Move {number} (“{move}”): {problem}", number=number, move=made.text, problem=error
            ) from error


def _verify_field(field: str, claimed: object, truth: object) -> None:
    if isinstance(claimed, dict) and isinstance(truth, dict):
        for key in {**truth, **claimed}:
            _verify_field(f"{field}.{key}", claimed.get(key, _ABSENT), truth.get(key, _ABSENT))
        return
    if claimed is _ABSENT:
        raise BadRecord("Field “{field}” is missing.", field=field)
    if truth is _ABSENT:
        raise BadRecord("Field “{field}” does not belong there.", field=field)
    stated, replayed = _value_text(claimed), _value_text(truth)
    if stated != replayed:
        raise BadRecord(
            "Field “{field}” says {said}, the replay gives {given}.",
            field=field,
            said=stated,
            given=replayed,
        )


def _value_text(value: object) -> str:
    """A value as JSON; in this comparison neither true nor 1.0 equals 1."""
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    except RecursionError:
        return mark("something nested too deeply")


def record_of_file(data: bytes, line: int | None, games: Registry) -> Record:
    """The record on that line of a file, or its first or only one; raises BadRecord."""
    text = data.removeprefix(_BYTE_ORDER_MARK)
    if line is not None:
        wanted_line = _line_of_file(text, line)
        if not wanted_line.strip():
            raise BadRecord("There is no record on line {line} of this file.", line=line)
        return read_record(wanted_line, games)
    if not (text := text.strip()):
        raise BadRecord("This file is empty.")
    first = _line_of_file(text, 1)
    return read_record(first if first.rstrip().endswith(b"}") else text, games)


def _line_of_file(text: bytes, number: int) -> bytes:
    """One line, empty if there are fewer; the others, perhaps millions, take no memory."""
    return next(islice(BytesIO(text), number - 1, None), b"")
