"""The cards that are over: their pages, their texts and their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.contract.screen import Drawing, Look, Screen
from cogs.games.heroes import chapters, spoken
from cogs.games.heroes.account import card_told
from cogs.games.heroes.happened import Line
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.heroes.pieces import INVASIONS
from renderer.heroes.board import draw_board
from renderer.heroes.invaders.summary import draw_cards
from renderer.heroes.own import draw_own


def ended_cards(line: Line, look: Look) -> list[Drawing]:
    """The cards that are over: one alone with all colonies, several in one picture."""
    cards = chapters.summed(line, chapters.last_passed(line))
    if len(cards) != 1:
        return _cards_summary(cards, look)
    ((visit, seats_before),) = cards
    calm = visit.shown._replace(to_move=frozenset())
    draw = partial(draw_board, calm, look.plain, theme=look.theme, earlier=seats_before)
    return [Drawing(f"card{visit.number}.png", draw, spoken.cards(cards, look.plain))]


def _cards_summary(cards: Sequence[chapters.Shown], look: Look, seat: int = 0) -> list[Drawing]:
    """The outcome of several cards, in all colonies or in that of one seat."""
    if not cards:
        return []
    shown_cards = [(each.visit.shown, each.seats_before) for each in cards]
    draw = partial(draw_cards, shown_cards, look.plain, seat=seat, theme=look.theme)
    return [Drawing("cards.png", draw, spoken.cards(cards, look.plain, seat))]


def card_page(line: Line, cards: Sequence[chapters.Shown], seat: int, look: Look) -> Screen:
    """The first of several cards that its player has not turned over, and its outcome."""
    shown = cards[0]
    lines = []
    if shown.visit.number == 1:
        invaders, events = INVASIONS[shown.visit.round]
        lines.append(
            trn(
                "⚔️ **The invasion of round {round}**: {invaders} invaders and {count} event come,"
                " one card after the other.",
                "⚔️ **The invasion of round {round}**: {invaders} invaders and {count} events come,"
                " one card after the other.",
                events,
                round=shown.visit.round,
                invaders=invaders,
            )
        )
    lines += card_told(shown, look.names)
    if seat in line[-1].to_move:
        lines.append(tr("-# Once you have seen these cards, you have something to decide."))
    drawing, over = _own_card(shown, seat, look), line[-1].outcome is not None
    return Screen("\n".join(lines), [drawing], pages=chapters.pages_after(cards, over=over))


def _own_card(shown: chapters.Shown, seat: int, look: Look) -> Drawing:
    visit, seats_before = shown
    own = seats_before[seat - 1]
    draw = partial(draw_own, visit.shown, seat, theme=look.theme, names=look.plain, earlier=own)
    alt = spoken.cards([shown], look.plain, seat)
    return Drawing(f"card{visit.number}.png", draw, alt)


def ended_own_cards(
    line: Line, seat: int, look: Look, cards: Sequence[chapters.Shown]
) -> list[Drawing]:
    """The cards not yet seen, in the player's own colony, or all of an invasion that just ended."""
    just = chapters.summed(line, chapters.passed(line))
    ended = line[-1].phase != "invasion" and bool(just)
    shown = cards if look.page and not ended else just
    return (
        [_own_card(shown[0], seat, look)] if len(shown) == 1 else _cards_summary(shown, look, seat)
    )
