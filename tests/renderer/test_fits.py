"""Every text of the board and of the score sheet fits its box, and can be read on its ground."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from PIL import Image

from prowlerbot.games.prowler.scoring import CATEGORIES
from prowlerbot.games.prowler.setup import CARDS, DISTRICTS
from renderer import fonts
from renderer.prowler import layout, panels, scores, sheet_layout, tiles
from renderer.text import Box, Name, Slot, Tint, fit, width
from renderer.theme import THEMES, Theme

_ENOUGH = 4.5
"""The contrast that text needs by the usual rule (WCAG AA)."""
_LARGEST_WEALTH = ["-28", "188"]


def _board_texts() -> Iterator[tuple[str, Slot]]:
    for card, slot in itertools.product(CARDS, layout.CARD_TEXT):
        yield layout.CONDITIONS[card], slot
    for slot in layout.CARD_WEALTH:
        yield "6", slot
    for key, slot in layout.STAT_CAPTIONS.items():
        yield panels.CAPTIONS[key], slot
    for word in panels.RIBBONS:
        yield word, layout.RIBBON
    for wealth in _LARGEST_WEALTH:
        yield panels.MID_GAME.format(wealth), layout.WEALTH
        yield panels.TOTAL.format(wealth), layout.WEALTH
    for _, slot in layout.STATS.values():
        yield "13", slot
    for _, slot in layout.LOOT:
        yield "13", slot
    for pathway in range(1, 28):
        yield str(pathway), tiles.number_slot(pathway)
    for district, position in itertools.product(range(len(DISTRICTS)), (0, 7, 28, -28, 48)):
        yield str(abs(position)), layout.marker(district, position)


def _sheet_texts() -> Iterator[tuple[str, Slot]]:
    yield scores.TITLE, sheet_layout.TITLE
    for slots in sheet_layout.HEADING_SLOTS:
        for column, slot in slots.items():
            yield sheet_layout.HEADINGS[column], slot
    for category, slot in zip(CATEGORIES, sheet_layout.CATEGORY_SLOTS, strict=True):
        yield category, slot
    yield sheet_layout.SUM_LABEL, sheet_layout.SUM_SLOT
    for seat, column, row in itertools.product(
        (1, 2), sheet_layout.COLUMNS, range(len(CATEGORIES) + 1)
    ):
        for wealth in _LARGEST_WEALTH:
            yield wealth, sheet_layout.number(seat, column, row)
    for reason in scores.REASONS.values():
        yield reason.format(288, 288), sheet_layout.REASON
    for sentence in (scores.HALF_SCORED, scores.NOT_SCORED):
        yield sentence, sheet_layout.REASON


@pytest.mark.parametrize("texts", [_board_texts, _sheet_texts])
def test_every_text_fits_its_box(texts: object) -> None:
    assert callable(texts)
    for text, slot in texts():
        left, top, right, bottom = slot.box
        assert width(text, slot.file, slot.size) <= right - left, text
        high = fonts.font(slot.file, slot.size).getbbox("H", anchor="ls")[1]
        assert -high <= bottom - top, text


@pytest.mark.parametrize("slot", [layout.NAME, *sheet_layout.NAMES, sheet_layout.RESULT])
@pytest.mark.parametrize(
    "name",
    ["W" * 32, "魑" * 32, "ﷺ" * 32, "Ǻ̂̃̄g̨̣̤" * 8, "ก็็็็็" * 12, "ஔ" * 32, "a b " * 25, "i"],
)
def test_the_longest_name_fits_its_box(name: str, slot: Slot) -> None:
    line = fit(Name(name, "Player 1", 20), slot)
    across = sum(width(run.text, run.file, line.size) for run in line.runs)
    assert 0 < across <= slot.box[2] - slot.box[0]


def _inside(inner: Box, outer: Box) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


def _apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_boxes_lie_inside_their_panels() -> None:
    upper: list[Box] = [layout.NAME.box, layout.SEAT_SIGN, layout.RIBBON.box, layout.WEALTH.box]
    upper += [box for sign, slot in layout.STATS.values() for box in (sign, slot.box)]
    upper += [slot.box for slot in layout.STAT_CAPTIONS.values()]
    lower = [box for sign, slot in layout.LOOT for box in (sign, slot.box)]
    assert all(_inside(box, layout.PANEL) for box in upper)
    assert all(_inside(box, layout.PANEL_LOOT) for box in lower)
    assert all(_apart(one, other) for one, other in itertools.combinations(upper + lower, 2))
    for box, wealth, text, holder in zip(
        layout.CARD_BOXES, layout.CARD_WEALTH, layout.CARD_TEXT, layout.CARD_HOLDER, strict=True
    ):
        parts = (wealth.box, text.box, holder)
        assert all(_inside(part, box) for part in parts)
        assert all(_apart(one, other) for one, other in itertools.combinations(parts, 2))


def test_tiles_and_their_numbers_lie_clear_of_statues_emblems_and_each_other() -> None:
    pads = [layout.around(layout.middle(p), layout.PAD) for p in range(1, 28)]
    assert all(_apart(one, other) for one, other in itertools.combinations(pads, 2))
    reach = round(layout.PLATFORM)
    for x, y in layout.STATUES.values():
        platform = (x - reach, y - reach, x + reach, y + reach)
        assert all(_apart(pad, platform) for pad in pads)


def test_panels_leave_the_city_free() -> None:
    for corner in layout.RIM_CORNERS:
        x, y = layout.at(corner)
        tower = (round(x - 19), round(y - 19), round(x + 19), round(y + 19))
        for seat in (1, 2):
            assert _apart(tower, layout.seat_box(seat, layout.PANEL))
            assert _apart(tower, layout.seat_box(seat, layout.PANEL_LOOT))
        assert all(_apart(tower, box) for box in (layout.TRACK, *layout.CARD_BOXES))


def _luminance(colour: tuple[int, int, int]) -> float:
    linear = [
        c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4
        for c in colour
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(tint: Tint) -> float:
    low, high = sorted(map(_luminance, tint))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_texts_stand_out_from_their_ground(theme: Theme) -> None:
    tints = [
        Tint(theme.paper, theme.panel),
        Tint(theme.muted, theme.panel),
        Tint(theme.paper, theme.night),
        Tint(theme.lamp, theme.night),
        Tint(theme.ink, theme.paper),
        Tint(theme.ink, theme.lamp),
        *(Tint(theme.ink, colour) for colour in (*theme.seats, *theme.brights)),
    ]
    assert min(map(_contrast, tints)) >= _ENOUGH


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_named_colours_survive_the_palette(theme: Theme) -> None:
    assert len(theme.palette) <= 256
    named = Image.new("RGB", (len(theme.named), 1))
    named.putdata(theme.named)
    mapped = theme.indexed(named).convert("RGB")
    assert [mapped.getpixel((x, 0)) for x in range(named.width)] == theme.named
