"""Every text of the board fits its box, and can be read on its ground."""

import itertools
from collections.abc import Iterator

import pytest

from prowlerbot.core.i18n import tr
from prowlerbot.games.prowler.position import CARDS, DISTRICTS, ITEMS, TILES
from prowlerbot.games.prowler.words import CONDITION_NAMES
from renderer import marks, sheet
from renderer.prowler import layout, panels
from renderer.prowler.board import draw_board
from renderer.prowler.colours import COLOURS, Colours
from renderer.text import Slot, in_two_lines
from renderer.theme import THEMES, Tint
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


def test_every_text_fits_in_every_language_and_can_be_read_on_a_phone() -> None:
    assert_fits(_board_texts, shrinking=4)
    assert_fits(_board_numbers, words=False)


def test_each_language_is_drawn_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept between two pictures, none of it keeps the words of another language."""
    states = played(3, 12), played(5)
    before = [draw_board(state, NAMES) for state in states]
    with in_other_words(monkeypatch):
        loud = [draw_board(state, NAMES) for state in states]
    assert all(one != other for one, other in zip(before, loud, strict=True))
    assert [draw_board(state, NAMES) for state in states] == before


def test_the_longest_name_fits_its_box() -> None:
    slots = panels.NAME, sheet.RESULT
    for name, slot in itertools.product(LONGEST_NAMES, slots):
        assert_name_fits(name, slot, 20)


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
