"""Records the messages that show matches, and edits them by the bot's own rights."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from cogs.board.access import Answers, access_of, unarchive
from cogs.board.changes import Changes
from cogs.frame.asker import audience_of, place_of
from cogs.frame.layout import Content
from cogs.frame.meter import Meter
from cogs.frame.replies import LOST, NOBODY, Sent, error_code
from prowlerbot.match.match import Match
from prowlerbot.storage.boards import Access, Board
from prowlerbot.storage.scenes import Scene
from prowlerbot.storage.showings import Kind, Showing
from prowlerbot.storage.store import Store

log = logging.getLogger(__name__)

_NO_SUCH_MESSAGE = {10003, 10008}
"""Unknown channel, unknown message."""
_ARCHIVED = 50083
"""The thread is archived, so nothing in it can be edited."""


class ShownMessages:
    """``changes`` records when a match gets another message."""

    def __init__(
        self, client: discord.Client, store: Store, meter: Meter, changes: Changes
    ) -> None:
        self._client = client
        self._store = store
        self._meter = meter
        self._changes = changes
        self.answers = Answers()

    async def note(
        self,
        interaction: discord.Interaction,
        kind: Kind,
        sent: Sent,
        *,
        match: Match,
        opens: bool,
    ) -> None:
        """Record a public message that shows a match, to find it when a name must be removed.

        With ``opens``, all users with access to the place may view the match from now on.
        """
        self.answers.keep(sent.message, interaction, first=sent.first)
        showing = Showing(place_of(interaction), sent.message, kind, match.id, opens=opens)
        await self._store.showings.add(showing, match.forgotten)

    async def set_board(
        self, interaction: discord.Interaction, scene: Scene, channel: int, message: int
    ) -> Scene:
        """Record the new board of a match; returns the scene with it."""
        board = Board(
            match=scene.match.id,
            guild=interaction.guild_id or 0,
            channel=channel,
            message=message,
            shown=scene.match.revision,
            access=access_of(interaction),
        )
        return await self.adopt(scene, board, audience_of(interaction))

    async def adopt(self, scene: Scene, board: Board, audience: int) -> Scene:
        """The same for a message found in a channel; ``audience`` as in Place."""
        await self._store.set_board(board, audience, scene.match.forgotten)
        self._changes.note(scene.match.id)
        return replace(scene, board=board)

    async def note_pressed(self, interaction: discord.Interaction, scene: Scene) -> Scene:
        """Record the content of the pressed message; an unrecorded message becomes the board."""
        message, match, board = interaction.message, scene.match, scene.board
        if message is None:
            return scene
        access = access_of(interaction)
        if access is Access.INTERACTION:
            self.answers.keep(message.id, interaction)
        if board is not None and board.message and board.access is access:
            self._store.note_shown(match.id, message.id, match.revision)
            return scene
        return await self.set_board(interaction, scene, interaction.channel_id or 0, message.id)

    def note_unchanged(self, scene: Scene) -> None:
        """Mark the message of a match as up to date, because the change is invisible in it."""
        if scene.board is not None and scene.board.message:
            revision = scene.match.revision
            self._store.note_shown(scene.match.id, scene.board.message, revision)

    def can_edit(self, board: Board) -> bool:
        """Whether a board can be updated without a press on it."""
        return board.access is Access.MEMBER or self.answers.reach(board.message)

    async def edit(self, board: Board, content: Content) -> bool:
        """Edit by the bot's own rights; False if it has none and the interactions have expired."""
        if board.access is Access.INTERACTION:
            return await self.answers.edit(board.message, content)
        channel = self._client.get_partial_messageable(board.channel)
        message, view = channel.get_partial_message(board.message), content.view
        try:
            await message.edit(view=view, attachments=content.files(), allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if error.code != _ARCHIVED:
                raise
            await unarchive(self._client, board.channel)
            await message.edit(view=view, attachments=content.files(), allowed_mentions=NOBODY)
        return True

    async def redraw(self, board: Board | None, match: Match, content: Content) -> bool:
        """Edit the message of a match without a press, and record its content."""
        if board is None or not board.message:
            return True
        try:
            if not await self.edit(board, content):
                return False
        except LOST as error:
            if error_code(error) in _NO_SUCH_MESSAGE:
                log.info("the message of match %s is gone", match.id)
                await self._store.forget_message(board)
                return True
            log.warning("the message of match %s was not edited: %s", match.id, error)
            return False
        self._meter.redraws.inc()
        self._store.note_shown(match.id, board.message, match.revision)
        return True
