"""The doctor: the health of the bot by its database, for the admin's command and the shell.

In the shell it looks at the database from outside; a bot may be running. It changes nothing. Only
``take_application``, the shell's ``repair``, does that.
"""

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from babel.units import format_unit

from prowlerbot import __version__
from prowlerbot.copies import backup, backup_service
from prowlerbot.copies.database_move import refuse_unfinished
from prowlerbot.copies.record_check import replay_records
from prowlerbot.core.clock import HOUR, Clock, Finding, clock_finding
from prowlerbot.core.errors import BadDatabase, StoreError
from prowlerbot.core.game import Registry
from prowlerbot.core.i18n import babel_locale, mark
from prowlerbot.doctor_store import MonitoringStore
from prowlerbot.feature_list import open_store
from prowlerbot.settings import Settings
from prowlerbot.storage.boards import Applications, ApplicationStore
from prowlerbot.storage.duty_store import COMMANDS_CHORE, BrokenMatches, ChoreStore
from prowlerbot.storage.engines.address import OLD_DATABASE, existing_database, no_database
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.engines.schema import migrations, newest_version
from prowlerbot.storage.engines.sqlite import NoDatabase, check_file, database_path, is_server
from prowlerbot.storage.leases import sharing_of

LATENCY_CHORE = "latency"
"""The chore with the latency of a running bot."""
_GRACE_SECONDS = 120
"""Seconds that the bot has for due work."""
_MIN_FREE_BYTES = 500_000_000
"""Bytes of free space; fewer are too few for any database."""
_LATE_SECONDS = 10 * 60
"""Seconds after which a step of a competition is late, for example without a permission."""
_SLOW_P95 = 2_500
"""Milliseconds from which on answers are too slow; Discord gives up after 3,000."""
_MIN_ANSWERS = 20
"""Answers; fewer tell nothing about the speed."""
_OLD_SCHEMA = "The database is of an older version; the bot raises it at its next start"


class ShownTime(int):
    """Epoch seconds, shown as a time."""

    __slots__ = ()

    def __str__(self) -> str:
        return datetime.fromtimestamp(self, UTC).strftime("%Y-%m-%d %H:%M UTC")


@dataclass(frozen=True, slots=True)
class Speed:
    """The latency of ``count`` interactions, in milliseconds."""

    count: int
    p50: int
    p95: int


