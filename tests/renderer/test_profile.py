"""The profile card: small enough, everything inside its panel, every text in its box."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

from prowlerbot.core.i18n import LANGUAGES, Language, tr
from prowlerbot.games.prowler.words import CONDITIONS
from renderer import profile, profile_layout
from renderer.canvas import Box
from renderer.profile import Ended, draw_profile
from renderer.text import Slot, in_two_lines
from renderer.theme import THEMES

from .boxes import apart, inside
from .golden import TOLERANCE, difference
from .matches import CARDS
from .texts import assert_all_fit, assert_full_size, assert_name_fits

_LARGEST = 110_000


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_a_small_picture_of_its_size(card: str, theme: str) -> None:
    png = draw_profile(CARDS[card], theme=theme)
    assert len(png) <= _LARGEST
    assert Image.open(io.BytesIO(png)).size == profile_layout.SIZE


def _texts() -> Iterator[tuple[str, Slot]]:
    yield "PROWLER’S PASSAGE", profile_layout.TITLE
    yield tr(profile.RATING), profile_layout.RATING
    yield tr(profile.UNRATED), profile_layout.UNRATED
    yield tr(profile.UNLISTED), profile_layout.OF
    yield tr(profile.OF, count=9876), profile_layout.OF
    yield tr(profile.LATEST), profile_layout.LATEST
    for caption, slot in zip(profile.CAPTIONS, profile_layout.CAPTIONS, strict=True):
        yield tr(caption), slot
    yield tr("{count} won", count=1234), profile_layout.WON
    yield tr("{count} shared", count=1234), profile_layout.SHARED
    yield tr("{count} lost", count=1234), profile_layout.LOST
    for condition in CONDITIONS.values():
        lines = in_two_lines(tr(condition), profile_layout.FAVOURITE[0])
        yield from zip(lines, profile_layout.FAVOURITE, strict=False)


def _numbers() -> Iterator[tuple[str, Slot]]:
    yield "2710", profile_layout.POINTS
    yield "± 1000", profile_layout.RANGE
    yield "99", profile_layout.PLACE
    yield "-28", profile_layout.VALUES[0]
    yield "9999", profile_layout.VALUES[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_card_fits_its_box(language: Language) -> None:
    assert_all_fit(lambda: (*_texts(), *_numbers()), language)


def test_in_english_every_text_of_the_card_has_its_full_size() -> None:
    assert_full_size(lambda: (*_texts(), *_numbers()))


@pytest.mark.parametrize("name", ["W" * 32, "魑" * 32, "ﷺ" * 32, "i"])
def test_the_longest_name_fits_the_card(name: str) -> None:
    assert_name_fits(name, profile_layout.NAME, profile_layout.NAME_LEAST)


def _around(x: float, y: float, reach: float) -> Box:
    return round(x - reach), round(y - reach), round(x + reach), round(y + reach)


def test_nothing_on_the_card_covers_anything_else() -> None:
    card = profile_layout
    upper = [card.NAME.box, card.POINTS.box, card.RANGE.box, card.RATING.box, card.OF.box]
    upper.append(_around(*card.MEDAL, card.MEDAL_RADIUS))
    middle = [card.BAR, card.WON.box, card.SHARED.box, card.LOST.box, card.LATEST.box]
    middle += [_around(*at, card.SIGN) for at in card.LATEST_SIGNS]
    groups = [(card.UPPER, upper), (card.MIDDLE, middle)]
    values = [[slot.box] for slot in card.VALUES] + [[slot.box for slot in card.FAVOURITE]]
    for panel, at, caption, boxes in zip(
        card.LOWER, card.GLYPHS, card.CAPTIONS, values, strict=True
    ):
        groups.append((panel, [_around(*at, 34), caption.box, *boxes]))
    for panel, parts in groups:
        assert all(inside(part, panel) for part in parts)
        assert all(apart(one, other) for one, other in itertools.combinations(parts, 2))
    assert all(apart(one, other) for one, other in itertools.combinations(card.PANELS, 2))
    assert all(apart(card.TITLE.box, panel) for panel in card.PANELS)


@pytest.mark.parametrize("ended", ["shared", "lost"])
def test_one_result_that_ended_otherwise_looks_different(ended: Ended) -> None:
    card = CARDS["usual"]
    changed = replace(card, latest=(ended, *card.latest[1:]))
    assert difference(draw_profile(card), draw_profile(changed)) > TOLERANCE


def test_what_is_won_is_told_apart_without_colours() -> None:
    def grey(ended: Ended) -> bytes:
        card = replace(CARDS["new"], latest=(ended,))
        picture = Image.open(io.BytesIO(draw_profile(card))).convert("L")
        png = io.BytesIO()
        picture.save(png, "PNG")
        return png.getvalue()

    won, shared, lost = grey("won"), grey("shared"), grey("lost")
    assert min(difference(won, shared), difference(shared, lost), difference(won, lost)) > TOLERANCE
