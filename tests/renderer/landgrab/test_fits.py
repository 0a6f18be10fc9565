"""Every text of the board fits its box in every language, and can be read on a phone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from cogs.contract.sentences import Event, told
from cogs.games.landgrab.account import SENTENCES
from prowlerbot.core.i18n import tr
from renderer import marks
from renderer.landgrab import board, buildings, panels
from renderer.landgrab.board import draw_board
from renderer.landgrab.colours import COLOURS
from renderer.landgrab.window import window
from renderer.text import Slot, in_two_lines
from tests.renderer.landgrab.matches import names, phases, played
from tests.renderer.texts import (
    LONGEST_NAMES,
    PHONE,
    assert_fits,
    assert_name_fits,
    in_other_words,
)

NIGHT = COLOURS["night"]

_BOTTOM = 1000
_ROLLED = ("rolls", "damages", "takes", "steals")
_FOUGHT = ("attacks", "strikes", "ties", "wins", "loses")
_LEFT = {**dict.fromkeys(_ROLLED, 160), **dict.fromkeys((*_FOUGHT, "waits", "out"), 302)}
"""The end of the signs and the dice before a sentence of the strip, from the left."""
_FIELDS = {
    **dict.fromkeys(("die", "fight"), ""),
    "lives": "3 lives",
    **dict.fromkeys(("square", "spawn"), "L12"),
    "building": "the large building H12-I12",
    **dict.fromkeys(("shown", "one", "two"), "12"),
    **dict.fromkeys(("left", "full"), "25"),
}


def _words() -> Iterator[tuple[str, Slot]]:
    for text in (*board.PHASES.values(), *board.ENDS.values(), board.STOPPED):
        yield tr(text), panels.PHASE
    yield tr(board.ROUND, round=80, most=80), panels.ROUND
    yield tr(board.CALM, count=19), panels.LIMITS
    yield tr(board.LAST_QUIET), panels.LIMITS
    upper, middle, lower = panels.LEGEND
    yield from ((tr(board.SMALL), upper), (tr(board.LARGE), lower))
    yield from ((tr(text), middle) for text in (board.TILE, board.SPAWN))
    yield tr(panels.BOX), panels.box_word(_BOTTOM)
    yield tr(panels.NEXT), panels.next_word(_BOTTOM)
    for seats in (2, 3, 4):
        place = panels.plaque(seats, seats, _BOTTOM)
        lines = in_two_lines(tr(panels.IF_LAST, points=35), place.if_last)
        yield from zip(lines, panels.if_last_slots(place, len(lines)), strict=True)
        for word in (*marks.RIBBONS, panels.OUT, panels.LEFT):
            yield tr(word), place.ribbon


def _sentences() -> Iterator[tuple[str, Slot]]:
    names = "", "Bartholomew…"
    for kind in SENTENCES:
        seat = 2 if kind in {"waits", "out"} else 1
        for sentence in told([Event(kind, seat, 2, _FIELDS)], SENTENCES, names):
            alone, *two = panels.slots(_LEFT.get(kind, 46), panels.strip(_BOTTOM))
            lines = in_two_lines(sentence.strip(), alone)
            yield from zip(lines, [alone] if len(lines) == 1 else two, strict=True)


def _numbers() -> Iterator[tuple[str, Slot]]:
    for seats in (2, 3, 4):
        place = panels.plaque(seats, 1, _BOTTOM)
        yield "30", place.points
        yield "= 10 + 5×3", place.parts
        yield "L12", place.spawn


def test_every_text_fits_in_every_language_and_can_be_read_on_a_phone() -> None:
    for texts in (_words, _sentences, _numbers):
        assert_fits(texts, words=texts is not _numbers)


def test_squares_by_going_around_name_their_building_in_letters_of_nine_pixels() -> None:
    cell = window(played(1, 4, "together", 0)).cell
    assert cell * PHONE >= 23
    assert buildings.way_size(cell) * PHONE >= 8.7


def test_the_longest_name_fits_its_box() -> None:
    for name, seats in itertools.product(LONGEST_NAMES, (2, 3, 4)):
        assert_name_fits(name, panels.plaque(seats, 1, _BOTTOM).name, panels.NAME_LEAST)


def test_each_language_is_drawn_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept between two pictures, none of it keeps the words of another language."""
    states = [state for _, state in phases()]
    before = [draw_board(state, names(state)) for state in states]
    with in_other_words(monkeypatch):
        loud = [draw_board(state, names(state)) for state in states]
    assert all(one != other for one, other in zip(before, loud, strict=True))
    assert [draw_board(state, names(state)) for state in states] == before
