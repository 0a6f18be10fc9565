"""The board of a match that ended before it was played out."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageSequence

from renderer.prowler import animate, draw_board, plaques
from renderer.prowler.colours import COLOURS
from renderer.prowler.plaques import on_panel
from renderer.theme import THEMES

from .matches import NAMES, played

SEATS = (1, 2)


def _shown(ended: tuple[int, ...] | None, theme: str) -> Image.Image:
    picture = Image.open(io.BytesIO(draw_board(played(3, 12), NAMES, theme=theme, ended=ended)))
    return picture.convert("RGB")


def _marked(picture: Image.Image, theme: str) -> set[tuple[str, int]]:
    """The panels with a ribbon, and those with a lit frame."""
    found = set()
    for seat in SEATS:
        colour = COLOURS[theme].seats[seat - 1]
        left, top, *_ = on_panel(seat, plaques.RIBBON.box)
        if picture.getpixel((left + 12, top + 12)) == colour:
            found.add(("ribbon", seat))
        left, top, right, _ = plaques.on_panel(seat, plaques.PANEL)
        if picture.getpixel(((left + right) // 2, top)) == colour:
            found.add(("frame", seat))
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_the_winner_alone_is_marked_and_nobody_without_a_result(theme: str) -> None:
    state = played(3, 12)
    assert _marked(_shown(None, theme), theme) == {("ribbon", state.seat), ("frame", state.seat)}
    for ended, winner in (((1, 2), 1), ((2, 1), 2)):
        assert _marked(_shown(ended, theme), theme) == {("ribbon", winner), ("frame", winner)}
    assert _marked(_shown((), theme), theme) == set()


def test_the_ribbon_says_winner_and_no_longer_to_move() -> None:
    state = played(3, 12)
    ranks = (1, 2) if state.seat == 1 else (2, 1)
    box = on_panel(state.seat, plaques.RIBBON.box)
    end = played(5)
    assert end.outcome is not None
    won = end.outcome.winner
    assert won is not None
    played_out = Image.open(io.BytesIO(draw_board(end, NAMES))).convert("RGB")
    assert _shown(ranks, "night").crop(box) != _shown(None, "night").crop(box)
    resigned = _shown((1, 2) if won == 1 else (2, 1), "night")
    there = on_panel(won, plaques.RIBBON.box)
    assert resigned.crop(there) == played_out.crop(there)


def test_an_animation_shows_the_end_with_its_last_board_only() -> None:
    states = [played(3, moves) for moves in (11, 12)]
    film = Image.open(io.BytesIO(animate(states, NAMES, ["", ""], pace=800, ended=())))
    marked = [_marked(each.convert("RGB"), "night") for each in ImageSequence.Iterator(film)]
    before = states[0].seat
    assert marked[-1] == set()
    assert all(each == {("ribbon", before), ("frame", before)} for each in marked[:-1])
