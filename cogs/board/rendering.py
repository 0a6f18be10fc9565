"""Draws matches as pictures in the theme and language of a server or a player.

Separate processes draw. Without them, or after one has died, the threads of this module draw.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from contextvars import copy_context
from dataclasses import dataclass
from itertools import product
from typing import TypeVar, get_args

import discord

from cogs.board.views.match_views import names, plain_names
from cogs.contract.face import Face
from cogs.contract.screen import Drawing, Look
from cogs.frame.drawing_processes import Draw, DrawingProcesses
from cogs.frame.features import at_the_end
from cogs.frame.layout import Picture
from cogs.frame.meter import Meter
from cogs.frame.replies import LOST
from cogs.frame.visit import language_in
from prowlerbot.core.errors import GameFailed
from prowlerbot.core.i18n import Language, speaking, spoken
from prowlerbot.match.match import Match, Ranks
from prowlerbot.match.preferences import ServerChoices, Theme
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.service.match_service import Service
from prowlerbot.workers.loop import Job, do_ahead, give_large_blocks_back
from prowlerbot.workers.worker import Lost

_T = TypeVar("_T")


log = logging.getLogger(__name__)

_USUAL = ServerChoices().theme
_MOST_BYTES = 9_900_000
"""Discord takes ten million a message."""


@dataclass(eq=False)
class Rendering:
    """``faces`` has the appearance of each game."""

    _client: discord.Client
    _service: Service
    faces: Mapping[str, Face]
    _meter: Meter
    _processes: DrawingProcesses

    def __post_init__(self) -> None:
        self._threads = ThreadPoolExecutor(
            2, thread_name_prefix="picture", initializer=give_large_blocks_back
        )

    @at_the_end
    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def prepare_chosen(self) -> None:
        """Draw ahead for the usual theme and those that a server has chosen; the others would
        take up to 45 MB of each process.
        """
        self.prepare([_USUAL, *await self._service.store.choices.themes()])

    def prepare(self, themes: Collection[Theme] = get_args(Theme)) -> None:
        """Draw the common parts of all pictures ahead, theme after theme.

        Pieces are drawn one at a time; requests for pictures take precedence.
        """
        usual, *others = sorted({*themes}, key=lambda each: (each != _USUAL, each))
        # warm_up has the processes draw the usual theme first, so here it comes last.
        ordered = [*others, usual] if self._processes.switched_on else [usual, *others]
        pairs = product(ordered, self.faces.values())
        pieces = [piece for theme, face in pairs for piece in face.prepare(theme)]
        if self._processes.switched_on:
            self._processes.start(pieces)
        else:
            self._submit_next(iter(pieces))

    async def warm_up(self) -> None:
        """Wait until every process has drawn the common parts of pictures in the usual theme."""
        pieces = [piece for face in self.faces.values() for piece in face.prepare(_USUAL)]
        await self._processes.warm_up(pieces)

    def _submit_next(self, pieces: Iterator[Job]) -> None:
        with suppress(RuntimeError):  # the bot stops, so nobody needs the rest
            self._threads.submit(self._draw_next, pieces)

    def _draw_next(self, pieces: Iterator[Job]) -> None:
        piece = next(pieces, None)
        if piece is None:
            return
        do_ahead(piece)
        self._submit_next(pieces)

    def face(self, match: Match) -> Face:
        return self.faces[match.game]

    def title(self, game: str) -> str:
        """The title of a game; its key while it is not installed."""
        return self.faces[game].title if game in self.faces else game

    def on_own_board(self, scene: Scene) -> bool:
        """Whether players move on private boards: the game has secrets, or no message shows the
        match to all.
        """
        return self.face(scene.match).private or scene.unshared

    async def pictures(self, of: Match | str, drawings: Sequence[Drawing]) -> list[Picture]:
        """Draw the pictures of one message in the current language.

        Pictures of the same match, or of the same text, are drawn faster. Raises GameFailed for a
        match whose game fails to draw it.
        """
        key, asking = (
            (of, nullcontext()) if isinstance(of, str) else (of.id, self._service.asking_game(of))
        )
        with self._meter.rendering(), asking:
            pngs = await asyncio.gather(*(self._draw(key, each.draw) for each in drawings))
        if sum(map(len, pngs)) > _MOST_BYTES:
            log.error("the pictures of “%s” are too large for Discord", key)
            raise GameFailed
        return [
            Picture(drawing.filename, png, drawing.alt)
            for drawing, png in zip(drawings, pngs, strict=True)
        ]

    async def _draw(self, key: str, draw: Draw) -> bytes:
        with suppress(Lost):
            return await self._processes.draw(key, draw)
        return await self.draw(draw)

    async def draw(self, picture: Callable[[], _T]) -> _T:
        """Run work of about the length of a picture in a thread.

        The same few threads do all of it, which limits the memory for drawing even under many
        simultaneous requests.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, copy_context().run, picture
        )

    def look(self, match: Match, theme: Theme, ended: Ranks | None = None) -> Look:
        """The names, theme and result with which a picture and its text are made.

        Names are in the current language.
        """
        return Look(names(match), plain_names(match), theme, ended)

    async def language(self, guild: int | None) -> Language:
        """The language of public messages in a server; outside of servers, the asker's."""
        return self.language_in(await self._service.server(guild), guild)

    def language_at(self, scene: Scene, guild: int | None, access: Access) -> Language:
        """The language of a public match message in a place.

        Without a server, it is always the challenger's in a group or a chat of two, and the asker's
        in their chat with the bot.
        """
        seen = scene.choices_of(scene.match.challenger).language
        with speaking(seen if seen and access is Access.INTERACTION else spoken()):
            return self.language_in(scene.server, guild)

    async def language_of_board(self, scene: Scene, board: Board) -> Language:
        """The language of a board that is redrawn in its place."""
        if board.guild or board.access is Access.INTERACTION:
            return self.language_at(scene, board.guild, board.access)
        seated = zip(scene.match.players, scene.choices, strict=True)
        people = {player.id: choices for player, choices in seated if player.is_person}
        languages = {choices.language for choices in people.values()}
        if len(languages) == 1:
            return languages.pop() or spoken()
        with suppress(*LOST):  # one player's chat with the bot
            for user, choices in people.items():
                chat = await self._client.create_dm(discord.Object(user))
                if chat.id == board.channel:
                    return choices.language or spoken()
        return spoken()

    def language_in(self, chosen: ServerChoices, guild: int | None) -> Language:
        """The language of a server with these choices."""
        return language_in(self._client.get_guild(guild) if guild else None, chosen)
