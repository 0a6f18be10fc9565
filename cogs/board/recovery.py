"""Finishes posts that a crash or a lost reply interrupted: messages and threads of matches.

Each post is recorded before its request to Discord. If no result is recorded, the bot searches the
channel for it.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import discord

from cogs.board.access import own_thread
from cogs.board.board_messages import BoardMessages
from cogs.board.posting import Posting
from cogs.board.threads import Threads
from cogs.frame.asker import audience_in
from cogs.frame.history import custom_ids
from cogs.frame.replies import ANSWERABLE, LOST, surely_refused
from cogs.presses.addresses import MatchPress
from prowlerbot.core.errors import Refused, Stale
from prowlerbot.match.lobby import CHALLENGE_LASTS, cancel
from prowlerbot.match.match import Phase
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Board
from prowlerbot.storage.posts import UnfinishedPost, UnfinishedPosts
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)

_DONE_BY = 60
"""Seconds after which a post is either finished or abandoned."""
_GIVEN_UP_AFTER = 24 * 60 * 60
"""Seconds for which the bot asks Discord about a post without an answer."""
_ON_BOARDS: Final = {"cancel", "menu", "back"}
"""Each public board has one of these actions, and no other public message has any."""


@dataclass(eq=False)
class Recovery:
    _client: discord.Client
    _service: Service
    _posts: UnfinishedPosts
    _boards: BoardMessages
    _posting: Posting
    _threads: Threads

    def __post_init__(self) -> None:
        self._housekeeping = Housekeeping(self._service)
        self._looked_at = 0

    async def finish_posts(self) -> None:
        """Find the result of each unfinished post that began a while ago, and finish it."""
        now = self._service.now()
        await self._cancel_unseen(now - ANSWERABLE)
        for post in await self._posts.begun_before(now - _DONE_BY):
            if not self._service.serves(post.place.guild):
                continue
            async with self._housekeeping.sparing(post.match):
                try:
                    await self._finish(post)
                except LOST as error:
                    if surely_refused(error) or now - post.began_at > _GIVEN_UP_AFTER:
                        await self._posts.end(post)
                    log.info("a post of match %s may or may not be shown: %s", post.match, error)
                except Refused:
                    raise
                except Exception:
                    log.exception("a post of match %s cannot be finished", post.match)
                    await self._posts.end(post)

    async def _cancel_unseen(self, until: int) -> None:
        """Cancel the challenges that a stop has kept from being shown where the bot can only
        answer: it cannot look for them there, and nobody can answer them.
        """
        since = self._looked_at or until - CHALLENGE_LASTS
        for match_id in await self._service.mine(await self._posts.unseen(since, until)):
            async with self._housekeeping.sparing(match_id):
                match = await self._service.match(match_id)
                with suppress(Stale):
                    await self._service.apply(match, cancel, match.player(match.challenger).id)
        self._looked_at = until

    async def _finish(self, post: UnfinishedPost) -> None:
        async with self._boards.showing(post.match, None) as scene:
            if not await self._posts.is_unfinished(post):
                return  # finished in the meantime
            if not self._boards.calls.posts.history.is_open(
                *post.place
            ):  # Discord would show an empty channel
                await self._posts.end(post)
            elif post.root:
                await self._finish_thread(post, scene)
            else:
                await self._finish_message(post, scene)

    async def _finish_message(self, post: UnfinishedPost, scene: Scene) -> None:
        match, old = scene.match, scene.board
        found = await self.board_in(post.place.channel, match.id, post.began_at)
        if found is not None and (old is None or found > old.message):
            log.info("the message of match %s was found again", match.id)
            board = Board(match.id, post.place.guild, post.place.channel, found)
            audience = audience_in(self._client, post.place.guild, post.place.channel)
            scene = await self._boards.shown.adopt(scene, board, audience)
            if old is not None and old.message:
                await self._posting.retire(old, scene)
        elif match.phase is Phase.LOBBY and (old is None or not old.message):
            # Nobody can see this challenge, so it must not wait for an answer.
            try:
                await self._service.apply(match, cancel, match.player(match.challenger).id)
            except Stale:
                return  # it has an answer, so it is posted somewhere
        await self._posts.end(post)

    async def _finish_thread(self, post: UnfinishedPost, scene: Scene) -> None:
        """Post the board in the thread opened for it, unless there is none."""
        client, place = self._client, None
        with suppress(discord.NotFound):
            place = client.get_channel(post.root) or await client.fetch_channel(post.root)
        thread = own_thread(client, place)
        if thread is None:
            await self._posts.end(post)
            return
        match, shown = scene.match, scene.board
        found = await self.board_in(thread.id, match.id)
        if shown is not None and shown.message not in {0, post.root, found}:
            await self._posts.end(post)  # it is shown elsewhere by now
        elif found is None:
            await self._threads.finish(thread, scene, post)
        else:
            board = Board(match.id, post.place.guild, thread.id, found)
            await self._threads.enter(thread, scene, board)

    async def board_in(self, channel: int, match_id: str, since: int = 0) -> int | None:
        """The bot's latest message that shows a match in a channel."""

        def is_board(message: discord.Message) -> bool:
            presses = map(MatchPress.read, custom_ids(message.components))
            return any(it and it.match == match_id and it.action in _ON_BOARDS for it in presses)

        found = await self._boards.calls.posts.history.find(channel, since, is_board)
        return found.id if found is not None else None
