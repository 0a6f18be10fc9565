"""The city on the board: lanes, tunnels, the longest way, statues, the last move."""

from __future__ import annotations

import io
import itertools
import math

import pytest
from PIL import Image, ImageStat

from prowlerbot.games.prowler.board import PATHWAYS, STATUES, pathways_in
from prowlerbot.games.prowler.passages import longest_trail
from prowlerbot.games.prowler.rules import Position
from renderer.prowler import draw_board, layout
from renderer.theme import THEMES

from .contrast import VISIBLE, apart
from .matches import NAMES, played, with_passages

STANDS_OUT = 24
"""Grey levels between a lane's floor and its banks."""


def grey(state: Position, theme: str = "night") -> Image.Image:
    return Image.open(io.BytesIO(draw_board(state, NAMES, theme=theme))).convert("L")


def level(picture: Image.Image, x: float, y: float) -> float:
    """The mean grey around a point."""
    box = (round(x) - 2, round(y) - 2, round(x) + 3, round(y) + 3)
    return float(ImageStat.Stat(picture.crop(box)).mean[0])


@pytest.mark.parametrize("theme", THEMES)
def test_every_lane_is_seen_on_both_sides_of_its_badge_without_colour(theme: str) -> None:
    picture = grey(played(3, 0), theme)
    for pathway in PATHWAYS:
        (ax, ay), (bx, by) = layout.ends(pathway.number)
        dx, dy = layout.along(pathway.number)
        for part in (0.19, 0.81):
            x, y = ax + (bx - ax) * part, ay + (by - ay) * part
            if any(math.dist((x, y), at) < layout.PLINTH for at in layout.STATUE_AT.values()):
                continue  # the badge reaches as far as the statue
            floor = level(picture, x, y)
            bank = layout.ROAD / 2 - 1
            for side in (-bank, bank):
                beside = level(picture, x - dy * side, y + dx * side)
                assert floor - beside >= STANDS_OUT, pathway.number


@pytest.mark.parametrize("theme", THEMES)
def test_empty_lanes_and_the_tunnels_of_both_seats_look_different_without_colour(
    theme: str,
) -> None:
    state = played(2, 1)
    for pathway in (1, 14, 27):
        pictures = [grey(with_passages(state, pathway, seat), theme) for seat in (None, 1, 2)]
        (ax, ay), (bx, by) = layout.ends(pathway)
        for part in (0.22, 0.78):  # beside the badge and the seat's sign
            x, y = round(ax + (bx - ax) * part), round(ay + (by - ay) * part)
            box = (x - 10, y - 10, x + 10, y + 10)
            for one, other in itertools.combinations(pictures, 2):
                assert apart(one, other, box) > VISIBLE


@pytest.mark.parametrize("theme", THEMES)
def test_the_longest_passage_is_lined_and_a_way_off_it_is_not(theme: str) -> None:
    alone = with_passages(played(2, 1)._replace(last=None), 27, 1)
    joined = with_passages(with_passages(alone, 2, 1), 4, 1)
    one = with_passages(with_passages(played(2, 1)._replace(last=None), 2, 1), 4, None)
    assert pathways_in(longest_trail(joined.passages[0])) == [2, 4]
    (ax, ay), (bx, by) = layout.ends(2)
    x, y = round(ax + (bx - ax) * 0.22), round(ay + (by - ay) * 0.22)
    box = (x - 16, y - 16, x + 16, y + 16)
    assert apart(grey(joined, theme), grey(one, theme), box) > VISIBLE


def test_what_a_statue_still_lacks_can_be_counted_around_it() -> None:
    for statue in STATUES:
        assert_can_be_counted(statue)


def assert_can_be_counted(statue: str) -> None:
    x, y = layout.STATUE_AT[statue]
    reach = round(layout.PLINTH)
    box = (x - reach, y - reach, x + reach, y + reach)
    state = played(2, 1)
    pictures = [grey(state)]
    for pathway in pathways_in(STATUES[statue]):
        state = with_passages(state, pathway, 1)
        pictures.append(grey(state))
    for one, other in itertools.pairwise(pictures):
        assert apart(one, other, box) > 1.5
