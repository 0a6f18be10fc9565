"""The command line: ``python -m prowlerbot simulate | verify | draw | review | duel | puzzles |
check | backup | backups | restore | move-database | rate | doctor | repair``.

Results go to standard output. Errors go to standard error as one sentence; progress does too, if it
is a terminal.
"""

import argparse
import sys
from collections.abc import Sequence

from prowlerbot.packages import check_packages

check_packages()  # before the first import that needs one of them

from prowlerbot.shell import database_commands, duel_command, puzzle_command, record_commands
from prowlerbot.shell.arguments import Arguments, Command, Run, run_command

COMMANDS: dict[str, tuple[Run, Arguments]] = {
    "simulate": (record_commands.write_records, record_commands.add_simulate_arguments),
    "verify": (record_commands.verify_records, record_commands.add_verify_arguments),
    "draw": (record_commands.draw_position, record_commands.add_draw_arguments),
    "review": (record_commands.report_review, record_commands.add_review_arguments),
    "duel": (duel_command.run_duel, duel_command.add_duel_arguments),
    "puzzles": (puzzle_command.make_or_check_puzzles, puzzle_command.add_puzzles_arguments),
    "check": (record_commands.check_game, record_commands.add_check_arguments),
    "backup": (database_commands.back_up, database_commands.add_file_argument),
    "backups": (database_commands.list_backups, database_commands.describe_database),
    "restore": (database_commands.restore_backup, database_commands.add_restore_arguments),
    "move-database": (database_commands.move_database, database_commands.add_move_arguments),
    "rate": (database_commands.recalculate_ratings, database_commands.add_rate_arguments),
    "doctor": (database_commands.report_health, database_commands.describe_database),
    "repair": (database_commands.take_over_application, database_commands.describe_database),
}
"""Each command by its name: the function that runs it, and the one that adds its arguments."""


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m prowlerbot",
        description="What can be done with records, with the machine, and with the bot's database.",
        epilog="COMMAND --help says more of each.",
    )
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", parser_class=Command
    )
    for name, (run, add_arguments) in COMMANDS.items():
        command = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
        add_arguments(command)
        command.set_defaults(run=run, parser=command)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 1 if it failed, 2 for a wrong call."""
    options, unknown = command_line().parse_known_args(arguments)
    if unknown:  # told by the command, whose usage names its options
        options.parser.error(f"unknown: {' '.join(unknown)}")
    return run_command(options.run, options)


if __name__ == "__main__":
    sys.exit(main())
