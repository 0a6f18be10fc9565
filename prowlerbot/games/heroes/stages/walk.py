"""An invader in a colony, and the events of its walk so far; ``invasion`` has its way."""

from typing import NamedTuple

from prowlerbot.games.heroes.grid import ENTRANCE, SOUTH
from prowlerbot.games.heroes.pieces import Tokens

Trace = tuple[tuple[int, str], ...]
"""The events of a walk: pairs of a square and ``""`` for its entry, the kind of token that acted
there (``trap``, ``guard``, ``gold``, ``gem``), ``prisoner`` for a freed one, and at the end
``defeated`` or ``left``."""


class Walk(NamedTuple):
    """An invader on its way, with the whole state that its further walk depends on.

    ``tokens`` are those of the colony. ``trap_free`` and ``guard_free`` count the next ones that do
    not hurt it, ``treated`` says whether a treasure has healed it, ``reached`` whether a tour has
    been to its goal. ``facing`` counts for maps of turns only. ``steps`` holds the steps taken, for
    maps of the kind ``walk``: bits of four times the square plus the direction. ``seen`` and
    ``back`` are for those of the kind ``search``: the visited squares, and the way back, H7 first.
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
    """The end of a walk: the tokens of the colony, and whether the invader was defeated."""

    tokens: Tokens
    defeated: bool


def steps(trace: Trace) -> list[int]:
    """The length of the trace after each step and all its events."""
    entered = [at for at, (_, what) in enumerate(trace) if not what]
    return [*entered[1:], len(trace)] if entered else [len(trace)] if trace else []


_MASKS = {"trap": "traps", "guard": "guards", "gem": "gems", "prisoner": "prisoners"}
"""By the kind of an event in a trace: the field of ``Tokens`` with its squares."""


def without_lost(tokens: Tokens, trace: Trace) -> Tokens:
    """The tokens of a colony that remain after a walk."""
    for square, what in trace:
        if what == "gold":
            tokens = tokens.without_gold(square)
        elif what in _MASKS:
            mask = _MASKS[what]
            tokens = tokens._replace(**{mask: getattr(tokens, mask) & ~(1 << square)})
    return tokens
