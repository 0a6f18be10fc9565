"""Stepping through a match in private, and making it public.

Every button carries the match and the move that it leads to, and each press draws the moment from
the record. So no state is kept between presses, and a replay works after a restart.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from discord import Interaction, app_commands

from cogs.board.rendering import Rendering
from cogs.board.shared_posts import SharedPosts, moment_of
from cogs.board.views import match_views as views
from cogs.contract import plain_words
from cogs.contract.face import Face
from cogs.contract.manifest import Manifest, Option
from cogs.contract.screen import Chapter
from cogs.frame.features import answers, makes_game_command
from cogs.frame.interaction import selected_number, selected_values
from cogs.frame.layout import Content
from cogs.frame.names import player_names
from cogs.frame.options import MOST_SUGGESTIONS, Command, Suggestions, having, offering, suggest
from cogs.frame.replies import say, turn_into
from cogs.frame.visit import visit_of
from cogs.presses.addresses import ReplayPress
from cogs.replays.replay_views import Moment, chapter_named
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.match.lobby import check_ply
from prowlerbot.match.match import Match, Ranks, is_imported
from prowlerbot.match.scene import Kind
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.archive import Archive
from prowlerbot.service.match_service import Service

PART = Option("part", "Which part of the match, if not all of it")


def parts_of(manifest: Manifest) -> list[Option]:
    """The option for a part of a match, in a game whose matches have chapters."""
    return [PART] if manifest.face.chaptered else []


@dataclass(eq=False)
class Replays:
    _service: Service
    _rendering: Rendering
    _shared: SharedPosts
    _archive: Archive

    async def show(
        self, interaction: Interaction, match: Match, at: int | None, chapter: str = ""
    ) -> None:
        """Begin a replay for the asker only: at the given ply, else at the start of the chapter,
        else at the usual first moment.
        """
        known = visible_timeline(self._service, match, interaction.user.id)
        if at is None:
            part = chapter_named(self._rendering.face(match), known, chapter)
            at = part.first if part is not None else views.replay_begins(match, known)
        await say(interaction, await self._moment(interaction, match, at, chapter=chapter))

    @makes_game_command
    def _replay(self, manifest: Manifest, _: Game) -> Command:
        @app_commands.command(description="Step through a match move by move, for your eyes only")
        @app_commands.describe(
            match="Which match, if not your latest", move="The move to start from"
        )
        @offering(parts_of(manifest), after="move")
        async def replay(
            interaction: Interaction,
            /,
            *,
            match: str | None = None,
            move: app_commands.Range[int, 0] | None = None,
            **said: Any,
        ) -> None:
            chosen = await self._archive.choose(visit_of(interaction), manifest.key, match)
            user = interaction.user.id
            at = None if move is None else typed_ply(self._service, chosen, user, move)
            await self.show(interaction, chosen, at, said.get(PART.name) or "")

        return self.suggesting(replay, manifest)

    def suggesting(self, command: Command, manifest: Manifest) -> Command:
        """Suggest all matches and imported records for the option of the match, and the chapters of
        the chosen match for the option of its part, if the command has one.
        """
        key = manifest.key

        async def chapters(interaction: Interaction, typed: str) -> Suggestions:
            chosen = getattr(interaction.namespace, "match", None) or None
            match = await self._archive.choose(visit_of(interaction), key, chosen)
            return await self._suggest_chapter(interaction, match, typed)

        suggest(command, "match", lambda asked, typed: self._suggest(asked, key, typed))
        if command.get_parameter(PART.name) is not None:
            suggest(command, PART.name, chapters)
        return command

    async def _suggest(self, interaction: Interaction, game: str, typed: str) -> Suggestions:
        """The asker's matches as suggestions, the latest first."""
        user = interaction.user.id
        suggestions = []
        for each in await self._archive.listed(user, game):
            others = listed(player_names(each.others))
            company = tr("imported record") if is_imported(each.id) else others or tr("alone")
            state = tr("over") if each.finished else tr("move {number}", number=each.plies + 1)
            suggestions.append((f"{company} · {state} · {each.id}", each.id))
        return having(typed, suggestions)

    async def _suggest_chapter(
        self, interaction: Interaction, match: Match, typed: str
    ) -> Suggestions:
        """The chapters of a match as suggestions; if there are very many, the latest ones."""
        known = visible_timeline(self._service, match, interaction.user.id)
        chapters = self._rendering.face(match).chapters(known.views)
        return having(typed, ((each.label, each.key) for each in chapters))[-MOST_SUGGESTIONS:]

    async def _match_of(
        self, interaction: Interaction, press: ReplayPress
    ) -> tuple[Match, Timeline]:
        """The match of a press, and the presser's view of it."""
        match = await self._archive.match(press.match, visit_of(interaction))
        return match, visible_timeline(self._service, match, interaction.user.id)

    @answers(ReplayPress, "replay")
    async def _open(self, interaction: Interaction, press: ReplayPress) -> None:
        match, known = await self._match_of(interaction, press)
        await self.show(interaction, match, min(press.ply, known.ply), press.chapter)

    @answers(ReplayPress, "step", "jump")
    async def _step(self, interaction: Interaction, press: ReplayPress) -> None:
        """Go to the move of the button, or to the one chosen from the list."""
        match = await self._archive.match(press.match, visit_of(interaction))
        chosen = selected_number(interaction)
        at = press.ply if chosen is None else chosen
        await self._turn_to(interaction, match, at, press.chapter)

    @answers(ReplayPress, "chapter")
    async def _chapter(self, interaction: Interaction, press: ReplayPress) -> None:
        """Go to the start of the chosen chapter; for the whole match, stay at the present move."""
        match, known = await self._match_of(interaction, press)
        chosen = next(iter(selected_values(interaction)), "")
        part = chapter_named(self._rendering.face(match), known, chosen)
        at = part.first if part is not None else press.ply
        await self._turn_to(interaction, match, at, chosen)

    @answers(ReplayPress, "publish", "unpublish")
    async def _open_to_all(self, interaction: Interaction, press: ReplayPress) -> None:
        await self._publish(interaction, press, public=press.action == "publish")

    async def _publish(self, interaction: Interaction, press: ReplayPress, *, public: bool) -> None:
        """Make a finished match or an imported record public or private: anybody with the id of a
        public one may see it.
        """
        match = await self._archive.match(press.match, visit_of(interaction))
        await self._archive.publish(match, interaction.user.id, public=public)
        await self._turn_to(interaction, match, press.ply, press.chapter)

    async def _turn_to(self, interaction: Interaction, match: Match, at: int, chapter: str) -> None:
        """Replace the moment in the pressed message with another one."""
        await turn_into(interaction, await self._moment(interaction, match, at, chapter=chapter))

    @answers(ReplayPress, "tell")
    async def _describe(self, interaction: Interaction, press: ReplayPress) -> None:
        match, known = await self._match_of(interaction, press)
        at = min(press.ply, known.ply)
        view, ended = known.views[at], self._ended(match, known, at)
        face = self._rendering.face(match)
        names = views.names(_as_seated(match, known, at))
        await say(interaction, face.describe(view, names, ended))

    @answers(ReplayPress, "share")
    async def _share(self, interaction: Interaction, press: ReplayPress) -> None:
        """Show a moment to everybody here. If a player does so, everybody here may also open the
        match. The same menu can make the match public or private.
        """
        chosen = next(iter(selected_values(interaction)), "")
        if chosen in {"publish", "unpublish"}:
            await self._publish(interaction, press, public=chosen == "publish")
            return
        visit = visit_of(interaction)
        match = await self._archive.match(press.match, visit)
        opens = await self._archive.opens(match, visit)
        known = visible_timeline(self._service, match, None)
        at = known.shared(visible_timeline(self._service, match, visit.user), press.ply)
        at = _stop_at(_stops(self._rendering.face(match), known, None), at)
        draw = partial(self._moment, interaction, match, at, everybody=True)
        moment = moment_of(match, at)
        await self._shared.share(interaction, Kind.MOMENT, match, draw, moment=moment, opens=opens)

    async def _moment(
        self,
        interaction: Interaction,
        match: Match,
        at: int,
        *,
        everybody: bool = False,
        chapter: str = "",
    ) -> Content:
        """The moment after ``at`` moves, at most the last one of the match or the chapter."""
        visit, user = visit_of(interaction), None if everybody else interaction.user.id
        face = self._rendering.face(match)
        known = visible_timeline(self._service, match, user)
        part = chapter_named(face, known, chapter)
        stops = _stops(face, known, part)
        at = _stop_at(stops, at)
        seen = known.views_until(at)
        ended = self._ended(match, known, at)
        then = _as_seated(match, known, at)
        theme = visit.server.theme if everybody else visit.theme
        look = replace(self._rendering.look(then, theme, ended), replayed=True)
        moment = Moment(then, known, at, face, part)
        screen = face.screen(seen, look)
        if user is None:
            pictures = await self._rendering.pictures(match, screen.drawings)
            return moment.shared_view(moment.text(screen), pictures)
        publicity = await self._archive.publicity(match, user)
        text, below, drawings = moment.text(screen, publicity), "", screen.drawings
        if visit.reader.text_first:
            below = views.position_words(text, face, seen[-1], look)
            drawings = views.described(screen, face, seen[-1], look, below)
        pictures = await self._rendering.pictures(match, drawings)
        return moment.view(text, pictures, stops, publicity, below)

    def _ended(self, match: Match, known: Timeline, at: int) -> Ranks | None:
        """The ranks of a match that ended early, at its last moment; else None."""
        return self._service.cut_short(match) if at == known.ply else None


