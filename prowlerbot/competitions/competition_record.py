"""A competition: its terms, and the record of its events.

A change is a pure function: it takes a competition and returns the next one, or raises a Refused.
The number of events is the revision. Two changes of the same competition add an event with the same
number, and the store accepts each number once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from prowlerbot.competitions.competition_events import Event, read_event
from prowlerbot.competitions.course import Course

DAY = 24 * 60 * 60
MOST = 128
"""The most players of a competition, so that pairing a round takes no more than a second or two."""


class Format(StrEnum):
    """The format; the values are in storage, so they never change."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    PODS = "pods"
    LEAGUE = "league"
    LADDER = "ladder"


EVERYBODY = (Format.ROUND_ROBIN, Format.LEAGUE)
"""The formats in which all players meet each other."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a competition; times are seconds, ``starts`` is in epoch seconds.

    ``table`` is the number of players of a match, ``rounds`` their number where it does not follow
    from the entries. ``check_in`` is the time before the start in which players confirm, 0 for
    none. ``round_time`` is the time limit of a round, 0 for none; with ``at_once`` all rounds are
    played at the same time, and their limits add up. ``most`` limits the entries.

    A ladder lasts a ``season``, and so does a league without a ``round_time``. On a ladder a player
    without a match for the time ``idle`` drops one place; one holiday of at most ``holiday``
    protects.
    """

    format: Format
    game: str
    starts: int = 0
    table: int = 2
    rounds: int = 0
    check_in: int = 0
    round_time: int = 0
    at_once: bool = False
    rated: bool = True
    most: int = MOST
    idle: int = 14 * DAY
    holiday: int = 14 * DAY
    season: int = 90 * DAY

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        """The terms from their JSON; fields that are newer than it have their defaults."""
        known = {each.name: written[each.name] for each in fields(cls) if each.name in written}
        return cls(**{**known, "format": Format(written["format"])})

    def written(self) -> dict[str, object]:
        """All fields, ready for JSON, because a later default must not change a competition."""
        return asdict(self)

    @property
    def worth(self) -> int:
        """The points of the first player of a match."""
        return 1 if self.table == 2 else 3


@dataclass(frozen=True)
class Competition:
    """The terms and the record; everything else follows from them."""

    terms: Terms
    events: tuple[Event, ...] = ()

    @classmethod
    def read(cls, terms: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> Self:
        """A competition from its JSON objects."""
        return cls(Terms.read(terms), tuple(map(read_event, events)))

    @property
    def revision(self) -> int:
        return len(self.events)

    @cached_property
    def course(self) -> Course:
        """The state of the competition: the replay of its record."""
        course = Course(all_meet=self.terms.format in EVERYBODY, table=self.terms.table)
        for event in self.events:
            course.apply(event)
        return course

    def after(self, *events: Event) -> Competition:
        return replace(self, events=(*self.events, *events))

    def renamed(self, player: int, alias: int) -> Competition:
        """The same competition with another id for a player, whose data was deleted."""
        return replace(self, events=tuple(event.renamed(player, alias) for event in self.events))
