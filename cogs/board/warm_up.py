"""Does slow one-time work while the bot logs in, so that the first answers do not wait.

A drawing process takes a second to start, the layout of a theme takes another, and Python runs any
code more slowly the first time. So this module draws a match of each game, without storing or
sending it.
"""

import asyncio
import logging
import random
from contextlib import suppress
from dataclasses import dataclass

from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.match_message import Rendering
from prowlerbot.core.errors import Refused
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import LANGUAGES, speaking, tr
from prowlerbot.match import lobby
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.match.terms import Terms
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_TIME_LIMIT = 30.0
"""The most seconds for this work; later answers do the rest."""
_NOBODY = "warmup"
"""No match has this id."""


@dataclass(eq=False)
class WarmUp(commands.Cog):
    _service: Service
    _rendering: Rendering
    _boards: BoardMessages

    def __post_init__(self) -> None:
        self._running: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._running = asyncio.create_task(self.run())

    async def cog_unload(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def run(self) -> None:
        """Never raises: an answer repeats any failed step when it needs it."""
        try:
            async with asyncio.timeout(_TIME_LIMIT):
                await self._rendering.warm_up()
                for language in LANGUAGES:
                    with speaking(language):
                        tr("Rematch")  # reads the catalogue
                    await asyncio.sleep(0)  # a press may have come
                with suppress(Refused):
                    await self._service.scene(_NOBODY, 1)
                for game in self._service.games.values():
                    await self._draw_game(game)
        except TimeoutError:
            log.warning("the first answers may be slow: the machine is busy")
        except Exception:  # the bot answers without it, only later
            log.exception("the first answers may be slow: nothing was prepared for them")

    async def _draw_game(self, game: Game) -> None:
        """Draw a challenge and the beginning of its match, for the public and for a player."""
        face, rng, now = self._rendering.faces[game.key], random.Random(1), self._service.now()
        players = [Player(1, "Ada"), Player(2, "Ben")]
        match = lobby.challenge(_NOBODY, game, players, {}, terms=Terms(), now=now)
        await self._draw_message(match)
        match = lobby.accept(match, Context(game, rng, now), 2)
        await self._draw_message(match)
        look = self._rendering.look(match, "night")
        screen = face.screen(self._service.timeline(match, 1).views_until(), look)
        await self._rendering.pictures(game.key, screen.drawings)

    async def _draw_message(self, match: Match) -> None:
        choices, server = PlayerChoices(language="en"), ServerChoices()
        board = Board(match.id, 0, 0, 0, access=Access.INTERACTION)
        scene = Scene(match, board, (choices, choices), server, (), (0, 0))
        await self._boards.drawn_at(board, scene)
