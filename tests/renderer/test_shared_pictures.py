"""Pictures that all games share, the final count, the pixels of files, and names in any script."""

import io
import itertools
import random
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import permutations, product
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

import prowlerbot
from prowlerbot.core.final_count import Count
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games import GAMES
from prowlerbot.games.prowler.words import CONDITION_NAMES
from renderer import canvas, fonts, graph, profile, review, sheet
from renderer import profile as card
from renderer.canvas import Box, PackedPicture, Piece, put_all
from renderer.font_runs import split_runs
from renderer.gallery import draw_gallery, title_texts
from renderer.gallery import slots_of_texts as placed_small
from renderer.graph import Axes, BarColumn, GraphLayout, bar_boxes
from renderer.heroes.colours import dress as heroes
from renderer.landgrab.colours import dress as landgrab
from renderer.names import Name, Room, fit_name
from renderer.profile import Result, draw_profile
from renderer.prowler import panels
from renderer.prowler.city import dress as prowler
from renderer.review import CHANCE, TREASURE, draw_review
from renderer.sheet import CountTable, draw_sheet, plain_dress, reason_slot
from renderer.text import Slot, break_in_two, name_and_word_slots, name_piece, size_for, text_width
from renderer.theme import THEMES, Tint
from tests.cases import each_of
from tests.cogs.games.shown import MATCHES, match
from tests.games.test_final_counts import COUNTS
from tests.patience import HUNG
from tests.renderer.counts import NAMES, toy_count
from tests.renderer.matches import CARDS, SPOKEN
from tests.renderer.scenes.common import boards, columns, course
from tests.renderer.scenes.contact import opened
from tests.renderer.texts import (
    LONGEST_NAMES,
    ODD_NAMES,
    PHONE,
    SEEN,
    Texts,
    assert_all_fit,
    assert_name_fits,
    assert_readable_on_a_phone,
    inside,
    lie_apart,
    most_apart,
)


def _hub() -> Iterator[tuple[str, Slot]]:
    for game in GAMES.values():
        yield from title_texts(
            game.title, tr("{least} to {most} players", least=2, most=10), 0, 233
        )
        yield from title_texts(game.title, tr("{count} players", count=10), 0, 233)


def _gallery() -> Iterator[tuple[str, Slot]]:
    number, _, state = placed_small(12, 1000, 494)
    yield "99", number
    for each in (
        tr("your turn"),
        tr("their turn"),
        tr("not your turn"),
        tr("waits for your answer"),
        tr("waits for players"),
        tr("not answered yet"),
        tr("you have left"),
        tr("you are out, and can watch"),
    ):
        yield each, state


def _histogram() -> Iterator[tuple[str, Slot]]:
    for text, slot, _ in graph.column_texts(columns(tr("You"))):
        yield text, slot
    for across in (tr("Points at the end"), tr("Lead at the end")):
        yield from graph.axis_texts(Axes(tr("Number of results"), across))


def _review() -> Iterator[tuple[str, Slot]]:
    for title in (CHANCE, TREASURE):
        yield tr(title), Slot((36, 0, 964, 42), fonts.TEXT, 34)
    for word in (review.ACCURACY, review.LUCK):
        yield tr(word), Slot((776, 0, 966, 38), fonts.TEXT, 34)
    yield tr(review.MOVE), Slot((878, 0, 978, 36), fonts.TEXT, 28)


def _profile() -> Iterator[tuple[str, Slot]]:
    yield "PROWLER’S PASSAGE", card.TITLE_SLOT
    yield tr(profile.RATING_LABEL), card.RATING_SLOT
    yield tr(profile.UNRATED_LABEL), card.UNRATED_SLOT
    yield tr(profile.UNLISTED), card.PLACES_SLOT
    yield profile.place_words(9876), card.PLACES_SLOT
    yield tr(profile.LATEST_LABEL), card.LATEST_SLOT
    for caption, slot in zip(profile.CAPTION_LABELS, card.CAPTION_SLOTS, strict=True):
        yield tr(caption), slot
    yield tr("{count} won", count=1234), card.WON_SLOT
    yield tr("{count} shared", count=1234), card.SHARED_SLOT
    yield tr("{count} lost", count=1234), card.LOST_SLOT
    for condition in CONDITION_NAMES.values():
        lines = break_in_two(tr(condition), card.FAVOURITE_SLOTS[0])
        yield from zip(lines, card.FAVOURITE_SLOTS, strict=False)
    yield from (("2710", card.POINTS_SLOT), ("± 1000", card.RANGE_SLOT), ("99", card.PLACE_SLOT))
    yield from (("-28", card.VALUE_SLOTS[0]), ("9999", card.VALUE_SLOTS[1]))


