"""The course of a competition: the events of its record, and the state that their replay gives.

``at`` is in epoch seconds; players are ids of users.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, NamedTuple, Self

from prowlerbot.core.clock import Outage

WordsField = Literal["name", "text"]
By = Literal["", "host", "admin", "left", "barred", "channel", "place"]
"""The role of the person who acted, or the reason. "left" is a player or host who has left the
server, "barred" a host who is barred there. There is no "channel" to post in, or a member without a
competition needs the "place". It is empty if none fits, and in old records.
"""


class Actor(NamedTuple):
    """A user who acts in a role; without a user the ``role`` says why the bot acts."""

    user: int = 0
    role: By = "host"


A_HOST, THE_BOT = Actor(), Actor(role="")
StaysOut = Literal["", "removed", "barred"]
"""Why a player cannot enter again until the end; "barred" until the bar is lifted."""
EVENT_KINDS: "dict[str, type[CompetitionEvent]]" = {}
"""The events by the names of their written forms."""
_PLAYER_FIELDS = {"player", "players", "divisions", "absent", "late", "challenger"}
"""The fields of events that hold ids of players. A new one must be listed here; else neither an
export nor a deletion of a player's data finds it.
"""


@dataclass(frozen=True, slots=True)
class CompetitionEvent:
    """An entry of the record; its written form has the name of its class in lower case."""

    at: int

    def __init_subclass__(cls) -> None:
        EVENT_KINDS[cls.__name__.lower()] = cls

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        """The event of a written form. Fields that are newer than it have their defaults."""
        known = {each.name for each in fields(cls)} & written.keys()
        return cls(**{name: _as_tuples(written[name]) for name in known})

    def as_json(self) -> dict[str, object]:
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
        values = (getattr(self, each.name) for each in fields(self) if each.name in _PLAYER_FIELDS)
        return frozenset(player for value in values for player in _players_in(value) if player)

    def with_alias(self, player: int, alias: int) -> Self:
        """The same event with another id for a player."""
        changed = {
            each.name: _replace_player(getattr(self, each.name), player, alias)
            for each in fields(self)
            if each.name in _PLAYER_FIELDS
        }
        return type(self)(**{**self._values(), **changed})


@dataclass(frozen=True, slots=True)
class Entered(CompetitionEvent):
    """A player has entered. ``again`` is true on a ladder after a deletion of their data."""

    player: int
    rating: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Called(CompetitionEvent):
    """The players have been called to check in."""


@dataclass(frozen=True, slots=True)
class Reminded(CompetitionEvent):
    """The players have been reminded to confirm, or to finish their matches."""


@dataclass(frozen=True, slots=True)
class CheckedIn(CompetitionEvent):
    player: int


@dataclass(frozen=True, slots=True)
class Withdrew(CompetitionEvent):
    """A player has left, or was ``removed`` by a person or the bot."""

    player: int
    removed: bool = False
    by_host: bool = False
    """Whether a host or an admin took the player out."""
    by: By = ""
    stays_out: StaysOut = ""
    reason: str = ""
    """The words of a host or admin. They go with the player's data, as they may name the player."""

    def with_alias(self, player: int, alias: int) -> Self:
        out = CompetitionEvent.with_alias(self, player, alias)
        return out if out.player == self.player else replace(out, reason="")


@dataclass(frozen=True, slots=True)
class Pardoned(CompetitionEvent):
    """The bar that took a player out is lifted."""

    player: int


