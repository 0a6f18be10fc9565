"""A player's open matches of all games, and the choice of one of them for a command.

``/matches`` shows them in pages: words, a small board and a button for each match.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.challenges import can_repeat
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import Links
from cogs.board.views import match_views as views
from cogs.board.views.agreement_views import claim_button, late_line
from cogs.board.views.match_views import another_game_button
from cogs.board.views.results_text import history_line
from cogs.board.views.terms_words import due_line
from cogs.contract.face import Face
from cogs.contract.manifest import Manifests
from cogs.contract.screen import ALT_LIMIT, IN_A_ROW, Drawing, fitted
from cogs.frame.command_options import Suggestions, allow_everywhere, suggestions_with
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Item, Row, layout, nearest_page, page_rows
from cogs.frame.names import other_plain_names, other_safe_names
from cogs.frame.replies import say, show_privately
from cogs.frame.visit import visit_of
from cogs.presses import HubPress, MatchesPress, PlayerPress
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import GameMissing
from prowlerbot.core.i18n import get_language, label_text, listing, mark, tr, trn
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import Theme
from prowlerbot.match.scene import Scene
from prowlerbot.match.terms import counts_until
from prowlerbot.service.match_lists import last_played_at
from prowlerbot.service.match_service import Service
from prowlerbot.storage.match_store import MAX_OPEN, Store
from renderer.gallery import SmallBoard, draw_gallery

WHICH_GAME = mark("Which game, if not the one you played last")
_MAX_ON_PICTURE_PAGE, _MAX_ON_TEXT_PAGE = 4, 8  # matches on a page with a picture, and without
_MAX_FINISHED = 3  # finished matches shown if none is open; an open one takes the room of two
_MAX_TYPING_PLAYERS = 100  # players whose suggestions are kept while they type


@dataclass(eq=False)
class PlayedGames:
    """The games, and the default one for a command without a game."""

    _store: Store
    _manifests: Manifests

    def __post_init__(self) -> None:
        self._titles = {manifest.key: manifest.title for manifest in self._manifests.values()}

    @property
    def choices(self) -> list[app_commands.Choice[str]]:
        """All games, as choices of a command option."""
        return [app_commands.Choice(name=title, value=key) for key, title in self._titles.items()]

    async def find_game(self, user: int, named: str | None) -> str:
        """The named game, or else the game that the user played last, or else the first one."""
        if named is not None:
            return named
        first = next(iter(self._titles))
        if len(self._titles) == 1:
            return first
        latest = [await self._store.latest_match(user, game) for game in self._titles]
        played = [match for match in latest if match is not None]
        return max(played, key=lambda it: last_played_at(it, user)).game if played else first


@dataclass(eq=False)
class OpenMatches:
    """The open matches of a player in words: their states, their lines, their suggestions."""

    _service: Service
    _faces: Mapping[str, Face]

    def __post_init__(self) -> None:
        self._options = Recent[tuple[object, ...], list[tuple[str, str]]](_MAX_TYPING_PLAYERS)

    def state_words(self, match: Match, user: int) -> str:
        """The state of a match: it waits for the reader, or for something else."""
        waits = self._service.facts.waits_for(match, user)
        if match.phase is Phase.LOBBY and waits:
            return tr("waits for your answer")
        if match.phase is Phase.LOBBY:
            has_vacancy = any(player.is_vacant for player in match.players)
            return tr("waits for players") if has_vacancy else tr("not answered yet")
        return tr("your turn") if waits else self._turn_words(match, user)

    def match_line(self, scene: Scene, user: int, link: str | None) -> str:
        """A match with its other players, its state, its deadline and the link to its board."""
        match, moment = scene.match, ""
        title = self._service.games.title_of(match.game)
        if match.phase is Phase.PLAYING:
            known = self._service.facts.timeline(match, user)
            moment = self._faces[match.game].moment(known.present)
            moment = moment or tr("move {number}", number=known.count_moves() + 1)
        company = _company_words(f"[{title}]({link})" if link else title, match, user)
        state, due = self._state_line(scene, user), self._due_words(scene, user)
        parts = [label_text(company, state), due, moment, "" if link else _board_place_words(scene)]
        return " · ".join(filter(None, parts))

    def _state_line(self, scene: Scene, user: int) -> str:
        """The state of a match with emphasis, and whether a late player loses by that."""
        match, clocks = scene.match, self._service.clocks
        if match.phase is Phase.PLAYING and self._service.facts.waits_for(match, user):
            # With a clock for the match, a late move no longer counts.
            if not match.terms.is_timed and match.seat_of(user) in clocks.late_seats(scene):
                return tr("**your turn**, and you can still move")
            return tr("**your turn**")
        if match.phase is Phase.PLAYING and (late := clocks.claimable_seats(scene, user)):
            return late_line(match, late).removesuffix(".")
        return self.state_words(match, user)

    def _due_words(self, scene: Scene, user: int) -> str:
        """The deadline of a match, or why it has none yet, or when the match last changed."""
        match, clocks, day = scene.match, self._service.clocks, scene.match.terms.day
        has_left, seats = match.seat_of(user) in match.left, self._service.facts.to_move(match)
        unaware = frozenset() if has_left else clocks.unaware_seats(match)
        if unaware and unaware == seats:
            return views.unaware_line(match, unaware).removesuffix(".")
        deadline = None if has_left else clocks.deadline(scene)
        due = due_line(counts_until(day) if day else deadline, match, self._service.now(), seats)
        return due or _changed_words(match)

    async def suggest(self, interaction: Interaction, game: str, typed: str) -> Suggestions:
        return suggestions_with(typed, await self.running_options(interaction.user.id, game))

    async def running_options(self, user: int, game: str) -> Sequence[tuple[str, str]]:
        """A user's running matches in words, with their ids; cached until one of them changes."""
        key = user, game, get_language(), await self._service.store.running_rows(user, game)
        if (options := self._options.find(key)) is None:
            options = []
            for scene in await self._service.lists.open_matches(user, game):
                if (match := scene.match).phase is Phase.PLAYING:
                    company = listing(other_plain_names(match, user)) or tr("alone")
                    words = f"{company} · {self.state_words(match, user)} · {match.id}"
                    options.append((words, match.id))
            self._options.keep(key, options)
        return options

    def _turn_words(self, match: Match, user: int) -> str:
        """The reader's status in a match that waits for another player."""
        seat = match.seat_of(user)
        if seat in match.left:
            return tr("you have left")
        if seat is not None and self._service.facts.is_out(match, seat):
            return tr("you are out, and can watch")
        return tr("their turn") if len(match.players) == 2 else tr("not your turn")