@dataclass(eq=False)
class Doctor:
    """``now`` is epoch seconds, in a bot a ``Clock``; without a plan, backups are switched off."""

    database: Database
    _plan: backup_service.BackupPlan | None
    now: Callable[[], int]

    def __post_init__(self) -> None:
        self.counts = MonitoringStore(self.database)
        self.chores = ChoreStore(self.database)
        self.broken = BrokenMatches(self.database)
        self._application = ApplicationStore(self.database, ())
        self.known_schema = newest_version(self.database)

    async def findings(self, speed: Speed | None = None) -> list[Finding]:
        """All facts; ``speed`` is this process's own measurement, else the last one noted."""
        size = await self.database.size()
        return [
            await self._version_finding(),
            *await self.command_findings(),
            *application_findings(await self._application.applications()),
            *await self.match_findings(),
            *await self._broken_findings(),
            _speed_finding(await self._noted_speed() if speed is None else speed),
            Finding(mark("Size of the database: {size}"), neutral=True, size=size_words(size)),
            *([clock_finding(self.now)] if isinstance(self.now, Clock) else []),
            *disk_findings(self.folder, size),
            *await self._sharing_findings(),
            *await self._backup_findings(),
        ]

    async def _version_finding(self) -> Finding:
        schema, known_schema = await self.counts.schema_version(), self.known_schema
        template = mark("Version {version}, schema {schema} of the database")
        if schema > known_schema:
            template = mark(
                "Version {version} knows schema {known}, and a newer one has raised the database to"
                " {schema}: update the bot"
            )
        ok = schema <= known_schema
        return Finding(template, ok=ok, version=__version__, known=known_schema, schema=schema)

    async def _broken_findings(self) -> list[Finding]:
        found = []
        for each in await self.broken.all_broken():
            template = mark("Match {match} cannot be used; repairing sets it aside: {problem}")
            if each.aside:
                template = mark("Match {match} is set aside: {problem}")
            found.append(Finding(template, ok=each.aside, match=each.match, problem=each.problem))
        return found

    @property
    def folder(self) -> Path | None:
        """The folder of the database's file; None for a server."""
        return None if self.database.remote else Path(str(self.database.place)).parent

    async def count_late_competitions(self) -> int:
        """The competitions with a step that has been due for ten minutes."""
        return await self.counts.count_late_competitions(self.now() - _LATE_SECONDS)

    async def _sharing_findings(self) -> list[Finding]:
        sharing = await sharing_of(self.database) if self.database.remote else None
        if sharing is None:
            return []
        starts = sharing.starts
        few_starts = mark("Session starts left when Discord last told: {left} of {total} a day")
        return [
            Finding(
                mark("Shards without a process: {free} of {shards}; processes: {processes}"),
                ok=not sharing.free,
                free=sharing.free,
                shards=sharing.shards,
                processes=sharing.processes,
            ),
            Finding(few_starts, ok=not starts.are_few, left=starts.left, total=starts.a_day),
        ]

    async def _backup_findings(self) -> Sequence[Finding]:
        if self.database.remote:
            return [Finding(mark("Backups are the server's own: pg_dump or an archive of its log"))]
        newest = await backup_service.load_newest_backup(self.chores)
        return _newest_backup_findings(newest, self._plan, self.now())

    async def match_findings(self, guild: int | None = None) -> list[Finding]:
        """The facts about all matches, or about those shown in one server."""
        before = self.now() - _GRACE_SECONDS
        behind = await self.counts.count_boards_behind(before, guild=guild)
        expired_count = await self.counts.count_overdue_challenges(before, guild)
        expired = mark("Expired challenges that are still open: {count}")
        running = await self.counts.count_open_matches(guild)
        return [
            Finding(mark("Open matches: {count}"), neutral=True, count=running),
            Finding(mark("Boards that wait to be redrawn: {count}"), ok=not behind, count=behind),
            Finding(expired, ok=not expired_count, count=expired_count),
        ]

    async def command_findings(self) -> list[Finding]:
        """Whether Discord refuses the commands, as the process that started last has noted."""
        refused = (await self.chores.latest_outcome(COMMANDS_CHORE)).get("refused")
        template = mark("Discord refuses the commands and keeps the old ones: {problem}")
        return [Finding(template, ok=False, problem=refused)] if refused else []

    async def game_findings(self, games: Registry) -> list[Finding]:
        """The games that cannot be played, with all that waits for those not installed."""
        matches = await self.counts.count_open_by_game()
        competitions = await self.counts.count_competitions_by_game()
        resting = mark(
            "The game “{game}” is not installed. Open matches that rest: {matches}; competitions:"
            " {competitions}"
        )
        found = left_out_findings(games)
        for game in sorted({*matches, *competitions} - {*games}):
            open_here, held = matches[game], competitions[game]
            found.append(
                Finding(resting, ok=False, game=game, matches=open_here, competitions=held)
            )
        return found

    async def note_speed(self, speed: Speed) -> None:
        await self.chores.note_outcome(LATENCY_CHORE, {**asdict(speed), "at": self.now()})

    async def _noted_speed(self) -> Speed | None:
        """The speed that a bot noted within the last hour; None without one."""
        noted = await self.chores.latest_outcome(LATENCY_CHORE)
        if self.now() - noted.get("at", 0) >= HOUR or not noted:
            return None
        return Speed(noted["count"], noted["p50"], noted["p95"])


def application_findings(found: Applications) -> list[Finding]:
    template = mark(
        "Another application of Discord has written the messages of this database: {known}, and now"
        " the bot runs as {present}. Give it a token of the former one; or repair, and boards and"
        " main messages are posted anew"
    )
    finding = Finding(template, ok=False, known=found.known, present=found.present)
    return [finding] if found.is_another else []


def disk_findings(folder: Path | None, size: int) -> list[Finding]:
    """Whether a copy of a database in this folder fits beside it."""
    if folder is None:
        return []
    free = shutil.disk_usage(folder).free
    template = mark("Free space beside the database: {size}")
    return [Finding(template, ok=free >= max(_MIN_FREE_BYTES, size), size=size_words(free))]


def left_out_findings(games: Registry) -> list[Finding]:
    return [Finding("{problem}", ok=False, problem=each) for each in games.left_out.values()]


def _speed_finding(speed: Speed | None) -> Finding:
    if speed is None or not speed.count:
        return Finding(mark("Speed: nothing was answered in the last hour"))
    return Finding(
        mark("Last {count} answers: half within {p50} ms, 95% within {p95} ms"),
        ok=speed.p95 < _SLOW_P95 or speed.count < _MIN_ANSWERS,
        count=speed.count,
        p50=speed.p50,
        p95=speed.p95,
    )


