"""The turns and cards that passed since a player decided, in words, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.games.heroes import texts
from cogs.games.heroes.chapters import Shown
from cogs.games.heroes.colony_words import counted
from cogs.games.heroes.happened import Line, burst, happened
from cogs.games.heroes.invader_way import way
from cogs.games.heroes.questions import ordering
from cogs.games.heroes.situation import Names
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import labelled


def told(line: Line, seat: int, names: Names, cards: Sequence[Shown]) -> list[str]:
    """A heading, then a line for each turn and for each of the ``cards``; empty if none passed.

    If the lines are too long, the ways of invaders are left out, then the oldest lines.
    """
    lines = [*_turns(line, seat, names), *_cards(cards, seat, names, ways=True)]
    if sum(map(len, lines)) > texts.LONGEST_NEWS:
        lines = [*_turns(line, seat, names), *_cards(cards, seat, names, ways=False)]
    while sum(map(len, lines)) > texts.LONGEST_NEWS and len(lines) > 1:
        lines.pop(0)
    return [f"**{tr('Since you last decided:')}**", *lines] if lines else []


def _turns(line: Line, seat: int, names: Names) -> Iterator[str]:
    """The turns of a draft that passed without a choice of this player; the latest is news."""
    latest = burst(line)
    found = []
    for at in range(latest - 1, 0, -1):
        before = line[at - 1]
        if before.phase != "build" or not before.building:
            break
        if before.shown and any(each.kind == "turn" for each in happened(line, at)):
            found.append(texts.turn_told(line, at, names))
        if seat in before.to_move and not ordering.asked(before, seat):
            break
    return filter(None, reversed(found))


def _cards(cards: Sequence[Shown], seat: int, names: Names, *, ways: bool) -> Iterator[str]:
    for visit, seats_before in cards:
        shown = visit.shown
        if visit.number == 1:
            had = counted(seats_before[seat - 1].tokens.counts) or tr("no tokens")
            yield tr("Before the invasion your colony had {tokens}.", tokens=had)
        number = tr("Card {number} of round {round}", number=visit.number, round=visit.round)
        outcomes = " · ".join(texts.outcomes(shown, seats_before, names))
        card = labelled(f"{number}, **{texts.card_name(shown)}**", f"{outcomes}.")
        walked = way(shown, shown.seats[seat - 1]) if ways else ""
        yield " ".join(filter(None, (card, own_way(walked))))


def own_way(walked: str) -> str:
    return tr("The way in your colony: {way}.", way=walked) if walked else ""
