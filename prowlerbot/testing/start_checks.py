"""Checks of a game before its first match: its key, its seats, set-ups from outside, and the fields
of its translations.
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterable, Iterator
from inspect import getfile
from pathlib import Path

from babel.messages.pofile import read_po

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.game import Game

MOST_SEATS = 8
"""The seats for which the bot has signs."""


def _named(game: Game) -> Iterator[str]:
    """The key, and the numbers of players."""
    if not game.key.isidentifier() or not game.key.islower():
        yield f"The key “{game.key}” is not a lower-case word of letters and digits: rename it."
    if game.key not in type(game).__module__.split("."):
        folder = type(game).__module__
        yield f"The key “{game.key}” is not the name of the folder of {folder}: name both alike."
    if not game.seats or game.seats.step != 1 or not 1 <= min(game.seats) <= max(game.seats):
        yield f"`seats` is {game.seats}: write range(fewest, most + 1), from 1 seat on."
    if max(game.seats) > MOST_SEATS:
        yield f"`seats` goes up to {max(game.seats)}, and the bot has signs for {MOST_SEATS}."


def _refusing(game: Game) -> Iterator[str]:
    """Set-ups and options from outside get one clear answer."""
    try:
        game.start("no such set-up")
    except BadSetup:
        pass
    else:
        yield "`start` takes the set-up “no such set-up”: raise BadSetup, as `players_in` does."
    try:
        game.setup(random.Random(1), game.seats[0], {"no-such-option": "1"})
    except BadSetup:
        pass
    else:
        yield "`setup` takes an option that the game does not have: call `check` first."


def _translated(game: Game) -> Iterator[str]:
    """A translation has no field that its message lacks."""
    for file in sorted(Path(getfile(type(game))).parent.glob("locales/*.po")):
        with file.open("rb") as opened:
            for message in read_po(opened):
                known = set().union(*map(_fields, _forms(message.id)))
                for form in _forms(message.string):
                    try:
                        wrong = _fields(form) - known
                    except ValueError as error:
                        yield f"{file.name}: “{form}” has a wrong brace: {error}."
                        continue
                    if wrong:
                        yield (
                            f"{file.name}: “{form}” has the field “{min(wrong)}”, which its message"
                            f" lacks: write “{' '.join(sorted(known))}”."
                        )


def _forms(text: str | Iterable[str] | None) -> list[str]:
    """A text, or its singular and plurals."""
    return [text] if isinstance(text, str) else list(text or ())


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


CHECKS = (_named, _refusing, _translated)
