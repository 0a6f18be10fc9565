"""Tournaments that come back: the start of the next one, at the hour of the server's clocks."""

import calendar
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import count

from prowlerbot.match.deadlines import zone

AHEAD = 60 * 60
"""The least seconds from the end of one to the call for the next, so that players see it."""
TOO_FEW = 3
"""So many in a row with too few players end a series."""


class Every(StrEnum):
    """The time from one start to the next."""

    ONCE = ""
    DAY = "day"
    WEEK = "week"
    FORTNIGHT = "fortnight"
    MONTH = "month"


_DAYS = {Every.DAY: 1, Every.WEEK: 7, Every.FORTNIGHT: 14}


def next_start(first: int, every: Every, timezone: str, after: int) -> int:
    """The first start after a time, counted from the ``first`` start of the series.

    The clocks of the time zone show the same hour each time. An hour that a change of the clocks
    leaves out is an hour later, and of an hour that comes twice the first one counts. A month
    without the day ends a day or more earlier.
    """
    there = zone(timezone)
    local = datetime.fromtimestamp(first, there).replace(tzinfo=None, fold=0)
    starts = (_add_periods(local, every, number).replace(tzinfo=there) for number in count(1))
    return next(at for start in starts if (at := int(start.timestamp())) > after)


def _add_periods(local: datetime, every: Every, number: int) -> datetime:
    if every is not Every.MONTH:
        return local + timedelta(days=_DAYS[every] * number)
    years, month = divmod(local.month - 1 + number, 12)
    year, month = local.year + years, month + 1
    day = min(local.day, calendar.monthrange(year, month)[1])
    return local.replace(year=year, month=month, day=day)
