"""Pictures that are kept show the same however many others come in between."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

from PIL import Image

from renderer import kept
from renderer.kept import Kept

MANY = 3 * kept._LATEST


def _picture(number: int) -> Image.Image:
    size = 40 + number, 30
    return Image.frombytes("P", size, random.Random(number).randbytes(size[0] * size[1]))


def test_a_picture_is_the_same_after_many_others_and_for_several_threads() -> None:
    pictures = [Kept(_picture(number)) for number in range(MANY)]
    order = list(range(MANY)) * 4
    random.Random(1).shuffle(order)
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda number: pictures[number].picture, order)
        for number, picture in zip(order, found, strict=True):
            assert (picture.mode, picture.size) == ("P", _picture(number).size)
            assert picture.tobytes() == _picture(number).tobytes()


def test_only_the_pictures_used_last_are_kept_as_they_are() -> None:
    pictures = [Kept(_picture(number)) for number in range(MANY)]
    assert pictures[0].picture is pictures[0].picture
    unpacked = set(pictures[-kept._LATEST + 1 :]) | {pictures[0]}
    assert set(kept._latest) == unpacked


def test_a_copy_is_drawn_on_without_changing_what_is_kept() -> None:
    one = Kept(_picture(1))
    one.copy().paste(7, (0, 0, 20, 20))
    assert one.copy().tobytes() == _picture(1).tobytes()
