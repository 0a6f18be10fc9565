"""Every picture fits the frame in which Discord shows it, and its type can be read there.

A computer shows a picture at most 600 pixels wide and 350 high, and never enlarges it. A picture
that is higher than wide is narrower there than on a phone, which shows it 312 wide and 400 high.
"""

import difflib
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from renderer import png, text
from renderer.heroes.board import draw_own
from renderer.names import FittedName, Name, Room, fit_name
from renderer.prowler.board import draw_board as prowler_board
from renderer.sheet import draw_sheet
from renderer.text import Slot
from tests.cogs.games.shown import MATCHES, match
from tests.games.test_final_counts import COUNTS
from tests.renderer.counts import NAMES as TOY_NAMES
from tests.renderer.golden import FILMS, FOLDER, GROUPS, differing, path_of
from tests.renderer.heroes.matches import SETUPS, first, names
from tests.renderer.heroes.matches import match as heroes_match
from tests.renderer.matches import NAMES, played
from tests.renderer.scenes import films
from tests.renderer.test_sheet import DRESSES
from tests.renderer.texts import in_other_words

Size = tuple[int, int]
Drawn = tuple[Size, dict[int, str], list[int]]
"""The size of a picture, a text of each size of type that was drawn for it, the bytes of its file.
"""

COMPUTER, PHONE = (600, 350), (312, 400)
WIDEST = 11 / 7
"""Wider pictures have no place in Discord's desktop client until they are loaded."""
READABLE = 9
"""The least pixels of type in the frame."""
MOST_BYTES = 180_000
_WITHOUT_BOARDS = {"common", "competition"}
"""The groups of pictures whose type has this size on a phone too."""


@contextmanager
def looking(patch: pytest.MonkeyPatch) -> Iterator[list[Drawn]]:
    """Inside, all pictures that are drawn are seen."""
    drawn = list[Drawn]()
    type_ = dict[int, str]()
    size_for, chunk = text.size_for, png._chunk

    def sized(said: str, slot: Slot) -> int:
        size = size_for(said, slot)
        type_[size] = said
        return size

    def fitted(name: Name, room: Room) -> FittedName:
        line = fit_name(name, room)
        type_[line.size] = name.text
        return line

    def written(*parts: bytes) -> tuple[bytes, ...]:
        if parts[0] == b"IHDR":
            drawn.append((struct.unpack(">II", parts[1][:8]), dict(type_), []))
            type_.clear()
        elif parts[0] == b"IDAT":
            drawn[-1][2].append(sum(map(len, parts[1:])))
        return chunk(*parts)

    with patch.context() as inside:
        inside.setattr(text, "size_for", sized)
        inside.setattr(text, "fit_name", fitted)
        inside.setattr(png, "_chunk", written)
        yield drawn


def forget() -> None:
    """Drop all that the renderer keeps, so that everything is drawn, and seen, again."""
    for name in [each for each in sys.modules if each.startswith("renderer")]:
        for kept in vars(sys.modules[name]).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def faults(size: Size, type_: dict[int, str], file: Sequence[int], *frames: Size) -> Iterator[str]:
    across, high = size
    if high > across:
        yield f"{across} × {high} is higher than wide"
    if across > WIDEST * high:
        yield f"{across} × {high} is wider than 11:7"
    if sum(file) > MOST_BYTES:
        yield f"{sum(file)} bytes"
    scale = min(1, *(min(frame[0] / across, frame[1] / high) for frame in frames))
    if small := {size: said for size, said in type_.items() if size * scale < READABLE}:
        least = min(small)
        yield f"“{small[least]}” is {least * scale:.1f} pixels high"


@pytest.mark.parametrize("group", GROUPS)
def test_every_picture_is_its_golden_one_light_and_fits_discords_frame_in_type_of_nine_pixels(
    group: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = list[str]()
    frames = [COMPUTER, PHONE] if group in _WITHOUT_BOARDS else [COMPUTER]
    forget()
    for name in GROUPS[group]:
        with looking(monkeypatch) as drawn:
            found.append(differing(group, name, tmp_path))
        found += [f"{name}: {told}" for picture in drawn for told in faults(*picture, *frames)]
    assert [told for told in found if told] == [], "python -m tests.renderer.golden, if wanted"


def test_every_film_fits_discords_frame() -> None:
    for name in films.FILMS:
        size = struct.unpack("<HH", films.film(name)[6:10])
        assert not list(faults(size, {}, [], COMPUTER)), name


def _of_prowler() -> list[bytes]:
    return [prowler_board(played(*each), NAMES) for each in ((3, 12), (5,))]


def _of_heroes() -> list[bytes]:
    own = [first(setup, lambda each: each.shown, 3, 2) for setup in (SETUPS[0], SETUPS[3])]
    states = [*(heroes_match(setup, 2)[-1] for setup in SETUPS[::2]), *own]
    return [draw_own(state, 1, names=names(state)) for state in states]


def _of_sheets() -> list[bytes]:
    lines = [(game, match(game, *setup)) for game, *setup in MATCHES[::9]]
    return [draw_sheet(COUNTS[game](line), TOY_NAMES, DRESSES[game]) for game, line in lines]


@pytest.mark.parametrize("draw", [_of_prowler, _of_heroes, _of_sheets])
def test_each_language_is_drawn_in_its_own_words(
    draw: Callable[[], list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is kept between two pictures, none of it keeps the words of another language."""
    before = draw()
    with in_other_words(monkeypatch):
        loud = draw()
    assert all(one != other for one, other in zip(before, loud, strict=True))
    assert draw() == before


def test_every_film_has_its_golden_frames_each_for_its_time() -> None:
    golden = FILMS.read_text(encoding="utf-8").splitlines()
    changed = difflib.unified_diff(golden, [*films.lines()], "golden", "drawn", n=0, lineterm="")
    assert [*changed] == [], "python -m tests.renderer.golden, if wanted"


def test_every_golden_picture_has_a_scene() -> None:
    wanted = {path_of(group, name) for group, scenes in GROUPS.items() for name in scenes}
    assert set(FOLDER.glob("*.png")) == wanted
