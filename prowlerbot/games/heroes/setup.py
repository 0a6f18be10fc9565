"""The set-up of a match, all of it chosen: ``SEATS/BUILD/HAND/LENGTH``, ``3/brisk/free/full``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast, get_args

from prowlerbot.core.errors import BadSetup, reading_setup

Build = Literal["brisk", "turns", "live"]
Hand = Literal["guided", "free"]
Length = Literal["full", "short"]

OPTIONS = {"build": get_args(Build), "hand": get_args(Hand), "length": get_args(Length)}
"""The options; the first value of each is the default."""
SEATS = range(1, 5)
ROUNDS = 3


@dataclass(frozen=True)
class Setup:
    """A set-up that has been checked."""

    seats: int
    build: Build
    hand: Hand
    length: Length

    @property
    def rounds(self) -> range:
        """The numbers of the rounds; a short match begins with the second one."""
        return range(2 if self.length == "short" else 1, ROUNDS + 1)

    def __str__(self) -> str:
        return f"{self.seats}/{self.build}/{self.hand}/{self.length}"


def chosen_setup(seats: int, options: Mapping[str, str]) -> Setup:
    """The set-up with these options; the others have their defaults."""
    for option, values in OPTIONS.items():
        if options.get(option, values[0]) not in values:
            raise BadSetup(
                "The option “{option}” cannot be “{value}”. Possible: {known}.",
                option=option,
                value=options[option],
                known=values,
            )
    return _made(seats, *(options.get(option, values[0]) for option, values in OPTIONS.items()))


def for_rematch(setup: Setup, options: Mapping[str, str]) -> Mapping[str, str]:
    """The options of a rematch: all of them, as none belongs to a seat."""
    return {"build": setup.build, "hand": setup.hand, "length": setup.length, **options}


@reading_setup()
def parse_setup(text: str) -> Setup:
    """Read a set-up; raise BadSetup, which names the impossible part."""
    parts = text.split("/")
    if len(parts) != 4:
        raise BadSetup(
            "it needs four parts {parts}; this has {count}",
            parts="SEATS/BUILD/HAND/LENGTH",
            count=len(parts),
        )
    seats, *rest = parts
    if seats not in map(str, SEATS):
        raise BadSetup("SEATS must be a number from 1 to 4, not “{seats}”", seats=seats)
    for (option, values), value in zip(OPTIONS.items(), rest, strict=True):
        if value not in values:
            raise BadSetup(
                "{part} must be one of these: {known}; not “{value}”",
                part=option.upper(),
                known=values,
                value=value,
            )
    return _made(int(seats), *rest)


def _made(seats: int, build: str, hand: str, length: str) -> Setup:
    return Setup(seats, cast("Build", build), cast("Hand", hand), cast("Length", length))
