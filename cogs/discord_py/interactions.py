"""The bot's replacements in discord.py for interactions, commands and messages.

*Answers* record when they reached Discord, and can be deferred when they are late. This replaces
``Interaction.response``: discord.py has no hook for a sent answer, and keeps the response in
``_cs_response``. It uses ``_parent`` and ``_response_type`` of ``InteractionResponse``. If these
change, answers are neither measured nor deferred, and an answer whose receipt got lost fails.

*Refused interactions* are dropped while they are still JSON, and so is everything that people
write. This replaces the parser of ``INTERACTION_CREATE`` in the state of the connection, because no
event comes before it. It takes out the parsers of new and edited messages, which come with those of
deleted ones. If the table of parsers changes, floods are read and answered in full.

*The tree* of slash commands has a hook around each whole command or suggestion. This replaces
``CommandTree._call``: the public hook, ``interaction_check``, ends before the command begins. So it
can neither hold a place during the command nor catch its errors. If discord.py calls another
method, commands have no limits and answer in English only.

*The adapter* by which answers leave stays the same in a new context. discord.py keeps it in the
context variable ``async_context``; a simulated Discord replaces it there. A new context has that of
the real Discord instead. If the variable goes, an answer after a press works with that one alone.

*Options* of slash commands become known only at the start of the bot. This replaces the signature
of a command's callback, from which discord.py reads the options with ``inspect``. If discord.py
reads them differently, the commands of games lose their options.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import Any, Literal, TypeAlias

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands
from discord.webhook.async_ import async_context
from yarl import URL

ALREADY_ANSWERED = 40060  # Discord's code if an answer whose receipt got lost is sent again

_DEFERRED_EDIT = discord.InteractionResponseType.deferred_message_update
_MESSAGE = discord.InteractionResponseType.channel_message
_EDIT = discord.InteractionResponseType.message_update
_FORM = discord.InteractionResponseType.modal
_SUGGESTIONS = discord.InteractionResponseType.autocomplete_result

AnswerEvent: TypeAlias = Literal["answered", "held", "before"]
"""The answer has reached Discord; an announcement of a delay has; Discord had an answer before."""
_Step: TypeAlias = Callable[[], Awaitable[None]]
Watch: TypeAlias = Callable[[AnswerEvent], None]

_INTERACTION = "INTERACTION_CREATE"
_UNREAD = ("MESSAGE_CREATE", "MESSAGE_UPDATE")


def watch_answer(interaction: discord.Interaction[Any], watch: Watch) -> None:
    """Report the answer to this interaction to ``watch``."""
    setattr(interaction, "_cs_response", TimedResponse(interaction, watch))  # noqa: B010 - see above


class TimedResponse(discord.InteractionResponse[Any]):
    """An answer that records when it reached Discord; a late one becomes a follow-up."""

    __slots__ = ("_delete_notice", "_hold_ended", "_is_held", "_is_over", "_is_sending", "_watch")

    def __init__(self, parent: discord.Interaction[Any], watch: Watch) -> None:
        super().__init__(parent)
        self._watch = watch
        self._is_held = False  # whether a delay is announced, or about to be
        self._hold_ended = asyncio.Event()  # set once that is done, or has failed
        self._delete_notice: Callable[[], Awaitable[None]] | None = None  # that of the delay
        self._is_over = False  # whether the delay is over
        self._is_sending = False

    async def hold(self, view: discord.ui.LayoutView) -> None:
        """Tell the asker that the answer takes longer, unless it is sent or being sent."""
        if self._is_sending or self.is_done():
            return
        self._is_held = True
        is_press = self._parent.type is discord.InteractionType.component
        try:
            if is_press:  # the message can still be changed later
                await self._send_in_time(_DEFERRED_EDIT, super().defer())
            else:
                await self._send_in_time(_MESSAGE, super().send_message(view=view, ephemeral=True))
                self._delete_notice = self._parent.delete_original_response
        finally:
            self._hold_ended.set()
        if is_press:
            sent = await self._parent.followup.send(view=view, ephemeral=True, wait=True)
            self._delete_notice = sent.delete
        if self._is_over:
            await self.end_delay()

    async def end_delay(self) -> None:
        """Delete the announcement of a delay, now or once it is sent."""
        self._is_over, delete, self._delete_notice = True, self._delete_notice, None
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):  # it can be dismissed
            if delete is not None:
                await delete()

    async def settle(self) -> bool:
        """Wait for a hold that is being sent; returns whether the answer was held."""
        if self._is_held:  # Discord takes no follow-up before the answer
            await self._hold_ended.wait()
        return self._is_held

    async def defer(self, *args: Any, **kwargs: Any) -> Any:
        if await self.settle():
            return None
        return await self._send_in_time(_DEFERRED_EDIT, super().defer(*args, **kwargs))

    async def send_message(self, *args: Any, **kwargs: Any) -> Any:
        if await self.settle():
            return await self._parent.followup.send(*args, **kwargs)
        return await self._send_in_time(_MESSAGE, super().send_message(*args, **kwargs))

    async def edit_message(self, *args: Any, **kwargs: Any) -> Any:
        if await self.settle():
            return await self._parent.edit_original_response(*args, **kwargs)
        return await self._send_in_time(_EDIT, super().edit_message(*args, **kwargs))

    async def send_modal(self, *args: Any, **kwargs: Any) -> Any:
        return await self._send_in_time(_FORM, super().send_modal(*args, **kwargs))

    async def autocomplete(self, *args: Any, **kwargs: Any) -> Any:
        return await self._send_in_time(_SUGGESTIONS, super().autocomplete(*args, **kwargs))

    async def _send_in_time(self, kind: discord.InteractionResponseType, sending: Any) -> Any:
        """The sent answer; None if Discord says that it already has an answer.

        Then either its reply got lost and discord.py has sent it again, or another process has
        answered. In both cases it counts as given.
        """
        self._is_sending = True
        try:
            sent = await sending
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
            self._response_type = kind
            self._watch("before")
            sent = None
        finally:
            self._is_sending = False
        self._watch("held" if self._is_held else "answered")
        return sent


def filter_incoming(client: discord.Client, let_in: Callable[[Any], bool]) -> Callable[[Any], None]:
    """Parse only interactions that ``let_in`` accepts; returns the parser, for later ones."""
    parsers: dict[str, Callable[[Any], None]] = client._connection.parsers  # noqa: SLF001 - see above
    parse = parsers[_INTERACTION]

    def parse_accepted(data: Any) -> None:
        if let_in(data):
            parse(data)

    parsers[_INTERACTION] = parse_accepted
    return parse


def read_no_messages(client: discord.Client) -> None:
    """Drop the events of new and edited messages, like all events without a parser."""
    for event in _UNREAD:
        client._connection.parsers.pop(event, None)  # noqa: SLF001 - see above


class GatewayShut(ConnectionError):
    """A connection to the gateway could not be opened; ``__cause__`` has the reason."""


class HookedBot(commands.AutoShardedBot):
    """A bot with hooks for each arriving interaction and for the steps of connecting."""

    _launching = False

    def arrive(self, interaction: discord.Interaction[Any]) -> None:
        """Called for each new interaction, before anything else sees it."""

    async def take_connecting_step(self, doing: str, step: _Step) -> None:
        """Take a step of connecting, once or repeatedly; a failing shard raises GatewayShut."""
        raise NotImplementedError

    def handle_launch(self, shard: discord.ShardInfo) -> None:
        """Called when a shard has connected for the first time."""

    def answering_shards(self) -> tuple[list[int], int]:
        """The shards whose servers the bot can answer now, and the number of all shards."""
        connected = [number for number, shard in self.shards.items() if not shard.is_closed()]
        return connected if self.is_ready() else [], self.shard_count or 1

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        if event_name == "interaction":
            self.arrive(args[0])
        super().dispatch(event_name, *args, **kwargs)

    async def launch_shards(self) -> None:
        await self.take_connecting_step("asking for the gateway", super().launch_shards)

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        if self._launching:  # discord.py tries again by itself, in the handler of the first failure
            raise GatewayShut from sys.exc_info()[1]
        launch = partial(super().launch_shard, gateway, shard_id, initial=initial)
        await self.take_connecting_step("opening the gateway", partial(self._launch, launch))
        self.handle_launch(self.shards[shard_id])

    async def _launch(self, launch: _Step) -> None:
        self._launching = True
        try:
            await launch()
        finally:
            self._launching = False


class HookedTree(app_commands.CommandTree[commands.AutoShardedBot]):
    async def _call(self, interaction: discord.Interaction[commands.AutoShardedBot]) -> None:
        await self.around(interaction, partial(super()._call, interaction))

    async def around(self, interaction: discord.Interaction[Any], call: _Step) -> None:
        """Called for each command and suggestion; ``call`` executes it."""
        raise NotImplementedError


def copy_adapter(context: Context) -> None:
    """Let answers in this context leave as those of the present one."""
    context.run(async_context.set, async_context.get())
