"""``/find``, the presses of a search, and the duties that put players together."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import Interaction, app_commands
from prometheus_client import Counter, Histogram

from cogs.board.board_access import NEEDED, NEEDED_IN_THREAD
from cogs.board.machine_moves import Machines
from cogs.board.shown_messages import check_channel, may_write
from cogs.contract.manifest import Manifests
from cogs.finding.finding_questions import Questions
from cogs.finding.finding_views import (
    read_wish,
    searching_view,
    stopped_view,
    usual_wish,
    wish_form,
)
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers, makes_command
from cogs.frame.meter import Meter
from cogs.frame.names import lacking
from cogs.frame.options import Command, everywhere, submitted
from cogs.frame.replies import say
from cogs.frame.visit import visit_of
from cogs.players.match_list import PlayedGames
from cogs.presses.addresses import FindPress
from prowlerbot.core.i18n import spoken
from prowlerbot.core.posts import Duty
from prowlerbot.finding.finding_service import Asking, Finding
from prowlerbot.finding.finding_store import Seeking
from prowlerbot.finding.matchmaking import WAITS
from prowlerbot.finding.proposal_store import FindingDuty
from prowlerbot.match.match import Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Access
from prowlerbot.service.match_service import Service

_EVERY = 10
"""Seconds between two comparisons of the waiting players: the longer they wait, the more suits."""


@dataclass(eq=False)
class Finder:
    _service: Service
    _finding: Finding
    _questions: Questions
    _machines: Machines
    _manifests: Manifests
    _games: PlayedGames

    def __post_init__(self) -> None:
        titles = {key: manifest.title for key, manifest in self._manifests.items()}
        self._titles = {key: titles[key] for key in self._finding.games if key in titles}

    @makes_command
    def _find(self) -> Command:
        @app_commands.command(description="Find somebody to play with, here or on other servers")
        @app_commands.describe(game="Which game, if not the ones you chose last")
        @app_commands.choices(game=self._games.choices)
        async def find(interaction: Interaction, game: str | None = None) -> None:
            await self._open(interaction, game)

        return everywhere(find)

    async def _open(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the state of the asker's search, or the form for a new one."""
        seeking = await self._finding.queue.wish(interaction.user.id)
        if seeking is not None and game is None and seeking.waits(self._service.now()):
            await self._show(interaction, seeking)
        else:
            await self._ask(interaction, seeking, game)

    async def _ask(
        self, interaction: Interaction, last: Seeking | None, game: str | None = None
    ) -> None:
        check_channel(interaction)
        wish = usual_wish(last.wish if last else None, [*self._titles], game)
        in_server = interaction.guild_id is not None
        await interaction.response.send_modal(wish_form(wish, self._titles, in_server=in_server))

    @answers(FindPress, "find")
    async def _pressed(self, interaction: Interaction, press: FindPress) -> None:
        user = interaction.user.id
        match press.way:
            case "open":
                await self._open(interaction)
            case "change":
                await self._ask(interaction, await self._finding.queue.wish(user))
            case "submit":
                await self._seek(interaction)
            case "stop":
                await self._finding.stop(user)
                await say(interaction, stopped_view())
            case "yes":
                agreed = await self._finding.agree(press.proposal, user)
                await self._questions.answer(interaction, agreed)
            case "no":
                refused = await self._finding.refuse(press.proposal, user)
                await self._questions.answer(interaction, refused)

    async def _seek(self, interaction: Interaction) -> None:
        user = interaction.user
        check_channel(interaction)
        wish = read_wish(submitted(interaction))
        asking = Asking(
            Player(user.id, user.display_name),
            interaction.guild_id or 0,
            _channel_to_ask_in(interaction),
        )
        seeking = await self._finding.seek(asking, wish)
        if visit_of(interaction).reader.language != spoken():  # for direct messages
            await self._service.store.choices.change(PlayerChoices, user.id, language=spoken())
        await self._show(interaction, seeking)

    async def _show(self, interaction: Interaction, seeking: Seeking) -> None:
        server = visit_of(interaction).server
        games = [game for game in seeking.wish.games if self._machines.can_begin(game, server)]
        machine = next(iter(games), "")
        view = searching_view(seeking, self._titles, self._finding.games, machine)
        await say(interaction, view)


def _channel_to_ask_in(interaction: Interaction) -> int:
    """The channel of the interaction if the asker may write there and the bot may post a match
    there by itself, else 0.
    """
    channel, visit = interaction.channel, visit_of(interaction)
    if not visit.guild or visit.access is not Access.MEMBER or not may_write(interaction):
        return 0
    if not isinstance(channel, (discord.TextChannel, discord.Thread)):
        return 0
    needed = NEEDED_IN_THREAD if visit.in_thread else NEEDED
    return 0 if lacking(visit.may, needed) else channel.id


@dataclass(eq=False)
class FindingRounds:
    """The duties of the search: to put players together, to ask them, and to end a search.

    Each process counts the proposals that it makes, for Prometheus.
    """

    _service: Service
    _finding: Finding
    _questions: Questions
    _meter: Meter
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        registry = self._meter.registry
        self._found = Counter(
            "prowler_finding_found", "Players put together", ["game"], registry=registry
        )
        self._waited = Histogram(
            "prowler_finding_seconds",
            "How long players waited until they were put together",
            buckets=(60, 300, *WAITS),
            registry=registry,
        )
        self._duty_loop.add_handler(FindingDuty.LOOK, self._look)
        self._duty_loop.add_handler(
            FindingDuty.ASK, lambda duty: self._questions.tend(duty.subject)
        )

    async def _look(self, _: Duty) -> int | None:
        """Put together all who suit each other."""
        for new in await self._finding.look():
            for seconds in new.waited:
                self._found.labels(new.proposal.game).inc()
                self._waited.observe(seconds)
        now = self._service.now()
        waiting = await self._finding.queue.count_waiting(now)
        return now + _EVERY if waiting > 1 else None
