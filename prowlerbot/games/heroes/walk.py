"""An invader in a colony, and what has happened to it so far; where it goes is in ``routes``."""

from __future__ import annotations

from typing import NamedTuple

from .grid import ENTRANCE, SOUTH
from .tokens import Tokens

Trace = tuple[tuple[int, str], ...]
"""What happened on a walk: pairs of a square and ``""`` where it was entered, the kind of token
that acted there (``trap``, ``guard``, ``gold``, ``gem``), ``prisoner`` for one that was freed, and
at the end ``defeated`` or ``left``."""


class Walk(NamedTuple):
    """An invader on its way, with all that decides what it can still do.

    ``tokens`` are those of the colony. ``trap_free`` and ``guard_free`` are how many more do it no
    harm, ``treated`` whether it has healed with a treasure, ``reached`` whether a tour has been to
    its goal. ``facing`` counts for maps of turns only. ``steps`` are for maps of the kind ``walk``:
    those taken, bits of four times the square plus the direction. ``seen`` and ``back`` are for
    those of the kind ``search``: the squares it was on, and the way back to H7, H7 first.
    """

    tokens: Tokens
    hearts: int
    bags: int
    trap_free: int
    guard_free: int
    square: int = ENTRANCE
    facing: int = SOUTH
    treated: bool = False
    reached: bool = False
    steps: int = 0
    seen: int = 1 << ENTRANCE
    back: tuple[int, ...] = ()


class End(NamedTuple):
    """How a walk ended: which tokens lie where, and whether the invader was defeated."""

    tokens: Tokens
    defeated: bool


def steps(trace: Trace) -> list[int]:
    """How much of a trace has happened after each step, with all that the step brought."""
    entered = [at for at, (_, what) in enumerate(trace) if not what]
    return [*entered[1:], len(trace)] if entered else [len(trace)] if trace else []


def without_lost(tokens: Tokens, trace: Trace) -> Tokens:
    """What is left of the tokens of a colony after what happened on a walk."""
    for square, what in trace:
        one = 1 << square
        match what:
            case "trap":
                tokens = tokens._replace(traps=tokens.traps & ~one)
            case "guard":
                tokens = tokens._replace(guards=tokens.guards & ~one)
            case "gold":
                tokens = tokens.without_gold(square)
            case "gem":
                tokens = tokens._replace(gems=tokens.gems & ~one)
            case "prisoner":
                tokens = tokens._replace(prisoners=tokens.prisoners & ~one)
    return tokens
