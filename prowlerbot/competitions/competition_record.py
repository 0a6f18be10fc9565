"""A competition: its terms, the record of its events, its limits, and the contract of its format.

A change is a pure function: it takes a competition and returns the next one, or raises a
``Refused``. The number of events is the revision. Tournaments that come back start at the hour of
the server's clocks.
"""

import calendar
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import ClassVar, Literal, NamedTuple

from prowlerbot.competitions.course import (
    By,
    CompetitionEvent,
    Course,
    Decided,
    Ended,
    Paired,
    Reminded,
    Withdrew,
)
from prowlerbot.core.clock import CHECK_IN_GRACE, DAY, HOUR
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import mark
from prowlerbot.match.match import INVISIBLE_NAME, clean_name
from prowlerbot.match.preferences import time_zone
from prowlerbot.match.terms import CLOCK_10_PLUS_10
from prowlerbot.match.terms import Terms as MatchTerms

_MIN_CALL_DELAY_SECONDS = 60 * 60
"""The fewest seconds from the end of a tournament to the call for the next one of its series."""
DRAW_AGAIN = -2
"""Takes the place of the revision whose news are posted, if all of them must be drawn again."""
_MIN_PACE_SECONDS = 5 * 60
"""The fewest seconds for a move."""
MAX_PLAYERS = 128
"""The most players of a competition, so that pairing a round takes no more than a second or two."""
MAX_NAME_LETTERS, MAX_TEXT_LETTERS = 80, 400
"""The most characters of a name, and of a text."""
MAX_SECONDS_TO_START = 90 * DAY
"""Seconds from the creation to the start, at most."""
MAX_HOLD_SECONDS = 7 * DAY
"""Seconds for which a competition without a channel is held before it ends."""
_MAX_ROUND_SECONDS = 60 * DAY
MAX_ROUNDS = 15
"""The most rounds that a host may set."""
_MIN_PLAYERS_FOR_THREADS = 8
"""The players with whom a tournament has threads if its host wants them for “many” players."""

TieBreaks = Mapping[str, Fraction]


class Cycle(StrEnum):
    """The time from one start to the next."""

    ONCE = ""
    DAY = "day"
    WEEK = "week"
    FORTNIGHT = "fortnight"
    MONTH = "month"


_DAYS_BETWEEN_STARTS = {Cycle.DAY: 1, Cycle.WEEK: 7, Cycle.FORTNIGHT: 14}
_MAX_MONTH_DAYS = 31


