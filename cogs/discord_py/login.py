"""Logging in more than once.

Replaces nothing, but knows of two things that discord.py keeps: ``_ready``, which is missing until
there is an event loop to wait in, and ``http.connector``, which is kept closed after a failed
login, so that the next one fails too. If these change, the bot does not start, or a login that
failed once is never tried again with success.
"""

from __future__ import annotations

import discord


def can_wait(client: discord.Client) -> bool:
    """Whether something can wait until the bot is ready."""
    return client._ready is not discord.utils.MISSING  # noqa: SLF001 - see above


async def forget_session(client: discord.Client) -> None:
    """After a login that failed: the next one opens a session of its own."""
    await client.http.close()
    client.http.connector = discord.utils.MISSING
