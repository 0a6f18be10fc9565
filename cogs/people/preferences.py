"""A player's preferences, with those about calls; ``/calls`` sets the same values, and more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cogs.frame.choices import ChoiceMessage, Offer, one_of, values_of
from cogs.people.call_choices import WHERE_CHOICES
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.match.preferences import DAY, PlayerChoices, Seen
from prowlerbot.storage.store import Store

THEMES = {
    "night": mark("Night"),
    "day": mark("Day"),
    "safe": mark("Colour-blind safe, with hatching"),
}
_QUIET = ((20, 8), (21, 7), (22, 6), (22, 8), (23, 7), (0, 8))
"""Common choices of hours; `/calls` accepts any others."""
_DAYS = (1, 2, 3, 5, 7, 10, 14)


def preferences(store: Store, now: Callable[[], int]) -> ChoiceMessage[PlayerChoices]:
    """The message; ``now`` gives epoch seconds, from which days away count."""
    return ChoiceMessage(
        store,
        PlayerChoices,
        "mine",
        heading=mark("Your preferences"),
        hint=mark(
            "Each choice takes effect at once, in all your matches; only you see this message."
        ),
        refusal=mark("There is no such choice any more; open your preferences again."),
        owner=lambda interaction: interaction.user.id,
        settings=(
            one_of("theme", mark("Colours"), _themes, mark("Of the boards that only you see")),
            one_of("switches", mark("Boards"), _words_first),
            one_of("counts", mark("Confirm moves"), _confirm),
            one_of("calls", mark("Calls to your turn"), _where),
            one_of(
                "quiet",
                mark("Quiet hours"),
                _quiet_hours,
                mark("Calls make no sound; `/calls` sets your time zone and other hours"),
            ),
            one_of(
                "away",
                mark("Holiday"),
                partial(_away, now),
                mark("Your deadlines wait; `/calls` says until when"),
                mark("On"),
            ),
            one_of("seen", mark("Who can see my history"), _seen),
            one_of("hours", mark("My usual hours"), _hours),
        ),
    )


def _themes(_: PlayerChoices) -> list[Offer]:
    named = {theme: tr(label) for theme, label in THEMES.items()}
    return values_of("theme", {None: tr("Same as the server"), **named})


def _words_first(_: PlayerChoices) -> list[Offer]:
    about_pictures = tr("Your own boards are a picture with a few words")
    about_words = tr("Your views and calls describe the position in words")
    return [
        Offer("pictures", tr("Pictures"), {"text_first": False}, about_pictures),
        Offer("text_first", tr("Words first"), {"text_first": True}, about_words),
    ]


def _confirm(_: PlayerChoices) -> list[Offer]:
    """Phones cut labels off after about 25 characters."""
    first = tr("There you see a move before it counts")
    return [
        Offer("first", tr("In your first matches"), {"confirm": None}, first),
        Offer("shown", tr("Always"), {"confirm": True}, tr("You see each move before it counts")),
        Offer("once", tr("Never"), {"confirm": False}, tr("A press makes the move")),
    ]


def _where(_: PlayerChoices) -> list[Offer]:
    return values_of("calls", {each.value: tr(each.name) for each in WHERE_CHOICES})


def _quiet_hours(choices: PlayerChoices) -> list[Offer]:
    present = (choices.quiet_from, choices.quiet_to)
    never = present[0] == present[1]
    offered = _QUIET if never or present in _QUIET else (*_QUIET, present)
    return [
        Offer("never", tr("Off"), {"quiet_from": 0, "quiet_to": 0}, chosen=never),
        *(
            Offer(
                f"{start}-{end}",
                tr("{start}:00 to {end}:00", start=start, end=end),
                {"quiet_from": start, "quiet_to": end},
                tr("In your time zone: {timezone}", timezone=choices.timezone),
            )
            for start, end in offered
        ),
    ]


def _away(now: Callable[[], int], choices: PlayerChoices) -> list[Offer]:
    back = Offer("0", tr("Off"), choices.away(0, now()), chosen=choices.away_until <= now())
    return [
        back,
        *(
            Offer(
                str(days),
                trn("On for {count} day", "On for {count} days", days),
                choices.away(now() + days * DAY, now()),
                chosen=False,
            )
            for days in _DAYS
        ),
    ]


def _hours(_: PlayerChoices) -> list[Offer]:
    told = tr("Challenges say at which hours of a day you usually move")
    return [
        Offer("hidden", tr("Not told"), {"hours_told": False}, tr("Nobody is told")),
        Offer("told", tr("Told in challenges"), {"hours_told": True}, told),
    ]


def _seen(_: PlayerChoices) -> list[Offer]:
    seen: tuple[tuple[Seen, str, str], ...] = (
        ("server", tr("Members of a server"), tr("They find what you played in that server")),
        ("everywhere", tr("Everybody"), tr("All your finished matches are found everywhere")),
        ("nowhere", tr("Only me"), tr("Your history, card and place are hidden")),
    )
    return [Offer(value, label, {"seen": value}, about) for value, label, about in seen]
