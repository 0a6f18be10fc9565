"""The chapters of a match (rounds, their invasions, the cards of each), and the cards to show."""

from __future__ import annotations

from typing import NamedTuple

from cogs.contract.screen import ROUND, Chapter, Film
from cogs.games.heroes.happened import burst
from cogs.games.heroes.texts import card_name
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.chronicle import (
    Line,
    Visit,
    invasions,
    latest_invasion,
    rounds,
    visits,
)
from prowlerbot.games.heroes.seat import Seat


def chapters(line: Line) -> list[Chapter]:
    """Each round, followed by its invasion and the cards of that invasion."""
    invaded = {stretch.round: stretch for stretch in invasions(line)}
    cards = list(visits(line))
    found = []
    for number, first, last in rounds(line):
        found.append(Chapter(f"{ROUND}{number}", tr("Round {round}", round=number), first, last))
        if invasion := invaded.get(number):
            label = tr("Round {round}: the invasion", round=number)
            found.append(Chapter(_key(number), label, invasion.first, invasion.last))
        found += [_card(visit) for visit in cards if visit.round == number]
    return found


def _key(number: int) -> str:
    return f"invasion{number}"


def _card(visit: Visit) -> Chapter:
    label = tr(
        "Round {round}, card {number}: {card}",
        round=visit.round,
        number=visit.number,
        card=card_name(visit.shown),
    )
    return Chapter(f"card{visit.round}.{visit.number}", label, visit.first, visit.last)


def film(line: Line) -> Film | None:
    """The animation of the current invasion, or of the last one if nothing has happened since."""
    begun = latest_invasion(line)
    return Film(_key(line[begun].round), tr("Invasion")) if begun < len(line) else None


class Shown(NamedTuple):
    """A card to show in a picture, with the seats at its arrival."""

    visit: Visit
    seats_before: tuple[Seat, ...]


def passed(line: Line) -> list[Shown]:
    """The cards that ended with the latest move and are no longer in view."""
    made = burst(line) - latest_invasion(line)
    return [each for each in _gone(line) if each.visit.last >= made]


def pages(line: Line) -> list[Shown]:
    """Cards to turn over one by one: those of an invasion that has just begun, or several."""
    cards = passed(line)
    begun = bool(cards) and cards[0].visit.number == 1
    return cards if begun or len(cards) > 1 else []


def summed(line: Line, cards: list[Shown]) -> list[Shown]:
    """The given cards or, after the end of the invasion, all cards of the round."""
    return cards_of_round(line) if cards and line[-1].phase != "invasion" else cards


def last_passed(line: Line) -> list[Shown]:
    """The cards that have just passed or else the latest one, until building begins."""
    return passed(line) or _gone(line)[-1:]


def present(line: Line) -> Shown | None:
    """The current card, while the colonies meet it or have just met it."""
    return next((each for each in cards_of_round(line) if each.visit.shown is line[-1]), None)


def _gone(line: Line) -> list[Shown]:
    return [each for each in cards_of_round(line) if each.visit.shown is not line[-1]]


def cards_of_round(line: Line) -> list[Shown]:
    """All cards of the current invasion, or of the last one if nothing has happened since."""
    part = line[latest_invasion(line) :]
    return [Shown(visit, part[visit.first].seats) for visit in visits(part)]
