"""Ratings and places in words."""

from __future__ import annotations

import pytest

from cogs.views.results_text import points, rated, standing_line
from prowlerbot.match.ratings import PROVISIONAL, Rating
from prowlerbot.storage.leaderboards import Standing

SETTLED = Standing(1, Rating(25_000_000, 5_000_000), PROVISIONAL)
FRESH = Standing(1, Rating(22_366_667, 8_066_667), PROVISIONAL - 1)


def test_a_settled_rating_is_told_with_its_range_and_a_provisional_one_says_so() -> None:
    assert rated(SETTLED) == "**1500** ± 600"
    assert rated(FRESH) == "**1342** provisional"
    assert (points(1342, PROVISIONAL - 1), points(1342, PROVISIONAL)) == (
        "**1342** provisional",
        "**1342**",
    )


@pytest.mark.parametrize(
    ("place", "shown"), [(1, "🥇"), (2, "🥈"), (3, "🥉"), (4, "**4.**"), (9, "**9.**")]
)
def test_the_first_three_of_many_have_medals_on_a_leaderboard(place: int, shown: str) -> None:
    line = standing_line(place, 9, "Ada", SETTLED, readers=False)
    assert line == f"{shown} Ada · **1500** ± 600 · 10 matches"
    line = standing_line(place, 9, "Ada", FRESH, readers=True)
    assert line == f"**{place}.** **Ada** · **1342** provisional · 9 matches"
