"""Removes a person's name from public messages of the bot once the person's data is deleted.

Boards of matches are redrawn as usual. This module edits the other messages: boards that a match
has left, shared moments, animations, profile cards, the threads of matches. The store lists them,
and a duty of each server edits them step by step.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord.utils import snowflake_time

from cogs.board.board_access import rename_thread
from cogs.board.match_message import Rendering
from cogs.board.shown_messages import Links, ShownMessages
from cogs.board.views import match_views as views
from cogs.board.views.match_views import moved_view, thread_name, thread_view
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.layout import Content, layout
from cogs.frame.outbox import Outbox
from cogs.frame.replies import LOST
from prowlerbot.core.errors import NotFound
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.posts import ANSWERABLE, Duty
from prowlerbot.match.match import SOMEONE
from prowlerbot.match.scene import REMOVE_NAMES, Board, Kind, Scene, Showing
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.boards import Showings

log = logging.getLogger(__name__)

_EVERY = 30
"""Seconds until the next step."""
_AT_ONCE = 20
"""Messages edited in one round; Discord allows five in five seconds in each channel."""


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
        self._duty_loop.add_handler(REMOVE_NAMES, self._remove_next)

    async def _remove_next(self, duty: Duty) -> int | None:
        """Remove the next names in a server; returns the time of the next step there."""
        guild = int(duty.subject)
        await self.remove_names(guild)
        return self._service.now() + _EVERY if await self._showings.stale(1, guild) else None

    async def remove_names(self, guild: int | None = None) -> list[Showing]:
        """Remove the names from some messages, in one server or all. A later step repeats a failed
        edit.

        Returns the messages that keep their names because the bot cannot edit them.
        """
        staying: list[Showing] = []
        for showing in await self._showings.stale(_AT_ONCE, guild):
            if not self._service.serves(showing.place.guild):
                continue
            async with self._housekeeping.sparing(showing.match):
                if not await self._settled(showing):
                    staying.append(showing)
        return staying

    async def _settled(self, showing: Showing) -> bool:
        """Whether a name is removed now or later; False if the bot cannot remove it."""
        try:
            located = showing if showing.message > 0 else await self._located(showing)
            if located is None:
                return True
            showing = located
            cleaned = await self._clean(showing)
        except discord.NotFound:  # the message is deleted
            cleaned = True
        except discord.Forbidden:
            cleaned = False
        except LOST as error:
            log.warning("a name stays in message %d for now: %s", showing.message, error)
            return True
        await self._showings.note_name_removed(showing)
        return cleaned

    async def _located(self, pending: Showing) -> Showing | None:
        """The message with its id, which a stop of the bot has kept from the store; None if there
        is no message, or if it may still arrive.
        """
        if self._service.now() < snowflake_time(-pending.message).timestamp() + ANSWERABLE:
            return None
        if not self._reaches(pending):
            return pending

        def answers(message: discord.Message) -> bool:
            origin = message.interaction_metadata
            return origin is not None and origin.id == -pending.message

        asked = int(snowflake_time(-pending.message).timestamp())
        message = await self._outbox.history.find_message(pending.place.channel, asked, answers)
        if message is None:
            await self._showings.drop(pending)
            return None
        await self._showings.sent(pending, message.id)
        return replace(pending, message=message.id)

    async def _clean(self, showing: Showing) -> bool:
        """Remove the names from a message; False if the bot cannot remove them."""
        place = showing.place
        with speaking(await self._rendering.language(place.guild)):
            if not showing.match:
                gone = layout(tr("The card or result of a player was shown here."))
                if showing.kind is Kind.BOARD and place.channel != place.audience:
                    name = tr(SOMEONE)
                    await rename_thread(
                        self._client, place.guild, place.channel, name, lambda _: gone
                    )
                return await self._edit(showing, gone)
            try:
                scene = await self._service.scene(showing.match)
            except NotFound:
                return True
            board = scene.board
            if board and (board.channel, board.message) == (place.channel, showing.message):
                return True  # upkeep redraws it, as it shows an old revision
            if showing.kind is Kind.BOARD:
                return await self._clean_board(showing, scene)
            return await self._edit(showing, self._replacement(scene))

    async def _clean_board(self, showing: Showing, scene: Scene) -> bool:
        """Clean a board that the match has left, its thread, or the thread's parent message."""
        match, face, place = scene.match, self._rendering.face(scene.match), showing.place
        facts, renamed = await self._showings.facts(match.id), partial(thread_view, match, face)
        if showing.message in {each.channel for each in (*facts.places, *facts.former)}:
            thread = place.guild, showing.message, thread_name(match)
            await rename_thread(self._client, *thread, renamed)
            return True
        if place.guild and place.channel != place.audience:
            thread = place.guild, place.channel, thread_name(match)
            await rename_thread(self._client, *thread, renamed)
        link = await self._links.public_link_of(place.channel, match.id)
        return await self._edit(showing, moved_view(match, face, link))

    def _replacement(self, scene: Scene) -> Content:
        """The replacement of a moment or animation: a button to the match, with present names."""
        match, face = scene.match, self._rendering.face(scene.match)
        text = f"{views.heading(match, face)}\n{tr('A picture of this match was shown here.')}"
        known = self._service.timeline(match, None)
        return layout(text, rows=[[views.replay_button(match, known)]])

    async def _edit(self, showing: Showing, view: Content) -> bool:
        """Edit a message through the interaction that it answered, or by the bot's own rights."""
        place = showing.place
        if await self._shown.answers.edit(showing.message, view):
            return True
        if not self._reaches(showing):
            return False
        board = Board(showing.match, place.guild, place.channel, showing.message)
        return await self._shown.edit(board, view)

    def _reaches(self, showing: Showing) -> bool:
        """Whether the bot is a member where the message is, so its own rights count there."""
        place = showing.place
        if place.guild:
            return self._client.get_guild(place.guild) is not None
        return bool(place.audience)
