"""The search for players: ``/find`` and its presses, its rounds, its questions, and ``/avoid``.

The players of a proposal are asked in a channel that all of them see, else each in a chat with the
bot. Each message has a nonce of its own, so Discord accepts it once even if a process crashed just
after it sent it. After a longer crash, the bot searches the channel for the message first.
"""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import assert_never

import discord
from discord import Interaction, app_commands
from discord.ext import commands
from prometheus_client import Counter, Histogram

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.machine_moves import Machines
from cogs.board.rendering import Rendering
from cogs.board.views.results_text import rating_words
from cogs.contract.manifest import Manifests
from cogs.finding import finding_views as views
from cogs.frame import forms, replies
from cogs.frame.command_options import allow_everywhere
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Content, layout, menu
from cogs.frame.meter import Meter
from cogs.frame.names import command, distinct_names, plain_name, safe_name
from cogs.frame.outbox import Outbox, custom_ids
from cogs.frame.permissions import check_channel, may_write, missing_permissions, needed_to_post
from cogs.frame.visit import audience_in, channel_in, sees, visit_of
from cogs.players.match_list import PlayedGames
from cogs.presses import FindPress, PlainPress
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import get_language, speaking, tr
from prowlerbot.core.posts import Duty, Post, PostKind, PostName
from prowlerbot.finding import finding_store
from prowlerbot.finding.avoidance_store import Avoidance, Avoided
from prowlerbot.finding.finding_service import FindingService
from prowlerbot.finding.finding_store import Proposal, ProposalSeat, ProposalState, QueueEntry
from prowlerbot.finding.matchmaking import WAITING_TIMES, Wish
from prowlerbot.match import closing
from prowlerbot.match.match import Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Access, PostPlace
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_RETRY_AFTER = 10  # seconds until the next attempt at a message that could not be sent or edited
_SERVER_PATIENCE = 60  # seconds that a match's first board waits for a server out of sight
_ROUND_EVERY = 10  # seconds; the longer players wait, the more suits them
_Channel = discord.TextChannel | discord.Thread


@dataclass(frozen=True, slots=True)
class _Question:
    """A message of a proposal and its readers, all players in a channel or one in a chat."""

    seats: Sequence[ProposalSeat]  # of its readers; all have the same chat and message
    player: int  # the one reader, or 0 for all

    @property
    def chat(self) -> int:
        return self.seats[0].chat

    @property
    def id(self) -> int:
        return self.seats[0].message


