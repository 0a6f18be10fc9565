"""The command line: ``python -m prowlerbot simulate | verify | draw | review | duel | puzzles |
backup | backups | restore | move-database | rate | doctor``.

Results go to standard output. Errors go to standard error as one sentence; progress does too, if it
is a terminal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from prowlerbot.shell import database, duel, puzzles, records, review
from prowlerbot.shell.common import Arguments, Command, Run, carry_out

COMMANDS: dict[str, tuple[Run, Arguments]] = {
    "simulate": (records.simulate, records.simulate_arguments),
    "verify": (records.verify, records.verify_arguments),
    "draw": (records.draw, records.draw_arguments),
    "review": (review.review, review.review_arguments),
    "duel": (duel.duel, duel.duel_arguments),
    "puzzles": (puzzles.puzzles, puzzles.puzzles_arguments),
    "backup": (database.backup, database.file_argument),
    "backups": (database.backups, database.own_database),
    "restore": (database.restore, database.restore_arguments),
    "move-database": (database.move_database, database.move_arguments),
    "rate": (database.rate, database.rate_arguments),
    "doctor": (database.doctor, database.own_database),
}


_ABOUT = "What can be done with records, with the machine, and with the bot's database."


def command_line() -> argparse.ArgumentParser:
    """The arguments of all commands."""
    parser = argparse.ArgumentParser(
        prog="python -m prowlerbot", description=_ABOUT, epilog="COMMAND --help says more of each."
    )
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", parser_class=Command
    )
    for name, (run, add_arguments) in COMMANDS.items():
        command = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
        add_arguments(command)
        command.set_defaults(run=run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 1 if it failed, 2 for a wrong call."""
    options = command_line().parse_args(arguments)
    return carry_out(options.run, options)


if __name__ == "__main__":
    sys.exit(main())
