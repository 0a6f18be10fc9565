"""How the bot is used, in a few lines: what newcomers do not find by themselves."""

from __future__ import annotations

from cogs.frame.names import command
from prowlerbot.core.i18n import tr


def help_text() -> str:
    """Commands of games stand for all of them with those of one."""
    lines = (
        tr(
            "**Begin:** “Play the machine” begins at once, at its easy level; below the finished"
            " match are “Harder” and “Easier”. `{challenge}` sets everything else: players, level,"
            " time for a move, takebacks, whether it is rated.",
            challenge=command("prowler", "challenge"),
        ),
        tr(
            "**On your turn:** press a button below the board, or type the move with `{play}`."
            " “Menu” has the rules, scores, hints, takebacks, the record of the match, and the way"
            " to give up.",
            play=command("prowler", "play"),
        ),
        tr(
            "**Later:** `{matches}` lists your open matches. “Follow” in the menu of somebody"
            " else's match tells you how it goes on; the replay of a match lets you play on from"
            " any move.",
            matches=command("matches"),
        ),
        tr(
            "**You:** `{profile}` has your results, `{preferences}` your colours, reminders, time"
            " zone and holidays, `{privacy}` what is stored about you.",
            profile=command("profile"),
            preferences=command("preferences"),
            privacy=command("privacy", "about"),
        ),
        tr("Each game has a tutorial: “Learn” below `{play}`.", play=command("play")),
    )
    return "\n".join(("### " + tr("Help"), *(f"- {line}" for line in lines)))
