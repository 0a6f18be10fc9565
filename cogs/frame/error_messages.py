"""Turns errors into sentences for the asker, always in private and never as a traceback."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from cogs.discord_py.log_records import reason
from cogs.frame.interaction_gate import Gate
from cogs.frame.meter import mark_result
from cogs.frame.names import Verbatim, safe, safe_player_name
from cogs.frame.rate_limits import TooMuch
from cogs.frame.replies import LOST, is_outage, is_too_late, say
from prowlerbot.core.errors import Refused, StoreError
from prowlerbot.core.i18n import Marked, mark, tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.match.match import Player
from prowlerbot.storage.engines.database import has_changed

log = logging.getLogger(__name__)

_LONGEST_FIELD = 200
_STORE_FAILED = mark(
    "My database is out of reach, so nothing was changed. Please try again in a minute."
)
_PERHAPS_STORED = mark(
    "My database failed, but part of that may have been stored. Look at the board in a moment"
    " before you try again."
)
_OUR_FAULT = mark("Something went wrong on my side. Your match is safe; please try again.")


def sentence(refused: Refused) -> str:
    """The sentence for the asker, with text from outside made harmless."""
    return tr(refused.template, **{name: _field(it) for name, it in refused.fields.items()})


def _field(value: object) -> str:
    if isinstance(value, tuple):
        return listed([_field(each) for each in value])
    if isinstance(value, Verbatim):
        return value
    if isinstance(value, Player):
        return safe_player_name(value)
    if isinstance(value, Refused):  # the sentence of an inner error
        return sentence(value)
    if isinstance(value, Marked):
        return tr(value)
    return safe(str(value), _LONGEST_FIELD)


async def report(
    interaction: discord.Interaction, error: Exception, gate: Gate | None = None
) -> None:
    """Answer an error: a refusal in its own words, anything else with an apology and a log line.

    With a ``gate``, a user who is too fast gets an answer only now and then.
    """
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if gate is not None and isinstance(error, TooMuch) and not gate.may_answer_refused(interaction):
        return
    if is_too_late(error):  # nobody waits for the answer
        mark_result(interaction, "late")
        return
    result, text = "failed", tr(_OUR_FAULT)
    if isinstance(error, StoreError):  # its message names the file, so it is for the host
        log.error("the database failed: %s", error)
        text = tr(_PERHAPS_STORED if has_changed() else _STORE_FAILED)
    elif isinstance(error, Refused):
        result, text = "refused", sentence(error)
    elif isinstance(error, app_commands.TransformerError):
        result, text = "refused", tr("That is not one of the choices; pick one from the list.")
    elif is_outage(error):
        log.warning("an answer was lost: %s", reason(error))
    else:
        log.error("an interaction failed", exc_info=error)
    mark_result(interaction, result)
    try:
        await say(interaction, text)
    except LOST as failed:
        if is_too_late(failed):
            return
        log.warning("an error message was not delivered: %s", failed)
