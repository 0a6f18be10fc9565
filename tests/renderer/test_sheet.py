"""The sheet of the final count: light, no higher than wide, and everything in its place."""

import itertools
from collections.abc import Iterator
from functools import partial
from math import ceil
from typing import Any

import pytest

from prowlerbot.core.final_count import Count
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from renderer import graph, sheet
from renderer.canvas import Box
from renderer.graph import GraphLayout
from renderer.heroes.colours import dress as heroes
from renderer.landgrab.colours import dress as landgrab
from renderer.names import Name, fit_name
from renderer.prowler.city import dress as prowler
from renderer.sheet import CountTable, draw_sheet, plain_dress, reason_slot
from renderer.text import Slot, name_and_word_slots, size_for, text_width
from renderer.theme import THEMES
from tests.cogs.games.shown import MATCHES, match
from tests.games.test_final_counts import COUNTS
from tests.renderer.counts import NAMES, toy_count
from tests.renderer.scenes.contact import opened
from tests.renderer.texts import LONGEST_NAMES, assert_all_fit, assert_name_fits, inside, lie_apart

DRESSES: Any = {"prowler": prowler, "landgrab": landgrab, "heroes": heroes}
TOY = partial(plain_dress, "Toy")


def counts() -> Iterator[tuple[str, Count]]:
    """Those of matches of each number of seats, as their reader's language tells them."""
    for game, setup, seed in MATCHES:
        line = match(game, setup, seed)
        yield game, COUNTS[game](line)
    line = match("prowler", "2", 0)
    middle = next(at for at, each in enumerate(line) if getattr(each, "mid", None))
    yield "prowler", COUNTS["prowler"](line[: middle + 1])


def test_a_sheet_is_light_and_no_higher_than_wide() -> None:
    for (game, count), theme in zip(counts(), itertools.cycle(THEMES), strict=False):
        file = draw_sheet(count, NAMES[: len(count.totals)], DRESSES[game], theme)
        assert len(file) <= 100_000
        assert opened(file).width == sheet.SIZE
        assert sheet.SIZE * 7 / 11 <= opened(file).height <= sheet.SIZE


@pytest.mark.parametrize("seats", range(1, 9))
def test_a_game_without_pictures_has_a_sheet_for_up_to_eight(seats: int) -> None:
    for phases in (1, 2)[: 1 if seats > 2 else 2]:
        for theme in THEMES:
            drawn = draw_sheet(
                toy_count(seats, phases=phases), (*NAMES, *NAMES)[:seats], TOY, theme
            )
            assert opened(drawn).height <= sheet.SIZE


def ink(text: str, slot: Slot) -> Box:
    """What a text covers of its slot."""
    left, top, right, bottom = slot.box
    room = right - left - ceil(text_width(text, slot.file, size_for(text, slot)))
    before = {"left": 0, "centre": room // 2, "right": room}[slot.align]
    return left + before, top, right - room + before, bottom


def slots_of(count: Count) -> Iterator[tuple[str, Slot]]:
    """Everything in the table but names, with where it stands."""
    table = CountTable.lay_out(count)
    yield count.unit, table.unit_slot
    for at, column in enumerate(count.columns):
        yield column.name, table.label_place(at)[1]
    for at, seat in enumerate(count.order):
        if state := sheet._seat_state(count, seat):
            yield state, table.state_slot(at)
        rows = count.rows_of(seat)
        for phase, row in enumerate(rows):
            for line, cell in enumerate(row.cells):
                number, terms = table.number_slots(at, phase, line)
                yield "28" if cell.terms else "−28", number
                yield cell.terms.replace(" ", ""), terms
            if len(rows) > 1:
                yield row.brief, table.heading_slot(at, phase)
                yield "−28", table.total_slot(at, phase)
        last = len(rows) if len(rows) > 1 else 0
        yield "188", table.total_slot(at, last)
        if last:
            yield tr(sheet.TOTAL), table.heading_slot(at, last)


def all_slots() -> Iterator[tuple[str, Slot]]:
    for _, count in counts():
        for at, text in enumerate((*count.reasons, *count.notes)):
            yield text, reason_slot(at)
        yield from slots_of(count)
        if count.course is not None:
            places = GraphLayout((6, 600, 994, 900), count.course)
            yield count.course.title, places.title
            yield count.course.unit, places.unit
            if count.course.jump is not None:
                yield count.course.jump[1], places.jump_slots(["+26", "−24"])[0]
        yield count.headline or tr(sheet.SHARED), sheet.HEADLINE


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_fit_in_every_language_and_keep_two_thirds_of_their_size(language: Language) -> None:
    with speaking(language):
        found = {*all_slots()}
    assert_all_fit(lambda: found, language)
    for text, slot in found:
        assert size_for(text, slot) >= slot.size * 2 / 3, text
        assert slot.size >= 29 or not text, text
        assert language != "en" or "+" in text or size_for(text, slot) >= slot.size * 0.7, text


@pytest.mark.parametrize("seats", range(1, 7))
def test_nothing_in_the_table_covers_anything(seats: int) -> None:
    for phases in (1, 2)[: 1 if seats > 2 else 2]:
        count = toy_count(seats, phases=phases)
        table = CountTable.lay_out(count)
        found = [ink(text, slot) for text, slot in slots_of(count) if text]
        found += [table.name_slot(at).box for at in range(seats)]
        assert all(inside(box, table.panel) for box in found)
        for one, other in itertools.combinations(found, 2):
            assert lie_apart(one, other), (one, other)
        for name, at in itertools.product(LONGEST_NAMES, range(seats)):
            assert_name_fits(name, table.name_slot(at), sheet.LEAST_NAME_SIZE)


@pytest.mark.parametrize("had", [(-7, -3), (-30, 12), (-1, -1), (0, 4)])
def test_a_plot_below_zero_has_every_total_and_grid_line_in_its_box(had: tuple[int, ...]) -> None:
    plot = graph.Plot((10, 20, 110, 220), 10, had, start=2)
    heights = [plot.point_at(2, each)[1] for each in (*had, *plot.grid_values)]
    assert all(20 <= each <= 220 for each in heights)
    assert plot.point_at(2, min(had))[1] >= plot.point_at(2, max(had))[1]
    assert plot.point_at(2, plot.grid_values[0]) == (10, 220)
    assert plot.point_at(10, plot.grid_values[-1])[0] == 110


def test_a_shape_lies_on_its_line() -> None:
    line = [(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (20.0, 15.0)]
    assert graph._point_on(line, 4) == (4, 0)
    assert graph._point_on(line, 15) == (15, 10)
    assert graph._point_on(line, 25) == (20, 15)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_after_the_winners_name_is_whole_and_as_large(language: Language) -> None:
    least = sheet.LEAST_RESULT_SIZE
    for name in ("Ada", "W" * 32, "עומר", "さくら", "ﷺ" * 32):
        with speaking(language):
            wanted, word = Name(name, "Player 1", least), Name(tr(sheet.WINS), sheet.WINS, least)
            first, second = name_and_word_slots(wanted, word, sheet.RESULT)
        assert inside(first.box, sheet.RESULT.box)
        assert inside(second.box, sheet.RESULT.box)
        assert lie_apart(first.box, second.box)
        lines = fit_name(wanted, first.room), fit_name(word, second.room)
        assert lines[0].size == lines[1].size == first.size
        assert "".join(run.text for run in lines[1].runs) == word.text
