"""A bot on a temporary database in a simulated Discord, and the checks after every test."""

import gc
import io
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from gettext import NullTranslations
from unittest.mock import AsyncMock

import pytest
import simcord
from PIL import Image

from cogs.composition import GamesBot, Hosting
from cogs.games.heroes.face import HeroesFace
from cogs.games.landgrab.face import LandgrabFace
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.core import i18n
from prowlerbot.storage.engines.database import FileThread
from tests.catalogues import known
from tests.discord import settling
from tests.discord.limits import refused, remember_nonces
from tests.discord.room import (
    Bench,
    Room,
    let_everybody_be_called,
    let_everybody_be_experienced,
    let_everybody_post,
)
from tests.opponent.quick import PonderingThinkers, QuickThinkers
from tests.patience import HUNG
from tests.persistence.fresh import do_here


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/discord/"):
            # SimCord counts refusals told to a player as errors; the log has the real ones.
            item.add_marker(
                pytest.mark.simcord(shard_count=1, settle_timeout=60.0, check_errors=False)
            )


settling.wait_for_work_alone()
settling.copy_and_resolve_quickly()
_DRAWINGS = [
    *("contract.face.draw_sheet", "contract.face.draw_plaque", "hub.draw_hub"),
    *("games.prowler.face.draw_board", "games.prowler.face.draw_choice"),
    *("games.prowler.face.draw_lit", "games.prowler.face.draw_compared"),
    *("games.landgrab.face.draw_board", "games.landgrab.face.draw_map"),
    *("games.landgrab.face.draw_compared", "games.heroes.face.draw_board"),
    *("games.heroes.face.draw_own", "games.prowler.lessons.draw_guide"),
    *("games.landgrab.lessons.draw_guide", "board.views.hint_views.draw_thumbnail"),
    *("players.match_list.draw_gallery", "profiles.draw_profile"),
    *("daily.daily_ranking.draw_histogram", "board.views.hint_views.draw_spotlight"),
]


@pytest.fixture(autouse=True, scope="package")
def what_other_tests_keep_is_frozen() -> None:
    """Their positions and pictures are not looked through with each simulated Discord."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def the_database_needs_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only here: the tests of the database itself, in the same process, are about its thread."""
    monkeypatch.setattr(FileThread, "do", do_here)


@pytest.fixture(autouse=True)
def tiny_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing is tested elsewhere; here a constant picture keeps a whole match short."""
    if request.node.get_closest_marker("real_pictures") is None:
        file = io.BytesIO()
        Image.new("P", (4, 4)).save(file, "PNG")
        png = file.getvalue()
        for drawing in _DRAWINGS:
            monkeypatch.setattr(f"cogs.{drawing}", lambda *_, **__: png)
        for face in (ProwlerFace, LandgrabFace, HeroesFace):
            monkeypatch.setattr(face, "pictures", face.pictures._replace(cover=lambda *_: png))


_USUAL: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "newcomers": let_everybody_be_experienced,  # so that moves count at once and are rated
    "there": let_everybody_be_called,  # no match would have calls, as the clock stands still
    "limited_posts": let_everybody_post,
}
"""What holds in all tests but those with a mark, which are about just that."""
_USUAL_VALUES: dict[str, dict[str, object]] = {
    # The moment for which edits of the shared message are gathered is real time, and most of what
    # a match with secrets would take.
    "gathering": {
        "cogs.board.board_messages.EDIT_DELAY": 0.0,
        "cogs.board.board_messages.LIVE_EDIT_DELAY": 0.0,
        "cogs.reviews.review_commands._GATHERED_FOR": 0.0,
    },
    # The first set starts no process, not even for animations and records.
    "full": {"cogs.replays.long_jobs.Worker": settling.JobsHere},
    # To translate all commands for each bot takes a fifth of the time of most tests.
    "translated_commands": {"cogs.frame.router.Tree.set_translator": AsyncMock()},
}


@pytest.fixture(autouse=True)
def all_is_as_usual(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for mark, let_it_be_so in _USUAL.items():
        if request.node.get_closest_marker(mark) is None:
            let_it_be_so(monkeypatch)
    for mark, values in _USUAL_VALUES.items():
        if request.node.get_closest_marker(mark) is None:
            for target, value in values.items():
                monkeypatch.setattr(target, value)


@pytest.fixture(autouse=True)
def no_answer_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may keep a database on a server waiting for longer than Discord waits."""
    monkeypatch.setattr("cogs.frame.replies._DATABASE_SECONDS", HUNG)


@pytest.fixture(autouse=True)
def every_message_is_in_the_catalogues(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every text that the bot shows is in the catalogue: no name of a text lacks its ``mark``."""
    unknown: list[str] = []
    collected_messages = known()  # asked here, as it needs an event loop of its own

    class Watched(NullTranslations):
        def gettext(self, message: str) -> str:
            if message not in collected_messages:
                unknown.append(message)
            return super().gettext(message)

    collected, watched = i18n._catalogue, Watched()
    monkeypatch.setattr(i18n, "_catalogue", lambda it: watched if it == "en" else collected(it))
    yield
    assert unknown == []


@pytest.fixture(autouse=True)
def no_error_is_logged(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """Errors in listeners and handlers reach the log only, so that is where to look for them."""
    yield
    if request.node.get_closest_marker("expects_errors") is None:
        errors = [each for each in caplog.get_records("call") if each.levelno >= logging.ERROR]
        assert [each.getMessage() for each in errors] == []


@pytest.fixture(autouse=True)
def discord_takes_every_message(request: pytest.FixtureRequest) -> Iterator[None]:
    """SimCord takes empty messages, emoji in labels and vain deletions; Discord does not."""
    env = request.getfixturevalue("simcord_env") if "room" in request.fixturenames else None
    if env is not None:
        settling.note_deletions(env.backend)
    yield
    if env is not None:
        assert list(refused(env)) == []
        assert settling.deleted_in_vain(env.backend) == [], "each deletion is asked for once"


@pytest.fixture
def built(request: pytest.FixtureRequest, url: str) -> Bench:
    """What ``bench`` opens; some files build another. Tests marked ``tell`` have a bot that hosts
    Tell too, with so many numbers to hide, and those marked ``answering_machine`` a machine that
    does not ponder for ever.
    """
    answers = request.node.get_closest_marker("answering_machine") is not None
    hosting = Hosting(thinkers=QuickThinkers() if answers else PonderingThinkers())
    bench = Bench(url, hosting=hosting)
    if (tell := request.node.get_closest_marker("tell")) is not None:
        bench.with_tell(*tell.args)
    return bench


@pytest.fixture
async def bench(built: Bench) -> AsyncIterator[Bench]:
    await built.open()
    yield built
    await built.close()


@pytest.fixture
def simcord_bot(bench: Bench) -> GamesBot:
    return bench.bot


@pytest.fixture
def room(
    simcord_env: simcord.Env,
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> Room:
    remember_nonces(simcord_env.backend, bench.clock)
    room = Room(simcord_env, bench)
    room.patch, room.log = monkeypatch, caplog
    return room
