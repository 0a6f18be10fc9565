"""Opens and maintains a thread for each match, if the server has chosen that."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord

from cogs.board.access import NEEDED_TO_OPEN_THREADS, access_of
from cogs.board.board_messages import BoardMessages
from cogs.board.rendering import Rendering
from cogs.frame.layout import Content
from cogs.frame.names import lacking
from cogs.frame.replies import LOST, NOBODY, say, surely_refused
from cogs.views.thread_views import thread_name, thread_view
from prowlerbot.core.i18n import Language, speaking, tr
from prowlerbot.match.match import Match
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Access, Board
from prowlerbot.storage.posts import PostPlace, UnfinishedPost
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)

_A_WEEK: Final = 10080
"""Minutes of silence after which Discord archives the thread: Discord's maximum."""

_AnyMessage = discord.Message | discord.PartialMessage


class Threads:
    def __init__(
        self, client: discord.Client, service: Service, rendering: Rendering, boards: BoardMessages
    ) -> None:
        self._client = client
        self._service = service
        self._rendering = rendering
        self._boards = boards
        self._posts = service.store.posts

    async def open(self, interaction: discord.Interaction, scene: Scene) -> Scene:
        """Show a new match: in its own thread if the server has chosen that.

        After any failure the board is still shown: in the message of the challenge instead of the
        thread, by this method or after a crash by upkeep.
        """
        message = interaction.message
        if message is None or not _wanted(interaction, scene):
            return await self._boards.answer(interaction, scene)
        if lacking(interaction.app_permissions, NEEDED_TO_OPEN_THREADS):
            scene = await self._boards.answer(interaction, scene)
            await _tell_what_is_missing(interaction)
            return scene
        with suppress(*LOST):  # opening a thread may take longer than Discord waits
            await interaction.response.defer()
        moved = await self._move_into(interaction, message, scene)
        if moved is None:
            await self._boards.refresh(scene.match.id, interaction.user.id, call=False)
        return moved or scene

    async def open_posted(self, interaction: discord.Interaction, scene: Scene) -> Scene:
        """Open a thread for a match whose board was posted at once, without any acceptance."""
        channel, board = interaction.channel, scene.board
        if board is None or not isinstance(channel, discord.TextChannel):
            return scene
        if not _wanted(interaction, scene):
            return scene
        if lacking(interaction.app_permissions, NEEDED_TO_OPEN_THREADS):
            await _tell_what_is_missing(interaction)
            return scene
        message = channel.get_partial_message(board.message)
        return await self._move_into(interaction, message, scene) or scene

    async def _move_into(
        self, interaction: discord.Interaction, message: _AnyMessage, seen: Scene
    ) -> Scene | None:
        """Show the match in a thread; None if that did not succeed."""
        rendering = self._rendering
        guild = interaction.guild_id or 0
        async with self._boards.showing(seen.match.id, seen, guild) as scene:
            match = scene.match
            content = await self._boards.drawn(interaction, scene)
            language = rendering.language_in(scene.server, interaction.guild_id)
            with speaking(language):
                name = thread_name(match)
            place = PostPlace(guild, message.channel.id)
            post = UnfinishedPost(match.id, place, self._service.now(), message.id)
            await self._posts.begin(post)
            try:
                thread = await message.create_thread(name=name, auto_archive_duration=_A_WEEK)
            except LOST as error:
                log.warning("no thread for match %s: %s", match.id, error)
                if surely_refused(error):
                    await self._posts.end(post)
                return None
            sent = await self._send_board(thread, content, post)
            if sent is None:
                return None
            board = Board(match.id, guild, thread.id, sent, match.revision)
            moved = await self._boards.shown.adopt(scene, board, thread.parent_id)
            await self._settle(thread, message, match, language)
        self._boards.go_on(match, interaction.user.id)
        return moved

    async def finish(self, thread: discord.Thread, scene: Scene, post: UnfinishedPost) -> None:
        """Show a match in the thread that was opened for it but never got its board.

        The caller must be inside ``showing`` for this match.
        """
        match = scene.match
        board = Board(match.id, post.place.guild, thread.id, 0, match.revision)
        content = await self._boards.drawn_at(board, scene)
        message = await self._send_board(thread, content, post)
        if message is not None:
            await self.enter(thread, scene, replace(board, message=message))

    async def enter(self, thread: discord.Thread, scene: Scene, board: Board) -> None:
        """Link from the channel to the board of a match in its thread."""
        await self._boards.shown.adopt(scene, board, thread.parent_id)
        parent = self._client.get_partial_messageable(thread.parent_id, guild_id=board.guild)
        language = self._rendering.language_in(scene.server, board.guild)
        await self._settle(thread, parent.get_partial_message(thread.id), scene.match, language)

    async def _send_board(
        self, thread: discord.Thread, content: Content, post: UnfinishedPost
    ) -> int | None:
        """Post the board in a thread; None if that did not succeed.

        A thread that can never get the board is removed, or closed if the bot may not remove it.
        """
        try:
            sent = await thread.send(
                view=content.view, files=content.files(), allowed_mentions=NOBODY
            )
        except LOST as error:
            log.warning("no board in the thread of match %s: %s", post.match, error)
            if surely_refused(error):
                await self._remove(thread)
                await self._posts.end(post)
            return None
        return sent.id

    async def _remove(self, thread: discord.Thread) -> None:
        try:
            await thread.delete()  # only with Manage Threads
        except LOST:
            with suppress(*LOST):
                await thread.edit(archived=True)

    async def _settle(
        self, thread: discord.Thread, message: _AnyMessage, match: Match, language: Language
    ) -> None:
        """Finish a thread with a board: add the link to it and its members."""
        with speaking(language):
            view = thread_view(match, self._rendering.face(match), thread.mention)
        with suppress(*LOST):  # its remaining buttons lead to the thread
            await message.edit(view=view, attachments=[], allowed_mentions=NOBODY)
        for player in filter(lambda each: each.is_person, match.players):
            with suppress(*LOST):  # the call has the link for players who are not added
                await thread.add_user(discord.Object(player.id))


def _wanted(interaction: discord.Interaction, scene: Scene) -> bool:
    """Whether a new match gets its own thread in this place."""
    if not isinstance(interaction.channel, discord.TextChannel):
        return False
    return scene.server.threads and access_of(interaction) is Access.MEMBER


async def _tell_what_is_missing(interaction: discord.Interaction) -> None:
    missing = lacking(interaction.app_permissions, NEEDED_TO_OPEN_THREADS)
    note = tr(
        "This server wants a thread for each match, but I lack permissions in this channel:"
        " {missing}. So the board is here.",
        missing=", ".join(map(tr, missing)),
    )
    await say(interaction, note)