@dataclass(frozen=True, slots=True)
class Began(CompetitionEvent):
    """The competition has begun; each division is in the order of its seeds."""

    divisions: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Paired(CompetitionEvent):
    """Players are paired for a match, seat 1 first, or one player for a bye. ``until`` is the end
    of the round, 0 for none. On a ladder one of the players is the ``challenger``.
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
class Decided(CompetitionEvent):
    pairing: int
    ranks: tuple[int, ...]
    """The rank of each player, seat 1 first; equal players share the best of their ranks."""
    totals: tuple[int, ...] = ()
    """The points in the game, seat 1 first; empty if the match was not played out."""
    absent: tuple[int, ...] = ()
    """The players who have forfeited."""
    late: tuple[int, ...] = ()
    """The players who have lost on time in a match that counts as played."""
    short: bool = False
    """Whether a loser made too few moves, as ``result_of_match`` says."""


@dataclass(frozen=True, slots=True)
class Prolonged(CompetitionEvent):
    """A round has another end, set by a host or an admin (``by``) or moved by an outage."""

    round: int
    until: int
    by: By = ""


@dataclass(frozen=True, slots=True)
class Interrupted(CompetitionEvent):
    """The bot was away from ``began`` to ``ended``, and that has moved a deadline. In an arena,
    pairings may also have come late, or waited for a ``channel`` (``by``) to post in.
    """

    began: int
    ended: int
    by: By = ""


@dataclass(frozen=True, slots=True)
class Away(CompetitionEvent):
    """A player of a ladder is on holiday."""

    player: int
    until: int


@dataclass(frozen=True, slots=True)
class Warned(CompetitionEvent):
    """Idle players of a ladder are told when they will drop."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dropped(CompetitionEvent):
    """Idle players of a ladder drop one place each."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Struck(CompetitionEvent):
    """An admin has changed or deleted the name or the text, so the host can no longer change it.
    The reason of an early end goes with the text.
    """

    words: tuple[WordsField, ...]


@dataclass(frozen=True, slots=True)
class Lost(CompetitionEvent):
    """The channel is deleted, or no server takes part in a league of all servers any more."""


@dataclass(frozen=True, slots=True)
class Found(CompetitionEvent):
    """The competition has a channel, or a server, again."""


@dataclass(frozen=True, slots=True)
class Ended(CompetitionEvent):
    """The competition has ended; ``early`` if a person in the role ``by`` has cancelled it for a
    ``reason``.

    The next one of a series starts at ``next``, 0 if none follows; ``by`` is "left" or "barred" if
    that is because of its host.
    """

    early: bool = False
    by: By = ""
    next: int = 0
    reason: str = ""


def read_event(written: Mapping[str, Any]) -> CompetitionEvent:
    return EVENT_KINDS[written["event"]].read(written)


def _players_in(value: Any) -> Iterator[int]:
    """The players of a field, which holds one, a tuple of them, or tuples of tuples."""
    if isinstance(value, tuple):
        for part in value:
            yield from _players_in(part)
    else:
        yield value


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value


def _replace_player(value: Any, player: int, alias: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_replace_player(part, player, alias) for part in value)
    return alias if value == player else value


@dataclass(slots=True)
class Course:
    """The state of a competition, which ``apply`` changes; see the events for more about it."""

    all_meet: bool
    """Whether everybody meets everybody."""
    table: int
    """The players of a match."""
    entries: dict[int, Entered] = field(default_factory=dict[int, Entered])
    """By player, in the order of entering."""
    left: dict[int, Withdrew] = field(default_factory=dict[int, Withdrew])
    """By player, in the order of leaving, on which formats rely."""
    waiting: dict[int, Entered] = field(default_factory=dict[int, Entered])
    """Late entries where everybody meets everybody: they wait for the next season."""
    checked_in: set[int] = field(default_factory=set[int])
    rounds_missed: dict[int, int] = field(default_factory=dict[int, int])
    """The number of rounds before a late entry, by player."""
    annulled: set[int] = field(default_factory=set[int])
    """The players who left a schedule before half of their matches, so that no result counts."""
    contestants: set[int] = field(default_factory=set[int])
    """The players who have taken part at the check-in, at the start or since; some have left."""
    removals: dict[int, Withdrew] = field(default_factory=dict[int, Withdrew])
    """The players whom a host, an admin or a bar took out, so that they cannot enter again."""
    pardoned: set[int] = field(default_factory=set[int])
    """The players who can enter again, as their bar is lifted."""
    holidays: dict[int, Away] = field(default_factory=dict[int, Away])
    pairings: dict[int, Paired] = field(default_factory=dict[int, Paired])
    """By number, in their order."""
    results: dict[int, Decided] = field(default_factory=dict[int, Decided])
    """By the number of the pairing, in the order of the results."""
    new_ends: dict[int, Prolonged] = field(default_factory=dict[int, Prolonged])
    outages: list[Outage] = field(default_factory=list[Outage])
    """Those that moved a deadline; after each of them a check-in reminds the players again."""
    shortened_by: dict[int, By] = field(default_factory=dict[int, By])
    """The rounds that this role has shortened: there a clock that still ran takes nobody out."""
    struck_words: set[WordsField] = field(default_factory=set["WordsField"])
    began: Began | None = None
    called: Called | None = None
    interrupted_at: int = 0
    """The time of the latest record of an outage; 0 for none."""
    channel_lost_at: int = 0
    """The time since which there is no channel; 0 while there is one."""
    channel_losses: int = 0
    """The times that the channel was lost."""
    reminded_since_outage: bool = True
    """Also true without an outage."""
    reminded: bool = False
    """Whether players have been reminded before the beginning, or since, after it."""
    ended: bool = False
    cancelled: bool = False
    ended_by: By = ""
    reason: str = ""

    def apply(self, event: CompetitionEvent) -> None:  # noqa: C901, PLR0912 - a case for each kind
        """Apply an event; those that only one format knows change nothing here."""
        match event:
            case Entered():
                self._enter(event)
            case CheckedIn():
                self.checked_in.add(event.player)
            case Withdrew():
                self._withdraw(event)
            case Pardoned():
                self.removals.pop(event.player, None)
                self.pardoned.add(event.player)
            case Away():
                self.holidays[event.player] = event
            case Lost():
                self.channel_lost_at, self.channel_losses = event.at, self.channel_losses + 1
            case Found():
                self.channel_lost_at = 0
            case Struck():
                self.struck_words.update(event.words)
                self.reason = "" if "text" in event.words else self.reason
            case Began():
                self.began = event
                self.reminded = False
                self.contestants.update(self.present)
            case Paired():
                self.pairings[event.pairing] = event
            case Decided():
                self.results[event.pairing] = event
            case Prolonged():
                former_end = max(map(self.clock_end, self.pairings_in(event.round)), default=0)
                if not former_end or event.until < former_end:
                    self.shortened_by[event.round] = event.by or "host"
                self.new_ends[event.round] = event
            case Interrupted():
                self.outages.append(Outage(event.began, event.ended))
                self.reminded_since_outage, self.interrupted_at = False, event.at
            case Called():
                self.called = event
                self.contestants.update(self.present)
            case Reminded():
                self.reminded = self.reminded_since_outage = True
            case Ended():
                self.ended, self.cancelled, self.ended_by = True, event.early, event.by
                self.reason = event.reason

    def _enter(self, event: Entered) -> None:
        if self.is_under_way:
            self.contestants.add(event.player)
        if self.began is not None and self.all_meet:
            self.waiting[event.player] = event
            return
        self.entries.pop(event.player, None)  # a returning player is the last to enter
        self.entries[event.player] = event
        self.left.pop(event.player, None)
        if self.began is not None and event.player not in self.players:
            self.rounds_missed[event.player] = self.round

    def _withdraw(self, event: Withdrew) -> None:
        player = event.player
        self.pardoned.discard(player)
        if event.stays_out:
            self.removals[player] = event
        if self.waiting.pop(player, None) is not None:
            return
        self.left[player] = event
        self.checked_in.discard(player)
        if self.began is not None and self.all_meet:
            played = sum(
                player in self.pairings[number].players and player not in result.absent
                for number, result in self.results.items()
            )
            if 2 * played < self.scheduled_matches(player):
                self.annulled.add(player)

    @property
    def is_under_way(self) -> bool:
        """Whether the check-in has been opened, or the competition has begun."""
        return self.called is not None or self.began is not None

    def scheduled_matches(self, player: int) -> int:
        size = len(self.divisions[self.division_of(player) - 1])
        return size if self.table > 2 else size - 1

    @property
    def divisions(self) -> tuple[tuple[int, ...], ...]:
        return self.began.divisions if self.began is not None else ()

    def division_of(self, player: int) -> int:
        """The number of a player's division; late entries belong to the first."""
        numbered = enumerate(self.divisions, 1)
        return next((number for number, players in numbered if player in players), 1)

    @property
    def players(self) -> tuple[int, ...]:
        """All players by their seeds, late entries at the end; also those who left."""
        seeded = [player for division in self.divisions for player in division]
        return (*seeded, *(player for player in self.rounds_missed if player not in seeded))

    @property
    def present(self) -> tuple[int, ...]:
        """The players who have not left, in that order; before the beginning all entries."""
        everybody = self.players if self.began is not None else tuple(self.entries)
        return tuple(player for player in everybody if player not in self.left)

    @property
    def round(self) -> int:
        """The number of the latest round that was paired, 0 before the first."""
        return max((pairing.round for pairing in self.pairings.values()), default=0)

    def pairings_in(self, number: int) -> list[Paired]:
        return [pairing for pairing in self.pairings.values() if pairing.round == number]

    @property
    def open(self) -> list[Paired]:
        """The pairings without a result; byes need none."""
        undecided = sorted(self.pairings.keys() - self.results.keys())
        return [self.pairings[each] for each in undecided if not self.pairings[each].is_bye]

    def _new_end_of(self, pairing: Paired) -> Prolonged | None:
        """The new end of its round; a pairing after it, in a round that goes on, has its own."""
        new_end = self.new_ends.get(pairing.round)
        return new_end if new_end is not None and new_end.at >= pairing.at else None

    def clock_end(self, pairing: Paired) -> int:
        """The end of the time for a pairing, 0 for none."""
        return (self._new_end_of(pairing) or pairing).until

    def role_that_cut(self, pairing: Paired) -> By:
        """The role of the person who has ended the round of a pairing early; empty for nobody."""
        return self.shortened_by.get(pairing.round, "") if self._new_end_of(pairing) else ""

    @property
    def deadline(self) -> int | None:
        """The earliest end of the time for an open pairing; None if none has one."""
        return min(filter(None, map(self.clock_end, self.open)), default=None)

    @property
    def latest_end(self) -> int:
        """The latest end of the time for an open pairing; 0 if none has one."""
        return max(map(self.clock_end, self.open), default=0)

    @property
    def prolonged_by(self) -> Outage | None:
        """The outage that prolonged a round last; None if the host did that."""
        latest = max((event.at for event in self.new_ends.values()), default=0)
        return self.outages[-1] if self.outages and latest == self.interrupted_at else None
