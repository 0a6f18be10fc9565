"""The features that a colony has yet to complete, and the effect of a move."""

from __future__ import annotations

from cogs.games.heroes.colony_words import DIRECTION_NAMES, features, open_edges_at
from cogs.games.heroes.signs import FEATURES, GEM, GOLD, GUARD, TOKENS, TRAP
from prowlerbot.core.formats import in_parts, listed
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.grid import NAME
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages.populate import GEM_DISTANCE, ORE_DISTANCE, populated
from prowlerbot.games.heroes.words import FEATURE_NAMES

_NEEDED = {"ore": ORE_DISTANCE, "gem vein": GEM_DISTANCE}


def lacking(colony: Colony) -> dict[int, str]:
    """The obstacles of each feature that would bring nothing yet, by square."""
    found = {}
    for square, feature in features(colony).items():
        short = _NEEDED.get(feature, 0) - colony.distance[square]
        needs = []
        if short > 0:
            needs.append(
                trn(
                    "needs {count} more square to the entrance",
                    "needs {count} more squares to the entrance",
                    short,
                )
            )
        edges = open_edges_at(colony, colony.piece_at[square].area)
        if edges:
            told = listed([_edge(at, direction, square) for at, direction in edges])
            needs.append(tr("open edge to the {sides}", sides=told))
        if needs:
            found[square] = in_parts(needs)
    return found


def _edge(at: int, direction: int, square: int) -> str:
    side = tr(DIRECTION_NAMES[direction])
    return side if at == square else tr("{side} of {square}", side=side, square=NAME[at])


def promised(colony: Colony) -> str:
    """The tokens that a colony would get if it were populated now."""
    gold, gems, guards, traps, _ = populated(colony).counts
    cells = colony.sealed_with("cell").bit_count()
    signs = (GOLD, GEM, GUARD, TRAP, FEATURES["cell"])
    counts = (gold, gems, guards, traps, cells)
    return " ".join(f"{sign} {count}" for sign, count in zip(signs, counts, strict=True) if count)


def summary(colony: Colony, most: int = 5) -> str:
    """The tokens that a colony would get now, and the obstacles of its features."""
    lines = []
    if words := promised(colony):
        lines.append(tr("-# As it is, your colony gets {tokens}.", tokens=words))
    placed = features(colony)
    needs = [
        tr(
            "{feature} {square}: {needs}",
            feature=tr(FEATURE_NAMES[placed[square]]),
            square=NAME[square],
            needs=words,
        )
        for square, words in lacking(colony).items()
    ]
    if needs:
        shown = " · ".join(needs[:most])
        if len(needs) > most:
            shown = tr("{list} and {count} more", list=shown, count=len(needs) - most)
        lines.append(tr("-# Brings nothing yet: {list}", list=shown))
    return "\n".join(lines)


def gain(before: Position, after: Position, seat: int) -> str:
    """The effect of a move on the colony of a seat."""
    old, new = before.seats[seat - 1], after.seats[seat - 1]
    if old.colony == new.colony or after.phase != "build":
        return _tokens(before, after, seat)
    was, now = promised(old.colony), promised(new.colony)
    edges = _open_edges(new.colony) - _open_edges(old.colony)
    lines = []
    if was != now:
        tokens = {"new": now or tr("nothing"), "old": was or tr("nothing")}
        lines.append(tr("Your colony would get {new} instead of {old}.", **tokens))
    if edges > 0:
        lines.append(trn("One more open edge.", "{count} more open edges.", edges))
    elif edges:
        lines.append(trn("One open edge fewer.", "{count} open edges fewer.", -edges))
    return " ".join(lines)


def _open_edges(colony: Colony) -> int:
    return sum(mask.bit_count() for mask in colony.open_edges)


def _tokens(before: Position, after: Position, seat: int) -> str:
    old, new = before.seats[seat - 1].tokens.counts, after.seats[seat - 1].tokens.counts
    counts = zip(old, new, TOKENS.values(), strict=True)
    changes = [f"{now - was:+d} {sign}" for was, now, sign in counts if now != was]
    if not changes or before.round != after.round or before.phase != after.phase:
        return ""
    return tr("Your colony: {changes}.", changes=", ".join(changes))
