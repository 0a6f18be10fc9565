"""The messages that show matches: brought up to date by presses, and without any.

What is shown is always drawn from the stored match, so whatever is lost on the way (a crash, a
failed request) is repaired by showing the match again. The store remembers which revision
a message shows.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import discord

from cogs.board.absence import Absence
from cogs.board.access import Answers, access_of, archive_within_an_hour, rename, unarchive
from cogs.board.calls import Calls
from cogs.board.changes import Changes
from cogs.board.foreseen import Foreseen
from cogs.board.machines import Machines
from cogs.board.match_message import MatchMessage
from cogs.board.open_boards import OpenBoards
from cogs.board.rendering import Rendering, link_to
from cogs.board.stopwatches import Stopwatches
from cogs.contract.face import Face
from cogs.frame.asker import asker_of, audience_of, is_open, place_of
from cogs.frame.drawing_processes import DrawingProcesses
from cogs.frame.layout import Content
from cogs.frame.mentions import command
from cogs.frame.meter import Meter
from cogs.frame.names import Verbatim
from cogs.frame.press import MatchPress
from cogs.frame.public_answer import Sent
from cogs.frame.replies import LOST, NOBODY, error_code, turn_into
from cogs.views import match_views as views
from cogs.views.thread_views import thread_name, thread_view
from prowlerbot.core.errors import Denied, Refused
from prowlerbot.core.i18n import Language, speaking, spoken
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.service.machine_seats import MachineSeats
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Access, Board
from prowlerbot.storage.scenes import Scene
from prowlerbot.storage.showings import Kind, Showing

log = logging.getLogger(__name__)

_NO_SUCH_MESSAGE = {10003, 10008}
"""Unknown channel, unknown message."""
GATHERED_FOR = 0.3
"""Seconds for which edits that answer no press are gathered."""
GATHERED_LIVE = 1.2
"""The same while several race: Discord takes five edits in five seconds from a channel."""
_ARCHIVED = 50083
"""Nothing can be edited in a thread that has been archived."""


class NotShown(Refused):
    """The match is stored as it should be, but Discord did not take the message as usual."""


class BoardMessages:
    """Shows the matches of all games where they are played."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        faces: Mapping[str, Face],
        meter: Meter,
        *,
        thinkers: Thinkers,
        drawing: DrawingProcesses,
    ) -> None:
        self._client = client
        self._meter = meter
        self.service = service
        self.rendering = Rendering(client, service, faces, meter, drawing)
        self.open_boards = OpenBoards(service)
        self.absence = Absence(client, service)
        self.answers = Answers()
        self.machines = Machines(service, MachineSeats(service, thinkers), self.refresh)
        self.stopwatches = Stopwatches(service, self.refresh)
        self._message = MatchMessage(service, self.rendering, self.machines)
        self._changes = Changes()
        self.calls = Calls(client, service, self.rendering, self._changes)
        self._gathered: dict[str, asyncio.Task[None]] = {}
        self._refreshing: set[asyncio.Task[None]] = set()
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    def face(self, match: Match) -> Face:
        return self.rendering.face(match)

    async def scene(self, interaction: discord.Interaction, match_id: str) -> Scene:
        """A match as it is to be shown where the interaction comes from."""
        return await self.service.scene(match_id, interaction.guild_id or 0)

    async def scene_after(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> Scene:
        """The scene that made a press late; the one that was read may be from just before that."""
        if scene.match.moment > press.moment:
            return scene
        return await self.scene(interaction, press.match)

    @asynccontextmanager
    async def showing(
        self, match_id: str, seen: Scene | None, guild: int | None = None
    ) -> AsyncIterator[Scene]:
        """Let one task at a time show a match, so that an older picture never replaces a newer one.

        ``seen`` is the scene as it was just read, with this change; it is read again, for a server
        if asked, where somebody else has shown the match in between.
        """
        outdated = seen is None or self._changes.since(seen)
        arrived = self._changes.note(match_id)
        scene = replace(seen, read_at=arrived) if seen is not None else None
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            if scene is None or outdated or self._changes.since(scene):
                scene = await self.service.scene(match_id, guild)
            yield scene
        self._show_privately(scene.match)

    def _show_privately(self, match: Match) -> None:
        """Bring the private boards up to date that players have open, a moment later."""
        live = bool(match.terms.stopwatch) and self.service.live(match)
        self.open_boards.look_after(match, GATHERED_LIVE if live else GATHERED_FOR)

    def foreseeing(self, interaction: discord.Interaction, scene: Scene) -> Foreseen:
        """Have the answer to a press drawn while what it has changed is being stored."""
        return Foreseen(lambda foreseen: self.drawn(interaction, foreseen), scene)

    async def answer(
        self,
        interaction: discord.Interaction,
        seen: Scene,
        choosing: str | None = None,
        foreseen: Foreseen | None = None,
    ) -> Scene:
        """Show a match in the message that was pressed, or by other means.

        Returns the scene as it is shown. Raises NotShown where the presser has to be told that
        something went another way than usual.
        """
        guild, match = interaction.guild_id or 0, seen.match
        try:
            shown = await self._answer(interaction, seen, guild, choosing, foreseen)
            match = shown.match
        finally:  # even if showing it fails, the machine moves
            self.go_on(match, interaction.user.id)
        return shown

    async def _answer(
        self,
        interaction: discord.Interaction,
        seen: Scene,
        guild: int,
        choosing: str | None,
        foreseen: Foreseen | None,
    ) -> Scene:
        async with self.showing(seen.match.id, seen, guild) as present:
            await self.check_place(interaction, present)
            scene = await self.with_asker(interaction, present)
            match = scene.match
            if match.moment != seen.match.moment:
                choosing = None  # the match moved on while this press waited
            content = await foreseen.content(scene) if foreseen is not None else None
            if content is None:
                content = await self.drawn(interaction, scene, choosing)
            try:
                await turn_into(interaction, content)
            except LOST as error:
                log.warning("press in match %s not answered: %s", match.id, error)
                await self._show_otherwise(match, content)
            shown = await self._set_place(interaction, scene)
            await self._close_thread(match, interaction.guild_id, interaction.channel_id or 0)
        return shown

    def go_on(self, match: Match, presser: int = 0) -> None:
        """Have happen by itself what a match, as it was just shown, waits for."""
        self.machines.wake(match, presser)
        self.stopwatches.wind(match)

    async def answer_and_call(
        self, interaction: discord.Interaction, scene: Scene, foreseen: Foreseen | None = None
    ) -> None:
        """Show a match that a press has changed, then call whoever it waits for now."""
        try:
            scene = await self.answer(interaction, scene, foreseen=foreseen)
        finally:  # even if showing it fails, the other players are told
            if not self.service.live(scene.match):  # there, nobody waits for anybody
                await self.calls.call(scene, presser=interaction.user.id)

    async def check_place(self, interaction: discord.Interaction, scene: Scene) -> None:
        """Close a message that the match has left, and raise Denied with the way to the new one."""
        board, message = scene.board, interaction.message
        if board is None or message is None or board.message in {0, message.id}:
            return
        public = await self.public_link(interaction.channel_id or 0, scene.match.id)
        with speaking(self.rendering.language_in(scene.server, interaction.guild_id)):
            view = views.moved_view(scene.match, self.face(scene.match), public)
        await interaction.response.edit_message(view=view, attachments=[])
        link = await self.link(interaction, scene.match.id)
        if link is None:
            raise Denied("This match is shown in another message now, where you cannot see it.")
        raise Denied(
            "This match is shown in another message now: {link}", link=Verbatim(views.way_to(link))
        )

    async def update(self, interaction: discord.Interaction, scene: Scene) -> None:
        """Bring a board up to date after a press or command that did not come from it."""
        guild = scene.board.guild if scene.board is not None else 0
        # Read for another server, the scene has the choices of that one.
        seen = scene if guild == (interaction.guild_id or 0) else None
        await self.refresh(scene.match.id, interaction.user.id, seen=seen)

    async def refresh(
        self,
        match_id: str,
        caller: int = 0,
        *,
        call: bool = True,
        seen: Scene | None = None,
        anyway: bool = False,
    ) -> bool:
        """Bring the message of a match up to date; False where that did not succeed now.

        Where the bot can only answer, that may have to wait until somebody presses there. ``seen``
        is the match as it was just read for the server of its board; with ``anyway`` the board is
        redrawn although the match is the same.
        """
        done = True
        async with self.showing(match_id, seen) as scene:
            match, board = scene.match, scene.board
            self.go_on(match, caller)
            if board is not None and (anyway or board.shown < match.revision):
                content = await self.drawn_at(board, scene)
                done = await self._edit(board, match, content)
                if not done and board.access is Access.MEMBER:
                    return False
                await self._close_thread(match, board.guild, board.channel)
        if call:
            await self.calls.call(scene, presser=caller)
        return done

    async def refresh_soon(self, match_id: str) -> None:
        """Bring the message up to date, by one edit for all who ask for it within a moment.

        Edits by the bot's own rights are few in a channel, and nobody waits for these.
        """
        await asyncio.shield(self._gather(match_id, GATHERED_FOR))

    def refresh_later(self, match_id: str) -> None:
        """The same without waiting for it, and by fewer edits, while several race."""
        self._gather(match_id, GATHERED_LIVE)

    def _gather(self, match_id: str, within: float) -> asyncio.Task[None]:
        """The edit that all ask for who do so before it begins."""
        gathered = self._gathered.get(match_id)
        if gathered is None:
            gathered = asyncio.create_task(self._refresh_gathered(match_id, within))
            self._gathered[match_id] = gathered
            self._refreshing.add(gathered)
            gathered.add_done_callback(self._refreshing.discard)
        return gathered

    async def _refresh_gathered(self, match_id: str, within: float) -> None:
        try:
            await asyncio.sleep(within)
        finally:
            del self._gathered[match_id]
        await self.refresh(match_id, call=False)

    def note_unchanged(self, scene: Scene) -> None:
        """The message of a match is up to date, because nothing of what changed shows in it."""
        if scene.board is not None and scene.board.message:
            revision = scene.match.revision
            self.service.store.note_shown(scene.match.id, scene.board.message, revision)

    async def links(
        self, interaction: discord.Interaction, matches: Collection[str]
    ) -> dict[str, str]:
        """The addresses of the messages that show these matches, as far as the asker sees them."""
        boards = await self.service.visibility.boards(asker_of(interaction), matches)
        return {match: link_to(*board) for match, board in boards.items()}

    async def link(self, interaction: discord.Interaction, match_id: str) -> str | None:
        """The address of the message that shows a match, if the asker can go there."""
        return (await self.links(interaction, [match_id])).get(match_id)

    async def public_link(self, channel: int, match_id: str) -> str | None:
        """The same for a message that all in a channel read: if everybody there can go there."""
        found = (await self.service.store.showings.boards([match_id])).get(match_id)
        if found is None:
            return None
        place, message = found
        if place.channel != channel and not is_open(self._client, place):
            return None
        return link_to(place, message)

    async def note_showing(
        self,
        interaction: discord.Interaction,
        kind: Kind,
        sent: Sent,
        *,
        match: Match,
        opens: bool,
    ) -> None:
        """Remember a message in which a match was shown to all, to find it when a name has to go.

        With ``opens`` those who see the place may look at the match from now on.
        """
        self.answers.keep(sent.message, interaction, first=sent.first)
        showing = Showing(place_of(interaction), sent.message, kind, match.id, opens=opens)
        await self.service.store.showings.add(showing, match.forgotten)

    # ------------------------------------------------------------------ the parts of the above

    async def with_asker(self, interaction: discord.Interaction, scene: Scene) -> Scene:
        """The scene with the name and language that the asker has now, kept where they are new."""
        match, store, user = scene.match, self.service.store, interaction.user
        seat = match.seat_of(user.id)
        if seat is None:
            return scene
        if match.player(seat).name != user.display_name:
            named = replace(match.player(seat), name=user.display_name)
            await store.rename(match.id, named)
            players = tuple(named if each.id == user.id else each for each in match.players)
            scene = replace(scene, match=replace(match, players=players))
        if scene.choices_of(seat).language != spoken():
            new = await store.rechoose(PlayerChoices, user.id, language=spoken())
            choices = tuple(new if at == seat else scene.choices_of(at) for at in match.seats)
            scene = replace(scene, choices=choices)
        return scene

    async def drawn(
        self, interaction: discord.Interaction, scene: Scene, choosing: str | None = None
    ) -> Content:
        """The message of a match as everybody reads it where the interaction comes from."""
        guild = interaction.guild_id
        with speaking(self.rendering.language_at(scene, guild, access_of(interaction))):
            return await self._message.content(scene, guild, choosing)

    async def drawn_at(self, board: Board, scene: Scene) -> Content:
        """The message of a match as it is read where a board stands."""
        with speaking(await self._read_in(scene, board)):
            return await self._message.content(scene, board.guild)

    async def set_board(
        self, interaction: discord.Interaction, scene: Scene, channel: int, message: int
    ) -> Scene:
        """Remember where a match is shown from now on; returns the scene with that."""
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
        """The same for a message that was found; ``audience`` as in Place."""
        await self.service.store.set_board(board, audience, scene.match.forgotten)
        self._changes.note(scene.match.id)
        return replace(scene, board=board)

    def can_edit(self, board: Board) -> bool:
        """Whether a board can be brought up to date without a press on it."""
        return board.access is Access.MEMBER or self.answers.reach(board.message)

    async def edit_message(self, board: Board, content: Content) -> bool:
        """Edit by the bot's own rights; False where it has none and the answers are too old."""
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

    async def _set_place(self, interaction: discord.Interaction, scene: Scene) -> Scene:
        """Remember what the pressed message shows; one that nobody knew of becomes the board."""
        message, match, board = interaction.message, scene.match, scene.board
        if message is None:
            return scene
        access = access_of(interaction)
        if access is Access.INTERACTION:
            self.answers.keep(message.id, interaction)
        if board is not None and board.message and board.access is access:
            self.service.store.note_shown(match.id, message.id, match.revision)
            return scene
        return await self.set_board(interaction, scene, interaction.channel_id or 0, message.id)

    async def _edit(self, board: Board | None, match: Match, content: Content) -> bool:
        """Edit the message of a match without a press, and remember what it shows."""
        if board is None or not board.message:
            return True
        try:
            if not await self.edit_message(board, content):
                return False
        except LOST as error:
            if error_code(error) in _NO_SUCH_MESSAGE:
                log.info("the message of match %s is gone", match.id)
                await self.service.store.forget_message(board)
                return True
            log.warning("the message of match %s was not edited: %s", match.id, error)
            return False
        self._meter.redraws.inc()
        self.service.store.note_shown(match.id, board.message, match.revision)
        return True

    async def _show_otherwise(self, match: Match, content: Content) -> None:
        """Edit the message of a match after Discord has refused the answer to a press."""
        done = await self._edit(await self.service.store.board(match.id), match, content)
        board = await self.service.store.board(match.id)
        if not done and board is not None and board.access is Access.INTERACTION:
            raise NotShown(
                "Discord does not take the new board right now. Your match is safe; press the"
                " board again to update it."
            )
        if not done:
            raise NotShown(
                "Discord does not take the new board right now. Your match is safe; the board"
                " follows by itself within a minute."
            )
        if board is None or not board.message:
            raise NotShown(
                "The message with the board is gone, but your match is safe: `{command}` shows it"
                " again.",
                command=Verbatim(command(match.game, "board")),
            )
        raise NotShown("Discord did not take that press, but the board is up to date now.")

    async def _read_in(self, scene: Scene, board: Board) -> Language:
        """The language of a board that is redrawn where it stands."""
        people = [
            (player, choices)
            for player, choices in zip(scene.match.players, scene.choices, strict=True)
            if player.is_person
        ]
        if board.guild or board.access is Access.INTERACTION:
            return self.rendering.language_at(scene, board.guild, board.access)
        languages = {choices.language for _, choices in people}
        if len(languages) == 1:
            return languages.pop() or spoken()
        with suppress(*LOST):  # a chat with the bot, that of one of the players
            for player, choices in people:
                chat = await self._client.create_dm(discord.Object(player.id))
                if chat.id == board.channel:
                    return choices.language or spoken()
        return spoken()

    async def _close_thread(self, match: Match, guild: int | None, channel: int) -> None:
        """Have the thread of a finished match archived, and remove forgotten names from it."""
        if match.phase is Phase.OVER:
            await archive_within_an_hour(self._client, channel)
        # The machine may have taken the seat of somebody who has been forgotten since.
        if guild and any(player.forgotten or player.is_machine for player in match.players):
            with speaking(await self.rendering.language(guild)):
                name = thread_name(match)
                view = thread_view(match, self.face(match), f"<#{channel}>")
            with suppress(*LOST):  # it is tried again with each board that is redrawn there
                await rename(self._client, guild, channel, name, view)
