"""Answers that know when they reached Discord, and can be put off when they are late.

Replaces ``Interaction.response``: discord.py has no hook for an answer that was sent, and keeps the
response in ``_cs_response``. Uses ``_parent`` and ``_response_type`` of ``InteractionResponse``. If
these change, answers are neither measured nor put off, and an answer whose receipt got lost fails.
"""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

import discord

from cogs.discord_py.edit_pressed import edit_pressed

ALREADY_ANSWERED = 40060
"""An answer that Discord accepted but whose reply got lost, so discord.py sent it again."""

_KEPT = discord.InteractionResponseType.deferred_message_update
_MESSAGE = discord.InteractionResponseType.channel_message
_EDIT = discord.InteractionResponseType.message_update
_FORM = discord.InteractionResponseType.modal
_SUGGESTIONS = discord.InteractionResponseType.autocomplete_result


class Watch(Protocol):
    """What is told of an answer."""

    def answered(self, *, held: bool) -> None:
        """It has reached Discord; ``held``: only that it takes longer has been said."""

    def answered_before(self) -> None:
        """Discord has an answer already."""


def watch_answer(interaction: discord.Interaction[Any], watch: Watch) -> None:
    """From here on the answer to this interaction is watched."""
    setattr(interaction, "_cs_response", TimedResponse(interaction, watch))  # noqa: B010 - see above


class TimedResponse(discord.InteractionResponse[Any]):
    """An answer that records when it reached Discord, and can be put off when it is late.

    What is then sent in its place goes out behind the first answer; who answers need not know.
    """

    __slots__ = ("_held", "_holding", "_sending", "_watch")

    def __init__(self, parent: discord.Interaction[Any], watch: Watch) -> None:
        super().__init__(parent)
        self._watch = watch
        self._held = False
        self._holding = asyncio.Event()
        self._sending = False

    async def hold(self, view: discord.ui.LayoutView) -> None:
        """Tell the asker that it takes longer, unless the answer is given or on its way."""
        if self._sending or self.is_done():
            return
        self._held = True
        pressed = self._parent.type is discord.InteractionType.component
        try:
            if pressed:  # the message can still be changed later
                await self._timed(_KEPT, super().defer())
            else:
                await self._timed(_MESSAGE, super().send_message(view=view, ephemeral=True))
        finally:
            self._holding.set()
        if pressed:
            await self._parent.followup.send(view=view, ephemeral=True)

    async def settle(self) -> bool:
        """Wait for a hold that is on its way to Discord; whether the answer was held."""
        if self._held:  # Discord takes nothing behind an answer that has not arrived
            await self._holding.wait()
        return self._held

    async def defer(self, *args: Any, **kwargs: Any) -> Any:
        if await self.settle():
            return None
        return await self._timed(_KEPT, super().defer(*args, **kwargs))

    async def send_message(self, *args: Any, **kwargs: Any) -> Any:
        if await self.settle():
            return await self._parent.followup.send(*args, **kwargs)
        return await self._timed(_MESSAGE, super().send_message(*args, **kwargs))

    async def edit_message(self, *args: Any, **kwargs: Any) -> Any:
        if await self.settle():
            return await self._parent.edit_original_response(*args, **kwargs)
        if self.is_done():
            raise discord.InteractionResponded(self._parent)
        return await self._timed(_EDIT, self._edit_pressed(*args, **kwargs))

    async def _edit_pressed(self, **kwargs: Any) -> None:
        await edit_pressed(self._parent, **kwargs)
        self._response_type = _EDIT

    async def send_modal(self, *args: Any, **kwargs: Any) -> Any:
        return await self._timed(_FORM, super().send_modal(*args, **kwargs))

    async def autocomplete(self, *args: Any, **kwargs: Any) -> Any:
        return await self._timed(_SUGGESTIONS, super().autocomplete(*args, **kwargs))

    async def _timed(self, kind: discord.InteractionResponseType, sending: Any) -> Any:
        """The answer as it was sent; None where Discord says that it has an answer already.

        Either the reply to it got lost and discord.py has sent it again, or another process has
        answered. It counts as given then.
        """
        self._sending = True
        try:
            sent = await sending
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
            self._response_type = kind
            self._watch.answered_before()
            sent = None
        finally:
            self._sending = False
        self._watch.answered(held=self._held)
        return sent
