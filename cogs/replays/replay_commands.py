"""Replays: stepping through a match in private, and making it public.

A message shows one moment of the match, with buttons to the others. Every button carries the match
and the move that it leads to, and each press draws that moment from the record.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise
from typing import Any

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.rendering import Rendering
from cogs.board.shared_posts import SharedPosts, moment_key
from cogs.board.shown_messages import find_shown_match
from cogs.board.views import match_views as views
from cogs.board.views.match_boards import Sight
from cogs.board.views.match_views import WHOLE_MATCH, chapter_options
from cogs.board.views.terms_words import thought_words
from cogs.contract import plain_words
from cogs.contract.face import Face
from cogs.contract.manifest import Manifest, Option
from cogs.contract.screen import MOST_IN_A_MENU, ROUND, Chapter, Look, Screen
from cogs.contract.sign import spelled, worded
from cogs.frame import command_options
from cogs.frame.command_options import Command, Suggestions
from cogs.frame.features import answers, makes_game_command
from cogs.frame.layout import Button, Content, Item, layout, menu, put_above
from cogs.frame.names import names_in_text, plain_names, player_names
from cogs.frame.replies import say, selected_number, selected_values, turn_into
from cogs.frame.visit import visit_of
from cogs.presses import BranchPress, ReplayAction, ReplayPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE, LEAVE, AnyView, Game
from prowlerbot.core.i18n import label_text, mark, tr
from prowlerbot.core.i18n import listing as listed_names
from prowlerbot.match.lobby import check_ply
from prowlerbot.match.match import Match, Phase, Play, Ranks, is_imported
from prowlerbot.match.preferences import Theme
from prowlerbot.match.scene import ContentKind
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.archive import Archive, Publicity
from prowlerbot.service.match_service import Service

_IMPORTED = mark(
    "imported record {id} · ✅ verified: every move is legal · names as the record states"
)
_PUBLICITY_CHOICES: tuple[ReplayAction, ...] = "publish", "unpublish"  # in the menu to share
PART = Option("part", "Which part of the match, if not all of it")
# The menu of moves has the moves of one page, and an option for each listed page.
_MAX_ON_PAGE, _MAX_ON_LONG_PAGE = 13, 23  # moves on a page, and on one of only a few pages
_MAX_DISTANT_PAGES = 10  # pages at even distances, beside the present one and its neighbours


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after ``stop`` plays, as one reader may know it, in the chapter that they chose."""

    match: Match  # with its players at that moment
    known: Timeline
    stop: int
    face: Face
    chapter: Chapter | None = None

    @property
    def seen_views(self) -> Sequence[AnyView]:
        return self.known.views_until(self.stop)

    def screen(self, look: Look) -> Screen:
        """The screen without the final count, which the match and its scores have."""
        screen = self.face.screen(self.seen_views, look)
        boards = [drawing for drawing in screen.drawings if not drawing.counted]
        return replace(screen, drawings=boards or screen.drawings)

    def text(self, screen: Screen, publicity: Publicity | None = None) -> str:
        """The effect of the last move, the score of the match after it, and who can look at it."""
        match, known, face = self.match, self.known, self.face
        chapter_label = [self.chapter.label] if self.chapter is not None else []
        position_line = " · ".join((*chapter_label, self._count_words()))
        lines = [
            views.match_heading(match, face),
            f"**{position_line}**",
            self._untold_step_words(screen.text),
            screen.text,
        ]
        if self.stop == known.ply:
            lines.append(views.ended_line(match, known, face))
        source = tr(_IMPORTED, id=match.id) if is_imported(match.id) else views.match_words(match)
        lines.append(f"-# {face.title} · {source}")
        if publicity is not None and (publicity.public or publicity.wanted):
            lines.append(f"-# {self._publicity_words(publicity)}")
        return "\n".join(filter(None, lines))

    def _untold_step_words(self, shown_text: str) -> str:
        """The last step for readers of words, who see no picture, if no news tells it."""
        has_news = re.search("^(?!-# |$)", shown_text, re.MULTILINE)  # a line not in small print
        if has_news or not worded() or not self.stop:
            return ""
        play, view = self.known.plays[self.stop - 1], self.known.views[self.stop - 1]
        mover = tr("chance") if play.seat == CHANCE else names_in_text(self.match)[play.seat - 1]
        move = self._move_words(view, play)
        return label_text(f"**{mover}**", f"{move}.") if move else ""

    def rows(self, publicity: Publicity | None) -> list[list[Item]]:
        """The buttons of the message for the reader; ``publicity`` is None for readers who do not
        decide whether the match is public.
        """
        stops = _replay_stops(self.face, self.known, self.chapter)
        worded_stops = self._stops_with_words(stops)
        steps = worded_stops if worded() else stops  # a picture shows more than words tell
        index, last_index = steps.index(self.stop), len(steps) - 1
        back = self._step_button(tr("Back"), "back", steps[max(index - 1, 0)])
        forward = self._step_button(tr("Forward"), "forward", steps[min(index + 1, last_index)])
        rows: list[list[Item]] = [[back, forward]]
        if stops[-1] > stops[0]:
            rows.append([self._jump_menu(stops, worded_stops)])
        if chapters := chapter_options(self.face, self.known, self._chapter_key or WHOLE_MATCH):
            chapter_press = ReplayPress("chapter", self.match.id, self.stop)
            rows.append([menu(chapter_press, tr("Choose a part of the match"), chapters)])
        rows.append(
            [
                self._button("tell", tr("Describe"), "🗣️"),
                self._button("animate", tr("Animation"), views.FILM, self._chapter_key),
                self._next_button(),
            ]
        )
        if self.match.ending is not None:
            reviews = views.review_buttons(self.match, self.known)
            rows[-1] += [replace(review, emoji="🔎") for review in reviews]
        share = self._button("share", tr("Show to all"), "📌")
        return [*rows, [share if publicity is None else self._sharing_menu(publicity)]]

    def _next_button(self) -> Button:
        """The button to play on from this moment; at the end of a match, to its scores."""
        if self.known.views[self.stop].outcome is not None and not is_imported(self.match.id):
            return views.scores_button(self.match)
        press = BranchPress("playon", self.match.id, self.stop)
        return Button(tr("Play on from here"), press, emoji="🌱")

    @property
    def _chapter_key(self) -> str:
        return self.chapter.key if self.chapter is not None else ""

    def _sharing_menu(self, publicity: Publicity) -> Item:
        is_shared = publicity.public or publicity.wanted
        options = [
            discord.SelectOption(
                label=tr("Show to all"),
                value="share",
                emoji="📌",
                description=tr("Everybody here sees this moment of the match"),
            ),
            discord.SelectOption(
                label=tr("Make private") if is_shared else tr("Make public"),
                value="unpublish" if is_shared else "publish",
                emoji="🔒" if is_shared else "🌐",
                description=tr("Only those who could see it before can look at the match")
                if is_shared
                else tr("Everybody with its id can look at the whole match"),
            ),
        ]
        if worded():  # a screen reader would read them at every step
            for option in options:
                option.description = None
        press = ReplayPress("share", self.match.id, self.stop, chapter=self._chapter_key)
        return menu(press, tr("Share this match"), options)

    def _publicity_words(self, publicity: Publicity) -> str:
        if not publicity.public:
            return tr("🔒 Another player of this match wants it to stay private.")
        if is_imported(self.match.id):
            return tr("🌐 Public: anyone with the id `{id}` can look at it.", id=self.match.id)
        return tr(
            "🌐 Public: anyone with the id `{id}` can look at it. Each of its players can make it"
            " private.",
            id=self.match.id,
        )

    def _count_words(self) -> str:
        number, count = self.known.count_moves(self.stop), self.known.count_moves()
        if not number:  # draws at the start are no moves
            return tr("The start, before the first move")
        is_over = self.match.ending is not None
        text = mark("Move {number} of {all}") if is_over else mark("Move {number} of {all} so far")
        last_move = max(ply for ply in range(self.stop) if self.known.plays[ply].seat != CHANCE)
        thought = thought_words(self.match, self.known, last_move)
        return " · ".join(filter(None, (tr(text, number=number, all=count), thought)))

    def replay_button(self) -> Button:
        """The button that opens a private replay."""
        return self._button("replay", tr("Replay"), "⏪")

    def _button(self, action: ReplayAction, label: str, emoji: str, chapter: str = "") -> Button:
        return Button(label, ReplayPress(action, self.match.id, self.stop, chapter), emoji=emoji)

    def _step_button(self, label: str, name: str, target: int) -> Button:
        press = ReplayPress("step", self.match.id, target, name, self._chapter_key)
        return Button(label, press, disabled=target == self.stop)

    def _stops_with_words(self, stops: Sequence[int]) -> list[int]:
        """The stops that have words, both ends and this one."""
        fixed, before = {stops[0], self.stop, stops[-1]}, dict(pairwise(stops[::-1]))
        return [stop for stop in stops if stop in fixed or self._has_words(before[stop], stop)]

    def _jump_menu(self, stops: Sequence[int], worded_stops: Sequence[int]) -> Item:
        """The menu of all stops with words: those of the present page, and links to other pages."""
        before = dict(pairwise(stops[::-1]))
        is_move = (play.seat != CHANCE for play in self.known.plays)
        count_moves = [*accumulate(is_move, initial=0)].__getitem__
        pages, options = pages_of_stops(worded_stops, count_moves), list[discord.SelectOption]()
        present_page = next(number for number, page in enumerate(pages) if self.stop in page)
        page_numbers = listed_pages(len(pages), present_page)
        for number, next_number in zip(page_numbers, [*page_numbers[1:], len(pages)], strict=True):
            page = pages[number]
            # A page far away leads to those behind it that are not listed.
            first, last = count_moves(page[0]), count_moves(pages[next_number - 1][-1])
            if number != present_page and first < last:
                label = tr("Moves {first} to {last}", first=first, last=last)
                options.append(discord.SelectOption(label=label, value=str(page[0])))
                continue
            for stop in page if number == present_page else page[:1]:
                label = self._stop_label(before.get(stop, stop - 1), stop)
                is_here = stop == self.stop
                options.append(discord.SelectOption(label=label, value=str(stop), default=is_here))
        press = ReplayPress("jump", self.match.id, self.stop, chapter=self._chapter_key)
        return menu(press, tr("Jump to a move"), options)

    def _has_words(self, start: int, stop: int) -> bool:
        """Whether there are words for the moves and the draws between two stops."""
        seen_views, plays = self.known.views[start:stop], self.known.plays[start:stop]
        if any(play.seat != CHANCE for play in plays):
            return True
        if all(play.move for play in plays):
            return any(map(self._move_words, seen_views, plays))
        recap = self._recap_words(stop)
        return bool(recap) and recap != self._recap_words(start)

    def _stop_label(self, start: int, stop: int) -> str:
        """The move after ``start`` plays, with the results of chance up to the ``stop``."""
        if not stop:
            return tr("The start, before the first move")
        known, first_play = self.known, self.known.plays[start]
        number, seat = known.count_moves(stop), first_play.seat
        # A play whose move is secret has no text.
        if not first_play.move and (recap := self._recap_words(stop)):
            return f"{number} · {recap}"
        player = tr("chance") if seat == CHANCE else plain_names(self.match)[seat - 1]
        if start in known.drawn_plays:
            player = tr("drawn by lot")
        with spelled():
            moves = map(self._move_words, known.views[start:stop], known.plays[start:stop])
            move = ", ".join(filter(None, moves))
        if not move:
            return f"{number} · {player}" if number else tr("The start, before the first move")
        return tr("{number} · {player}: {move}", number=number, player=player, move=move)

    def _recap_words(self, stop: int) -> str:
        """The events before a stop, for a reader who may not know the text of the move."""
        with spelled():
            return self.face.recap(self.known.views_until(stop), plain_names(self.match))

    def _move_words(self, seen_views: AnyView, play: Play) -> str:
        """A move with the names of its pieces, if the reader may know them; "" for a secret one."""
        if not play.move:
            return ""
        if play.move == LEAVE:
            return tr("leaves")
        is_open = self.match.phase is Phase.OVER or play.seat == seen_views.viewer
        if not is_open or play.seat == CHANCE:
            return self.face.move_words(seen_views, play.move)
        return self.face.own_words(replace(seen_views, viewer=play.seat), play.move)


