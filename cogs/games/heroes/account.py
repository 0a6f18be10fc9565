"""The account of a match: its latest events, and those that a player has missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from cogs.contract.sentences import Event, Several, told
from cogs.games.heroes import chapters
from cogs.games.heroes.chapters import Shown
from cogs.games.heroes.colony_words import counted
from cogs.games.heroes.event_words import (
    SENTENCES,
    card_name,
    card_of,
    card_text,
    counted_pieces,
    invader_name,
    outcomes,
)
from cogs.games.heroes.happened import Line, burst, happened
from cogs.games.heroes.invader_way import way
from cogs.games.heroes.situation import Names, marked
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import labelled
from prowlerbot.games.heroes.position import NO_GUARDS, REVEAL_STUCK

LONGEST_NEWS = 1_800
"""Characters; the message needs room for other parts."""
_MOST_BRIEF = 2
"""Events in one line."""


def latest(line: Line, *, after: int = 0, alone: bool = False) -> list[Event]:
    """The events of the latest move, with the chance draws after it, or of the last step ``alone``.

    Only the latest of several cards is told in full, and none after the end of the match. The
    reader knows the cards of the steps up to ``after``.
    """
    first = len(line) - 1 if alone else burst(line)
    steps = [(at, list(happened(line, at))) for at in range(first, len(line))]
    cards = [at for at, events in steps if any(each.kind == "card" for each in events)]
    full = cards[-1] if cards and line[-1].outcome is None else 0
    told = {
        "comes": lambda at: at == len(line) - 1,
        "card": lambda at: at == full > after,
        "outcomes": lambda at: at > after,
    }
    return [
        replace(event, kind="everywhere") if event.kind == "outcomes" and at == full else event
        for at, events in steps
        for event in events
        if event.kind not in told or told[event.kind](at)
    ]


def news(line: Line, names: Names, *, after: int = 0, alone: bool = False) -> str:
    """The latest events, one a line; the oldest ones are left out of a text that is too long."""
    if len(line) < 2:
        return ""
    return "\n".join(_fitted(_told(latest(line, after=after, alone=alone), names)))


def _told(events: Sequence[Event], names: Names) -> list[str]:
    return told(events, SENTENCES, names, partial(marked, names=names))


def _fitted(lines: list[str]) -> list[str]:
    while sum(map(len, lines)) + len(lines) > LONGEST_NEWS and len(lines) > 1:
        lines.pop(0)
    return lines


def recap(line: Line, names: Names) -> str:
    """The last step in one short line without markdown; empty if no player acted in the open."""
    if len(line) < 2 or (line[-1].shown and line[-1].shown is line[-2].shown):
        return ""
    return " · ".join(told(happened(line, len(line) - 1), SENTENCES, names)[:_MOST_BRIEF])


# ------------------------------------------------------------- cards, and what passed meanwhile


def card_line(shown: Shown, names: Names, seat: int = 0, *, briefly: bool = False) -> str:
    """A card with its outcome in each colony or in that of one seat."""
    position, seats = shown.visit.shown, [seat] if seat else ()
    found = outcomes(position, shown.seats_before, seats, briefly=briefly)
    named = briefly and shown.visit.over and not position.event
    name = invader_name(position) if named else card_name(position)
    (line,) = _told([Event("outcomes", fields={"card": name, "outcomes": found})], names)
    return tr("Card {number}, {card}", number=shown.visit.number, card=line)


def card_told(shown: Shown, names: Names) -> list[str]:
    """A card that is over with its rules, and a line for its outcome in each colony."""
    visit, seats_before = shown
    number = tr("Card {number} of round {round}", number=visit.number, round=visit.round)
    found = _told(outcomes(visit.shown, seats_before).events, names)
    return [f"-# {number}", card_text(visit.shown), *found]


def since(
    line: Line, seat: int, names: Names, cards: Sequence[Shown], *, briefly: bool = False
) -> list[str]:
    """A line for each event since the player decided: first the turns, cards and rounds that
    passed, below a heading, then the latest move and the present card.

    A card whose outcomes the player knew at that decision is left out. ``briefly``, all turns are
    summed up by numbers of pieces, and cards have their outcomes in the player's colony alone.
    """
    decided, begun = chapters.decided(line, seat, _UNASKED), burst(line)
    steps = [(at, it) for at in range(max(1, decided), len(line)) for it in happened(line, at)]
    turns = [it for at, it in steps if at < begun and it.kind in _TURNS]
    rounds = [it for at, it in steps if at < begun and it.kind in _LASTING]
    latest_events = [it for at, it in steps if at >= begun and it.kind not in _OF_CARDS]
    shown = [*filter(None, (chapters.present(line),))]
    if line[-1].outcome is not None:
        latest_events, shown = [], []
    known = _outcomes_at(line[:decided])
    cards, shown = ([it for it in found if _outcomes(it) != known] for found in (cards, shown))
    if briefly:
        turns = _summed([it for _, it in steps if it.kind in _TURNS])
        latest_events = [it for it in latest_events if it.kind not in _TURNS]
    passed = [
        *_told(turns, names),
        *_cards(cards, seat, names, briefly=briefly),
        *_told(rounds, names),
    ]
    heading = [f"**{tr('Since you last decided:')}**"] if passed else []
    now = _cards(shown, seat, names, briefly=briefly)
    return _fitted([*heading, *passed, *_told(latest_events, names), *now])


_UNASKED = (REVEAL_STUCK, NO_GUARDS)
"""The orders that answer before a player has seen what passed."""
_TURNS = {"turn", "alone"}
_LASTING = {"profit", "took", "left"}
"""The other events that a player reads even if others have moved since."""
_OF_CARDS = {"comes", "card", "outcomes", "walked"}


def _outcomes_at(line: Line) -> tuple[int, int, Several] | None:
    """The present card, by round and number, with its outcomes so far."""
    shown = chapters.present(line) if line else None
    return None if shown is None else _outcomes(shown)


def _outcomes(shown: Shown) -> tuple[int, int, Several]:
    visit, seats_before = shown
    return visit.round, visit.number, outcomes(visit.shown, seats_before, briefly=True)


def _cards(cards: Sequence[Shown], seat: int, names: Names, *, briefly: bool) -> Iterator[str]:
    """A line for each card; ``briefly``, one for all that have not changed the player's colony."""
    calm = []
    for shown in cards:
        if shown.visit.number == 1:
            had = counted(shown.seats_before[seat - 1].tokens.counts) or tr("no tokens")
            yield tr("Before the invasion your colony had {tokens}.", tokens=had)
        position = shown.visit.shown
        found = outcomes(position, shown.seats_before, [seat], briefly=True)
        if briefly and found.events[0].kind == "unchanged":
            calm.append(card_name(position) if position.event else invader_name(position))
        else:
            yield card_line(shown, names, seat if briefly else 0, briefly=True)
    if calm:
        yield labelled(tr("Nothing has changed"), f"{', '.join(calm)}.")


