"""Answers an interaction in private or in public, and classifies lost and late answers.

Each interaction runs in its own task, so a context variable holds the current one. Discord takes
an answer for three seconds. The asker of a slower one reads that it takes longer.

A client sends the chosen values unchecked, so they may differ from all that was offered.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context, ContextVar
from time import perf_counter as clock  # unlike the loop's, the same in all contexts of SimCord
from typing import Any, NamedTuple, TypeAlias

import aiohttp
import discord
from discord import app_commands

from cogs.discord_py.interactions import TimedResponse, copy_adapter
from cogs.discord_py.requests import SUGGESTIONS, filter_records
from cogs.frame.layout import Content, layout
from cogs.frame.meter import LineAMinute
from cogs.presses import read_number
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import get_language, language_of, mark, set_language, speaking, tr
from prowlerbot.storage.engines.database import answering

log = logging.getLogger(__name__)

AnyInteraction: TypeAlias = discord.Interaction[Any]

NOBODY = discord.AllowedMentions.none()
PING_ROLES = discord.AllowedMentions(everyone=False, users=False, roles=True)
"""Pings the roles in a message that the bot alone writes."""
LOST = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""The errors of a request to Discord that was refused or never arrived."""
HOLD_AFTER_SECONDS = 2.3  # then the asker reads that the answer takes longer
_ANSWERABLE_SECONDS = 15 * 60  # how long Discord takes further answers to an interaction
_DATABASE_SECONDS = 2.0  # how long the database may do the work of an answer; later it refuses
_TOO_LATE = {10062, 10015}  # the codes of an interaction and a webhook that are no longer known
_TAKES_LONGER = mark("Still working; it will appear here.")
_ARRIVED_AT, _FIRST_ANSWER = "arrived", "first_answer"  # keys in the extras of an interaction

_current: ContextVar[AnyInteraction | None] = ContextVar("interaction", default=None)
_late_answers = LineAMinute()


def set_arrival(interaction: AnyInteraction) -> None:
    interaction.extras.setdefault(_ARRIVED_AT, clock())


def is_answerable(interaction: AnyInteraction) -> bool:
    """Whether Discord still takes an answer, by a clock that nobody can set."""
    arrived_at: float = interaction.extras[_ARRIVED_AT]
    return clock() < arrived_at + _ANSWERABLE_SECONDS


def current_interaction(channel: int) -> AnyInteraction | None:
    """The interaction of this task, if it comes from this channel and can still be answered."""
    interaction = _current.get()
    if interaction is None or interaction.channel_id != channel or not is_answerable(interaction):
        return None
    return interaction


def press_context() -> Context:
    """The interaction, language and adapter of a press, for work that outlives the press."""
    context = detached_context()
    context.run(_current.set, _current.get())
    context.run(set_language, get_language())
    return context


def detached_context() -> Context:
    """A context without the interaction and language of a press, for work of nobody's press."""
    context = Context()
    copy_adapter(context)
    return context


def chosen_users(interaction: AnyInteraction) -> list[discord.User | discord.Member]:
    """The users chosen in a select. No view is in memory to ask, so these are read like options."""
    data: Any = interaction.data or {}
    resolved: Any = data.get("resolved") or {}
    options: Any = [{"type": 6, "name": id_, "value": id_} for id_ in resolved.get("users", ())]
    return [user for _, user in app_commands.Namespace(interaction, resolved, options)]


def selected_values(interaction: discord.Interaction) -> list[str]:
    data: Mapping[str, Any] = interaction.data or {}
    return [read_text(value) for value in data.get("values") or ()]


def selected_number(interaction: discord.Interaction) -> int | None:
    """The one number chosen, or None if there is none."""
    match selected_values(interaction):
        case [value]:
            return read_number(value)
    return None


def read_text(value: object) -> str:
    """Text that can be stored and sent, without unpaired surrogates."""
    return str(value).encode(errors="replace").decode()


class Unconfirmed(Refused):
    """It is unknown whether Discord accepted a message."""


def error_code(error: Exception) -> int:
    """Discord's code for the error, 0 if the request did not reach Discord."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_refusal(error: Exception) -> bool:
    """Whether Discord has read and refused a request, so that it surely changed nothing.

    After a failure of Discord or of the connection, the request may still have succeeded.
    """
    return isinstance(error, discord.HTTPException) and error.status < 500


def is_outage(error: BaseException | None) -> bool:
    """Whether Discord or the connection has failed, rather than the request."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    return isinstance(error, (aiohttp.ClientError, ConnectionError, TimeoutError))


def set_first_answer(interaction: AnyInteraction, answer: Callable[[], Awaitable[None]]) -> None:
    """Set the answer that comes before the first private message, to update a pressed message."""
    interaction.extras[_FIRST_ANSWER] = answer


async def say(interaction: discord.Interaction, what: str | Content) -> int:
    """Show a text or a message to the asker only; returns its id, 0 if Discord does not name it."""
    first_answer = interaction.extras.pop(_FIRST_ANSWER, None)
    if first_answer is not None and not interaction.response.is_done():
        await first_answer()
    arguments = send_args(what)
    if interaction.response.is_done():
        sent = await interaction.followup.send(**arguments, ephemeral=True, wait=True)
        return sent.id
    answer: Any = await interaction.response.send_message(**arguments, ephemeral=True)
    if isinstance(answer, discord.WebhookMessage):  # a follow-up, after the message about a delay
        return answer.id
    return getattr(answer, "message_id", 0) or 0  # None if the answer had reached Discord before


async def turn_into(interaction: discord.Interaction, what: str | Content) -> int:
    """Replace the pressed message with a text or another message; returns ``edited_at``."""
    return edited_at(await interaction.response.edit_message(**edit_args(what)))