def _changed_words(match: Match) -> str:
    """The time of the last change in a match without a deadline."""
    if match.phase is Phase.PLAYING and match.turn_at:
        return tr("last move {when}", when=f"<t:{match.turn_at}:R>")
    return f"<t:{match.changed_at}:R>"


def _board_place_words(scene: Scene) -> str:
    """The place of a board without a link: hidden from the reader, or deleted."""
    if scene.match.terms.day:
        return tr("a try of the daily challenge")
    if scene.unshared:
        return ""
    if scene.board is not None and scene.board.message:
        return tr("its board is in a place that you cannot see from here")
    return tr("the board is gone")


def _company_words(title: str, match: Match, user: int) -> str:
    company = listing(other_safe_names(match, user))
    has_vacancy = any(player.is_vacant for player in match.players)
    if not company:
        return title if has_vacancy else tr("{game} alone", game=title)
    if len(match.players) == 2 and not has_vacancy:
        return tr("{game} against **{others}**", game=title, others=company)
    return tr("{game} with **{others}**", game=title, others=company)


@dataclass(eq=False)
class MatchPages(commands.Cog):
    """The command `matches`, which shows a player's open matches in pages."""

    _service: Service
    _rendering: Rendering
    _links: Links
    _matches: OpenMatches
    _games: PlayedGames

    def __post_init__(self) -> None:
        app_commands.choices(game=self._games.choices)(self.matches)

    @allow_everywhere
    @app_commands.command(
        description="See your open matches: those waiting for you first, the most urgent on top"
    )
    @app_commands.describe(game="Only those of one game")
    async def matches(self, interaction: Interaction, game: str | None = None) -> None:
        await self._show(interaction, game)

    async def _show(self, interaction: Interaction, game: str | None) -> None:
        """Show the first page, to the asker only."""
        if (content := await self._page(interaction, game, 0)) is None:
            user = interaction.user.id
            _, resting = await self._service.lists.open_and_resting(user, game)
            lines = [f"### {tr('Your matches')}", *await self._note_lines(user, resting)]
            if not resting:
                lines.insert(1, tr("You have no open match."))
            finished = await self._past_rows(interaction, game, _MAX_FINISHED)
            content = layout("\n".join(lines), rows=[*finished, [another_game_button()]])
        await say(interaction, content)

    @answers(MatchesPress, "matches")
    async def _turn_page(self, interaction: Interaction, press: MatchesPress) -> None:
        if (content := await self._page(interaction, press.game or None, press.page)) is None:
            await self._show(interaction, press.game or None)
        else:
            await show_privately(interaction, content)

    async def _page(self, interaction: Interaction, game: str | None, page: int) -> Content | None:
        """A page, from 0, or the nearest existing one; None without any match."""
        visit, user = visit_of(interaction), interaction.user.id
        scenes, resting = await self._service.lists.open_and_resting(user, game)
        if not scenes:
            return None
        words_first = visit.reader.text_first
        size = _MAX_ON_TEXT_PAGE if words_first else _MAX_ON_PICTURE_PAGE
        page, pages = nearest_page(page, len(scenes), size)
        shown = [
            replace(scene, match=await self._service.note_seen(scene.match, user))
            for scene in scenes[page * size :][:size]
        ]
        links = await self._links.links_of(visit, [scene.match.id for scene in shown])
        heading = [self._heading(scenes, user, resting), *await self._note_lines(user, resting)]
        first = page * size + 1
        if words_first:
            rows = self._rows_in_words(shown, first, links, user)
        else:
            rows = self._rows_below_picture(shown, first, links, user)
        rows += page_rows(lambda to, _: MatchesPress(to, game or ""), page, pages)
        drawings = [] if words_first else [self._drawing(shown, user, visit.theme, page)]
        pictures = await self._rendering.pictures(f"matches:{user}", drawings)
        rows += await self._past_rows(interaction, game, max(0, _MAX_FINISHED - 2 * len(scenes)))
        return layout("\n".join(heading), pictures, rows)

    def _rows_in_words(
        self, shown: Sequence[Scene], first: int, links: Mapping[str, str], user: int
    ) -> list[Row]:
        """A line for each match, and below it the button to its board."""
        rows = list[Row]()
        for number, scene in enumerate(shown, first):
            match, link = scene.match, links.get(scene.match.id)
            leading = self._board_button(scene, link)
            if match.phase is Phase.PLAYING:
                # Its number tells it from the others in a list that is heard.
                leading = views.button("look", match, f"{number} · {tr('Open my board')}")
            rows += [f"**{number}** · {self._matches.match_line(scene, user, link)}", [leading]]
        return rows

    def _rows_below_picture(
        self, shown: Sequence[Scene], first: int, links: Mapping[str, str], user: int
    ) -> list[Row]:
        """The lines of all matches, then the ways to their boards and the claims."""
        lines, buttons = list[str](), list[Item]()
        for number, scene in enumerate(shown, first):
            match, link = scene.match, links.get(scene.match.id)
            lines.append(f"**{number}** · {self._matches.match_line(scene, user, link)}")
            late = self._service.clocks.claimable_seats(scene, user)
            claims = [claim_button(match)] if late else []
            for button in (self._board_button(scene, link), *claims):
                if len(shown) == 1:
                    buttons.append(button)
                elif isinstance(button, Button):
                    buttons.append(replace(button, label=f"{number} · {button.label}"))
                elif isinstance(button, discord.ui.Button):
                    button.label = str(number)  # so that four are side by side
                    buttons.append(button)
        rows = (buttons[at : at + IN_A_ROW] for at in range(0, len(buttons), IN_A_ROW))
        return ["\n".join(lines), *rows]

    def _heading(self, scenes: Sequence[Scene], user: int, resting: int) -> str:
        waiting = sum(self._service.clocks.can_act(scene, user) for scene in scenes)
        listed = trn("{count} match", "{count} matches", len(scenes))
        if len(scenes) + resting >= MAX_OPEN:
            listed = tr("the {count} most urgent of your matches", count=len(scenes))
        wait = trn("{count} waits for you", "{count} wait for you", waiting)
        return f"### {tr('Your matches')}\n-# {listed} · {wait}"

    async def _past_rows(self, interaction: Interaction, game: str | None, limit: int) -> list[Row]:
        """The asker's latest finished matches with their reviews, and a button to earlier ones."""
        user, results, rows = interaction.user.id, self._service.store.results, list[Row]()
        games = [game] if game else list(self._service.games)
        latest = await results.read_latest(user, games, limit + 1)
        for number, result in enumerate(await results.count_rated(latest)):
            with suppress(GameMissing):
                scene = await self._service.scene(result.match, interaction.guild_id or 0)
                match, terms = scene.match, scene.match.terms
                if number == limit:
                    earlier = PlayerPress("history", match.game, user)
                    return [*rows, [Button(tr("Finished matches"), earlier)]]
                title = self._service.games.title_of(match.game)
                rows.append(label_text(title, history_line(result, user, "", readers=True)))
                buttons = views.review_buttons(match, self._service.facts.timeline(match, user))
                if not (terms.competition or terms.day) and can_repeat(interaction, scene):
                    buttons.append(Button(tr("Play again"), HubPress("again", match.id)))
                rows += [buttons] if buttons else []
        return rows

    async def _note_lines(self, user: int, resting: int) -> list[str]:
        """Notes about matches that rest, and about the last day's challenges that were deleted."""
        lost = await self._service.store.lost_challenges(user, self._service.now() - DAY)
        reason = tr("the challenge is withdrawn, as its message was deleted")
        title_of = self._service.games.title_of
        titles = (_company_words(title_of(match.game), match, user) for match in lost)
        notes = [label_text(title, reason) for title in titles]
        if resting:
            resting_note = trn(
                "{count} match rests, as its game is not installed or has failed",
                "{count} matches rest, as their games are not installed or have failed",
                resting,
            )
            notes.insert(0, resting_note)
        return [f"-# {note}" for note in notes]

    def _drawing(self, shown: Sequence[Scene], user: int, theme: Theme, page: int) -> Drawing:
        """The picture of the boards as the reader may know them; only the reader sees it."""
        boards = [
            self._small_board(number, scene, user, theme)
            for number, scene in enumerate(shown, page * _MAX_ON_PICTURE_PAGE + 1)
        ]
        lines = (label_text(str(it.number), f"{listing(it.others)}, {it.state}.") for it in boards)
        draw = partial(draw_gallery, boards, theme)
        return Drawing("matches.png", draw, fitted(lines, ALT_LIMIT))

    def _small_board(self, number: int, scene: Scene, user: int, theme: Theme) -> SmallBoard:
        match, face = scene.match, self._rendering.face(scene.match)
        if match.phase is Phase.LOBBY:
            drawing = face.cover(theme, match.options)
        else:
            known = self._service.facts.timeline(match, user)
            look = self._rendering.look(match, theme)
            drawing = face.screen(known.views_until(), look).drawings[0]
        company = other_plain_names(match, user) or [face.title]
        if (count := len(company)) > 1 and sum(each.is_machine for each in match.players) == count:
            company = [trn("{count} machine", "{count} machines", count)]
        state = self._matches.state_words(match, user)
        waits = self._service.clocks.can_act(scene, user)
        return SmallBoard(number, company, state, waits, drawing.draw)

    @staticmethod
    def _board_button(scene: Scene, link: str | None) -> Item:
        """The button that leads to a board, or brings it here."""
        match = scene.match
        if match.terms.day:
            return views.button("look", match, tr("My view"))
        if scene.unshared:
            return views.button("look", match, tr("Open my board"))
        if link:
            return discord.ui.Button(label=tr("Go to the board"), url=link)
        return views.button("repost", match, tr("Show it here"))
