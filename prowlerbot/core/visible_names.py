"""What can be seen of a name, whatever somebody calls themselves or a competition."""

from __future__ import annotations

import unicodedata

_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters without a visible form, popular for invisible names."""
_JOINERS = frozenset("\u200c\u200d") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Characters without a form that join letters, or the parts of an emoji."""
_MOST_MARKS = 3
NOTHING_SEEN = "?"


def cleaned(name: str, longest: int) -> str:
    """The visible part of a name, on one line; a letter keeps three stacked marks at most."""
    shown: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name).translate(_BLANKS):
        category = unicodedata.category(char)
        if char.isspace():
            shown.append(" ")
        if category in {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"} and char not in _JOINERS:
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= _MOST_MARKS:
            shown.append(char)
    text = " ".join("".join(shown).split())
    if all(unicodedata.category(char) in {"Mn", "Me", "Cf", "Zs"} for char in text):
        return NOTHING_SEEN
    return text if len(text) <= longest else text[: longest - 1] + "…"
