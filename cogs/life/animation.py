"""A match or a chapter of it as an animated picture, with progress shown to the asker."""

from __future__ import annotations

import io
import logging

import discord

from cogs.board.access import check_permissions
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import ShownMessages
from cogs.contract.face import CALM, QUICK
from cogs.contract.screen import Chapter
from cogs.contract.sign import spelled
from cogs.frame.asker import asker_of
from cogs.frame.interaction import selected_values
from cogs.frame.layout import Button, Picture, layout
from cogs.frame.press import Action, ReplayPress
from cogs.frame.replies import LOST, NOBODY, Sent
from cogs.frame.router import Route
from cogs.frame.worker_process import WorkerProcess
from cogs.life.visible import visible
from cogs.views import match_views as views
from cogs.views.chapters import chapter_named
from prowlerbot.core.i18n import speaking, spoken, tr, trn
from prowlerbot.match.match import Match
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.archive import Archive
from prowlerbot.service.service import Service
from prowlerbot.storage.showings import Kind

log = logging.getLogger(__name__)

_CALM, _QUICK = "calm", "quick"
"""The time for each move, as commands and presses name it."""
_TO_ALL = "all"
"""Follows the pace in a press: for everybody here."""


class Animations:
    def __init__(
        self,
        service: Service,
        rendering: Rendering,
        shown: ShownMessages,
        archive: Archive,
        worker_process: WorkerProcess,
    ) -> None:
        self._service = service
        self._rendering = rendering
        self._shown = shown
        self._archive = archive
        self._worker_process = worker_process
        self.routes = (Route(Action.ANIMATE, ReplayPress.read, self._press),)

    async def _press(self, interaction: discord.Interaction, press: ReplayPress) -> None:
        match = await self._archive.find(press.match, asker_of(interaction))
        chosen = selected_values(interaction)
        chapter = chosen[0] if chosen else press.chapter
        pace, _, to = press.argument.partition("-")
        everybody = to == _TO_ALL
        await self.show(interaction, match, everybody=everybody, pace=pace, chapter=chapter)

    async def show(
        self,
        interaction: discord.Interaction,
        match: Match,
        *,
        everybody: bool,
        pace: str = _CALM,
        chapter: str = "",
    ) -> None:
        """Draw the match up to its last move, or the given chapter, and send it to the asker or to
        everybody here.
        """
        user = None if everybody else interaction.user.id
        known = visible(self._service, match, user)
        part = chapter_named(self._rendering.face(match), known, chapter)
        opens = False
        if everybody:
            check_permissions(interaction)
            opens = await self._archive.opens(match, asker_of(interaction))
        self._worker_process.admit(interaction.user.id)
        before = self._worker_process.jobs
        await interaction.response.defer(ephemeral=not everybody, thinking=True)
        language = await self._rendering.language(interaction.guild_id) if everybody else spoken()
        theme = await self._rendering.theme(interaction.guild_id, user)
        names = views.plain_names(match)
        seen = known.views if part is None else known.views[part.first : part.last + 1]
        at_end = seen[-1] is known.present
        ended = self._service.cut_short(match) if at_end else None
        try:
            with speaking(language):
                stands = QUICK if pace == _QUICK else CALM
                animation = self._rendering.face(match).animation
                with spelled():  # pictures cannot show Discord's emoji
                    if part is not None:  # everybody may need another language
                        part = chapter_named(self._rendering.face(match), known, part.key)
                    title = part.label if part is not None else ""
                    # Hundreds of captions take a while.
                    job = await self._rendering.draw(
                        lambda: animation(seen, names, theme, ended, stands, title)
                    )
                await _tell(interaction, _progress(len(seen), before))
                gif = await self._worker_process.work(interaction.user.id, job)
                await _tell(interaction, tr("Drawn; sending {size} KB …", size=len(gif) // 1024))
                share = None if everybody else _share(match, known, part, pace)
                sent = await self._send(interaction, match, known, part, gif, pace, share)
        except Exception:
            # Replace the progress, as no animation will follow; the error says why.
            with speaking(language):
                await _tell(interaction, tr("The animation could not be made."))
            raise
        if everybody:
            await self._shown.note(interaction, Kind.ANIMATION, sent, match=match, opens=opens)

    async def _send(  # noqa: PLR0917 - the inputs of the message
        self,
        interaction: discord.Interaction,
        match: Match,
        known: Timeline,
        part: Chapter | None,
        gif: bytes,
        pace: str,
        share: Button | None,
    ) -> Sent:
        """Replace the progress with the animation."""
        which = "-".join(filter(None, (match.game, match.id, _key(part))))
        picture = Picture(f"{which}.gif", gif, _alt(match, known, part))
        face = self._rendering.face(match)
        lines = [
            views.heading(match, face),
            f"**{part.label}**" if part is not None else "",
            f"-# {face.title} · {tr('match {id}', id=match.id)}",
        ]
        row = [
            views.replay_button(match, known, part),
            _other_pace(match, known, part, pace),
            *([share] if share is not None else []),
        ]
        view = layout("\n".join(filter(None, lines)), [picture], [row])
        attached = discord.File(io.BytesIO(gif), picture.filename)
        sent = await interaction.edit_original_response(
            view=view, attachments=[attached], allowed_mentions=NOBODY
        )
        return Sent(sent.id, first=True)


def _key(part: Chapter | None) -> str:
    return part.key if part is not None else ""


def _alt(match: Match, known: Timeline, part: Chapter | None) -> str:
    players = views.together(views.plain_names(match))
    if part is not None:
        return trn(
            "Animation of the match {players}, {part}, {count} move; a replay describes each move"
            " in words.",
            "Animation of the match {players}, {part}, {count} moves; a replay describes each move"
            " in words.",
            part.last - part.first,
            players=players,
            part=part.label,
        )
    return trn(
        "Animation of the match {players}, {count} move; a replay describes each move in words.",
        "Animation of the match {players}, {count} moves; a replay describes each move in words.",
        known.ply,
        players=players,
    )


def _other_pace(match: Match, known: Timeline, part: Chapter | None, pace: str) -> Button:
    """A button for the same animation at the other pace, for the presser only."""
    label, emoji, other = (
        (tr("Slower"), "🐢", _CALM) if pace == _QUICK else (tr("Faster"), "⏩", _QUICK)
    )
    press = ReplayPress(Action.ANIMATE, match.id, known.ply, other, _key(part))
    return Button(label=label, emoji=emoji, custom_id=str(press))


def _share(match: Match, known: Timeline, part: Chapter | None, pace: str) -> Button:
    """A button for the same animation, for everybody here."""
    to_all = f"{pace or _CALM}-{_TO_ALL}"
    press = ReplayPress(Action.ANIMATE, match.id, known.ply, to_all, _key(part))
    return Button(label=tr("Show to all"), emoji="📌", custom_id=str(press))


def _progress(pictures: int, before: int) -> str:
    drawing = trn("Drawing {count} picture …", "Drawing {count} pictures …", pictures)
    if not before:
        return drawing
    waiting = trn(
        "{count} animation is ahead of yours.", "{count} animations are ahead of yours.", before
    )
    return f"{drawing}\n-# {waiting}"


async def _tell(interaction: discord.Interaction, text: str) -> None:
    """Show the progress; a lost update does no harm."""
    try:
        await interaction.edit_original_response(view=layout(text), allowed_mentions=NOBODY)
    except LOST as error:
        log.info("could not show the progress: %s", error)
