"""The bot draws the common parts of all pictures when it starts, before anybody waits for them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from threading import Event

import discord
import pytest

from cogs.board.rendering import Rendering
from cogs.contract.screen import Look
from cogs.frame.meter import Meter
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.games.prowler import Prowler
from prowlerbot.match.preferences import Theme
from renderer.prowler import city, draw_board
from tests.ended import opened
from tests.games.prowler.matches import EXAMPLE, PROWLER
from tests.renderer.matches import NAMES, played

ENOUGH = 10.0
THEMES: tuple[Theme, ...] = ("night", "day", "safe")

Piece = Callable[[], object]


class Noting(ProwlerFace):
    """Notes the pieces that are drawn ahead: one before and one after those of the test."""

    def __init__(self, between: Piece) -> None:
        self.noted: list[str] = []
        self.done = Event()
        self._between = between

    def prepare(self, theme: Theme) -> Sequence[Piece]:
        def note(word: str) -> None:
            self.noted.append(f"{theme} {word}")

        last = [self.done.set] if theme == THEMES[-1] else []
        return [lambda: note("before"), self._between, lambda: note("after"), *last]


@pytest.fixture
async def rendering(tmp_path: Path) -> AsyncIterator[Rendering]:
    client = discord.Client(intents=discord.Intents(guilds=True))
    async with opened(tmp_path / "prowler.db") as service:
        rendering = Rendering(client, service, {}, Meter())
        yield rendering
        rendering.close()


async def test_theme_after_theme_is_drawn_and_an_error_is_only_logged(
    rendering: Rendering, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("no ink")

    face = Noting(broken)
    rendering.faces = {"prowler": face}
    rendering.prepare()
    assert face.done.wait(ENOUGH)
    assert face.noted == [f"{theme} {word}" for theme in THEMES for word in ("before", "after")]
    assert [each.levelname for each in caplog.records] == ["ERROR"] * len(THEMES)


async def test_what_is_asked_for_meanwhile_is_drawn_at_once(rendering: Rendering) -> None:
    held = Event()
    face = Noting(lambda: held.wait(ENOUGH))
    rendering.faces = {"prowler": face}
    rendering.prepare()
    look = Look(["Ada", "Ben"], ["Ada", "Ben"])
    screen = face.screen([PROWLER.start(EXAMPLE).view(None)], look)
    assert await rendering.pictures("abc", screen.drawings)
    assert face.noted == ["night before"]
    held.set()
    assert face.done.wait(ENOUGH)


async def test_a_bot_that_stops_draws_nothing_more_ahead(rendering: Rendering) -> None:
    began, held = Event(), Event()

    def piece() -> None:
        began.set()
        held.wait(ENOUGH)

    face = Noting(piece)
    rendering.faces = {"prowler": face}
    rendering.prepare()
    assert began.wait(ENOUGH)
    rendering.close()
    held.set()
    rendering._threads.shutdown(wait=True)
    assert face.noted == ["night before"]


def test_the_first_board_finds_every_city_drawn_ahead() -> None:
    for piece in ProwlerFace(Prowler()).prepare("night"):
        piece()
    before = city._city.cache_info().misses
    assert draw_board(played(1, 9), NAMES)
    assert city._city.cache_info().misses == before
