"""The profile of a player in a game: its card, finished matches, statistics, a head to head.

Each is a tab. A player can keep the card or share it. The leaderboards have the ratings of all.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar, assert_never

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.rendering import Rendering
from cogs.board.shared_posts import SharedPosts
from cogs.board.shown_messages import Links
from cogs.board.views.results_text import history_line, rating_words, streak_line, tally_line
from cogs.contract.face import PlayedOut
from cogs.contract.sign import worded
from cogs.frame import layout as layouts
from cogs.frame.command_options import allow_everywhere
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Item, Picture, Row, layout, menu
from cogs.frame.names import plain_name, player_names, safe_name
from cogs.frame.replies import say, selected_number, turn_into
from cogs.frame.visit import visit_of
from cogs.players.match_list import WHICH_GAME, PlayedGames
from cogs.presses import TAB, LeaderboardPress, PlayerAction, PlayerPress, Scope
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Registry
from prowlerbot.core.i18n import get_language, mark, one_decimal_words, tr, trn
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import Player
from prowlerbot.match.player_statistics import FinishedMatch, WonOrLost, tally_matches
from prowlerbot.match.preferences import PlayerChoices, Theme, Visibility
from prowlerbot.match.ratings import PROVISIONAL, PlayerStanding, is_provisional, medal_of_place
from prowlerbot.match.scene import ContentKind
from prowlerbot.match.timeline import finished_views
from prowlerbot.profiles import FinishedMatches
from prowlerbot.profiles_store import Leaderboard
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.match_store import Store
from renderer.profile import Card, draw_profile

_T = TypeVar("_T")
OwnNotes: TypeAlias = Callable[[int, str], Awaitable[Sequence[str]]]
"""The lines below a user's own card in a game, of the features beside this one."""

User: TypeAlias = discord.User | discord.Member

_NO_OPPONENT = mark("No finished match against a player whose results you can see.")
_HISTORY_A_PAGE = 8  # finished matches on a page of the history
_MOST_AGAINST = 5  # matches that a head to head lists
_MOST_OPPONENTS = 25  # Discord's limit for the options of a menu
_MOST_REPLAYED = 100  # matches that are replayed for statistics, as more would take too long
_MOST_CACHED = 500  # the results of replayed records that stay in memory
_RESULTS_ON_CARD = 10  # the latest results that the card shows
_MIN_FOR_FAVOURITE = 3  # finished matches from which the card shows a favourite
_GONE = mark("There is nothing to show any more.")
_PROVISIONAL = mark("Provisional rating {points}.")
_SETTLED = mark("Rating {points}, give or take {range}.")
_WON, _SHARED, _LOST = mark("won"), mark("shared"), mark("lost")
_RESULT_WORDS = {WonOrLost.WON: _WON, WonOrLost.SHARED: _SHARED, WonOrLost.LOST: _LOST}
_PROVISIONAL_HINT = mark("Ranked lower until you have played {count} matches")
_PLAYERS_A_PAGE = 10  # players on a page of a leaderboard
_MEDALS: Mapping[int | None, str] = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class CardSection:
    """A text, and the rows below it."""

    text: str
    rows: Sequence[Sequence[Item]] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """A player of a game, by a name that its reader may know."""

    game: str
    player: int
    name: str


