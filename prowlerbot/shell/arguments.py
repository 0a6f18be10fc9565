"""The parts of all shell commands: readers of arguments, progress, the exit status."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.progress import Progress, TaskID

from prowlerbot.core.errors import Refused
from prowlerbot.games import GAMES

Run = Callable[[argparse.Namespace], None]
"""The function of a command. Its docstring is the description of the command in the help."""
Arguments = Callable[[argparse.ArgumentParser], None]
"""A function that adds the arguments of a command to its parser."""


def run_command(run: Run, options: argparse.Namespace) -> int:
    """Run a command; returns its exit status. Standard error has failures and games left out."""
    sys.stderr.writelines(f"{problem}\n" for problem in GAMES.left_out.values())
    try:
        run(options)
        sys.stdout.flush()
    except Refused as error:
        problem = str(error)
    except BrokenPipeError:
        # The reader has closed the output. This keeps Python from a flush of the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        problem = f"{error.filename or 'Standard output'}: {error.strerror}."
    except KeyboardInterrupt:
        problem = "Stopped."
    else:
        return 0
    sys.stderr.write(problem + "\n")
    return 1


@dataclass(frozen=True, slots=True)
class TaskProgress:
    """The progress of one task, on a bar."""

    _progress: Progress
    _task: TaskID

    @property
    def is_silent(self) -> bool:
        return self._progress.disable

    def advance(self, more: float = 1) -> None:
        self._progress.advance(self._task, more)

    def show(self, done: float, total: float | None = None) -> None:
        """Show the amount done so far; without a new ``total`` the earlier one stays."""
        self._progress.update(self._task, completed=done, total=total)


@contextmanager
def progress_bar(title: str, total: float | None) -> Iterator[TaskProgress]:
    """A progress bar, endless without a ``total``; silent unless standard error is a terminal."""
    console = Console(stderr=True)
    with Progress(
        console=console,
        transient=True,
        disable=not console.is_terminal,
        redirect_stdout=False,  # results go to standard output, not to the bar's terminal
        redirect_stderr=False,
    ) as progress:
        yield TaskProgress(progress, progress.add_task(title, total=total))


def whole_number(text: str, minimum: int = 0) -> int:
    """The number of an argument; argparse shows the sentence of a refusal."""
    if not text.isdecimal() or int(text) < minimum:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from {minimum} on")
    return int(text)


def positive_number(text: str) -> int:
    return whole_number(text, 1)


def game_keys() -> str:
    return ", ".join(sorted(GAMES))


def add_seed_argument(parser: argparse.ArgumentParser, default: int) -> None:
    about = "the same seed gives the same results"
    parser.add_argument("--seed", type=whole_number, default=default, metavar="S", help=about)


class Command(argparse.ArgumentParser):
    """A parser whose help states the defaults, and ends with a text that is computed only then."""

    def __init__(self, **values: Any) -> None:
        super().__init__(formatter_class=_HelpWithDefaults, **values)
        self.compute_epilog: Callable[[], str] | None = None

    def format_help(self) -> str:
        if self.compute_epilog is not None:
            self.epilog = self.compute_epilog()
        return super().format_help()


class _HelpWithDefaults(argparse.HelpFormatter):
    """Adds the default of each option that has one."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        text, default = action.help or "", action.default
        # None and SUPPRESS are argparse's words for no default, False and [] those of a flag and of
        # a list that are not given. ``is False`` keeps 0, which equals False, among the defaults.
        has_none = default in (None, argparse.SUPPRESS, []) or default is False
        if has_none or not action.option_strings:
            return text
        return f"{text}{' ' if text else ''}(default: %(default)s)"
