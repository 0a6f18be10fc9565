"""Who waits for what: told once of each competition, and forgotten with their data."""

import pytest

from prowlerbot.club.told_store import DAILY, PERSONAL, REWARD, TOLD, ToldStore, next_day
from prowlerbot.storage.contributions import Deletion
from prowlerbot.storage.engines.database import Database

pytestmark = pytest.mark.both_databases
ADA, BEN, HERE, NOW = 5, 6, 1, 100


async def test_each_competition_is_noted_once_for_all_who_wait_for_its_kind_or_series(
    database: Database,
) -> None:
    told = ToldStore(database)
    for player, subject in ((ADA, "tournament"), (BEN, "cabc"), (BEN, "cabc")):
        await told.remember(player, HERE, subject, NOW)
    for competition, kind in (("c1", "tournament"), ("c1", "tournament"), ("c2", "league")):
        await told.open(competition, HERE, kind, "cabc", NOW)
    await told.open("c3", HERE + 1, "tournament", "other", NOW)
    opened = [(await told.read_waiting(each))[0].opened for each in (ADA, BEN)]
    assert opened == [["c1"], ["c1", "c2"]]
    await told.note_told(BEN, NOW)
    assert [it.opened for it in await told.read_waiting(BEN)] == [[]]
    await told.forget(BEN, HERE, "cabc")
    assert await told.read_waiting(BEN) == []


async def test_a_deletion_ends_all_waiting_and_takes_roles_away_at_once(database: Database) -> None:
    told = ToldStore(database)
    await told.remember(ADA, HERE, DAILY, NOW)
    for player in (ADA, BEN):
        await told.note_role(HERE, 77, player, given=True)
    await database.run(lambda db: PERSONAL.delete(db, Deletion(ADA, -1, NOW)))
    assert await told.read_waiting(ADA) == []
    assert await told.roles_in(HERE) == {(77, ADA), (77, BEN)}, "until the bot has taken it"
    duties = await database.read("SELECT subject, what, at FROM duties ORDER BY what")
    wanted = [(str(HERE), REWARD, NOW), (str(ADA), TOLD, next_day(NOW))]
    assert [tuple(each) for each in duties] == wanted
    await told.note_role(HERE, 77, ADA, given=False)
    assert await told.roles_in(HERE) == {(77, BEN)}