def _as_seated(match: Match, known: Timeline, at: int) -> Match:
    """The match with its players at that moment; at its last moment with its present players."""
    return match if at == known.ply else match.seated_after(known.plays[:at])


def visible_timeline(service: Service, match: Match, user: int | None) -> Timeline:
    """The timeline of a match that a user (None: everybody) may see.

    Raises Denied for a challenge, which has no replay.
    """
    if not match.setup:
        raise Denied("This challenge was not accepted, so there is nothing to replay.")
    return service.timeline(match, user)


def typed_ply(service: Service, match: Match, user: int, move: int) -> int:
    """The ply after this many moves, as people count them. Raises Denied if the match has fewer."""
    known = visible_timeline(service, match, user)
    check_ply(move, known.count())
    return known.after(move)


def _stop_at(stops: Sequence[int], at: int) -> int:
    """The first stop at or after a moment, or the last stop."""
    return stops[min(bisect_left(stops, at), len(stops) - 1)]


def _stops(face: Face, known: Timeline, part: Chapter | None) -> Sequence[int]:
    """The moments at which a replay of a match, or of a part of it, can stop."""
    first, last = (0, known.ply) if part is None else (part.first, part.last)
    return [first + at for at in plain_words.stops(known.views[first : last + 1], face.rolling)]
