"""The page of a server: its champions, the table of the year, its records, and coming events.

It names only competitions and matches in channels that its reader sees. The readers of the message
that the bot keeps up to date are all who see the channel of that message.
"""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain

from discord import Client, Interaction, app_commands
from discord.ext import commands

from cogs.board.shown_messages import Links
from cogs.board.views.match_views import another_game_button, daily_button, matches_button
from cogs.board.views.terms_words import span_words
from cogs.competitions import competition_text as words
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Row, first_lines, has_feature, layout
from cogs.frame.names import command, safe_name
from cogs.frame.replies import say
from cogs.frame.visit import everybody_in, place_in, visit_of
from cogs.presses import PlainPress
from prowlerbot.club import BestOf, Played, RecordKind, champions_of, records_of, year_table
from prowlerbot.club_store import ClubStore
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, NotFound, StoreError
from prowlerbot.core.i18n import label_text, listing, mark, tr, trn
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.lobby import CHALLENGE_SECONDS
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.timeline import can_see_place
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Asker

_MAX_CHAMPIONS, _MAX_IN_TABLE, _MAX_EVENTS, _MAX_CHALLENGES = 5, 10, 8, 5  # lines
_MAX_READ = 20  # the latest competitions and challenges that are read to find those
_CACHE_SECONDS, _CACHED_SERVERS = 60, 20  # for the matches of a year
_POINTS_RULE = mark(
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
        self._played = Recent[tuple[int, int, int], list[Played]](_CACHED_SERVERS)

    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.command(description="See the champions, best results and events of this server")
    async def server(self, interaction: Interaction) -> None:
        await self._show_page(interaction)

    @answers(PlainPress, "club")
    async def _press_open(self, interaction: Interaction, _: PlainPress) -> None:
        await self._show_page(interaction)

    async def _show_page(self, interaction: Interaction) -> None:
        if interaction.guild_id is None:
            raise Denied("This is not a server, so it has no champions.")
        row: Row = [daily_button(), matches_button(), another_game_button()]
        title, *parts = await self._part_texts(interaction.guild_id, visit_of(interaction))
        await say(interaction, layout(title, rows=[*parts, row]))

    async def content_for_all(self, guild: int, channel: int) -> Content:
        """The page for everybody in a channel, in the current language."""
        row: Row = [Button(tr("As it is now"), PlainPress("club:open")), daily_button()]
        title, *parts = await self._part_texts(guild, everybody_in(self._client, guild, channel))
        hint = f"-# {tr('I keep this message up to date.')}"
        return layout(f"{title}\n{hint}", rows=[*parts, row])

    async def _part_texts(self, guild: int, reader: Asker) -> list[str]:
        """The title, and all parts of the page that have something to say to a reader."""
        now = self._service.now()
        year = datetime.fromtimestamp(now, UTC).year
        since = int(datetime(year, 1, 1, tzinfo=UTC).timestamp())
        name = getattr(self._client.get_guild(guild), "name", "")
        year_parts = [
            (tr("Champions"), await self._champion_lines(guild, reader)),
            (tr("Table of {year}", year=year), await self._table_lines(guild, reader, since)),
            (tr("Best of {year}", year=year), await self._record_lines(guild, reader, since, now)),
        ]
        hint = tr(
            "No champions or best results yet. `{play}` begins a match, `{create}` a tournament.",
            play=command("play"),
            create=command("tournament", "create"),
        )
        parts = [
            *(year_parts if any(lines for _, lines in year_parts) else [("", [hint])]),
            (tr("This week"), await self._event_lines(guild, reader, now)),
            (tr("Open challenges"), await self._challenge_lines(guild, reader, now)),
        ]
        texts = [f"### {safe_name(name)}"]
        for heading, lines in parts:
            if lines:
                text_lines = [f"**{heading}**", *lines] if heading else lines
                texts.append("\n".join(first_lines(text_lines, len(text_lines), *texts)))
        return texts

    async def listable_players(self, guild: int, players: Iterable[int]) -> set[int]:
        """The players, of those given, that lists of a server may name."""
        present = {player for player in players if player > 0}  # others have deleted their data
        choices = await self._service.store.choices.choices_of_players(present)
        barred = await self._service.store.bars.barred_players(guild, present, self._service.now())
        return {player for player in present - barred if choices[player].seen != "nowhere"}

    async def _seen_competitions(self, guild: int, reader: Asker, *, ended: bool) -> list[Stored]:
        found = await self._competitions.of_guild(guild, ended=ended, most=_MAX_READ)
        seen = await self._visible_channels(guild, reader, {stored.channel for stored in found})
        return [stored for stored in found if stored.channel in seen]

    async def _visible_channels(self, guild: int, reader: Asker, channels: set[int]) -> set[int]:
        places = [place_in(self._client, guild, channel) for channel in channels]
        looker = await reader.find_looker(places)
        return {place.channel for place in places if can_see_place(looker, place)}

    async def _champion_lines(self, guild: int, reader: Asker) -> list[str]:
        """The latest competitions that somebody has won, each with a link, its end and winners."""
        ended = await self._seen_competitions(guild, reader, ended=True)
        ended.sort(key=lambda stored: -stored.competition.events[-1].at)
        won = [(stored, players) for stored in ended if (players := champions_of(stored))]
        del won[_MAX_CHAMPIONS:]
        all_champions = chain.from_iterable(players for _, players in won)
        listable = await self.listable_players(guild, all_champions)
        lines = list[str]()
        for stored, players in won:
            title = words.linked_title(stored)
            champions = [words.name_of(stored, player) for player in players if player in listable]
            line = f"🥇 {label_text(title, listing(champions))}" if champions else title
            lines.append(f"- {line} · <t:{stored.competition.events[-1].at}:d>")
        return lines

    async def _table_lines(self, guild: int, reader: Asker, since: int) -> list[str]:
        """The table of the year over all medals, with its rule."""
        medals = await self._club.medals(guild, since)
        visible = await self._visible_channels(guild, reader, {medal.channel for medal in medals})
        listable = await self.listable_players(guild, (medal.player for medal in medals))
        table = year_table(it for it in medals if it.player in listable and it.channel in visible)
        lines = [  # without a list of Discord, which counts its items itself
            f"**{line.place}.** {safe_name(line.name)} · "
            + trn("{count} point", "{count} points", line.points)
            for line in table[:_MAX_IN_TABLE]
        ]
        return [f"-# {tr(_POINTS_RULE)}", *lines] if lines else []

    async def _record_lines(self, guild: int, reader: Asker, since: int, now: int) -> list[str]:
        """For each game the records of rated matches that a reader sees, with links to them."""
        key = guild, since, now // _CACHE_SECONDS
        if (matches := self._played.find(key)) is None:
            matches = await self._club.read_played(guild, since)
            self._played.keep(key, matches)
        looker = await reader.find_looker({place for match in matches for place in match.places})
        players, by_game = set[int](), defaultdict[str, list[Played]](list)
        for match in matches:
            if any(can_see_place(looker, place) for place in match.places):
                by_game[match.game].append(match)
                players |= {seat.player for seat in match.seats}
        listable = await self.listable_players(guild, players)
        records = {game: records_of(played, listable) for game, played in by_game.items()}
        best = [record for of_game in records.values() for record in of_game]
        names = await self._service.store.results.names_of({it.player for it in best}, guild)
        links = await self._links.links_of(reader, {it.match for it in best if it.match})
        lines = list[str]()
        for game, of_game in records.items():
            words_of_game = [
                _record_words(record, name, links.get(record.match))
                for record in of_game
                if (name := names[record.player])
            ]
            if words_of_game:
                title = self._service.games.title_of(game)
                lines.append(f"- {title}: {' · '.join(words_of_game)}")
        rule = tr("Of rated matches that were played to their end.")
        return [f"-# {rule}", *lines] if lines else []

    async def _event_lines(self, guild: int, reader: Asker, now: int) -> list[str]:
        """The day's challenge, and competitions that are being played or begin within a week."""
        running = await self._seen_competitions(guild, reader, ended=False)
        events = [it for it in running if it.course.began or it.terms.starts < now + 7 * DAY]
        events.sort(key=lambda it: it.terms.starts)
        title_of, lines = self._service.games.title_of, list[str]()
        choices = await self._service.store.choices.choices_of(ServerChoices, guild)
        if has_feature("daily"):
            for channel in await self._visible_channels(guild, reader, {choices.daily_channel}):
                lines.append(f"- {tr('The challenges of the day')} · <#{channel}>")
        for it in events[:_MAX_EVENTS]:
            lines.append(words.link_line(it, title_of(it.terms.game)))
        return lines

    async def _challenge_lines(self, guild: int, reader: Asker, now: int) -> list[str]:
        """The challenges with free seats, with links; nobody in them is named."""
        match_ids = await self._club.open_challenges(guild, now - CHALLENGE_SECONDS, _MAX_READ)
        lines = list[str]()
        for match_id, link in (await self._links.links_of(reader, match_ids)).items():
            with suppress(StoreError, NotFound):  # damaged or gone meanwhile
                match = await self._service.match(match_id)
                if free_seats := sum(player.is_vacant for player in match.players):
                    title = self._service.games.title_of(match.game)
                    seats = trn("{count} free seat", "{count} free seats", free_seats)
                    lines.append(f"- [{title}]({link}) · {seats}")
        return lines[:_MAX_CHALLENGES]


def _record_words(record: BestOf, name: str, link: str | None) -> str:
    is_time = record.kind is RecordKind.FASTEST
    value = span_words(max(1, record.value)) if is_time else record.value
    value = f"[{value}]({link})" if link else value
    return tr(_RECORDS[record.kind], player=safe_name(name), value=value)
