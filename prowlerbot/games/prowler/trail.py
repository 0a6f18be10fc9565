"""The passages of one longest continuous passage, to show or to name it."""

from __future__ import annotations

from functools import lru_cache

from .board import INTERSECTIONS, PATHWAYS
from .passages import longest

_STEPS: dict[str, tuple[tuple[int, str], ...]] = {
    here.name: tuple(
        (p.number, p.ends[1] if p.ends[0] == here.name else p.ends[0])
        for p in PATHWAYS
        if here.name in p.ends
    )
    for here in INTERSECTIONS
}


@lru_cache(maxsize=1 << 12)
def longest_walk(network: int) -> tuple[int, ...]:
    """The pathway numbers of one longest trail in a network (a mask), from end to end; stable."""
    length = longest(network)
    for start in _STEPS:
        found = _walk(start, network, length)
        if found is not None:
            return found
    return ()


def longest_trail(network: int) -> int:
    """The passages of the same trail, as a mask."""
    return sum(1 << number for number in longest_walk(network))


def _walk(here: str, unused: int, length: int) -> tuple[int, ...] | None:
    """A trail of so many passages on from here."""
    if not length:
        return ()
    for number, there in _STEPS[here]:
        if unused >> number & 1:
            found = _walk(there, unused ^ (1 << number), length - 1)
            if found is not None:
                return (number, *found)
    return None
