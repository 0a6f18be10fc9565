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

from cogs.board.match_message import Rendering
from cogs.board.shared_posts import SharedPosts, moment_key
from cogs.board.shown_messages import find_shown_match
from cogs.board.views import match_views as views
from cogs.board.views.common_buttons import WHOLE_MATCH, chapter_options
from cogs.board.views.terms_words import thought_words
from cogs.contract import plain_words
from cogs.contract.face import Face
from cogs.contract.manifest import Manifest, Option
from cogs.contract.screen import MOST_IN_A_MENU, ROUND, Chapter, Look, Screen
from cogs.contract.sign import spelled, worded
from cogs.frame.command_options import (
    MOST_SUGGESTIONS,
    Command,
    Suggestions,
    give_options,
    message_menu,
    suggest,
    suggestions_with,
)
from cogs.frame.features import answers, makes_game_command
from cogs.frame.layout import Button, Content, Item, layout, menu, put_above
from cogs.frame.names import names_in_text, plain_names, player_names
from cogs.frame.replies import say, selected_number, selected_values, turn_into
from cogs.frame.visit import visit_of
from cogs.presses import BranchPress, OfReplay, ReplayPress
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
_PUBLICITY: tuple[OfReplay, ...] = "publish", "unpublish"
"""The choices about publicity in the menu of a moment."""
PART = Option("part", "Which part of the match, if not all of it")
_MOVES_A_PAGE, _MOVES_A_LONG_PAGE, _MOST_FAR_PAGES = 13, 23, 10
"""Moves on a page of the list, and on a page of a list with few pages; pages far away."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after ``at`` moves, as one reader may know it, in the ``chapter`` that they chose."""

    match: Match
    """With its players at that moment."""
    known: Timeline
    at: int
    face: Face
    chapter: Chapter | None = None

    @property
    def seen(self) -> Sequence[AnyView]:
        return self.known.views_until(self.at)

    def screen(self, look: Look) -> Screen:
        """The screen without the final count, which the match and its scores have."""
        screen = self.face.screen(self.seen, look)
        boards = [each for each in screen.drawings if not each.counted]
        return replace(screen, drawings=boards or screen.drawings)

    def text(self, screen: Screen, publicity: Publicity | None = None) -> str:
        """The effect of the last move, the score of the match after it, and who can look at it."""
        match, known, face = self.match, self.known, self.face
        where = [self.chapter.label] if self.chapter is not None else []
        count = " · ".join((*where, self._count_words()))
        lines = [
            views.match_heading(match, face),
            f"**{count}**",
            self._untold_step_words(screen.text),
            screen.text,
        ]
        if self.at == known.ply:
            lines.append(views.ended_line(match, known, face))
        which = tr(_IMPORTED, id=match.id) if is_imported(match.id) else views.match_words(match)
        lines.append(f"-# {face.title} · {which}")
        if publicity is not None and (publicity.public or publicity.wanted):
            lines.append(f"-# {self._publicity_words(publicity)}")
        return "\n".join(filter(None, lines))

    def _untold_step_words(self, shown_text: str) -> str:
        """A step that no news tell yet, for readers of words, who have no picture of it."""
        if not (worded() and self.at) or re.search("^(?!-# |$)", shown_text, re.MULTILINE):
            return ""
        made, seen = self.known.plays[self.at - 1], self.known.views[self.at - 1]
        by = tr("chance") if made.seat == CHANCE else names_in_text(self.match)[made.seat - 1]
        return label_text(f"**{by}**", f"{move}.") if (move := self._move_words(seen, made)) else ""

    def rows(self, publicity: Publicity | None) -> list[list[Item]]:
        """The buttons of the message for the reader; ``publicity`` is None for readers who do not
        decide whether the match is public.
        """
        stops = _replay_stops(self.face, self.known, self.chapter)
        with_words, first, last = self._stops_with_words(stops), stops[0], stops[-1]
        steps = with_words if worded() else stops  # a picture shows more than words tell
        number = steps.index(self.at)
        back, forward = steps[max(number - 1, 0)], steps[min(number + 1, len(steps) - 1)]
        rows: list[list[Item]] = [
            [
                self._step_button(tr("Back"), "back", back),
                self._step_button(tr("Forward"), "forward", forward),
            ]
        ]
        if last > first:
            rows.append([self._jump_menu(stops, with_words)])
        if chapters := chapter_options(self.face, self.known, self._chapter_key or WHOLE_MATCH):
            press = ReplayPress("chapter", self.match.id, self.at)
            rows.append([menu(press, tr("Choose a part of the match"), chapters)])
        rows.append(
            [
                self._button("tell", tr("Describe"), "🗣️"),
                self._button("animate", tr("Animation"), views.FILM, self._chapter_key),
                self._further_button(),
            ]
        )
        if self.match.ending is not None:
            reviews = views.review_buttons(self.match, self.known)
            rows[-1] += [replace(each, emoji="🔎") for each in reviews]
        share = self._button("share", tr("Show to all"), "📌")
        return [*rows, [share if publicity is None else self._sharing_menu(publicity)]]

    def _further_button(self) -> Button:
        """The way on from this moment, or to the scores of a match that was played out."""
        if self.known.views[self.at].outcome is not None and not is_imported(self.match.id):
            return views.scores_button(self.match)
        return Button(
            tr("Play on from here"), BranchPress("playon", self.match.id, self.at), emoji="🌱"
        )

    @property
    def _chapter_key(self) -> str:
        return self.chapter.key if self.chapter is not None else ""

    def _sharing_menu(self, publicity: Publicity) -> Item:
        shared = publicity.public or publicity.wanted
        options = [
            discord.SelectOption(
                label=tr("Show to all"),
                value="share",
                emoji="📌",
                description=tr("Everybody here sees this moment of the match"),
            ),
            discord.SelectOption(
                label=tr("Make private") if shared else tr("Make public"),
                value="unpublish" if shared else "publish",
                emoji="🔒" if shared else "🌐",
                description=tr("Only those who could see it before can look at the match")
                if shared
                else tr("Everybody with its id can look at the whole match"),
            ),
        ]
        for each in options if worded() else ():  # nobody hears them at every step
            each.description = None
        press = ReplayPress("share", self.match.id, self.at, chapter=self._chapter_key)
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
        number, count = self.known.count_moves(self.at), self.known.count_moves()
        if not number:  # draws at the start are no moves
            return tr("The start, before the first move")
        so_far = self.match.ending is None
        text = mark("Move {number} of {all} so far") if so_far else mark("Move {number} of {all}")
        ply = max(at for at in range(self.at) if self.known.plays[at].seat != CHANCE)
        thought = thought_words(self.match, self.known, ply)
        return " · ".join(filter(None, (tr(text, number=number, all=count), thought)))

    def replay_button(self) -> Button:
        """The way into a private replay."""
        return self._button("replay", tr("Replay"), "⏪")

    def _button(self, action: OfReplay, label: str, emoji: str, chapter: str = "") -> Button:
        return Button(label, ReplayPress(action, self.match.id, self.at, chapter), emoji=emoji)

    def _step_button(self, label: str, name: str, to: int) -> Button:
        press = ReplayPress("step", self.match.id, to, name, self._chapter_key)
        return Button(label, press, disabled=to == self.at)

    def _stops_with_words(self, stops: Sequence[int]) -> list[int]:
        """The stops that have words, both ends and this one."""
        ends, before = {stops[0], self.at, stops[-1]}, dict(pairwise(stops[::-1]))
        return [stop for stop in stops if stop in ends or self._has_words(before[stop], stop)]

    def _jump_menu(self, stops: Sequence[int], with_words: Sequence[int]) -> Item:
        before, moves = dict(pairwise(stops[::-1])), (it.seat != CHANCE for it in self.known.plays)
        count = [*accumulate(moves, initial=0)].__getitem__
        pages, options = pages_of_stops(with_words, count), list[discord.SelectOption]()
        here = next(at for at, page in enumerate(pages) if self.at in page)
        listed = listed_pages(len(pages), here)
        for number, following in zip(listed, [*listed[1:], len(pages)], strict=True):
            page = pages[number]
            # A page far away leads to those behind it that are not listed.
            first, last = count(page[0]), count(pages[following - 1][-1])
            if number != here and first < last:
                label = tr("Moves {first} to {last}", first=first, last=last)
                options.append(discord.SelectOption(label=label, value=str(page[0])))
                continue
            for stop in page if number == here else page[:1]:
                label = self._stop_label(before.get(stop, stop - 1), stop)
                shown = stop == self.at
                options.append(discord.SelectOption(label=label, value=str(stop), default=shown))
        press = ReplayPress("jump", self.match.id, self.at, chapter=self._chapter_key)
        return menu(press, tr("Jump to a move"), options)

    def _has_words(self, since: int, stop: int) -> bool:
        """Whether there are words for the moves and the draws between two stops."""
        seen, plays = self.known.views[since:stop], self.known.plays[since:stop]
        if any(made.seat != CHANCE for made in plays):
            return True
        if all(made.move for made in plays):
            return any(map(self._move_words, seen, plays))
        recap = self._recap_words(stop)
        return bool(recap) and recap != self._recap_words(since)

    def _stop_label(self, since: int, stop: int) -> str:
        """The move after ``since`` moves, with the results of chance up to the ``stop``."""
        if not stop:
            return tr("The start, before the first move")
        known, made = self.known, self.known.plays[since]
        number = known.count_moves(stop)
        if not made.move and (happened := self._recap_words(stop)):
            return f"{number} · {happened}"
        who = tr("chance") if made.seat == CHANCE else plain_names(self.match)[made.seat - 1]
        if since in known.drawn_plays:
            who = tr("drawn by lot")
        with spelled():
            plays = zip(known.views[since:stop], known.plays[since:stop], strict=True)
            move = ", ".join(filter(None, (self._move_words(seen, made) for seen, made in plays)))
        if not move:
            return f"{number} · {who}" if number else tr("The start, before the first move")
        return tr("{number} · {player}: {move}", number=number, player=who, move=move)

    def _recap_words(self, stop: int) -> str:
        """The events before a stop, for a reader who may not know the text of the move."""
        with spelled():
            return self.face.recap(self.known.views_until(stop), plain_names(self.match))

    def _move_words(self, seen: AnyView, made: Play) -> str:
        """A move with the names of its pieces, if the reader may know them."""
        if made.move in {"", LEAVE}:
            return made.move and tr("leaves")
        is_open = self.match.phase is Phase.OVER or made.seat == seen.viewer
        if not is_open or made.seat == CHANCE:
            return self.face.move_words(seen, made.move)
        return self.face.own_words(replace(seen, viewer=made.seat), made.move)


