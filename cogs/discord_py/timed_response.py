"""Answers that record when they reached Discord, and can be deferred when they are late.

Replaces ``Interaction.response``: discord.py has no hook for a sent answer, and keeps the response
in ``_cs_response``. Uses ``_parent`` and ``_response_type`` of ``InteractionResponse``. If these
change, answers are neither measured nor deferred, and an answer whose receipt got lost fails.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import discord

ALREADY_ANSWERED = 40060
"""Discord accepted the answer, but its reply got lost, so discord.py sent the answer again."""

_KEPT = discord.InteractionResponseType.deferred_message_update
_MESSAGE = discord.InteractionResponseType.channel_message
_EDIT = discord.InteractionResponseType.message_update
_FORM = discord.InteractionResponseType.modal
_SUGGESTIONS = discord.InteractionResponseType.autocomplete_result


Event: TypeAlias = Literal["answered", "held", "before"]
"""The answer has reached Discord, or an announcement of a delay has; Discord had one before."""
Watch: TypeAlias = Callable[[Event], None]


def watch_answer(interaction: discord.Interaction[Any], watch: Watch) -> None:
    """Report the answer to this interaction to ``watch``."""
    setattr(interaction, "_cs_response", TimedResponse(interaction, watch))  # noqa: B010 - see above


class TimedResponse(discord.InteractionResponse[Any]):
    """An answer that records when it reached Discord, and can be deferred when it is late.

    The real answer then becomes a follow-up, without any difference for the caller.
    """

    __slots__ = ("_held", "_holding", "_sending", "_watch")

    def __init__(self, parent: discord.Interaction[Any], watch: Watch) -> None:
        super().__init__(parent)
        self._watch = watch
        self._held = False
        self._holding = asyncio.Event()
        self._sending = False

    async def hold(self, view: discord.ui.LayoutView) -> None:
        """Tell the asker that the answer takes longer, unless it is sent or being sent."""
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
        """Wait for a hold that is being sent; returns whether the answer was held."""
        if self._held:  # Discord takes no follow-up before the answer
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
        return await self._timed(_EDIT, super().edit_message(*args, **kwargs))

    async def send_modal(self, *args: Any, **kwargs: Any) -> Any:
        return await self._timed(_FORM, super().send_modal(*args, **kwargs))

    async def autocomplete(self, *args: Any, **kwargs: Any) -> Any:
        return await self._timed(_SUGGESTIONS, super().autocomplete(*args, **kwargs))

    async def _timed(self, kind: discord.InteractionResponseType, sending: Any) -> Any:
        """The sent answer; None if Discord says that it already has an answer.

        Then either its reply got lost and discord.py has sent it again, or another process has
        answered. In both cases it counts as given.
        """
        self._sending = True
        try:
            sent = await sending
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
            self._response_type = kind
            self._watch("before")
            sent = None
        finally:
            self._sending = False
        self._watch("held" if self._held else "answered")
        return sent
