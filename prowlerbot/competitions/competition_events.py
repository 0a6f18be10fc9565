"""The events of a competition's record. ``at`` is in epoch seconds; players are ids of users."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, Self

Words = Literal["name", "text"]
By = Literal["", "host", "admin", "left"]
"""The person who did something with the right to do so, or that a player has left the server; empty
where neither is so, or in a record from before that was noted.
"""


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of the record; its written form has the lower-case name of its class."""

    at: int

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        given = {each.name for each in fields(cls)} & written.keys()
        return cls(**{name: _tuples(written[name]) for name in given})

    def written(self) -> dict[str, object]:
        """All fields, ready for JSON."""
        return {"event": self.kind, **self._values()}

    def _values(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def kind(self) -> str:
        return type(self).__name__.lower()

    @property
    def people(self) -> frozenset[int]:
        """The players that the event names."""
        named = (getattr(self, each.name) for each in fields(self) if each.name in _OF_PLAYERS)
        return frozenset(player for value in named for player in _flat(value) if player)

    def renamed(self, player: int, alias: int) -> Self:
        """The same event with another id for a player."""
        changed = {
            each.name: _renamed(getattr(self, each.name), player, alias)
            for each in fields(self)
            if each.name in _OF_PLAYERS
        }
        return type(self)(**{**self._values(), **changed})


_OF_PLAYERS = {"player", "players", "divisions", "absent", "late", "challenger"}


@dataclass(frozen=True, slots=True)
class Entered(Event):
    """A player has entered, with the rating at that time; ``again`` after they had left a season of
    a ladder and deleted their data.
    """

    player: int
    rating: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Called(Event):
    """The players have been called to check in."""


@dataclass(frozen=True, slots=True)
class Reminded(Event):
    """The players of a league have been reminded of what they have still to do."""


@dataclass(frozen=True, slots=True)
class CheckedIn(Event):
    """A player has confirmed that they are there."""

    player: int


@dataclass(frozen=True, slots=True)
class Withdrew(Event):
    """A player has left, or somebody with the right or the bot has taken them out: ``by_host``
    tells which, and ``by`` who did it or why.
    """

    player: int
    removed: bool = False
    by_host: bool = False
    by: By = ""


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The competition has begun: its divisions, each in the order of its seeds."""

    divisions: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Paired(Event):
    """Players have a match with each other; ``players`` holds seat 1 first.

    A pairing of one player is a bye. ``until`` is the end of the round, 0 for none. On a ladder one
    of the players is the ``challenger``.
    """

    pairing: int
    round: int
    players: tuple[int, ...]
    division: int = 1
    until: int = 0
    challenger: int = 0

    @property
    def is_bye(self) -> bool:
        return len(self.players) == 1


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """A pairing has its result; ``ranks`` and ``totals`` hold one number a player, seat 1 first.

    There are no totals if the match was not played out. Whoever is ``absent`` has forfeited.
    Whoever is ``late`` has lost on time a match that counts as played.
    """

    pairing: int
    ranks: tuple[int, ...]
    totals: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    late: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Prolonged(Event):
    """The end of a round is set anew: by the host, later or earlier, as now at the earliest; or
    later because of an outage. ``by`` is whoever did it.
    """

    round: int
    until: int
    by: By = ""


@dataclass(frozen=True, slots=True)
class Interrupted(Event):
    """The bot was away from ``began`` to ``ended``, and something would have fallen due by that."""

    began: int
    ended: int


@dataclass(frozen=True, slots=True)
class Away(Event):
    """A player of a ladder is on holiday."""

    player: int
    until: int


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """Players of a ladder who have not played for long drop one place each."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """An admin has changed or deleted the name or the text, so its host changes that no more."""

    words: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The competition is over; ``early`` if it was cancelled, by whom ``by`` tells."""

    early: bool = False
    by: By = ""


_CLASSES: tuple[type[Event], ...] = (
    Entered,
    Called,
    Reminded,
    CheckedIn,
    Withdrew,
    Began,
    Paired,
    Decided,
    Prolonged,
    Interrupted,
    Away,
    Dropped,
    Struck,
    Ended,
)
KINDS = {each.__name__.lower(): each for each in _CLASSES}


def read_event(written: Mapping[str, Any]) -> Event:
    """An event of any kind, from its JSON object."""
    return KINDS[written["event"]].read(written)


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _renamed(value: Any, player: int, alias: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(each, player, alias) for each in value)
    return alias if value == player else value