def pages_of_stops(stops: Sequence[int], count: Callable[[int], int]) -> list[Sequence[int]]:
    """The stops in pages, so that a menu has those of one page and the ways to others. The stops
    with the same ``count`` of moves stand on one page if it has room for them.
    """
    if len(stops) <= MOST_IN_A_MENU:
        return [stops]
    groups = [[*same] for _, same in groupby(stops, count)]
    few, long = MOST_IN_A_MENU - _MOVES_A_LONG_PAGE + 1, _filled_pages(groups, _MOVES_A_LONG_PAGE)
    return long if len(long) <= few else _filled_pages(groups, _MOVES_A_PAGE)


def _filled_pages(groups: Sequence[Sequence[int]], size: int) -> list[Sequence[int]]:
    pages = list[Sequence[int]]([()])
    for group in groups:
        for part in (group[at : at + size] for at in range(0, len(group), size)):
            if len(pages[-1]) + len(part) > size:
                pages.append(())
            pages[-1] = [*pages[-1], *part]
    return pages


def listed_pages(count: int, here: int) -> list[int]:
    """The page ``here``, its neighbours, and others at even distances; all if they are few."""
    far = {(count - 1) * step // (_MOST_FAR_PAGES - 1) for step in range(_MOST_FAR_PAGES)}
    return sorted(far | {here} | {at for at in (here - 1, here + 1) if 0 <= at < count})


def chapter_named(face: Face, known: Timeline, named: str) -> Chapter | None:
    """The chapter with a key or label, or the round with a number; None for all. Raises Denied."""
    typed = named.strip().casefold()
    if typed in {"", WHOLE_MATCH}:
        return None
    for chapter in face.chapters(known.views):
        if chapter.key in {typed, f"{ROUND}{typed}"} or typed == chapter.label.casefold():
            return chapter
    raise Denied("“{typed}” is not a part of this match yet.", typed=named)


def parts_of(manifest: Manifest) -> list[Option]:
    """The option for a part of a match, in a game whose matches have chapters."""
    return [PART] if manifest.face.chaptered else []


@dataclass(eq=False)
class Replays(commands.Cog):
    _service: Service
    _rendering: Rendering
    _shared: SharedPosts
    _archive: Archive
    _bot: commands.AutoShardedBot

    async def cog_load(self) -> None:
        self._bot.tree.add_command(message_menu("Replay", self._replay_shown))

    async def _replay_shown(self, interaction: Interaction, message: discord.Message) -> None:
        shown, ply = find_shown_match(message)
        match = await self._archive.find_match(shown, visit_of(interaction))
        await self.show(interaction, match, ply)

    async def show(
        self,
        interaction: Interaction,
        match: Match,
        at: int | None,
        chapter: str = "",
        note: str = "",
    ) -> None:
        """Begin a replay below the text ``note``: at a ply, a chapter, or the usual moment."""
        known = visible_timeline(self._service, match, interaction.user.id)
        if at is None:
            part = chapter_named(self._rendering.face(match), known, chapter)
            at = part.first if part is not None else views.replay_start(match, known)
        content = await self._moment_content(interaction, match, at, chapter)
        await say(interaction, put_above(content, note))

    @makes_game_command
    def _replay_command(self, manifest: Manifest, _: Game) -> Command:
        @app_commands.command(description="Step through a match move by move, for your eyes only")
        @app_commands.describe(
            match="Which match, if not your latest", move="The move to start from"
        )
        @give_options(parts_of(manifest), after="move")
        async def replay(
            interaction: Interaction,
            /,
            *,
            match: str | None = None,
            move: app_commands.Range[int, 0] | None = None,
            **added: Any,
        ) -> None:
            chosen = await self._archive.choose_match(visit_of(interaction), manifest.key, match)
            user = interaction.user.id
            at = None if move is None else typed_ply(self._service, chosen, user, move)
            await self.show(interaction, chosen, at, added.get(PART.name) or "")

        return self.suggest_matches(replay, manifest)

    def suggest_matches(self, command: Command, manifest: Manifest) -> Command:
        """Give suggestions to a command: matches and records, chapters if it has that option."""
        key = manifest.key

        async def chapters(interaction: Interaction, typed: str) -> Suggestions:
            chosen = getattr(interaction.namespace, "match", None) or None
            match = await self._archive.choose_match(visit_of(interaction), key, chosen)
            # If there are very many chapters, the latest ones.
            known = visible_timeline(self._service, match, interaction.user.id)
            named = self._rendering.face(match).chapters(known.views)
            options = suggestions_with(typed, ((each.label, each.key) for each in named))
            return options[-MOST_SUGGESTIONS:]

        suggest(command, "match", lambda asked, typed: self._suggest(asked, key, typed))
        if command.get_parameter(PART.name) is not None:
            suggest(command, PART.name, chapters)
        return command

    async def _suggest(self, interaction: Interaction, game: str, typed: str) -> Suggestions:
        """The asker's matches as suggestions, the latest first."""
        suggestions = []
        for each in await self._archive.list_matches(interaction.user.id, game):
            others = listed_names(player_names(each.others))
            company = tr("imported record") if is_imported(each.id) else others or tr("alone")
            state = tr("over") if each.finished else tr("move {number}", number=each.plies + 1)
            suggestions.append((f"{company} · {state} · {each.id}", each.id))
        return suggestions_with(typed, suggestions)

    @answers(ReplayPress, "replay")
    async def _open_replay(self, interaction: Interaction, press: ReplayPress) -> None:
        match = await self._archive.find_match(press.match, visit_of(interaction))
        known = visible_timeline(self._service, match, interaction.user.id)
        await self.show(interaction, match, min(press.ply, known.ply), press.chapter)

    @answers(ReplayPress, "step", "jump")
    async def _step(self, interaction: Interaction, press: ReplayPress) -> None:
        match = await self._archive.find_match(press.match, visit_of(interaction))
        chosen = selected_number(interaction)
        at = press.ply if chosen is None else chosen
        await self._turn_to(interaction, match, at, press.chapter)

    @answers(ReplayPress, "chapter")
    async def _turn_to_chapter(self, interaction: Interaction, press: ReplayPress) -> None:
        """Go to the start of the chosen chapter; for the whole match, stay at the present move."""
        match = await self._archive.find_match(press.match, visit_of(interaction))
        known = visible_timeline(self._service, match, interaction.user.id)
        chosen = next(iter(selected_values(interaction)), "")
        part = chapter_named(self._rendering.face(match), known, chosen)
        at = part.first if part is not None else press.ply
        await self._turn_to(interaction, match, at, chosen)

    @answers(ReplayPress, "publish", "unpublish")
    async def _publish(self, interaction: Interaction, press: ReplayPress) -> None:
        """Make a finished match or a record public, for all who have its id, or private."""
        match = await self._archive.find_match(press.match, visit_of(interaction))
        public = press.action == "publish"
        await self._archive.change_publicity(match, interaction.user.id, public=public)
        await self._turn_to(interaction, match, press.ply, press.chapter)

    async def _turn_to(self, interaction: Interaction, match: Match, at: int, chapter: str) -> None:
        await turn_into(interaction, await self._moment_content(interaction, match, at, chapter))

    @answers(ReplayPress, "tell")
    async def _describe(self, interaction: Interaction, press: ReplayPress) -> None:
        match = await self._archive.find_match(press.match, visit_of(interaction))
        known = visible_timeline(self._service, match, interaction.user.id)
        at, face = min(press.ply, known.ply), self._rendering.face(match)
        moment = Moment(_as_seated(match, known, at), known, at, face)
        names = names_in_text(moment.match)
        await say(interaction, face.describe(known.views[at], names, self._ended_ranks(moment)))

    @answers(ReplayPress, "share")
    async def _share(self, interaction: Interaction, press: ReplayPress) -> None:
        """Show a moment to everybody here, who may open the match if a player does so."""
        chosen = selected_values(interaction)
        if (action := next((each for each in _PUBLICITY if each in chosen), None)) is not None:
            await self._publish(interaction, replace(press, action=action))
            return
        visit = visit_of(interaction)
        match = await self._archive.find_match(press.match, visit)
        opens = await self._archive.opens_to_readers(match, visit)
        own = visible_timeline(self._service, match, visit.user)
        at = visible_timeline(self._service, match, None).count_shared(own, press.ply)
        moment = self._moment_at(match, None, at)

        async def draw() -> Content:
            screen = moment.screen(self._look_at(moment, visit.server.theme))
            pictures = await self._rendering.pictures(match, screen.drawings)
            return layout(moment.text(screen), pictures, [[moment.replay_button()]])

        key = moment_key(match, moment.at)
        await self._shared.share_post(
            interaction, ContentKind.MOMENT, match, draw, moment=key, opens=opens
        )

    def _moment_at(self, match: Match, user: int | None, at: int, chapter: str = "") -> Moment:
        """The moment after ``at`` moves, at most the last one of the match or the chapter, as a
        user (None: everybody) may know it.
        """
        face, known = self._rendering.face(match), visible_timeline(self._service, match, user)
        part = chapter_named(face, known, chapter)
        stops = _replay_stops(face, known, part)
        # The first stop at or after that, or the last stop.
        stop = stops[min(bisect_left(stops, at), len(stops) - 1)]
        return Moment(_as_seated(match, known, stop), known, stop, face, part)

    def _look_at(self, moment: Moment, theme: Theme) -> Look:
        look = self._rendering.look(moment.match, theme, self._ended_ranks(moment))
        return replace(look, replayed=True)

    def _ended_ranks(self, moment: Moment) -> Ranks | None:
        """The ranks of a match that ended early, at its last moment; else None."""
        last = moment.at == moment.known.ply
        return self._service.facts.ranks_if_cut_short(moment.match) if last else None

    async def _moment_content(
        self, interaction: Interaction, match: Match, at: int, chapter: str
    ) -> Content:
        """The message for its reader about the moment after ``at`` moves."""
        visit = visit_of(interaction)
        moment = self._moment_at(match, visit.user, at, chapter)
        look = replace(self._look_at(moment, visit.theme), words=visit.reader.text_first)
        screen, publicity = moment.screen(look), await self._archive.publicity(match, visit.user)
        # “Describe” tells the topics.
        topics = moment.face.topics(moment.seen, look) if look.words else ()
        sight = views.Sight(moment.face, moment.seen[-1], look, screen, topics)
        text, rows = moment.text(screen, publicity), moment.rows(publicity)
        return await self._rendering.message(match, sight, text, rows)


def _as_seated(match: Match, known: Timeline, at: int) -> Match:
    """The match with its players at that moment; at its last moment with its present players."""
    return match if at == known.ply else match.with_players_of(known.plays[:at])


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


def _replay_stops(face: Face, known: Timeline, part: Chapter | None) -> Sequence[int]:
    """The moments at which a replay of a match, or of a part of it, can stop."""
    first, last = (0, known.ply) if part is None else (part.first, part.last)
    return [
        first + at for at in plain_words.replay_stops(known.views[first : last + 1], face.rolling)
    ]
