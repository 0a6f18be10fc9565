"""The values that a competition and its format exchange."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

TieBreaks = Mapping[str, Fraction]


class Kind(StrEnum):
    """The kinds of competitions that have limits of their own."""

    TOURNAMENT = "tournament"
    LEAGUE = "league"
    LADDER = "ladder"


class Step(StrEnum):
    """A step that may be due."""

    CALL = "call"
    REMIND = "remind"
    BEGIN = "begin"
    PAIR = "pair"
    CLOSE = "close"
    DROP = "drop"
    GIVE_UP = "give up"
    END = "end"


class Plan(NamedTuple):
    """A pairing to make, seat 1 first."""

    round: int
    division: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings; ``ties`` has the tie-breaks by name, in the order of their weight.

    Players who are equal in everything share a place.
    """

    division: int
    place: int
    player: int
    points: Fraction = Fraction(0)
    ties: TieBreaks = field(default_factory=dict[str, Fraction])
    left: bool = False
