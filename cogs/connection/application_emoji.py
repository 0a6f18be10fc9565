"""Uploads the drawn signs of the games to Discord, as emoji of the application.

The upload runs in the background. Unicode emoji replace the signs until it is done or if it fails.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Iterable
from itertools import product
from typing import get_args

import discord

from cogs.connection.temporary_failures import Pauses
from cogs.contract.sign import Sign
from cogs.discord_py.log_records import reason
from cogs.frame.replies import LOST, is_outage
from prowlerbot.match.preferences import Theme

log = logging.getLogger(__name__)

_THEMES: tuple[Theme, ...] = get_args(Theme)
_TRIES = 6
_HASH = 6
"""Letters of the hash in a name. Discord allows 32 letters, and each one counts towards the length
of the texts that use the emoji."""


class ApplicationEmoji:
    def __init__(self, client: discord.Client, signs: Iterable[Sign]) -> None:
        self._client = client
        self._signs = tuple(signs)
        self._task: asyncio.Task[None] | None = None
        self.pictures: dict[str, bytes] = {}
        """The drawn signs, by the names of their emoji."""

    def begin_upload(self) -> None:
        """Upload the missing emoji in the background, once the bot has logged in."""
        if self._task is None and self._signs:
            self._task = asyncio.create_task(self._upload_patiently())

    def close(self) -> None:
        """Stop, and show Unicode emoji again: another bot may have other application emoji."""
        if self._task is not None:
            self._task.cancel()
            for sign, theme in product(self._signs, _THEMES):
                sign.show(theme, None)

    async def _upload_patiently(self) -> None:
        """Retry temporary failures a few times; log any other failure on one line."""
        pauses = Pauses()
        for _ in range(_TRIES):
            try:
                await self._upload()
            except LOST as error:
                if isinstance(error, discord.HTTPException) and not is_outage(error):
                    log.warning("Discord takes no emoji of the application: %s", reason(error))
                    return
                log.info("the emoji of the application have to wait: %s", reason(error))
                await asyncio.sleep(pauses.delay())
            except Exception:
                log.exception("the signs of the games were not drawn")
                return
            else:
                return

    async def _upload(self) -> None:
        """Upload theme after theme; a theme comes into use once all of its signs are uploaded.

        A name ends with a hash of the picture, so existing emoji are found again. A sign whose
        drawing changes gets a new emoji, while messages already sent keep the old one.
        """
        there = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        for theme in _THEMES:
            shown: list[tuple[Sign, str]] = []
            for sign in self._signs:
                picture = await asyncio.to_thread(sign.draw, theme)
                name = f"{sign.name}_{hashlib.sha256(picture).hexdigest()[:_HASH]}"
                self.pictures[name] = picture
                if name not in there:
                    there[name] = await self._client.create_application_emoji(
                        name=name, image=picture
                    )
                shown.append((sign, str(there[name])))
            for sign, emoji in shown:
                sign.show(theme, emoji)
