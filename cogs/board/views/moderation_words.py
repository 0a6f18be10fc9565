"""The question to a moderator before an act, and the sentences about it for players."""

from __future__ import annotations

import discord

from cogs.frame.names import safe
from cogs.frame.options import form, written
from cogs.presses.addresses import MatchPress
from prowlerbot.core.i18n import tr
from prowlerbot.core.posts import LONGEST_REASON
from prowlerbot.match.match import Match, Phase

REASON = "reason"
"""The field of the form."""


def end_form(match: Match) -> discord.ui.Modal:
    """The form for the reason to end a match, or to withdraw a challenge."""
    title = tr("End this match without a result?")
    if match.phase is Phase.LOBBY:
        title = tr("Withdraw this challenge?")
    hint = tr("One sentence, which the players read. You may leave it empty.")
    field = written(REASON, tr("Reason"), hint=hint, longest=LONGEST_REASON, required=False)
    return form(str(MatchPress("end!", match.id, match.moment)), title, [field])


def reason_line(reason: str) -> str:
    """The reason of an act; empty if there is none."""
    return tr("Reason: {reason}", reason=shown_reason(reason)) if reason else ""


def shown_reason(reason: str) -> str:
    """A reason as a text shows it: on one line, with its markdown escaped."""
    return safe(reason, LONGEST_REASON)


def moderated_sentence(match: Match) -> str:
    """The end of a match by a moderator."""
    if not match.reason:
        return tr("🛑 Ended by a moderator, without a result.")
    reason = shown_reason(match.reason)
    return tr("🛑 Ended by a moderator, without a result: {reason}", reason=reason)
