"""Pictures that all games share: small files, texts that fit, and signs told without colours."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest

from prowlerbot.core.i18n import LANGUAGES, tr
from prowlerbot.games import GAMES
from prowlerbot.games.prowler.words import CONDITION_NAMES
from renderer import fonts, graph, profile, review
from renderer import profile as card
from renderer.gallery import draw_gallery, title_texts
from renderer.gallery import slots_of_texts as placed_small
from renderer.graph import Axes, BarColumn, bar_boxes
from renderer.profile import Result, draw_profile
from renderer.review import CHANCE, TREASURE, draw_review
from renderer.text import Slot, break_in_two, size_for
from tests.renderer.matches import CARDS
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
        assert_name_fits(name, card.NAME_SLOT, card.LEAST_NAME_SIZE)


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
