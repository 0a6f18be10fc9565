"""Menus for a record: its chapters, and the moves that a long list names."""

from __future__ import annotations

import discord

from cogs.contract.face import Face
from cogs.contract.screen import MOST_IN_A_MENU
from cogs.contract.sign import spelled
from prowlerbot.core.i18n import tr
from prowlerbot.match.timeline import Timeline

_NEAR = 8
"""The number of moves on each side of the present one that a long list names without a gap."""
WHOLE = "match"
"""The value for the whole match in a select of chapters."""


def listed(last: int, at: int, most: int = MOST_IN_A_MENU) -> list[int]:
    """The numbers of the stops that the list names: all if there is room, else nearby ones and some
    far ones.

    The far ones are at even distances, so any move of a long match is two choices away.
    """
    if last < most:
        return list(range(last + 1))
    near = {stop for stop in range(at - _NEAR, at + _NEAR + 1) if 0 <= stop <= last}
    spread = most - len(near) - 1
    far = {last * step // spread for step in range(spread + 1)}
    kept = near | far
    others = sorted(set(range(last + 1)) - kept, key=lambda stop: abs(stop - at))
    return sorted([*kept, *others[: most - len(kept)]])


def chapter_options(
    face: Face, known: Timeline, chosen: str | None = None
) -> list[discord.SelectOption]:
    """The whole match and its chapters for a select, of very many some of each part; nothing if
    there are none. ``chosen`` is the key of the chapter on show.
    """
    with spelled():
        chapters = face.chapters(known.views)
    if not chapters:
        return []
    keys = [each.key for each in chapters]
    at = keys.index(chosen) if chosen in keys else len(keys) - 1
    shown = listed(len(keys) - 1, at, MOST_IN_A_MENU - 1)
    labels = {WHOLE: tr("The whole match")}
    labels |= {chapters[number].key: chapters[number].label for number in shown}
    return [
        discord.SelectOption(label=label, value=key, default=key == chosen)
        for key, label in labels.items()
    ]
