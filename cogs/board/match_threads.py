"""Opens a thread for each match, if the server has chosen that.

A thread has the id of the message at which it begins. Each thread is recorded before its request to
Discord. The record is removed once the thread has the board and the message leads there, so a duty
completes both after a crash.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import Interaction

from cogs.board.board_access import NEEDED_TO_OPEN_THREADS, own_thread
from cogs.board.board_messages import BoardMessages
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import is_board
from cogs.board.views.moved_views import thread_name, thread_view
from cogs.frame.layout import Content
from cogs.frame.names import lacking, safe_player_name
from cogs.frame.outbox import Outbox
from cogs.frame.replies import LOST, edited, say, sending, surely_refused
from cogs.frame.visit import visit_of
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.match.match import Match
from prowlerbot.match.scene import Access, Board, Scene, shown_by
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_A_WEEK: Final = 10080
"""Minutes of silence after which Discord archives the thread: Discord's maximum."""

MOST_OF_A_PERSON = 5
"""The most threads of running matches that one person can begin in a server."""
MOST_IN_SERVER = 300
"""The most open threads of the bot in a server; Discord allows 1,000 of all apps and users."""

_AnyMessage = discord.Message | discord.PartialMessage


@dataclass(eq=False)
class Threads:
    _client: discord.Client
    _service: Service
    _outbox: Outbox
    _rendering: Rendering
    _boards: BoardMessages

    def __post_init__(self) -> None:
        self._noted = self._service.store.outbox
        self._outbox.add_kind(PostKind.THREAD, self.finish, twice=False)

    async def open(self, interaction: Interaction, scene: Scene) -> Scene:
        """Show a new match: in its own thread if the server has chosen that.

        After any failure, the message of the challenge shows the board instead of the thread. After
        a crash, a duty does this.
        """
        message = interaction.message
        if message is None or not _wanted(interaction, scene):
            return await self._boards.answer(interaction, scene)
        if obstacle := await self._obstacle(interaction, scene.match):
            scene = await self._boards.answer(interaction, scene)
            await say(interaction, obstacle)
            return scene
        with suppress(*LOST):  # opening a thread may take longer than Discord waits
            await interaction.response.defer()
        here = Board(scene.match.id, interaction.guild_id or 0, message.channel.id, message.id)
        moved = await self._move(message, scene, here, interaction)
        if moved is None:
            await self._boards.refresh(scene.match.id, interaction.user.id, call=False)
        return moved or scene

    async def open_posted(self, interaction: Interaction, scene: Scene) -> Scene:
        """Open a thread for a match whose board was posted at once, without any acceptance."""
        channel, board = interaction.channel, scene.board
        if board is None or not isinstance(channel, discord.TextChannel):
            return scene
        if not _wanted(interaction, scene):
            return scene
        if obstacle := await self._obstacle(interaction, scene.match):
            await say(interaction, obstacle)
            return scene
        message = channel.get_partial_message(board.message)
        return await self._move(message, scene, board, interaction) or scene

    async def open_by_itself(
        self, channel: discord.TextChannel, scene: Scene, board: Board
    ) -> Scene:
        """Open a thread for a match whose board the bot has posted by itself.

        The server must have chosen threads and allow them to the bot.
        """
        missing = lacking(channel.permissions_for(channel.guild.me), NEEDED_TO_OPEN_THREADS)
        if missing or not scene.server.threads or len(_own(channel.guild)) >= MOST_IN_SERVER:
            return scene
        message = channel.get_partial_message(board.message)
        return await self._move(message, scene, board) or scene

    async def _obstacle(self, interaction: Interaction, match: Match) -> str:
        """The sentence that no thread is opened: permissions are missing, or there are too many.

        It is empty if a thread is opened.
        """
        missing = lacking(visit_of(interaction).may, NEEDED_TO_OPEN_THREADS)
        if missing:
            return tr(
                "This server wants a thread for each match, but I lack permissions in this channel:"
                " {missing}. So the board is here.",
                missing=", ".join(map(tr, missing)),
            )
        own = _own(interaction.guild)
        if len(own) >= MOST_IN_SERVER:
            return tr("I keep no more threads open in this server; the board is here.")
        host = match.player(match.challenger).id
        if await self._service.store.boards.played_in(host, own) >= MOST_OF_A_PERSON:
            return tr(
                "{player} has {count} matches in threads here already; the board of this one is"
                " here.",
                player=safe_player_name(match.player(match.challenger)),
                count=MOST_OF_A_PERSON,
            )
        return ""

    async def _move(
        self,
        message: _AnyMessage,
        read_scene: Scene,
        board: Board,
        interaction: Interaction | None = None,
    ) -> Scene | None:
        """Show the match of a board in a new thread, by the bot itself if nobody has asked for it;
        None if that did not succeed.
        """
        guild = board.guild
        async with self._boards.showing(read_scene.match.id, read_scene, guild) as scene:
            match = scene.match
            if interaction is None:
                content = await self._boards.drawn_at(board, scene)
            else:
                content = await self._boards.drawn(visit_of(interaction), scene)
            with speaking(self._rendering.language_in(scene.server, guild)):
                name = thread_name(match)
            named = PostName(PostKind.THREAD, match.id, str(message.id), "")
            post = Post(named, self._service.now(), guild, message.id)
            await self._noted.note_post(post)
            moved = None
            with suppress(*LOST):  # a duty completes it
                async with self._outbox.giving_up_if_refused(post):
                    thread = await message.create_thread(name=name, auto_archive_duration=_A_WEEK)
                    moved = await self._post_board(thread, scene, content, post)
        if moved is not None:
            self._boards.machines.wake(match, interaction.user.id if interaction is not None else 0)
        return moved

    async def finish(self, post: Post) -> None:
        """Show a match in the thread that was opened for it, and link its message to the thread."""
        match_id, place = post.name.subject, self._client.get_channel(post.channel)
        async with (
            self._boards.showing(match_id, None) as scene,
            self._outbox.giving_up_if_refused(post),
        ):
            if post not in await self._noted.waiting_posts(match_id):
                return  # another task has done it
            with suppress(discord.NotFound):
                place = place or await self._client.fetch_channel(post.channel)
            thread, board = own_thread(self._client, place), scene.board
            shown = board is not None and board.message not in {0, post.channel}
            if board is not None and shown and thread is not None and board.channel == thread.id:
                await self._lead_into(thread, scene, post)
            elif shown or (thread is None and self._outbox.may_be_lost(post)):
                self._noted.note_gone(post)
            elif thread is not None:
                await self._finish_in(thread, scene, post)

    async def _finish_in(self, thread: discord.Thread, scene: Scene, post: Post) -> None:
        """Put the board into its thread, which the client may not have in its cache."""
        match, now = scene.match, self._service.now()
        if not self._outbox.history.is_open(post.guild, thread.parent_id):
            self._noted.note_gone(post)
            return
        message = await self._outbox.find_message(post, is_board(match.id))
        board = Board(match.id, post.guild, thread.id, 0, shown_by(post, match))
        if message:
            await self._enter(thread, scene, replace(board, message=message), post)
            return
        content = await self._boards.drawn_at(board, scene)
        new = replace(post, begun_at=now) if self._outbox.may_be_lost(post) else post
        await self._post_board(thread, scene, content, new)

    async def _post_board(
        self, thread: discord.Thread, scene: Scene, content: Content, post: Post
    ) -> Scene | None:
        """Post the board in a thread. Raises one of LOST.

        A thread that can never get the board is removed, or closed if the bot may not remove it.
        """
        try:
            sent = await self._outbox.place(post, sending(content), is_board(post.name.subject))
        except LOST as error:
            if surely_refused(error):
                await self._remove(thread)
            raise
        if not sent:
            return None
        board = Board(scene.match.id, post.guild, thread.id, sent, shown_by(post, scene.match))
        return await self._enter(thread, scene, board, post)

    async def _enter(self, thread: discord.Thread, scene: Scene, board: Board, post: Post) -> Scene:
        """Make a message in its thread the board of a match."""
        moved = await self._boards.shown.adopt(scene, board, thread.parent_id)
        await self._lead_into(thread, moved, post)
        return moved

    async def _lead_into(self, thread: discord.Thread, scene: Scene, post: Post) -> None:
        """Add the players to a thread, and the link to the message at which it begins."""
        match = scene.match
        parent = self._client.get_partial_messageable(thread.parent_id, guild_id=post.guild)
        with speaking(self._rendering.language_in(scene.server, post.guild)):
            view = thread_view(match, self._rendering.face(match), thread.mention)
        with suppress(*LOST):  # its remaining buttons lead to the thread
            await parent.get_partial_message(thread.id).edit(**edited(view))
        for player in filter(lambda each: each.is_person, match.players):
            with suppress(*LOST):  # the call has the link for players who are not added
                await thread.add_user(discord.Object(player.id))
        self._noted.note_gone(post)

    async def _remove(self, thread: discord.Thread) -> None:
        try:
            await thread.delete()  # only with Manage Threads
        except LOST:
            with suppress(*LOST):
                await thread.edit(archived=True)


def _wanted(interaction: Interaction, scene: Scene) -> bool:
    """Whether a new match gets its own thread in this place."""
    if not isinstance(interaction.channel, discord.TextChannel):
        return False
    return scene.server.threads and visit_of(interaction).access is Access.MEMBER


def _own(guild: discord.Guild | None) -> list[int]:
    """The open threads of the bot in a server."""
    if guild is None:
        return []
    return [each.id for each in guild.threads if each.owner_id == guild.me.id and not each.archived]
