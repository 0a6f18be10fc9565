"""The service on the database of a test, with a clock that stands still."""

import random

import pytest

from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.feature_list import open_store
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.persistence.matches import ALL, Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def service(database: Database, clock: Clock) -> Service:
    return Service(open_store(database), games=ALL, clock=clock, rng=random.Random(1))


class Cups(Competitions):
    """Competitions through the service, with the clock that they go by."""

    def __init__(self, service: Service, clock: Clock) -> None:
        super().__init__(service)
        self.clock = clock


@pytest.fixture
def cups(service: Service, clock: Clock) -> Cups:
    return Cups(service, clock)
