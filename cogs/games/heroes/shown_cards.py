"""The cards of an invasion that boards show once they are over: their pictures, their pages.

A page of a private board begins with a card. Its name is the round and the number of that card.
"""

from collections.abc import Collection, Sequence
from functools import partial

from cogs.contract.screen import Drawing, Look, Screen
from cogs.games.heroes import spoken
from cogs.games.heroes.account import (
    Shown,
    cards_of_round,
    latest_decision,
    story_line,
    tell_events,
)
from cogs.games.heroes.happened import card_text, latest_move_at, outcomes_of
from cogs.games.heroes.situation import story_words
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.cards import INVASIONS
from prowlerbot.games.heroes.rules import Line, Visit, find_visits, latest_invasion
from renderer.heroes.board import draw_board, draw_own
from renderer.heroes.table import draw_cards


def cards_just_over(line: Line) -> list[Shown]:
    """The cards that the latest move ended and hid; after an invasion, all cards of the round."""
    made, cards = latest_move_at(line) - latest_invasion(line), cards_of_round(line)
    gone = [it for it in cards if it.visit.shown is not line[-1] and it.visit.last >= made]
    return cards if gone and line[-1].phase != "invasion" else gone


def ended_cards(line: Line, look: Look) -> list[Drawing]:
    """The cards that are over: one alone with all colonies, several in one picture."""
    cards = cards_just_over(line)
    if len(cards) != 1:
        return _cards_summary(cards, look)
    ((visit, seats_before),) = cards
    calm = visit.shown._replace(to_move=frozenset())
    draw = partial(draw_board, calm, look.plain, theme=look.theme, earlier=seats_before)
    return [Drawing(f"card{visit.number}.png", draw, spoken.spoken_cards(cards, look.plain))]


def _cards_summary(cards: Sequence[Shown], look: Look, seat: int = 0) -> list[Drawing]:
    """The outcome of several cards, in all colonies or in that of one seat."""
    if not cards:
        return []
    both = [(each.visit.shown, each.seats_before) for each in cards]
    draw = partial(draw_cards, both, look.plain, seat=seat, theme=look.theme)
    return [Drawing("cards.png", draw, spoken.spoken_cards(cards, look.plain, seat))]


def _own_card(shown: Shown, seat: int, look: Look) -> Drawing:
    visit, seats_before = shown
    own = seats_before[seat - 1]
    draw = partial(draw_own, visit.shown, seat, theme=look.theme, names=look.plain, earlier=own)
    return Drawing(f"card{visit.number}.png", draw, spoken.spoken_cards([shown], look.plain, seat))


def ended_own_cards(line: Line, seat: int, look: Look, cards: Sequence[Shown]) -> list[Drawing]:
    """The cards not yet seen, in the player's own colony, or all of an invasion that just ended."""
    just = cards_just_over(line)
    ended = line[-1].phase != "invasion" and bool(just)
    shown = cards if look.page and not ended else just
    if len(shown) == 1:
        return [_own_card(shown[0], seat, look)]
    return _cards_summary(shown, look, seat)


# ---------------------------------------------------------------------- pages


def present_page(line: Line, seat: int) -> str:
    """The page of a private board with the present: round and number of the first running card, or
    of the next one if a question to the player tells the whole walk of this one.
    """
    now = line[-1]
    if now.phase != "invasion":
        return _page_name(now.round + (now.phase in {"planning", "over"}), 1)
    own = now.seats[seat - 1]
    told = seat in now.to_move and own.walk is None and story_words(now, own)
    return _page_name(now.round, 1 + len(_visits_over(line[latest_invasion(line) :])) + bool(told))


def opening_page(line: Line, seat: int, orders: Collection[str]) -> str:
    """The page with the first card that a player may have missed. They have seen the cards before
    their latest decision; an answer of a standing order is no decision.
    """
    if not (at := latest_decision(line, seat, orders)):
        return _page_name(line[0].round, 1)
    return present_page(line[:at], seat)


def cards_from_page(line: Line, page: str) -> list[Shown]:
    """The cards from a page on that are over and no longer in view."""
    round_, _, card = page.partition(".")
    if not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in (round_, card)):
        return []
    first = int(round_), int(card)
    found = [it for it in _visits_over(line) if (it.round, it.number) >= first]
    return [Shown(visit, line[visit.first].seats) for visit in found]


def last_step_on_pages(line: Line, page: str) -> int:
    """The step that ended the latest card which a board with pages has shown; 0 if none has."""
    return max((each.last for each in _visits_over(line)), default=0) if page else 0


def last_step_in_table(line: Line) -> int:
    """The step that ended the latest of several cards that a table shows; 0 without a table."""
    cards = cards_just_over(line)
    return latest_invasion(line) + cards[-1].visit.last if len(cards) > 1 else 0


def pages_after(cards: Sequence[Shown]) -> list[str]:
    """The pages after that of the first of these cards; the present comes last."""
    last = cards[-1].visit
    pages = [_page_name(each.visit.round, each.visit.number) for each in cards[1:]]
    return [*pages, _page_name(last.round, last.number + 1)]


def _visits_over(line: Line) -> list[Visit]:
    return [each for each in find_visits(line) if each.over and each.shown is not line[-1]]


def _page_name(round_: int, card: int) -> str:
    return f"{round_}.{card}"


def card_page(line: Line, cards: Sequence[Shown], seat: int, look: Look) -> Screen:
    """The first of several cards that its player has not turned over, and its outcome."""
    (visit, seats_before), names = cards[0], look.names
    number = tr("Card {number} of round {round}", number=visit.number, round=visit.round)
    story, found = story_line(visit.shown, seat, names), outcomes_of(visit.shown, seats_before)
    others = [it for it in found.events if not story or it.seat != seat]
    told = [*filter(None, [story]), *tell_events(others, names)]
    lines = [f"-# {number}", card_text(visit.shown), *told]
    if visit.number == 1:
        begins = mark("⚔️ **The invasion of round {round}**: {cards} cards, one after the other.")
        lines.insert(0, tr(begins, round=visit.round, cards=sum(INVASIONS[visit.round])))
    asked = seat in line[-1].to_move and line[-1].phase == "invasion"
    if asked and visit.number > 1:  # the first card has no room
        lines.append(tr("-# Once you have seen these cards, you have something to decide."))
    return Screen("\n".join(lines), [_own_card(cards[0], seat, look)], pages=pages_after(cards))
