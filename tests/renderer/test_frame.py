"""Every picture fits the frame in which Discord shows it, and its type can be read there.

A computer shows a picture at most 600 pixels wide and 350 high, and never enlarges it. A picture
that is higher than wide is narrower there than on a phone, which shows it 312 wide and 400 high.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from renderer import canvas, text
from renderer.text import Line, Name, Slot
from tests.renderer.golden import GROUPS
from tests.renderer.scenes import films

Size = tuple[int, int]
Drawn = tuple[Size, dict[int, str]]
"""The size of a picture, and a text of each size of type that was drawn for it."""

COMPUTER, PHONE = (600, 350), (312, 400)
WIDEST = 11 / 7
"""Wider pictures have no place in Discord's desktop client until they are loaded."""
READABLE = 9
"""The least pixels of type in the frame."""
_WITHOUT_BOARDS = {"common", "competition"}
"""The groups of pictures whose type has this size on a phone too."""
_LEGEND = "the legend of a compared move stands below the board"
_STRIP = "the effect of a move stands below the board"
_COLONIES = "colonies need squares that a phone shows 14 pixels wide, and grow downwards"
NOT_YET: dict[str, str] = {
    **dict.fromkeys(("prowler-compared", "prowler-compared-opening", "landgrab-compared"), _LEGEND),
    **{
        f"heroes-{name}": _COLONIES
        for name in (
            *("invasion", "building", "live", "pile", "choice", "ghosts", "turns", "walking"),
            *("event", "planning", "planning-own", "cards", "cards-own", "won", "shared", "left"),
            "over",
            *("guide", "compared"),
        )
    },
    **{
        f"film-{name}": _STRIP
        for name in (
            *("prowler", "prowler-ended", "landgrab", "landgrab-grown", "landgrab-over"),
            *("heroes-walk", "heroes-event", "heroes-over", "plaques"),
        )
    },
}
"""The golden pictures that break a rule, each with the reason."""


@contextmanager
def looking(patch: pytest.MonkeyPatch) -> Iterator[list[Drawn]]:
    """Inside, all pictures that are drawn are seen."""
    drawn = list[Drawn]()
    type_ = dict[int, str]()
    size_for, fit, chunk = text.size_for, text.fit, canvas._chunk

    def sized(said: str, slot: Slot) -> int:
        size = size_for(said, slot)
        type_[size] = said
        return size

    def fitted(name: Name, slot: Slot) -> Line:
        line = fit(name, slot)
        type_[line.size] = name.text
        return line

    def written(*parts: bytes) -> tuple[bytes, ...]:
        if parts[0] == b"IHDR":
            drawn.append((struct.unpack(">II", parts[1][:8]), dict(type_)))
            type_.clear()
        return chunk(*parts)

    with patch.context() as inside:
        inside.setattr(text, "size_for", sized)
        inside.setattr(text, "fit", fitted)
        inside.setattr(canvas, "_chunk", written)
        yield drawn


def forget() -> None:
    """Drop all that the renderer keeps, so that everything is drawn, and seen, again."""
    for name in [each for each in sys.modules if each.startswith("renderer")]:
        for kept in vars(sys.modules[name]).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def faults(size: Size, type_: dict[int, str], *frames: Size) -> Iterator[str]:
    across, high = size
    if high > across:
        yield f"{across} × {high} is higher than wide"
    if across > WIDEST * high:
        yield f"{across} × {high} is wider than 11:7"
    scale = min(1, *(min(frame[0] / across, frame[1] / high) for frame in frames))
    small = {size: said for size, said in type_.items() if size * scale < READABLE}
    if small:
        least = min(small)
        yield f"“{small[least]}” is {least * scale:.1f} pixels high"


@pytest.mark.parametrize("group", GROUPS)
def test_every_picture_fits_discords_frame_in_type_of_nine_pixels(
    group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes, found = GROUPS[group], {}
    frames = [COMPUTER, PHONE] if group in _WITHOUT_BOARDS else [COMPUTER]
    forget()
    # First those that keep the rules, so that none of their texts has been drawn before.
    for name in sorted(scenes, key=lambda each: f"{group}-{each}" in NOT_YET):
        with looking(monkeypatch) as drawn:
            scenes[name]()
        told = [fault for picture in drawn for fault in faults(*picture, *frames)]
        if told:
            found[f"{group}-{name}"] = told
    wrong = {name: told for name, told in found.items() if name not in NOT_YET}
    assert not wrong
    listed = {name for name in NOT_YET if name.startswith(f"{group}-")}
    assert listed <= {*found}, "these keep the rules now"


def test_every_film_fits_discords_frame() -> None:
    found = {}
    for name in films.FILMS:
        size = struct.unpack("<HH", films.film(name)[6:10])
        if told := list(faults(size, {}, COMPUTER)):
            found[f"film-{name}"] = told
    assert found.keys() == {name for name in NOT_YET if name.startswith("film-")}
