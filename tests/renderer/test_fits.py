"""Every text of the board and of the score sheet fits its box, and can be read on its ground."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import pytest

from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games.prowler.scoring import CATEGORIES
from prowlerbot.games.prowler.setup import CARDS, DISTRICTS, ITEMS, TILES
from prowlerbot.games.prowler.words import CATEGORY_NAMES, CONDITIONS, DISTRICT_NAMES
from renderer import marks, sheet
from renderer.canvas import Box
from renderer.prowler import (
    draw_board,
    draw_scores,
    glyphs,
    layout,
    panels,
    plaques,
    scores,
    sheet_layout,
    track,
    wealth,
)
from renderer.prowler.colours import COLOURS, Colours
from renderer.text import Name, Slot, fit, in_two_lines, side_by_side
from renderer.theme import THEMES, Tint

from .boxes import apart, inside
from .contrast import ENOUGH, as_drawn, contrast
from .matches import NAMES, played
from .texts import (
    LONGEST_NAMES,
    Texts,
    assert_all_fit,
    assert_full_size,
    assert_name_fits,
    assert_readable_on_a_phone,
    assert_there_is_room,
    in_other_words,
    longer,
)

_LARGEST_WEALTH = ["-28", "188"]


def _board_texts() -> Iterator[tuple[str, Slot]]:
    for card, slots in itertools.product(CARDS, plaques.CARD_TEXT):
        yield from zip(in_two_lines(tr(CONDITIONS[card]), slots[0]), slots, strict=False)
    for key, slot in plaques.STAT_CAPTIONS.items():
        yield tr(panels.CAPTIONS[key]), slot
    yield tr(panels.FINAL), plaques.STAT_CAPTIONS["projected"]
    yield tr(track.NOTE), plaques.TRACK_NOTE
    for word in marks.RIBBONS:
        yield tr(word), plaques.RIBBON
    yield tr(panels.WEALTH), plaques.WEALTH_NOTE


def _board_numbers() -> Iterator[tuple[str, Slot]]:
    for slot in plaques.STAT_NUMBERS.values():
        yield "13", slot
    for most in _LARGEST_WEALTH:
        yield most, plaques.WEALTH
    for seat, face in itertools.product((1, 2), range(len(TILES))):
        yield "11" if face < len(ITEMS) else "5", plaques.loot(seat, face)[1]
    for pathway in range(1, 28):
        yield str(pathway), layout.number_slot(pathway)
    for position in ("0", "7", "28", "48"):
        yield position, plaques.MARKER_NUMBER
    for district, place in itertools.product(range(len(DISTRICTS)), (1, 7, -1, -7)):
        box = plaques.marker_box(place, district)
        told = plaques.pay(district, 1 if place > 0 else 2, (box[0], box[2]), 72)
        assert told is not None
        yield "+60", told
    for slot in plaques.CARD_WEALTH:
        yield "6", slot
    for place, seat in itertools.product(range(3), (1, 2)):
        yield "6 / 6", plaques.card_nearness(place, seat)[1]


def _sheet_texts() -> Iterator[tuple[str, Slot]]:
    yield scores.TITLE, sheet.TITLE
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
    yield tr(wealth.TITLE), sheet_layout.GRAPH_TITLE
    yield tr(wealth.MID_GAME), wealth.word((sheet_layout.PLOT[0] + sheet_layout.HALF_WORD, 0))


def _sheet_numbers() -> Iterator[tuple[str, Slot]]:
    for total, slot in itertools.product(_LARGEST_WEALTH, sheet_layout.TOTALS):
        yield total, slot
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


TEXTS = pytest.mark.parametrize(
    "texts", [_board_texts, _board_numbers, _sheet_texts, _sheet_numbers]
)


@TEXTS
def test_every_text_fits_its_box_in_every_language(texts: Texts) -> None:
    for language in LANGUAGES:
        assert_all_fit(texts, language)


@TEXTS
def test_in_english_every_text_has_its_full_size(texts: Texts) -> None:
    assert_full_size(texts)


@TEXTS
def test_there_is_room_for_words_a_third_longer(texts: Texts) -> None:
    for text, slot in texts():
        if text.strip("-0123456789+=× ") and text != scores.TITLE:
            assert_there_is_room(longer(text), slot)


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
    slots = plaques.NAME, *plaques.TRACK_NAMES, *sheet_layout.NAMES, sheet.RESULT
    for name, slot in itertools.product(LONGEST_NAMES, slots):
        assert_name_fits(name, slot, 20)


def test_boxes_lie_inside_their_panels() -> None:
    boxes: list[Box] = [plaques.NAME.box, plaques.RIBBON.box, plaques.WEALTH.box]
    boxes += [plaques.WEALTH_NOTE.box, _square(plaques.SEAT_SIGN, 25)]
    boxes += [_square(at, 17) for at in plaques.STAT_SIGNS.values()]
    boxes += [slot.box for slot in plaques.STAT_CAPTIONS.values()]
    boxes += [slot.box for slot in plaques.STAT_NUMBERS.values()]
    assert all(inside(box, plaques.PANEL) for box in boxes)
    assert all(apart(one, other) for one, other in itertools.combinations(boxes, 2))
    for place, box in enumerate(plaques.CARD_BOXES):
        parts = [plaques.CARD_WEALTH[place].box, plaques.CARD_FOOT[place]]
        parts += [slot.box for slot in plaques.CARD_TEXT[place]]
        assert all(inside(part, box) for part in parts)
        assert all(apart(one, other) for one, other in itertools.combinations(parts, 2))
        feet = [plaques.card_nearness(place, seat) for seat in (1, 2)]
        inner = [slot.box for _, slot in feet] + [_square(at, 16) for at, _ in feet]
        assert all(inside(part, plaques.CARD_FOOT[place]) for part in inner)
        assert all(apart(one, other) for one, other in itertools.combinations(inner, 2))


def test_nothing_on_a_sheet_touches_the_edge_of_its_panel() -> None:
    for seat in (1, 2):
        left, top, right, bottom = sheet_layout.BLOCKS[seat - 1]
        within = left + 4, top + 4, right - 6, bottom - 4
        assert inside(sheet_layout.total(seat).frame, within)
        for column in sheet_layout.COLUMNS:
            assert inside(sheet_layout.number(seat, column, sheet_layout.SUMS).box, within)
    left, top, right, bottom = sheet_layout.MIDDLE
    within = left + 6, top + 6, right - 6, bottom - 6
    for at, slot in zip(sheet_layout.CATEGORY_SIGNS, sheet_layout.CATEGORY_SLOTS, strict=True):
        assert inside(_square(at, 1.05 * sheet_layout.CATEGORY_SIGN), within)
        assert slot.box[2] <= within[2]


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


def _square(centre: tuple[float, float], half: float) -> Box:
    x, y = centre
    return round(x - half), round(y - half), round(x + half), round(y + half)


def test_the_track_holds_its_lanes_its_names_and_the_loot_beside_them() -> None:
    parts = [plaques.lane(district) for district in range(len(DISTRICTS))]
    parts += [slot.box for slot in plaques.TRACK_NAMES]
    parts += [_square(at, 19) for at in plaques.TRACK_SIGNS]
    for seat, face in itertools.product((1, 2), range(len(TILES))):
        centre, slot = plaques.loot(seat, face)
        radius = plaques.LOOT_ITEM if face < len(ITEMS) else plaques.LOOT_SHOVEL
        parts += [_square(centre, radius), slot.box]
    assert all(inside(part, plaques.TRACK) for part in parts)
    assert all(apart(one, other) for one, other in itertools.combinations(parts, 2))


def _capsule_distance(one: int, other: int) -> float:
    """How much ground lies between two badges."""
    steps = range(21)

    def spine(pathway: int) -> list[tuple[float, float]]:
        (ax, ay), (bx, by) = layout.badge_ends(pathway)
        return [(ax + (bx - ax) * i / 20, ay + (by - ay) * i / 20) for i in steps]

    nearest = min(math.dist(a, b) for a in spine(one) for b in spine(other))
    return nearest - 2 * layout.BADGE


def test_no_badge_comes_near_another_one_or_a_statue() -> None:
    """So no number can be taken for that of a neighbour, also in a picture 312 pixels wide."""
    for one, other in itertools.combinations(range(1, 28), 2):
        assert _capsule_distance(one, other) >= 12
    for pathway, centre in itertools.product(range(1, 28), layout.STATUE_AT.values()):
        for end in layout.badge_ends(pathway):
            assert math.dist(end, centre) >= layout.BADGE + layout.PLINTH


def test_a_badge_is_one_thing_on_the_middle_of_its_pathway() -> None:
    for pathway in range(1, 28):
        (ax, ay), (bx, by) = layout.ends(pathway)
        tile, number = layout.badge_ends(pathway)
        assert math.dist(tile, number) < 2 * layout.BADGE
        for x, y in (tile, number):
            off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / layout.SIDE
            assert off < 1
        assert tile <= number  # the tile on the left, or above


def test_panels_leave_the_city_free() -> None:
    for corner in layout.RIM_CORNERS:
        tower = _square(layout.at(corner), layout.TOWER)
        for seat in (1, 2):
            assert apart(tower, plaques.on_panel(seat, plaques.PANEL))
        assert all(apart(tower, box) for box in (plaques.TRACK, *plaques.CARD_BOXES))


def test_every_text_can_be_read_on_a_phone() -> None:
    for told in (_board_texts, _board_numbers, _sheet_texts, _sheet_numbers):
        for text, slot in told():
            assert_readable_on_a_phone(text, slot)


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
    assert min(contrast(*tint) for tint in tints) >= ENOUGH


def test_named_colours_survive_the_palette() -> None:
    for theme in (*THEMES.values(), *COLOURS.values()):
        assert len(theme.palette) <= 256
        assert as_drawn(theme) == theme.named


def test_no_category_of_the_sheet_has_the_sign_of_a_single_district() -> None:
    assert not {*scores._SIGNS} & {*glyphs.EMBLEMS}