@dataclass(eq=False)
class Questions:
    """Asks players whether they want a match with each other, and begins it if all do."""

    _client: discord.Client
    _service: Service
    _finding: FindingService
    _rendering: Rendering
    _boards: BoardMessages
    _posting: Posting
    _outbox: Outbox

    def __post_init__(self) -> None:
        self._queue = self._finding.queue

    async def tend_proposal(self, proposal_id: str) -> int | None:
        """Do all due work at a proposal and its messages; returns the time of the next look."""
        proposal = await self._queue.load_proposal(proposal_id)
        if proposal is None or not proposal.seats:  # all have deleted their data
            await self._queue.delete_proposal(proposal_id)
            return None
        settled, _ = await self._finding.settle(proposal)
        if settled is not None and settled.state is ProposalState.MADE:
            settled = await self._begin_asking(settled)
        retry_at = self._service.now() + _RETRY_AFTER
        if settled is None:
            return retry_at
        is_shown = settled.state is not ProposalState.PLAYING or await self._show_match(settled)
        if not await self._update_messages(settled) or not is_shown:
            return retry_at
        if settled.is_open:
            return settled.answer_by
        await self._queue.delete_proposal(proposal_id)
        return None

    async def _begin_asking(self, proposal: Proposal) -> Proposal | None:
        """Choose where to ask; None if nobody can be asked or another process has begun."""
        seats = proposal.seats
        if (channel := await self._common_channel(seats)) is not None:
            chats = [channel.id] * len(seats)
            return await self._finding.begin_asking(proposal, channel.guild.id, chats, shared=True)
        chats = []
        for seat in seats:
            try:
                chats.append((await self._client.create_dm(discord.Object(seat.player))).id)
            except replies.LOST as error:
                await self._note_refusal(proposal, seat, error)
                return None
        return await self._finding.begin_asking(proposal, 0, chats, shared=False)

    async def _common_channel(self, seats: Sequence[ProposalSeat]) -> _Channel | None:
        """A channel that all players see, where one of them asked and where the bot may post."""
        for home in seats:
            channel = channel_in(self._client, home.guild, home.channel)
            if not isinstance(channel, _Channel):
                continue
            guild = channel.guild
            if missing_permissions(channel.permissions_for(guild.me), needed_to_post(channel)):
                continue
            # The bot cannot see who is in a private thread, but players who have asked there are.
            is_private = not audience_in(self._client, guild.id, channel.id)
            others = [it for it in seats if not (is_private and it.channel == channel.id)]
            if all([await sees(self._client, it.player, guild.id, channel.id) for it in others]):
                return channel
        return None

    async def _note_refusal(self, proposal: Proposal, seat: ProposalSeat, error: Exception) -> None:
        """Remove a player from the queue if the bot cannot write to them, and say so in the channel
        of their request. If a channel is closed to the bot, ask its players in their chats.
        """
        if not replies.is_refusal(error):
            return  # a later look tries again
        if proposal.channel:
            log.info("the bot cannot ask proposal %s in its channel: %s", proposal.id, error)
            await self._queue.close_channel(proposal.id)
            return
        log.info("the bot cannot ask a player of proposal %s: %s", proposal.id, error)
        await self._queue.end_unreachable(proposal.id, [seat.player])
        await self._queue.note_shown(proposal.id, [seat.player], 0, ProposalState.OFF)
        if not seat.channel:
            return
        with speaking(await self._rendering.language(seat.guild)):
            text = views.unreachable_text(seat.player)
        pinged = replies.ping_mentions([seat.player])
        with suppress(*replies.LOST):
            place = self._client.get_partial_messageable(seat.channel)
            await place.send(text, allowed_mentions=pinged, nonce=f"{proposal.id}-out")

    async def _update_messages(self, proposal: Proposal) -> bool:
        """Send and edit the messages of a proposal; True once all show its present state."""
        questions = [_Question(proposal.seats, 0)]
        if not proposal.channel:
            questions = [_Question([seat], seat.player) for seat in proposal.seats]
        return all([await self._update_message(proposal, question) for question in questions])

    async def _update_message(self, proposal: Proposal, message: _Question) -> bool:
        readers = await self._find_readers(proposal, message)
        key, players = views.state_key(proposal, readers), [seat.player for seat in message.seats]
        if all(seat.shown == key for seat in message.seats):
            return True
        if not message.id and not proposal.is_open:  # nobody was asked
            await self._queue.note_shown(proposal.id, players, 0, key)
            return True
        try:
            shown = await self._send_or_edit(proposal, message, readers)
        except replies.LOST as error:
            if not message.id:
                await self._note_refusal(proposal, message.seats[0], error)
                return False
            if not replies.is_refusal(error):
                log.info("a question of proposal %s comes later: %s", proposal.id, error)
                return False
            shown = message.id  # the message is deleted
        await self._queue.note_shown(proposal.id, players, shown, key)
        return True

    async def _send_or_edit(
        self, proposal: Proposal, message: _Question, readers: views.QuestionReaders
    ) -> int:
        """Send or edit a message; returns its id. Raises one of LOST."""
        content = await self._question_content(proposal, message, readers)
        place = self._client.get_partial_messageable(message.chat)
        if message.id:
            await place.get_partial_message(message.id).edit(**replies.edit_args(content))
            return message.id
        name = PostName(PostKind.QUESTION, proposal.id, "", str(message.seats[0].number))
        post = Post(name, proposal.made_at, proposal.guild, message.chat)
        if sent := await self._outbox.message_before_crash(
            post, lambda posted: any(proposal.id in it for it in custom_ids(posted.components))
        ):
            await place.get_partial_message(sent).edit(**replies.edit_args(content))
            return sent
        pinged = replies.ping_mentions(seat.player for seat in message.seats)
        return await self._outbox.send_without_search([post], replies.send_args(content, pinged))

    async def _question_content(
        self, proposal: Proposal, message: _Question, readers: views.QuestionReaders
    ) -> Content:
        language = await self._rendering.language(proposal.guild)
        if message.player:
            language = (await self._service.player(message.player)).language or get_language()
        title = self._service.games.title_of(proposal.game)
        with speaking(language):
            return views.question_view(proposal, readers, title)

    async def answer_question(self, interaction: Interaction, proposal: Proposal) -> None:
        """Show a proposal in the pressed message of one of its players."""
        user = interaction.user.id
        seats = [seat for seat in proposal.seats if proposal.channel or seat.player == user]
        message = _Question(seats, 0 if proposal.channel else user)
        readers = await self._find_readers(proposal, message)
        content = await self._question_content(proposal, message, readers)
        await replies.turn_into(interaction, content)
        if interaction.message is not None and interaction.message.id == message.id:
            players, key = [seat.player for seat in seats], views.state_key(proposal, readers)
            await self._queue.note_shown(proposal.id, players, message.id, key)

    async def _find_readers(self, proposal: Proposal, message: _Question) -> views.QuestionReaders:
        entry = await self._queue.wish_of(message.player) if message.player else None
        until = entry.until if entry and entry.waits(self._service.now()) else None
        names = await self._known_names(proposal, message)
        return views.QuestionReaders(message.player, names, until)

    async def _known_names(self, proposal: Proposal, message: _Question) -> Mapping[int, str]:
        """The names that a reader may know before all have said yes: all names in a channel, else
        the names and ratings of players whose results are visible everywhere.
        """
        if not message.player:
            return {seat.player: safe_name(seat.name) for seat in proposal.seats}
        rivals = [seat for seat in proposal.seats if seat.player != message.player]
        ids = [seat.player for seat in rivals]
        choices = await self._service.store.choices.choices_of_players(ids)
        known: dict[int, str] = {}
        for seat in rivals:
            if choices[seat.player].seen != "everywhere":
                continue
            standing = await self._service.store.results.standing(proposal.game, seat.player)
            rating = f" ({rating_words(standing)})" if standing is not None else ""
            known[seat.player] = f"{safe_name(seat.name)}{rating}"
        return known

    async def _show_match(self, proposal: Proposal) -> bool:
        """Show an agreed match, or end it if it has no place; False if it must be tried again."""
        scene = await self._service.scene(proposal.match)
        if not proposal.channel:  # each opens a board in their own chat
            await self._boards.calls.call_players(scene)
            return True
        if scene.board is not None:
            return True
        guild = self._client.get_guild(proposal.guild)
        if guild is None and self._service.now() < scene.match.created_at + _SERVER_PATIENCE:
            return False
        channel = channel_in(self._client, proposal.guild, proposal.channel)
        if isinstance(channel, _Channel):
            place = PostPlace(proposal.guild, channel.id)
            try:
                if await self._posting.post_by_itself(proposal.match, place):
                    return True
            except replies.LOST as error:
                log.warning("the board of match %s was not posted: %s", proposal.match, error)
                return False
        if scene.was_never_seen:
            with suppress(Stale):  # it is over meanwhile
                await self._service.apply(proposal.match, closing.end_unseen)
        return True