@dataclass(eq=False)
class MatchHistory:
    """The sections of a profile that follow from a player's finished matches."""

    _service: Service
    _store: Store
    _rendering: Rendering
    _links: Links
    _finished: FinishedMatches

    def __post_init__(self) -> None:
        self._computed: Recent[tuple[object, ...], Any] = Recent(_MOST_CACHED)

    async def history_section(
        self, interaction: Interaction, about: Profile, page: int
    ) -> CardSection | None:
        """A page of the finished matches that the asker can find; None without any."""
        reader, game, player = visit_of(interaction), about.game, about.player
        count = await self._finished.count_matches(reader, game, player)
        page, pages = layouts.nearest_page(page, count, _HISTORY_A_PAGE)
        first = page * _HISTORY_A_PAGE
        matches = await self._finished.history(reader, game, player, first, _HISTORY_A_PAGE)
        if not matches:
            return None
        heading = "### " + tr("Finished matches of {player}", player=safe_name(about.name))
        lines = await self._match_lines(interaction, matches, player)
        total = trn("{count} match", "{count} matches", count)
        text = f"{heading}\n{_bullet_list(lines)}\n\n-# {total}"  # a blank line ends the list
        turn_to = partial(PlayerPress, "history", game, player)
        return CardSection(text, layouts.page_rows(lambda to, _: turn_to(to), page, pages))

    async def _match_lines(
        self, interaction: Interaction, matches: Sequence[FinishedMatch], player: int
    ) -> list[str]:
        """A line for each match, with the link to its board if the reader can open it."""
        links = await self._links.links_of(visit_of(interaction), [it.match for it in matches])

        def board_words(finished: FinishedMatch) -> str:
            if link := links.get(finished.match):
                return f"[{tr('board')}]({link})"
            took_part = interaction.user.id in [seat.id for seat in finished.players]
            return tr("match {id}", id=finished.match) if took_part else ""

        counted = await self._store.results.count_rated(matches)
        own = interaction.user.id == player
        return [history_line(it, player, board_words(it), readers=own) for it in counted]

    @staticmethod
    def opponent_menu(interaction: Interaction, game: str, met: Sequence[Player]) -> CardSection:
        """The menu of the opponents for a comparison with the asker."""
        user = interaction.user.id
        heading = "### " + tr("{player} against…", player=safe_name(interaction.user.display_name))
        if not met:
            return CardSection(f"{heading}\n{tr(_NO_OPPONENT)}")
        shown = met[:_MOST_OPPONENTS]
        options = zip(player_names(shown), [opponent.id for opponent in shown], strict=True)
        press, prompt = PlayerPress("against", game, user), tr("Choose a player")
        return CardSection(f"{heading}\n{prompt}:", [[menu(press, prompt, options)]])

    async def against_section(self, interaction: Interaction, about: Profile) -> CardSection:
        """The head to head of the asker with a player."""
        user, opponent = interaction.user, about.player
        matches = await self._finished.list_against(visit_of(interaction), about.game, opponent)
        own_name, opponent_name = safe_name(user.display_name), safe_name(about.name)
        names = {"player": own_name, "opponent": opponent_name}
        heading = "### " + tr("{player} against {opponent}", **names)
        if not matches:
            return CardSection(f"{heading}\n{tr('No finished match between the two of you.')}")
        mine = tally_matches(matches, user.id, opponent)
        theirs = tally_matches(matches, opponent, user.id)
        lines = [tally_line(mine), streak_line(mine, user.display_name, about.name)]
        if mine.average is not None and theirs.average is not None:
            averages = {"own": mine.average, "their": theirs.average}
            told = {name: f"**{one_decimal_words(each)}**" for name, each in averages.items()}
            words = mark("On average {player} had {own} and {opponent} {their}.")
            lines.append(tr(words, **told, **names))
        latest = await self._match_lines(interaction, matches[:_MOST_AGAINST], user.id)
        text = "\n".join(filter(None, lines))
        return CardSection(f"{heading}\n{text}\n{_bullet_list(latest)}")

    async def statistics_section(
        self, interaction: Interaction, about: Profile
    ) -> CardSection | None:
        """The statistics of the matches that the asker may see; None without any."""
        reader, game, player = visit_of(interaction), about.game, about.player
        if not (matches := await self._finished.history(reader, game, player)):
            return None
        mine = tally_matches(matches, player)
        lines = [tally_line(mine), await self._rating_line(reader, game, player)]
        if mine.average is not None:
            words, average = mark("Totals: {average} on average, {best} at best"), mine.average
            totals = tr(words, average=f"**{one_decimal_words(average)}**", best=f"**{mine.best}**")
            highlights = self._rendering.faces[game].highlights
            lines += [totals, *await self.compute_latest(matches, player, highlights)]
            if sum(finished.played_out(player) for finished in matches) > _MOST_REPLAYED:
                words = mark("The lines about boards cover only the last {count}.")
                lines.append(tr(words, count=_MOST_REPLAYED))
        heading = "### " + tr("Statistics of {player}", player=safe_name(about.name))
        return CardSection(f"{heading}\n{_bullet_list(lines)}")

    async def _rating_line(self, reader: Reader, game: str, player: int) -> str:
        if (rating := await self._store.results.standing(game, player)) is None:
            return tr("Not rated yet")
        board = await self._finished.leaderboards.read_leaderboard(reader, game, player)
        fields = {"rating": rating_words(rating), "place": f"**{board.place}**", "all": board.all}
        if board.place is None:
            return tr("Rating {rating}", rating=fields["rating"])
        return tr("Rating {rating}, place {place} of {all}", **fields)

    async def compute_latest(
        self,
        matches: Sequence[FinishedMatch],
        player: int,
        compute: Callable[[Iterable[PlayedOut]], _T],
    ) -> _T:
        """The result of ``compute`` on the latest matches that a player has played out.

        A thread replays them, which takes seconds. The result stays in memory until the player's
        next result, as anybody can repeat the press. It may hold words, so the language counts.
        """
        played_out = [it for it in matches if it.played_out(player)][:_MOST_REPLAYED]
        seats = [finished.index_of(player) + 1 for finished in played_out]
        ids = tuple(finished.match for finished in played_out)
        key = compute, get_language(), ids, tuple(seats)
        cached: _T | None = self._computed.find(key)
        if cached is not None:
            return cached
        stored = [await self._service.match(match_id) for match_id in ids]

        def replay() -> _T:
            views = (finished_views(match, self._service.facts.game(match)) for match in stored)
            return compute(zip(views, seats, strict=True))

        result = await self._rendering.draw(replay)
        self._computed.keep(key, result)
        return result


