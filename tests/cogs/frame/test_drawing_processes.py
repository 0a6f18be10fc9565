"""What is drawn in other processes, and what is drawn before anybody waits for it."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, cast, get_args

import discord
import pytest

from cogs.board.board_messages import EarlyDrawing
from cogs.board.rendering import (
    MAX_PROCESSOR_SECONDS,
    PATIENCE,
    PICTURE_SECONDS,
    DrawingProcesses,
    Rendering,
    default_count,
)
from cogs.contract.face import PlayedOut
from cogs.contract.screen import Drawing, Look
from cogs.frame.layout import Content, layout
from cogs.frame.meter import Meter
from cogs.games.prowler.face import ProwlerFace
from cogs.profiles import MatchHistory
from prowlerbot.core.i18n import speaking
from prowlerbot.feature_list import open_store
from prowlerbot.games.prowler import Prowler
from prowlerbot.match.match import Match, Phase, machine
from prowlerbot.match.preferences import PlayerChoices, ServerChoices, Theme
from prowlerbot.match.scene import Scene
from prowlerbot.profiles import FinishedMatches
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from prowlerbot.workers.loop import Job
from prowlerbot.workers.worker import Activity, WorkerLost
from renderer.prowler import city
from renderer.prowler.board import draw_board
from tests.cases import each_of
from tests.cogs import drawn
from tests.ended import opened
from tests.games.prowler.matches import EXAMPLE, PROWLER
from tests.patience import HUNG
from tests.persistence.matches import ADA, ALL, BEN, begin, begun, play_on
from tests.persistence.matches import Clock as ClockOfMatches
from tests.persistence.matches import played as moved
from tests.renderer.matches import NAMES, played
from tests.workers.here import GATES, Clock, clock, dies, here, me, opens, shut, turns, waits
from tests.workers.test_processes import is_gone

__all__ = ["clock", "here"]
without_processes = pytest.mark.usefixtures("here", "clock")


@asynccontextmanager
async def drawing(processes: int, *, rest: float = 0.0) -> AsyncIterator[DrawingProcesses]:
    pool = DrawingProcesses(processes, rest=rest)
    try:
        yield pool
    finally:
        await pool.close()


def kill(pool: DrawingProcesses) -> None:
    process = pool._drawers[0]._process
    assert process is not None
    process.kill()


@without_processes
async def test_a_picture_is_drawn_elsewhere_as_it_would_be_here() -> None:
    look = Look(["Ada", "Ben"], ["Ada", "Ben"])
    (board,) = ProwlerFace(Prowler()).screen([PROWLER.start(EXAMPLE).view(None)], look).drawings
    async with drawing(1) as pool:
        assert await pool.draw("abc", board.draw) == board.draw()
        assert await pool.draw("abc", me) != me()
        assert await pool.draw("abc", drawn.large) == drawn.large()
        with speaking("de"):
            assert await pool.draw("abc", drawn.language) == b"de"


@without_processes
async def test_the_pictures_of_a_match_come_from_one_process_unless_that_is_busy() -> None:
    shut("slow")
    async with drawing(2) as pool:
        homes = {match: await pool.draw(match, me) for match in ("abc", "def", "ghi")}
        for match, home in homes.items():
            assert await pool.draw(match, me) == home
        slow = [asyncio.create_task(pool.draw("abc", partial(waits, "slow"))) for _ in range(2)]
        await turns()
        third = asyncio.create_task(pool.draw("abc", me))
        await turns()
        other = await pool.draw("abc", me)
        assert other != homes["abc"], "nobody waits behind three others"
        GATES["slow"].set()
        await asyncio.gather(*slow)
        assert await third == homes["abc"]


@without_processes
async def test_a_process_that_died_is_replaced_after_a_rest(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.board.rendering.time", SimpleNamespace(monotonic=clock))
    async with drawing(1, rest=60.0) as pool:
        process = await pool.draw("abc", me)
        kill(pool)
        with pytest.raises(WorkerLost):
            await pool.draw("abc", drawn.language)
        await clock.passes(59.0)
        with pytest.raises(WorkerLost):
            await pool.draw("abc", me)
        await clock.passes(1.0)
        shut("keeps the dead one's number from being given anew")
        assert await pool.draw("abc", me) != process


@without_processes
@each_of(
    ("works", "wants_more", "ends"),
    [
        (0.0, False, PATIENCE),  # it hangs
        (0.5, False, 2 * MAX_PROCESSOR_SECONDS),  # it draws, though without end
        (0.3, False, MAX_PROCESSOR_SECONDS / 0.3),
        (0.0, True, None),  # it waits for the processor, on a busy machine
        (None, False, PATIENCE),  # the system does not tell
    ],
)
async def test_a_silent_process_is_ended_once_it_hangs(
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    works: float | None,
    ends: float | None,
    *,
    wants_more: bool,
) -> None:
    """``works`` is the share of the processor that it uses."""
    shut("never")
    begun = clock.now

    def activity_of(_: object) -> Activity | None:
        used = clock.now - begun
        return None if works is None else Activity(clock.now, used * works, wants_more)

    monkeypatch.setattr("cogs.board.rendering.activity_of", activity_of)
    async with drawing(1) as pool:
        process = await pool.draw("abc", me)
        asked = asyncio.create_task(pool.draw("abc", partial(waits, "never")))
        await turns()
        await clock.passes(PICTURE_SECONDS + 0.01)
        with pytest.raises(WorkerLost):
            await asked
        (worker,) = pool._drawers
        while clock.now < begun + (ends or 100) - PICTURE_SECONDS:
            await clock.passes(PICTURE_SECONDS)
            assert worker.lost_at is None, "it may only be slow"
        for _ in range(3):
            await clock.passes(PICTURE_SECONDS)
        assert (worker.lost_at is None) == (ends is None)
        if ends is None:
            GATES["never"].set()
            assert await worker.do(me) == process


@without_processes
async def test_warming_up_waits_however_long_until_every_process_has_drawn(clock: Clock) -> None:
    shut("slow", "last")
    async with drawing(2) as pool:
        pool.start(())
        pieces: list[Job] = [partial(waits, "slow"), drawn.broken, partial(opens, "last")]
        warming = asyncio.create_task(pool.warm_up(pieces))
        for process in pool._drawers:
            await process._started.wait()
        await clock.passes(100 * PICTURE_SECONDS)
        assert not warming.done()
        GATES["slow"].set()
        await warming
        assert GATES["last"].is_set()
        assert not any(process.pending_count for process in pool._drawers)


@without_processes
async def test_nobody_waits_for_a_process_that_dies_while_it_warms_up() -> None:
    async with drawing(1, rest=60.0) as pool:
        pool.start(())
        await pool.warm_up([dies, me])


@without_processes
async def test_a_picture_whose_process_dies_is_drawn_in_the_bot_itself(tmp_path: Path) -> None:
    client = discord.Client(intents=discord.Intents(guilds=True))
    board = Drawing("board.png", me, "A board")
    async with opened(tmp_path / "prowler.db") as service, drawing(1, rest=60.0) as pool:
        rendering = Rendering(client, service, {}, Meter(), pool)
        process = await pool.draw("abc", me)
        (picture,) = await rendering.pictures("abc", [board])
        assert picture.png == process
        kill(pool)
        (picture,) = await rendering.pictures("abc", [board])
        assert picture.png not in {process, b""}
        assert (picture.filename, picture.alt) == ("board.png", "A board")
        await rendering.cog_unload()


def test_a_core_is_left_to_the_bot_where_there_is_more_than_one() -> None:
    usual = {cores: default_count(cores) for cores in (1, 2, 3, 4, 64)}
    assert usual == {1: 1, 2: 1, 3: 2, 4: 2, 64: 2}


@pytest.mark.full
async def test_a_drawing_process_is_small_and_gone_once_it_is_closed() -> None:
    """It has no Discord, no database and no event loop."""
    async with drawing(1) as pool:
        process = int(await pool.draw("abc", drawn.pid))
        assert process != os.getpid()
        assert await pool.draw("abc", drawn.large) == drawn.large()
        imported = (await pool.draw("abc", drawn.modules)).decode().split(",")
        assert not {"discord", "aiohttp", "sqlite3", "asyncio"} & set(imported)
        await pool.close()
        assert is_gone(process)


@pytest.mark.full
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
async def test_of_silent_processes_the_system_tells_which_one_hangs_and_which_one_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = tmp_path / "done"
    for draws, hangs in ((drawn.slow, True), (drawn.busy, False)):
        async with drawing(1) as pool:
            process = int(await pool.draw("abc", drawn.pid))
            monkeypatch.setattr("cogs.board.rendering.PICTURE_SECONDS", 0.1)
            monkeypatch.setattr("cogs.board.rendering.PATIENCE", 0.3)
            with pytest.raises(WorkerLost):
                await pool.draw("abc", partial(draws, done))
            if hangs:
                await until(lambda process=process: is_gone(process))  # type: ignore[misc]  # the default is its type
            else:
                await asyncio.sleep(1.0)
                assert not is_gone(process)
                done.touch()
            monkeypatch.setattr("cogs.board.rendering.PICTURE_SECONDS", 60.0)
            if not hangs:
                assert int(await pool.draw("abc", drawn.pid)) == process


async def until(true: Callable[[], bool]) -> None:
    """Wait for something; the test's own time limit is the end of patience."""
    while not true():  # noqa: ASYNC110 - what happens in another process sets no event here
        await asyncio.sleep(0.01)


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
    await rendering._service.store.choices.put_choices(7, ServerChoices(theme="safe"))
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
    before = city._draw_city.cache_info().misses
    assert draw_board(played(1, 9), NAMES)
    assert city._draw_city.cache_info().misses == before


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
        assert await early.drawn_content(scene(moved(1))) is not None
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
        assert await early.drawn_content(other) is None
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
        assert await early.drawn_content(scene(moved(1))) is None
        assert await early.drawn_content(scene(moved(2))) is not None
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
            await early.drawn_content(scene(moved(1)))
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
        assert await early.drawn_content(scene(match)) is None
    assert drawn.scenes == []


class DrawnHere:
    """As much of the rendering as looks into matches."""

    async def draw(self, job: Callable[[], Any]) -> Any:
        return job()


async def test_records_are_replayed_once_until_the_next_result(database: Database) -> None:
    service = Service(open_store(database), games=ALL, clock=ClockOfMatches())
    drawing, finished = DrawnHere(), FinishedMatches(service.store)
    history = MatchHistory(
        service, service.store, cast("Any", drawing), cast("Any", None), finished
    )
    told: list[int] = []

    def tell(matches: Iterable[PlayedOut]) -> str:
        told.append(len([*matches]))
        return f"{told[-1]} matches"

    async def asked() -> str:
        found = await service.store.results.finished_matches("prowler", ADA.id)
        return await history.compute_latest(found, ADA.id, tell)

    for count in (1, 2):
        await play_on(service, await begin(service, ADA, BEN))
        assert [await asked() for _ in range(3)] == [f"{count} matches"] * 3
    with speaking("de"):
        await asked()
    assert told == [1, 2, 2], "each language has its own words"
