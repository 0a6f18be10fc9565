"""Where matches are shown: posting a board, updating it, calling the player to move.

What is shown is always drawn anew from the stored match, so whatever is lost on the way (a crash,
a failed request) is made good by showing the match once more. The store remembers which revision
a message shows.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import discord

from cogs.board import views
from cogs.board.access import (
    Answers,
    access_of,
    archive_within_an_hour,
    check_permissions,
    rename,
    unarchive,
)
from cogs.board.calls import Calls
from cogs.board.face import Face
from cogs.board.rendering import Rendering, link_to
from cogs.board.thread_views import thread_name, thread_view
from cogs.frame.layout import Content
from cogs.frame.meter import Meter
from cogs.frame.names import Verbatim
from cogs.frame.replies import LOST, NOBODY
from prowlerbot.core.errors import Denied, Refused
from prowlerbot.core.i18n import Language, speaking, spoken
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Access, Board
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)

_ALREADY_ANSWERED = 40060
"""An answer that Discord took although its reply got lost, so that discord.py sent it again."""
_GONE = {10003, 10008}
"""Unknown channel, unknown message."""
_ARCHIVED = 50083
"""Nothing can be edited in a thread that has been archived."""


class NotShown(Refused):
    """The match is stored as it should be, but Discord did not take the message as usual."""


class Table:
    """Shows the matches of all games where they are played."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        faces: Mapping[str, Face],
        meter: Meter,
    ) -> None:
        self._client = client
        self._meter = meter
        self.service = service
        self.rendering = Rendering(client, service, faces, meter)
        self.calls = Calls(client, service, self.rendering)
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._answers = Answers()

    def face(self, match: Match) -> Face:
        return self.rendering.face(match)

    async def scene(self, interaction: discord.Interaction, match_id: str) -> Scene:
        """A match as it is to be shown where the interaction comes from."""
        return await self.service.scene(match_id, interaction.guild_id or 0)

    async def challenge(self, interaction: discord.Interaction, match: Match) -> None:
        """Post a challenge as the answer to a command; the challenged players are called."""
        called = [discord.Object(match.player(seat).id) for seat in match.challenged]
        await self._post(interaction, match, discord.AllowedMentions(users=called))

    async def post(self, interaction: discord.Interaction, match: Match) -> None:
        """Show a match here, as the answer to a command or press; its old message is retired."""
        old = await self.service.store.board(match.id)
        await self._post(interaction, match, NOBODY)
        if old is not None:
            await self._retire(old, match)
        await self.calls.call(match.id, presser=interaction.user.id, anew=True)

    async def answer(
        self, interaction: discord.Interaction, match_id: str, choosing: str | None = None
    ) -> None:
        """Show the present match in the message that was pressed, or by other means.

        The whole step is done under the lock of the match and from what is stored then, so a
        slow answer never puts an older position over a newer one. Raises NotShown where the
        presser has to be told that something went another way than usual.
        """
        async with self.lock(match_id):
            scene = await self.scene(interaction, match_id)
            await self.check_place(interaction, scene)
            scene = await self._seen(scene, interaction.user)
            match = scene.match
            if choosing is not None and not self.service.waits_for(match, interaction.user.id):
                choosing = None  # the match moved on while this press waited for the lock
            shown = await self._drawn(interaction, scene, choosing)
            try:
                await interaction.response.edit_message(
                    view=shown.view, attachments=shown.files(), allowed_mentions=NOBODY
                )
            except LOST as error:
                if _code(error) != _ALREADY_ANSWERED:
                    log.warning("press in match %s not answered: %s", match_id, error)
                    await self._show_otherwise(match, shown)
            await self._set_place(interaction, scene)
            await self._close_thread(match, interaction.guild_id, interaction.channel_id or 0)

    async def check_place(self, interaction: discord.Interaction, scene: Scene) -> None:
        """Close a message that the match has left, and raise Denied with the way to the new one."""
        board, message = scene.board, interaction.message
        if board is None or message is None or board.message in {0, message.id}:
            return
        link = link_to(board) or ""
        with speaking(self.rendering.language_in(scene.server, interaction.guild_id)):
            view = views.moved_view(scene.match, self.face(scene.match), link)
        await interaction.response.edit_message(view=view, attachments=[])
        raise Denied("This match is shown in another message now: {link}", link=Verbatim(link))

    async def refresh(self, match_id: str, caller: int = 0, *, call: bool = True) -> bool:
        """Bring the message of a match up to date; False where that did not succeed now.

        Where the bot can only answer, that may have to wait until somebody presses there.
        """
        done = True
        async with self.lock(match_id):
            scene = await self.service.scene(match_id)
            match, board = scene.match, scene.board
            if board is not None and board.shown < match.revision:
                with speaking(await self._read_in(scene, board)):
                    shown = await self.rendering.message(scene, board.guild)
                done = await self._edit(board, match, shown)
                if not done and board.access is Access.MEMBER:
                    return False
                await self._close_thread(match, board.guild, board.channel)
        if call:
            await self.calls.call(match_id, presser=caller)
        return done

    async def link(self, match_id: str) -> str | None:
        """The address of the message that shows a match, where there is one."""
        return link_to(await self.service.store.board(match_id))

    def check_permissions(self, interaction: discord.Interaction) -> None:
        """Raise Denied, naming what is missing, where a board could not be kept up to date."""
        check_permissions(interaction)

    # ------------------------------------------------------------------ the parts of the above

    async def _show_otherwise(self, match: Match, shown: Content) -> None:
        """Edit the message of a match after Discord has refused the answer to a press."""
        done = await self._edit(await self.service.store.board(match.id), match, shown)
        board = await self.service.store.board(match.id)
        if not done and board is not None and board.access is Access.INTERACTION:
            raise NotShown(
                "Discord does not take the new board just now. Your match is safe, and the board"
                " follows when it is pressed again."
            )
        if not done:
            raise NotShown(
                "Discord does not take the new board just now. Your match is safe, and the board"
                " follows by itself within a minute."
            )
        if board is None or not board.message:
            raise NotShown(
                "The message with the board is gone, but your match is safe: `/prowler board` shows"
                " it again."
            )
        raise NotShown("Discord stumbled over that press, but the board is up to date now.")

    async def _set_place(self, interaction: discord.Interaction, scene: Scene) -> None:
        """Remember what the pressed message shows; one that nobody knew of becomes the board."""
        message, match, board = interaction.message, scene.match, scene.board
        if message is None:
            return
        access = access_of(interaction)
        if access is Access.INTERACTION:
            self._answers.keep(message.id, interaction)
        if board is not None and board.message and board.access is access:
            await self.service.store.set_shown(match.id, message.id, match.revision)
        else:
            await self._set_board(interaction, match, message.id)

    async def _set_board(
        self, interaction: discord.Interaction, match: Match, message: int
    ) -> None:
        await self.service.store.set_board(
            Board(
                match=match.id,
                guild=interaction.guild_id or 0,
                channel=interaction.channel_id or 0,
                message=message,
                shown=match.revision,
                access=access_of(interaction),
            )
        )

    def lock(self, match_id: str) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _seen(self, scene: Scene, user: discord.abc.User) -> Scene:
        """The scene with the name and language that the user has now, kept for next time."""
        match, store = scene.match, self.service.store
        seat = match.seat_of(user.id)
        if seat is None:
            return scene
        if match.player(seat).name != user.display_name:
            named = Player(user.id, user.display_name)
            await store.rename(match.id, named)
            players = tuple(named if each.id == user.id else each for each in match.players)
            scene = replace(scene, match=replace(match, players=players))
        if scene.choices_of(seat).language != spoken():
            new = await store.rechoose(PlayerChoices, user.id, language=spoken())
            choices = tuple(new if at == seat else scene.choices_of(at) for at in match.seats)
            scene = replace(scene, choices=choices)
        return scene

    async def _drawn(
        self, interaction: discord.Interaction, scene: Scene, choosing: str | None = None
    ) -> Content:
        guild = interaction.guild_id
        with speaking(self.rendering.language_at(scene, guild, access_of(interaction))):
            return await self.rendering.message(scene, guild, choosing)

    async def _read_in(self, scene: Scene, board: Board) -> Language:
        """The language of a board that is redrawn where it stands."""
        languages = {each.language for each in scene.choices}
        if board.guild or board.access is Access.INTERACTION or len(languages) == 1:
            return self.rendering.language_at(scene, board.guild, board.access)
        with suppress(*LOST):  # a chat with the bot, that of one of the players
            for player, choices in zip(scene.match.players, scene.choices, strict=True):
                chat = await self._client.create_dm(discord.Object(player.id))
                if chat.id == board.channel:
                    return choices.language or spoken()
        return spoken()

    async def _post(
        self, interaction: discord.Interaction, match: Match, mentions: discord.AllowedMentions
    ) -> None:
        async with self.lock(match.id):
            scene = await self._seen(await self.scene(interaction, match.id), interaction.user)
            shown = await self._drawn(interaction, scene)
            message = await self._send(interaction, shown, mentions)
            await self._set_board(interaction, scene.match, message)

    async def _send(
        self, interaction: discord.Interaction, shown: Content, mentions: discord.AllowedMentions
    ) -> int:
        """Answer with a new message; returns its id."""
        first = not interaction.response.is_done()
        if first:
            message = await self._send_first(interaction, shown, mentions)
        else:
            message = (
                await interaction.followup.send(
                    view=shown.view, files=shown.files(), allowed_mentions=mentions, wait=True
                )
            ).id
        self._answers.keep(message, interaction, first=first)
        return message

    async def _send_first(
        self, interaction: discord.Interaction, shown: Content, mentions: discord.AllowedMentions
    ) -> int:
        try:
            sent = await interaction.response.send_message(
                view=shown.view, files=shown.files(), allowed_mentions=mentions
            )
        except discord.HTTPException as error:
            if error.code != _ALREADY_ANSWERED:
                raise
            return (await interaction.original_response()).id
        return sent.message_id or 0

    async def _edit(self, board: Board | None, match: Match, shown: Content) -> bool:
        """Edit the message of a match without a press, and remember what it shows."""
        if board is None or not board.message:
            return True
        try:
            if not await self._edit_message(board, shown):
                return False
        except LOST as error:
            if _code(error) in _GONE:
                log.info("the message of match %s is gone", match.id)
                await self.service.store.forget_message(board)
                return True
            log.warning("the message of match %s was not edited: %s", match.id, error)
            return False
        self._meter.redraws.inc()
        await self.service.store.set_shown(match.id, board.message, match.revision)
        return True

    async def _edit_message(self, board: Board, shown: Content) -> bool:
        """Edit by the bot's own rights; False where it has none and the answers are too old."""
        if board.access is Access.INTERACTION:
            return await self._answers.edit(board.message, shown)
        message = self._message(board.channel, board.message)
        try:
            await message.edit(view=shown.view, attachments=shown.files(), allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if error.code != _ARCHIVED:
                raise
            await unarchive(self._client, board.channel)
            await message.edit(view=shown.view, attachments=shown.files(), allowed_mentions=NOBODY)
        return True

    async def _close_thread(self, match: Match, guild: int | None, channel: int) -> None:
        """Let the thread of a match that is over go to sleep, without a name that is forgotten."""
        if match.phase is not Phase.OVER:
            return
        await archive_within_an_hour(self._client, channel)
        if guild and any(player.gone for player in match.players):
            with speaking(await self.rendering.language(guild)):
                name = thread_name(match)
                view = thread_view(match, self.face(match), f"<#{channel}>")
            await rename(self._client, channel, name, view)

    async def _retire(self, old: Board, match: Match) -> None:
        """Take the buttons from a message that the match has left."""
        if not old.message:
            return
        link = await self.link(match.id)
        with speaking(await self.rendering.language(old.guild)):
            view = views.moved_view(match, self.face(match), link)
        with suppress(*LOST):  # what cannot be edited is refused when pressed
            await self._edit_message(old, Content(view))

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel).get_partial_message(message)


def _code(error: Exception) -> int:
    """Discord's own number for what went wrong, 0 where the request did not get that far."""
    return error.code if isinstance(error, discord.HTTPException) else 0