@dataclass(eq=False)
class Profiles(commands.Cog):
    _store: Store
    _games: Registry
    _rendering: Rendering
    _shared: SharedPosts
    _history: MatchHistory
    _finished: FinishedMatches
    _played: PlayedGames
    _own_notes: OwnNotes

    _bot: commands.AutoShardedBot

    def __post_init__(self) -> None:
        app_commands.choices(game=self._played.choices)(self.profile)

    async def cog_load(self) -> None:
        menu = app_commands.ContextMenu(name="Head to head", callback=self._compare_with)
        self._bot.tree.add_command(allow_everywhere(menu))

    @allow_everywhere
    @app_commands.command(
        description="See a player's card, finished matches and statistics, and you against them"
    )
    @app_commands.describe(player="The player (default: you)", game=WHICH_GAME)
    async def profile(
        self, interaction: Interaction, player: discord.User | None = None, game: str | None = None
    ) -> None:
        """Show the card of a player to the asker only, with the tabs and a button to share it."""
        game = await self._played.find_game(interaction.user.id, game)
        person = player or interaction.user
        _check_person(person)
        about = Profile(game, person.id, person.display_name)
        content = await self._card_content(interaction, about)
        name = safe_name(person.display_name)
        nothing = tr("{player} has not finished a match that you can find here.", player=name)
        if person.id == interaction.user.id:
            notes = await self._own_notes(person.id, game)
            nothing = "\n".join([tr("No finished match so far."), *notes])
        await say(interaction, nothing if content is None else content)

    async def _compare_with(self, interaction: Interaction, player: discord.User) -> None:
        """Show the head to head of the asker with a player, in the game that the asker means."""
        game = await self._played.find_game(interaction.user.id, None)
        _check_person(player)
        if player.id == interaction.user.id:
            raise Denied("Choose another player to compare yourself with.")
        about = Profile(game, player.id, player.display_name)
        section = await self._history.against_section(interaction, about)
        await say(interaction, _tab_content(interaction, about, "against", section))

    @answers(PlayerPress, "card", "history", "statistics", "against")
    async def _turn_tab(self, interaction: Interaction, press: PlayerPress) -> None:
        about, reader = await self._profile_of(interaction, press), visit_of(interaction)
        if not await self._finished.count_matches(reader, about.game, about.player):
            raise Denied(_GONE)
        section: CardSection | None
        match press.action:
            case "history":
                section = await self._history.history_section(interaction, about, press.page)
            case "statistics":
                section = await self._history.statistics_section(interaction, about)
            case "against":
                section = await self._opponent_section(interaction, about)
            case "card" | "profile":
                section = None
            case _:
                assert_never(press.action)
        if section is not None:
            content: Content | None = _tab_content(interaction, about, press.action, section)
        else:
            content = await self._card_content(interaction, about)
        if content is None:
            raise Denied(_GONE)
        await turn_into(interaction, content)

    async def _profile_of(self, interaction: Interaction, press: PlayerPress) -> Profile:
        game = self._games.named(press.game).key  # the id of a button is untrusted
        names = await self._store.results.names_of([press.player], visit_of(interaction).guild)
        return Profile(game, press.player, names[press.player])

    async def _opponent_section(self, interaction: Interaction, about: Profile) -> CardSection:
        """The asker against this player; on the asker's own card, against a chosen opponent."""
        if about.player != interaction.user.id:
            return await self._history.against_section(interaction, about)
        opponents = {
            opponent.id: opponent
            for opponent in await self._finished.list_opponents(visit_of(interaction), about.game)
        }
        choice = self._history.opponent_menu(interaction, about.game, [*opponents.values()])
        if (opponent := opponents.get(selected_number(interaction) or 0)) is None:
            return choice
        against = Profile(about.game, opponent.id, opponent.name)
        return replace(await self._history.against_section(interaction, against), rows=choice.rows)

    async def _card_content(self, interaction: Interaction, about: Profile) -> Content | None:
        """The card; None for a player without a match that the asker may see."""
        visit = visit_of(interaction)
        if (card := await self._make_card(visit, about)) is None:
            return None
        share = PlayerPress("profile", about.game, about.player)
        button = Button(tr("Show to all"), share, emoji="📣")
        own = visit.user == about.player
        notes = await self._own_notes(visit.user, about.game) if own else ()
        rows: list[Row] = [*notes, _tab_buttons(about, "card", own=own), [button]]
        return await self._picture_content(card, visit.theme, rows)

    @answers(PlayerPress, "profile")
    async def _press_share(self, interaction: Interaction, press: PlayerPress) -> None:
        about, visit = await self._profile_of(interaction, press), visit_of(interaction)
        # Players may show all of their own card.
        reader = visit if press.player == visit.user else replace(visit, user=0)

        async def draw() -> Content:
            if (card := await self._make_card(reader, about)) is None:
                raise Denied(_GONE)
            return await self._picture_content(card, visit.server.theme, [])

        await self._shared.share_post(interaction, ContentKind.CARD, press.player, draw)

    async def _make_card(self, reader: Reader, about: Profile) -> Card | None:
        """The data of the card; None for a player without a match that the reader may see."""
        game, player = about.game, about.player
        if not (finished := await self._finished.history(reader, game, player)):
            return None
        tally = tally_matches(finished, player)
        standing = await self._store.results.standing(game, player)
        board = await self._finished.leaderboards.read_leaderboard(reader, game, player)
        place, matches = board.place, standing.matches if standing else 0
        face, favourite = self._rendering.faces[game], ""
        if len(finished) >= _MIN_FOR_FAVOURITE:
            favourite = await self._history.compute_latest(finished, player, face.favourite)
        medals = await self._finished.count_medals(reader, game, player)
        return Card(
            game=face.title,
            name=plain_name(about.name),
            points=standing.rating.points if standing else None,
            range=standing.rating.range if standing else 0,
            place=place,
            places=board.all,
            medal=medal_of_place(place, board.all, matches) if place else None,
            provisional=is_provisional(matches),
            won=tally.won,
            shared=tally.shared,
            lost=tally.lost,
            latest=tuple(result.value for result in tally.results[:_RESULTS_ON_CARD]),
            best=tally.best,
            favourite=favourite,
            medals=(medals[1], medals[2], medals[3]),
        )

    async def _picture_content(self, card: Card, theme: Theme, rows: Sequence[Row]) -> Content:
        png = await self._rendering.draw(partial(draw_profile, card, theme=theme))
        sentences = card_words(card)
        title = tr("Profile of {player} at {game}.", player=card.name, game=card.game)
        picture = Picture("profile.png", png, title if worded() else " ".join([title, *sentences]))
        heading = tr("{player} at {game}", player=safe_name(card.name), game=card.game)
        text = "\n".join([f"### {heading}", *(sentences if worded() else ())])
        return layout(text, [picture], rows)


