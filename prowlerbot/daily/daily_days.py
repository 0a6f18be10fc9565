"""The day's challenge in numbers: its days, its luck, the results of its tries, streaks.

Days begin at midnight UTC for everybody, and are counted from 1970. A try counts if it begins on
its day and ends by the end of the next one.

The luck comes from a secret of the host. A keyed hash of the secret, the game and the day gives the
set-up and the seat. A keyed hash of these and all moves so far gives the next draw of chance. So
every player meets the same luck after the same moves. The code and the tries of others do not show
the luck of other moves or other days.
"""

import hmac
import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from hashlib import sha256

from prowlerbot.core.clock import DAY
from prowlerbot.core.game import Mark, Outcome

_EPOCH = date(1970, 1, 1)
MIN_SECONDS_LEFT = 6 * 60 * 60
"""The minimum of seconds between the post of a challenge and the end of its day."""
POST_WINDOW_SECONDS = 3 * 60 * 60
"""Seconds after its hour within which a challenge is still posted, for example after an outage."""
SQUARES = {Mark.GOOD: "🟩", Mark.FAIR: "🟨", Mark.POOR: "🟥"}
_MAX_BARS = 6
_BAR_WIDTHS = [digit * 10**zeros for zeros in range(8) for digit in (1, 2, 5)]
"""The widths of the bars of a histogram, in points: readable ones, the smallest first."""
Moves = Iterable[tuple[int, str | None]]
"""The seat and the text of each move of a match; None for a move that a seat cannot see."""


def day_of(now: int) -> int:
    return now // DAY


def start_of_day(day: int) -> int:
    """The start of a day in epoch seconds."""
    return day * DAY


def date_of(day: int) -> date:
    return _EPOCH + timedelta(days=day)


def post_time(day: int, hour: int, zone: tzinfo) -> int:
    """The epoch seconds of a day's post: at an hour in a zone, or at the start if that is late."""
    if is_late_hour(day, hour, zone):
        return start_of_day(day)
    # The zone may have another date.
    dates = (date_of(number) for number in (day - 1, day, day + 1))
    times = (_time_at(local_date, hour, zone) for local_date in dates)
    return min((at for at in times if day_of(at) == day), default=start_of_day(day))


def post_due(now: int, hour: int, zone: tzinfo) -> tuple[bool, int]:
    """Whether today's challenge is due now, and the time of the next post in epoch seconds."""
    at = post_time(day_of(now), hour, zone)
    next_post = at if now < at else post_time(day_of(now) + 1, hour, zone)
    return at <= now < at + POST_WINDOW_SECONDS, next_post


def is_late_hour(day: int, hour: int, zone: tzinfo) -> bool:
    """Whether too little of a challenge is left at this hour, in winter or in summer. An hour that
    is late in one season counts all year; else a change of clocks would skip a day.
    """
    dates = (date(date_of(day).year, month, 1) for month in (1, 7))
    return any(_time_at(first, hour, zone) % DAY > DAY - MIN_SECONDS_LEFT for first in dates)


def _time_at(day: date, hour: int, zone: tzinfo) -> int:
    return int(datetime.combine(day, time(hour), zone).astimezone(UTC).timestamp())


def streak_length(days: Collection[int], today: int, absences: Collection[range] = ()) -> int:
    """The days in a row with a counted try, up to today or yesterday. Other days in ``absences``
    neither count nor break the row.
    """
    length, day, played_days = 0, today, {*days}
    earliest = min(played_days, default=today + 1)
    while day >= earliest:
        if day in played_days:
            length += 1
        elif day != today and not any(day in absence for absence in absences):
            break
        day -= 1
    return length


def longest_streak(days: Collection[int], absences: Collection[range] = ()) -> int:
    """The most days in a row with a counted try, by the rule of ``streak_length``."""
    longest = length = previous = 0
    for day in sorted({*days}):
        gaps = range(previous + 1, day)
        was_away = all(any(gap in absence for absence in absences) for gap in gaps)
        length = length + 1 if length and was_away else 1
        longest, previous = max(longest, length), day
    return longest


def coloured_squares(marks: Sequence[Mark]) -> str:
    """The course of a try as a row of squares, without its moves."""
    return "".join(SQUARES[mark] for mark in marks)


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a try. ``margin`` is the lead over the best other seat or, alone, the total."""

    rank: int
    margin: int
    total: int

    @property
    def order(self) -> tuple[int, int, int]:
        """Sorts the best try first."""
        return self.rank, -self.margin, -self.total


def score_of(outcome: Outcome, seat: int) -> Score:
    totals = outcome.totals
    others = [total for other, total in enumerate(totals, 1) if other != seat]
    own = totals[seat - 1]
    return Score(outcome.ranks[seat - 1], own - max(others) if others else own, own)


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """The number of tries with a margin from ``first`` to ``last``."""

    first: int
    last: int
    count: int

    def holds(self, margin: int) -> bool:
        return self.first <= margin <= self.last


def histogram_bars(counts: Mapping[int, int]) -> list[HistogramBar]:
    """The tries by their margins, in a few bars of the same width. A bar may be empty."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    fitting = (each for each in _BAR_WIDTHS if high // each - low // each < _MAX_BARS)
    width = next(fitting, _BAR_WIDTHS[-1])
    in_bar = Counter[int]()
    for margin, count in counts.items():
        in_bar[margin // width] += count
    bars = range(low // width, high // width + 1)
    return [HistogramBar(bar * width, (bar + 1) * width - 1, in_bar[bar]) for bar in bars]


def place_among(score: Score, others: Mapping[Score, int]) -> int:
    """The place of a result among others, with the number of each. Equal results share one."""
    return 1 + sum(count for other, count in others.items() if other.order < score.order)


def line_key(setup: str, moves: Moves) -> str:
    """A key of a set-up and the moves after it, by which replies of the machine are stored."""
    line = "\n".join((setup, *(f"{seat} {text or ''}" for seat, text in moves)))
    return sha256(line.encode()).hexdigest()


@dataclass(frozen=True, slots=True, repr=False)
class DayLuck:
    """The luck of one game on one day. It has no repr, as the secret must not get into a log."""

    secret: bytes
    game: str
    day: int

    def beginning(self) -> random.Random:
        """The random source of the kind of match, its set-up and the seat."""
        return random.Random(self._keyed_number("beginning"))

    def chance(self, setup: str, moves: Moves) -> random.Random:
        return random.Random(self._keyed_number(f"chance {line_key(setup, moves)}"))

    def thinking_seed(self, setup: str, moves: Moves, seat: int) -> int:
        """The seed of the machine's search at a seat after the moves that it knows."""
        return self._keyed_number(f"machine {seat} {line_key(setup, moves)}") & 0xFFFFFFFF

    def deleted_key(self, player: int) -> str:
        """The key of a player's deleted try. Nobody can find out the player without the secret."""
        return f"{self._keyed_number(f'deleted {player}'):064x}"

    def _keyed_number(self, purpose: str) -> int:
        message = f"{self.game}\n{self.day}\n{purpose}"
        return int.from_bytes(hmac.digest(self.secret, message.encode(), "sha256"))
