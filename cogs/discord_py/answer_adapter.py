"""The adapter by which answers to interactions leave, in a context of its own.

discord.py keeps it in the context variable ``async_context``; a simulated Discord replaces it
there. A new context has the adapter of the real Discord instead. If the variable goes, an answer
after a press works with the real Discord alone.
"""

from __future__ import annotations

from contextvars import Context

from discord.webhook.async_ import async_context


def take_adapter_along(context: Context) -> None:
    """Let answers in this context leave as those of the present one."""
    context.run(async_context.set, async_context.get())
