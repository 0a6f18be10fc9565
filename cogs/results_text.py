"""Results and ratings in words; names come plain and are made safe here."""

from __future__ import annotations

from enum import StrEnum

from cogs.names import safe
from cogs.views import listed
from prowlerbot.i18n import mark, tr, trn
from prowlerbot.ratings import A_DAY, LEAST_PLAYS, Rating, Verdict
from prowlerbot.store_results import Finished


class Won(StrEnum):
    """What a result was to one player."""

    WON = "won"
    SHARED = "shared"
    LOST = "lost"


def result_for(finished: Finished, player: int) -> Won:
    rank = finished.ranks[seat_of(finished, player)]
    if rank > 1:
        return Won.LOST
    return Won.WON if finished.ranks.count(1) == 1 else Won.SHARED


def seat_of(finished: Finished, player: int) -> int:
    """Where a player stands in the pairs of a result, from 0."""
    return [each.id for each in finished.players].index(player)


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
        f"{safe(player.name)} {before.points} → **{after.points}** ({_signed(before, after)})"
        for player, before, after in zip(
            finished.players, finished.before, finished.after, strict=False
        )
    )
    return tr("📈 Rating: {changes}", changes=changes) if changes else ""


def _signed(before: Rating, after: Rating) -> str:
    change = after.points - before.points
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0"


def history_line(finished: Finished, player: int, link: str | None) -> str:
    """One finished match as a line of the player's history."""
    own = seat_of(finished, player)
    others = listed([safe(each.name) for each in finished.players if each.id != player])
    result = result_for(finished, player)
    if finished.totals:
        sentence = {
            Won.WON: mark("🏆 Won against **{others}**, {totals}"),
            Won.SHARED: mark("🤝 Shared the victory with **{others}**, {totals}"),
            Won.LOST: mark("▫️ Lost against **{others}**, {totals}"),
        }[result]
    else:
        sentence = (
            mark("▫️ Lost against **{others}**: resigned")
            if result is Won.LOST
            else mark("🏆 Won against **{others}**, who resigned")
        )
    totals = (
        [finished.totals[own], *finished.totals[:own], *finished.totals[own + 1 :]]
        if finished.totals
        else []
    )
    parts = [tr(sentence, others=others, totals=" : ".join(map(str, totals)))]
    if finished.after:
        before, after = finished.before[own], finished.after[own]
        parts.append(f"{after.points} ({_signed(before, after)})")
    parts.append(f"<t:{finished.ended_at}:d>")
    parts.append(f"[{tr('board')}]({link})" if link else f"`{finished.match}`")
    return " · ".join(parts)
