"""Fixtures: a service on each kind of database, with a clock that stands still."""

from collections.abc import AsyncIterator

import pytest

from tests.persistence.matches import Clock, Hosted, opened


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(url: str, clock: Clock) -> AsyncIterator[Hosted]:
    async with opened(url, clock) as service:
        yield service
