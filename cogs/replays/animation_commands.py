"""Animations of matches: a match or a chapter of it as an animated picture.

The asker sees the progress, or the place of their job in the line (``long_jobs.py``).
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.rendering import Rendering
from cogs.board.shared_posts import SharedPosts, moment_key
from cogs.board.views import match_views as views
from cogs.contract.face import CALM, QUICK, Face
from cogs.contract.manifest import Manifest
from cogs.contract.screen import Chapter
from cogs.contract.sign import coloured, spelled
from cogs.frame.command_options import Command, give_options
from cogs.frame.features import answers, makes_game_command
from cogs.frame.layout import Button, Content, Picture, layout
from cogs.frame.names import plain_names
from cogs.frame.replies import LOST, Sent, delete_answer, edit_answer, edit_args, selected_values
from cogs.frame.visit import visit_of
from cogs.presses import ReplayPress
from cogs.replays import replay_commands
from cogs.replays.long_jobs import DrawingJobs
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import Theme
from prowlerbot.match.scene import ContentKind
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.archive import Archive
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)
_CALM_PACE, _QUICK_PACE = "calm", "quick"
"""The names of the paces in commands and presses; ``CALM`` and ``QUICK`` are milliseconds."""
_TO_ALL = "all"  # for everybody: in the command, and in a press as “pace-all” (see ``_Clip``)


@dataclass(eq=False)
class Animations(commands.Cog):
    _service: Service
    _rendering: Rendering
    _shared_posts: SharedPosts
    _archive: Archive
    _jobs: DrawingJobs
    _replays: replay_commands.Replays

    @makes_game_command
    def _animation_command(self, manifest: Manifest, _: Game) -> Command:
        @app_commands.command(description="Watch a whole match as an animation")
        @app_commands.describe(
            match="Which match, if not your latest",
            show="Only for you (the default) or for everybody here",
            pace="How long each move is shown",
        )
        @app_commands.choices(
            show=[
                app_commands.Choice(name="Only me", value="me"),
                app_commands.Choice(name="Everybody here", value=_TO_ALL),
            ],
            pace=[
                app_commands.Choice(name="Long enough to follow it", value=_CALM_PACE),
                app_commands.Choice(name="Half as long", value=_QUICK_PACE),
            ],
        )
        @give_options(replay_commands.part_options(manifest), after="pace")
        async def animation(
            interaction: Interaction,
            /,
            *,
            match: str | None = None,
            show: str = "me",
            pace: str = _CALM_PACE,
            **options: Any,
        ) -> None:
            source = await self._archive.choose_match(visit_of(interaction), manifest.key, match)
            chapter, to_all = options.get(replay_commands.PART.name) or "", show == _TO_ALL
            await self.show(interaction, source, to_all=to_all, pace=pace, chapter_key=chapter)

        return self._replays.suggest_matches(animation, manifest)

    @answers(ReplayPress, "animate")
    async def _press_animate(self, interaction: Interaction, press: ReplayPress) -> None:
        match = await self._archive.find_match(press.match, visit_of(interaction))
        chapter_key = next(iter(selected_values(interaction)), press.chapter)
        pace, _, audience = press.argument.partition("-")
        to_all = audience == _TO_ALL
        await self.show(interaction, match, to_all=to_all, pace=pace, chapter_key=chapter_key)

    async def show(
        self,
        interaction: Interaction,
        match: Match,
        *,
        to_all: bool,
        pace: str = _CALM_PACE,
        chapter_key: str = "",
    ) -> None:
        """Draw the match so far, or a chapter, and send it to the asker or to everybody here."""
        visit, user = visit_of(interaction), None if to_all else interaction.user.id
        face = self._rendering.face(match)
        known = replay_commands.visible_timeline(self._service, match, user)
        chapter = replay_commands.find_chapter(face, known, chapter_key)
        if not to_all:
            clip = _Clip(match, known, chapter, pace)
            await _send_clip(interaction, await self._draw_in_line(interaction, clip, visit.theme))
            return
        key = chapter.key if chapter is not None else ""

        async def draw() -> Content:  # in the language of the server, so the chapter is found anew
            local_chapter = replay_commands.find_chapter(face, known, key)
            clip = _Clip(match, known, local_chapter, pace, shared=True)
            return await self._draw_in_line(interaction, clip, visit.server.theme)

        moment = moment_key(match, known.ply, int(pace == _QUICK_PACE), key)
        opens_match = await self._archive.opens_to_readers(match, visit)
        share = partial(self._shared_posts.share_post, interaction, ContentKind.ANIMATION, match)
        await share(draw, moment=moment, opens=opens_match, send=_send_clip)

    async def _draw_in_line(self, interaction: Interaction, clip: "_Clip", theme: Theme) -> Content:
        """The animation, after an answer that shows the progress."""
        match, known, chapter = clip.match, clip.known, clip.chapter
        face, names = self._rendering.face(match), plain_names(match)
        clip_views = known.views
        if chapter is not None:
            clip_views = clip_views[chapter.first : chapter.last + 1]
        is_last = clip_views[-1] is known.present
        ranks = self._service.facts.ranks_if_cut_short(match) if is_last else None
        milliseconds = QUICK if clip.pace == _QUICK_PACE else CALM
        title = chapter.label if chapter is not None else ""
        jobs_ahead = self._jobs.count_ahead(interaction)

        async def show_share(share: float) -> None:
            await _show_progress(interaction, _drawing_words(len(clip_views), share))

        with self._jobs.hold_place(interaction):
            self._jobs.ready_process()  # it starts beside the answer and the captions
            await interaction.response.defer(ephemeral=not clip.shared, thinking=True)
            async with _reporting_failure(interaction):
                with coloured(theme), spelled():  # pictures cannot show Discord's emoji
                    # Hundreds of captions take a while.
                    job = await self._rendering.draw(
                        lambda: face.animation(clip_views, names, theme, ranks, milliseconds, title)
                    )
                await _show_progress(interaction, _waiting_words(len(clip_views), jobs_ahead))
                gif = await self._jobs.draw(interaction, job, show_share)
                if len(gif) > interaction.filesize_limit:
                    raise Denied(
                        "This animation is too large for Discord; the replay shows each move."
                    )
                sending_words = tr("Drawn; sending {size} KB …", size=len(gif) // 1024)
                await _show_progress(interaction, sending_words)
                return clip.content(face, gif)


@asynccontextmanager
async def _reporting_failure(interaction: Interaction) -> AsyncIterator[None]:
    """Replace the progress by a message about the failure, or remove it for a refusal."""
    try:
        yield
    except Denied:  # its sentence alone is the answer
        with suppress(*LOST):
            await delete_answer(interaction, 0)
        raise
    except Exception:  # raised again, once the user has read of it
        await _show_progress(interaction, tr("The animation could not be made."))
        raise


async def _send_clip(interaction: Interaction, content: Content) -> Sent:
    async with _reporting_failure(interaction):
        sent = await interaction.edit_original_response(**edit_args(content))
    return Sent(sent.id, first=True)


@dataclass(frozen=True, slots=True)
class _Clip:
    """The animation of a match or a chapter as its readers may know it, or ``shared`` with all."""

    match: Match
    known: Timeline
    chapter: Chapter | None
    pace: str
    shared: bool = False

    def content(self, face: Face, gif: bytes) -> Content:
        match, chapter = self.match, self.chapter
        file_name = "-".join(filter(None, (match.game, match.id, self._chapter_key)))
        picture = Picture(f"{file_name}.gif", gif, self._alt_text())
        lines = [
            views.match_heading(match, face),
            f"**{chapter.label}**" if chapter is not None else "",
            f"-# {face.title} · {tr('match {id}', id=match.id)}",
        ]
        label, emoji, pace = tr("Faster"), "⏩", _QUICK_PACE
        if self.pace == _QUICK_PACE:
            label, emoji, pace = tr("Slower"), "🐢", _CALM_PACE
        replay = views.replay_button(match, self.known, chapter)
        row = [replay, Button(label, self._press(pace), emoji=emoji)]
        if not self.shared:
            to_all = self._press(f"{self.pace or _CALM_PACE}-{_TO_ALL}")
            row.append(Button(tr("Show to all"), to_all, emoji="📌"))
        return layout("\n".join(filter(None, lines)), [picture], [row])

    @property
    def _chapter_key(self) -> str:
        return self.chapter.key if self.chapter is not None else ""

    def _press(self, argument: str) -> ReplayPress:
        return ReplayPress("animate", self.match.id, self.known.ply, argument, self._chapter_key)

    def _alt_text(self) -> str:
        players, known = views.join_players(plain_names(self.match)), self.known
        if self.chapter is not None:
            return trn(
                "Animation of the match {players}, {part}, {count} move; a replay describes each"
                " move in words.",
                "Animation of the match {players}, {part}, {count} moves; a replay describes each"
                " move in words.",
                known.count_moves(self.chapter.last) - known.count_moves(self.chapter.first),
                players=players,
                part=self.chapter.label,
            )
        return trn(
            "Animation of the match {players}, {count} move; a replay describes each move in"
            " words.",
            "Animation of the match {players}, {count} moves; a replay describes each move in"
            " words.",
            known.count_moves(),
            players=players,
        )


def _drawing_words(pictures: int, share: float = 0.0) -> str:
    """The progress of a drawing; ``share`` is the part of it that is done."""
    drawing = trn("Drawing {count} picture …", "Drawing {count} pictures …", pictures)
    return f"{drawing} {tr('{percent}%', percent=round(100 * share))}" if share else drawing


def _waiting_words(pictures: int, jobs_ahead: int) -> str:
    """The progress before a drawing begins."""
    if not jobs_ahead:
        return _drawing_words(pictures)
    waiting = trn(
        "{count} animation is ahead of yours.", "{count} animations are ahead of yours.", jobs_ahead
    )
    return f"{_drawing_words(pictures)}\n-# {waiting}"


async def _show_progress(interaction: Interaction, text: str) -> None:
    """Show the progress. A lost update does no harm."""
    try:
        await edit_answer(interaction, 0, layout(text))
    except LOST as error:
        log.info("the bot could not show the progress: %s", error)