def _tab_content(
    interaction: Interaction, about: Profile, shown: PlayerAction, section: CardSection
) -> Content:
    tabs = _tab_buttons(about, shown, own=interaction.user.id == about.player)
    return layout(section.text, rows=[*section.rows, tabs])


def _tab_buttons(about: Profile, shown: PlayerAction, *, own: bool) -> list[Button]:
    """The tabs. The present one cannot be pressed, and needs a custom_id of its own."""
    labels: dict[PlayerAction, str] = {
        "card": tr("Profile"),
        "history": tr("Matches"),
        "statistics": tr("Statistics"),
        "against": tr("Against…") if own else tr("Against you"),
    }
    return [
        Button(label, TAB, discord.ButtonStyle.primary, disabled=True)
        if action == shown
        else Button(label, PlayerPress(action, about.game, about.player))
        for action, label in labels.items()
    ]


def card_words(card: Card) -> list[str]:
    """The whole card in words below its title, in the order of the picture."""
    parts: list[str] = []
    if card.points is None:
        parts.append(tr("Not rated yet."))
    else:
        sentence = _PROVISIONAL if card.provisional else _SETTLED
        parts.append(tr(sentence, points=card.points, range=card.range))
        if card.place is not None:
            parts.append(tr("Place {place} of {all}.", place=card.place, all=card.places))
    matches = mark("Matches: {won} won, {shared} shared, {lost} lost.")
    parts.append(tr(matches, won=card.won, shared=card.shared, lost=card.lost))
    latest = ", ".join(tr(_RESULT_WORDS[WonOrLost(result)]) for result in card.latest)
    parts.append(tr("The latest first: {results}.", results=latest))
    if card.best is not None:
        parts.append(tr("Best total {best}.", best=card.best))
    if any(card.medals):
        medals = mark("Medals of competitions: {gold} gold, {silver} silver, {bronze} bronze.")
        parts.append(
            tr(medals, **dict(zip(("gold", "silver", "bronze"), card.medals, strict=True)))
        )
    if card.favourite:
        parts.append(tr("Favourite: {favourite}.", favourite=card.favourite))
    return parts


