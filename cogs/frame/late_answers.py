"""Keeps answers within Discord's limit of three seconds, and logs each late answer on one line."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from cogs.discord_py.log_records import SUGGESTIONS, filter_records
from cogs.discord_py.timed_response import TimedResponse
from cogs.frame.interaction import AnyInteraction
from cogs.frame.layout import layout
from cogs.frame.rate_limits import LineAMinute
from cogs.frame.replies import LOST, error_code, is_outage
from prowlerbot.core.i18n import language_of, mark, speaking, tr
from prowlerbot.storage.engines.database import answering

log = logging.getLogger(__name__)

HELD_AFTER = 2.3
"""Seconds after which the asker reads that the answer takes longer."""
_DATABASE_HAS = 2.0
"""Seconds within which the database must do all the work of an answer; later it refuses."""
_TOO_LATE = {10062, 10015}
"""Unknown interaction and unknown webhook: Discord no longer accepts the answer."""

_LONGER = mark(
    "This takes longer than usual and is still running. Look at the board again in a moment."
)


@contextmanager
def announcing_delays(interaction: AnyInteraction) -> Iterator[None]:
    """Inside, the database refuses late work, and the asker reads of a late answer."""
    held: set[asyncio.Task[None]] = set()

    def hold() -> None:
        held.add(asyncio.create_task(_hold(interaction)))

    suggesting = interaction.type is discord.InteractionType.autocomplete
    timer = None if suggesting else asyncio.get_running_loop().call_later(HELD_AFTER, hold)
    try:
        with answering(_DATABASE_HAS):
            yield
    finally:
        if timer is not None:
            timer.cancel()


async def _hold(interaction: AnyInteraction) -> None:
    response = interaction.response
    if not isinstance(response, TimedResponse):
        return
    with speaking(language_of(str(interaction.locale))):
        view = layout(tr(_LONGER))
    try:
        await response.hold(view)
    except LOST as error:
        if not is_too_late(error):
            log.warning("the message about a delay was not delivered: %s", error)


_late = LineAMinute()


def is_too_late(error: BaseException | None) -> bool:
    """Whether Discord gave up on this answer; the log counts late answers once a minute."""
    if not isinstance(error, discord.HTTPException) or error_code(error) not in _TOO_LATE:
        return False
    if count := _late.count_event():
        log.warning("answers that came too late for Discord: %d", count)
    return True


def _failed_by_itself(record: logging.LogRecord) -> bool:
    """Keep discord.py from logging a traceback for each late or lost suggestion."""
    error = record.exc_info[1] if record.exc_info is not None else None
    if is_outage(error):
        log.warning("suggestions were lost: %s", error)
        return False
    return not is_too_late(error)


def quieten_suggestions() -> None:
    filter_records(SUGGESTIONS, _failed_by_itself)
