"""Both scoring phases, their triggers, and the winner."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from prowlerbot.games.prowler.position import Track
from prowlerbot.games.prowler.rules import (
    Position,
    Score,
    district_wealth,
    outcome,
    score,
    set_wealth,
)
from tests.games.play import play
from tests.games.prowler.matches import (
    PROWLER,
    in_turn,
    setup,
    started,
)


def mask(*pathways: int) -> int:
    return sum(1 << pathway for pathway in pathways)


def with_tiles(lying: Mapping[int, str], rest: str) -> Position:
    """A position on a board where these tiles lie on these pathways and the rest elsewhere."""
    others = iter(rest)
    tiles = "".join(lying.get(number) or next(others) for number in range(1, 28))
    return PROWLER.start(setup(tiles=tiles))


LINE_OF_SEVEN = (1, 2, 4, 8, 10, 9, 17)


@pytest.fixture
def michael() -> Position:
    """The rulebook's scoring example; Michael has seat 1."""
    items = dict(zip((*LINE_OF_SEVEN, 25, 27), "rrrrmmmpb", strict=True))
    position = with_tiles(items, "bbbbbpppppmmrddddd")
    return position._replace(
        track=(1, -1, 2, 3, 0),
        passages=(mask(*items), 0),
        statues=("EIK", ""),
        achievements=((1, 9), ()),
    )


def test_the_rulebooks_example_scores_67(michael: Position) -> None:
    assert score(michael, 1, final=True) == Score(14, 3, 18, 25, 7)
    assert score(michael, 1, final=True).total == 67
    assert district_wealth(michael, 1) == (6, None, 10, 9, None)
    without_achievements = Score(14, 3, 18, 25, 0)
    assert score(michael, 1, final=False) == without_achievements


def test_sets_are_worth_what_the_chart_says_which_goes_on_beyond_seven() -> None:
    chart = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]
    assert [set_wealth(items) for items in range(12)] == chart
    lying = dict.fromkeys(range(1, 12), "b")
    position = with_tiles(lying, "pppppmmmrrrddddd")._replace(passages=(mask(*lying), 0))
    assert score(position, 1, final=False).items == 66


def test_each_district_rewards_the_seat_that_controls_it() -> None:
    for district, wealth in [
        ("B", 5 + 2),
        ("P", 1 + 2 * 1),
        ("M", 1 + 1 + 2 + 3),
        ("R", 2 + 2),
        ("C", 3 * 2 - 1),
    ]:
        lying = dict(zip((1, 2, 4, 8, 22, 23, 27), "bbpmrrd", strict=True))
        b, p, m, r, c = (3 * (letter == district) for letter in "BPMRC")
        position = with_tiles(lying, "bbbbpppppmmmmrrrdddd")._replace(
            track=(b, p, m, r, c),
            passages=(mask(*lying), 0),
            statues=("EI", ""),
            achievements=((5,), ()),
        )
        assert sum(reward or 0 for reward in district_wealth(position, 1)) == wealth, (
            district,
            wealth,
        )
        assert score(position, 1, final=False).districts == wealth, (district, wealth)
        assert score(position, 2, final=False).districts == 0, (district, wealth)


def test_political_counts_every_district_that_the_seat_controls() -> None:
    position = started()._replace(track=(-1, -1, 0, -1, 1))
    assert district_wealth(position, 2)[1] == 2 * 3


def test_residential_rewards_each_section_from_the_third() -> None:
    for longest, wealth in ((1, 0), (2, 0), (3, 1), (4, 2), (7, 5)):
        lying = dict.fromkeys(LINE_OF_SEVEN[:longest], "b")
        rest = "bbbbbpppppmmmmmrrrrrddddd"[longest:] + "rr"
        position = with_tiles(lying, rest)._replace(
            passages=(mask(*lying), 0), track=(0, 0, 0, 1, 0)
        )
        assert position.longest_passage(1) == longest, (longest, wealth)
        assert district_wealth(position, 1)[3] == wealth, (longest, wealth)


def test_the_castle_can_cost_wealth() -> None:
    lying = dict.fromkeys((1, 7, 9), "d") | dict.fromkeys((17, 27), "w")
    position = with_tiles(lying, "bbbbbbppppppmmmmmrrrrr")._replace(
        passages=(mask(*lying), 0), track=(0, 0, 0, 0, 1)
    )
    assert district_wealth(position, 1)[4] == -5
    assert score(position, 1, final=False).districts == -5