@pytest.mark.parametrize("texts", [_hub, _gallery, _histogram, _review, _profile])
def test_every_text_fits_in_every_language(texts: Texts) -> None:
    for language in LANGUAGES:
        assert_all_fit(texts, language)


@pytest.mark.expects_errors
def test_a_board_that_its_game_fails_to_draw_is_an_empty_place_beside_the_others() -> None:
    first, second = boards(2)
    failing = replace(second, draw=lambda: bytes([999]))
    assert opened(draw_gallery([first, failing])).size == opened(draw_gallery([first, first])).size


def test_all_is_readable_on_a_phone_and_has_its_full_size_in_english() -> None:
    for text, slot in (*_hub(), *_profile()):
        assert size_for(text, slot) == slot.size, text
    for text, slot in (*_hub(), *_gallery()):
        assert_readable_on_a_phone(text, slot)
    for text, slot in _histogram():
        if "…" not in text:
            assert slot.size * PHONE >= 8.7, text


def test_any_name_fits() -> None:
    for name in (*LONGEST_NAMES, *ODD_NAMES):
        assert_name_fits(name, placed_small(12, 1000, 494)[1], 28)
    for name in LONGEST_NAMES:
        assert_name_fits(name, card.NAME_SLOT, card.MIN_NAME_SIZE)


def test_bars_are_as_high_as_their_numbers_and_do_not_touch() -> None:
    found = bar_boxes(columns())
    heights = [bottom - top for _, top, _, bottom in found]
    assert heights == sorted(heights)
    assert heights[4] == round(heights[5] * 4 / 5)
    assert heights[0] > 0, "an empty bar has its place"
    assert all(one[2] < other[0] for one, other in itertools.pairwise(found))
    (only,) = bar_boxes((BarColumn("5", 1),))
    assert only[2] - only[0] < graph.HISTOGRAM_SIZE[0] / 4


def test_a_match_with_a_single_moment_has_a_review() -> None:
    moment = replace(course(2), moments=(0,), end=0, turns=())
    seats = tuple(replace(each, values=each.values[:1]) for each in moment.seats)
    assert draw_review(replace(moment, seats=seats))


