"""Every text of the board fits its box in every language, and can be read on a phone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from prowlerbot.core.i18n import tr
from renderer import marks
from renderer.landgrab import board, draw_board
from renderer.landgrab.colours import COLOURS
from renderer.landgrab.land import lights
from renderer.landgrab.land.window import window
from renderer.landgrab.panels import news, plaques
from renderer.landgrab.panels import seats as panels
from renderer.text import Slot, in_two_lines
from tests.games.landgrab.matches import started
from tests.renderer.texts import (
    LONGEST_NAMES,
    PHONE,
    assert_fits,
    assert_name_fits,
    in_other_words,
)

from .matches import names, phases, played

NIGHT = COLOURS["night"]

_BOTTOM = 1000
_SENTENCES = {
    news.STEP: 46,
    news.AROUND: 46,
    news.ASIDE: 46,
    **dict.fromkeys((news.BUILT, news.STARTS), 46),
    news.CLAIM: 160,
    news.STRUCK: 160,
    news.TAKEN: 160,
    news.ATTACK: 302,
    news.TIE: 302,
    news.LOST: 302,
    news.OUT: 302,
    news.EVICTION: 302,
    news.GONE: 46,
}
"""The sentences of the strip, each with the end of the text before it, from the left."""
_FIELDS = {
    "start": "L12",
    "square": "K10",
    "building": "H12",
    "left": "25",
    "full": "25",
    "chance": "100",
    "player": "Bartholome…",
    "holder": "Constantin…",
}


def _words() -> Iterator[tuple[str, Slot]]:
    for text in (*board.PHASES.values(), *board.ENDS.values(), board.STOPPED):
        yield tr(text), plaques.PHASE
    yield tr(board.ROUND, round=80, most=80), plaques.ROUND
    yield tr(board.CALM, count=19), plaques.LIMITS
    yield tr(board.LAST_QUIET), plaques.LIMITS
    upper, middle, lower = plaques.LEGEND
    yield from ((tr(board.SMALL), upper), (tr(board.LARGE), lower))
    yield from ((tr(text), middle) for text in (board.TILE, board.SPAWN))
    yield tr(news.BOX), news.box_word(_BOTTOM)
    yield tr(news.NEXT), news.next_word(_BOTTOM)
    for seats in (2, 3, 4):
        place = plaques.plaque(seats, seats, _BOTTOM)
        lines = in_two_lines(tr(panels.IF_LAST, points=35), place.if_last)
        yield from zip(lines, panels.if_last_slots(place, len(lines)), strict=True)
        for word in (*marks.RIBBONS, panels.OUT, panels.LEFT):
            yield tr(word), place.ribbon


def _sentences() -> Iterator[tuple[str, Slot]]:
    for sentence, left in _SENTENCES.items():
        alone, *two = news.slots(left, plaques.strip(_BOTTOM))
        lines = in_two_lines(tr(sentence, **_FIELDS), alone)
        yield from zip(lines, [alone] if len(lines) == 1 else two, strict=True)


def _numbers() -> Iterator[tuple[str, Slot]]:
    for seats in (2, 3, 4):
        place = plaques.plaque(seats, 1, _BOTTOM)
        yield "30", place.points
        yield "= 10 + 5×3", place.parts
        yield "L12", place.spawn


def test_every_text_fits_in_every_language_and_can_be_read_on_a_phone() -> None:
    for texts in (_words, _sentences, _numbers):
        assert_fits(texts, words=texts is not _numbers)


def test_squares_by_going_around_name_their_building_in_letters_of_nine_pixels() -> None:
    cell = window(played(1, 4, "together", 0)).cell
    assert cell * PHONE >= 23
    assert lights.way_size(cell) * PHONE >= 8.7


def test_the_longest_name_fits_its_box() -> None:
    for name, seats in itertools.product(LONGEST_NAMES, (2, 3, 4)):
        assert_name_fits(name, plaques.plaque(seats, 1, _BOTTOM).name, plaques.NAME_LEAST)


def test_each_language_is_drawn_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept between two pictures, none of it keeps the words of another language."""
    states = [state for _, state in phases()]
    before = [draw_board(state, names(state)) for state in states]
    with in_other_words(monkeypatch):
        loud = [draw_board(state, names(state)) for state in states]
    assert all(one != other for one, other in zip(before, loud, strict=True))
    assert [draw_board(state, names(state)) for state in states] == before


# ---------------------------------------------------------------------------- sentences


def test_a_claim_tells_the_chance_of_this_roll() -> None:
    state = next(state for key, state in phases() if key == "claim-4")
    left = state.points[state.target]
    chance = round(100 * max(0, 13 - left) / 12)
    assert f"strength {left}: {chance}%" in news.sentence(state, names(state))


def test_a_fight_about_the_last_life_names_the_player_who_is_out() -> None:
    for rolls, player in (("d9 d3", "Ben"), ("d3 d9", "Ada")):
        state = started("RB/1/F6,H6/F7/", f"p:G6 p:H6 {'a:2 d3 d9 a:1 d3 d9 ' * 2}a:2 {rolls}")
        assert news.sentence(state, ("Ada", "Ben")) == f"Loses the last life: \u2068{player}\u2069"
