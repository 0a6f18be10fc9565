"""What somebody has the bot show to all: a moment, an animation or a review of a match, a card, a
result. Each such post names who had it shown, who can remove it like the moderators.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

import discord
from discord import Interaction

from cogs.board.public_posts import check_post, count_post
from cogs.board.shown_messages import ShownMessages, link_to
from cogs.board.views.match_views import way_to
from cogs.contract.sign import coloured
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, followed
from cogs.frame.names import Verbatim, safe
from cogs.frame.powers import Trace, may_remove
from cogs.frame.replies import LOST, Sent, show_to_all, surely_refused
from cogs.frame.visit import visit_of
from cogs.presses.addresses import RemovePress
from prowlerbot.core.acts import Person, What
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.match.match import SOMEONE, Match, Phase
from prowlerbot.match.scene import Access, Kind, Showing
from prowlerbot.service.match_service import Service

_Send: TypeAlias = Callable[[Interaction, Content], Awaitable[Sent]]


@dataclass(eq=False)
class SharedPosts:
    _client: discord.Client
    _service: Service
    _shown: ShownMessages
    _trace: Trace

    def __post_init__(self) -> None:
        self._showings = self._service.store.showings
        self._locks: weakref.WeakValueDictionary[tuple[object, ...], asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )

    async def share(
        self,
        interaction: Interaction,
        kind: Kind,
        subject: Match | int,
        draw: Callable[[], Awaitable[Content]],
        *,
        moment: str = "",
        opens: bool = False,
        send: _Send = show_to_all,
    ) -> None:
        """Show to everybody here a match, or a player of that number, in the server's language and
        colours; with a ``moment`` once in a channel.

        With ``opens``, all users with access to the place may view the match from now on.
        """
        check_post(interaction)
        match, player = (subject.id, 0) if isinstance(subject, Match) else ("", subject)
        visit = visit_of(interaction)
        showing = Showing(
            visit.place, -interaction.id, kind, match, player, opens, visit.user, moment
        )
        key = (visit.channel, kind, match, player, moment or interaction.id)
        async with self._locks.setdefault(key, asyncio.Lock()):
            await self._check_new(interaction, showing)
            with speaking(visit.language), coloured(visit.server.theme):
                content = _signed(await draw(), interaction.user.display_name, showing)
                forgotten = subject.forgotten if isinstance(subject, Match) else 0
                await self._post(interaction, showing, content, forgotten, send)

    async def _check_new(self, interaction: Interaction, showing: Showing) -> None:
        """Raise Denied with the way to a post of the same moment that stands in this channel.

        Where the bot can only answer it does not know which of its messages are still there.
        """
        visit, place = visit_of(interaction), showing.place
        if visit.access is not Access.MEMBER:
            return
        message = await self._showings.same(showing)
        if not message:
            return
        try:
            await self._client.get_partial_messageable(place.channel).fetch_message(message)
        except discord.NotFound:  # somebody has deleted it
            return
        except LOST:
            pass
        link = Verbatim(way_to(link_to(place, message)))
        raise Denied("This is shown here already: {link}", link=link)

    async def _post(
        self,
        interaction: Interaction,
        showing: Showing,
        content: Content,
        forgotten: int,
        send: _Send,
    ) -> None:
        """Send a post. It is recorded first, to find it when a name must be removed, whatever stops
        the bot then.
        """
        count_post(interaction)
        if not await self._showings.add(showing, forgotten):
            raise Denied("There is nothing to show any more.")  # just forgotten
        try:
            sent = await send(interaction, content)
        except LOST as error:
            if surely_refused(error):
                await self._showings.drop(showing)
            raise
        self._shown.answers.keep(sent.message, interaction, first=sent.first)
        await self._showings.sent(showing, sent.message)

    @answers(RemovePress, "unshow")
    async def _remove(self, interaction: Interaction, press: RemovePress) -> None:
        """Remove the pressed post, for whoever had it shown and for moderators."""
        visit, message = visit_of(interaction), interaction.message
        number = message.id if message is not None else 0
        showing = Showing(visit.place, number, Kind.MOMENT, press.match, press.player)
        by = await self._showings.shown_by(showing)
        if visit.user != by and not may_remove(interaction):
            raise Denied("Only moderators, and the person who had this shown, can remove it.")
        await interaction.response.defer()
        with suppress(discord.NotFound):
            await interaction.delete_original_response()
        await self._showings.drop(showing)
        if visit.user != by:
            target = await self._person(interaction, by)
            await self._trace.note(interaction, What.DELETED, target=target, subject=press.match)

    async def _person(self, interaction: Interaction, user: int) -> Person:
        """A member with the name of now; they may have left."""
        guild = interaction.guild
        if guild is None or not user:
            return Person(user, SOMEONE)
        try:
            return Person(user, (await guild.fetch_member(user)).display_name)
        except LOST:
            return Person(user, SOMEONE)


def _signed(content: Content, name: str, showing: Showing) -> Content:
    """A post with the name of who had it shown, and the button that removes it."""
    said = tr("Shown by {player}", player=safe(name))
    press = RemovePress(showing.match, showing.player)
    return followed(content, f"-# {said}", [Button(tr("Remove"), str(press), emoji="🗑️")])


def moment_of(match: Match, *parts: object) -> str:
    """A moment of a match as it is shown: it looks another way after a takeback, and at the end."""
    over = match.phase is Phase.OVER
    return ".".join(map(str, (*parts, len(match.takebacks), int(over))))
