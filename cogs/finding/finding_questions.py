"""Asks those put together, and keeps the messages that ask them up to date.

A proposal is asked in a channel that all its players see, or else in the chat of the bot with each.
A message has a nonce of its own, so Discord takes it once even if a killed process has just sent
it; one that may have been sent longer ago is looked for first.
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
from cogs.board.rendering import Rendering
from cogs.board.views.results_text import rated
from cogs.finding.finding_views import Reading, question_view, told_key, unreachable_text
from cogs.frame.layout import Content
from cogs.frame.names import lacking, safe
from cogs.frame.outbox import Outbox, custom_ids
from cogs.frame.replies import LOST, edited, surely_refused, turn_into
from cogs.frame.visit import audience_in, sees
from prowlerbot.core.i18n import Language, speaking, spoken
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.finding.finding_service import Finding
from prowlerbot.finding.proposal_store import Proposal, Seat, State
from prowlerbot.match.scene import PostPlace
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_AGAIN = 10
"""Seconds after which another attempt is made at what could not be asked or shown."""
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
        """Do whatever is due for a proposal and its messages; returns when to look again."""
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

    # ------------------------------------------------------------------ where they are asked

    async def _ask(self, proposal: Proposal) -> Proposal | None:
        """Choose where to ask; None if nobody can be asked or another process has begun."""
        seats = proposal.seats
        channel = await self._common_channel(seats)
        if channel is not None:
            chats = [channel.id] * len(seats)
            return await self._finding.place(proposal, channel.guild.id, chats, shared=True)
        chats = []
        for seat in seats:
            try:
                chats.append((await self._client.create_dm(discord.Object(seat.player))).id)
            except LOST as error:
                await self._give_up(proposal, seat, error)
                return None
        return await self._finding.place(proposal, 0, chats, shared=False)

    async def _common_channel(self, seats: Sequence[Seat]) -> _Channel | None:
        """A channel where one of them asked and that all of them see, if the bot may post there."""
        for home in seats:
            guild = self._client.get_guild(home.guild)
            channel = guild.get_channel_or_thread(home.channel) if guild is not None else None
            if guild is None or not isinstance(channel, _Channel):
                continue
            needed = NEEDED_IN_THREAD if isinstance(channel, discord.Thread) else NEEDED
            if lacking(channel.permissions_for(guild.me), needed):
                continue
            known = audience_in(self._client, guild.id, channel.id)  # not of a private thread
            asked = [it for it in seats if known or it.channel != channel.id]
            if all([await sees(self._client, it.player, guild.id, channel.id) for it in asked]):
                return channel
        return None

    async def _give_up(self, proposal: Proposal, seat: Seat, error: Exception) -> None:
        """Take a player out to whom the bot cannot write, and say so where they asked. From a
        channel that is closed to the bot they go on to their chats.
        """
        if not surely_refused(error):
            return  # it is tried again
        if proposal.channel:
            log.info("proposal %s cannot be asked in its channel: %s", proposal.id, error)
            await self._finding.closed(proposal)
            return
        log.info("a player of proposal %s cannot be asked: %s", proposal.id, error)
        await self._finding.unreachable(proposal, [seat.player])
        await self._queue.note_told(proposal.id, [seat.player], 0, State.OFF)
        if not seat.channel:
            return
        with speaking(await self._rendering.language(seat.guild)):
            text = unreachable_text(seat.player)
        called = discord.AllowedMentions(users=[discord.Object(seat.player)])
        with suppress(*LOST):
            place = self._client.get_partial_messageable(seat.channel)
            await place.send(text, allowed_mentions=called, nonce=f"{proposal.id}-out")

    # ------------------------------------------------------------------ the messages

    async def _tell(self, proposal: Proposal) -> bool:
        """Send and edit the messages of a proposal; whether all show how it stands."""
        groups = [_Message(proposal.seats, 0)]
        if not proposal.channel:
            groups = [_Message([seat], seat.player) for seat in proposal.seats]
        done = True
        for message in groups:
            if not await self._tell_one(proposal, message):
                done = False
        return done

    async def _tell_one(self, proposal: Proposal, message: _Message) -> bool:
        reading = await self._reading(proposal, message)
        key, players = told_key(proposal, reading), [seat.player for seat in message.seats]
        if all(seat.told == key for seat in message.seats):
            return True
        if not message.id and not proposal.is_open:  # nobody was asked
            await self._queue.note_told(proposal.id, players, 0, key)
            return True
        try:
            shown = await self._show(proposal, message, reading)
        except LOST as error:
            if not message.id:
                await self._give_up(proposal, message.seats[0], error)
                return False
            if not surely_refused(error):
                log.info("a question of proposal %s is shown later: %s", proposal.id, error)
                return False
            shown = message.id  # it is gone
        await self._queue.note_told(proposal.id, players, shown, key)
        return True

    async def _show(self, proposal: Proposal, message: _Message, reading: Reading) -> int:
        """Send or edit a message; returns its id. Raises one of LOST."""
        with speaking(await self._language(proposal, message)):
            content = self._content(proposal, reading)
        place = self._client.get_partial_messageable(message.chat)
        if message.id:
            await place.get_partial_message(message.id).edit(**edited(content))
            return message.id
        name = PostName(PostKind.QUESTION, proposal.id, "", str(message.seats[0].number))
        post = Post(name, proposal.made_at, proposal.guild, message.chat)
        if found := await self._outbox.found(
            post, lambda sent: any(proposal.id in each for each in custom_ids(sent.components))
        ):
            await place.get_partial_message(found).edit(**edited(content))
            return found
        asked = discord.AllowedMentions(users=[discord.Object(it.player) for it in message.seats])
        return await self._outbox.sent([post], {"view": content.view, "allowed_mentions": asked})

    async def _language(self, proposal: Proposal, message: _Message) -> Language:
        if not message.player:
            return await self._rendering.language(proposal.guild)
        return (await self._service.player(message.player)).language or spoken()

    async def answer(self, interaction: Interaction, proposal: Proposal) -> None:
        """Show a proposal in the pressed message of one of its players."""
        user = interaction.user.id
        seats = [seat for seat in proposal.seats if proposal.channel or seat.player == user]
        message = _Message(seats, 0 if proposal.channel else user)
        reading = await self._reading(proposal, message)
        with speaking(await self._language(proposal, message)):
            content = self._content(proposal, reading)
        await turn_into(interaction, content)
        if interaction.message is not None and interaction.message.id == message.id:
            players = [seat.player for seat in seats]
            key = told_key(proposal, reading)
            await self._queue.note_told(proposal.id, players, message.id, key)

    def _content(self, proposal: Proposal, reading: Reading) -> Content:
        title = self._rendering.faces[proposal.game].title
        return Content(question_view(proposal, reading, title))

    async def _reading(self, proposal: Proposal, message: _Message) -> Reading:
        found = await self._finding.wish(message.player) if message.player else None
        waits = found is not None and found.waits(self._service.now())
        until = found.until if found is not None and waits else 0
        return Reading(message.player, await self._known(proposal, message), until)

    async def _known(self, proposal: Proposal, message: _Message) -> Mapping[int, str]:
        """The names that a reader may know before all have said yes: in a channel that all see
        everybody's, else of those who are found everywhere, with their ratings.
        """
        if not message.player:
            return {seat.player: safe(seat.name) for seat in proposal.seats}
        others = [seat for seat in proposal.seats if seat.player != message.player]
        seen = await self._service.store.results.seen([seat.player for seat in others])
        known: dict[int, str] = {}
        for seat in others:
            if seen[seat.player] != "everywhere":
                continue
            standing = await self._service.store.results.standing(proposal.game, seat.player)
            told = f" ({rated(standing)})" if standing is not None else ""
            known[seat.player] = f"{safe(seat.name)}{told}"
        return known

    # ------------------------------------------------------------------ the board

    async def _show_match(self, proposal: Proposal) -> bool:
        """Show a match that all have agreed to, and call its players to move; False if that has to
        be tried again.
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
            return True  # it is gone; the players can show the board elsewhere
        try:
            await self._posting.post_unasked(proposal.match, PostPlace(guild.id, channel.id))
        except LOST as error:
            log.warning("no board for match %s: %s", proposal.match, error)
            return False
        return True
