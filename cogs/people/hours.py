"""The hours of a player: their time zone and their quiet hours, as a form of the preferences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any
from zoneinfo import available_timezones

import discord

from cogs.frame.choices import Fields
from cogs.frame.forms import Choice, form, one, submitted, written
from cogs.presses.press import read_number
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import tr
from prowlerbot.match.deadlines import zone
from prowlerbot.match.preferences import PlayerChoices

_ZONE, _FROM, _TO = "zone", "from", "to"
_HOURS = range(24)
_NAMED = 5
"""The most time zones that a refusal names."""


def clock(choices: PlayerChoices, now: int) -> str:
    """The time of day of a player."""
    there = datetime.fromtimestamp(now, UTC).astimezone(zone(choices.zone_name))
    return f"{there.hour}:{there:%M}"


def hours_form(choices: PlayerChoices, custom_id: str) -> discord.ui.Modal:
    def hour(key: str, label: str, present: int, hint: str = "") -> discord.ui.Label[Any]:
        offered = [Choice(str(it), f"{it}:00", it == present) for it in _HOURS]
        return one(key, label, offered, hint)

    never = tr("The same hour twice: no quiet hours")
    fields = [
        written(
            _ZONE, tr("Time zone"), choices.zone_name, tr("A city, such as Berlin or New York")
        ),
        hour(_FROM, tr("Quiet from"), choices.quiet_from),
        hour(_TO, tr("Quiet until"), choices.quiet_to, never),
    ]
    return form(custom_id, tr("Time zone and quiet hours"), fields)


def read_hours(interaction: discord.Interaction) -> Fields | None:
    """The choices that a submitted form makes. Raises Refused for an unknown time zone."""
    said = submitted(interaction)
    start, end = (_hour(said, key) for key in (_FROM, _TO))
    if start is None or end is None:
        return None
    typed = " ".join(said.get(_ZONE, ()))
    return {"timezone": zone_named(typed), "quiet_from": start, "quiet_to": end}


def _hour(said: Mapping[str, object], key: str) -> int | None:
    match said.get(key):
        case [str(value)] if (number := read_number(value)) in _HOURS:
            return number
    return None


def zone_named(typed: str) -> str:
    """The time zone with this name, or of the city with it. Raises Refused without one."""
    wanted = " ".join(typed.split()).casefold().replace(" ", "_")
    zones = known_zones()
    named = [name for name, folded in zones.items() if wanted == folded]
    cities = [name for name, folded in zones.items() if wanted == _city(folded)]
    near = [name for name, folded in zones.items() if wanted and wanted in _city(folded)]
    if found := named or cities or (near if len(near) == 1 else []):
        return found[0]
    if near:
        raise Refused(
            "Several time zones fit “{timezone}”: {found}. Type one of them.",
            timezone=typed,
            found=tuple(near[:_NAMED]),
        )
    raise Refused(
        "There is no time zone “{timezone}”; type a city, such as Berlin or New York.",
        timezone=typed,
    )


def _city(folded: str) -> str:
    return folded.rpartition("/")[2]


@cache
def known_zones() -> dict[str, str]:
    """The names of all time zones in order, each in the form in which it is searched.

    Cached, as listing them reads the disk; only a system update adds zones.
    """
    return {name: name.casefold() for name in sorted(available_timezones())}