@dataclass(eq=False)
class Finder(commands.Cog):
    _service: Service
    _finding: FindingService
    _questions: Questions
    _machines: Machines
    _manifests: Manifests
    _games: PlayedGames

    def __post_init__(self) -> None:
        titles = {key: manifest.title for key, manifest in self._manifests.items()}
        self._titles = {key: titles[key] for key in self._finding.games if key in titles}
        app_commands.choices(game=self._games.choices)(self.find)

    @allow_everywhere
    @app_commands.command(description="Find somebody to play with, here or on other servers")
    @app_commands.describe(game="Which game, if not the ones you chose last")
    async def find(self, interaction: Interaction, game: str | None = None) -> None:
        await self._show_search(interaction, game)

    async def _show_search(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the state of the asker's search, or offer a new one."""
        entry = await self._finding.queue.wish_of(interaction.user.id)
        if entry is not None and game is None and entry.waits(self._service.now()):
            await self._show_queued(interaction, entry)
            return
        check_channel(interaction)
        wish, in_server = self._default_wish(entry, game), bool(interaction.guild_id)
        lines = views.wish_lines(wish, self._titles, self._finding.games, in_server=in_server)
        await replies.say(interaction, views.offer_view(wish, game or "", lines))

    def _default_wish(self, last: QueueEntry | None, game: str | None) -> Wish:
        """The asker's last wish, or the default for a first one; with a ``game``, for it alone."""
        wish = last.wish if last else Wish(tuple(self._titles))
        return replace(wish, games=(game,)) if game else wish

    @answers(FindPress, "find")
    async def _press_find(self, interaction: Interaction, press: FindPress) -> None:
        user = interaction.user.id
        match press.action:
            case "open":
                await self._show_search(interaction)
            case "seek":
                last = await self._finding.queue.wish_of(user)
                await self._begin_search(interaction, self._default_wish(last, press.subject))
            case "change":
                last = await self._finding.queue.wish_of(user)
                wish = self._default_wish(last, press.subject)
                in_server = interaction.guild_id is not None
                form = views.wish_form(wish, self._titles, in_server=in_server)
                await interaction.response.send_modal(form)
            case "submit":
                wish = views.read_wish(forms.submitted_values(interaction))
                await self._begin_search(interaction, wish)
            case "stop":
                await self._finding.stop_seeking(user)
                await replies.say(interaction, views.stopped_view())
            case "yes" | "no":
                decide = self._finding.agree if press.action == "yes" else self._finding.refuse
                await self._questions.answer_question(
                    interaction, await decide(press.subject, user)
                )
            case _:
                assert_never(press.action)

    async def _begin_search(self, interaction: Interaction, wish: Wish) -> None:
        user = interaction.user
        check_channel(interaction)
        place = PostPlace(interaction.guild_id or 0, _channel_to_ask_in(interaction))
        entry = await self._finding.seek(Player(user.id, user.display_name), place, wish)
        language = get_language()
        if visit_of(interaction).reader.language != language:  # for direct messages
            await self._service.store.choices.change(PlayerChoices, user.id, language=language)
        await self._show_queued(interaction, entry)

    async def _show_queued(self, interaction: Interaction, entry: QueueEntry) -> None:
        server = visit_of(interaction).server
        meanwhile = (game for game in entry.wish.games if self._machines.can_begin(game, server))
        seats_by_game, in_server = self._finding.games, bool(entry.guild)
        lines = views.wish_lines(entry.wish, self._titles, seats_by_game, in_server=in_server)
        view = views.searching_view(entry, lines, next(meanwhile, ""))
        await replies.show_privately(interaction, view)


def _channel_to_ask_in(interaction: Interaction) -> int:
    """This channel if the asker may write and the bot may post a match there by itself, else 0."""
    channel, visit = interaction.channel, visit_of(interaction)
    if not isinstance(channel, _Channel) or visit.access is not Access.MEMBER:
        return 0
    lacks = missing_permissions(visit.permissions, needed_to_post(channel))
    return 0 if lacks or not may_write(interaction) else channel.id


@dataclass(eq=False)
class FindingRounds:
    """The duties of the search, and figures for Prometheus about the proposals of this process."""

    _service: Service
    _finding: FindingService
    _questions: Questions
    _meter: Meter
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        registry = self._meter.registry
        self._matched_players = Counter(
            "prowler_finding_found", "Players put together", ["game"], registry=registry
        )
        self._waiting_time = Histogram(
            "prowler_finding_seconds",
            "How long players waited until they were put together",
            buckets=(60, 300, *WAITING_TIMES),
            registry=registry,
        )
        self._duty_loop.add_handler(finding_store.FindingDuty.COMPARE, self._propose_matches)
        self._duty_loop.add_handler(
            finding_store.FindingDuty.ASK, lambda duty: self._questions.tend_proposal(duty.subject)
        )

    async def _propose_matches(self, _: Duty) -> int | None:
        """Put waiting players together; returns the time of the next round, if two still wait."""
        for new in await self._finding.propose_matches():
            for seconds in new.waited:
                self._matched_players.labels(new.proposal.game).inc()
                self._waiting_time.observe(seconds)
        now = self._service.now()
        waiting = await self._finding.queue.count_waiting(now)
        return now + _ROUND_EVERY if waiting > 1 else None


@dataclass(eq=False)
class Avoiding(commands.Cog):
    _service: Service
    _finding: FindingService
    _store: Avoidance

    @allow_everywhere
    @app_commands.command(description="Avoid a player in your matches, or see whom you avoid")
    @app_commands.describe(player="The player to avoid; leave it out to see and change your list")
    async def avoid(self, interaction: Interaction, player: discord.User | None = None) -> None:
        user = interaction.user.id
        if player is None:
            await replies.say(interaction, await self._list_content(user))
            return
        if player.id == user:
            raise Denied("Choose another player to avoid.")
        if player.bot:
            raise Denied("Bots do not play; choose a person.")
        avoided = Avoided(user, player.id, player.display_name, self._service.now())
        await self._finding.queue.avoid_player(avoided)
        name = f"**{safe_name(player.display_name)}**"
        added = tr("{player} is on your list now, and is not told.", player=name)
        await replies.say(interaction, await self._list_content(user, added))

    @answers(PlainPress, "avoid")
    async def _remove_player(self, interaction: Interaction, _: PlainPress) -> None:
        user, chosen = interaction.user.id, replies.selected_number(interaction)
        for avoided in await self._store.avoided_by(user):
            if abs(avoided.other) == chosen:
                await self._store.remove_avoided(user, avoided.other)
        await replies.turn_into(interaction, await self._list_content(user))

    async def _list_content(self, user: int, note: str = "") -> Content:
        """The list with a menu to remove players from it, below the text ``note``."""
        heading = "\n".join(filter(None, ["### " + tr("Players you avoid"), note]))
        hint = "-# " + tr(
            "You will not be matched with them by challenges, open seats, rematches or"
            " searches. Open matches go on, and competitions ignore the list."
        )
        if not (avoided := await self._store.avoided_by(user)):
            nobody = tr("Nobody. `{command}` adds a player.", command=command("avoid"))
            return layout(f"{heading}\n{nobody}\n\n{hint}")
        deleted = tr("somebody who has deleted their data")
        # A player who has deleted their data has a negative id; menus have it without the sign.
        ids = [it.other if it.other > 0 else None for it in avoided]
        names = [safe_name(it.name) if it.other > 0 else deleted for it in avoided]
        labels = [plain_name(it.name) if it.other > 0 else deleted for it in avoided]
        values = [abs(it.other) for it in avoided]
        lines = "\n".join(f"- {name}" for name in distinct_names(names, ids))
        options = zip(distinct_names(labels, ids), values, strict=True)
        select = menu(PlainPress("avoid"), tr("Do not avoid any more"), options)
        # An empty line ends the list.
        return layout(f"{heading}\n{lines}\n\n{hint}", rows=[[select]])
