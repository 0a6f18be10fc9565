"""Draws the pictures of messages, in the themes and languages of their readers.

Pictures come from processes of their own, which take drawing functions and return PNG bytes.
Drawing in a thread of the bot blocked the event loop for a third of the time. All pictures of a
match come from one process as long as it is not busy, because it caches their background layer.
Without processes, or after one has died, the threads of ``Rendering`` draw.
"""

import asyncio
import logging
import os
import time
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TypeAlias, TypeVar, get_args

import discord
from discord.ext import commands

from cogs.board.views.match_boards import Sight, position_in_words
from cogs.contract.face import Face
from cogs.contract.screen import Drawing, Look
from cogs.frame.layout import Content, Picture, Row, fits, layout
from cogs.frame.meter import Meter
from cogs.frame.names import names_in_text, plain_names
from cogs.frame.replies import LOST
from prowlerbot.core.errors import GameFailed
from prowlerbot.core.i18n import Language, get_language, speaking
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import Match, Ranks
from prowlerbot.match.preferences import ServerChoices, Theme
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.service.match_service import Service
from prowlerbot.workers.loop import Child, Job, do_idle_job, give_large_blocks_back
from prowlerbot.workers.worker import Worker, WorkerLost, WorkerSilent, activity_of, is_hanging

_T = TypeVar("_T")

log = logging.getLogger(__name__)

_DEFAULT_THEME = ServerChoices().theme
_MOST_BYTES = 9_900_000  # Discord takes ten million a message

Draw: TypeAlias = Callable[[], bytes]

MAX_PROCESSES = 2
"""The largest default number of processes: two draw as fast as one event loop can send."""
_CORES_OF_THE_BOT = 1
"""The cores left to the event loop: two processes on two cores would slow it down."""
PICTURE_SECONDS = 1.2
"""Seconds without any picture after which the bot stops waiting for a process. Discord waits for
three, so there is still time to draw elsewhere. A long queue alone does not count: drawing its
pictures elsewhere as well would only make it longer.
"""
PATIENCE = 10.0  # seconds without a picture after which an inactive process is replaced
MAX_PROCESSOR_SECONDS = 10.0
"""Processor seconds without a picture after which even an active process is replaced."""
REST_SECONDS = 5.0
"""Seconds before a dead process is replaced, so that no process dies over and over."""
_MAX_MATCHES = 10_000  # the maximum number of matches whose process is remembered
_MAX_BEHIND = 2
"""The most pictures that the process of a match may have queued beyond the least busy one."""


class _Drawer(Worker):
    """A drawing process that ends itself if it hangs."""

    _watching: asyncio.Task[None] | None = None

    async def draw(self, draw: Draw) -> bytes:
        """A picture. Raises any exception of the drawing, and WorkerLost."""
        try:
            return await self.do(draw, PICTURE_SECONDS)
        except WorkerSilent:
            if self._watching is None or self._watching.done():
                self._watching = asyncio.create_task(self._watch())
            raise

    async def _watch(self) -> None:
        """End the silent process if it is inactive or in an endless loop.

        On a busy machine, the process may only be waiting for the processor. If the system gives no
        figures, the silence alone decides.
        """
        first_activity = last_activity = activity_of(self.pid)
        while self.silent_seconds >= PICTURE_SECONDS:
            await asyncio.sleep(PICTURE_SECONDS)
            activity = activity_of(self.pid)
            activities = first_activity, last_activity, activity
            if self.silent_seconds >= PATIENCE and is_hanging(*activities, MAX_PROCESSOR_SECONDS):
                log.warning("a drawing process hangs and is replaced")
                self.end()
            last_activity = activity
            first_activity = first_activity or activity

    async def warm_up(self, pieces: Sequence[Job]) -> None:
        """Draw these pieces before anything else, without a time limit."""
        with suppress(WorkerLost):
            for piece in pieces:  # one by one, so that presses do not wait behind all of them
                await self.do(partial(do_idle_job, piece))


