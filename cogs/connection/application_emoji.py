"""Uploads the drawn signs of the games to Discord, as emoji of the application.

The upload runs in the background. Unicode emoji replace the signs until it is done or if it fails.
Screen readers say the name of an emoji, so it is a plain word. The database has the emoji of each
drawing; a drawing that changes gets a new emoji. The former one stays, with another name, as
messages that were sent show it by its id. The oldest of them go where Discord has no more room.
"""

import asyncio
import hashlib
import logging
from collections.abc import Iterable, Mapping
from itertools import product
from typing import get_args

import discord

from cogs.connection.discord_requests import Backoff
from cogs.contract.sign import Sign
from cogs.discord_py.requests import error_text
from cogs.frame.replies import LOST, is_outage
from prowlerbot.match.preferences import Theme
from prowlerbot.storage.duty_store import ChoreStore

log = logging.getLogger(__name__)

_THEMES: tuple[Theme, ...] = get_args(Theme)
_UPLOAD_ATTEMPTS = 6
_HASH_LENGTH = 6  # letters of the hash of a drawing
_MAX_EMOJI = 2_000  # Discord's limit for the emoji of an application
_FORMER_PREFIX = "former_"  # of the name of an emoji whose drawing has changed; its id follows
_EMOJI_CHORE = "emoji"  # the chore under which the emoji of each drawing is stored


class _TakenMeanwhile(OSError):
    """Another process of the bot is uploading the same emoji; as one of LOST it is retried."""


class ApplicationEmoji:
    def __init__(self, client: discord.Client, signs: Iterable[Sign]) -> None:
        self._client = client
        self._signs = tuple(signs)
        self._task: asyncio.Task[None] | None = None
        self.pictures: dict[str, bytes] = {}  # the drawn signs, by the names of their emoji

    def begin_upload(self, chores: ChoreStore) -> None:
        """Upload the emoji that are not stored yet in the background; the bot has logged in."""
        if self._task is None and self._signs:
            self._task = asyncio.create_task(self._upload_with_retries(chores))

    def close(self) -> None:
        """Stop, and show Unicode emoji again: another bot may have other application emoji."""
        if self._task is not None:
            self._task.cancel()
            for sign, theme in product(self._signs, _THEMES):
                sign.show(theme, None)

    async def _upload_with_retries(self, chores: ChoreStore) -> None:
        """Retry temporary failures a few times; log any other failure."""
        backoff = Backoff()
        for _ in range(_UPLOAD_ATTEMPTS):
            try:
                await self._upload(chores)
            except LOST as error:
                if isinstance(error, discord.HTTPException) and not is_outage(error):
                    log.warning("Discord takes no emoji of the application: %s", error_text(error))
                    return
                log.info("the emoji of the application have to wait: %s", error_text(error))
                await asyncio.sleep(backoff.delay())
            except Exception:  # games are played without their signs
                log.exception("the signs of the games were not drawn")
                return
            else:
                return

    async def _upload(self, chores: ChoreStore) -> None:
        """Upload theme after theme; a theme comes into use once all of its signs are uploaded."""
        uploaded = {emoji.id: emoji for emoji in await self._client.fetch_application_emojis()}
        id_by_drawing = await chores.latest_outcome(_EMOJI_CHORE)
        for theme in _THEMES:
            texts: list[tuple[Sign, str]] = []
            for sign in self._signs:
                picture = await asyncio.to_thread(sign.draw, theme)
                name = sign.name if theme == _THEMES[0] else f"{sign.name}_{theme}"
                drawing = f"{sign.name}_{hashlib.sha256(picture).hexdigest()[:_HASH_LENGTH]}"
                self.pictures[name] = picture
                if (emoji := uploaded.get(id_by_drawing.get(drawing, 0))) is None:
                    emoji = await self._upload_one(name, drawing, picture, uploaded)
                    uploaded[emoji.id] = emoji
                    id_by_drawing = await self._store_id(chores, drawing, emoji.id)
                texts.append((sign, str(emoji)))
            for sign, text in texts:
                sign.show(theme, text)

    async def _upload_one(
        self, name: str, drawing: str, picture: bytes, uploaded: dict[int, discord.Emoji]
    ) -> discord.Emoji:
        """An emoji of this name: one uploaded under the name of its drawing, or a new one."""
        by_name = {emoji.name: emoji for emoji in uploaded.values()}
        if former := by_name.get(name):
            uploaded[former.id] = await former.edit(name=f"{_FORMER_PREFIX}{former.id}")
        if same_drawing := by_name.get(drawing):
            return await same_drawing.edit(name=name)
        formers = [it for it in sorted(uploaded) if uploaded[it].name.startswith(_FORMER_PREFIX)]
        for oldest in formers[: max(0, len(uploaded) + 1 - _MAX_EMOJI)]:
            await uploaded.pop(oldest).delete()
        try:
            return await self._client.create_application_emoji(name=name, image=picture)
        except discord.HTTPException as error:
            if any(emoji.name == name for emoji in await self._client.fetch_application_emojis()):
                raise _TakenMeanwhile from error
            raise

    async def _store_id(self, chores: ChoreStore, drawing: str, emoji: int) -> Mapping[str, int]:
        """Add an emoji to those that all processes of the bot have stored; returns all."""
        id_by_drawing = {**await chores.latest_outcome(_EMOJI_CHORE), drawing: emoji}
        await chores.note_outcome(_EMOJI_CHORE, id_by_drawing)
        return id_by_drawing