def test_the_castle_counts_pairs_of_each_item_apart() -> None:
    lying = dict(zip((1, 2, 3, 4, 5, 6, 7), "bbbpppm", strict=True))
    position = with_tiles(lying, "bbbbppppmmmrrrrddddd")._replace(
        passages=(mask(*lying), 0), track=(0, 0, 0, 0, 1)
    )
    assert district_wealth(position, 1)[4] == 3 * (1 + 1)


# ------------------------------------------------------------------------------- triggers


def test_the_second_stolen_statue_triggers_mid_game_scoring() -> None:
    position = in_turn(started(), [4, 8, 13], [5, 20])
    assert position.statues == ("E", "")
    assert position.mid is None
    position = play(position, 14)
    assert position.statues == ("E", "K")
    assert position.mid is not None
    assert [row.statues for row in position.mid] == [1, 1]


def test_the_sixteenth_placement_triggers_mid_game_scoring() -> None:
    # Sixteen pathways that leave every statue one open pathway.
    order = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16, 17, 19]
    before = in_turn(started(), order[0:15:2], order[1:15:2])
    assert [dug.bit_count() for dug in before.passages] == [8, 7]
    assert before.mid is None
    after = play(before, order[15])
    assert after.statues == ("", "")
    assert [dug.bit_count() for dug in after.passages] == [8, 8]
    assert after.mid is not None


def test_mid_game_is_scored_after_the_achievements_of_that_turn() -> None:
    position = in_turn(started(setup(cards=(1, 14, 15))), [4, 8, 13, 20], [5, 1, 2])
    position = position._replace(to_move=frozenset({1}), ply=9, track=(0, 0, 3, 0, 0), last=None)
    held = position.achievements[0]
    position = position.after(1, position.legal[position.legal.index((14, None))])
    assert position.statues == ("EK", "")
    assert held == ()
    assert position.achievements[0] == (1, 14, 15)
    assert position.mid is not None
    market = district_wealth(position, 1)[2]
    items = position.tiles[0][2]
    assert market == items + 3 + 2 + position.track[2]
    assert position.mid[0].districts == sum(d or 0 for d in district_wealth(position, 1))


# -------------------------------------------------------------------------------- result


def finished(*, passages: tuple[int, int] = (0, 0), track: Track = (0, 0, 0, 0, 0)) -> Position:
    """A finished match by hand, with no other wealth than passages and districts give."""
    return started()._replace(ply=27, to_move=frozenset(), passages=passages, track=track)


def test_most_wealth_over_both_phases_wins() -> None:
    final = finished(passages=(mask(1), mask(2)), track=(1, 0, 0, 0, 0))
    result = outcome(final)
    assert (result.winner, result.by, result.totals) == (1, "wealth", (2 + 1 + 6, 2 + 1))
    half = finished(passages=(mask(9), mask(2, 3, 4, 5)))
    result = outcome(final._replace(half=half))
    mid = [score(half, seat, final=False).total for seat in (1, 2)]
    assert result.totals == (9 + mid[0], 3 + mid[1])
    assert (result.winner, result.by) == (2, "wealth")


def test_a_tie_in_wealth_goes_to_the_longer_passage() -> None:
    # Seat 1 has a line of three shovels, 6; seat 2 three items, no two together, and a statue.
    position = finished(passages=(mask(23, 24, 25), mask(1, 10, 19)))._replace(statues=("", "E"))
    assert outcome(position).totals == (6, 6)
    assert (outcome(position).winner, outcome(position).by) == (1, "passage")


def test_a_tie_in_passages_goes_to_more_districts() -> None:
    # Nothing but a passage each; P is worth 2 to seat 2, statues make up for it.
    position = finished(passages=(mask(24), mask(26)), track=(0, -1, 0, 0, 0))
    position = position._replace(statues=("EI", ""))
    assert outcome(position).totals == (4, 4)
    assert (outcome(position).winner, outcome(position).by) == (2, "districts")


def test_a_match_that_is_tied_in_everything_is_shared() -> None:
    result = outcome(finished(passages=(mask(24), mask(26))))
    assert (result.winner, result.by, result.totals) == (None, "shared", (2, 2))
    assert result.ranks == (1, 1)
