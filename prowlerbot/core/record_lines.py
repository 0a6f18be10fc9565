"""Uploaded files of records, one per line."""

from __future__ import annotations

from io import BytesIO
from itertools import islice

from prowlerbot.core.errors import BadRecord
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import loads
from prowlerbot.core.registry import Registry

_MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors put before UTF-8 text."""


def pick(data: bytes, line: int | None, games: Registry) -> Record:
    """The record of a file: the one on that line, else the first; raises BadRecord.

    A single record spread over several lines is accepted too.
    """
    text = data.removeprefix(_MARK)
    if line is not None:
        named = _line(text, line)
        if not named.strip():
            raise BadRecord("There is no record on line {line} of this file.", line=line)
        return loads(named, games)
    text = text.strip()
    if not text:
        raise BadRecord("This file is empty.")
    first = _line(text, 1)
    spread = not first.rstrip().endswith(b"}")
    return loads(text if spread else first, games)


def _line(text: bytes, number: int) -> bytes:
    """One line, empty if there are fewer.

    It skips the other lines: a list of millions of them would take hundreds of megabytes.
    """
    return next(islice(BytesIO(text), number - 1, None), b"")
