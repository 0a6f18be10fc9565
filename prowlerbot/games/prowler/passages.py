"""Networks of passages: which are connected, and how long the longest continuous passage is.

A continuous passage is a trail: it uses each passage at most once and may cross an intersection
again. Networks are masks of pathways, as in ``board``.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from prowlerbot.games.prowler.board import INTERSECTIONS, PATHWAYS

_INDEX = {intersection.name: i for i, intersection in enumerate(INTERSECTIONS)}
_AT: tuple[int, ...] = tuple(intersection.pathways for intersection in INTERSECTIONS)
_ENDS: dict[int, tuple[int, int]] = {
    1 << p.number: (_INDEX[p.ends[0]], _INDEX[p.ends[1]]) for p in PATHWAYS
}
_TOUCHING: dict[int, int] = {bit: _AT[a] | _AT[b] for bit, (a, b) in _ENDS.items()}
_OTHER_END = {(bit, at): a + b - at for bit, (a, b) in _ENDS.items() for at in (a, b)}
# The steps that leave each intersection: the bit of the passage and the intersection it leads to.
_STEPS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((bit, a + b - here) for bit, (a, b) in _ENDS.items() if here in (a, b))
    for here in range(len(INTERSECTIONS))
)
# Three or more passages that all meet at one intersection: no trail takes more than two of them.
_STARS = frozenset(
    sum(bits)
    for steps in _STEPS
    for size in range(3, len(steps) + 1)
    for bits in combinations([bit for bit, _ in steps], size)
)


def part_with(pathway: int, network: int) -> int:
    """The part of a network that is connected to one of its pathways (a mask)."""
    part = fresh = pathway
    while fresh:
        bit = fresh & -fresh
        fresh = fresh ^ bit | _TOUCHING[bit] & network & ~part
        part |= fresh
    return part


def parts(network: int) -> list[int]:
    """The parts of a network that do not touch each other."""
    separate: list[int] = []
    while network:
        part = part_with(network & -network, network)
        separate.append(part)
        network &= ~part
    return separate


def has_three(part: int) -> bool:
    """Whether a connected part has a trail of three or more."""
    return part.bit_count() >= 3 and part not in _STARS


def longest_in_part(part: int) -> int:
    """The longest trail in one connected part.

    Both ends of a longest trail are intersections with an odd number of passages, or else it uses
    the whole part: at any other end one more passage could be added. By the same count every odd
    intersection that is not an end leaves a passage over, and one passage serves two of them.
    """
    size = part.bit_count()
    if size <= 2:
        return size
    degrees = [(part & at).bit_count() for at in _AT]
    bound = _bound(size, degrees)
    if bound == size:
        return size
    best, core, deepest, second = _fold_dead_ends(part, degrees)
    if not core or best >= bound:
        return best
    # The core consists of circuits and their links. A trail starts in a dead end, goes round in the
    # core, and stops in another dead end; without dead ends it stops at an odd intersection.
    starts = [at for at, degree in enumerate(degrees) if degree and (degree & 1 or deepest[at])]
    starts.sort(key=deepest.__getitem__, reverse=True)
    inside = _bound(core.bit_count(), degrees)
    for start in starts:
        first = deepest[start]
        deepest[start] = second[start]  # one dead end cannot be used at both ends
        enough = min(bound, first + inside + max(deepest))
        if best < enough:
            best = max(best, first + _longest_from(start, core, deepest, enough - first))
        deepest[start] = 0  # the search has covered every trail with an end here
    return best


def _bound(size: int, degrees: list[int]) -> int:
    odd = sum([degree & 1 for degree in degrees])
    return size - max(0, odd - 2) // 2


def _fold_dead_ends(part: int, degrees: list[int]) -> tuple[int, int, list[int], list[int]]:
    """Strip a part of its dead ends, passage by passage; ``degrees`` follow.

    Return the longest trail within the dead ends, the remaining core, and for each intersection the
    depths of its deepest and its second deepest dead end.
    """
    best = 0
    deepest, second = [0] * len(_AT), [0] * len(_AT)
    tips = [at for at, degree in enumerate(degrees) if degree == 1]
    for tip in tips:  # the loop appends to the list
        bit = part & _AT[tip]
        if not bit:  # the other tip of the last passage
            break
        part ^= bit
        here = _OTHER_END[bit, tip]
        depth = deepest[tip] + 1
        best = max(best, deepest[here] + depth)
        if depth > deepest[here]:
            second[here], deepest[here] = deepest[here], depth
        elif depth > second[here]:
            second[here] = depth
        degrees[tip] = 0
        degrees[here] -= 1
        if degrees[here] == 1:
            tips.append(here)
    return best, part, deepest, second


def _longest_from(here: int, unused: int, deepest: list[int], enough: int) -> int:
    """The longest trail on from here that ends in a dead end; ``enough`` is its upper bound."""
    best = deepest[here]
    for bit, there in _STEPS[here]:
        if unused & bit:
            length = 1 + _longest_from(there, unused ^ bit, deepest, enough - 1)
            if length > best:
                best = length
                if best >= enough:
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
"""``longest_passage`` with a cache: one match needs the same few networks many times."""


@lru_cache(maxsize=1 << 12)
def longest_walk(network: int) -> tuple[int, ...]:
    """The pathway numbers of one longest trail in a network, from end to end; stable."""
    length = longest(network)
    walks = (_walk(start, network, length) for start in range(len(_STEPS)))
    return next(walk for walk in walks if walk is not None)


def longest_trail(network: int) -> int:
    """The passages of the same trail, as a mask."""
    return sum(1 << number for number in longest_walk(network))


def _walk(here: int, unused: int, length: int) -> tuple[int, ...] | None:
    """A trail of this length on from here."""
    if not length:
        return ()
    for bit, there in _STEPS[here]:
        if unused & bit:
            rest = _walk(there, unused ^ bit, length - 1)
            if rest is not None:
                return (bit.bit_length() - 1, *rest)
    return None
