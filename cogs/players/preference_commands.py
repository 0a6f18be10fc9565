"""The command and the message of a player's preferences: boards, reminders, what others see."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any
from zoneinfo import available_timezones

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.frame import forms
from cogs.frame.command_options import allow_everywhere
from cogs.frame.features import answers
from cogs.frame.names import command
from cogs.frame.settings_message import (
    Fields,
    Item,
    Offer,
    Setting,
    SettingsMessage,
    SettingsPage,
    one_of,
)
from cogs.presses import PlainPress, SettingPress, read_number
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.match.preferences import (
    MAX_AWAY_SECONDS,
    MAX_RATED_AWAY_SECONDS,
    PlayerChoices,
    Theme,
    Visibility,
    days_left,
    time_zone,
)
from prowlerbot.storage.match_store import Store

THEMES: Mapping[Theme, str] = {
    "night": mark("Night"),
    "day": mark("Day"),
    "safe": mark("Colour-blind safe, with hatching"),
}
_QUIET_HOURS = ((20, 8), (21, 7), (22, 6), (22, 8), (23, 7), (0, 8))
"""Common choices, each a start and an end; a form takes any others."""
_CALL_PLACES = {
    "channel": mark("In the channel of the match"),
    "dm": mark("By direct message"),
    "off": mark("Not at all"),
}
_QUIET_CALLS = mark(
    "From {start} to {end} calls come without a sound and reminders wait"
    " (time zone {timezone}, where it is {clock} now)."
)
_QUIET_WITHOUT_CALLS = mark(
    "Your quiet hours count once you are called again: from {start} to {end}"
    " (time zone {timezone}, where it is {clock} now)."
)


_ZONE_FIELD, _FROM_FIELD, _TO_FIELD = "zone", "from", "to"
_HOURS = range(24)
_MOST_NAMED = 5  # the most time zones that a refusal names


@dataclass(eq=False)
class Preferences(commands.Cog):
    """The command that opens the preferences, and the presses in their message."""

    _message: SettingsMessage[PlayerChoices]

    @answers(SettingPress, "mine")
    async def _change(self, interaction: Interaction, press: SettingPress) -> None:
        await self._message.change(interaction, press)

    @answers(PlainPress, "preferences")
    async def _open(self, interaction: Interaction, _: PlainPress) -> None:
        await self._message.show(interaction)

    @allow_everywhere
    @app_commands.command(description="Colours, text boards, move confirmation, turn reminders")
    async def preferences(self, interaction: Interaction) -> None:
        await self._message.show(interaction)


def preference_message(store: Store, now: Callable[[], int]) -> SettingsMessage[PlayerChoices]:
    """The message with the preferences; ``now`` returns the time in epoch seconds."""
    known_zones()  # read from the disk before the first form needs them
    zone, back = partial(_zone_words, now), partial(_back_hint, now)
    settings = (
        one_of("theme", mark("Colours"), _theme_offers, mark("Of the boards that only you see")),
        one_of("switches", mark("Boards"), _board_offers, _words_hint, answers=True),
        one_of("counts", mark("Confirm moves"), _confirm_offers),
        one_of("calls", mark("Turn reminders"), _call_offers, _call_hint),
        one_of("quiet", mark("Quiet hours"), _quiet_offers, partial(_quiet_hint, now)),
        Setting("zone", mark("Time zone"), _zone_button, read_quiet_form, zone, quiet_form),
        one_of("away", mark("Holiday"), partial(_away_offers, now), back, mark("On")),
    )
    seen = one_of("seen", mark("Who can see my history"), _seen_offers)
    hours = one_of("hours", mark("My usual hours"), _hours_offers)
    return SettingsMessage(
        store,
        PlayerChoices,
        "mine",
        heading=mark("Your preferences"),
        hint=mark(
            "Each choice takes effect at once, in all your matches; only you see this message."
        ),
        refusal=mark("There is no such choice any more; open your preferences again."),
        owner=lambda interaction: interaction.user.id,
        pages=(
            SettingsPage(settings, mark("General")),
            SettingsPage((seen, hours), mark("Privacy")),
        ),
    )


def _theme_offers(_: PlayerChoices) -> Mapping[Any, str]:
    named = {theme: tr(label) for theme, label in THEMES.items()}
    return {None: tr("Same as the server"), **named}


def _board_offers(_: PlayerChoices) -> list[Offer]:
    about_pictures = tr("Your own boards are a picture with a few words")
    about_words = tr("Your own boards are words; they tell the position when you ask")
    return [
        Offer("pictures", tr("Pictures"), {"text_first": False}, about_pictures),
        Offer("text_first", tr("Words first"), {"text_first": True}, about_words),
    ]


def _words_hint(choices: PlayerChoices) -> str:
    """The way to the words. It names the commands of one game as an example for all games."""
    if not choices.text_first:
        return ""
    return tr(
        "Words first is on: a match that you begin or accept opens a board in words that only you"
        " see, and it stays. “Open my board” in `{matches}` and below a reminder by direct message"
        " leads to it, and so does `{board}` with `private: True`; `{play}` moves.",
        matches=command("matches"),
        board=command("prowler", "board"),
        play=command("prowler", "play"),
    )


def _confirm_offers(_: PlayerChoices) -> list[Offer]:
    # Phones cut labels off after about 25 characters.
    first = tr("There you see a move before it counts")
    return [
        Offer("first", tr("In your first matches"), {"confirm": None}, first),
        Offer("shown", tr("Always"), {"confirm": True}, tr("You see each move before it counts")),
        Offer("once", tr("Never"), {"confirm": False}, tr("A press makes the move")),
    ]


def _call_offers(_: PlayerChoices) -> Mapping[str, str]:
    return {value: tr(label) for value, label in _CALL_PLACES.items()}


def _call_hint(choices: PlayerChoices) -> str:
    if choices.calls == "dm":
        return tr("You are called by direct message, or in the channel if you do not accept those.")
    return ""


def _quiet_hint(now: Callable[[], int], choices: PlayerChoices) -> str:
    if choices.quiet_from == choices.quiet_to:
        return ""
    return tr(
        _QUIET_WITHOUT_CALLS if choices.calls == "off" else _QUIET_CALLS,
        start=f"{choices.quiet_from}:00",
        end=f"{choices.quiet_to}:00",
        timezone=choices.zone_name,
        clock=clock_words(choices, now()),
    )


def _quiet_offers(choices: PlayerChoices) -> list[Offer]:
    present = (choices.quiet_from, choices.quiet_to)
    is_off = choices.quiet_from == choices.quiet_to
    offers = [Offer("never", tr("Off"), {"quiet_from": 0, "quiet_to": 0}, chosen=is_off)]
    zone_words = tr("In your time zone: {timezone}", timezone=choices.zone_name)
    for start, end in dict.fromkeys(_QUIET_HOURS if is_off else (*_QUIET_HOURS, present)):
        label = tr("{start}:00 to {end}:00", start=start, end=end)
        fields = {"quiet_from": start, "quiet_to": end}
        offers.append(Offer(f"{start}-{end}", label, fields, zone_words))
    return offers


def _zone_button(_: PlayerChoices, custom_id: str) -> list[Item]:
    return [discord.ui.Button(label=tr("Change time zone or quiet hours"), custom_id=custom_id)]


def _zone_words(now: Callable[[], int], choices: PlayerChoices) -> str:
    timezone, clock = choices.zone_name.replace("_", " "), clock_words(choices, now())
    return tr("{timezone}, where it is {clock} now", timezone=timezone, clock=clock)


def _back_hint(now: Callable[[], int], choices: PlayerChoices) -> str:
    rated = trn(
        "In rated matches they wait for {most} days a year, of which {count} day is left.",
        "In rated matches they wait for {most} days a year, of which {count} days are left.",
        days_left(choices.absences, now()),
        most=MAX_RATED_AWAY_SECONDS // DAY,
    )
    if now() >= choices.away_until:
        return f"{tr('Your deadlines wait while you are away.')} {rated}"
    away = tr(
        "You are away. Return: {when}. Your deadlines wait for you, but for moves that were"
        " late or had an hour or less as that began.",
        when=f"<t:{choices.away_until}:f>",
    )
    return f"{away} {rated}"


def _away_offers(now: Callable[[], int], choices: PlayerChoices) -> list[Offer]:
    end = choices.holiday_changes(0, now())
    offers = [Offer("0", tr("Off"), end, chosen=choices.away_until <= now())]
    for days in range(1, MAX_AWAY_SECONDS // DAY + 1):
        label = trn("On for {count} day", "On for {count} days", days)
        begin = choices.holiday_changes(now() + days * DAY, now())
        offers.append(Offer(str(days), label, begin, chosen=False))
    return offers


def _hours_offers(_: PlayerChoices) -> list[Offer]:
    shown_words = tr("Challenges say at which hours of a day you usually move")
    return [
        Offer("hidden", tr("Hidden"), {"hours_told": False}, tr("Nobody is told")),
        Offer("told", tr("Shown in challenges"), {"hours_told": True}, shown_words),
    ]


def _seen_offers(_: PlayerChoices) -> list[Offer]:
    offers: tuple[tuple[Visibility, str, str], ...] = (
        ("server", tr("Members of a server"), tr("They find what you played in that server")),
        ("everywhere", tr("Everybody"), tr("All your finished matches are found everywhere")),
        ("nowhere", tr("Only me"), tr("Your history, card and place are hidden")),
    )
    return [Offer(value, label, {"seen": value}, about) for value, label, about in offers]


def clock_words(choices: PlayerChoices, now: int) -> str:
    local = datetime.fromtimestamp(now, UTC).astimezone(time_zone(choices.zone_name))
    return f"{local.hour}:{local:%M}"


def quiet_form(choices: PlayerChoices, custom_id: str) -> discord.ui.Modal:
    def hour_menu(key: str, label: str, present: int, hint: str = "") -> discord.ui.Label[Any]:
        offered = [forms.Choice(str(hour), f"{hour}:00", hour == present) for hour in _HOURS]
        return forms.menu_field(key, label, offered, hint)

    never = tr("The same hour twice: no quiet hours")
    city = tr("A city, such as Berlin or New York")
    fields = [
        forms.line_field(_ZONE_FIELD, tr("Time zone"), choices.zone_name, city),
        hour_menu(_FROM_FIELD, tr("Quiet from"), choices.quiet_from),
        hour_menu(_TO_FIELD, tr("Quiet until"), choices.quiet_to, never),
    ]
    return forms.form(custom_id, tr("Time zone and quiet hours"), fields)


def read_quiet_form(_: PlayerChoices, interaction: discord.Interaction) -> Fields | None:
    """The choices that a submitted form makes. Raises Refused for an unknown time zone."""
    values = forms.submitted_values(interaction)
    keys = (_ZONE_FIELD, _FROM_FIELD, _TO_FIELD)
    zone, start, end = (" ".join(values.get(key, ())) for key in keys)
    quiet_from, quiet_to = read_number(start), read_number(end)
    if quiet_from not in _HOURS or quiet_to not in _HOURS:
        return None
    return {"timezone": find_zone(zone), "quiet_from": quiet_from, "quiet_to": quiet_to}


def find_zone(typed: str) -> str:
    """The time zone with this name, or of the city with it. Raises Refused without one."""
    wanted = " ".join(typed.split()).casefold().replace(" ", "_")
    zones = known_zones()
    cities = {name: folded.rpartition("/")[2] for name, folded in zones.items()}
    exact = [name for name, folded in zones.items() if wanted == folded]
    exact += [name for name, city in cities.items() if wanted == city]
    similar = [name for name, city in cities.items() if wanted and wanted in city]
    if exact or len(similar) == 1:
        return (exact or similar)[0]
    if similar:
        raise Refused(
            "Several time zones fit “{timezone}”: {found}. Type one of them.",
            timezone=typed,
            found=tuple(similar[:_MOST_NAMED]),
        )
    raise Refused(
        "There is no time zone “{timezone}”; type a city, such as Berlin or New York.",
        timezone=typed,
    )


@cache
def known_zones() -> dict[str, str]:
    """The names of all time zones in order, each as it is searched; listing them reads the disk."""
    return {name: name.casefold() for name in sorted(available_timezones())}
