"""The effect of a move, shown before the player makes it."""

from __future__ import annotations

from typing import NamedTuple

from cogs.contract.sign import worded
from cogs.games.prowler.texts import Names, marked
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import labelled, signed
from prowlerbot.games.prowler.position import DISTRICTS, Move
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import score_sheet
from prowlerbot.games.prowler.words import CATEGORY_NAMES, DISTRICT_NAMES


def gain(before: Position, after: Position, seat: int, names: Names) -> str:
    """The change in both players' wealth if the final scoring came now, the mover first."""
    was, now = score_sheet(before, final=True), score_sheet(after, final=True)
    lines = []
    for each in (seat, 3 - seat):
        changes = [
            f"{tr(name)} {signed(new - old)}"
            for name, old, new in zip(CATEGORY_NAMES, was[each - 1], now[each - 1], strict=True)
            if new != old
        ]
        player = marked(each, names)
        if changes:
            change = signed(now[each - 1].total - was[each - 1].total)
            fields = {"player": player, "change": change, "parts": ", ".join(changes)}
            lines.append(tr("{player}: {change} wealth right now ({parts})", **fields))
        elif each == seat:
            lines.append(tr("{player}: no wealth more or less right now", player=player))
    return "\n".join(lines)


class Effect(NamedTuple):
    """The change in the mover's lead, then in the wealth of the mover and of the rival."""

    lead: int
    own: int
    rival: int


def effect(before: Position, move: Move) -> Effect:
    """The effect of a move of the seat to move, as if the final scoring came right after it."""
    seat = before.seat
    was, now = score_sheet(before, final=True), score_sheet(before.after(seat, move), final=True)
    own, rival = (now[each - 1].total - was[each - 1].total for each in (seat, 3 - seat))
    return Effect(own - rival, own, rival)


def best_moves(position: Position) -> list[tuple[Move, Effect]]:
    """A move for each free pathway, by its effect on the lead, the best first; a wild shovel counts
    with its best marker.
    """
    best: dict[int, tuple[Move, Effect]] = {}
    for move in position.legal:
        found = effect(position, move)
        if move.pathway not in best or found > best[move.pathway][1]:
            best[move.pathway] = move, found
    return sorted(best.values(), key=lambda each: (*(-it for it in each[1]), each[0].pathway))


def every_gain(position: Position, names: Names, *, briefly: bool) -> str:
    """The effect of each free pathway on the lead of the seat to move, the best first; ``briefly``
    without the parts, which menus have.
    """
    seat = position.seat
    heading = tr(
        "🔎 What each pathway adds to the lead of {player} right now:", player=marked(seat, names)
    )
    pathways: dict[Effect, list[str]] = {}
    for move, effect_of_move in best_moves(position):
        alike = Effect(effect_of_move.lead, 0, 0) if briefly else effect_of_move
        pathways.setdefault(alike, []).append(_named(move))
    lines = []
    for alike, numbers in pathways.items():
        changes = (seat, alike.own), (3 - seat, alike.rival)
        parts = [f"{names[each - 1]} {signed(change)}" for each, change in changes if change]
        # A gain of one's own alone is the whole change of the lead.
        told = ", ".join(numbers) + (f" ({', '.join(parts)})" if alike.rival else "")
        lines.append(labelled(f"**{signed(alike.lead)}**", told))
    return "\n".join((heading, *lines))


def _named(move: Move) -> str:
    """The number of a pathway, with the marker that a wild shovel moves."""
    if move.marker is None:
        return str(move.pathway)
    marker = tr(DISTRICT_NAMES[DISTRICTS[move.marker]])
    return f"{move.pathway} ({marker})" if worded() else f"{move.pathway} → {marker}"


def worth(before: Position, move: Move) -> str:
    """The effect of a move in a few words."""
    after, seat, change = before.after(before.seat, move), before.seat, effect(before, move)
    fields = {"lead": signed(change.lead), "own": signed(change.own), "rival": signed(change.rival)}
    parts = [tr("lead {lead}: you {own}, rival {rival}", **fields)]
    if taken := len(after.statues[seat - 1]) - len(before.statues[seat - 1]):
        parts.append(trn("{count} statue", "{count} statues", taken))
    if claimed := len(after.achievements[seat - 1]) - len(before.achievements[seat - 1]):
        parts.append(trn("{count} achievement", "{count} achievements", claimed))
    return ", ".join(parts)
