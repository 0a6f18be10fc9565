"""The signs of Heroes Beware, and what is drawn ahead."""

from __future__ import annotations

from renderer.heroes import parts_to_prepare
from renderer.heroes.cover import THINGS, draw_seat, draw_thing
from tests.renderer.scenes.contact import opened


def test_signs_are_as_large_as_emoji_see_through_and_all_different() -> None:
    drawn = [draw_thing(name) for name in THINGS] + [draw_seat(seat) for seat in (1, 2, 3, 4)]
    assert len(set(drawn)) == len(drawn)
    for file in drawn:
        picture = opened(file)
        assert picture.size == (128, 128)
        assert picture.mode == "RGBA"
        assert picture.getpixel((0, 0))[3] == 0  # type: ignore[index] # RGBA has tuples
        assert len(file) < 256_000


def test_what_is_drawn_ahead_is_work_in_pieces() -> None:
    assert all(piece() is not None for piece in parts_to_prepare("day"))
