"""The position in words above its picture, for those who want words first."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.board.face import Face
from cogs.board.text_limits import TEXT_LIMIT
from prowlerbot.core.game import AnyView
from prowlerbot.match.match import Ranks


def with_words(
    text: str, face: Face, view: AnyView, names: Sequence[str], ended: Ranks | None = None
) -> str:
    """The text with the whole position in words, or as much of it as there is room for."""
    for words in (face.describe(view, names, ended), face.brief(view, names, ended)):
        whole = f"{text}\n\n{words}"
        if len(whole) <= TEXT_LIMIT:
            return whole
    return text
