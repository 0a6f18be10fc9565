"""Networks of passages: which hang together, and how long the longest continuous passage is.

A continuous passage is a trail: no passage twice, intersections as often as you like. Networks are
masks of pathways, as in ``board``.
"""

from __future__ import annotations

from functools import lru_cache

from .board import INTERSECTIONS, PATHWAYS

_INDEX = {intersection.name: i for i, intersection in enumerate(INTERSECTIONS)}
_AT: tuple[int, ...] = tuple(intersection.pathways for intersection in INTERSECTIONS)
_ENDS: dict[int, tuple[int, int]] = {
    1 << p.number: (_INDEX[p.ends[0]], _INDEX[p.ends[1]]) for p in PATHWAYS
}
_TOUCHING: dict[int, int] = {bit: _AT[a] | _AT[b] for bit, (a, b) in _ENDS.items()}
# The steps that leave each intersection: the passage's bit and where it leads.
_STEPS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((bit, a + b - here) for bit, (a, b) in _ENDS.items() if here in (a, b))
    for here in range(len(INTERSECTIONS))
)


def part_with(pathway: int, network: int) -> int:
    """The part of a network that hangs together with one of its pathways (a mask)."""
    part = reach = pathway
    while reach:
        bit = reach & -reach
        fresh = _TOUCHING[bit] & network & ~part
        part |= fresh
        reach ^= bit | fresh
    return part


def parts(network: int) -> list[int]:
    """The parts of a network that do not touch each other."""
    found: list[int] = []
    while network:
        part = part_with(network & -network, network)
        found.append(part)
        network &= ~part
    return found


def longest_in_part(part: int) -> int:
    """The longest trail in one connected part.

    Both ends of a longest trail are intersections with an odd number of passages, or else it uses
    the whole part: at any other end one more passage could be added. By the same count every odd
    intersection that is not an end leaves a passage over, and one passage serves two of them.
    """
    size = part.bit_count()
    if size <= 2:
        return size
    odd = [here for here, at in enumerate(_AT) if (part & at).bit_count() & 1]
    if len(odd) <= 2:
        return size
    bound = size - (len(odd) - 2) // 2
    best = 0
    for start in odd[:-1]:  # a trail has two odd ends, so one of them can be left out
        best = max(best, _longest_from(start, part, bound))
        if best == bound:
            break
    return best


def _longest_from(here: int, unused: int, bound: int) -> int:
    best = 0
    for bit, there in _STEPS[here]:
        if unused & bit:
            length = 1 + _longest_from(there, unused ^ bit, bound - 1)
            if length > best:
                best = length
                if best >= bound:
                    break
    return best


def longest_passage(network: int) -> int:
    """The number of sections in the longest continuous passage of one player's network."""
    best = 0
    for part in sorted(parts(network), key=int.bit_count, reverse=True):
        if part.bit_count() <= best:
            break
        best = max(best, longest_in_part(part))
    return best


longest = lru_cache(maxsize=1 << 16)(longest_passage)
"""``longest_passage`` with a memory: one match asks about the same few networks many times."""