def _newest_backup_findings(
    newest: backup_service.NewestBackup, plan: backup_service.BackupPlan | None, now: int
) -> Sequence[Finding]:
    if plan is None:
        return [Finding(mark("Backups by the bot are switched off"))]
    ok = False
    if not newest.at:
        template = mark("There is no backup yet")
    elif not newest.exists():
        template = mark("The newest backup, of {when}, is gone")
    elif newest.at > now:
        template = mark("The clock was or is wrong: the newest backup is of {when}")
    elif newest.problem:  # a finding of its own, below
        template, ok = mark("Newest backup: {when}"), True
    else:
        template = mark(
            "Newest backup: {when}, {size}; restoring was tested, records replayed: {count}"
        )
        ok = now - newest.at < 2 * plan.interval
    when, size = ShownTime(newest.at), size_words(newest.size)
    findings = [Finding(template, ok=ok, when=when, size=size, count=newest.replayed)]
    if newest.problem:
        failed = mark("The last backup attempt failed: {problem}")
        findings.append(Finding(failed, ok=False, problem=newest.problem))
    if newest.undeleted:
        findings.append(Finding("{problem}", ok=False, problem=newest.undeleted))
    return findings


def size_words(size: float) -> str:
    """A number of bytes for people."""
    for unit in ("byte", "kilobyte", "megabyte", "gigabyte"):
        if size < 1000 or unit == "gigabyte":
            break
        size /= 1000
    form = "0" if unit == "byte" else "0.0"
    return format_unit(size, f"digital-{unit}", "short", form, locale=babel_locale())


async def check_up(settings: Settings, games: Registry) -> list[Finding]:
    """All facts that need no Discord. Raises StoreError if there is no database."""
    if is_server(settings.database_url):
        return await _check_server(settings, games)
    path = database_path(settings.database_url)
    try:
        if version := check_file(path):
            return await _check_file(path, version, settings, games)
    except (NoDatabase, backup.DamagedFile) as damaged:
        finding = Finding("{problem}", ok=False, problem=damaged)
        return [finding, *_latest_backup_findings(settings)]
    except BadDatabase:  # a StoreError, too; the shell shows it as the whole answer
        raise
    except StoreError as problem:  # perhaps the disk is full
        finding = Finding("{problem}", ok=False, problem=problem)
        return [finding, *disk_findings(path.parent, path.stat().st_size)]
    raise no_database(path)


async def _check_file(
    path: Path, version: int, settings: Settings, games: Registry
) -> list[Finding]:
    with (
        backup.raising_store_error("{file} cannot be read: {error}.", file=path),
        backup.open_sqlite(path, "mode=ro") as db,
        backup.raising_damage(path),
    ):
        backup.check_copy(db)
    sound = Finding("Every page of the database is sound")
    if version < len(migrations()):  # the bot upgrades the schema; an observer must not
        return [sound, Finding(_OLD_SCHEMA, ok=False)]
    async with existing_database(settings.database_url) as (database, _):
        return [sound, *await _all_findings(database, settings, games)]


def _latest_backup_findings(settings: Settings) -> list[Finding]:
    """The newest automatic backup of a damaged database."""
    plan = backup_service.BackupPlan.from_settings(settings)
    copy = backup_service.latest_backup_file(plan.folder) if plan is not None else None
    if copy is None:
        return []
    template = "The newest backup is {file}, of {when}; `restore` puts it back"
    return [Finding(template, file=copy.file, when=ShownTime(copy.at))]


async def _check_server(settings: Settings, games: Registry) -> list[Finding]:
    async with existing_database(settings.database_url) as (database, version):
        if version < newest_version(database):
            await refuse_unfinished(database)
            return [Finding(_OLD_SCHEMA, ok=False)]
        return await _all_findings(database, settings, games)


async def take_application(url: str) -> bool:
    """Take the application with which the bot started last; False if it is the one that it was."""
    async with existing_database(url) as (database, version):
        if version < newest_version(database):
            raise StoreError(OLD_DATABASE, path=database.place)
        application = open_store(database).application
        if not (found := await application.applications()).is_another:
            return False
        await application.take_application(found.present, int(time.time()))
        return True


async def _all_findings(database: Database, settings: Settings, games: Registry) -> list[Finding]:
    """The facts about a whole database of the present version."""
    await refuse_unfinished(database)
    plan = backup_service.BackupPlan.from_settings(settings)
    doctor = Doctor(database, plan, lambda: int(time.time()))
    resting = await doctor.game_findings(games)
    return [*resting, *await _record_findings(database, games), *await doctor.findings()]


async def _record_findings(database: Database, games: Registry) -> list[Finding]:
    """Whether the newest records replay; the doctor reports the matches known as broken."""
    result = await replay_records(open_store(database), games, sample=backup_service.RECORDS_TESTED)
    agree = result.records - len(result.broken)
    found = [Finding("Newest records that agree with their replay: {count}", count=agree)]
    for match, problem in result.broken:
        template = "Match {match} cannot be used: {problem}"
        found.append(Finding(template, ok=False, match=match, problem=problem))
    return found
