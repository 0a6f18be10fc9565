"""Shows a competition in its message, as the answer to a command or a press."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import discord
from discord import Interaction

from cogs.board.match_message import Rendering
from cogs.board.shown_messages import count_post
from cogs.board.views.common_buttons import competition_button
from cogs.competitions.competition_message import CompetitionMessages
from cogs.competitions.formats.format_face import face_of
from cogs.frame.layout import layout
from cogs.frame.locks import Locks
from cogs.frame.rate_limits import TooMuch
from cogs.frame.replies import LOST, Unconfirmed, say, show_in_own, show_to_all, turn_into
from cogs.presses.addresses import CompetitionPress
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import CompetitionPosts, Stored, main_post
from prowlerbot.core.errors import NotFound
from prowlerbot.core.i18n import Language, speaking

log = logging.getLogger(__name__)


@dataclass(eq=False)
class ShownCompetitions:
    """One task at a time shows a competition, always as it is stored then."""

    _client: discord.Client
    _competitions: Competitions
    _rendering: Rendering
    _messages: CompetitionMessages

    def __post_init__(self) -> None:
        self._posts = CompetitionPosts(self._competitions.service.store.database)
        self._locks = Locks()
        self._edited: dict[str, int] = {}
        """The times of the latest edits of messages that are not edited at any time."""

    @asynccontextmanager
    async def showing(self, competition_id: str) -> AsyncIterator[Stored]:
        """Lock out other tasks that show the competition; the language is that of its server."""
        async with self._locks.lock_for(competition_id):
            stored = await self._competitions.get(competition_id)
            with speaking(await self.language(stored)):
                yield stored

    async def language(self, stored: Stored) -> Language:
        """The language of the server of a competition."""
        return await self._rendering.language(stored.guild)

    def must_wait(self, stored: Stored) -> bool:
        """Whether the message of a competition was edited so lately that an edit has to wait. The
        end never waits.
        """
        every = face_of(stored.format).edited_every
        if not every or stored.course.ended:
            self._edited.pop(stored.id, None)
            return False
        now = self._competitions.service.now()
        if now < self._edited.get(stored.id, 0) + every:
            return True
        self._edited[stored.id] = now
        return False

    async def post(self, interaction: Interaction, competition_id: str) -> None:
        """Post a new competition as the answer to the command that has created it."""
        async with self.showing(competition_id) as stored:
            content = await self._messages.content(stored)
            main, outbox = main_post(stored), self._competitions.service.store.outbox
            try:
                count_post(interaction, "competitions")
                sent = await show_to_all(interaction, content)
            except Unconfirmed:  # the outbox finds the message, or sends it again
                raise
            except (*LOST, TooMuch):
                outbox.note_gone(main)
                await self._competitions.cancel(stored.id)
                raise
            await outbox.note_sent(replace(main, message=sent.message))
            await self._posts.record_shown(stored.id, stored.revision)

    async def _answer_in_message(self, interaction: Interaction, pressed: Stored) -> bool:
        """Answer a press on the competition's message by updating it; False for another message."""
        if interaction.message is None or interaction.message.id != pressed.message:
            return False
        async with self.showing(pressed.id) as stored:
            if self.must_wait(stored):
                return False
            await turn_into(interaction, await self._messages.content(stored))
            await self._posts.record_shown(stored.id, stored.revision)
            return True

    async def answer(self, interaction: Interaction, stored: Stored, text: str) -> None:
        """Answer with a change: in the competition's message if that was pressed, else by a text.

        A duty brings the other messages up to date.
        """
        if not await self._answer_in_message(interaction, stored):
            await show_in_own(interaction, text)


async def ask_to_confirm(
    interaction: Interaction, question: str, label: str, press: CompetitionPress
) -> None:
    """Ask the user privately to confirm; the button carries ``press``."""
    await say(interaction, layout(question, rows=[[competition_button(label, press)]]))


def not_found(competition_id: str) -> NotFound:
    """The refusal for a competition that is missing, or that the user may not see."""
    return NotFound("There is no competition “{competition}”.", competition=competition_id)


def check_sight(interaction: Interaction, stored: Stored) -> None:
    """Raise NotFound for a user who is no player and cannot see the channel of the competition.

    All matches are shown in the channel, so a member who sees it sees the whole competition. An
    admin sees one whose channel is gone, to end it. Everybody sees a league of all servers, but
    not its matches.
    """
    guild, user = interaction.guild, interaction.user
    if stored.is_wide:  # its players agreed to be visible in all its servers
        return
    if user.id in {stored.host, *stored.course.entries, *stored.course.waiting}:
        return
    if interaction.guild_id != stored.guild or guild is None:
        raise not_found(stored.id)
    if interaction.channel_id == stored.channel:
        return
    place = guild.get_channel_or_thread(stored.channel)
    if place is None and interaction.permissions.manage_guild:  # its channel may be deleted
        return
    if place is None or not isinstance(user, discord.Member) or not _can_see(user, place):
        raise not_found(stored.id)


def _can_see(user: discord.Member, place: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Whether a member can see a channel. Discord does not list the members of a private thread, so
    only members who manage threads pass there.
    """
    may = place.permissions_for(user)
    hidden = isinstance(place, discord.Thread) and place.is_private()
    return may.view_channel and (may.manage_threads or not hidden)
