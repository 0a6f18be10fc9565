"""The doctor for the shell. It looks at the database from outside; a bot may be running."""

from __future__ import annotations

import time

from prowlerbot.copies.backup import Damaged, as_damage, as_store_error, check, connected
from prowlerbot.copies.backup_service import SAMPLE, Plan, latest_copy
from prowlerbot.copies.database_move import refuse_unfinished
from prowlerbot.copies.verification import replayed
from prowlerbot.core.findings import Finding
from prowlerbot.core.game import Registry
from prowlerbot.feature_list import open_store
from prowlerbot.health.doctor import Doctor, Moment
from prowlerbot.settings import Settings
from prowlerbot.storage.engines.address import no_database, open_database, open_existing
from prowlerbot.storage.engines.database import Database, migrations
from prowlerbot.storage.engines.sqlite import NoDatabase, check_file, database_path, is_server

_OLD = "The database is of an older version; the bot raises it at its next start"


async def check_up(settings: Settings, games: Registry) -> list[Finding]:
    """All facts that need no Discord. Raises StoreError if there is no database."""
    if is_server(settings.database_url):
        return await _check_server(settings, games)
    path = database_path(settings.database_url)
    try:
        version = check_file(path)
        if version == 0:
            raise no_database(path)
        with (
            as_store_error("{file} cannot be read: {error}.", file=path),
            connected(path, "mode=ro") as db,
            as_damage(path),
        ):
            check(db)
    except (NoDatabase, Damaged) as damaged:
        return [Finding("{problem}", well=False, problem=damaged), *_way_back(settings)]
    sound = Finding("Every page of the database is sound")
    if version < len(migrations()):  # the bot upgrades the schema; an observer must not
        return [sound, Finding(_OLD, well=False)]
    database = await open_database(settings.database_url)
    try:
        return [sound, *await _facts(database, settings, games)]
    finally:
        await database.close()


def _way_back(settings: Settings) -> list[Finding]:
    """The newest automatic backup of a damaged database."""
    plan = Plan.of(settings)
    copy = latest_copy(plan.folder) if plan is not None else None
    if copy is None:
        return []
    template = "The newest backup is {file}, of {when}; `restore` puts it back"
    return [Finding(template, file=copy.file, when=Moment(copy.at))]


async def _check_server(settings: Settings, games: Registry) -> list[Finding]:
    database, version = await open_existing(settings.database_url)
    try:
        if version < len(migrations("postgres")):
            await refuse_unfinished(database)
            return [Finding(_OLD, well=False)]
        return await _facts(database, settings, games)
    finally:
        await database.close()


async def _facts(database: Database, settings: Settings, games: Registry) -> list[Finding]:
    """The facts about a whole database of the present version."""
    await refuse_unfinished(database)
    doctor = Doctor(database, Plan.of(settings), lambda: int(time.time()))
    return [
        *await doctor.of_games(games),
        *await _records(database, games),
        *await doctor.findings(),
    ]


async def _records(database: Database, games: Registry) -> list[Finding]:
    """Whether the newest records replay; the doctor reports the matches known as broken."""
    result = await replayed(open_store(database), games, sample=SAMPLE)
    agree = result.records - len(result.broken)
    return [
        Finding("Newest records that agree with their replay: {count}", count=agree),
        *(
            Finding(
                "Match {match} cannot be used: {problem}", well=False, match=match, problem=problem
            )
            for match, problem in result.broken
        ),
    ]