class DrawingProcesses:
    """Draws in a number of ``processes``, by default ``default_count``; 0 switches this off.

    A dead process is replaced after ``rest`` seconds. ``begun`` is a process that runs already.
    """

    def __init__(
        self,
        processes: int | None = None,
        *,
        rest: float = REST_SECONDS,
        begun: Child | None = None,
    ) -> None:
        self._count = default_count(_usable_cores()) if processes is None else processes
        self._begun = begun
        if begun is not None and not self._count:
            begun.end()
        self._rest = rest
        self._shared_pieces: Sequence[Job] = ()
        self._drawers: list[_Drawer] = []
        self._drawer_by_match: Recent[Hashable, _Drawer] = Recent(_MAX_MATCHES)
        self._is_closed = False

    @property
    def switched_on(self) -> bool:
        return self._count > 0

    def start(self, ahead: Sequence[Job]) -> None:
        """Start the processes; each of them draws these pieces ahead."""
        self._shared_pieces = ahead
        self._drawers = [
            _Drawer("drawing", ahead, child=None if number else self._begun)
            for number in range(self._count)
        ]

    async def warm_up(self, pieces: Sequence[Job]) -> None:
        """Wait until every process has drawn these pieces, or has died."""
        await asyncio.gather(*(drawer.warm_up(pieces) for drawer in self._drawers))

    async def draw(self, match: Hashable, draw: Draw) -> bytes:
        """A picture by the process of its match. Raises errors of the drawing, and WorkerLost."""
        living, drawer = self._living_drawers(), self._drawer_by_match.find(match)
        idlest = min(living, key=lambda drawer_: drawer_.pending_count)
        if drawer not in living or drawer.pending_count - idlest.pending_count > _MAX_BEHIND:
            drawer = idlest
        self._drawer_by_match.keep(match, drawer)
        return await drawer.draw(draw)

    async def close(self) -> None:
        self._is_closed = True
        await asyncio.gather(*(drawer.close() for drawer in self._drawers))

    def idlest_process(self) -> Worker:
        """The process with the fewest queued pictures; raises WorkerLost if none is usable."""
        return min(self._living_drawers(), key=lambda drawer: drawer.pending_count)

    def _living_drawers(self) -> list[_Drawer]:
        """The usable processes, after the rested ones are replaced; raises WorkerLost for none."""
        if self._is_closed or not self._count:
            raise WorkerLost
        if not self._drawers:
            self.start(())
        now = time.monotonic()
        for index, drawer in enumerate(self._drawers):
            if drawer.lost_at is not None and now - drawer.lost_at >= self._rest:
                self._drawers[index] = _Drawer("drawing", self._shared_pieces)
        if not (living := [drawer for drawer in self._drawers if drawer.lost_at is None]):
            raise WorkerLost
        return living


def default_count(cores: int) -> int:
    """The default number of processes; at least one, even if it shares the only core."""
    return min(max(1, cores - _CORES_OF_THE_BOT), MAX_PROCESSES)