def _summed(turns: Sequence[Event]) -> list[Event]:
    """Several turns as one, with the pieces of each player counted."""
    if len(turns) < 2:
        return [*map(_counted, turns)]
    built = [it for turn in turns for it in cast(Several, turn.fields["built"]).events]
    numbers = Counter[int]()
    for it in built:
        numbers[it.seat] += cast(int, it.fields["number"])
    summed = [
        _counted(Event("built", seat, fields={"number": count}))
        for seat, count in sorted(numbers.items())
    ]
    first, last = (turns[at].fields["turn"] for at in (0, -1))
    fields = {"first": first, "last": last, "built": Several(summed, " · ")}
    return [Event("turns", fields=fields)]


def _counted(event: Event) -> Event:
    """An event with the number of pieces in the place of their names."""
    fields = dict(event.fields)
    if "number" in fields:
        fields["pieces"] = counted_pieces(cast(int, fields["number"]))
    if isinstance(built := fields.get("built"), Several):
        fields["built"] = built._replace(events=[*map(_counted, built.events)])
    return replace(event, fields=fields)


def ways(line: Line, seat: int, cards: Sequence[Shown]) -> Iterator[str]:
    """The ways of missed invaders in the player's colony, except the one that the position has."""
    for shown in cards:
        position = shown.visit.shown
        walked = way(position, position.seats[seat - 1])
        if walked and position is not card_of(line[-1]):
            yield labelled(card_name(position), f"{walked}.")
