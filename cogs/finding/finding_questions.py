"""Asks the players of a proposal, and keeps these messages up to date.

The question is posted in a channel that all its players see, or else in the chat of the bot with
each. Each message has a nonce of its own, so Discord accepts it once even if a process crashed just
after it sent it. If a crash was longer ago, the bot searches the channel for the message first.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord
from discord import Interaction

from cogs.board.board_access import NEEDED, NEEDED_IN_THREAD
from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.match_message import Rendering
from cogs.board.views.results_text import rated
from cogs.finding.finding_views import Reading, question_view, shown_key, unreachable_text
from cogs.frame.layout import Content
from cogs.frame.names import lacking, safe
from cogs.frame.outbox import Outbox, custom_ids
from cogs.frame.replies import LOST, edited, pinging, sending, surely_refused, turn_into
from cogs.frame.visit import audience_in, channel_in, sees
from prowlerbot.core.i18n import speaking, spoken
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.finding.finding_service import Finding
from prowlerbot.finding.proposal_store import Proposal, Seat, State
from prowlerbot.match.scene import PostPlace
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_AGAIN = 10
"""Seconds until the next attempt at a message that could not be sent or edited."""
_Channel = discord.TextChannel | discord.Thread


@dataclass(frozen=True, slots=True)
class _Message:
    """A message of a proposal and the players who read it: all of them, or one."""

    seats: Sequence[Seat]
    player: int

    @property
    def chat(self) -> int:
        return self.seats[0].chat

    @property
    def id(self) -> int:
        return self.seats[0].message


@dataclass(eq=False)
class Questions:
    _client: discord.Client
    _service: Service
    _finding: Finding
    _rendering: Rendering
    _boards: BoardMessages
    _posting: Posting
    _outbox: Outbox

    def __post_init__(self) -> None:
        self._queue = self._finding.queue

    async def tend(self, proposal_id: str) -> int | None:
        """Do all work that is due at a proposal and its messages; returns the time of the next
        look.
        """
        proposal = await self._queue.proposal(proposal_id)
        if proposal is None or not proposal.seats:  # all have deleted their data
            await self._queue.drop(proposal_id)
            return None
        settled, _ = await self._finding.settle(proposal)
        if settled is not None and settled.state is State.MADE:
            settled = await self._ask(settled)
        again = self._service.now() + _AGAIN
        if settled is None:
            return again
        shown = settled.state is not State.PLAYING or await self._show_match(settled)
        if not await self._tell(settled) or not shown:
            return again
        if settled.is_open:
            return settled.answer_by
        await self._queue.drop(proposal_id)
        return None

    # ------------------------------------------------------------------ the place of the question

    async def _ask(self, proposal: Proposal) -> Proposal | None:
        """Choose the place of the question; None if nobody can be asked or another process has
        begun.
        """
        seats = proposal.seats
        channel = await self._common_channel(seats)
        if channel is not None:
            chats = [channel.id] * len(seats)
            return await self._finding.begin_asking(proposal, channel.guild.id, chats, shared=True)
        chats = []
        for seat in seats:
            try:
                chats.append((await self._client.create_dm(discord.Object(seat.player))).id)
            except LOST as error:
                await self._give_up(proposal, seat, error)
                return None
        return await self._finding.begin_asking(proposal, 0, chats, shared=False)

    async def _common_channel(self, seats: Sequence[Seat]) -> _Channel | None:
        """A channel that all players see, where one of them asked and where the bot may post."""
        for home in seats:
            channel = channel_in(self._client, home.guild, home.channel)
            if not isinstance(channel, _Channel):
                continue
            guild = channel.guild
            needed = NEEDED_IN_THREAD if isinstance(channel, discord.Thread) else NEEDED
            if lacking(channel.permissions_for(guild.me), needed):
                continue
            known = audience_in(self._client, guild.id, channel.id)  # not of a private thread
            asked = [seat for seat in seats if known or seat.channel != channel.id]
            if all([await sees(self._client, seat.player, guild.id, channel.id) for seat in asked]):
                return channel
        return None

    async def _give_up(self, proposal: Proposal, seat: Seat, error: Exception) -> None:
        """Remove a player from the queue if the bot cannot write to them, and say so in the channel
        of their request. If a channel is closed to the bot, ask its players in their chats.
        """
        if not surely_refused(error):
            return  # a later look tries again
        if proposal.channel:
            log.info("the bot cannot ask proposal %s in its channel: %s", proposal.id, error)
            await self._finding.queue.close_channel(proposal.id)
            return
        log.info("the bot cannot ask a player of proposal %s: %s", proposal.id, error)
        await self._finding.unreachable(proposal, [seat.player])
        await self._queue.note_shown(proposal.id, [seat.player], 0, State.OFF)
        if not seat.channel:
            return
        with speaking(await self._rendering.language(seat.guild)):
            text = unreachable_text(seat.player)
        called = pinging([seat.player])
        with suppress(*LOST):
            place = self._client.get_partial_messageable(seat.channel)
            await place.send(text, allowed_mentions=called, nonce=f"{proposal.id}-out")

    # ------------------------------------------------------------------ the messages

    async def _tell(self, proposal: Proposal) -> bool:
        """Send and edit the messages of a proposal; whether all show its present state."""
        groups = [_Message(proposal.seats, 0)]
        if not proposal.channel:
            groups = [_Message([seat], seat.player) for seat in proposal.seats]
        return all([await self._tell_one(proposal, each) for each in groups])

    async def _tell_one(self, proposal: Proposal, message: _Message) -> bool:
        reading = await self._reading(proposal, message)
        key, players = shown_key(proposal, reading), [seat.player for seat in message.seats]
        if all(seat.shown == key for seat in message.seats):
            return True
        if not message.id and not proposal.is_open:  # nobody was asked
            await self._queue.note_shown(proposal.id, players, 0, key)
            return True
        try:
            shown = await self._show(proposal, message, reading)
        except LOST as error:
            if not message.id:
                await self._give_up(proposal, message.seats[0], error)
                return False
            if not surely_refused(error):
                log.info("a question of proposal %s comes later: %s", proposal.id, error)
                return False
            shown = message.id  # the message is deleted
        await self._queue.note_shown(proposal.id, players, shown, key)
        return True

    async def _show(self, proposal: Proposal, message: _Message, reading: Reading) -> int:
        """Send or edit a message; returns its id. Raises one of LOST."""
        content = await self._content(proposal, message, reading)
        place = self._client.get_partial_messageable(message.chat)
        if message.id:
            await place.get_partial_message(message.id).edit(**edited(content))
            return message.id
        name = PostName(PostKind.QUESTION, proposal.id, "", str(message.seats[0].number))
        post = Post(name, proposal.made_at, proposal.guild, message.chat)
        if sent := await self._outbox.message_before_crash(
            post,
            lambda posted: any(proposal.id in each for each in custom_ids(posted.components)),
        ):
            await place.get_partial_message(sent).edit(**edited(content))
            return sent
        asked = pinging(seat.player for seat in message.seats)
        return await self._outbox.send_without_search([post], sending(content, asked))

    async def _content(self, proposal: Proposal, message: _Message, reading: Reading) -> Content:
        language = await self._rendering.language(proposal.guild)
        if message.player:
            language = (await self._service.player(message.player)).language or spoken()
        with speaking(language):
            return question_view(proposal, reading, self._rendering.title(proposal.game))

    async def answer(self, interaction: Interaction, proposal: Proposal) -> None:
        """Show a proposal in the pressed message of one of its players."""
        user = interaction.user.id
        seats = [seat for seat in proposal.seats if proposal.channel or seat.player == user]
        message = _Message(seats, 0 if proposal.channel else user)
        reading = await self._reading(proposal, message)
        await turn_into(interaction, await self._content(proposal, message, reading))
        if interaction.message is not None and interaction.message.id == message.id:
            players = [seat.player for seat in seats]
            key = shown_key(proposal, reading)
            await self._queue.note_shown(proposal.id, players, message.id, key)

    async def _reading(self, proposal: Proposal, message: _Message) -> Reading:
        seeking = await self._finding.queue.wish(message.player) if message.player else None
        waits = seeking is not None and seeking.waits(self._service.now())
        until = seeking.until if seeking is not None and waits else 0
        return Reading(message.player, await self._known(proposal, message), until)

    async def _known(self, proposal: Proposal, message: _Message) -> Mapping[int, str]:
        """The names that a reader may know before all have said yes: all names in a channel, else
        the names and ratings of players whose results are visible everywhere.
        """
        if not message.player:
            return {seat.player: safe(seat.name) for seat in proposal.seats}
        others = [seat for seat in proposal.seats if seat.player != message.player]
        choices = await self._service.store.choices.of_players([seat.player for seat in others])
        known: dict[int, str] = {}
        for seat in others:
            if choices[seat.player].seen != "everywhere":
                continue
            standing = await self._service.store.results.standing(proposal.game, seat.player)
            rating = f" ({rated(standing)})" if standing is not None else ""
            known[seat.player] = f"{safe(seat.name)}{rating}"
        return known

    # ------------------------------------------------------------------ the board

    async def _show_match(self, proposal: Proposal) -> bool:
        """Show a match that all have agreed to, and call its players to move; False if another
        attempt is needed.
        """
        scene = await self._service.scene(proposal.match)
        if not proposal.channel:  # each opens a board in their own chat
            await self._boards.calls.call(scene)
            return True
        guild = self._client.get_guild(proposal.guild)
        if scene.board is not None or guild is None:
            return scene.board is not None
        channel = guild.get_channel_or_thread(proposal.channel)
        if not isinstance(channel, _Channel):
            return True  # the channel is deleted; the players can show the board elsewhere
        try:
            await self._posting.post_by_itself(proposal.match, PostPlace(guild.id, channel.id))
        except LOST as error:
            log.warning("the board of match %s was not posted: %s", proposal.match, error)
            return False
        return True
