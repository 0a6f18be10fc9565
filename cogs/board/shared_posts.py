"""Shared posts: a moment, an animation or a review of a match, a card or a result.

Each post names its user. That user and the moderators can remove it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.absence import Absence
from cogs.board.shown_messages import ShownMessages
from cogs.board.views.match_views import board_link, link_to
from cogs.contract.sign import coloured
from cogs.frame import replies
from cogs.frame.features import answers
from cogs.frame.interaction_gate import Locks
from cogs.frame.layout import Button, Content, put_below
from cogs.frame.names import Verbatim, safe_name
from cogs.frame.outbox import Outbox
from cogs.frame.permissions import check_post, count_post, may_remove
from cogs.frame.visit import visit_of
from cogs.presses import RemovePress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.posts import ActKind
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Access, ContentKind, Showing
from prowlerbot.service.match_service import Service

_Send: TypeAlias = Callable[[Interaction, Content], Awaitable[replies.Sent]]


@dataclass(eq=False)
class SharedPosts(commands.Cog):
    """Posts that somebody shows to all in a channel, such as a moment or a card."""

    _client: discord.Client
    _service: Service
    _shown_messages: ShownMessages
    _absence: Absence
    _outbox: Outbox

    def __post_init__(self) -> None:
        self._showings = self._service.store.showings
        self._locks = Locks()

    async def share_post(
        self,
        interaction: Interaction,
        kind: ContentKind,
        subject: Match | int,
        draw: Callable[[], Awaitable[Content]],
        *,
        moment: str = "",
        opens: bool = False,
        send: _Send = replies.show_to_all,
    ) -> None:
        """Show a match, or a player of that number, to everybody here.

        The post has the server's language and colours. A post with a ``moment`` is shown once in a
        channel. With ``opens``, all users with access to the place may view the match from now on.
        """
        check_post(interaction)
        match, player = (subject.id, 0) if isinstance(subject, Match) else ("", subject)
        visit = visit_of(interaction)
        bars, now = self._service.store.bars, self._service.now()
        if player and await bars.barred_players(visit.guild, [player], now):
            raise Denied("A moderator has barred this player from this bot in this server.")
        number, place, user = -interaction.id, visit.place, visit.user
        showing = Showing(place, number, kind, match, player, opens, user, moment)
        key = (visit.channel, kind, match, player, moment or interaction.id)
        async with self._locks.lock_for(key):
            await self._check_new(interaction, showing)
            with speaking(visit.language), coloured(visit.server.theme):
                content = _sign_content(await draw(), interaction.user.display_name, showing)
                forgotten = subject.forgotten_count if isinstance(subject, Match) else 0
                await self._post(interaction, showing, content, forgotten, send)

    async def _check_new(self, interaction: Interaction, showing: Showing) -> None:
        """Raise Denied, with a link, if this channel has a post of the same moment already.

        Where the bot can only answer, it does not know which of its messages still exist.
        """
        visit, place = visit_of(interaction), showing.place
        if visit.access is not Access.MEMBER:
            return
        if not (message := await self._showings.find_same_message(showing)):
            return
        try:
            await self._client.get_partial_messageable(place.channel).fetch_message(message)
        except discord.NotFound:  # somebody has deleted it
            return
        except replies.LOST:
            pass
        link = Verbatim(board_link(link_to(place, message)))
        raise Denied("This is shown here already: {link}", link=link)

    async def _post(
        self,
        interaction: Interaction,
        showing: Showing,
        content: Content,
        forgotten: int,
        send: _Send,
    ) -> None:
        """Record a post, then send it, so that names in it can be removed even after a crash."""
        count_post(interaction)
        if not await self._showings.add_showing(showing, forgotten):
            raise Denied("There is nothing to show any more.")  # just forgotten
        try:
            sent = await send(interaction, content)
        except replies.LOST as error:
            if replies.is_refusal(error):
                await self._showings.drop_showing(showing)
            raise
        self._shown_messages.answers.keep_answer(sent.message, interaction, first=sent.first)
        await self._showings.note_sent(showing, sent.message)

    @answers(RemovePress, "unshow")
    async def _remove(self, interaction: Interaction, press: RemovePress) -> None:
        """Remove the pressed post, for the user who had it shown and for moderators."""
        visit, message = visit_of(interaction), interaction.message
        number = message.id if message is not None else 0
        showing = Showing(visit.place, number, ContentKind.MOMENT, press.match, press.player)
        owner_id = await self._showings.poster_of(showing)
        if visit.user != owner_id and not may_remove(interaction):
            raise Denied("Only moderators, and the person who had this shown, can remove it.")
        if not await self._outbox.delete_pressed(interaction):
            return
        await self._showings.drop_showing(showing)
        if visit.user != owner_id:
            owner = await self._absence.find_person(visit.guild, owner_id)
            now, subject = self._service.now(), press.match
            act = visit.act(ActKind.DELETED, now, target=owner, subject=subject)
            await self._service.store.acts.add_act(act)


def _sign_content(content: Content, name: str, showing: Showing) -> Content:
    """A post with the name of the user who had it shown, and the button that removes it."""
    shown_by = tr("Shown by {player}", player=safe_name(name))
    press = RemovePress(showing.match, showing.player)
    return put_below(content, f"-# {shown_by}", [Button(tr("Remove"), press, emoji="🗑️")])


def moment_key(match: Match, *parts: object) -> str:
    """The key of a shown moment; a takeback or the end of the match changes it."""
    return ".".join(map(str, (*parts, len(match.takebacks), int(match.phase is Phase.OVER))))
