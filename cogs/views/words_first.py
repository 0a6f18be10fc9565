"""The position in words above its picture, for readers who want words first."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.contract.face import Face
from cogs.contract.text_limits import TEXT_LIMIT, fitted
from prowlerbot.core.game import AnyView
from prowlerbot.match.match import Ranks


def with_words(
    text: str, face: Face, view: AnyView, names: Sequence[str], ended: Ranks | None = None
) -> str:
    """The text with the whole position in words, or with as many of its lines as fit; if there is
    less room than for the short words, with those.
    """
    room = TEXT_LIMIT - len(text) - len("\n\n")
    words = face.describe(view, names, ended)
    if len(words) > room:
        short = face.brief(view, names, ended)
        words = fitted(words.split("\n"), room, "\n") if len(short) < room else short
    return f"{text}\n\n{words}" if 0 < len(words) <= room else text
