"""Every text of the board and of the score sheet fits its box, and can be read on its ground."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from gettext import NullTranslations
from importlib import resources

import pytest
from PIL import Image

from prowlerbot.core import i18n
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games.prowler.scoring import CATEGORIES
from prowlerbot.games.prowler.setup import CARDS, DISTRICTS
from prowlerbot.games.prowler.words import CATEGORY_NAMES, CONDITIONS
from renderer import fonts
from renderer.prowler import draw_board, draw_scores, layout, panels, scores, sheet_layout, tiles
from renderer.prowler.colours import COLOURS, Colours
from renderer.text import Box, Name, Slot, Tint, fit, size_for, width
from renderer.theme import THEMES, Theme

from .boxes import apart, inside
from .matches import NAMES, played

_ENOUGH = 4.5
"""The contrast that text needs by the usual rule (WCAG AA)."""
_LOCALES = resources.files("prowlerbot") / "locales"
CATALOGUES = [each for each in LANGUAGES if each == "en" or (_LOCALES / f"{each}.po").is_file()]
_LARGEST_WEALTH = ["-28", "188"]


def _board_texts() -> Iterator[tuple[str, Slot]]:
    for card, slot in itertools.product(CARDS, layout.CARD_TEXT):
        yield tr(CONDITIONS[card]), slot
    for key, slot in layout.STAT_CAPTIONS.items():
        yield tr(panels.CAPTIONS[key]), slot
    for word in panels.RIBBONS:
        yield tr(word), layout.RIBBON
    for wealth in _LARGEST_WEALTH:
        for template in panels.WEALTH:
            yield tr(template, wealth=wealth), layout.WEALTH


def _board_numbers() -> Iterator[tuple[str, Slot]]:
    for _, slot in (*layout.STATS.values(), *layout.LOOT):
        yield "13", slot
    for pathway in range(1, 28):
        yield str(pathway), tiles.number_slot(pathway)
    for district, position in itertools.product(range(len(DISTRICTS)), (0, 7, 28, -28, 48)):
        yield str(abs(position)), layout.marker(district, position)
    for slot in layout.CARD_WEALTH:
        yield "6", slot


def _sheet_texts() -> Iterator[tuple[str, Slot]]:
    yield scores.TITLE, sheet_layout.TITLE
    for slots in sheet_layout.HEADING_SLOTS:
        for column, slot in slots.items():
            yield tr(scores.HEADINGS[column]), slot
    for category, slot in zip(CATEGORY_NAMES, sheet_layout.CATEGORY_SLOTS, strict=True):
        yield tr(category), slot
    yield tr(scores.SUM_LABEL), sheet_layout.SUM_SLOT
    for seat, column, row in itertools.product(
        (1, 2), sheet_layout.COLUMNS, range(len(CATEGORIES) + 1)
    ):
        for wealth in _LARGEST_WEALTH:
            yield wealth, sheet_layout.number(seat, column, row)
    for reason in scores.REASONS.values():
        yield tr(reason, more=288, less=288), sheet_layout.REASON
    for sentence in (scores.HALF_SCORED, scores.NOT_SCORED):
        yield tr(sentence), sheet_layout.REASON


TEXTS = pytest.mark.parametrize("texts", [_board_texts, _board_numbers, _sheet_texts])


@TEXTS
@pytest.mark.parametrize("language", CATALOGUES)
def test_every_text_fits_its_box_in_every_language(texts: object, language: Language) -> None:
    assert callable(texts)
    with speaking(language):
        for text, slot in texts():
            left, top, right, bottom = slot.box
            size = size_for(text, slot)
            assert width(text, slot.file, size) <= right - left, text
            high = fonts.font(slot.file, size).getbbox("H", anchor="ls")[1]
            assert -high <= bottom - top, text
            assert {*map(ord, text)} <= fonts.coverage(slot.file), text


@TEXTS
def test_in_english_every_text_has_its_full_size(texts: object) -> None:
    assert callable(texts)
    for text, slot in texts():
        assert size_for(text, slot) == slot.size, text


@TEXTS
def test_there_is_room_for_words_a_third_longer(texts: object) -> None:
    assert callable(texts)
    for text, slot in texts():
        if text.strip("-0123456789") and text != scores.TITLE:
            longer = text + "en" * round(len(text) / 6)
            size = size_for(longer, slot)
            assert width(longer, slot.file, size) <= slot.box[2] - slot.box[0], longer


def test_each_language_is_drawn_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept between two pictures, none of it keeps the words of another language."""

    class Dotting(NullTranslations):
        def gettext(self, message: str) -> str:
            return f"{message}·"

    states = played(3, 12), played(5)
    before = [(draw_board(s, NAMES), draw_scores(s, NAMES)) for s in states]
    with monkeypatch.context() as patch:
        patch.setattr(i18n, "_catalogue", lambda _: Dotting())
        loud = [(draw_board(s, NAMES), draw_scores(s, NAMES)) for s in states]
    for one, other in zip(before, loud, strict=True):
        assert one[0] != other[0]
        assert one[1] != other[1]
    assert [(draw_board(s, NAMES), draw_scores(s, NAMES)) for s in states] == before


