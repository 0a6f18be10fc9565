"""An invader's result in a colony: its remaining hearts and bags, the losses, and its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.heroes.colony import Seat
from prowlerbot.games.heroes.grid import ENTRANCE, NAME
from prowlerbot.games.heroes.pieces import ALWAYS, EVENTS, INVADERS, STRAGGLER, Invader
from prowlerbot.games.heroes.rules import Position

Ending = Literal["", "defeated", "left"]
ENDS: dict[Ending, str] = {
    "": mark("On its way at {square}"),
    "defeated": mark("Defeated at {square}"),
    "left": mark("Leaves from {square}"),
}
TO_DECIDE = mark("Still to decide")
COST = mark("What it cost")
BROUGHT = mark("What it brought")
SAME = mark("Nothing has changed")

_ORDER = ("trap", "guard", "gold", "gem", "prisoner")
"""The order in which tokens act: traps and guards, then treasure, then prisoners."""


@dataclass(frozen=True)
class Fate:
    """``lost`` counts the lost tokens by kind, freed prisoners included, in the order in which they
    act.
    """

    invader: Invader
    hearts: int
    bags: int
    lost: tuple[tuple[str, int], ...]
    ending: Ending
    square: int

    @property
    def changed(self) -> tuple[tuple[str, int], ...]:
        """The losses as numbers below 0."""
        return tuple((kind, -count) for kind, count in self.lost)

    @property
    def loaded(self) -> bool:
        """Whether the invader has taken treasure."""
        return any(kind in {"gold", "gem"} for kind, _ in self.lost)

    @property
    def sentence(self) -> str:
        return tr(ENDS[self.ending], square=NAME[self.square])


def invader_of(state: Position) -> Invader | None:
    """The invader in the colonies, if the present card brings one."""
    if state.phase != "invasion":
        return None
    if state.invader:
        return INVADERS[state.invader] if state.map else None
    if state.event and EVENTS[state.event] == "straggler":
        return STRAGGLER
    return None


def fate(state: Position, seat: Seat) -> Fate | None:
    """The result of the walk; None without an invader."""
    invader = invader_of(state)
    if invader is None or not seat.playing or (seat.walk is None and not seat.trace):
        return None
    hearts, bags = [(invader.hearts, invader.bags), *left_after(invader, seat)][-1]
    lost = Counter(what for _, what in seat.trace if what and what not in {"defeated", "left"})
    last = seat.trace[-1][1] if seat.trace else ""
    ending: Ending = "defeated" if last == "defeated" else "left" if last == "left" else ""
    square = seat.trace[-1][0] if seat.trace else ENTRANCE
    counted = tuple((kind, lost[kind]) for kind in _ORDER if lost[kind])
    return Fate(invader, hearts, bags, counted, ending, square)


def left_after(invader: Invader, seat: Seat) -> Iterator[tuple[int, int]]:
    """The remaining hearts and bags after each event of the trace."""
    chests = seat.colony.squares_with("chest")
    hearts, bags = invader.hearts, invader.bags
    trap_free, guard_free, treated = invader.trap_free, invader.guard_free, False
    for square, what in seat.trace:
        match what:
            case "trap" if trap_free:
                trap_free -= trap_free < ALWAYS
            case "guard" if guard_free:
                guard_free -= guard_free < ALWAYS
            case "trap":
                hearts -= invader.trap_damage
            case "guard":
                hearts -= invader.guard_damage
            case "gold" | "gem":
                bags -= _filled(invader, what, bags, chest=bool(chests >> square & 1))
                if invader.heal and not treated and bags > 0:
                    hearts, treated = min(invader.hearts, hearts + invader.heal), True
        yield max(0, hearts), max(0, bags)


def _filled(invader: Invader, what: str, bags: int, *, chest: bool) -> int:
    if what == "gem":
        return 1 if invader.gem_bag else bags
    return invader.chest_bag if chest else 1


@dataclass(frozen=True)
class Toll:
    """An event's effect on a colony: lost tokens (below 0) or new ones, and lost pieces; ``open``
    while its owner still has to decide.
    """

    changed: tuple[tuple[str, int], ...]
    pieces: int
    open: bool

    @property
    def sentence(self) -> str:
        if self.open:
            return tr(TO_DECIDE)
        if self.pieces:
            return trn("{count} piece caved in", "{count} pieces caved in", self.pieces)
        if any(count < 0 for _, count in self.changed):
            return tr(COST)
        return tr(BROUGHT) if self.changed else tr(SAME)


def toll(state: Position, earlier: Seat, seat: Seat) -> Toll | None:
    """The effect of the event; None without an event, or for one that brings an invader."""
    if state.phase != "invasion" or not state.event or not seat.playing:
        return None
    if invader_of(state) is not None:
        return None
    kinds = "gold", "gem", "guard", "trap", "prisoner"
    counts = zip(kinds, earlier.tokens.counts, seat.tokens.counts, strict=True)
    changed = {kind: now - was for kind, was, now in counts if now != was}
    ordered = tuple((kind, changed[kind]) for kind in _ORDER if kind in changed)
    pieces = len(earlier.colony.pieces) - len(seat.colony.pieces)
    return Toll(ordered, pieces, open=bool(seat.legal))


def effect_of(state: Position, seat: Seat, earlier: Seat | None) -> Fate | Toll | None:
    """The effect of the present card; of an event only if the seat before it is known."""
    return fate(state, seat) or (toll(state, earlier, seat) if earlier is not None else None)
