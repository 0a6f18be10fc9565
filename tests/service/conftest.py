"""The service on the database of a test, with a clock that stands still."""

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.storage.engines.database import Database, FileThread
from tests.persistence.fresh import do_here
from tests.persistence.matches import Clock, Hosted, opened


@pytest.fixture(autouse=True)
def one_thread(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do jobs on the database here, unless a test is about several processes."""
    if "services" not in request.fixturenames:
        monkeypatch.setattr(FileThread, "do", do_here)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def service(database: Database, clock: Clock) -> Hosted:
    return Hosted(database, clock, random.Random(1))


@pytest.fixture
async def services(url: str, clock: Clock) -> AsyncIterator[list[Hosted]]:
    """Those of three processes, as far as the database can tell."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(opened(url, clock, seed)) for seed in (1, 2, 3)]


class Cups(Competitions):
    """Competitions through the service, with the clock that they go by."""

    def __init__(self, service: Hosted) -> None:
        super().__init__(service)
        self.clock = service.clock


@pytest.fixture
def cups(service: Hosted) -> Cups:
    return Cups(service)