def _usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(eq=False)
class Rendering(commands.Cog):
    """Draws the pictures of matches, in the themes and languages of their readers."""

    _client: discord.Client
    _service: Service
    faces: Mapping[str, Face]  # by the keys of the games
    _meter: Meter
    _processes: DrawingProcesses

    def __post_init__(self) -> None:
        self._threads = ThreadPoolExecutor(
            2, thread_name_prefix="picture", initializer=give_large_blocks_back
        )

    async def cog_unload(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def prepare_chosen(self) -> None:
        """Draw ahead for the chosen themes only: each takes up to 45 MB of each process."""
        self.prepare([_DEFAULT_THEME, *await self._service.store.choices.chosen_themes()])

    def prepare(self, themes: Collection[Theme] = get_args(Theme)) -> None:
        """Draw ahead the common parts of all pictures, one at a time; pictures take precedence."""
        first, *others = sorted({*themes}, key=lambda theme: (theme != _DEFAULT_THEME, theme))
        if not self._processes.switched_on:
            self._submit_next_piece(iter(self._pieces(first, *others)))
        else:  # warm_up has the processes draw the default theme first, so here it comes last
            self._processes.start(self._pieces(*others, first))

    async def warm_up(self) -> None:
        """Wait until every process has drawn the common parts of pictures in the default theme."""
        await self._processes.warm_up(self._pieces(_DEFAULT_THEME))

    def _pieces(self, *themes: Theme) -> list[Job]:
        """The work that draws the common parts of all pictures in these themes."""
        pairs = product(themes, self.faces.values())
        return [piece for theme, face in pairs for piece in face.prepare(theme)]

    def _submit_next_piece(self, pieces: Iterator[Job]) -> None:
        with suppress(RuntimeError):  # the bot stops, so nobody needs the rest
            self._threads.submit(self._draw_next_piece, pieces)

    def _draw_next_piece(self, pieces: Iterator[Job]) -> None:
        if (piece := next(pieces, None)) is None:
            return
        do_idle_job(piece)
        self._submit_next_piece(pieces)

    def face(self, match: Match) -> Face:
        return self.faces[match.game]

    def moves_on_own_board(self, scene: Scene) -> bool:
        """Whether players move on private boards, as the game has secrets or no board is public."""
        return self.face(scene.match).private or scene.unshared

    def confirms(self, user: int, scene: Scene) -> bool:
        """Whether this player confirms moves; at first, only those that cannot be taken back."""
        if (seat := scene.match.seat_of(user)) is None:
            return False
        if self.face(scene.match).private:
            return scene.choices_of(seat).confirm is True
        return scene.confirms_moves(seat)

    async def pictures(self, of: Match | str, drawings: Sequence[Drawing]) -> list[Picture]:
        """Draw the pictures of one message, faster with those of the same. Raises GameFailed."""
        key = of if isinstance(of, str) else of.id
        asking = nullcontext() if isinstance(of, str) else self._service.facts.asking_game(of)
        with self._meter.rendering.time(), asking:
            pngs = await asyncio.gather(*(self._draw(key, drawing.draw) for drawing in drawings))
        if sum(map(len, pngs)) > _MOST_BYTES:
            log.error("the pictures of “%s” are too large for Discord", key)
            raise GameFailed
        pairs = zip(drawings, pngs, strict=True)
        return [Picture(drawing.filename, png, drawing.alt) for drawing, png in pairs]

    async def message(
        self,
        match: Match | str,
        sight: Sight,
        text: str,
        rows: Sequence[Row],
        choice: Sequence[Drawing] = (),
        *,
        asks: bool = False,
    ) -> Content:
        """A message for one reader.

        For a reader of words first, the buttons come before the position in words, or before the
        words of an open ``choice``. There are no such words if they are topics to ask for. In a
        message that ``asks`` something, its question stands between the pictures and the buttons.
        """
        position, drawings = "", sight.screen.drawings
        if sight.topics:  # they tell the board
            drawings = []
        elif sight.look.words:
            position, drawings = position_in_words(sight, text, choice)
        pictures = await self.pictures(match, drawings)
        if position or sight.topics:
            return layout(text, (), [*rows, *filter(None, [position]), *pictures])
        heading, _, question = text.partition("\n")
        if asks and question and pictures and fits(pictures, [question, *rows]):
            return layout(heading, pictures, [question, *rows])
        return layout(text, pictures, rows)

    async def _draw(self, key: str, draw: Draw) -> bytes:
        with suppress(WorkerLost):
            return await self._processes.draw(key, draw)
        return await self.draw(draw)

    async def draw(self, picture: Callable[[], _T]) -> _T:
        """Run work as long as a picture in one of a few threads, which limits the memory for it."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, copy_context().run, picture)

    def look(self, match: Match, theme: Theme, ended: Ranks | None = None) -> Look:
        """The names, theme and result of a picture and its text, in the current language."""
        return Look(names_in_text(match), plain_names(match), theme, ended)

    async def language(self, guild: int | None) -> Language:
        """The language of public messages in a server; outside of servers, the asker's."""
        return self.language_in(await self._service.server(guild), guild)

    def language_at(self, scene: Scene, guild: int | None, access: Access) -> Language:
        """The language of a public match message in a place.

        Outside of servers, it is the challenger's in a group or a chat of two. In a player's chat
        with the bot, it is that player's.
        """
        language = scene.choices_of(scene.match.challenger).language
        with speaking(language if language and access is Access.INTERACTION else get_language()):
            return self.language_in(scene.server, guild)

    async def language_of_board(self, scene: Scene, board: Board) -> Language:
        """The language of a board that is redrawn in its place."""
        if board.guild or board.access is Access.INTERACTION:
            return self.language_at(scene, board.guild, board.access)
        seated = zip(scene.match.players, scene.choices, strict=True)
        people = {player.id: choices for player, choices in seated if player.is_person}
        languages = {choices.language for choices in people.values()}
        if len(languages) == 1:
            return languages.pop() or get_language()
        with suppress(*LOST):  # one player's chat with the bot
            for user, choices in people.items():
                chat = await self._client.create_dm(discord.Object(user))
                if chat.id == board.channel:
                    return choices.language or get_language()
        return get_language()

    def language_in(self, choices: ServerChoices, guild_id: int | None) -> Language:
        guild = self._client.get_guild(guild_id or 0)
        return choices.language_in(guild and guild.preferred_locale)
