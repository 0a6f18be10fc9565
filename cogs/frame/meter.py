"""How fast and how well the bot answers, measured where every interaction comes in.

Each process counts for itself. The figures are served to Prometheus by ``health``, and the doctor
reports the latest ones.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import quantiles
from typing import Any

import discord
from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)

from cogs.frame.lean import edit_pressed
from cogs.frame.replies import ALREADY_ANSWERED
from cogs.frame.tally import Tally

_LATEST = 1_000
"""How many interactions the doctor reports the latency of."""
_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 10)
"""Discord gives up on an answer after three."""
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.autocomplete: "suggestion",
    discord.InteractionType.modal_submit: "form",
}
_RESULT = "result"
_KEPT = discord.InteractionResponseType.deferred_message_update
_MESSAGE = discord.InteractionResponseType.channel_message
_EDIT = discord.InteractionResponseType.message_update
_FORM = discord.InteractionResponseType.modal
_SUGGESTIONS = discord.InteractionResponseType.autocomplete_result

log = logging.getLogger(__name__)

_twice = Tally()


class Meter:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        for collect in (ProcessCollector, PlatformCollector, GCCollector):
            collect(registry=self.registry)
        self._seconds: deque[float] = deque(maxlen=_LATEST)
        self.count = 0
        self._arrived = Counter(
            "prowler_interactions_arrived",
            "Interactions received",
            ["kind"],
            registry=self.registry,
        )
        self._answered = Counter(
            "prowler_interactions_answered",
            "Interactions answered: done, refused in words, or failed",
            ["kind", "result"],
            registry=self.registry,
        )
        self._latency = Histogram(
            "prowler_answer_seconds",
            "From the gateway's event to Discord's receipt of the answer",
            ["kind"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._rendering = Histogram(
            "prowler_render_seconds",
            "Drawing the pictures of one message, the wait for a thread included",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.redraws = Counter(
            "prowler_redraws",
            "Board messages edited without a press",
            registry=self.registry,
        )

    def arrive(self, interaction: discord.Interaction) -> None:
        """Start the watch for an interaction that has just come in."""
        kind = _KINDS.get(interaction.type, "other")
        start = time.perf_counter()
        self._arrived.labels(kind).inc()

        def answered() -> None:
            seconds = time.perf_counter() - start
            self.count += 1
            self._seconds.append(seconds)
            self._latency.labels(kind).observe(seconds)
            self._answered.labels(kind, interaction.extras.get(_RESULT, "done")).inc()

        # discord.py has no hook for an answer that was sent; this is where it keeps its own.
        setattr(interaction, "_cs_response", TimedResponse(interaction, answered))  # noqa: B010 - see above

    @contextmanager
    def rendering(self) -> Iterator[None]:
        with self._rendering.time():
            yield

    def latency(self) -> tuple[int, int, int]:
        """How many of the latest interactions were measured; their p50 and p95 in milliseconds."""
        measured = [seconds * 1000 for seconds in self._seconds]
        if len(measured) < 2:
            both = round(measured[0]) if measured else 0
            return len(measured), both, both
        cuts = quantiles(measured, n=20, method="inclusive")
        return len(measured), round(cuts[9]), round(cuts[18])


def mark_result(interaction: discord.Interaction, result: str) -> None:
    """Have the coming answer counted as this instead of “done”."""
    interaction.extras[_RESULT] = result


class TimedResponse(discord.InteractionResponse[Any]):
    """An answer that records when it reached Discord, and can be put off when it is late.

    What is then sent in its place goes out behind the first answer; who answers need not know.
    """

    __slots__ = ("_answered", "_held", "_holding", "_sending")

    def __init__(self, parent: discord.Interaction[Any], answered: Callable[[], None]) -> None:
        super().__init__(parent)
        self._answered = answered
        self._held = False
        self._holding = asyncio.Event()
        self._sending = False

    async def hold(self, view: discord.ui.LayoutView) -> None:
        """Tell the asker that it takes longer, unless the answer is given or on its way."""
        if self._sending or self.is_done():
            return
        self._held = True
        mark_result(self._parent, "held")
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
        self._response_type = discord.InteractionResponseType.message_update

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
            if count := _twice.add():
                log.warning(
                    "answers that Discord had already: %d (is a second process running with this"
                    " token?)",
                    count,
                )
            sent = None
        finally:
            self._sending = False
        self._answered()
        return sent