def pages_of_stops(stops: Sequence[int], count_moves: Callable[[int], int]) -> list[Sequence[int]]:
    """The stops in pages, so that a menu has those of one page and the ways to others. The stops
    after equally many moves stand on one page if it has room for them.
    """
    if len(stops) <= MOST_IN_A_MENU:
        return [stops]
    groups = [[*same] for _, same in groupby(stops, count_moves)]
    long_pages = _fill_pages(groups, _MAX_ON_LONG_PAGE)
    # Beside the moves of one long page, the menu has room for the ways to so many others.
    has_room = len(long_pages) <= MOST_IN_A_MENU - _MAX_ON_LONG_PAGE + 1
    return long_pages if has_room else _fill_pages(groups, _MAX_ON_PAGE)


def _fill_pages(groups: Sequence[Sequence[int]], size: int) -> list[Sequence[int]]:
    """The groups in pages of a size; only a group that is larger stands on several pages."""
    pages = list[Sequence[int]]([()])
    for group in groups:
        for part in (group[start : start + size] for start in range(0, len(group), size)):
            if len(pages[-1]) + len(part) > size:
                pages.append(())
            pages[-1] = [*pages[-1], *part]
    return pages


def listed_pages(count: int, here: int) -> list[int]:
    """The page ``here``, its neighbours, and others at even distances; all if they are few."""
    far = {(count - 1) * step // (_MAX_DISTANT_PAGES - 1) for step in range(_MAX_DISTANT_PAGES)}
    return sorted(far | {*range(max(0, here - 1), min(count, here + 2))})


def find_chapter(face: Face, known: Timeline, typed: str) -> Chapter | None:
    """The chapter with a key or label, or the round with a number; None for all. Raises Denied."""
    name = typed.strip().casefold()
    if name in {"", WHOLE_MATCH}:
        return None
    for chapter in face.chapters(known.views):
        if chapter.key in {name, f"{ROUND}{name}"} or name == chapter.label.casefold():
            return chapter
    raise Denied("“{typed}” is not a part of this match yet.", typed=typed)


def part_options(manifest: Manifest) -> list[Option]:
    """The option for a part of a match, in a game whose matches have chapters."""
    return [PART] if manifest.face.chaptered else []


@dataclass(eq=False)
class Replays(commands.Cog):
    _service: Service
    _rendering: Rendering
    _shared_posts: SharedPosts
    _archive: Archive
    _bot: commands.AutoShardedBot

    async def cog_load(self) -> None:
        self._bot.tree.add_command(command_options.message_menu("Replay", self._replay_message))

    async def _replay_message(self, interaction: Interaction, message: discord.Message) -> None:
        match_id, ply = find_shown_match(message)
        match = await self._archive.find_match(match_id, visit_of(interaction))
        await self.show(interaction, match, ply)

    async def show(
        self,
        interaction: Interaction,
        match: Match,
        ply: int | None,
        chapter_key: str = "",
        note: str = "",
    ) -> None:
        """Begin a replay below the text ``note``: at a ply, a chapter, or the default moment."""
        known = visible_timeline(self._service, match, interaction.user.id)
        if ply is None:
            chapter = find_chapter(self._rendering.face(match), known, chapter_key)
            ply = chapter.first if chapter is not None else views.replay_start(match, known)
        content = await self._moment_content(interaction, match, ply, chapter_key)
        await say(interaction, put_above(content, note))

    @makes_game_command
    def _replay_command(self, manifest: Manifest, _: Game) -> Command:
        @app_commands.command(description="Step through a match move by move, for your eyes only")
        @app_commands.describe(
            match="Which match, if not your latest", move="The move to start from"
        )
        @command_options.give_options(part_options(manifest), after="move")
        async def replay(
            interaction: Interaction,
            /,
            *,
            match: str | None = None,
            move: app_commands.Range[int, 0] | None = None,
            **options: Any,
        ) -> None:
            found = await self._archive.choose_match(visit_of(interaction), manifest.key, match)
            user = interaction.user.id
            ply = None if move is None else typed_ply(self._service, found, user, move)
            await self.show(interaction, found, ply, options.get(PART.name) or "")

        return self.suggest_matches(replay, manifest)

    def suggest_matches(self, command: Command, manifest: Manifest) -> Command:
        """Give suggestions to a command: matches and records, chapters if it has that option."""
        game = manifest.key

        async def suggest_chapters(interaction: Interaction, typed: str) -> Suggestions:
            chosen = getattr(interaction.namespace, "match", None) or None
            match = await self._archive.choose_match(visit_of(interaction), game, chosen)
            known = visible_timeline(self._service, match, interaction.user.id)
            chapters = self._rendering.face(match).chapters(known.views)
            labels = ((chapter.label, chapter.key) for chapter in chapters)
            suggestions = command_options.suggestions_with(typed, labels)
            return suggestions[-command_options.MAX_SUGGESTIONS :]  # of very many the latest

        async def suggest_matches_of_user(interaction: Interaction, typed: str) -> Suggestions:
            return await self._offer_matches(interaction, game, typed)

        command_options.suggest(command, "match", suggest_matches_of_user)
        if command.get_parameter(PART.name) is not None:
            command_options.suggest(command, PART.name, suggest_chapters)
        return command

    async def _offer_matches(self, interaction: Interaction, game: str, typed: str) -> Suggestions:
        """The asker's matches as suggestions, the latest first."""
        suggestions = []
        for match in await self._archive.list_matches(interaction.user.id, game):
            rivals = listed_names(player_names(match.others))
            company = tr("imported record") if is_imported(match.id) else rivals or tr("alone")
            state = tr("over") if match.finished else tr("move {number}", number=match.plies + 1)
            suggestions.append((f"{company} · {state} · {match.id}", match.id))
        return command_options.suggestions_with(typed, suggestions)

    @answers(ReplayPress, "replay")
    async def _open_replay(self, interaction: Interaction, press: ReplayPress) -> None:
        match = await self._archive.find_match(press.match, visit_of(interaction))
        known = visible_timeline(self._service, match, interaction.user.id)
        await self.show(interaction, match, min(press.ply, known.ply), press.chapter)

    @answers(ReplayPress, "step", "jump")
    async def _press_step(self, interaction: Interaction, press: ReplayPress) -> None:
        match = await self._archive.find_match(press.match, visit_of(interaction))
        chosen = selected_number(interaction)
        ply = press.ply if chosen is None else chosen
        await self._show_at(interaction, match, ply, press.chapter)

    @answers(ReplayPress, "chapter")
    async def _turn_to_chapter(self, interaction: Interaction, press: ReplayPress) -> None:
        """Go to the start of the chosen chapter; for the whole match, stay at the present move."""
        match = await self._archive.find_match(press.match, visit_of(interaction))
        known = visible_timeline(self._service, match, interaction.user.id)
        chosen = next(iter(selected_values(interaction)), "")
        chapter = find_chapter(self._rendering.face(match), known, chosen)
        ply = chapter.first if chapter is not None else press.ply
        await self._show_at(interaction, match, ply, chosen)

    @answers(ReplayPress, "publish", "unpublish")
    async def _press_publish(self, interaction: Interaction, press: ReplayPress) -> None:
        """Make a finished match or a record public, for all who have its id, or private."""
        match = await self._archive.find_match(press.match, visit_of(interaction))
        public = press.action == "publish"
        await self._archive.change_publicity(match, interaction.user.id, public=public)
        await self._show_at(interaction, match, press.ply, press.chapter)

    async def _show_at(self, interaction: Interaction, match: Match, ply: int, part: str) -> None:
        await turn_into(interaction, await self._moment_content(interaction, match, ply, part))

    @answers(ReplayPress, "tell")
    async def _press_describe(self, interaction: Interaction, press: ReplayPress) -> None:
        match = await self._archive.find_match(press.match, visit_of(interaction))
        known = visible_timeline(self._service, match, interaction.user.id)
        ply, face = min(press.ply, known.ply), self._rendering.face(match)
        moment = Moment(_with_players_at(match, known, ply), known, ply, face)
        names = names_in_text(moment.match)
        await say(interaction, face.describe(known.views[ply], names, self._ended_ranks(moment)))

    @answers(ReplayPress, "share")
    async def _press_share(self, interaction: Interaction, press: ReplayPress) -> None:
        """Show a moment to everybody here, who may open the match if a player does so."""
        chosen = selected_values(interaction)
        action = next((choice for choice in _PUBLICITY_CHOICES if choice in chosen), None)
        if action is not None:
            await self._press_publish(interaction, replace(press, action=action))
            return
        visit = visit_of(interaction)
        match = await self._archive.find_match(press.match, visit)
        opens_match = await self._archive.opens_to_readers(match, visit)
        own_known = visible_timeline(self._service, match, visit.user)
        ply = visible_timeline(self._service, match, None).count_shared(own_known, press.ply)
        moment = self._moment_at(match, None, ply)

        async def draw() -> Content:
            screen = moment.screen(self._make_look(moment, visit.server.theme))
            pictures = await self._rendering.pictures(match, screen.drawings)
            return layout(moment.text(screen), pictures, [[moment.replay_button()]])

        key = moment_key(match, moment.stop)
        await self._shared_posts.share_post(
            interaction, ContentKind.MOMENT, match, draw, moment=key, opens=opens_match
        )

    def _moment_at(self, match: Match, user: int | None, ply: int, chapter_key: str = "") -> Moment:
        """The first stop at or after a ply, else the last one of the match or the chapter, as a
        user (None: everybody) may know it.
        """
        face, known = self._rendering.face(match), visible_timeline(self._service, match, user)
        chapter = find_chapter(face, known, chapter_key)
        stops = _replay_stops(face, known, chapter)
        stop = stops[min(bisect_left(stops, ply), len(stops) - 1)]
        return Moment(_with_players_at(match, known, stop), known, stop, face, chapter)

    def _make_look(self, moment: Moment, theme: Theme) -> Look:
        look = self._rendering.look(moment.match, theme, self._ended_ranks(moment))
        return replace(look, replayed=True)

    def _ended_ranks(self, moment: Moment) -> Ranks | None:
        """The ranks of a match that ended early, at its last moment; else None."""
        is_last_moment = moment.stop == moment.known.ply
        return self._service.facts.ranks_if_cut_short(moment.match) if is_last_moment else None

    async def _moment_content(
        self, interaction: Interaction, match: Match, ply: int, chapter_key: str
    ) -> Content:
        """The message for its reader about a moment."""
        visit = visit_of(interaction)
        moment = self._moment_at(match, visit.user, ply, chapter_key)
        look = replace(self._make_look(moment, visit.theme), words=visit.reader.text_first)
        screen, publicity = moment.screen(look), await self._archive.publicity(match, visit.user)
        # “Describe” tells the topics.
        topics = moment.face.topics(moment.seen_views, look) if look.words else ()
        sight = Sight(moment.face, moment.seen_views[-1], look, screen, topics)
        text, rows = moment.text(screen, publicity), moment.rows(publicity)
        return await self._rendering.message(match, sight, text, rows)


def _with_players_at(match: Match, known: Timeline, ply: int) -> Match:
    """The match with its players at that moment; at its last moment with its present players."""
    return match if ply == known.ply else match.with_players_of(known.plays[:ply])


def visible_timeline(service: Service, match: Match, user: int | None) -> Timeline:
    """The timeline that a user (None: everybody) may see. Raises Denied for a challenge."""
    if not match.setup:
        raise Denied("This challenge was not accepted, so there is nothing to replay.")
    return service.facts.timeline(match, user)


def typed_ply(service: Service, match: Match, user: int, move: int) -> int:
    """The ply after this many moves, as people count them. Raises Denied if the match has fewer."""
    known = visible_timeline(service, match, user)
    check_ply(move, known.count_moves())
    return known.ply_after_moves(move)


def _replay_stops(face: Face, known: Timeline, chapter: Chapter | None) -> Sequence[int]:
    """The plies at which a replay of a match, or of a chapter, can stop."""
    first, last = (0, known.ply) if chapter is None else (chapter.first, chapter.last)
    stops = plain_words.replay_stops(known.views[first : last + 1], face.rolling)
    return [first + stop for stop in stops]
