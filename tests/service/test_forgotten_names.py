"""A deleted player is no longer in the records that others have imported."""

from __future__ import annotations

from dataclasses import replace

import pytest

from prowlerbot.feature_list import open_store
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Match, Player
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.service.archive import Archive
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.askers import asker
from tests.persistence.matches import ADA, ALL, Clock, play_on

pytestmark = pytest.mark.both_databases


@pytest.fixture
def service(database: Database) -> Service:
    return Service(open_store(database), games=ALL, clock=Clock())


async def played_and_imported(service: Service, name: str, exported: str) -> Match:
    """A match against a player, whose export somebody else has imported."""
    other = Player(77, name)
    asked = await Lobby(service).challenge("prowler", [ADA, other], {})
    match = await play_on(service, await service.apply(asked.id, accept, other.id))
    record = replace(service.visible_record(match, None), players=("Ada", exported))
    return await Archive(service).add(ADA.id, record)


@pytest.mark.parametrize(
    ("name", "exported"),
    [("Ben", "Ben"), ("_Ben_ *the* 100%", "Ben the 100%"), ("Zoë", "Zoë"), ("🦊", "🦊")],
)
async def test_a_forgotten_name_is_taken_out_of_imported_records(
    service: Service, name: str, exported: str
) -> None:
    imported = await played_and_imported(service, name, exported)
    archive = Archive(service)
    reader = asker(ADA.id)
    assert [each.name for each in (await archive.match(imported.id, reader)).players][1] == exported
    await Privacy(service).forget(77)
    found = await archive.match(imported.id, reader)
    assert [each.name for each in found.players] == ["Ada", "Player 2"]
    assert found.plays == imported.plays
    rows = await service.store.database.read("SELECT record, bytes FROM imports")
    assert [len(record) for record, _ in rows] == [size for _, size in rows]


async def test_other_names_stay(service: Service) -> None:
    imported = await played_and_imported(service, "Ben", "Benjamin")
    await Privacy(service).forget(77)
    found = await Archive(service).match(imported.id, asker(ADA.id))
    assert [each.name for each in found.players] == ["Ada", "Benjamin"]
