"""The chapters of a match (rounds, their invasions, the cards of each), and the cards to show."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from cogs.contract.screen import ROUND, Chapter, Film
from cogs.games.heroes import building_questions
from cogs.games.heroes.event_words import card_name
from cogs.games.heroes.happened import burst
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.chronicle import (
    Line,
    Visit,
    invasions,
    latest_invasion,
    rounds,
    visits,
)
from prowlerbot.games.heroes.colony import Seat


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


def present_page(line: Line) -> str:
    """The page of a private board that shows the present: round and number of the first card that
    is not over.
    """
    now = line[-1]
    if now.phase != "invasion":
        return _page(now.round + (now.phase in {"planning", "over"}), 1)
    return _page(now.round, 1 + len(_over(line[latest_invasion(line) :])))


def opening_page(line: Line, seat: int, orders: Collection[str]) -> str:
    """The page with the first card that a player may have missed.

    They have seen the cards before their latest decision; an answer of a standing order is no
    decision.
    """
    at = decided(line, seat, orders)
    return present_page(line[:at]) if at else _page(line[0].round, 1)


def decided(line: Line, seat: int, orders: Collection[str]) -> int:
    """The step of a player's latest decision that none of these orders answers; 0 without one."""
    for at in range(len(line) - 1, 0, -1):
        before = line[at - 1]
        if (
            seat in before.to_move
            and before.seats[seat - 1] != line[at].seats[seat - 1]
            and building_questions.asked(before, seat) not in orders
        ):
            return at
    return 0


def unturned(line: Line, page: str) -> list[Shown]:
    """The cards from a page on that are over and no longer in view."""
    first = _read_page(page)
    if first is None:
        return []
    return [
        Shown(visit, line[visit.first].seats)
        for visit in _over(line)
        if (visit.round, visit.number) >= first
    ]


def turned(line: Line, page: str) -> int:
    """The step that ended the latest card which a board with pages has shown; 0 if none has."""
    return max((each.last for each in _over(line)), default=0) if page else 0


def beside_present(cards: Sequence[Shown], *, over: bool) -> bool:
    """Whether the present page has room for all cards.

    It has room for one card, unless the card begins an invasion or the match is over.
    """
    return not over and all(each.visit.number > 1 for each in cards) and len(cards) < 2


def pages_after(cards: Sequence[Shown], *, over: bool) -> list[str]:
    """The pages after that of the first of these cards; the present comes last."""
    last = cards[-1].visit
    pages = [_page(each.visit.round, each.visit.number) for each in cards[1:]]
    if not beside_present(cards[-1:], over=over) or not pages:
        pages.append(_page(last.round, last.number + 1))
    return pages


def _over(line: Line) -> list[Visit]:
    return [each for each in visits(line) if each.over and each.shown is not line[-1]]


def _page(number: int, card: int) -> str:
    return f"{number}.{card}"


def _read_page(page: str) -> tuple[int, int] | None:
    """Round and number of a card; None for a page that does not exist."""
    number, _, card = page.partition(".")
    known = all(part.isascii() and part.isdecimal() and len(part) < 3 for part in (number, card))
    return (int(number), int(card)) if known else None


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
