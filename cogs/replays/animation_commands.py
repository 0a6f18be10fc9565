"""Animations of matches: a match or a chapter of it as an animated picture.

The asker sees the progress, or the place of their job in the line (``long_jobs.py``).
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.match_message import Rendering
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
from cogs.replays.long_jobs import DrawingJobs
from cogs.replays.replay_commands import PART, Replays, chapter_named, parts_of, visible_timeline
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
_TO_ALL = "all"
"""The part of a press after the pace: for everybody here."""


@dataclass(eq=False)
class Animations(commands.Cog):
    _service: Service
    _rendering: Rendering
    _shared: SharedPosts
    _archive: Archive
    _jobs: DrawingJobs
    _replays: Replays

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
                app_commands.Choice(name="Everybody here", value="all"),
            ],
            pace=[
                app_commands.Choice(name="Long enough to follow it", value=_CALM_PACE),
                app_commands.Choice(name="Half as long", value=_QUICK_PACE),
            ],
        )
        @give_options(parts_of(manifest), after="pace")
        async def animation(
            interaction: Interaction,
            /,
            *,
            match: str | None = None,
            show: str = "me",
            pace: str = _CALM_PACE,
            **added: Any,
        ) -> None:
            chosen = await self._archive.choose_match(visit_of(interaction), manifest.key, match)
            chapter, everybody = added.get(PART.name) or "", show == "all"
            await self.show(interaction, chosen, everybody=everybody, pace=pace, chapter=chapter)

        return self._replays.suggest_matches(animation, manifest)

    @answers(ReplayPress, "animate")
    async def _press(self, interaction: Interaction, press: ReplayPress) -> None:
        match = await self._archive.find_match(press.match, visit_of(interaction))
        chosen = selected_values(interaction)
        chapter = chosen[0] if chosen else press.chapter
        pace, _, to = press.argument.partition("-")
        await self.show(interaction, match, everybody=to == _TO_ALL, pace=pace, chapter=chapter)

    async def show(
        self,
        interaction: Interaction,
        match: Match,
        *,
        everybody: bool,
        pace: str = _CALM_PACE,
        chapter: str = "",
    ) -> None:
        """Draw the match so far, or a chapter, and send it to the asker or to everybody here."""
        visit, user = visit_of(interaction), None if everybody else interaction.user.id
        face, known = self._rendering.face(match), visible_timeline(self._service, match, user)
        part = chapter_named(face, known, chapter)
        if not everybody:
            clip = _Clip(match, known, part, pace)
            await _send(interaction, await self._draw_in_line(interaction, clip, visit.theme))
            return

        async def draw() -> Content:  # everybody may need another language
            translated = chapter_named(face, known, part.key) if part is not None else None
            clip = _Clip(match, known, translated, pace, shared=True)
            return await self._draw_in_line(interaction, clip, visit.server.theme)

        key = part.key if part is not None else ""
        moment = moment_key(match, known.ply, int(pace == _QUICK_PACE), key)
        opens = await self._archive.opens_to_readers(match, visit)
        await self._shared.share_post(
            interaction, ContentKind.ANIMATION, match, draw, moment=moment, opens=opens, send=_send
        )

    async def _draw_in_line(self, interaction: Interaction, clip: "_Clip", theme: Theme) -> Content:
        """The animation, after an answer that shows the progress."""
        match, known, part = clip.match, clip.known, clip.part
        face, names = self._rendering.face(match), plain_names(match)
        seen = known.views if part is None else known.views[part.first : part.last + 1]
        ended = self._service.facts.ranks_if_cut_short(match) if seen[-1] is known.present else None
        milliseconds = QUICK if clip.pace == _QUICK_PACE else CALM
        title = part.label if part is not None else ""
        before = self._jobs.count_ahead(interaction)

        async def report(share: float) -> None:
            await _show_progress(interaction, _progress_words(len(seen), 0, share))

        with self._jobs.hold_place(interaction):
            self._jobs.living_process()  # it starts beside the answer and the captions
            await interaction.response.defer(ephemeral=not clip.shared, thinking=True)
            async with _reporting_failure(interaction):
                with coloured(theme), spelled():  # pictures cannot show Discord's emoji
                    # Hundreds of captions take a while.
                    job = await self._rendering.draw(
                        lambda: face.animation(seen, names, theme, ended, milliseconds, title)
                    )
                await _show_progress(interaction, _progress_words(len(seen), before))
                gif = await self._jobs.draw(interaction, job, report)
                if len(gif) > interaction.filesize_limit:
                    raise Denied(
                        "This animation is too large for Discord; the replay shows each move."
                    )
                sending = tr("Drawn; sending {size} KB …", size=len(gif) // 1024)
                await _show_progress(interaction, sending)
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


async def _send(interaction: Interaction, content: Content) -> Sent:
    async with _reporting_failure(interaction):
        sent = await interaction.edit_original_response(**edit_args(content))
    return Sent(sent.id, first=True)


@dataclass(frozen=True, slots=True)
class _Clip:
    """The animation of a match or a ``part`` as its readers may know it, or ``shared`` with all."""

    match: Match
    known: Timeline
    part: Chapter | None
    pace: str
    shared: bool = False

    def content(self, face: Face, gif: bytes) -> Content:
        match, part = self.match, self.part
        which = "-".join(filter(None, (match.game, match.id, self._chapter)))
        picture = Picture(f"{which}.gif", gif, self._alt())
        lines = [
            views.match_heading(match, face),
            f"**{part.label}**" if part is not None else "",
            f"-# {face.title} · {tr('match {id}', id=match.id)}",
        ]
        label, emoji, pace = tr("Faster"), "⏩", _QUICK_PACE
        if self.pace == _QUICK_PACE:
            label, emoji, pace = tr("Slower"), "🐢", _CALM_PACE
        row = [
            views.replay_button(match, self.known, part),
            Button(label, self._press(pace), emoji=emoji),
        ]
        if not self.shared:
            to_all = self._press(f"{self.pace or _CALM_PACE}-{_TO_ALL}")
            row.append(Button(tr("Show to all"), to_all, emoji="📌"))
        return layout("\n".join(filter(None, lines)), [picture], [row])

    @property
    def _chapter(self) -> str:
        return self.part.key if self.part is not None else ""

    def _press(self, argument: str) -> ReplayPress:
        return ReplayPress("animate", self.match.id, self.known.ply, argument, self._chapter)

    def _alt(self) -> str:
        players = views.join_players(plain_names(self.match))
        if self.part is not None:
            return trn(
                "Animation of the match {players}, {part}, {count} move; a replay describes each"
                " move in words.",
                "Animation of the match {players}, {part}, {count} moves; a replay describes each"
                " move in words.",
                self.known.count_moves(self.part.last) - self.known.count_moves(self.part.first),
                players=players,
                part=self.part.label,
            )
        return trn(
            "Animation of the match {players}, {count} move; a replay describes each move in"
            " words.",
            "Animation of the match {players}, {count} moves; a replay describes each move in"
            " words.",
            self.known.count_moves(),
            players=players,
        )


def _progress_words(pictures: int, before: int, share: float = 0.0) -> str:
    drawing = trn("Drawing {count} picture …", "Drawing {count} pictures …", pictures)
    if share:
        return f"{drawing} {tr('{percent}%', percent=round(100 * share))}"
    if not before:
        return drawing
    waiting = trn(
        "{count} animation is ahead of yours.", "{count} animations are ahead of yours.", before
    )
    return f"{drawing}\n-# {waiting}"


async def _show_progress(interaction: Interaction, text: str) -> None:
    """Show the progress. A lost update does no harm."""
    try:
        await edit_answer(interaction, 0, layout(text))
    except LOST as error:
        log.info("the bot could not show the progress: %s", error)
