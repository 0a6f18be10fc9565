"""The choices of players and servers, and the times in which players have peace.

Every choice has a default, so nobody has to choose. The differences from the defaults are stored as
JSON. The reader skips a field that a newer version removed or changed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import pairwise
from typing import Any, ClassVar, Literal, Self, get_args, get_origin
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from prowlerbot.core import game_parts
from prowlerbot.core.clock import DAY
from prowlerbot.core.i18n import Language, get_language, language_of
from prowlerbot.match.terms import CLOCKS, RESERVE

Calls = Literal["off", "channel", "dm"]
"""The place of a player's calls to their turn."""

Theme = game_parts.Theme

SAFE_MATCHES = 2
"""First matches of a game in which moves are shown before they count, unless chosen otherwise."""

Visibility = Literal["server", "everywhere", "nowhere"]
"""The visibility of a player's finished matches, rating and card to others: in each server the
matches played there, or everything everywhere, or nothing anywhere."""

_LIVE_PACES = [number for number, clock in CLOCKS.items() if not clock.pace]
PACES = (0, *_LIVE_PACES, 10 * 60, 60 * 60, DAY, 3 * DAY, RESERVE)
"""The paces of matches: clocks (``CLOCKS``) and the seconds for a move; 0 is no limit."""

MAX_AWAY_SECONDS = 14 * DAY
"""The most seconds by which absences can move the deadline of one decision."""
MIN_SECONDS_LEFT = 60 * 60
"""An absence moves the deadline of a decision only if more than these seconds are left. Otherwise a
late player could undo the delay, and a quick match would stop.
"""
MAX_RATED_AWAY_SECONDS = 30 * DAY
"""The most seconds in a year by which absences can move deadlines of rated matches. Without the
limit a player who is about to lose could delay the end forever.
"""
_YEAR_SECONDS = 365 * DAY
_MAX_ABSENCES = 200
"""The most past absences that are stored, for clocks that they stopped and for streaks."""

_QUARTER_SECONDS = 15 * 60
"""The quiet hours of every time zone end at a quarter of an hour."""

Absence = tuple[int, int]
"""The start and end in epoch seconds."""


def _is_of_type(value: object, kind: Any) -> bool:
    """Whether a value of JSON is of the type of a field."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return isinstance(value, list) and all(_is_of_type(each, inner[0]) for each in value)
    if origin is Literal:
        return value in inner
    if origin is None:
        return type(value) is kind
    return any(_is_of_type(value, each) for each in inner)  # a union


@dataclass(frozen=True, slots=True)
class _Choices:
    kind: ClassVar[str]
    """The kind under which the choices are stored."""

    @classmethod
    def read(cls, chosen: Mapping[str, object]) -> Self:
        """The choices as written; a value that no longer fits keeps its default."""
        fitting = {
            field.name: tuple(value) if isinstance(value, list) else value
            for field in fields(cls)
            if field.name in chosen and _is_of_type(value := chosen[field.name], field.type)
        }
        return cls(**fitting)

    def as_json(self) -> dict[str, object]:
        """The differences from the defaults, ready for JSON."""
        defaults = asdict(type(self)())
        return {name: value for name, value in asdict(self).items() if value != defaults[name]}


@dataclass(frozen=True, slots=True)
class PlayerChoices(_Choices):
    """The choices of a player, and the bot's notes about them."""

    kind = "player"

    theme: Theme | None = None
    text_first: bool = False
    confirm: bool | None = None
    """Whether a move is shown before it counts; None means only in the first matches."""
    at_once_told: bool = False
    """Whether the bot has told the player that those matches are over."""
    welcomed: tuple[str, ...] = ()
    """The games to which the bot has welcomed the player."""
    calls: Calls = "channel"
    quiet_from: int = 0
    """The first quiet hour in the time zone; no hours are quiet if it equals ``quiet_to``."""
    quiet_to: int = 0
    timezone: str = ""
    """The time zone; empty until the player chooses one."""
    away_until: int = 0
    """The end of the absence in epoch seconds; 0 if the player is not away."""
    away_from: int = 0
    holidays: tuple[int, ...] = ()
    """The starts and ends of earlier absences, in turn."""
    seen: Visibility = "server"
    """The visibility in lists that others read."""
    hours_told: bool = False
    """Whether challenges may show the hours of a day at which the player usually moves."""
    language: Language | None = None
    """The language of the player's Discord at their latest visit, which is not a choice."""

    @property
    def zone_name(self) -> str:
        """The time zone of the player's hours."""
        return self.timezone or "UTC"

    @property
    def absences(self) -> list[Absence]:
        """The player's holidays, the earliest first."""
        # A half absence in stored data counts for nothing.
        past = zip(self.holidays[::2], self.holidays[1::2], strict=False)
        present = [(self.away_from, self.away_until)] if self.away_from else []
        return [*past, *((start, end) for start, end in present if start < end)]

    def holiday_changes(self, until: int, now: int) -> dict[str, Any]:
        """The changes that make the player away from now until a time, or with 0 back again."""
        is_away = self.away_until > now
        if is_away and until:
            return {"away_until": until}
        holidays, ended = self.holidays, min(self.away_until, now)
        if 0 < self.away_from < ended:
            joined = _join_nearest([*replace(self, away_from=0).absences, (self.away_from, ended)])
            holidays = tuple(time for absence in joined for time in absence)
        return {"away_until": until, "away_from": now if until else 0, "holidays": holidays}


