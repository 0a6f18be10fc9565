"""Animations of matches, and the line of long jobs in another process that makes them.

A match or a chapter of it becomes an animated picture, with progress shown to the asker. The jobs
of users run one after another. With six animations, the event loop's p99 lag is 14 ms beside a
thread. Beside a process it is 4 ms, the same as without any. The process lives while there is work,
so it takes no memory from an idle bot.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.match_message import Rendering
from cogs.board.shown_messages import SharedPosts, moment_key
from cogs.board.views import match_views as views
from cogs.contract.face import CALM, QUICK, Face
from cogs.contract.manifest import Manifest
from cogs.contract.screen import Chapter
from cogs.contract.sign import coloured, spelled
from cogs.frame.drawing_processes import DrawingProcesses
from cogs.frame.features import answers, makes_game_command
from cogs.frame.layout import Button, Content, Picture, layout
from cogs.frame.options import Command, give_options
from cogs.frame.rate_limits import JOBS_AT_ONCE, JOBS_OF_ALL
from cogs.frame.replies import LOST, Sent, edit_answer, edit_args, selected_values
from cogs.frame.visit import visit_of
from cogs.presses.addresses import ReplayPress
from cogs.replays.replay_commands import PART, Replays, chapter_named, parts_of, visible_timeline
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import Theme
from prowlerbot.match.scene import ContentKind
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.archive import Archive
from prowlerbot.service.match_service import Service
from prowlerbot.workers.line import FairQueue, QueuePlace
from prowlerbot.workers.worker import Worker, WorkerLost
from renderer.film_process import begin_film, film_or_share

_T = TypeVar("_T")

_NICENESS = 10
"""Presses have priority on the processor."""
TOLD, LOOKS = 2.0, 0.03
"""Seconds between two words about how far a drawing is, and between two looks at it."""
log = logging.getLogger(__name__)
_CALM, _QUICK = "calm", "quick"
"""The names of the times for each move in commands and presses."""
_TO_ALL = "all"
"""The part of a press after the pace: for everybody here."""


class LongJobs(commands.Cog):
    """Does one job after another, at most one per user.

    Servers take turns, and so do the users of a server: those of one server cannot hold the places
    of all others. Outside of servers each user is a group of their own.
    """

    one: str
    """The refusal for a user who already has a job."""
    many: str
    """The refusal where there are too many jobs."""
    lost: str

    def __init__(self) -> None:
        self._crowds: dict[int, Hashable] = {}
        """The users with a place, each with their server."""
        self._line: FairQueue[asyncio.Future[None]] = FairQueue()
        self._worker: Worker | None = None

    async def cog_unload(self) -> None:
        self._end()

    def _end(self) -> None:
        """End the process; its jobs are lost."""
        for turn in self._line.clear():
            if not turn.done():
                turn.set_exception(Denied(self.lost))
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def count_ahead(self, interaction: Interaction) -> int:
        """The number of jobs before a new one of this user."""
        return self._line.count_ahead(_queue_place(interaction))

    def admit(self, interaction: Interaction) -> None:
        """Raise Denied if no job of this user can begin now."""
        if interaction.user.id in self._crowds:
            raise Denied(self.one)
        crowd = _queue_place(interaction).person
        of_crowd = sum(each == crowd for each in self._crowds.values())
        if of_crowd >= JOBS_AT_ONCE or len(self._crowds) >= JOBS_OF_ALL:
            raise Denied(self.many)

    @contextmanager
    def place(self, interaction: Interaction) -> Iterator[None]:
        """Hold a place for a job of this user and its related work; raises Denied."""
        self.admit(interaction)
        self._crowds[interaction.user.id] = _queue_place(interaction).person
        try:
            yield
        finally:
            del self._crowds[interaction.user.id]
            if not self._crowds:
                self._end()

    def begin(self) -> Worker:
        """The process, which may start ahead of the job of somebody who holds a place."""
        if self._worker is None or self._worker.lost_at is not None:
            self._worker = Worker("long jobs", niceness=_NICENESS)
        return self._worker

    async def do(self, interaction: Interaction, job: Callable[[], _T]) -> _T:
        """The result of a job, in the current language, for a user who holds a place."""
        return await self._in_turn(interaction, lambda worker: worker.do(job))

    async def _in_turn(self, interaction: Interaction, do: Callable[[Worker], Awaitable[_T]]) -> _T:
        place, turn = _queue_place(interaction), asyncio.get_running_loop().create_future()
        self._line.join(place, turn)
        self._serve()
        try:
            await turn
            return await do(self.begin())
        except WorkerLost as error:
            raise Denied(self.lost) from error
        finally:
            self._line.remove(place, turn)
            self._serve()

    def _serve(self) -> None:
        """Give the next job its turn once no other one is done."""
        while not self._line.served and (turn := self._line.take()) is not None:
            if not turn.done():  # else its user no longer waits, and leaves
                turn.set_result(None)


def _queue_place(interaction: Interaction) -> QueuePlace:
    user = interaction.user.id
    return QueuePlace(interaction.guild_id or user, user)


@dataclass(eq=False)
class DrawingJobs(LongJobs):
    """Films, which a copy of a drawing process draws: it has most parts of their pictures."""

    _drawing: DrawingProcesses

    def __post_init__(self) -> None:
        super().__init__()

    def begin(self) -> Worker:
        with suppress(WorkerLost):
            return self._drawing.idlest_process()
        return super().begin()

    one = mark("Your last animation is still being drawn; one at a time, please.")
    many = mark("Many animations are being drawn right now; try again in a minute.")
    lost = mark("The drawing was cut short; please try again.")

    async def draw(
        self,
        interaction: Interaction,
        draw: Callable[[], bytes],
        told: Callable[[float], Awaitable[None]],
    ) -> bytes:
        """The same as ``do``; while it takes longer, the share drawn so far is ``told``."""

        async def work(worker: Worker) -> bytes:
            await worker.do(partial(begin_film, draw))
            said = time.monotonic()
            while isinstance(found := await worker.do(film_or_share), float):
                if time.monotonic() - said >= TOLD:
                    await told(found)
                    said = time.monotonic()
                await asyncio.sleep(LOOKS)
            return found

        return await self._in_turn(interaction, work)


class ReadingJobs(LongJobs):
    one = mark("Your last record is still being read; one at a time, please.")
    many = mark("Many records are being read right now; try again in a minute.")
    lost = mark("The reading was cut short; please try again.")


@dataclass(eq=False)
class Animations(commands.Cog):
    _service: Service
    _rendering: Rendering
    _shared: SharedPosts
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
        @give_options(parts_of(manifest), after="pace")
        async def animation(
            interaction: Interaction,
            /,
            *,
            match: str | None = None,
            show: str = "me",
            pace: str = _CALM,
            **said: Any,
        ) -> None:
            chosen = await self._archive.choose(visit_of(interaction), manifest.key, match)
            chapter, everybody = said.get(PART.name) or "", show == "all"
            await self.show(interaction, chosen, everybody=everybody, pace=pace, chapter=chapter)

        return self._replays.suggest_matches(animation, manifest)

    @answers(ReplayPress, "animate")
    async def _press(self, interaction: Interaction, press: ReplayPress) -> None:
        match = await self._archive.match(press.match, visit_of(interaction))
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
        moment = moment_key(match, known.ply, int(pace == _QUICK), key)
        opens = await self._archive.opens(match, visit)
        await self._shared.share(
            interaction, ContentKind.ANIMATION, match, draw, moment=moment, opens=opens, send=_send
        )

    async def _draw_in_line(self, interaction: Interaction, clip: "_Clip", theme: Theme) -> Content:
        """The animation, after an answer that shows the progress."""
        before = self._jobs.count_ahead(interaction)
        with self._jobs.place(interaction):
            self._jobs.begin()  # it starts beside the answer and the captions
            return await self._drawn_in_place(interaction, clip, theme, before)

    async def _drawn_in_place(
        self, interaction: Interaction, clip: "_Clip", theme: Theme, before: int
    ) -> Content:
        match, known, part = clip.match, clip.known, clip.part
        face = self._rendering.face(match)
        await interaction.response.defer(ephemeral=not clip.shared, thinking=True)
        names = views.plain_names(match)
        seen = known.views if part is None else known.views[part.first : part.last + 1]
        ended = self._service.ranks_if_cut_short(match) if seen[-1] is known.present else None
        milliseconds = QUICK if clip.pace == _QUICK else CALM
        title = part.label if part is not None else ""
        async with _reporting_failure(interaction):
            with coloured(theme), spelled():  # pictures cannot show Discord's emoji
                # Hundreds of captions take a while.
                job = await self._rendering.draw(
                    lambda: face.animation(seen, names, theme, ended, milliseconds, title)
                )
            await _show_progress(interaction, _progress(len(seen), before))
            gif = await self._jobs.draw(
                interaction,
                job,
                lambda part: _show_progress(interaction, _progress(len(seen), 0, part)),
            )
            sending = tr("Drawn; sending {size} KB …", size=len(gif) // 1024)
            await _show_progress(interaction, sending)
            return clip.content(face, gif)


@asynccontextmanager
async def _reporting_failure(interaction: Interaction) -> AsyncIterator[None]:
    """Replace the progress by a message about the failure; the error says why."""
    try:
        yield
    except Exception:  # raised again, once the user has read of it
        await _show_progress(interaction, tr("The animation could not be made."))
        raise


async def _send(interaction: Interaction, content: Content) -> Sent:
    """Replace the progress with the animation."""
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
        if not self.shared:
            to_all = self._press(f"{self.pace or _CALM}-{_TO_ALL}")
            row.append(Button(tr("Show to all"), to_all, emoji="📌"))
        return layout("\n".join(filter(None, lines)), [picture], [row])

    @property
    def _chapter(self) -> str:
        return self.part.key if self.part is not None else ""

    def _press(self, argument: str) -> ReplayPress:
        return ReplayPress("animate", self.match.id, self.known.ply, argument, self._chapter)

    def _alt(self) -> str:
        players = views.join_players(views.plain_names(self.match))
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


def _progress(pictures: int, before: int, part: float = 0.0) -> str:
    drawing = trn("Drawing {count} picture …", "Drawing {count} pictures …", pictures)
    if part:
        return f"{drawing} {tr('{percent}%', percent=round(100 * part))}"
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
