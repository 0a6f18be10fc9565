"""The shared parts of the shell commands: a progress bar, a number among the arguments."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress

Run = Callable[[argparse.Namespace], None]
Arguments = Callable[[argparse.ArgumentParser], None]


@contextmanager
def progress_bar(doing: str, total: float | None) -> Iterator[Progress]:
    """A progress bar with one task, numbered 0; silent unless standard error is a terminal."""
    console = Console(stderr=True)
    with Progress(
        console=console,
        transient=True,
        disable=not console.is_terminal,
        redirect_stdout=False,  # results go to standard output, not to the bar's terminal
        redirect_stderr=False,
    ) as progress:
        progress.add_task(doing, total=total)
        yield progress


def whole_number(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError
    return value


whole_number.__name__ = "whole number"  # argparse shows it
