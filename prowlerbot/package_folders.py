"""The packages beside the bot that have a game, and their folders.

With ``GAMES_FROM_OUTSIDE=0`` in the environment there are none, as in the tests of the bot.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path


def entries() -> list[EntryPoint]:
    """The entry point of each package, which names the class of its game, by key."""
    if os.environ.get("GAMES_FROM_OUTSIDE") == "0":
        return []
    return sorted(entry_points(group="prowlerbot.games"), key=lambda each: each.name)


def folders() -> Iterator[Path]:
    """The folders of the packages; this imports none of them."""
    for module in sorted({entry.module.partition(".")[0] for entry in entries()}):
        spec = find_spec(module)
        for place in (spec and spec.submodule_search_locations) or ():
            yield Path(place)
