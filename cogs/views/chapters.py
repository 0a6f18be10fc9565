"""The chapters of a match: parts of it with names, such as rounds, to look at alone."""

from __future__ import annotations

import discord

from cogs.contract.face import Face
from cogs.contract.screen import MOST_IN_A_MENU, ROUND, Chapter
from cogs.contract.sign import spelled
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr
from prowlerbot.match.timeline import Timeline

WHOLE = "match"
"""The value for the whole match in a select of chapters."""
_LONGEST_LABEL = 100


def chapter_named(face: Face, known: Timeline, named: str) -> Chapter | None:
    """The chapter with a key or a label, or the round with a number; None for the whole match.
    Raises Denied.
    """
    typed = named.strip().casefold()
    if typed in {"", WHOLE}:
        return None
    for chapter in face.chapters(known.views):
        if chapter.key in {typed, f"{ROUND}{typed}"} or typed == chapter.label.casefold():
            return chapter
    raise Denied("“{typed}” is not a part of this match yet.", typed=named[:_LONGEST_LABEL])


def chapter_options(
    face: Face, known: Timeline, chosen: str | None = None
) -> list[discord.SelectOption]:
    """The whole match and its chapters for a select, only the latest ones of very many; nothing if
    there are none. ``chosen`` is the key of the chapter on show.
    """
    with spelled():
        chapters = face.chapters(known.views)
    if not chapters:
        return []
    whole = [(WHOLE, tr("The whole match"))]
    return [
        discord.SelectOption(label=label[:_LONGEST_LABEL], value=key, default=key == chosen)
        for key, label in (
            *whole,
            *((each.key, each.label) for each in chapters[1 - MOST_IN_A_MENU :]),
        )
    ]