def edited_at(answer: object) -> int:
    """The time of an edit in epoch seconds, as Discord's answer tells it; 0 if it does not."""
    moment = getattr(getattr(answer, "resource", answer), "edited_at", None)
    return int(moment.timestamp()) if moment is not None else 0


async def show_privately(interaction: discord.Interaction, what: str | Content) -> int:
    """Replace the presser's own message, not one for all; returns its id, 0 if unknown."""
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        return await say(interaction, what)
    await turn_into(interaction, what)
    return message.id


async def edit_answer(
    interaction: AnyInteraction, message: int, content: Content
) -> discord.Message:
    """Edit the first answer to an interaction; or a later one, by the id of its ``message``."""
    if message:
        return await interaction.followup.edit_message(message, **edit_args(content))
    return await interaction.edit_original_response(**edit_args(content))


async def delete_answer(interaction: AnyInteraction, message: int) -> None:
    """Delete the first answer to an interaction; or a later one, by the id of its ``message``."""
    if message:
        await interaction.followup.delete_message(message)
    else:
        await interaction.delete_original_response()


def edit_args(what: str | Content) -> dict[str, Any]:
    """The arguments of an edit that replaces a message with a text or another message."""
    content = layout(what) if isinstance(what, str) else what
    return {"view": content, "attachments": content.files(), "allowed_mentions": NOBODY}


def send_args(
    what: str | Content, mentions: discord.AllowedMentions = NOBODY, *, silent: bool = False
) -> dict[str, Any]:
    """The arguments that send a text or a message; only these ``mentions`` ping."""
    content = layout(what) if isinstance(what, str) else what
    files = content.files()
    return {"view": content, "files": files, "allowed_mentions": mentions, "silent": silent}


def ping_mentions(users: Iterable[int]) -> discord.AllowedMentions:
    return discord.AllowedMentions(users=[discord.Object(user) for user in users])


class Sent(NamedTuple):
    """The id of a message, and whether it was the ``first`` answer or a follow-up."""

    message: int
    first: bool


async def show_to_all(
    interaction: discord.Interaction,
    content: Content,
    mentions: discord.AllowedMentions = NOBODY,
    *,
    silent: bool = False,
) -> Sent:
    """Show a message to everybody here. Raises Unconfirmed, Refused, or Discord's own error."""
    response = interaction.response
    if isinstance(response, TimedResponse):
        await response.settle()
    arguments = send_args(content, mentions, silent=silent)
    try:
        if not response.is_done():
            return await _send_first(interaction, arguments)
        sent = await interaction.followup.send(**arguments, wait=True)
        return Sent(sent.id, first=False)
    except LOST as error:
        if is_refusal(error):
            raise
        log.warning("it is unknown whether a message is shown: %s", error)
        raise Unconfirmed(
            "Discord did not confirm that. If nothing appears here within two minutes, please try"
            " again."
        ) from error


async def _send_first(interaction: discord.Interaction, arguments: dict[str, Any]) -> Sent:
    """Send the first answer; without a reply to that, ask Discord for the message."""
    sent: Any = None
    lost: Exception | None = None
    try:
        sent = await interaction.response.send_message(**arguments)
    except LOST as error:
        if is_refusal(error):
            raise
        lost = error
    if isinstance(sent, discord.WebhookMessage):  # the reply to the message about a delay was lost
        return Sent(sent.id, first=False)
    if sent is not None and sent.message_id is not None:
        return Sent(sent.message_id, first=True)
    try:
        return Sent((await interaction.original_response()).id, first=True)
    except discord.NotFound:
        raise Refused("Discord did not take that message; please try again.") from lost


@contextmanager
def answering_in_time(interaction: AnyInteraction) -> Iterator[None]:
    """Answer this interaction in the current task; inside, the database refuses late work."""
    _current.set(interaction)
    announcements: set[asyncio.Task[None]] = set()  # keeps the task from being collected

    def announce_delay() -> None:
        announcements.add(asyncio.create_task(_announce_delay(interaction)))

    timer: asyncio.TimerHandle | None = None
    if interaction.type is not discord.InteractionType.autocomplete:
        timer = asyncio.get_running_loop().call_later(HOLD_AFTER_SECONDS, announce_delay)
    try:
        with answering(_DATABASE_SECONDS):
            yield
    finally:
        if timer is not None:
            timer.cancel()
        if announcements and isinstance(interaction.response, TimedResponse):
            announcements.add(asyncio.create_task(interaction.response.end_delay()))


async def _announce_delay(interaction: AnyInteraction) -> None:
    response = interaction.response
    if not isinstance(response, TimedResponse):
        return
    with speaking(language_of(str(interaction.locale))):
        view = layout(tr(_TAKES_LONGER))
    try:
        await response.hold(view)
    except LOST as error:
        if not is_too_late(error):
            log.warning("the message about a delay was not delivered: %s", error)


def is_too_late(error: BaseException | None) -> bool:
    """Whether Discord gave up on this answer; the log counts late answers once a minute."""
    if not isinstance(error, discord.HTTPException) or error_code(error) not in _TOO_LATE:
        return False
    if count := _late_answers.count_event():
        log.warning("answers that came too late for Discord: %d", count)
    return True


def quieten_suggestions() -> None:
    """Keep discord.py from logging a traceback for each late or lost suggestion."""

    def deserves_traceback(record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info is not None else None
        if is_outage(error):
            log.warning("suggestions were lost: %s", error)
            return False
        return not is_too_late(error)

    filter_records(SUGGESTIONS, deserves_traceback)
