"""``/calls``: where and when a player gets called."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Literal
from zoneinfo import available_timezones

from discord import Interaction, app_commands

from cogs.frame.names import command
from cogs.frame.options import Command, Suggestions, suggest
from cogs.frame.replies import say
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.deadlines import zone
from prowlerbot.match.preferences import DAY, Calls, PlayerChoices
from prowlerbot.service.service import Service

WHERE_CHOICES = [
    app_commands.Choice(name="In the channel of the match", value="channel"),
    app_commands.Choice(name="By direct message", value="dm"),
    app_commands.Choice(name="Not at all", value="off"),
]
LONGEST_AWAY = 14
"""Days; an absence moves a deadline by no more."""

_WHERE: dict[Calls, str] = {
    "channel": mark("You are called in the channel of the match."),
    "dm": mark("You are called by direct message, or in the channel if you do not accept those."),
    "off": mark("You are not called."),
}
_QUIET = mark(
    "From {start} to {end} calls come without a sound and reminders wait"
    " (time zone {timezone}, where it is {clock} now)."
)
_QUIET_WITHOUT_CALLS = mark(
    "Your quiet hours count once you are called again: from {start} to {end}"
    " (time zone {timezone}, where it is {clock} now)."
)
_SUGGESTED = 25


def calls_command(service: Service) -> Command:
    @app_commands.command(description="Choose where and when you are called to move")
    @app_commands.describe(
        where="Where you are told that it is your turn",
        quiet_from="Hour of the day from which calls make no sound",
        quiet_to="Hour at which that ends; the same hour for no quiet hours",
        timezone="Your time zone, such as Europe/Berlin",
        away="How many days you will be away from now; 0 when you are back",
    )
    @app_commands.choices(where=WHERE_CHOICES)
    async def calls(
        interaction: Interaction,
        *,
        where: Literal["channel", "dm", "off"] | None = None,
        quiet_from: app_commands.Range[int, 0, 23] | None = None,
        quiet_to: app_commands.Range[int, 0, 23] | None = None,
        timezone: str | None = None,
        away: app_commands.Range[int, 0, LONGEST_AWAY] | None = None,
    ) -> None:
        """Store the given values, keep the rest, and describe them all."""
        if timezone is not None and timezone not in _zones():
            raise Refused(
                "There is no time zone “{timezone}”; pick one from the list, such as"
                " Europe/Berlin.",
                timezone=timezone,
            )
        now = service.now()
        user = interaction.user.id
        said = {
            "calls": where,
            "quiet_from": quiet_from,
            "quiet_to": quiet_to,
            "timezone": timezone,
        }
        changes = {name: value for name, value in said.items() if value is not None}
        if away is not None:
            present = await service.player(user)
            changes |= present.away(now + away * DAY if away else 0, now)
        choices = await service.store.rechoose(PlayerChoices, user, **changes)
        change = tr(
            "The options of `{calls}` change this, and so does `{preferences}`.",
            calls=command("calls"),
            preferences=command("preferences"),
        )
        lines = ["### " + tr("Your calls"), *described(choices, now), f"-# {change}"]
        await say(interaction, "\n".join(lines))

    async def zones(_: Interaction, typed: str) -> Suggestions:
        return _suggested_zones(typed)

    _zones()  # fill the cache before the first command needs it
    suggest(calls, "timezone", zones)
    return calls


def described(choices: PlayerChoices, now: int) -> list[str]:
    """A player's choices, one sentence a line."""
    lines = [tr(_WHERE[choices.calls])]
    clock = datetime.fromtimestamp(now, UTC).astimezone(zone(choices.timezone))
    if choices.quiet_from == choices.quiet_to:
        lines.append(tr("You have no quiet hours."))
    else:
        lines.append(
            tr(
                _QUIET_WITHOUT_CALLS if choices.calls == "off" else _QUIET,
                start=f"{choices.quiet_from}:00",
                end=f"{choices.quiet_to}:00",
                timezone=choices.timezone,
                clock=f"{clock.hour}:{clock:%M}",
            )
        )
    if now < choices.away_until:
        lines.append(
            tr(
                "You are away until {when}: your deadlines wait for you, but for moves that were"
                " late or had an hour or less as that began.",
                when=f"<t:{choices.away_until}:f>",
            )
        )
    return lines


@cache
def _zones() -> dict[str, str]:
    """The names of all time zones in order, each with its searchable form.

    Cached, as listing them reads the disk; only a system update adds zones.
    """
    return {name: name.casefold() for name in sorted(available_timezones())}


def _suggested_zones(typed: str) -> Suggestions:
    """The time zones that contain the typed text; those whose city starts with it come first."""
    wanted = typed.casefold().replace(" ", "_")
    fitting = [(name, folded) for name, folded in _zones().items() if wanted in folded]
    fitting.sort(key=lambda zone: not zone[1].rpartition("/")[2].startswith(wanted))
    return [app_commands.Choice(name=name, value=name) for name, _ in fitting[:_SUGGESTED]]
