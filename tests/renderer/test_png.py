"""A PNG and a kept picture hold exactly their pixels, whatever was drawn in between."""

import io
import random
from concurrent.futures import ThreadPoolExecutor

from PIL import Image

from renderer import canvas, png
from renderer.canvas import Piece, put_all
from renderer.png import PackedPicture
from renderer.theme import THEMES


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


MANY = 3 * png._MOST_UNPACKED


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
    unpacked = set(pictures[-png._MOST_UNPACKED + 1 :]) | {pictures[0]}
    assert set(png._unpacked) == unpacked


def test_a_copy_is_drawn_on_without_changing_what_is_kept() -> None:
    one = PackedPicture(_picture(1))
    one.copy().paste(7, (0, 0, 20, 20))
    assert one.copy().tobytes() == _picture(1).tobytes()
