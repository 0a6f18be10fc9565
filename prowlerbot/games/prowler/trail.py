"""Which passages make up a longest continuous passage, for whoever wants to show it."""

from __future__ import annotations

from functools import lru_cache

from .board import INTERSECTIONS, PATHWAYS
from .passages import longest

_STEPS: dict[str, tuple[tuple[int, str], ...]] = {
    here.name: tuple(
        (1 << p.number, p.ends[1] if p.ends[0] == here.name else p.ends[0])
        for p in PATHWAYS
        if here.name in p.ends
    )
    for here in INTERSECTIONS
}


@lru_cache(maxsize=1 << 12)
def longest_trail(network: int) -> int:
    """The passages of one longest trail in a network (a mask); always the same one."""
    length = longest(network)
    for start in _STEPS:
        found = _trail(start, network, length)
        if found is not None:
            return found
    return 0


def _trail(here: str, unused: int, length: int) -> int | None:
    """A trail of so many passages on from here."""
    if not length:
        return 0
    for bit, there in _STEPS[here]:
        if unused & bit:
            found = _trail(there, unused ^ bit, length - 1)
            if found is not None:
                return found | bit
    return None
