"""The command that checks a game against the contract."""

from __future__ import annotations

import argparse
import sys

from prowlerbot.games import GAMES
from prowlerbot.shell.command_arguments import games, positive, progress_bar, seed_argument
from prowlerbot.testing import mistakes


def check(options: argparse.Namespace) -> None:
    """Check a game against the contract; each mistake is one sentence."""
    game, found = GAMES.named(options.game), 0
    with progress_bar("Checking", None):
        for sentence in mistakes(game, matches=options.matches, seed=options.seed):
            found += 1
            sys.stdout.write(f"{sentence}\n")
            sys.stdout.flush()
    if found:
        raise SystemExit(1)
    sys.stdout.write(f"{game.title}: no mistakes found.\n")


def check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"its key: {games()}")
    parser.add_argument(
        "--matches",
        type=positive,
        default=4,
        metavar="N",
        help="random matches of each number of players",
    )
    seed_argument(parser, 1)