def test_moves_of_a_review_are_numbered_in_round_steps_few_enough_to_keep_apart() -> None:
    ticks = [list(review._tick_numbers(range(end + 1))) for end in range(1, 9001, 7)]
    assert sorted({each[1] for each in ticks}) == [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    assert all(len(each) <= 10 for each in ticks)


def test_a_review_numbers_its_moments_as_the_board_does() -> None:
    rounds = [0, 0, *(number // 3 for number in range(3, 90))]
    ticks = review._tick_numbers(rounds)
    assert all(rounds[at] == shown for at, shown in ticks.items())
    assert [*ticks.values()] == [0, 5, 10, 15, 20, 25]


def test_what_is_won_is_told_apart_without_colours() -> None:
    results: tuple[Result, ...] = ("won", "shared", "lost")
    drawn = [opened(draw_profile(replace(CARDS["new"], latest=(it,), won=1))) for it in results]
    for one, other in itertools.combinations(drawn, 2):
        assert most_apart(one, other) > SEEN


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
            assert_name_fits(name, table.name_slot(at), sheet.MIN_NAME_SIZE)


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
    least = sheet.MIN_RESULT_SIZE
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


def _noise(rng: random.Random, size: tuple[int, int]) -> Image.Image:
    across, down = size
    colours = len(THEMES["night"].palette)
    return Image.frombytes("P", size, bytes(rng.randrange(colours) for _ in range(across * down)))


def _case(seed: int) -> tuple[Image.Image, list[Piece]]:
    """A layer and pieces, some of which reach beyond its edges."""
    rng = random.Random(seed)
    layer = _noise(rng, (rng.randrange(1, 60), rng.randrange(1, 60)))
    pieces = []
    for _ in range(8):
        sprite = _noise(rng, (rng.randrange(1, 30), rng.randrange(1, 30)))
        mask = Image.new("1", sprite.size)
        mask.putdata([rng.randrange(2) for _ in range(sprite.width * sprite.height)])
        place = rng.randrange(-20, 60), rng.randrange(-20, 60)
        pieces.append(Piece(sprite, *place, rng.choice((None, mask))))
    return layer, pieces


def test_a_decoder_reads_the_very_pixels_beside_pictures_of_other_sizes_and_threads() -> None:
    cases = [_case(seed) for seed in range(60)]
    palette = THEMES["night"].palette_bytes
    with ThreadPoolExecutor(4) as pool:
        files = [*pool.map(lambda case: canvas.encode(case[0], palette, case[1]), cases)]
    for file, (layer, pieces) in zip(files, cases, strict=True):
        decoded = Image.open(io.BytesIO(file))
        assert (decoded.mode, decoded.tobytes()) == ("P", put_all(layer, pieces).tobytes())


MANY = 3 * canvas._MAX_UNPACKED


def _picture(number: int) -> Image.Image:
    size = 40 + number, 30
    return Image.frombytes("P", size, random.Random(number).randbytes(size[0] * size[1]))


def test_a_picture_is_the_same_after_many_others_and_for_several_threads() -> None:
    pictures = [PackedPicture(_picture(number)) for number in range(MANY)]
    order = list(range(MANY)) * 4
    random.Random(1).shuffle(order)
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda number: pictures[number].picture, order)
        for number, picture in zip(order, found, strict=True):
            assert (picture.mode, picture.size) == ("P", _picture(number).size)
            assert picture.tobytes() == _picture(number).tobytes()


def test_only_the_pictures_used_last_are_kept_as_they_are() -> None:
    pictures = [PackedPicture(_picture(number)) for number in range(MANY)]
    assert pictures[0].picture is pictures[0].picture
    unpacked = set(pictures[-canvas._MAX_UNPACKED + 1 :]) | {pictures[0]}
    assert set(canvas._unpacked) == unpacked


def test_a_copy_is_drawn_on_without_changing_what_is_kept() -> None:
    one = PackedPicture(_picture(1))
    one.copy().paste(7, (0, 0, 20, 20))
    assert one.copy().tobytes() == _picture(1).tobytes()


_JOINERS = "\u200c\u200d"
TINT = Tint(THEMES["night"].paper, THEMES["night"].panel)


def _drawn(name: str) -> str:
    """The drawn part of a name, in logical order."""
    return "".join(run.text for run in split_runs(name))


def test_no_letter_is_an_empty_box() -> None:
    for name in SPOKEN.values():
        assert _drawn(name) == name
        for run in split_runs(name):
            font = fonts.load_font(run.file, 40)
            missing = bytes(font.getmask("\U000e0fff"))
            for character in run.text:
                if not character.isspace() and character not in _JOINERS:
                    assert bytes(font.getmask(character)) != missing, name


def test_what_cannot_be_drawn_is_left_out() -> None:
    for name, kept in (
        ("Fox 𒀀 Fox", "Fox Fox"),
        ("𓀀Ra", "Ra"),
        ("𝕱𝖆𝖓𝖈𝖞", "Fancy"),
        ("  much   space\t\n", "much space"),
        ("\u202eevil\u2066", "evil"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("bell\x07\x00", "bell"),
        ("a\u0300\u0301\u0302\u0303\u0304\u0305b", "à\u0301\u0302\u0303b"),
    ):
        assert _drawn(name) == kept, name


def test_a_name_without_any_drawable_letter_becomes_the_seats() -> None:
    for name in ("", " ", "\u200b\u200d", "\u202e", "𒀀", "\u0301", "\ud800"):
        wanted = Name(name, "Player 2", 20)
        assert "".join(run.text for run in fit_name(wanted, panels.NAME.room).runs) == "Player 2"


def test_any_name_leaves_ink_and_nothing_outside_its_box() -> None:
    left, top, right, bottom = panels.NAME.box
    for name in (*SPOKEN.values(), "!!!", "🦊", "x" * 5000, "e" + "\u0301" * 5000):
        sprite = name_piece(THEMES["night"], Name(name, "Player 1", 20), panels.NAME, TINT).image
        assert sprite.size == (right - left, bottom - top)
        assert len(set(sprite.tobytes())) > 1, name


def test_a_remark_behind_a_name_goes_before_any_of_its_letters() -> None:
    narrow = panels.NAME._replace(box=(0, 0, 110, 50))
    line = fit_name(Name("Ben (machine)", "Player 1", 20), narrow.room)
    assert [run.text for run in line.runs] == ["Ben"]
    assert line.size > 20, "there is room for large letters again"


def test_a_name_is_whole_unless_letters_are_cut() -> None:
    for name, whole in (("Ben", True), ("Ben (machine)", True), ("Benjamin the Third", False)):
        fitted = fit_name(Name(name, "Player 1", 20), Room(width=110, height=50, size=40))
        assert fitted.whole == whole == ("…" not in {run.text for run in fitted.runs}), name


def test_a_mixed_name_is_laid_out_by_the_bidirectional_algorithm() -> None:
    for name, pieces in (
        ("דוד 123 abc", ("abc", "123", "דוד")),
        ("abc דוד 123", ("abc", "123", "דוד")),
        ("محمد 2024 علي", ("علي", "2024", "محمد")),
        ("דוד (abc)", ("(abc)", "דוד")),
        ("דוד 🦊 7", ("7", "🦊", "דוד")),
        ("abc עומר 漢字", ("abc", "עומר", "漢字")),
        ("עומר abc 漢字", ("漢字", "abc", "עומר")),
        ("\u2068דוד 123\u2069 Ada", ("123", "דוד", "Ada")),
    ):
        ink = _ink(name)
        assert pieces == min(permutations(pieces), key=partial(_differing, ink)), name


def _differing(ink: bytes, pieces: Sequence[str]) -> int:
    from_left = " ".join(f"\u2068{piece}\u2069" for piece in pieces)
    return sum(one != other for one, other in zip(ink, _ink(from_left), strict=True))


def test_a_shortened_name_from_right_to_left_ends_at_the_left() -> None:
    slot = panels.NAME._replace(box=(0, 0, 150, 50))
    line = fit_name(Name("محمد 2024 علي بن عبد الله", "Player 1", 28), slot.room)
    assert line.runs[0].text == "…"


def test_an_emoji_of_several_characters_is_one_picture() -> None:
    slot = panels.NAME
    one, family, flag = (
        fit_name(Name(name, "", slot.size), slot.room).width for name in ("🦊", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿")
    )
    assert one == family == flag


def _ink(name: str) -> bytes:
    slot = Slot((0, 0, 600, 60), fonts.SCRIPTS[0], 40, "left")
    return name_piece(THEMES["night"], Name(name, "", 40), slot, TINT).image.tobytes()


def test_a_name_is_measured_only_while_no_other_thread_draws_letters() -> None:
    """FreeType's faces are shared by all threads, and hold what is drawn just now."""
    slot = Slot((0, 0, 300, 60), fonts.SCRIPTS[0], 40)
    with ThreadPoolExecutor(1) as pool:
        with fonts.FREETYPE_LOCK:
            measured = pool.submit(fit_name, Name("Measured Elsewhere", "", 20), slot.room)
            with pytest.raises(TimeoutError):
                measured.result(0.2)
        assert measured.result(HUNG).size <= 40


FILES = (fonts.TITLE, fonts.TEXT, fonts.STRONG, fonts.SCRIPTS[0])
LOCALES = Path(prowlerbot.__file__).parent / "locales"
ANCHORS = {"left": ("ls", 0.0), "centre": ("ms", 450.0), "right": ("rs", 900.0)}
_SAMPLES = ("fi fl ffi ffl ff ft fj", "To AV Wa 7.1 11", "-- –", "Claims I7, strength 25: 0 %", "")


@each_of(("file", "size"), [(fonts.TEXT, 34), (fonts.STRONG, 43)])
def test_plain_lines_look_as_if_drawn_at_once(file: str, size: int) -> None:
    texts = "\n".join(path.read_text("utf-8") for path in sorted(LOCALES.glob("*.po")))
    quoted = sorted(set(re.findall(r'^msg\w+(?:\[\d\])? "([^"\\]{1,60})"$', texts, re.MULTILINE)))
    lines = [*_SAMPLES, *random.Random(1).sample(quoted, 20)]
    font, plain = fonts.load_font(file, size), [it for it in lines if fonts.is_plain(it, file)]
    assert len(plain) > 16
    for text in plain:
        assert fonts.plain_width(text, file, size) == font.getlength(text), text
        for (align, (anchor, x)), y in product(ANCHORS.items(), (33.0, 33.5)):
            at_once, put_together = Image.new("L", (900, 50)), Image.new("L", (900, 50))
            ImageDraw.Draw(at_once).text((x, y), text, fill=255, font=font, anchor=anchor)
            start = fonts.start_of_plain_line(text, (file, size), align, 900)
            fonts.draw_plain_line(put_together, (start, y), text, (file, size))
            assert not ImageChops.difference(at_once, put_together).getbbox(), text


def test_titles_and_letters_that_change_their_form_are_drawn_at_once() -> None:
    assert not fonts.is_plain("Final scores", fonts.TITLE)
    for text in ("Beijing", "efficient", "--", "עומר", "e\u0301"):
        assert not fonts.is_plain(text, fonts.TEXT), text


def test_a_line_with_a_letter_that_its_font_lacks_is_drawn_by_another_font_as_a_whole() -> None:
    line = "Тоннель 12"
    for file in FILES[:3]:
        assert fonts.font_for("Tunnel 12", file) == file
        assert fonts.font_for(line, file) == fonts.SCRIPTS[0]
        assert text_width(line, file, 40) == text_width(line, fonts.SCRIPTS[0], 40)
        slot = Slot((0, 0, 120, 60), file, 40)
        assert text_width(line, file, size_for(line, slot)) <= 120