@pytest.mark.parametrize("slot", [layout.NAME, *sheet_layout.NAMES, sheet_layout.RESULT])
@pytest.mark.parametrize(
    "name",
    ["W" * 32, "魑" * 32, "ﷺ" * 32, "Ǻ̂̃̄g̨̣̤" * 8, "ก็็็็็" * 12, "ஔ" * 32, "a b " * 25, "i"],
)
def test_the_longest_name_fits_its_box(name: str, slot: Slot) -> None:
    line = fit(Name(name, "Player 1", 20), slot)
    across = sum(width(run.text, run.file, line.size) for run in line.runs)
    assert 0 < across <= slot.box[2] - slot.box[0]


def test_boxes_lie_inside_their_panels() -> None:
    upper: list[Box] = [layout.NAME.box, layout.SEAT_SIGN, layout.RIBBON.box, layout.WEALTH.box]
    upper += [box for sign, slot in layout.STATS.values() for box in (sign, slot.box)]
    upper += [slot.box for slot in layout.STAT_CAPTIONS.values()]
    lower = [box for sign, slot in layout.LOOT for box in (sign, slot.box)]
    assert all(inside(box, layout.PANEL) for box in upper)
    assert all(inside(box, layout.PANEL_LOOT) for box in lower)
    assert all(apart(one, other) for one, other in itertools.combinations(upper + lower, 2))
    for box, wealth, text, holder in zip(
        layout.CARD_BOXES, layout.CARD_WEALTH, layout.CARD_TEXT, layout.CARD_HOLDER, strict=True
    ):
        parts = (wealth.box, text.box, holder)
        assert all(inside(part, box) for part in parts)
        assert all(apart(one, other) for one, other in itertools.combinations(parts, 2))


def test_tiles_and_their_numbers_lie_clear_of_statues_emblems_and_each_other() -> None:
    pads = [layout.around(layout.middle(p), layout.PAD) for p in range(1, 28)]
    assert all(apart(one, other) for one, other in itertools.combinations(pads, 2))
    reach = round(layout.PLATFORM)
    for x, y in layout.STATUES.values():
        platform = (x - reach, y - reach, x + reach, y + reach)
        assert all(apart(pad, platform) for pad in pads)


def test_panels_leave_the_city_free() -> None:
    for corner in layout.RIM_CORNERS:
        x, y = layout.at(corner)
        tower = (round(x - 19), round(y - 19), round(x + 19), round(y + 19))
        for seat in (1, 2):
            assert apart(tower, layout.seat_box(seat, layout.PANEL))
            assert apart(tower, layout.seat_box(seat, layout.PANEL_LOOT))
        assert all(apart(tower, box) for box in (layout.TRACK, *layout.CARD_BOXES))


def _luminance(colour: tuple[int, int, int]) -> float:
    linear = [
        c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4
        for c in colour
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(tint: Tint) -> float:
    low, high = sorted(map(_luminance, tint))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)
def test_texts_stand_out_from_their_ground(theme: Colours) -> None:
    tints = [
        Tint(theme.paper, theme.panel),
        Tint(theme.muted, theme.panel),
        Tint(theme.line, theme.night),
        Tint(theme.title, theme.night),
        Tint(theme.ink, theme.paper),
        Tint(theme.ink, theme.lamp),
        *(Tint(theme.ink, colour) for colour in (*theme.seats, *theme.brights)),
    ]
    assert min(map(_contrast, tints)) >= _ENOUGH


@pytest.mark.parametrize("theme", [*THEMES.values(), *COLOURS.values()])
def test_named_colours_survive_the_palette(theme: Theme) -> None:
    assert len(theme.palette) <= 256
    named = Image.new("RGB", (len(theme.named), 1))
    named.putdata(theme.named)
    mapped = theme.indexed(named).convert("RGB")
    assert [mapped.getpixel((x, 0)) for x in range(named.width)] == theme.named
