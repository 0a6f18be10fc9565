"""Shared posts: a moment, an animation or a review of a match, a card or a result, shown to all.

Each post names the user who had it shown. That user and the moderators can remove it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import discord
from discord import Interaction

from cogs.board.departures import Absence
from cogs.board.public_posts import check_post, count_post
from cogs.board.shown_messages import ShownMessages, link_to
from cogs.board.views.match_views import way_to
from cogs.contract.sign import coloured
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, followed
from cogs.frame.locks import Locks
from cogs.frame.names import Verbatim, safe
from cogs.frame.outbox import Outbox
from cogs.frame.replies import LOST, Sent, show_to_all, surely_refused
from cogs.frame.visit import Trace, may_remove, visit_of
from cogs.presses.addresses import RemovePress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.posts import What
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Access, Kind, Showing
from prowlerbot.service.match_service import Service

_Send: TypeAlias = Callable[[Interaction, Content], Awaitable[Sent]]


@dataclass(eq=False)
class SharedPosts:
    _client: discord.Client
    _service: Service
    _shown: ShownMessages
    _trace: Trace
    _absence: Absence
    _posts: Outbox

    def __post_init__(self) -> None:
        self._showings = self._service.store.showings
        self._locks = Locks()

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
        """Show a match, or a player of that number, to everybody here.

        The post has the server's language and colours. A post with a ``moment`` is shown once in a
        channel. With ``opens``, all users with access to the place may view the match from now on.
        """
        check_post(interaction)
        match, player = (subject.id, 0) if isinstance(subject, Match) else ("", subject)
        visit = visit_of(interaction)
        showing = Showing(
            visit.place, -interaction.id, kind, match, player, opens, visit.user, moment
        )
        key = (visit.channel, kind, match, player, moment or interaction.id)
        async with self._locks.lock_for(key):
            await self._check_new(interaction, showing)
            with speaking(visit.language), coloured(visit.server.theme):
                content = _signed(await draw(), interaction.user.display_name, showing)
                forgotten = subject.forgotten if isinstance(subject, Match) else 0
                await self._post(interaction, showing, content, forgotten, send)

    async def _check_new(self, interaction: Interaction, showing: Showing) -> None:
        """Raise Denied, with a link, if this channel has a post of the same moment already.

        Where the bot can only answer, it does not know which of its messages still exist.
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
        """Record a post, then send it.

        The record lets the bot find the post when a name must be removed, even after a crash.
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
        """Remove the pressed post, for the user who had it shown and for moderators."""
        visit, message = visit_of(interaction), interaction.message
        number = message.id if message is not None else 0
        showing = Showing(visit.place, number, Kind.MOMENT, press.match, press.player)
        by = await self._showings.shown_by(showing)
        if visit.user != by and not may_remove(interaction):
            raise Denied("Only moderators, and the person who had this shown, can remove it.")
        if not await self._posts.remove_pressed(interaction):
            return
        await self._showings.drop(showing)
        if visit.user != by:
            target = await self._absence.person(visit.guild, by)
            await self._trace.record(interaction, What.DELETED, target=target, subject=press.match)


def _signed(content: Content, name: str, showing: Showing) -> Content:
    """A post with the name of the user who had it shown, and the button that removes it."""
    said = tr("Shown by {player}", player=safe(name))
    press = RemovePress(showing.match, showing.player)
    return followed(content, f"-# {said}", [Button(tr("Remove"), press, emoji="🗑️")])


def moment_of(match: Match, *parts: object) -> str:
    """The key of a shown moment; a takeback or the end of the match changes it."""
    over = match.phase is Phase.OVER
    return ".".join(map(str, (*parts, len(match.takebacks), int(over))))
