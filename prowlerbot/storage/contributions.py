"""The functions that features contribute to a match, and that the spine calls. ``effects`` has
their effects within a transaction.

``prowlerbot/feature_list.py`` fills them, so the spine imports no feature.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from prowlerbot.match.machine_help import Counting
from prowlerbot.match.match import Match, Player

Luck = Callable[[str, Iterable[tuple[int, str]]], Random]
"""The source of the next move of chance; see ``Context``."""
Moves = Sequence[tuple[int, str | None]]
"""The seat and the text of each move; None for one that the machine's seat cannot see."""
Search = Callable[[int | None], Awaitable[str]]
"""The machine's search, which a seed decides alone if there is one."""
LineKey = tuple[str, int, int]
"""The id and the revision of a match, or a game and its day, and the person who knows it."""


class CountingStarts(NamedTuple):
    """The starts of matches that may count for somebody, and why the machine does not help."""

    starts: Mapping[LineKey, Counting]
    refusal: str


@dataclass(eq=False)
class Contributions:
    together: list[Callable[[int, Collection[Player]], Awaitable[None]]] = field(
        default_factory=list
    )
    """Raise Denied for a user who must not begin a match with these people."""
    luck: list[Callable[[Match], Awaitable[Luck | None]]] = field(default_factory=list)
    """The luck of a match whose chance follows from its moves; None for all others."""
    replies: list[Callable[[Match, int, Moves, Search], Awaitable[str | None]]] = field(
        default_factory=list
    )
    """The move of the machine at a seat where a search alone does not decide it, else None."""
    counting: list[Callable[[str], Awaitable[CountingStarts]]] = field(default_factory=list)
    """The starts in a game with which the machine does not help."""
