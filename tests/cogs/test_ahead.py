"""What is drawn before anybody waits for it, and shown only if its change was stored."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, cast, get_args

import discord
import pytest

from cogs.board.match_message import EarlyDrawing, Rendering
from cogs.contract.face import PlayedOut
from cogs.contract.screen import Look
from cogs.frame.drawing_processes import DrawingProcesses
from cogs.frame.layout import Content, layout
from cogs.frame.rate_limits import Meter
from cogs.games.prowler.face import ProwlerFace
from cogs.profiles.profile_commands import MatchHistory
from prowlerbot.core.i18n import speaking
from prowlerbot.feature_list import open_store
from prowlerbot.games.prowler import Prowler
from prowlerbot.match.match import Match, Phase, machine
from prowlerbot.match.preferences import PlayerChoices, ServerChoices, Theme
from prowlerbot.match.scene import Scene
from prowlerbot.profiles.finished_match_service import FinishedMatches
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from renderer.prowler import city
from renderer.prowler.board import draw_board
from tests.cases import each_of
from tests.ended import opened
from tests.games.prowler.matches import EXAMPLE, PROWLER
from tests.patience import HUNG
from tests.persistence.matches import ADA, ALL, BEN, Clock, begin, begun, play_on
from tests.persistence.matches import played as moved
from tests.renderer.matches import NAMES, played

THEMES: tuple[Theme, ...] = get_args(Theme)

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


def piece_that(begins: Event, waits_for: Event) -> Piece:
    """A piece that tells that it is being drawn, and takes until a test says so."""

    def piece() -> None:
        begins.set()
        waits_for.wait(HUNG)

    return piece


@pytest.fixture
async def rendering(tmp_path: Path) -> AsyncIterator[Rendering]:
    client = discord.Client(intents=discord.Intents(guilds=True))
    async with opened(tmp_path / "prowler.db") as service:
        rendering = Rendering(client, service, {}, Meter(), DrawingProcesses(0))
        yield rendering
        await rendering.cog_unload()


async def test_theme_after_theme_is_drawn_and_an_error_is_only_logged(
    rendering: Rendering, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("no ink")

    face = Noting(broken)
    rendering.faces = {"prowler": face}
    rendering.prepare()
    assert face.done.wait(HUNG)
    assert face.noted == [f"{theme} {word}" for theme in THEMES for word in ("before", "after")]
    assert [each.levelname for each in caplog.records] == ["ERROR"] * len(THEMES)


async def test_at_the_start_only_themes_that_servers_chose_are_drawn(rendering: Rendering) -> None:
    face = Noting(lambda: None)
    rendering.faces = {"prowler": face}
    await rendering._service.store.choices.put(7, ServerChoices(theme="safe"))
    await rendering.prepare_chosen()
    assert face.done.wait(HUNG)
    assert face.noted == ["night before", "night after", "safe before", "safe after"]


async def test_what_is_asked_for_is_drawn_at_once_until_a_stop(rendering: Rendering) -> None:
    began, held = Event(), Event()
    face = Noting(piece_that(began, held))
    rendering.faces = {"prowler": face}
    rendering.prepare()
    assert began.wait(HUNG)
    look = Look(["Ada", "Ben"], ["Ada", "Ben"])
    screen = face.screen([PROWLER.start(EXAMPLE).view(None)], look)
    assert await rendering.pictures("abc", screen.drawings)
    assert face.noted == ["night before"]
    await rendering.cog_unload()
    held.set()
    rendering._threads.shutdown(wait=True)
    assert face.noted == ["night before"]


def test_the_first_board_finds_every_city_drawn_ahead() -> None:
    for piece in ProwlerFace(Prowler()).prepare("night"):
        piece()
    before = city._city.cache_info().misses
    assert draw_board(played(1, 9), NAMES)
    assert city._city.cache_info().misses == before


def scene(match: Match) -> Scene:
    return Scene(match, None, (PlayerChoices(), PlayerChoices()), ServerChoices(), (), (2, 2))


class Drawn:
    """Draws as soon as it is let, and notes what for."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.let = asyncio.Event()
        self.cancelled = 0

    async def __call__(self, expected: Scene) -> Content:
        self.scenes.append(expected)
        try:
            await self.let.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return layout(f"{expected.match.ply} plays")