def next_start(first: int, every: Cycle, timezone: str, after: int) -> int:
    """The first start after a time, counted from the ``first`` start of the series.

    The clocks of the time zone show the same hour each time. An hour that a change of the clocks
    leaves out is an hour later, and of an hour that comes twice the first one counts. A month
    without the day ends a day or more earlier.
    """
    zone = time_zone(timezone)
    first_start = datetime.fromtimestamp(first, zone).replace(tzinfo=None, fold=0)
    period = _DAYS_BETWEEN_STARTS.get(every, _MAX_MONTH_DAYS) * DAY
    numbers = count(max(1, (after - first) // period - 1))  # skips the past
    starts = (_add_periods(first_start, every, number).replace(tzinfo=zone) for number in numbers)
    return next(at for start in starts if (at := int(start.timestamp())) > after)


def _add_periods(first_start: datetime, every: Cycle, periods: int) -> datetime:
    if every is not Cycle.MONTH:
        return first_start + timedelta(days=_DAYS_BETWEEN_STARTS[every] * periods)
    years, month = divmod(first_start.month - 1 + periods, 12)
    year, month = first_start.year + years, month + 1
    day = min(first_start.day, calendar.monthrange(year, month)[1])
    return first_start.replace(year=year, month=month, day=day)


class CompetitionKind(StrEnum):
    """The kinds of competitions that have limits of their own."""

    TOURNAMENT = "tournament"
    LEAGUE = "league"
    LADDER = "ladder"


class Step(StrEnum):
    """A step that the bot takes in a competition when it is due."""

    CALL = "call"
    REMIND = "remind"
    BEGIN = "begin"
    PAIR = "pair"
    CLOSE = "close"
    DROP = "drop"
    GIVE_UP = "give up"
    END = "end"


class PlannedPairing(NamedTuple):
    """A pairing to make, seat 1 first."""

    round: int
    division: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. Players who are equal in everything share a place."""

    division: int
    place: int
    player: int
    points: Fraction = Fraction(0)
    ties: TieBreaks = field(default_factory=dict[str, Fraction])
    """The tie-breaks by name, in the order of their weight."""
    left: bool = False


@dataclass(frozen=True, slots=True)
class CompetitionTerms:
    """The terms of a competition; all times without another word are in seconds."""

    format: "Format"
    game: str
    starts: int = 0
    """In epoch seconds."""
    table: int = 2
    """The players of a match."""
    rounds: int = 0
    """The number of rounds, where it does not follow from the entries."""
    check_in: int = 0
    """The time before the start in which players confirm; 0 for none."""
    round_time: int = 0
    """The time limit of a round; 0 for none."""
    at_once: bool = False
    """Whether all rounds are played at the same time; then their limits add up."""
    rated: bool = True
    most: int = MAX_PLAYERS
    idle: int = 14 * DAY
    """The time after which a player of a ladder without a match drops one place."""
    holiday: int = 14 * DAY
    """The longest holiday on a ladder; it protects once a season."""
    season: int = 90 * DAY
    """The length of a ladder, of an arena, and of a league without a ``round_time``."""
    zone: str = ""
    """The time zone in which the next season, or the next tournament, starts at the same hour."""
    every: Cycle = Cycle.ONCE
    first: int = 0
    """The first start of the series, in epoch seconds; all later ones are at its hour."""
    rules: int = 0
    """The version of the rules of the format at the beginning, by which it is played."""
    threads: Literal["", "many", "yes", "no"] = ""
    """Whether each match gets a thread, or with many players; empty leaves that to the server."""

    def as_json(self) -> dict[str, object]:
        """All fields, ready for JSON, because a later default must not change a competition."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {**values, "format": self.format.key}

    @property
    def win_points(self) -> int:
        """The points of the first player of a match."""
        return 1 if self.table == 2 else 3


@dataclass(frozen=True)
class Competition:
    """The terms and the record; everything else follows from them. ``actors`` are the users who
    have used a power over others in it; the record, which others can read, does not name them.
    """

    terms: CompetitionTerms
    events: tuple[CompetitionEvent, ...] = ()
    actors: frozenset[int] = frozenset()

    @property
    def format(self) -> "Format":
        return self.terms.format

    @property
    def rounds(self) -> int:
        """The number of its rounds once it has begun; 0 without rounds."""
        return self.format.count_rounds(self.terms, max(map(len, self.course.divisions), default=0))

    @property
    def wants_threads(self) -> bool | None:
        """Whether each match gets a thread; None leaves that to the server."""
        choice = self.terms.threads
        if choice in {"yes", "no"}:
            return choice == "yes"
        return (choice == "many" and len(self.course.players) >= _MIN_PLAYERS_FOR_THREADS) or None

    @property
    def revision(self) -> int:
        return len(self.events)

    @cached_property
    def course(self) -> Course:
        """The state of the competition: the replay of its record."""
        course = Course(all_meet=self.format.all_meet, table=self.terms.table)
        for event in self.events:
            course.apply(event)
        return course

    def with_events(self, *events: CompetitionEvent) -> "Competition":
        """The competition with these events at the end of its record."""
        return replace(self, events=(*self.events, *events))

    def with_successor(self, starts: int, by: By = "") -> "Competition":
        """The ended competition with the start of the next one, or 0 and the reason for none."""
        *earlier, ended = self.events
        if not isinstance(ended, Ended):
            raise TypeError(ended)
        return replace(self, events=(*earlier, replace(ended, next=starts, by=by or ended.by)))

    def with_alias(self, player: int, alias: int) -> "Competition":
        """The same competition with another id for a person, whose data was deleted."""
        events = tuple(event.with_alias(player, alias) for event in self.events)
        actors = frozenset(alias if actor == player else actor for actor in self.actors)
        return replace(self, events=events, actors=actors)


Seasons = Sequence[Competition]
"""Earlier seasons of a series, the latest last."""


class NextSeason(NamedTuple):
    """The next season, and the new number of each running pairing that goes on in it."""

    competition: Competition
    moved: Mapping[int, int]


class Todo(IntEnum):
    """The task that the match of a pairing leaves to the next step."""

    NOTHING = 0
    RECORD_RESULT = 1
    """The match is over."""
    END_MATCH = 2
    """A player of the running match has left the competition: end it for them."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored competition: its terms, its record, and all data outside of the record."""

    id: str
    competition: Competition
    name: str
    """A person wrote the name and the text, so every view escapes them."""
    guild: int
    """The server; 0 for a league of all servers."""
    channel: int
    host: int
    created_at: int
    pace: int
    """Seconds for a move; a negative one is a clock for the match, as in ``at_pace``."""
    text: str = ""
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    series: str = ""
    """The id of the first season of a league or ladder, or of the first tournament."""
    season: int = 1
    """The number of this one in its series."""
    pause: int = 0
    """Seconds between two seasons; 0 if none follows."""
    by_member: bool = False
    """Whether the host does not manage the server."""
    matches: Mapping[int, str] = field(default_factory=dict[int, str])
    """The match of each pairing."""
    names: Mapping[int, str] = field(default_factory=dict[int, str])
    """The last known name of each player."""
    todo: Mapping[int, Todo] = field(default_factory=dict[int, Todo])
    message: int = 0
    """The main message in its own channel; 0 if there is none."""
    shown: int = -1
    """The revision that the main messages show."""
    posted: int = -1
    """The revision whose news are complete, or ``DRAW_AGAIN``."""
    revision: int = 0
    """The number of stored changes."""

    @property
    def terms(self) -> CompetitionTerms:
        return self.competition.terms

    @property
    def format(self) -> "Format":
        return self.competition.format

    @property
    def course(self) -> Course:
        return self.competition.course

    @property
    def is_wide(self) -> bool:
        """Whether this is a league of all servers, which belongs to none of them."""
        return not self.guild

    @property
    def is_behind(self) -> bool:
        """Whether a message about it may be missing or behind."""
        return min(self.shown, self.posted) < self.revision


def not_found(competition_id: str) -> NotFound:
    """The refusal for a competition that is missing, or that the user may not see."""
    return NotFound("There is no competition “{competition}”.", competition=competition_id)


class Format(ABC):
    """The rules of a format, which all steps and views of its competitions ask; they are pure. A
    format defines ``key``, ``due_at``, ``due_step`` and ``standings``.
    """

    key: ClassVar[str]
    """The name of the format in storage, which never changes."""
    rules: ClassVar[int] = 0
    """The version of its rules by which a competition that begins now is played."""
    kind: ClassVar[CompetitionKind] = CompetitionKind.TOURNAMENT
    """The commands and the limit of entries that it shares with other formats."""
    max_entries: ClassVar[int] = 3
    """The most of its kind for a player at the same time; of ladders, in each server."""
    min_players: ClassVar[int] = 2
    """The fewest players with which it begins."""
    all_meet: ClassVar[bool] = False
    """Whether all players of a division meet, by a schedule that stands from the beginning."""
    has_rounds: ClassVar[bool] = True
    """Whether all matches of a round are paired together, and its end ends them."""
    at_once: ClassVar[bool] = False
    """Whether all rounds are played at the same time."""
    sets_rounds: ClassVar[bool] = False
    """Whether the host may set the number of rounds; else it follows from the players."""
    pairs_early: ClassVar[bool] = False
    """Whether a match can be paired while others of its round are played."""
    max_matches_a_round: ClassVar[int] = 1
    """The most matches that the same players have in one round, one after another."""
    keeps_places: ClassVar[bool] = False
    """Whether players who have left keep their places in the standings."""
    has_seasons: ClassVar[bool] = False
    """Whether a next season may follow."""
    ban_seasons: ClassVar[int] = 0
    """The number of later seasons in which a player who has left one has no place."""
    allows_reentry: ClassVar[bool] = False
    """Whether players who have left may enter again."""
    ties: ClassVar[Collection[str]] = ()
    """The tie-breaks by name, in the order of their weight."""
    left_refusal: ClassVar[str] = mark(
        "You have left this competition, so you cannot enter it again."
    )
    not_called_refusal: ClassVar[str] = mark("The check-in is not open yet.")
    checked_in_refusal: ClassVar[str] = mark("You have already checked in.")
    begun_refusal: ClassVar[str] = mark(
        "This competition has begun, so nobody needs to check in any more."
    )
    too_many_refusal: ClassVar[str] = mark(
        "You take part in {count} tournaments, the most at the same time."
    )
    second_refusal: ClassVar[str] = ""
    """The refusal of a second one of this format in a server; empty if it may have several."""
    default_pace: ClassVar[int] = CLOCK_10_PLUS_10
    """The pace of its matches where none is named."""

    # ------------------------------------------------------------------ terms and entries

    def check_terms(self, terms: CompetitionTerms, pace: int) -> None:
        """Raise Denied for times with which no competition of this format can begin."""
        if not MatchTerms().at_pace(pace).is_timed and pace < _MIN_PACE_SECONDS:
            raise Denied("Matches of a competition need a time limit of 5 minutes a move or more.")

    def table_size(self, seats: Collection[int]) -> int:
        """The number of players of a match, by the possible numbers of ``seats`` of its game."""
        return 2

    def max_players(self, terms: CompetitionTerms) -> int:
        return MAX_PLAYERS

    def min_check_in(self, terms: CompetitionTerms) -> int:
        """Seconds that players need to see a call to check in and to answer."""
        return CHECK_IN_GRACE

    def takes_late_entries(self, competition: Competition) -> bool:
        """Whether players can still enter a tournament that has begun."""
        return False

    def check_entry(self, competition: Competition, player: int, previous: Seasons) -> None:
        """Raise Denied for a player who cannot enter."""
        if competition.course.began is None:
            return
        if not self.takes_late_entries(competition):
            raise Denied("This competition has begun, so nobody can enter any more.")
        if player in {*competition.course.players} - competition.course.pardoned:
            raise Denied(self.left_refusal)

    def player_to_replace(self, competition: Competition, now: int) -> int | None:
        """The player whose place a new one takes if it is full; None if there is none."""
        return None

    def make_divisions(
        self, competition: Competition, players: Sequence[int], previous: Competition | None
    ) -> tuple[tuple[int, ...], ...]:
        """The divisions at the beginning; seeds are by rating, then in the order of ``players``."""
        return (self.sort_by_rating(competition, players),)

    @staticmethod
    def sort_by_rating(competition: Competition, players: Sequence[int]) -> tuple[int, ...]:
        entries = competition.course.entries
        return tuple(sorted(players, key=lambda player: -entries[player].rating))

    # ------------------------------------------------------------------ rounds and pairings

    def count_rounds(self, terms: CompetitionTerms, players: int) -> int:
        """The number of rounds for this number of players; 0 without rounds."""
        return 0

    def pairing_time(self, competition: Competition) -> int:
        """Seconds from a pairing to its end; 0 for no end."""
        return competition.terms.round_time

    def clock_end(self, competition: Competition, pairing: Paired) -> int:
        """The time at which the clocks end the match of a pairing; 0 for never."""
        return competition.course.clock_end(pairing)

    def planned_pairings(self, competition: Competition) -> list[PlannedPairing]:
        """The pairings that can be made now; none once all are made."""
        return []

    def has_more_to_pair(self, competition: Competition) -> bool:
        return bool(self.planned_pairings(competition))

    # ------------------------------------------------------------------ due steps, once begun

    @abstractmethod
    def due_at(self, competition: Competition) -> int | None:
        """The time at which a step falls due if nothing else happens; None for never."""

    @abstractmethod
    def due_step(self, competition: Competition, now: int) -> Step:
        """The step whose time has come."""

    def next_reminder_at(self, competition: Competition) -> int:
        """The time of the next reminder, also before the beginning; 0 for never."""
        return 0

    def falling_players(self, competition: Competition) -> Mapping[int, int]:
        """The players who have been told that they will drop, each with the time of that."""
        return {}

    def reminder(self, competition: Competition, now: int) -> CompetitionEvent:
        return Reminded(now)

    def idle_players(self, competition: Competition, now: int) -> tuple[int, ...]:
        """The players who drop now."""
        return ()

    def longest_wait(self, competition: Competition, since: int) -> int:
        """Seconds since then for which its next step waits for a channel; after that it ends."""
        return HOUR if 0 < competition.terms.round_time < DAY else MAX_HOLD_SECONDS

    def interruption_events(
        self, competition: Competition, now: int, by: By = ""
    ) -> Sequence[CompetitionEvent]:
        """The record of the time for which pairings that are due have waited."""
        return ()

    def is_removed_after(self, competition: Competition, forfeited_at: Sequence[int]) -> bool:
        """Whether forfeits at these times take a player out, so that nobody waits for them."""
        return bool(forfeited_at)

    def exit_events(
        self, withdrawal: Withdrew, forfeits: Sequence[Decided]
    ) -> Sequence[CompetitionEvent]:
        """The withdrawal of a player, and the results of their open matches, in their order."""
        return (withdrawal, *forfeits)

    # ------------------------------------------------------------------ standings and the end

    @abstractmethod
    def standings(self, competition: Competition) -> list[Standing]:
        """The standings by divisions, the best first; equal players in the order of their seeds."""

    def next_season(
        self, ended: Competition, now: int, pause: int, ratings: Mapping[int, int]
    ) -> NextSeason | None:
        """The next season ``pause`` seconds after this one; None if the series ends with it.
        ``ratings`` are the present ones of those who have not left, for a format with seasons.
        """
        terms = ended.terms
        if not terms.every:
            return None
        after = now + max(terms.check_in, _MIN_CALL_DELAY_SECONDS)
        starts = next_start(terms.first, terms.every, terms.zone, after)
        return NextSeason(Competition(replace(terms, starts=starts)), moved={})

    def __str__(self) -> str:
        return self.key


def check_terms(terms: CompetitionTerms, pace: int, now: int) -> None:
    """Raise Denied for terms with which no competition can begin."""
    if not now <= terms.starts <= now + MAX_SECONDS_TO_START:
        raise Denied(
            "A competition starts within the next {count} days.", count=MAX_SECONDS_TO_START // DAY
        )
    terms.format.check_terms(terms, pace)
    least, most = max(2, terms.table), terms.format.max_players(terms)
    if not least <= terms.most <= most:
        raise Denied("This format is for {least} to {most} players.", least=least, most=most)
    if terms.rounds and not terms.format.sets_rounds:
        raise Denied("In this format the number of rounds follows from the players.")
    if not 0 <= terms.rounds <= MAX_ROUNDS:
        raise Denied("A competition has {count} rounds at most.", count=MAX_ROUNDS)
    if not 0 <= terms.round_time <= _MAX_ROUND_SECONDS or terms.check_in < 0:
        raise Denied("A round lasts {count} days at most.", count=_MAX_ROUND_SECONDS // DAY)


def check_words(name: str, text: str) -> None:
    """Raise Denied for a name or a text that is too long, or that cannot be seen or stored."""
    if len(name) > MAX_NAME_LETTERS:
        raise Denied("A name has {count} letters at most.", count=MAX_NAME_LETTERS)
    if len(text) > MAX_TEXT_LETTERS:
        raise Denied("A text has {count} letters at most.", count=MAX_TEXT_LETTERS)
    categories = (unicodedata.category(char) for char in name + text if not char.isspace())
    if not {"Cc", "Cs"}.isdisjoint(categories):  # control characters and surrogates
        raise Denied("Names and texts have no control characters.")
    if name.strip() and clean_name(name, MAX_NAME_LETTERS) == INVISIBLE_NAME != name:
        raise Denied("A name needs a letter that can be seen.")
