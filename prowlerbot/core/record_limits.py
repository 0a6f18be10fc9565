"""The limits of a record from outside, which keep the work of reading it small."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from prowlerbot.core.errors import BadRecord
from prowlerbot.core.i18n import mark

MAX_BYTES = 1 << 20
"""More than any match of these games needs, with all possible statements."""
MOST_MOVES = 2_000
MOST_TAKEBACKS = 200
"""A match has the same limit, so its exports can be read again."""
MOST_STEPS = 3
"""The steps of one hint."""
MOST_ENTRIES = 2_000
"""The limit of any other list or object."""
LONGEST_TEXT = 4_000
"""Characters of any text, set-ups and the names of fields included."""
MOST_DIGITS = 15
DEEPEST_NESTING = 12
"""The deepest nesting of lists and objects."""

TOO_DEEP = mark("This is nested too deeply for a record.")
_TOO_MANY = {
    "moves": mark("A record can have at most {most} moves; this one has {count}."),
    "takebacks": mark("A record can have at most {most} takebacks; this one has {count}."),
}


def short_number(text: str) -> int:
    """A whole number in JSON; raises BadRecord for more digits than necessary."""
    if len(text.lstrip("-")) > MOST_DIGITS:
        raise BadRecord("This has a number that is too long for a record.")
    return int(text)


def check_size(data: Mapping[str, object]) -> None:
    """Raise BadRecord if any part of the data is over its limit."""
    for field, most in (("moves", MOST_MOVES), ("takebacks", MOST_TAKEBACKS)):
        entries = data.get(field)
        if isinstance(entries, list) and len(entries) > most:
            raise BadRecord(_TOO_MANY[field], most=most, count=len(entries))
    level: list[object] = [data]
    for _ in range(DEEPEST_NESTING):
        level = [inner for value in level for inner in _nested(value)]
        if not level:
            return
    raise BadRecord(TOO_DEEP)


def _nested(value: Any) -> list[object]:
    """The lists and objects in a list or object; raises BadRecord if it is too large."""
    if len(value) > MOST_ENTRIES:
        raise BadRecord(
            "A list in a record can have at most {most} entries; this one has {count}.",
            most=MOST_ENTRIES,
            count=len(value),
        )
    entries = [*value, *value.values()] if isinstance(value, dict) else value
    for text in entries:
        if isinstance(text, str) and len(text) > LONGEST_TEXT:
            raise BadRecord(
                "A text in a record can have at most {most} characters; this one has {count}.",
                most=LONGEST_TEXT,
                count=len(text),
            )
    return [each for each in entries if isinstance(each, (list, dict))]