@dataclass(frozen=True, slots=True)
class ServerChoices(_Choices):
    """The choices of a server's admins. The id 0 of a channel means nowhere, of a role nobody."""

    kind = "server"

    channels: tuple[int, ...] = ()
    """The channels where people may let the bot post; empty means all of them."""
    threads: bool = False
    pace: int = 3 * DAY
    theme: Theme = "night"
    language: Language | None = None
    """The language of messages for all; None means the server's own."""
    calls: bool = True
    rated: bool = True
    machine: bool = True
    free_seats: bool = False
    """Whether the bot posts a message about a free seat of a running match."""
    open_challenges: int = 5
    presses_a_minute: int = 60
    greeting: tuple[int, ...] | None = None
    """The channel and the message with all games; empty if it is gone, None before the first."""
    daily_channel: int = 0
    """The channel for the day's challenge, posted at ``daily_hour`` in ``timezone``."""
    daily_hour: int = 9
    timezone: str = "UTC"
    moderators: int = 0
    log_channel: int = 0
    """The channel where the bot posts the acts of admins, moderators and hosts."""
    page: tuple[int, ...] = ()
    """The channel and the message with the page of the server; empty for none."""
    tells: bool = True
    """Whether a button lets players ask to be told of openings."""
    told_role: int = 0
    """The role of these players; if it is 0, they get direct messages."""
    champion_role: int = 0
    medal_role: int = 0
    division_roles: tuple[int, ...] = ()
    """The roles of divisions; the last one is for division 1."""
    rating_roles: tuple[int, ...] = ()
    """The roles for ratings, in the order of the lowest ratings for them in ``rating_from``."""
    rating_from: tuple[int, ...] = ()

    def language_in(self, locale: object) -> Language:
        """The language of messages for all; ``locale`` is the server's, None outside of one."""
        return self.language or (language_of(str(locale)) if locale else get_language())


def _join_nearest(absences: Iterable[Absence]) -> list[Absence]:
    """At most ``_MAX_ABSENCES`` absences: neighbours with the shortest gaps become one. None is
    dropped: a clock would lose the time, and a streak would break.
    """
    joined = sorted(absences)
    while len(joined) > _MAX_ABSENCES:
        gaps = [start - end for (_, end), (start, _) in pairwise(joined)]
        first = gaps.index(min(gaps))
        (start, _), (_, end) = joined[first : first + 2]
        joined[first : first + 2] = [(start, end)]
    return joined


def granted_absences(absences: Sequence[Absence]) -> list[Absence]:
    """The parts of absences that stop the clocks of rated matches, the earliest first."""
    parts: list[Absence] = []
    for start, end in sorted(absences):
        unused = MAX_RATED_AWAY_SECONDS - _used_seconds(parts, start)
        if start < end and unused > 0:
            parts.append((start, min(end, start + unused)))
    return parts


def days_left(absences: Sequence[Absence], now: int) -> int:
    """The days of absence left this year in rated matches; a running one counts to its end."""
    return max(0, MAX_RATED_AWAY_SECONDS - _used_seconds(granted_absences(absences), now)) // DAY


def _used_seconds(absences: Sequence[Absence], now: int) -> int:
    """The seconds of absences since a year ago."""
    return sum(max(0, end - max(start, now - _YEAR_SECONDS)) for start, end in absences)


def time_zone(name: str) -> tzinfo:
    """The time zone of a name such as Europe/Berlin; UTC for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def seconds_ahead(zone_name: str, at: int) -> int:
    """The seconds that the clocks of a time zone are ahead of UTC at a time."""
    offset = datetime.fromtimestamp(at, time_zone(zone_name)).utcoffset()
    return int(offset.total_seconds()) if offset else 0


def is_in_peace(choices: PlayerChoices, now: int) -> bool:
    """Whether the player is away, or it is within their quiet hours."""
    return start_of_quiet(choices, now) is not None or now < choices.away_until


def end_of_peace(choices: PlayerChoices, now: int) -> int:
    """The time at which quiet hours or an absence may be over, for a player in peace."""
    next_quarter = now + _QUARTER_SECONDS - now % _QUARTER_SECONDS
    return min(next_quarter, choices.away_until) if choices.away_until > now else next_quarter


def start_of_quiet(choices: PlayerChoices, at: int) -> int | None:
    """The start of the quiet hours that a time is in; None outside of them."""
    start, end = choices.quiet_from, choices.quiet_to
    if start == end:
        return None
    local = datetime.fromtimestamp(at, time_zone(choices.zone_name))
    if (local.hour - start) % 24 >= (end - start) % 24:
        return None
    began = local.replace(hour=start, minute=0, second=0, fold=0)
    return int((began - timedelta(days=local.hour < start)).timestamp())
