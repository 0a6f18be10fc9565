"""Makes repeated logins possible.

Replaces nothing, but relies on two attributes of discord.py: ``_ready``, which is missing until
there is an event loop to wait in, and ``http.connector``, which stays closed after a failed login
and would make the next one fail too. If these change, the bot does not start, or each login after
a failed one fails.
"""

from __future__ import annotations

import discord


def can_wait(client: discord.Client) -> bool:
    """Whether a task can wait until the bot is ready."""
    return client._ready is not discord.utils.MISSING  # noqa: SLF001 - see above


async def forget_session(client: discord.Client) -> None:
    """Clean up after a failed login, so that the next one opens a new session."""
    await client.http.close()
    client.http.connector = discord.utils.MISSING