def _check_person(user: User) -> None:
    if user.bot:
        raise Denied("Bots do not play; choose a person.")


def _bullet_list(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines if line)


@dataclass(eq=False)
class LeaderboardPages(commands.Cog):
    _service: Service
    _store: Store
    _rendering: Rendering
    _finished: FinishedMatches
    _games: PlayedGames

    def __post_init__(self) -> None:
        app_commands.choices(game=self._games.choices)(self.leaderboard)

    @allow_everywhere
    @app_commands.command(description="See who has the best rating")
    @app_commands.describe(scope="Of this server, or of all servers together", game=WHICH_GAME)
    async def leaderboard(
        self, interaction: Interaction, scope: Scope | None = None, game: str | None = None
    ) -> None:
        game = await self._games.find_game(interaction.user.id, game)
        if scope == "server" and interaction.guild_id is None:
            raise Denied("This is not a server; choose the overall leaderboard.")
        content = await self._leaderboard_content(interaction, game, scope or "server", 0)
        await say(interaction, content)

    @answers(LeaderboardPress, "leaders")
    async def _turn_leaderboard(self, interaction: Interaction, press: LeaderboardPress) -> None:
        view = await self._leaderboard_content(interaction, press.game, press.scope, press.number)
        await turn_into(interaction, view)

    @answers(LeaderboardPress, "listed")
    async def _change_listing(self, interaction: Interaction, press: LeaderboardPress) -> None:
        """Show the presser on leaderboards, or hide them."""
        game = self._service.games.named(press.game).key  # store nothing for an unknown game
        # The number of such a press is 1 to list the presser, 0 to hide them.
        seen: Visibility = PlayerChoices().seen if press.number else "nowhere"
        await self._store.choices.change(PlayerChoices, interaction.user.id, seen=seen)
        view = await self._leaderboard_content(interaction, game, press.scope, 0)
        await turn_into(interaction, view)

    async def _leaderboard_content(
        self, interaction: Interaction, game: str, scope: Scope, page: int
    ) -> Content:
        user = interaction.user.id
        if interaction.guild_id is None:
            scope = "overall"  # also if the button came from a server
        game = self._service.games.named(game).key  # the id of a button is untrusted
        only_here = scope == "server"
        reader, now = visit_of(interaction), self._service.now()
        board = await self._finished.leaderboards.read_leaderboard(
            reader, game, user, only_here=only_here, page=page, size=_PLAYERS_A_PAGE, now=now
        )
        names = await self._store.results.names_of((it.player for it in board.shown), reader.guild)
        title = tr("Leaderboard of this server") if only_here else tr("Leaderboard of all servers")
        lines = [f"### {title}\n-# {self._rendering.faces[game].title}"]
        lines += [
            standing_line(place, board.all, names[it.player], it, readers=it.player == user)
            for place, it in enumerate(board.shown, board.page * _PLAYERS_A_PAGE + 1)
        ]
        if not board.shown:
            lines.append(tr("Nobody has finished a rated match yet."))
        choices = await self._store.choices.choices_of(PlayerChoices, user)
        is_listed = choices.seen != "nowhere"
        lines.append(await self._own_line(board, game, user, is_listed=is_listed))
        lines.append(f"-# {tr(_PROVISIONAL_HINT, count=PROVISIONAL)}")
        turn_to = partial(LeaderboardPress, "leaders", game)
        rows = layouts.page_rows(lambda to, _: turn_to(scope, to), board.page, board.pages)
        row: list[Button] = []
        if interaction.guild_id is not None:
            other: Scope = "overall" if only_here else "server"
            label = tr("All servers") if only_here else tr("This server")
            row.append(Button(label, turn_to(other, 0)))
        label = tr("Hide me") if is_listed else tr("List me")
        press = LeaderboardPress("listed", game, scope, 0 if is_listed else 1)
        rows.append([*row, Button(label, press)])
        return layout("\n".join(lines), rows=rows)

    async def _own_line(self, board: Leaderboard, game: str, user: int, *, is_listed: bool) -> str:
        """The reader's own rating, below an empty line that ends the list."""
        if (standing := await self._store.results.standing(game, user)) is None:
            return "\n" + tr("You have no rating yet; a rated match gives you one.")
        rating, place = rating_words(standing), f"**{board.place}**"
        if not is_listed:
            return "\n" + tr("You: {rating}, hidden from everybody else", rating=rating)
        if board.place is None:
            return "\n" + tr("You: {rating}, without a rated match in this server", rating=rating)
        fields = {"place": place, "all": board.all, "rating": rating}
        return "\n" + tr("You: place {place} of {all}, {rating}", **fields)


def standing_line(
    place: int, places: int, name: str, standing: PlayerStanding, *, readers: bool
) -> str:
    """One line of a leaderboard; ``readers`` says that the player is the reader."""
    count = trn("{count} match", "{count} matches", standing.matches)
    shown = f"**{safe_name(name)}**" if readers else safe_name(name)
    mark_of_place = _MEDALS.get(medal_of_place(place, places, standing.matches), f"**{place}.**")
    return f"{mark_of_place} {shown} · {rating_words(standing)} · {count}"
