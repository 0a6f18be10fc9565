"""Every text of the pictures fits its box in every language, and can be read on a phone."""

import itertools
from collections.abc import Iterator

import pytest

from prowlerbot.core.i18n import LANGUAGES, speaking, tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.grid import SQUARE
from prowlerbot.games.heroes.pieces import INVADERS, MAPS, PIECES
from renderer import fonts, marks
from renderer.heroes import board, shelf, summary, table
from renderer.heroes.board import draw_own
from renderer.heroes.places import Need, Place, places
from renderer.text import Name, Slot, fit, in_two_lines, size_for
from tests.renderer.boxes import apart, inside
from tests.renderer.heroes.matches import SETUPS, first, match, names
from tests.renderer.texts import (
    LONGEST_NAMES,
    assert_fits,
    assert_name_fits,
    in_other_words,
    longer,
)

NARROWEST = (Place((10, 10, 450, 500)), Place((10, 10, 990, 335), beside=True))
"""The panel of one of four, and a wide one with its words beside the colony."""
EXTRAS = ["1", "1 (2)"]
"""A gem and a prisoner."""


def area(columns: str, rows: range) -> int:
    return sum(1 << SQUARE[f"{column}{row}"] for column in columns for row in rows)


HIGH, FLAT = area("FGH", range(1, 10)), area("ABCDEFGHIJKL", range(7, 9))
USUAL = area("DEFGHIJK", range(1, 11))


def _cards() -> Iterator[tuple[str, Slot]]:
    for card in INVADERS.values():
        yield tr(card.name), summary.NAME
    for name in words.EVENT_NAMES.values():
        yield tr(name), summary.NAME
    for way in MAPS.values():
        yield tr(way.name), summary.MAP
    yield tr(summary.IN_ALL), Slot((0, 0, 260, 100), fonts.STRONG, 36, "left")


def _colonies() -> Iterator[tuple[str, Slot]]:
    for place in NARROWEST:
        for word in (board.HAS_LEFT, marks.WINNER, marks.SHARED):
            yield tr(word), place.word


def _between() -> Iterator[tuple[str, Slot]]:
    yield tr(table.OFFER, count=2), Slot((30, 6, 970, 44), fonts.TEXT, 31, "left")
    name = table.name_slot(196)
    for id_ in (id_ for id_, piece in PIECES.items() if piece.special):
        for line in in_two_lines(tr(PIECES[id_].name), name):
            yield line, name
    yield tr(table.PLACE, place=4), Slot((74, 40, 370, 78), fonts.TEXT, 31, "left")
    yield tr(table.ROUND, round=3), Slot((390, 10, 502, 46), fonts.TEXT, 29)
    for text in (shelf.QUEUE, shelf.RESERVE, shelf.HAND):
        yield tr(text), Slot((0, 2, 240, 40), fonts.TEXT, 30, "left")


def _pieces() -> Iterator[tuple[str, Slot]]:
    for id_, piece in PIECES.items():
        for feature, text in shelf.lines_of(id_):
            beside = shelf._use_slot(feature, 700)
            for line in in_two_lines(text, beside):
                yield line, beside
        if not piece.special:
            yield tr(piece.name), Slot((260, 0, 970, 54), fonts.STRONG, 44, "left")
            continue
        below = shelf._name_slot(shelf._NAMED)
        for line in in_two_lines(tr(piece.name), below):
            yield line, below


TEXTS = (_cards, _colonies, _between, _pieces)


def test_every_text_fits_in_every_language_and_can_be_read_on_a_phone() -> None:
    for texts in TEXTS:
        assert_fits(texts, shrinking=3)


def test_no_text_shrinks_by_more_than_a_third_nor_would_one_a_third_longer() -> None:
    for texts in TEXTS:
        for text, slot in texts():
            assert size_for(longer(text), slot) >= slot.size * 2 / 3, text
        for language in LANGUAGES:
            with speaking(language):
                for text, slot in texts():
                    assert size_for(text, slot) >= slot.size * 2 / 3, text


def test_the_longest_name_fits_its_box() -> None:
    for name in LONGEST_NAMES:
        for place in NARROWEST:
            assert_name_fits(name, place.name, 29)
            assert_name_fits(name, place.name_before(EXTRAS[1:]), 29)


def test_a_machine_keeps_its_name_beside_gems_and_prisoners() -> None:
    for place in places((Need(HIGH, word=False, foot=True),) * 4, 10):
        line = fit(Name("Machine (easy)", "Player 1", 29), place.name_before(EXTRAS))
        assert "".join(run.text for run in line.runs) == "Machine"


def test_words_stand_apart_from_the_colony() -> None:
    wide = (10, 10, 990, 335)
    need = Need(USUAL, word=True, foot=True)
    for place in [Place(wide), Place(wide, beside=True), *places((need,) * 4, 10)]:
        extras = [slot.box for slot, _ in place.extras(EXTRAS)]
        words = [
            place.name_before(EXTRAS).box,
            place.word.box,
            place.amount.box,
            place.foot,
            *extras,
        ]
        for one, other in itertools.combinations(words, 2):
            assert apart(one, other)
        colony = place.colony(need)
        assert all(inside(box, place.box) for box in (*words, colony))
        assert all(apart(box, colony) for box in words)


def frames(top: int, *areas: int) -> list[tuple[Place, int]]:
    needs = tuple(Need(each, word=False, foot=True) for each in areas)
    found = places(needs, top)
    return [(place, place.frame(need).size) for place, need in zip(found, needs, strict=True)]


def test_words_stand_where_the_squares_of_the_colony_are_largest() -> None:
    (high, _), (flat, _) = frames(10, HIGH, FLAT)
    assert (high.beside, flat.beside) == (True, False)
    assert not any(place.beside for place, _ in frames(10, *[USUAL] * 4))


def test_two_usual_colonies_have_squares_of_15_pixels_on_a_computer_and_four_of_12() -> None:
    for areas in ((USUAL, FLAT), (USUAL, HIGH), (area("FGHI", range(6, 9)), USUAL)):
        assert min(size for _, size in frames(10, *areas)) * 350 / 1000 >= 15, areas
    assert min(size for _, size in frames(10, *[USUAL] * 4)) * 350 / 1000 >= 11


def test_panels_stay_apart_and_fill_the_picture() -> None:
    for areas in ((USUAL,), (USUAL, FLAT), (HIGH, HIGH), (FLAT, USUAL, HIGH), (USUAL,) * 4):
        found = [place.box for place, _ in frames(10, *areas)]
        assert all(apart(one, other) for one, other in itertools.combinations(found, 2))
        assert (min(box[0] for box in found), max(box[2] for box in found)) == (10, 990)
        assert max(box[3] for box in found) == 990


def test_each_language_is_drawn_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept between two pictures, none of it keeps the words of another language."""
    boards = [match(setup, 2)[-1] for setup in SETUPS[::2]]
    own = [first(setup, lambda each: each.shown, 3, 2) for setup in (SETUPS[0], SETUPS[3])]
    states = [*boards, *own]
    before = [draw_own(state, 1, names=names(state)) for state in states]
    with in_other_words(monkeypatch):
        loud = [draw_own(state, 1, names=names(state)) for state in states]
    assert all(one != other for one, other in zip(before, loud, strict=True))
    assert [draw_own(state, 1, names=names(state)) for state in states] == before
