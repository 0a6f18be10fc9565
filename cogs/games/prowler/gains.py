"""The effect of a move, shown before the player makes it."""

from __future__ import annotations

from cogs.games.prowler.texts import Names, marked
from prowlerbot.core.formats import labelled, signed
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.prowler.rules import SEATS, Position
from prowlerbot.games.prowler.scoring import score_sheet
from prowlerbot.games.prowler.words import CATEGORY_NAMES


def gain(before: Position, after: Position, seat: int, names: Names) -> str:
    """The change in both players' wealth if the final scoring came now, the mover first."""
    was, now = score_sheet(before, final=True), score_sheet(after, final=True)
    lines = []
    for each in (seat, *(other for other in SEATS if other != seat)):
        changes = [
            f"{tr(name)} {signed(new - old)}"
            for name, old, new in zip(CATEGORY_NAMES, was[each - 1], now[each - 1], strict=True)
            if new != old
        ]
        if changes or each == seat:
            lines.append(
                tr(
                    "{player}: {change} wealth if scored now ({parts})",
                    player=marked(each, names),
                    change=signed(now[each - 1].total - was[each - 1].total),
                    parts=", ".join(changes) or tr("nothing changes"),
                )
            )
    return "\n".join(lines)


def every_gain(position: Position, names: Names) -> str:
    """The gain of each free pathway for the seat to move, the highest first; a wild shovel counts
    with its best marker.
    """
    seat = position.seat
    was = score_sheet(position, final=True)[seat - 1].total
    best: dict[int, int] = {}
    for move in position.legal:
        now = score_sheet(position.after(seat, move), final=True)[seat - 1].total
        best[move.pathway] = max(best.get(move.pathway, now - was), now - was)
    heading = tr(
        "🔎 What each pathway brings {player}, as wealth if scored now:", player=marked(seat, names)
    )
    brought = sorted(set(best.values()), reverse=True)
    told = []
    for gain in brought:
        pathways = ", ".join(str(each) for each in sorted(best) if best[each] == gain)
        line = labelled(f"**{signed(gain)}**", pathways)
        told.append(line.replace(" ", "\u00a0", 1))  # keeps sign and list on one line
    return f"{heading}\n{' · '.join(told)}"


def worth(before: Position, after: Position) -> str:
    """The mover's change in wealth alone, in a few words."""
    seat = before.seat
    was, now = (score_sheet(each, final=True)[seat - 1].total for each in (before, after))
    parts = [tr("{change} wealth if scored now", change=signed(now - was))]
    if taken := len(after.statues[seat - 1]) - len(before.statues[seat - 1]):
        parts.append(trn("{count} statue", "{count} statues", taken))
    if claimed := len(after.achievements[seat - 1]) - len(before.achievements[seat - 1]):
        parts.append(trn("{count} achievement", "{count} achievements", claimed))
    return ", ".join(parts)
