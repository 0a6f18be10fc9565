"""The merits of moves in Heroes Beware agree with the rules."""

import re
from collections.abc import Sequence

from cogs.games.heroes import MANIFEST
from prowlerbot.core.game import find_move
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.pieces import ENTRANCE, SQUARE, STEP
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages.events import STAGES, populate
from tests.cases import each_of
from tests.cogs.games.merits import Check, told, unproved

FACE = MANIFEST.face
_KINDS = ("gold", "gem", "guard", "trap", "prisoner")


def _own(p: Position, seat: int) -> Seat:
    return p.seats[seat - 1]


def _after(p: Position, seat: int, move: str) -> Seat:
    return _own(p.after(seat, find_move(p, seat, move)), seat)


def _counted(words: str) -> list[int]:
    counts = dict.fromkeys(_KINDS, 0)
    for number, kind in re.findall(r"(\d+) ([a-z]+)", words):
        counts[kind if kind in counts else kind.removesuffix("s")] = int(number)
    return list(counts.values())


def _more(was: Sequence[int], now: Sequence[int]) -> list[int]:
    return [max(0, new - old) for old, new in zip(was, now, strict=True)]


def _built(p: Position, seat: int, move: str) -> tuple[Colony, Colony]:
    return _own(p, seat).colony, _after(p, seat, move).colony


def _brings_standing(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    before, after = _built(p, seat, move)
    return _counted(m[1]) == _more(populate(before).counts, populate(after).counts)


def _exchange(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    """Whether the choice itself changes the tokens so, whatever it is compared with."""
    own = _own(p, seat)
    was = own.tokens.counts
    now = STAGES[own.stage][1](own, find_move(p, seat, move)).tokens.counts
    brought, paid = m.groupdict().get("more") or "", m.groupdict().get("less") or ""
    return [_counted(brought), _counted(paid)] == [_more(was, now), _more(now, was)]


def _held_back(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    """All squares that an invader can reach without a trap or guard are walked to."""
    own = _own(p, seat)
    if own.stage in STAGES:
        own = STAGES[own.stage][1](own, find_move(p, seat, move))
    else:
        own = _after(p, seat, move)
    colony = own.colony
    tokens = own.tokens if own.tokens.anywhere else populate(colony)
    open_, seen = [ENTRANCE], {ENTRANCE}
    while open_:
        square = open_.pop()
        if (tokens.traps | tokens.guards) >> square & 1:
            seen.discard(square)
            continue
        for direction, step in enumerate(STEP):
            if colony.ways[direction] >> square & 1 and square + step not in seen:
                seen.add(square + step)
                open_.append(square + step)
    held = [square for square in SQUARE.values() if square not in seen]
    gems = sum(tokens.gems >> square & 1 for square in held)
    return sum(tokens.gold_on(square) for square in held) + 5 * gems == int(m[1])


def _seals(m: re.Match[str], p: Position, seat: int, move: str, than: str) -> bool:
    before, after = _built(p, seat, move)
    sealed = [SQUARE[each] for each in re.findall(r"[A-O]\d+", m[2])]
    new = all(after.sealed & ~before.sealed >> square & 1 for square in sealed)
    return new and _brings_standing(m, p, seat, move, than)


def _ends(p: Position, seat: int, move: str) -> list[tuple[int, bool]]:
    """The treasure left at each end of a walk, and whether the invader is defeated."""
    found: list[tuple[int, bool]] = []

    def go(state: Position) -> None:
        own = _own(state, seat)
        trace = own.trace
        if own.walk is not None and own.stage == "walk":
            for option in own.legal:
                go(state.after(seat, option))
            return
        found.append((_treasure_after_walk(p, seat, trace), trace[-1][1] == "defeated"))

    go(p.after(seat, find_move(p, seat, move)))
    return found


def _treasure_after_walk(p: Position, seat: int, trace: Sequence[tuple[int, str]]) -> int:
    """The treasure in the colony less all that the invader took."""
    own = _own(p, seat)
    assert own.walk is not None
    begun = own.walk.tokens
    later = trace[len(own.trace) :]
    lost = [what for _, what in later if what in {"gold", "gem"}]
    left = begun.all_gold + 5 * begun.gems.bit_count()
    return left - lost.count("gold") - 5 * lost.count("gem")


def _now(p: Position, seat: int) -> int:
    tokens = _own(p, seat).tokens_now
    return tokens.all_gold + 5 * tokens.gems.bit_count()


CHECKS: dict[str, Check] = {
    r"brings (.+) as the colony stands": _brings_standing,
    r"brings (.+), as it seals (.+)": _seals,
    r"brings (?P<more>.+) for (?P<less>.+)": _exchange,
    r"brings (?P<more>.+)": _exchange,
    r"costs only (?P<less>.+)": _exchange,
    r"costs nothing": _exchange,
    r"has a trap or guard on every way to (\d+) treasure": _held_back,
    r"defeats the invader in any case": lambda _m, p, s, move, _: all(
        defeated for _, defeated in _ends(p, s, move)
    ),
    r"can still defeat the invader": lambda _m, p, s, move, _: any(
        defeated for _, defeated in _ends(p, s, move)
    ),
    r"can keep the loss to (\d+) treasure": lambda m, p, s, move, _: (
        _now(p, s) - max(left for left, _ in _ends(p, s, move)) == int(m[1])
    ),
    r"can keep all that is left of the treasure": lambda _m, p, s, move, _: (
        max(left for left, _ in _ends(p, s, move)) == _now(p, s)
    ),
}


@each_of("setup", ["2/turns/guided/full", "1/live/free/short", "3/brisk/guided/full"])
def test_every_merit_agrees_with_the_rules(setup: str) -> None:
    used = set()
    for seed in range(3):
        wrong, known = unproved(told(FACE, setup, int(setup[0]), seed, 2), CHECKS)
        assert not wrong
        used |= known
    assert len(used) > 4
