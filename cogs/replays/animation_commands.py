"""A match or a chapter of it as an animated picture, with progress shown to the asker."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from discord import Interaction, app_commands

from cogs.board.public_posts import check_post
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import ShownMessages
from cogs.board.views import match_views as views
from cogs.contract.face import CALM, QUICK, Face
from cogs.contract.manifest import Manifest
from cogs.contract.screen import Chapter
from cogs.contract.sign import spelled
from cogs.frame.features import answers, makes_game_command
from cogs.frame.interaction import selected_values
from cogs.frame.layout import Button, Content, Picture, layout
from cogs.frame.long_jobs import DrawingJobs
from cogs.frame.options import Command, offering
from cogs.frame.replies import LOST, NOBODY, Sent
from cogs.frame.visit import visit_of
from cogs.presses.addresses import ReplayPress
from cogs.replays.replay_commands import PART, Replays, parts_of, visible
from cogs.replays.replay_views import chapter_named
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import speaking, spoken, tr, trn
from prowlerbot.match.match import Match
from prowlerbot.match.scene import Kind
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.archive import Archive
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_CALM, _QUICK = "calm", "quick"
"""The time for each move, as commands and presses name it."""
_TO_ALL = "all"
"""Follows the pace in a press: for everybody here."""


@dataclass(eq=False)
class Animations:
    _service: Service
    _rendering: Rendering
    _shown: ShownMessages
    _archive: Archive
    _jobs: DrawingJobs
    _replays: Replays

    @makes_game_command
    def _animation(self, manifest: Manifest, _: Game) -> Command:
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
                app_commands.Choice(name="Long enough to follow it", value=_CALM),
                app_commands.Choice(name="Half as long", value=_QUICK),
            ],
        )
        @offering(parts_of(manifest), after="pace")
        async def animation(
            interaction: Interaction,
            /,
            *,
            match: str | None = None,
            show: str = "me",
            pace: str = _CALM,
            **said: Any,
        ) -> None:
            found = await self._archive.choose(visit_of(interaction), manifest.key, match)
            chapter, everybody = said.get(PART.name) or "", show == "all"
            await self.show(interaction, found, everybody=everybody, pace=pace, chapter=chapter)

        return self._replays.suggesting(animation, manifest)

    @answers(ReplayPress, "animate")
    async def _press(self, interaction: Interaction, press: ReplayPress) -> None:
        match = await self._archive.find(press.match, visit_of(interaction))
        chosen = selected_values(interaction)
        chapter = chosen[0] if chosen else press.chapter
        pace, _, to = press.argument.partition("-")
        everybody = to == _TO_ALL
        await self.show(interaction, match, everybody=everybody, pace=pace, chapter=chapter)

    async def show(
        self,
        interaction: Interaction,
        match: Match,
        *,
        everybody: bool,
        pace: str = _CALM,
        chapter: str = "",
    ) -> None:
        """Draw the match up to its last move, or the given chapter, and send it to the asker or to
        everybody here.
        """
        visit, user = visit_of(interaction), None if everybody else interaction.user.id
        face, known = self._rendering.face(match), visible(self._service, match, user)
        part = chapter_named(face, known, chapter)
        opens = False
        if everybody:
            check_post(interaction)
            opens = await self._archive.opens(match, visit)
        self._jobs.admit(interaction)
        before = self._jobs.ahead(interaction)
        await interaction.response.defer(ephemeral=not everybody, thinking=True)
        language, theme = spoken(), visit.theme
        if everybody:
            language, theme = visit.language, visit.server.theme
        names = views.plain_names(match)
        seen = known.views if part is None else known.views[part.first : part.last + 1]
        ended = self._service.cut_short(match) if seen[-1] is known.present else None
        milliseconds = QUICK if pace == _QUICK else CALM
        try:
            with speaking(language):
                with spelled():  # pictures cannot show Discord's emoji
                    if part is not None:  # everybody may need another language
                        part = chapter_named(face, known, part.key)
                    title = part.label if part is not None else ""
                    # Hundreds of captions take a while.
                    job = await self._rendering.draw(
                        lambda: face.animation(seen, names, theme, ended, milliseconds, title)
                    )
                await _tell(interaction, _progress(len(seen), before))
                with self._jobs.place(interaction):
                    gif = await self._jobs.do(interaction, job)
                await _tell(interaction, tr("Drawn; sending {size} KB …", size=len(gif) // 1024))
                clip = _Clip(match, known, part, pace, gif)
                content = clip.content(face, to_share=not everybody)
                if everybody:
                    await self._shown.share(
                        interaction, Kind.ANIMATION, match, content, opens=opens, send=_send
                    )
                else:
                    await _send(interaction, content)
        except Exception:
            # Replace the progress, as no animation will follow; the error says why.
            with speaking(language):
                await _tell(interaction, tr("The animation could not be made."))
            raise


async def _send(interaction: Interaction, content: Content) -> Sent:
    """Replace the progress by the animation."""
    sent = await interaction.edit_original_response(
        view=content.view, attachments=content.files(), allowed_mentions=NOBODY
    )
    return Sent(sent.id, first=True)


@dataclass(frozen=True, slots=True)
class _Clip:
    """The animation of a match, or of one ``part`` of it, as its readers know it."""

    match: Match
    known: Timeline
    part: Chapter | None
    pace: str
    gif: bytes

    def content(self, face: Face, *, to_share: bool) -> Content:
        """The message; the asker's own has a button that shows the same to everybody here."""
        match, part = self.match, self.part
        which = "-".join(filter(None, (match.game, match.id, self._chapter)))
        picture = Picture(f"{which}.gif", self.gif, self._alt())
        lines = [
            views.heading(match, face),
            f"**{part.label}**" if part is not None else "",
            f"-# {face.title} · {tr('match {id}', id=match.id)}",
        ]
        label, emoji, pace = (
            (tr("Slower"), "🐢", _CALM) if self.pace == _QUICK else (tr("Faster"), "⏩", _QUICK)
        )
        row = [
            views.replay_button(match, self.known, part),
            Button(label, self._press(pace), emoji=emoji),
        ]
        if to_share:
            to_all = self._press(f"{self.pace or _CALM}-{_TO_ALL}")
            row.append(Button(tr("Show to all"), to_all, emoji="📌"))
        return Content(layout("\n".join(filter(None, lines)), [picture], [row]), [picture])

    @property
    def _chapter(self) -> str:
        return self.part.key if self.part is not None else ""

    def _press(self, argument: str) -> str:
        ply = self.known.ply
        return str(ReplayPress("animate", self.match.id, ply, argument, self._chapter))

    def _alt(self) -> str:
        players = views.together(views.plain_names(self.match))
        if self.part is not None:
            return trn(
                "Animation of the match {players}, {part}, {count} move; a replay describes each"
                " move in words.",
                "Animation of the match {players}, {part}, {count} moves; a replay describes each"
                " move in words.",
                self.known.count(self.part.last) - self.known.count(self.part.first),
                players=players,
                part=self.part.label,
            )
        return trn(
            "Animation of the match {players}, {count} move; a replay describes each move in"
            " words.",
            "Animation of the match {players}, {count} moves; a replay describes each move in"
            " words.",
            self.known.count(),
            players=players,
        )


def _progress(pictures: int, before: int) -> str:
    drawing = trn("Drawing {count} picture …", "Drawing {count} pictures …", pictures)
    if not before:
        return drawing
    waiting = trn(
        "{count} animation is ahead of yours.", "{count} animations are ahead of yours.", before
    )
    return f"{drawing}\n-# {waiting}"


async def _tell(interaction: Interaction, text: str) -> None:
    """Show the progress; a lost update does no harm."""
    try:
        await interaction.edit_original_response(view=layout(text), allowed_mentions=NOBODY)
    except LOST as error:
        log.info("could not show the progress: %s", error)
