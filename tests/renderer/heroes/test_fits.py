"""Every text of the pictures fits its box in every language, and can be read on a phone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from prowlerbot.core.i18n import LANGUAGES, speaking, tr, trn
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.grid import SQUARE
from prowlerbot.games.heroes.pieces import INVADERS, MAPS, PIECES
from renderer import fonts, marks
from renderer.heroes import board, heading, invaders, shelf, table
from renderer.heroes.board import draw_board, draw_own
from renderer.heroes.places import HIGHEST, Need, Place, places
from renderer.text import Name, Slot, fit, in_two_lines, size_for
from tests.renderer.boxes import apart, inside
from tests.renderer.heroes.matches import SETUPS, match, names
from tests.renderer.texts import (
    LONGEST_NAMES,
    assert_fits,
    assert_name_fits,
    in_other_words,
    longer,
)

NARROWEST = (Place((10, 260, 480, 825)), Place((10, 260, 990, 825), beside=True))
"""The panel of one of four, and a wide one with its words beside the colony."""
EXTRAS = ["1", "1 (2)"]
"""A gem and a prisoner."""


def area(columns: str, rows: range) -> int:
    return sum(1 << SQUARE[f"{column}{row}"] for column in columns for row in rows)


HIGH, FLAT = area("FGH", range(1, 10)), area("ABCDEFGHIJKL", range(7, 9))
USUAL = area("DEFGHIJK", range(1, 11))


def _heading() -> Iterator[tuple[str, Slot]]:
    title = Slot((30, 18, 600, 70), fonts.TITLE, 34, "left")
    alone = Slot((30, 18, 970, 70), fonts.TITLE, 34, "left")
    for phase in ("build", "invasion", "planning"):
        yield tr(heading.PHASE_OF_ROUND, phase=tr(heading.PHASES[phase]), round=3), title
    yield tr(heading.PHASE_OF_ROUND, phase=tr(heading.BEFORE), round=3), alone
    said = Slot((600, 18, 970, 70), fonts.TEXT, 32, "right")
    for text in (heading.TURN, heading.LAST_TURN, heading.IN_PILE):
        yield tr(text, turn=17, pile=104), said
    yield tr(heading.TO_COME, count=7), said
    yield tr(heading.LAST_CARD), said
    for card in INVADERS.values():
        yield tr(card.name), Slot((110, 78, 560, 126), fonts.STRONG, 44, "left")
    for name in words.EVENT_NAMES.values():
        yield tr(name), Slot((196, 78, 970, 134), fonts.STRONG, 48, "left")


def _cards() -> Iterator[tuple[str, Slot]]:
    for text in words.INVADER_TEXTS.values():
        yield tr(text), heading.POWER_TEXT
    for number, card in MAPS.items():
        said = tr(heading.WAY, name=tr(card.name), text=tr(words.MAP_TEXTS[number]))
        for line in in_two_lines(said, heading.MAP_TEXT):
            yield line, heading.MAP_TEXT
    for text in words.EVENT_TEXTS.values():
        for line in in_two_lines(tr(text), heading.EVENT_TEXT):
            yield line, heading.EVENT_TEXT


def _colonies() -> Iterator[tuple[str, Slot]]:
    for place in NARROWEST:
        for word in (board.BUILDING, board.FINISHED, board.LEFT, marks.WINNER, marks.SHARED):
            yield tr(word), place.word
        left, _, right, _ = place.foot
        foot = Slot((left, 0, right, 40), fonts.STRONG, 34, "left")
        for text in _fates():
            for line in in_two_lines(text, foot) if place.beside else (text,):
                yield line, foot


def _fates() -> Iterator[str]:
    for sentence in invaders.ENDS.values():
        yield tr(sentence, square="M12")
    for told in (invaders.TO_DECIDE, invaders.COST, invaders.BROUGHT, invaders.SAME):
        yield tr(told)
    yield trn("{count} piece caved in", "{count} pieces caved in", 2)


def _between() -> Iterator[tuple[str, Slot]]:
    yield tr(table.OFFER, count=2), Slot((30, 6, 970, 44), fonts.TEXT, 31, "left")
    yield tr(table.YOURS), Slot((30, 0, 160, 76), fonts.TEXT, 31, "left")
    name = Slot((672, 4, 984, 46), fonts.STRONG, 36, "left")
    for id_ in (id_ for id_, piece in PIECES.items() if piece.special):
        yield tr(PIECES[id_].name), name
    yield tr(table.PLACE, place=4), Slot((74, 40, 370, 78), fonts.TEXT, 31, "left")
    yield tr(table.ROUND, round=3), Slot((390, 10, 502, 46), fonts.TEXT, 29)
    yield tr(heading.TREASURE), Slot((30, 0, 160, 78), fonts.TEXT, 32, "left")
    yield from heading.medal_names("brisk")
    for text in (shelf.QUEUE, shelf.RESERVE, shelf.HAND, shelf.STASH):
        yield tr(text), Slot((0, 4, 130, 42), fonts.TEXT, 30, "left")


def _pieces() -> Iterator[tuple[str, Slot]]:
    for id_, piece in PIECES.items():
        for feature, text in shelf.lines_of(id_):
            beside = shelf._use_slot(feature, table._ACROSS)
            for line in in_two_lines(text, beside):
                yield line, beside
        if not piece.special:
            yield tr(piece.name), Slot((260, 0, 970, 54), fonts.STRONG, 44, "left")
            continue
        below = shelf._name_slot(118)
        for line in in_two_lines(tr(piece.name), below):
            yield line, below


TEXTS = (_heading, _cards, _colonies, _between, _pieces)


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
            assert_name_fits(name, place.name, 24)
            assert_name_fits(name, place.name_before(EXTRAS[1:]), 24)


def test_a_machine_keeps_its_name_beside_gems_and_prisoners() -> None:
    for place in places((Need(HIGH, word=False, foot=True),) * 4, 260):
        line = fit(Name("Machine (easy)", "Player 1", 24), place.name_before(EXTRAS))
        assert "".join(run.text for run in line.runs) == "Machine"


def test_words_stand_apart_from_the_colony() -> None:
    wide = (10, 260, 990, 825)
    need = Need(USUAL, word=True, foot=True)
    for place in [Place(wide), Place(wide, beside=True), *places((need,) * 4, 260)]:
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
    (high, _), (flat, _) = frames(260, HIGH, FLAT)
    assert (high.beside, flat.beside) == (True, False)
    assert not any(place.beside for place, _ in frames(260, *[HIGH] * 4))


def test_two_usual_colonies_have_squares_of_15_pixels_on_a_phone_and_four_of_14() -> None:
    for areas in ((USUAL, FLAT), (USUAL, HIGH), (area("FGHI", range(6, 9)), USUAL)):
        assert min(size for _, size in frames(260, *areas)) * 312 / 1000 >= 15, areas
    assert min(size for _, size in frames(260, *[USUAL] * 4)) * 312 / 1000 >= 14


def test_panels_stay_apart_and_fill_the_picture() -> None:
    for areas in ((USUAL,), (USUAL, FLAT), (HIGH, HIGH), (FLAT, USUAL, HIGH), (USUAL,) * 4):
        found = [place.box for place, _ in frames(260, *areas)]
        assert all(apart(one, other) for one, other in itertools.combinations(found, 2))
        assert (min(box[0] for box in found), max(box[2] for box in found)) == (10, 990)
        low, grows = max(box[3] for box in found), len(areas) > 2
        assert low == (1120 if len(areas) == 1 else 1426) or (grows and 1426 < low < HIGHEST)


def test_each_language_is_drawn_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept between two pictures, none of it keeps the words of another language."""
    states = [match(setup, 2)[at] for setup in SETUPS[::2] for at in (40, 120, -1)]
    before = [draw_board(state, names(state)) for state in states]
    own = [draw_own(state, 1) for state in states]
    with in_other_words(monkeypatch):
        loud = [draw_board(state, names(state)) for state in states]
        assert all(one != draw_own(state, 1) for one, state in zip(own, states, strict=True))
    assert all(one != other for one, other in zip(before, loud, strict=True))
    assert [draw_board(state, names(state)) for state in states] == before
