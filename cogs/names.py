"""Players' names where Discord reads markdown: every name shows as it is and calls nobody."""

from __future__ import annotations

import re
import unicodedata

_LONGEST = 32
_ASCII_SIGN = re.compile(r"([!-/:-@\[-`{-~])")


def plain(name: str) -> str:
    """The name on one line, without characters that are invisible or turn the text around it.

    Marks stacked on one letter are kept to two, so that a name stays within its line.
    """
    shown: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        if category in {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"} and char != "\u200d":
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= 2:
            shown.append(char)
    text = " ".join("".join(shown).split())
    if not text.strip("\u200d "):
        return "?"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def safe(name: str) -> str:
    """The name for a text with markdown: a backslash before each sign takes its meaning away."""
    return _ASCII_SIGN.sub(r"\\\1", plain(name))
