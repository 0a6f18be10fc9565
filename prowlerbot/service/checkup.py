"""The doctor for the shell: looks at the database from outside, whether a bot is running or not."""

from __future__ import annotations

import time

from prowlerbot.core.errors import StoreError
from prowlerbot.service.backups import Plan
from prowlerbot.service.doctor import Doctor, Finding
from prowlerbot.settings import Settings
from prowlerbot.storage.backup import Damaged, as_damage, as_store_error, check, connected
from prowlerbot.storage.database import Database, check_file, database_path, migrations


async def check_up(settings: Settings) -> list[Finding]:
    """All facts that need no Discord. Raises StoreError if there is no database."""
    path = database_path(settings.database_url)
    version = check_file(path)
    if version == 0:
        raise StoreError("There is no database {path}; the bot makes it at its start.", path=path)
    try:
        with (
            as_store_error("{file} cannot be read: {error}.", file=path),
            connected(path, "mode=ro") as db,
            as_damage(path),
        ):
            check(db)
    except Damaged as damaged:
        return [Finding("{problem}", well=False, problem=damaged)]
    sound = Finding("Every page of the database is sound")
    if version < len(migrations()):  # the bot upgrades the schema; an observer must not
        old = "The database is of an older version; the bot raises it at its next start"
        return [sound, Finding(old, well=False)]
    database = await Database.open(settings.database_url)
    try:
        doctor = Doctor(database, Plan.of(settings), lambda: int(time.time()))
        return [sound, *await doctor.findings()]
    finally:
        await database.close()
