"""Results and ratings in words; names come plain and are made safe here."""

from __future__ import annotations

from cogs.names import safe
from prowlerbot.i18n import tr, trn
from prowlerbot.ratings import A_DAY, LEAST_PLAYS, Rating, Verdict
from prowlerbot.store_results import Finished


def rating_line(finished: Finished) -> str:
    """What a match did to the ratings of its players, for everybody to read below the board."""
    if finished.verdict is Verdict.SHORT:
        return "-# " + trn(
            "Not rated: not everybody made {count} move.",
            "Not rated: not everybody made {count} moves.",
            LEAST_PLAYS,
        )
    if finished.verdict is Verdict.OFTEN:
        return "-# " + trn(
            "Not rated: you have had {count} rated match with each other today.",
            "Not rated: you have had {count} rated matches with each other today.",
            A_DAY,
        )
    changes = ", ".join(
        f"{safe(player.name)} {before.points} → **{after.points}** ({signed(before, after)})"
        for player, before, after in zip(
            finished.players, finished.before, finished.after, strict=False
        )
    )
    return tr("📈 Rating: {changes}", changes=changes) if changes else ""


def signed(before: Rating, after: Rating) -> str:
    """How far a rating has moved, in points."""
    change = after.points - before.points
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0"
