"""The shell commands about the database: copies, ratings, the bot's health.

Each command does its own imports, because the commands about records start faster without them.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path

from rich import filesize

from prowlerbot.core.errors import Refused
from prowlerbot.games import GAMES
from prowlerbot.shell.arguments import progress_bar

_WHICH_DATABASE = (
    "Of the database that DATABASE_URL names, in the environment, in the file .env of this folder,"
    " or in /etc/prowlerbot.env, the settings of the unit of systemd; else of"
    " sqlite:///data/prowler.db."
)


def back_up(options: argparse.Namespace) -> None:
    """Copy the database to a file and try the copy out; the bot may be running."""
    from prowlerbot.copies.backup import make_backup  # noqa: PLC0415 - see above
    from prowlerbot.copies.backup_service import RECORDS_TESTED, try_restore  # noqa: PLC0415 - see above
    from prowlerbot.storage.engines.sqlite import database_path  # noqa: PLC0415 - see above

    if options.file.is_file():
        raise Refused("{file} is there already; name another file.", file=options.file)
    with progress_bar("Copying", None) as bar:
        copy = make_backup(database_path(_database_url()), options.file, bar.show)
    result = asyncio.run(try_restore(options.file, GAMES, RECORDS_TESTED))
    sys.stdout.write(f"Backed up to {options.file}: {_amount_words(copy.matches, copy.size)}.\n")
    _list_broken(result.broken)


def restore_backup(options: argparse.Namespace) -> None:
    """Put a backup in the place of the database, which is kept; the bot may be running."""
    from prowlerbot.copies.backup_service import restore  # noqa: PLC0415 - see above
    from prowlerbot.storage.engines.sqlite import database_path  # noqa: PLC0415 - see above

    url = _database_url()
    if not options.new and not database_path(url).exists():
        raise Refused(
            "There is no database {path}. DATABASE_URL says where it is; add --new to make a new"
            " one there.",
            path=database_path(url),
        )
    with progress_bar("Replaying", None) as bar:
        restored = asyncio.run(restore(url, options.file, GAMES, bar.show))
    amount = _amount_words(restored.matches, restored.size)
    kept = f"; what was there before is kept in {restored.kept}" if restored.kept else ""
    sys.stdout.write(f"Restored {database_path(url)} from {options.file}: {amount}{kept}.\n")
    _list_broken(restored.broken)


def list_backups(_: argparse.Namespace) -> None:
    """List the backups that the bot has made by itself, the oldest first."""
    from prowlerbot.copies.backup_service import (  # noqa: PLC0415 - see above
        BackupPlan,
        backups_before_updates,
        list_backup_files,
    )
    from prowlerbot.doctor import ShownTime  # noqa: PLC0415 - see above
    from prowlerbot.settings import load_settings  # noqa: PLC0415 - see above

    if (plan := BackupPlan.from_settings(load_settings())) is None:
        raise Refused("The bot makes no backups: BACKUP_EVERY is 0, or the database is a server's.")
    listed = list_backup_files(plan.folder)
    for copy in listed:
        size = filesize.decimal(copy.file.stat().st_size)
        sys.stdout.write(f"{ShownTime(copy.at)}  {size:>10}  {copy.file}\n")
    sys.stdout.write(f"Backups in {plan.folder}: {len(listed)}.\n")
    for file in backups_before_updates(plan.folder):
        sys.stdout.write(f"Made before an update: {file}\n")


def move_database(options: argparse.Namespace) -> None:
    """Copy everything into another, empty database of any kind; stop the bot first."""
    from prowlerbot.copies.database_move import move_data  # noqa: PLC0415 - see above

    for address in (options.source, options.target):
        if "://" not in address:
            raise Refused(
                "“{address}” is no address of a database; write sqlite:///FILE, or"
                " postgresql://USER@HOST/NAME.",
                address=address,
            )
    with progress_bar("Moving", None) as bar:
        moved = asyncio.run(move_data(options.source, options.target, GAMES, bar.show))
    sys.stdout.write(
        f"Moved and compared: {moved.rows} rows; records that agree with their replay:"
        f" {moved.matches}.\n"
    )


def recalculate_ratings(options: argparse.Namespace) -> None:
    """Recalculate all ratings from the records of the matches; the bot may be running."""
    from prowlerbot.copies.rebuild import rebuild_ratings  # noqa: PLC0415 - see above

    with progress_bar("Replaying", None) as bar:
        result = asyncio.run(rebuild_ratings(_database_url(), GAMES, bar.show, check=options.check))
    sys.stdout.write("".join(f"{change}\n" for change in (*result.changes, result)))
    if options.check and result.rows:
        sys.stdout.flush()
        raise Refused("The stored ratings differ from the records; run rate without --check.")


def report_health(_: argparse.Namespace) -> None:
    """Report the health of the bot; the exit status is 1 if something has to be done."""
    from prowlerbot.doctor import check_up  # noqa: PLC0415 - see above
    from prowlerbot.settings import load_settings  # noqa: PLC0415 - see above

    findings = asyncio.run(check_up(load_settings(), GAMES))
    for finding in findings:
        sys.stdout.write(f"{'ok     ' if finding.ok else 'PROBLEM'}  {finding}\n")
    if problems := sum(not finding.ok for finding in findings):
        sys.stdout.flush()
        raise Refused("Problems found: {count}.", count=problems)


def take_over_application(_: argparse.Namespace) -> None:
    """Take another application of Discord for the bot's own, and post its messages anew."""
    from prowlerbot.doctor import take_application  # noqa: PLC0415 - see above

    taken = asyncio.run(take_application(_database_url()))
    posted = "The bot posts boards, main messages and greetings anew, two a second, once it runs."
    sys.stdout.write(f"{posted if taken else 'The bot runs with the application that it had.'}\n")


def _database_url() -> str:
    from prowlerbot.settings import load_settings  # noqa: PLC0415 - see above

    return load_settings().database_url


def _list_broken(matches: Iterable[tuple[str, str]]) -> None:
    for match, problem in matches:
        sys.stdout.write(f"Match “{match}” in it cannot be used and is left out: {problem}\n")


def _amount_words(matches: int, size: int) -> str:
    return f"{matches} {'match' if matches == 1 else 'matches'}, {filesize.decimal(size)}"


def describe_database(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _WHICH_DATABASE


def add_rate_arguments(parser: argparse.ArgumentParser) -> None:
    describe_database(parser)
    parser.add_argument("--check", action="store_true", help="say what differs, change nothing")


def add_move_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="the address of the database")
    parser.add_argument("target", metavar="TO", help="the address of an empty one")


def add_file_argument(parser: argparse.ArgumentParser) -> None:
    describe_database(parser)
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")


def add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    add_file_argument(parser)
    about = "make a new database where there is none"
    parser.add_argument("--new", action="store_true", help=about)
