"""Every text of the board and of the score sheet fits its box, and can be read on its ground."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games.prowler.position import CARDS, DISTRICTS, ITEMS, TILES
from prowlerbot.games.prowler.rules import CATEGORIES
from prowlerbot.games.prowler.words import CATEGORY_NAMES, CONDITION_NAMES, DISTRICT_NAMES
from renderer import marks, sheet
from renderer.prowler import colours, layout, panels, scores, sheet_layout
from renderer.prowler.board import draw_board
from renderer.prowler.colours import COLOURS, Colours
from renderer.prowler.scores import draw_scores
from renderer.text import Name, Slot, fit, in_two_lines, side_by_side
from renderer.theme import THEMES, Tint
from tests.renderer.boxes import apart, inside
from tests.renderer.contrast import ENOUGH, as_drawn, contrast
from tests.renderer.matches import NAMES, played
from tests.renderer.texts import LONGEST_NAMES, assert_fits, assert_name_fits, in_other_words

_LARGEST_WEALTH = ["-28", "188"]


def _board_texts() -> Iterator[tuple[str, Slot]]:
    for card, slots in itertools.product(CARDS, panels.CARD_TEXT):
        yield from zip(in_two_lines(tr(CONDITION_NAMES[card]), slots[0]), slots, strict=False)
    for key, slot in panels.STAT_CAPTIONS.items():
        yield tr(panels.CAPTIONS[key]), slot
    yield tr(panels.FINAL), panels.STAT_CAPTIONS["projected"]
    for word in marks.RIBBONS:
        yield tr(word), panels.RIBBON
    yield tr(panels.WEALTH_LABEL), panels.WEALTH_NOTE


def _board_numbers() -> Iterator[tuple[str, Slot]]:
    for slot in panels.STAT_NUMBERS.values():
        yield "13", slot
    for most in _LARGEST_WEALTH:
        yield most, panels.WEALTH_SLOT
    for seat, face in itertools.product((1, 2), range(len(TILES))):
        yield "11" if face < len(ITEMS) else "5", panels.loot(seat, face)[1]
    for pathway in range(1, 28):
        yield str(pathway), layout.number_slot(pathway)
    for position in ("0", "7", "28", "48"):
        yield position, panels.MARKER_NUMBER
    for district, place in itertools.product(range(len(DISTRICTS)), (1, 7, -1, -7)):
        box = panels.marker_box(place, district)
        told = panels.pay(district, 1 if place > 0 else 2, (box[0], box[2]), 72)
        assert told is not None
        yield "+60", told
    for slot in panels.CARD_WEALTH:
        yield "6", slot
    for place, seat in itertools.product(range(3), (1, 2)):
        yield "6/6", panels.card_nearness(place, seat)[1]


def _sheet_texts() -> Iterator[tuple[str, Slot]]:
    yield tr(scores.MID_GAME), sheet.HEADLINE
    for slots in sheet_layout.HEADING_SLOTS:
        for column, slot in slots.items():
            yield tr(scores.HEADINGS[column]), slot
    for category, slot in zip(CATEGORY_NAMES, sheet_layout.CATEGORY_SLOTS, strict=True):
        yield tr(category), slot
    for name, slot in zip(DISTRICT_NAMES.values(), sheet_layout.DISTRICT_SLOTS, strict=True):
        yield tr(name), slot
    yield tr(scores.SUM_LABEL), sheet_layout.SUM_SLOT
    for reason in (*scores.REASONS.values(), *scores.MORE_FROM):
        yield tr(reason, ahead=288, more=123), sheet_layout.REASON
    for sentence in (scores.HALF_SCORED, scores.NOT_SCORED):
        yield tr(sentence), sheet_layout.REASON
    yield tr(scores.GRAPH_TITLE), sheet_layout.GRAPH_TITLE
    yield tr(scores.MID_GAME), scores.word((sheet_layout.PLOT[0] + sheet_layout.HALF_WORD, 0))


def _sheet_numbers() -> Iterator[tuple[str, Slot]]:
    yield scores.TITLE, sheet.TITLE  # the same in every language
    for at in sheet.totals(_LARGEST_WEALTH):
        yield "188", at.slot
    columns = (*sheet_layout.COLUMNS, sheet_layout.ALONE)
    for seat, column in itertools.product((1, 2), columns):
        for row, total in itertools.product(range(len(CATEGORIES) + 1), _LARGEST_WEALTH):
            yield total, sheet_layout.number(seat, column, row)
        for row, parts in itertools.product(range(len(CATEGORIES)), ("2 × 13", "10+10+6+3")):
            if column != "both":
                equals = " =" if column == sheet_layout.ALONE else ""
                yield parts + equals, sheet_layout.parts(seat, column, row)
        for district in range(len(DISTRICTS)):
            yield "28", sheet_layout.district_number(seat, column, district)
            yield "6+2+2+5 =", sheet_layout.district_parts(seat, district)


def test_every_text_fits_in_every_language_and_can_be_read_on_a_phone() -> None:
    assert_fits(_board_texts, shrinking=4)
    assert_fits(_sheet_texts)
    for texts in (_board_numbers, _sheet_numbers):
        assert_fits(texts, words=False)


def test_each_language_is_drawn_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept between two pictures, none of it keeps the words of another language."""
    states = played(3, 12), played(5)
    before = [(draw_board(s, NAMES), draw_scores([s], NAMES)) for s in states]
    with in_other_words(monkeypatch):
        loud = [(draw_board(s, NAMES), draw_scores([s], NAMES)) for s in states]
    for one, other in zip(before, loud, strict=True):
        assert one[0] != other[0]
        assert one[1] != other[1]
    assert [(draw_board(s, NAMES), draw_scores([s], NAMES)) for s in states] == before


