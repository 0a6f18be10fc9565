"""Plans as people type them, in the words of the example of a plan in their language."""

from __future__ import annotations

import re

from prowlerbot.core.i18n import tr
from prowlerbot.core.typed_days import plain

_SIGNS = re.compile(r"\b[A-Z]?\d+\b|[:;,()]")
"""The signs and moves that an example has in every language."""


def in_english(typed: str, example: str) -> str:
    """A plan with the words of the reader's ``example`` in English, as games read them, in lower
    case and without accents.
    """
    meant = dict(zip(map(plain, words(tr(example))), words(example), strict=True))
    known = "|".join(sorted(map(re.escape, meant), key=len, reverse=True))
    said = " ".join(plain(typed).split())
    return re.sub(rf"(?<!\w)(?:{known})(?!\w)", lambda match: meant[match[0]], said)


def words(example: str) -> list[str]:
    """The words of an example between its signs and moves."""
    return [each.strip() for each in _SIGNS.split(example) if each.strip()]
