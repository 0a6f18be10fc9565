"""What is told from a player's records is found once, until the next result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from cogs.contract.face import PlayedOut
from cogs.profiles.profile_commands import MatchHistory
from prowlerbot.core.i18n import speaking
from prowlerbot.feature_list import open_store
from prowlerbot.profiles.finished_match_service import FinishedMatches
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.persistence.matches import ADA, ALL, BEN, Clock, begin, play_on


class Drawing:
    """As much of the rendering as looks into matches."""

    async def draw(self, job: Callable[[], Any]) -> Any:
        return job()


async def test_records_are_replayed_once_for_all_who_ask_until_the_next_result(
    database: Database,
) -> None:
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
