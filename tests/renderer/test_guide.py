"""The letters on the board for learners lie on the things that they explain."""

from __future__ import annotations

import math
from itertools import combinations, product

from renderer.marks import RADIUS
from renderer.prowler import board, layout, plaques


def test_letters_cover_no_badge_but_touch_what_they_are_about() -> None:
    places = board.letter_places(17, 11)
    way, _, statue, _, card, _ = places
    for pathway, (x, y) in product(range(1, 28), (way, statue)):
        for end in layout.badge_ends(pathway):
            assert math.dist(end, (x, y)) >= layout.BADGE + RADIUS - 8, pathway
    tile, number = layout.badge_ends(17)
    assert min(math.dist(end, way) for end in (tile, number)) <= layout.BADGE + RADIUS
    assert math.dist(statue, layout.STATUE_AT["K"]) <= layout.PLINTH + RADIUS
    assert plaques.CARD_BOXES[1][1] <= card[1] - RADIUS
    assert card[1] + RADIUS <= plaques.CARD_BOXES[1][3]
    assert all(math.dist(*pair) > 2 * RADIUS for pair in combinations(places, 2))
