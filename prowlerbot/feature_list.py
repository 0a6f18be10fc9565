"""The features and what each contributes to the spine, above which this file stands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping

from prowlerbot.competitions.competition_match_store import CompetitionMatches
from prowlerbot.core.errors import Hopeless
from prowlerbot.daily.daily_match_service import contribute_daily
from prowlerbot.daily.daily_store import DailyStore
from prowlerbot.finding.avoidance_service import contribute_avoidance
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database

CONTRIBUTIONS: Mapping[str, Callable[[Service], None]] = {
    "daily": contribute_daily,
    "finding": contribute_avoidance,
}
"""The features that the spine calls, by the names of their rooms."""


def with_features(service: Service, without: Collection[str] = ()) -> Service:
    """The service, with the contributions of all features but those left out."""
    for feature, contribute in CONTRIBUTIONS.items():
        if feature not in without:
            contribute(service)
    return service


_RUNNING: Mapping[str, Callable[[Database], Awaitable[int]]] = {
    "competitions": lambda database: CompetitionMatches(database).running(),
    "daily": lambda database: DailyStore(database).running(),
}
"""How many matches run that need a feature."""


async def check_left_out(service: Service, without: Collection[str]) -> None:
    """Raise Hopeless where matches run that need a feature which the host leaves out."""
    for feature, running in _RUNNING.items():
        if feature in without and (count := await running(service.store.database)):
            raise Hopeless(
                "WITHOUT leaves out {feature}, and matches that need it still run ({count}): start"
                " with {feature} until they are over.",
                feature=feature,
                count=count,
            )
