"""The page of a server: its champions, the table of the year, records, and what is on.

It names what everybody in its channel can see: the competitions of that channel and of channels
that all members see.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from discord import Client, Interaction, app_commands
from discord.ext import commands

from cogs.board.shown_messages import Links
from cogs.board.views.challenge_views import span_words
from cogs.board.views.common_buttons import another_game_button, daily_button, matches_button
from cogs.board.views.match_views import link_to
from cogs.competitions.views import competition_text as words
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Row, first_lines, layout
from cogs.frame.names import safe_name
from cogs.frame.replies import say
from cogs.frame.visit import audience_in, is_open, visit_of
from cogs.presses.addresses import ClubPress
from prowlerbot.club.club_store import ClubStore
from prowlerbot.club.year import BestOf, Played, RecordKind, records_of, table_of
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.standings import medals
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, NotFound, StoreError
from prowlerbot.core.i18n import label_text, listing, mark, tr, trn
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.scene import PostPlace
from prowlerbot.match.timeline import Place
from prowlerbot.service.match_service import Service

_CHAMPIONS, _IN_TABLE, _ON, _CHALLENGES = 5, 10, 8, 5
"""The most lines of each part."""
_READ = 20
"""The latest competitions and challenges that are read to find those."""
_POINTS = mark(
    "A first place brings a point for each player who stayed to the end, a second place half of"
    " that, a third place a third."
)
_RECORDS = {
    RecordKind.MATCHES: mark("Most matches: {player}, {value}"),
    RecordKind.STREAK: mark("Longest winning streak: {player}, {value}"),
    RecordKind.LEAD: mark("Best lead: {player}, {value}"),
    RecordKind.FASTEST: mark("Fastest win: {player}, {value}"),
}


@dataclass(eq=False)
class ServerPage(commands.Cog):
    _client: Client
    _service: Service
    _competitions: Competitions
    _links: Links

    def __post_init__(self) -> None:
        self._club = ClubStore(self._service.store.database)

    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.command(description="See the champions, best results and events of this server")
    async def server(self, interaction: Interaction) -> None:
        await self._show(interaction)

    @answers(ClubPress, "club")
    async def _open(self, interaction: Interaction, _: ClubPress) -> None:
        await self._show(interaction)

    async def _show(self, interaction: Interaction) -> None:
        if interaction.guild_id is None:
            raise Denied("This is not a server, so it has no champions.")
        row: Row = [daily_button(), matches_button(), another_game_button()]
        title, *parts = await self._parts(interaction.guild_id, visit_of(interaction).channel)
        await say(interaction, layout(title, rows=[*parts, row]))

    async def for_all(self, guild: int, channel: int) -> Content:
        """The page for everybody in a channel, in the current language."""
        row: Row = [Button(tr("As it is now"), ClubPress("open")), daily_button()]
        title, *parts = await self._parts(guild, channel)
        hint = f"-# {tr('I keep this message up to date.')}"
        return layout(f"{title}\n{hint}", rows=[*parts, row])

    async def _parts(self, guild: int, channel: int) -> list[str]:
        """The title, and all parts of the page that have something to say."""
        now = self._service.now()
        year = datetime.fromtimestamp(now, UTC).year
        since = int(datetime(year, 1, 1, tzinfo=UTC).timestamp())
        played = await self._club.read_played(guild, since)
        name = getattr(self._client.get_guild(guild), "name", "")
        parts = [
            (tr("Champions"), await self._champions(guild, channel)),
            (tr("Table of {year}", year=year), await self._table(guild, since)),
            (tr("Best of {year}", year=year), await self._records(guild, channel, played)),
            (tr("This week"), await self._events(guild, channel, now)),
            (tr("Open challenges"), await self._challenges(guild, channel, now)),
        ]
        texts = [f"### {safe_name(name)}"]
        for heading, told in parts:
            if told:
                lines = [f"**{heading}**", *told]
                texts.append("\n".join(first_lines(lines, len(lines), *texts)))
        if len(texts) == 1:
            texts.append(tr("Nobody has won anything here yet; a tournament or a match begins it."))
        return texts

    async def named_players(self, guild: int, players: Iterable[int]) -> set[int]:
        """Those among some players whom lists of a server may name."""
        known = {each for each in players if each > 0}
        choices = await self._service.store.choices.of_players(known)
        barred = await self._service.store.bars.barred_players(guild, known, self._service.now())
        return {each for each in known - barred if choices[each].seen != "nowhere"}

    def is_public(self, stored: Stored, channel: int = 0) -> bool:
        """Whether all members, or everybody in a channel, can see a competition of its server."""
        if stored.channel == channel:
            return True
        audience = audience_in(self._client, stored.guild, stored.channel)
        return is_open(self._client, Place(stored.guild, stored.channel, audience))

    async def _find_public(self, guild: int, channel: int, *, ended: bool) -> list[Stored]:
        found = await self._competitions.of_guild(guild, ended=ended, most=_READ)
        return [each for each in found if self.is_public(each, channel)]

    async def _champions(self, guild: int, channel: int) -> list[str]:
        """The latest competitions that somebody has won, each with a link and its winners."""
        ended = await self._find_public(guild, channel, ended=True)
        won = [(each, first) for each in ended if (first := champions_of(each))][:_CHAMPIONS]
        named = await self.named_players(guild, (player for _, first in won for player in first))
        lines = list[str]()
        for stored, first in won:
            title = words.title(stored)
            if stored.message:
                link = link_to(PostPlace(stored.guild, stored.channel), stored.message)
                title = f"[{title}]({link})"
            who = [words.name_of(stored, each) for each in first if each in named]
            lines.append(f"- 🥇 {label_text(title, listing(who))}" if who else f"- {title}")
        return lines

    async def _table(self, guild: int, since: int) -> list[str]:
        found = await self._club.medals(guild, since)
        named = await self.named_players(guild, (each.player for each in found))
        lines = [
            f"{it.place}. {safe_name(it.name)} · "
            + trn("{count} point", "{count} points", it.points)
            for it in table_of(each for each in found if each.player in named)
        ]
        return [f"-# {tr(_POINTS)}", *lines[:_IN_TABLE]] if lines else []

    async def _records(self, guild: int, channel: int, played: list[Played]) -> list[str]:
        """For each game the records of rated matches, with links to those that all here can see."""
        people = {player for each in played for player, *_ in each.seats}
        named = await self.named_players(guild, people)
        by_game = defaultdict[str, list[Played]](list)
        for each in played:
            by_game[each.game].append(each)
        held = {game: records_of(some, named) for game, some in by_game.items()}
        holders = {each.player for some in held.values() for each in some}
        names = await self._service.store.results.names(holders, guild)
        lines = list[str]()
        for game, some in held.items():
            told = [await self._record(each, names[each.player], channel) for each in some]
            if told:
                lines.append(f"- {self._service.games.title_of(game)}: {' · '.join(told)}")
        rule = tr("Of rated matches that were played to their end.")
        return [f"-# {rule}", *lines] if lines else []

    async def _record(self, held: BestOf, name: str, channel: int) -> str:
        value = span_words(max(1, held.value)) if held.kind is RecordKind.FASTEST else held.value
        if held.match and (link := await self._links.public_link_of(channel, held.match)):
            value = f"[{value}]({link})"
        return tr(_RECORDS[held.kind], player=safe_name(name), value=value)

    async def _events(self, guild: int, channel: int, now: int) -> list[str]:
        """The competitions that are being played or begin within a week."""
        running = await self._find_public(guild, channel, ended=False)
        soon = [it for it in running if it.course.began or it.terms.starts < now + 7 * DAY]
        soon.sort(key=lambda each: each.terms.starts)
        title_of = self._service.games.title_of
        return [words.link_line(each, title_of(each.terms.game)) for each in soon[:_ON]]

    async def _challenges(self, guild: int, channel: int, now: int) -> list[str]:
        """The challenges with free seats, with links; nobody in them is named."""
        since, lines = now - CHALLENGE_LASTS, list[str]()
        for match_id in await self._club.open_challenges(guild, since, _READ):
            with suppress(StoreError, NotFound):  # damaged or gone meanwhile
                match = await self._service.match(match_id)
                free = sum(each.is_vacant for each in match.players)
                link = await self._links.public_link_of(channel, match_id) if free else None
                if link is not None:
                    title = self._service.games.title_of(match.game)
                    seats = trn("{count} free seat", "{count} free seats", free)
                    lines.append(f"- [{title}]({link}) · {seats}")
        return lines[:_CHALLENGES]


def champions_of(stored: Stored) -> Collection[int]:
    """The players who have won a competition that is over; deleted ones have ids below zero."""
    return [player for player, place in medals(stored.competition).items() if place == 1]
