"""The removal of names from public messages, after their players have deleted their data.

Boards of matches are redrawn as usual. A duty of each server edits the other messages, step by
step: left boards, shared moments, animations, profile cards, threads of matches.
"""

import logging
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord.utils import snowflake_time

from cogs.board.board_access import rename_thread
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import Links, ShownMessages
from cogs.board.views import match_views as views
from cogs.board.views.match_boards import moved_view, thread_name, thread_view
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.layout import Content, layout
from cogs.frame.outbox import Outbox
from cogs.frame.replies import LOST
from prowlerbot.core.errors import NotFound
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.posts import ANSWER_SECONDS, Duty
from prowlerbot.match.match import SOMEONE
from prowlerbot.match.scene import REMOVE_NAMES_DUTY, Access, Board, ContentKind, Scene, Showing
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.showings import Showings

log = logging.getLogger(__name__)

_STEP_EVERY = 30  # seconds until the next step
EDITS_AT_ONCE = 20  # edits in a round; Discord allows five in five seconds in a channel


@dataclass(eq=False)
class NameRemoval:
    _client: discord.Client
    _service: Service
    _showings: Showings
    _rendering: Rendering
    _shown: ShownMessages
    _links: Links
    _outbox: Outbox
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._housekeeping = Housekeeping(self._service)
        self._duty_loop.add_handler(REMOVE_NAMES_DUTY, self._remove_next)

    async def _remove_next(self, duty: Duty) -> int | None:
        """Remove the next names in a server; returns the time of the next step there."""
        guild = int(duty.subject)
        await self.remove_names(guild)
        left = await self._showings.stale_showings(1, guild)
        return self._service.now() + _STEP_EVERY if left else None

    async def remove_names(self, guild: int | None = None) -> list[Showing]:
        """Remove the names from some messages, in one server or all; a later step repeats a failed
        edit. Returns the messages that keep their names because the bot cannot edit them.
        """
        staying: list[Showing] = []
        for showing in await self._showings.stale_showings(EDITS_AT_ONCE, guild):
            if not self._service.serves(showing.place.guild):
                continue
            async with self._housekeeping.sparing(showing.match):
                if not await self._settle_removal(showing):
                    staying.append(showing)
        return staying

    async def _settle_removal(self, showing: Showing) -> bool:
        """Whether a name is removed now or later; False if the bot cannot remove it."""
        try:
            if showing.message <= 0:  # unknown: it is minus the id of the interaction
                if (located := await self._locate_message(showing)) is None:
                    return True
                showing = located
            is_removed = await self._remove_names_from(showing)
        except discord.NotFound:  # the message is deleted
            is_removed = True
        except discord.Forbidden:
            is_removed = False
        except LOST as error:
            log.warning("a name stays in message %d for now: %s", showing.message, error)
            return True
        await self._showings.note_name_removed(showing)
        return is_removed

    async def _locate_message(self, pending: Showing) -> Showing | None:
        """The message whose id a stop kept from the store; None if there is none, or not yet."""
        interaction_id = -pending.message
        asked_at = snowflake_time(interaction_id).timestamp()
        if self._service.now() < asked_at + ANSWER_SECONDS:
            return None
        if not self._is_member_at(pending):
            return pending

        def is_answer(message: discord.Message) -> bool:
            origin = message.interaction_metadata
            return origin is not None and origin.id == interaction_id

        found = await self._outbox.history.search(pending.place.channel, int(asked_at), is_answer)
        if found.message is None:
            await self._showings.drop_showing(pending)
            return None
        await self._showings.note_sent(pending, found.message.id)
        return replace(pending, message=found.message.id)

    async def _remove_names_from(self, showing: Showing) -> bool:
        """Remove the names from a message; False if the bot cannot remove them."""
        place = showing.place
        with speaking(await self._rendering.language(place.guild)):
            if not showing.match:  # a card or a result, or a board whose match is deleted
                gone = layout(tr("The card or result of a player was shown here."))
                if showing.kind is ContentKind.BOARD and place.channel != place.audience:
                    await rename_thread(
                        self._client, place.guild, place.channel, tr(SOMEONE), lambda _: gone
                    )
                return await self._edit_message(showing, gone)
            try:
                scene = await self._service.scene(showing.match)
            except NotFound:
                return True
            board = scene.board
            if board and (board.channel, board.message) == (place.channel, showing.message):
                return True  # upkeep redraws it, as it shows an old revision
            if showing.kind is ContentKind.BOARD:
                return await self._remove_names_from_board(showing, scene)
            return await self._edit_message(showing, self._replacement_content(scene))

    async def _remove_names_from_board(self, showing: Showing, scene: Scene) -> bool:
        """Clean a board that the match has left, its thread, or the thread's parent message."""
        match, face, place = scene.match, self._rendering.face(scene.match), showing.place
        facts = await self._showings.facts_of(match.id)
        rename = partial(rename_thread, self._client, place.guild)
        name, make_view = thread_name(match), partial(thread_view, match, face)
        # The parent message of a thread has the id of the thread.
        if showing.message in {former.channel for former in (*facts.places, *facts.former)}:
            await rename(showing.message, name, make_view)
            return True
        if place.guild and place.channel != place.audience:
            await rename(place.channel, name, make_view)
        link = await self._links.public_link_of(place.guild, place.channel, match.id)
        return await self._edit_message(showing, moved_view(match, face, link))

    def _replacement_content(self, scene: Scene) -> Content:
        """The replacement of a moment or animation: a button to the match, with present names."""
        match, gone = scene.match, tr("A picture of this match was shown here.")
        text = f"{views.match_heading(match, self._rendering.face(match))}\n{gone}"
        known = self._service.facts.timeline(match, None)
        return layout(text, rows=[[views.replay_button(match, known)]])

    async def _edit_message(self, showing: Showing, view: Content) -> bool:
        """Edit a message through the interaction that it answered, or by the bot's own rights."""
        place = showing.place
        access = Access.MEMBER if self._is_member_at(showing) else Access.INTERACTION
        board = Board(showing.match, place.guild, place.channel, showing.message, access=access)
        return bool(await self._shown.edit_board(board, view))

    def _is_member_at(self, showing: Showing) -> bool:
        """Whether the bot is a member where the message is, so its own rights count there."""
        place = showing.place
        if place.guild:
            return self._client.get_guild(place.guild) is not None
        return bool(place.audience)
