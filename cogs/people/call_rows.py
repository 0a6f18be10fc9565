"""The preferences about calls; ``/calls`` sets the same values and the time zone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord

from cogs.people.call_choices import WHERE_CHOICES
from cogs.people.preferences import Item, Row, custom_id
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.match.preferences import DAY, PlayerChoices

_QUIET = ((20, 8), (21, 7), (22, 6), (22, 8), (23, 7), (0, 8))
"""Common choices of hours; `/calls` accepts any others."""
_QUIET_TOLD = mark("Calls make no sound; `/calls` sets your time zone and other hours")
_AWAY_TOLD = mark("Your deadlines wait; `/calls` says until when")
_HOURS = re.compile("[0-9]{1,2}-[0-9]{1,2}")
_DAYS = (1, 2, 3, 5, 7, 10, 14)
_NEVER = "never"
_BACK = "0"


def call_rows(now: Callable[[], int]) -> tuple[Row, ...]:
    """The rows; ``now`` gives epoch seconds, from which days away count."""

    def away(choices: PlayerChoices) -> Item:
        is_away = choices.away_until > now()
        back = discord.SelectOption(label=tr("Off"), value=_BACK, default=not is_away)
        options = [
            discord.SelectOption(
                label=trn("On for {count} day", "On for {count} days", days), value=str(days)
            )
            for days in _DAYS
        ]
        return discord.ui.Select(
            custom_id=custom_id("away"),
            placeholder=tr("On"),
            options=[back, *options],
        )

    def read_away(values: Sequence[str]) -> Mapping[str, Any] | None:
        if list(values) == [_BACK]:
            return {"away_until": 0}
        found = [days for days in _DAYS if [str(days)] == list(values)]
        return {"away_until": now() + found[0] * DAY} if found else None

    return (
        Row("calls", mark("Calls to your turn"), _where, _read_where),
        Row("quiet", mark("Quiet hours"), _quiet, _read_quiet, _QUIET_TOLD),
        Row("away", mark("Holiday"), away, read_away, _AWAY_TOLD),
    )


def _where(choices: PlayerChoices) -> Item:
    options = [
        discord.SelectOption(
            label=tr(each.name), value=each.value, default=each.value == choices.calls
        )
        for each in WHERE_CHOICES
    ]
    return discord.ui.Select(custom_id=custom_id("calls"), options=options)


def _read_where(values: Sequence[str]) -> Mapping[str, Any] | None:
    offered = [each.value for each in WHERE_CHOICES if [each.value] == list(values)]
    return {"calls": offered[0]} if offered else None


def _quiet(choices: PlayerChoices) -> Item:
    present = (choices.quiet_from, choices.quiet_to)
    never = present[0] == present[1]
    offered = list(_QUIET) if never or present in _QUIET else [*_QUIET, present]
    options = [
        discord.SelectOption(label=tr("Off"), value=_NEVER, default=never),
        *(
            discord.SelectOption(
                label=tr("{start}:00 to {end}:00", start=start, end=end),
                description=tr("In your time zone: {timezone}", timezone=choices.timezone),
                value=f"{start}-{end}",
                default=(start, end) == present,
            )
            for start, end in offered
        ),
    ]
    return discord.ui.Select(custom_id=custom_id("quiet"), options=options)


def _read_quiet(values: Sequence[str]) -> Mapping[str, Any] | None:
    match values:
        case [value] if value == _NEVER:
            return {"quiet_from": 0, "quiet_to": 0}
        case [value] if _HOURS.fullmatch(value):
            start, end = map(int, value.split("-"))
            return {"quiet_from": start, "quiet_to": end} if max(start, end) < 24 else None
    return None
