"""The events of a competition's record. ``at`` is in epoch seconds; players are ids of users."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, Self

Words = Literal["name", "text"]
By = Literal["", "host", "admin", "left", "barred", "channel", "place"]
"""The role of the person who acted, "left" for a player or host who has left the server, "barred"
for a host who is barred there, or the reason of an end: the "channel" is gone, or a member without
a competition needs the "place". It is empty if none fits, and in old records.
"""

StaysOut = Literal["", "removed", "barred"]
"""Why a player cannot enter again until the end; "barred" until the bar is lifted."""

KINDS: dict[str, type[Event]] = {}
"""The events by the names of their written forms."""


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of the record; its written form has the name of its class in lower case."""

    at: int

    def __init_subclass__(cls) -> None:
        KINDS[cls.__name__.lower()] = cls

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        known = {each.name for each in fields(cls)} & written.keys()
        return cls(**{name: _tuples(written[name]) for name in known})

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
        values = (getattr(self, each.name) for each in fields(self) if each.name in _OF_PLAYERS)
        return frozenset(player for value in values for player in _flat(value) if player)

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
    """A player has entered, with the rating at that time. ``again`` is true if the player had left
    this season of a ladder and deleted their data.
    """

    player: int
    rating: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Called(Event):
    """The players have been called to check in."""


@dataclass(frozen=True, slots=True)
class Reminded(Event):
    """The players have been reminded to confirm, or to finish their matches."""


@dataclass(frozen=True, slots=True)
class CheckedIn(Event):
    """A player has checked in."""

    player: int


@dataclass(frozen=True, slots=True)
class Withdrew(Event):
    """A player has left or was ``removed``; ``by_host`` is true if a host or an admin removed them.
    ``by`` is the role of that person, or "left".
    """

    player: int
    removed: bool = False
    by_host: bool = False
    by: By = ""
    stays_out: StaysOut = ""


@dataclass(frozen=True, slots=True)
class Pardoned(Event):
    """The bar that took a player out is lifted."""

    player: int


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The competition has begun; each division is in the order of its seeds."""

    divisions: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Paired(Event):
    """Players are paired for a match; ``players`` has seat 1 first.

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
    """A pairing has its result; ``ranks`` and ``totals`` have a number for each player, seat 1
    first.

    There are no totals if the match was not played out. ``absent`` players have forfeited. ``late``
    players have lost on time in a match that counts as played. A match is ``short`` if a player has
    lost it by resigning or on time before their third move, or in an arena before as many own moves
    as the game says.
    """

    pairing: int
    ranks: tuple[int, ...]
    totals: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    short: bool = False


@dataclass(frozen=True, slots=True)
class Prolonged(Event):
    """A round has another end: the host has set a later or earlier one, or an outage has moved it.
    ``by`` is the role of the person.
    """

    round: int
    until: int
    by: By = ""


@dataclass(frozen=True, slots=True)
class Interrupted(Event):
    """The bot was away from ``began`` to ``ended``, and that has moved a deadline."""

    began: int
    ended: int


@dataclass(frozen=True, slots=True)
class Away(Event):
    """A player of a ladder is on holiday."""

    player: int
    until: int


@dataclass(frozen=True, slots=True)
class Warned(Event):
    """Idle players of a ladder are told when they will drop."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """Idle players of a ladder drop one place each."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """An admin has changed or deleted the name or the text, so the host can no longer change it."""

    words: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """The channel is deleted, or no server takes part in a league of all servers any more."""


@dataclass(frozen=True, slots=True)
class Found(Event):
    """The competition has a channel, or a server, again."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The competition has ended; ``early`` if a person in the role ``by`` has cancelled it.

    The next one of a series starts at ``next``, 0 if none follows; ``by`` is "left" or "barred" if
    that is because of its host.
    """

    early: bool = False
    by: By = ""
    next: int = 0


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
