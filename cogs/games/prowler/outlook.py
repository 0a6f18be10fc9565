"""What a move would bring, shown before it is made."""

from __future__ import annotations

from cogs.games.prowler.texts import Names, marked
from cogs.people.results_text import signed
from prowlerbot.core.i18n import tr
from prowlerbot.games.prowler.rules import SEATS, Position
from prowlerbot.games.prowler.scoring import score_sheet
from prowlerbot.games.prowler.words import CATEGORY_NAMES


def gain(before: Position, after: Position, seat: int, names: Names) -> str:
    """How a move changes what both would get if the final scoring came now, the mover first."""
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