async def test_a_message_drawn_early_is_drawn_once_and_shown() -> None:
    drawn = Drawn()
    with closing(EarlyDrawing(drawn, scene(begun()))) as early:
        early.begin_drawing(moved(1))
        await asyncio.sleep(0)
        assert [each.match for each in drawn.scenes] == [moved(1)], "nobody has asked for it yet"
        drawn.let.set()
        assert await early.content(scene(moved(1))) is not None
        assert len(drawn.scenes) == 1


@each_of(
    "other",
    [
        scene(moved(2)),
        replace(scene(moved(1)), server=ServerChoices(theme="day")),
        replace(scene(moved(1)), choices=(PlayerChoices(language="de"), PlayerChoices())),
    ],
)
async def test_a_drawing_of_another_scene_is_cancelled_and_not_shown(other: Scene) -> None:
    drawn = Drawn()
    with closing(EarlyDrawing(drawn, scene(begun()))) as early:
        early.begin_drawing(moved(1))
        await asyncio.sleep(0)
        assert await early.content(other) is None
    await asyncio.sleep(0)
    assert drawn.cancelled == 1


async def test_a_second_try_to_store_is_drawn_anew() -> None:
    drawn = Drawn()
    with closing(EarlyDrawing(drawn, scene(begun()))) as early:
        early.begin_drawing(moved(1))
        await asyncio.sleep(0)
        early.begin_drawing(moved(2))
        await asyncio.sleep(0)
        drawn.let.set()
        assert await early.content(scene(moved(1))) is None
        assert await early.content(scene(moved(2))) is not None
    assert drawn.cancelled == 1


async def test_a_drawing_that_fails_unasked_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    async def fails(_: Scene) -> Content:
        raise RuntimeError("no ink")

    with closing(EarlyDrawing(fails, scene(begun()))) as early:
        early.begin_drawing(moved(1))
        await asyncio.sleep(0)
    with closing(EarlyDrawing(fails, scene(begun()))) as early:
        early.begin_drawing(moved(1))
        with pytest.raises(RuntimeError, match="no ink"):
            await early.content(scene(moved(1)))
    assert caplog.records == []


@each_of(
    "match",
    [
        replace(moved(1), phase=Phase.OVER),
        replace(moved(1), players=(moved(1).players[0], machine("easy"))),
        begun(),
    ],
)
async def test_a_message_that_shows_more_than_the_match_is_not_drawn_early(match: Match) -> None:
    drawn = Drawn()
    with closing(EarlyDrawing(drawn, scene(begun()))) as early:
        early.begin_drawing(match)
        await asyncio.sleep(0)
        assert await early.content(scene(match)) is None
    assert drawn.scenes == []


class Drawing:
    """As much of the rendering as looks into matches."""

    async def draw(self, job: Callable[[], Any]) -> Any:
        return job()


async def test_records_are_replayed_once_until_the_next_result(database: Database) -> None:
    service = Service(open_store(database), games=ALL, clock=Clock())
    drawing, finished = Drawing(), FinishedMatches(service.store)
    history = MatchHistory(
        service, service.store, cast("Any", drawing), cast("Any", None), finished
    )
    told: list[int] = []

    def tell(matches: Iterable[PlayedOut]) -> str:
        told.append(len([*matches]))
        return f"{told[-1]} matches"

    async def asked() -> str:
        found = await service.store.results.history("prowler", ADA.id)
        return await history.compute_latest(found, ADA.id, tell)

    for count in (1, 2):
        await play_on(service, await begin(service, ADA, BEN))
        assert [await asked() for _ in range(3)] == [f"{count} matches"] * 3
    with speaking("de"):
        await asked()
    assert told == [1, 2, 2], "each language has its own words"