def test_the_longest_name_fits_its_box() -> None:
    slots = panels.NAME, *sheet_layout.NAMES, sheet.RESULT
    for name, slot in itertools.product(LONGEST_NAMES, slots):
        assert_name_fits(name, slot, 20)


def test_the_word_after_the_winners_name_is_whole_and_as_large() -> None:
    names = "Ada", "W" * 32, "עומר", "さくら", "ﷺ" * 32
    for name, language in itertools.product(names, LANGUAGES):
        assert_is_whole(name, language)


def assert_is_whole(name: str, language: Language) -> None:
    least = sheet.RESULT_LEAST
    with speaking(language):
        wanted, word = Name(name, "Player 1", least), Name(tr(sheet.WINS), sheet.WINS, least)
        first, second = side_by_side(wanted, word, sheet.RESULT)
    assert inside(first.box, sheet.RESULT.box)
    assert inside(second.box, sheet.RESULT.box)
    assert apart(first.box, second.box)
    lines = fit(wanted, first), fit(word, second)
    assert lines[0].size == lines[1].size == first.size
    assert "".join(run.text for run in lines[1].runs) == word.text


@pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)
def test_texts_stand_out_from_their_ground(theme: Colours) -> None:
    tints = [
        Tint(theme.words, theme.panel),
        Tint(theme.gilt, theme.panel),
        *(Tint(theme.words, theme.seat_lane(seat)) for seat in (1, 2)),
        *(Tint(theme.gilt, theme.seat_lane(seat)) for seat in (1, 2)),
        Tint(theme.muted, theme.panel),
        Tint(theme.line, theme.night),
        Tint(theme.title, theme.night),
        Tint(theme.ink, theme.paper),
        Tint(theme.ink, theme.lamp),
        *(Tint(theme.ink, colour) for colour in (*theme.seats, *theme.brights)),
    ]
    assert min(contrast(ink, ground) for ink, ground, _ in tints) >= ENOUGH


def test_named_colours_survive_the_palette() -> None:
    for theme in (*THEMES.values(), *COLOURS.values()):
        assert len(theme.palette) <= 256
        assert as_drawn(theme) == theme.named


def test_no_category_of_the_sheet_has_the_sign_of_a_single_district() -> None:
    assert not {*scores._SIGNS} & {*colours.EMBLEMS}
