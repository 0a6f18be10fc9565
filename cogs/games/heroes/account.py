"""The account of a match: its latest events, and those that a player has missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from cogs.contract.sentences import Event, told
from cogs.games.heroes.chapters import Shown
from cogs.games.heroes.colony_words import counted
from cogs.games.heroes.event_words import (
    SENTENCES,
    card_name,
    card_of,
    card_text,
    invader_name,
    outcomes,
)
from cogs.games.heroes.happened import Line, burst, happened
from cogs.games.heroes.invader_way import way
from cogs.games.heroes.questions import ordering
from cogs.games.heroes.situation import Names, marked
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import labelled

LONGEST_NEWS = 1_800
"""Characters; the message needs room for other parts."""
_MOST_BRIEF = 2
"""Events in one line."""


def latest(line: Line, *, after: int = 0, words: bool = False, alone: bool = False) -> list[Event]:
    """The events of the latest move, with the chance draws after it, or of the last step ``alone``.

    Only the latest of several cards is told in full, and none after the end of the match or in
    ``words``, which have it below. The reader knows the cards of the steps up to ``after``.
    """
    first = len(line) - 1 if alone else burst(line)
    steps = [(at, list(happened(line, at))) for at in range(first, len(line))]
    cards = [at for at, events in steps if any(each.kind == "card" for each in events)]
    full = cards[-1] if cards and line[-1].outcome is None and not words else 0
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


def news(
    line: Line, names: Names, *, after: int = 0, words: bool = False, alone: bool = False
) -> str:
    """The latest events, one a line; the oldest ones are left out of a text that is too long."""
    if len(line) < 2:
        return ""
    return "\n".join(_fitted(_told(latest(line, after=after, words=words, alone=alone), names)))


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
    """A card that is over, with its outcome in each colony or in that of one seat."""
    position, seats = shown.visit.shown, [seat] if seat else ()
    found = outcomes(position, shown.seats_before, seats, briefly=briefly)
    name = invader_name(position) if briefly and not position.event else card_name(position)
    (line,) = _told([Event("outcomes", fields={"card": name, "outcomes": found})], names)
    return tr("Card {number}, {card}", number=shown.visit.number, card=line)


def card_told(shown: Shown, names: Names) -> list[str]:
    """A card that is over with its rules, and a line for its outcome in each colony."""
    visit, seats_before = shown
    number = tr("Card {number} of round {round}", number=visit.number, round=visit.round)
    found = _told(outcomes(visit.shown, seats_before).events, names)
    return [f"-# {number}", card_text(visit.shown), *found]


def since(line: Line, seat: int, names: Names, cards: Sequence[Shown]) -> list[str]:
    """A heading, then a line for each turn and card that passed since the player decided; empty if
    none passed.
    """
    lines = [*_turns(line, seat, names), *_cards(cards, seat, names)]
    return [f"**{tr('Since you last decided:')}**", *_fitted(lines)] if lines else []


def ways(line: Line, seat: int, cards: Sequence[Shown]) -> Iterator[str]:
    """The ways of missed invaders in the player's colony, except the one that the position has."""
    for shown in cards:
        position = shown.visit.shown
        walked = way(position, position.seats[seat - 1])
        if walked and position is not card_of(line[-1]):
            yield labelled(card_name(position), f"{walked}.")


def _turns(line: Line, seat: int, names: Names) -> list[str]:
    """The turns of a draft that passed without a choice of this player; the latest is news."""
    found = list[Event]()
    for at in range(burst(line) - 1, 0, -1):
        before = line[at - 1]
        if before.phase != "build" or not before.building:
            break
        if before.shown:
            found[:0] = [each for each in happened(line, at) if each.kind in {"turn", "alone"}]
        if seat in before.to_move and not ordering.asked(before, seat):
            break
    return _told(found, names)


def _cards(cards: Sequence[Shown], seat: int, names: Names) -> Iterator[str]:
    for shown in cards:
        if shown.visit.number == 1:
            had = counted(shown.seats_before[seat - 1].tokens.counts) or tr("no tokens")
            yield tr("Before the invasion your colony had {tokens}.", tokens=had)
        yield card_line(shown, names, briefly=True)
