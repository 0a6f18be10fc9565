"""A press as a value that a custom_id carries, so that buttons work after any restart."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from functools import cache
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, get_args, get_origin
from typing import get_type_hints as annotations_of

CUSTOM_ID_LIMIT = 100
"""Discord's limit for the length of a custom_id."""
_GREATEST = 2**63 - 1
"""The greatest number that Discord and the database take."""
_NUMBER = "[0-9]{1,19}"
_PART = re.compile(r"(\[?)([^\[{]*)\{(\w+)\}\]?")


class Press:
    """A frozen dataclass whose ``address`` is the form of its custom_id.

    The address has each field in braces. A press writes the text in brackets only if its field
    differs from its default. By its annotation a field is one of some words, a number, which may
    have a greatest one, or else any text up to the text behind it. A press whose fields contradict
    each other raises ValueError.
    """

    __slots__ = ()
    address: ClassVar[str]

    def __str__(self) -> str:
        written = ""
        for text, field, default, _, _ in self._form().parts:
            if (value := getattr(self, field)) != default:
                written += f"{text}{value}"
        return written or self.address

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """None for a text that no button carries."""
        parts, pattern = cls._form()
        match = pattern.fullmatch(custom_id)
        if match is None:
            return None
        carried: dict[str, Any] = {
            field: value for field, value in match.groupdict().items() if value is not None
        }
        for part in parts:
            if part.greatest and part.field in carried:
                number = carried[part.field] = int(carried[part.field])
                if number > part.greatest:
                    return None
        try:
            return cls(**carried)
        except ValueError:
            return None

    @classmethod
    @cache
    def _form(cls) -> _Form:
        parts = _parts(cls)
        pattern = _pattern(parts) or re.escape(cls.address)
        return _Form(parts, re.compile(pattern, re.DOTALL))


class _Part(NamedTuple):
    """A field of an address with the text before it; with a ``default`` both may be left out.

    ``form`` is a regular expression for the field, and ``greatest`` is set if that is a number.
    """

    text: str
    field: str
    default: object
    form: str
    greatest: int


class _Form(NamedTuple):
    parts: list[_Part]
    pattern: re.Pattern[str]


def _parts(kind: type[Any]) -> list[_Part]:
    annotations = annotations_of(kind, include_extras=True)
    defaults = {field.name: field.default for field in fields(kind)}
    return [
        _Part(text, field, defaults[field] if optional else MISSING, *_written(annotations[field]))
        for optional, text, field in _PART.findall(kind.address)
    ]


def _written(annotation: Any) -> tuple[str, int]:
    """The notation of a field, and its greatest number."""
    if isinstance(annotation, UnionType):  # with None
        annotation = get_args(annotation)[0]
    if get_origin(annotation) is Literal:
        return "|".join(map(re.escape, get_args(annotation))), 0
    if get_origin(annotation) is Annotated:
        return _NUMBER, get_args(annotation)[1]
    return (_NUMBER, _GREATEST) if annotation is int else ("", 0)


def _pattern(parts: list[_Part]) -> str:
    pattern = ""
    for at, part in enumerate(parts):
        value = part.form or _up_to(parts[at + 1 :])
        form = f"{re.escape(part.text)}(?P<{part.field}>{value})"
        pattern += form if part.default is MISSING else f"(?:{form})?"
    return pattern


def _up_to(behind: list[_Part]) -> str:
    """Any text that contains none of the texts that may follow it."""
    stops = list[str]()
    for part in behind:
        stops.append(re.escape(part.text))
        if part.default is MISSING:
            break
    return f"(?:(?!{'|'.join(stops)}).)*" if stops else ".*"


def read_number(written: str) -> int | None:
    """A number in the bot's own notation; None for any other text, and for too large a number."""
    well = re.fullmatch(_NUMBER, written) and int(written) <= _GREATEST
    return int(written) if well else None
