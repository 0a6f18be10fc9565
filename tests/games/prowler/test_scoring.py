"""Both scoring phases, their triggers, and the winner."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from prowlerbot.core.game import find_move
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
from tests.games.prowler import reference
from tests.games.prowler.matches import PROWLER, in_turn, setup, started, with_card


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


def test_the_reference_scores_the_rulebooks_example_alike() -> None:
    assert reference.score(
        longest=7,
        statues=3,
        items={"b": 1, "p": 1, "m": 3, "r": 4},
        shovels=0,
        positions={"B": 1, "P": -1, "M": 2, "R": 3, "C": 0},
        cards=[1, 9],
        final=True,
    ) == [14, 3, 18, 25, 7]


def test_sets_are_worth_what_the_chart_says_which_goes_on_beyond_seven() -> None:
    chart = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]
    assert [set_wealth(items) for items in range(12)] == chart
    lying = dict.fromkeys(range(1, 12), "b")
    position = with_tiles(lying, "pppppmmmrrrddddd")._replace(passages=(mask(*lying), 0))
    assert score(position, 1, final=False).items == 66


def test_the_castle_can_cost_wealth() -> None:
    lying = dict.fromkeys((1, 7, 9), "d") | dict.fromkeys((17, 27), "w")
    position = with_tiles(lying, "bbbbbbppppppmmmmmrrrrr")._replace(
        passages=(mask(*lying), 0), track=(0, 0, 0, 0, 1)
    )
    assert district_wealth(position, 1)[4] == -5
    assert score(position, 1, final=False).districts == -5


# ------------------------------------------------------------------------------- triggers


def test_the_second_stolen_statue_triggers_mid_game_scoring() -> None:
    position = in_turn(started(), [4, 8, 13], [5, 20])
    assert position.statues == ("E", "")
    assert position.mid is None
    position = play(position, 14)
    assert position.statues == ("E", "K")
    assert position.mid is not None
    assert [row.statues for row in position.mid] == [1, 1]


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


# --------- each of the fifteen achievements met and just missed, and the distance of a player to it


# Tiles in which an item can be had in numbers: b on 1 to 8, p on 9 to 15, m on 16 to 19.
MANY = "bbbbbbbb" + "ppppppp" + "mmmm" + "rrr" + "ddwdd"


def holds(position: Position, card: int, seat: int = 1) -> bool:
    return card in position.achievements[seat - 1]


def placed(card: int, own: Sequence[int], tiles: str = MANY) -> Position:
    """The position after seat 1 has made these placements; seat 2 keeps out of the way."""
    aside = [p for p in range(1, 23) if p not in own][: len(own) - 1]
    return in_turn(started(setup(cards=with_card(card), tiles=tiles)), own, aside)


# Card, the placements of seat 1 of which the last one decides, whether it claims the card.
PASSAGES = [
    (2, (1, 2, 4, 8, 10, 9), True),  # A B C E I F H in one line
    (2, (1, 2, 4, 8, 10), False),  # five in one line
    (2, (1, 2, 4, 8, 10, 22), False),  # the sixth lies apart
    (2, (2, 4, 6, 8, 10, 3), True),  # the circuit C E I F, entered from D and B
    (2, (8, 10, 11, 14, 15, 18), False),  # six that meet in the centre: never more than two
    (2, (4, 6, 10, 8, 14, 15), True),  # a circuit, and through its intersection once more
    (3, (1, 2, 4, 17, 22, 9), True),  # A B C E and F H M P
    (3, (1, 2, 4, 17, 22), False),  # three and two
    (3, (1, 2, 4, 6, 9, 17), False),  # three and three, but in one part
    (3, (1, 2, 3, 17, 22, 9), False),  # three that meet in B are a passage of two
    (3, (1, 2, 4, 22, 17, 6, 9), False),  # the last one joins what would have been two
    (4, (4, 6, 8, 10), True),  # around 2:upper-right
    (4, (4, 6, 8), False),
    (4, (1, 2), False),  # all two around 1:upper-left: the rim is no passage
    (4, (1, 2, 22, 17), False),  # two such areas
]


def test_achievements_for_passages() -> None:
    for card, own, claimed in PASSAGES:
        assert holds(placed(card, own), card) is claimed, (card, own, claimed)


def test_an_area_is_not_surrounded_with_a_passage_of_the_other_seat() -> None:
    position = in_turn(started(setup(cards=with_card(4))), [4, 6, 8], [10, 1, 2])
    assert not holds(position, 4)
    assert not holds(position, 4, seat=2)


def test_two_stolen_statues_are_an_achievement_for_the_one_who_stole_them() -> None:
    for seat in (1, 2):
        thief = [4, 5, 8, 13, 14, 20]  # around E and K
        other = [1, 2, 3, 6, 7, 22]
        one, two = (thief, other) if seat == 1 else (other, thief)
        position = in_turn(started(setup(cards=with_card(1))), one, two[: 5 + (seat == 2)])
        assert len(position.statues[seat - 1]) == 2, seat
        assert holds(position, 1, seat), seat


# By item: how many of each seat 1 takes, in an order that ends with the one that decides.
ITEMS = [
    (5, "bpmr", True),
    (5, "bbppmm", False),
    (5, "bpmd", False),  # a shovel is no item
    (6, "bbppmm", True),
    (6, "bbbbppm", False),
    (6, "bbppmd", False),
    (7, "bbbppp", True),
    (7, "bbbpp", False),
    (7, "bbbbbpp", False),
    (8, "bbbb", True),
    (8, "bbb", False),
    (8, "bbbddd", False),
    (8, "bbbbb", True),
]


def test_achievements_for_items() -> None:
    for card, taken, claimed in ITEMS:
        lying = {face: [n for n, lies in enumerate(MANY, 1) if lies == face] for face in "bpmrd"}
        own = [lying[face].pop(0) for face in taken]
        position = placed(card, own)
        assert dict(zip("bpmrdw", position.tiles[0], strict=True)) == {
            face: Counter(taken)[face] for face in "bpmrdw"
        }, (card, taken, claimed)
        assert holds(position, card) is claimed, (card, taken, claimed)


# In the example pathway 1 lies between B and P: a placement there adds one to both.
DISTRICTS = [
    (9, (0, 0, 1, 1, 0), True),
    (9, (0, 0, 1, 0, 0), False),  # three, and two markers on the centre
    (9, (0, 0, 9, -1, 0), False),
    (9, (0, 0, 1, 1, 1), True),  # more than four is four as well
    (10, (4, 0, 0, 0, 0), True),
    (10, (3, 3, 0, 0, 0), False),
    (10, (0, 0, 0, -6, 0), False),
    (10, (0, 0, 0, 0, 7), True),
    (11, (2, 2, 0, 0, 0), True),
    (11, (2, 1, 0, 0, 0), False),
    (11, (9, 1, 0, 0, 0), False),  # one by ten is not two by three
    (11, (0, 0, 0, 3, 3), True),
    (12, (1, 1, 2, 0, 0), True),
    (12, (1, 1, 1, 0, 0), False),
    (12, (1, 0, 2, 1, 0), False),
    (12, (0, 0, 2, 2, 2), True),
]


def test_achievements_for_control() -> None:
    for seat in (1, 2):
        for card, track, claimed in DISTRICTS:
            position = started(setup(cards=with_card(card), start=seat))
            b, p, m, r, c = track if seat == 1 else [-at for at in track]
            position = play(position._replace(track=(b, p, m, r, c)), "1")
            assert holds(position, card, seat) is claimed, (seat, card, track, claimed)


# The track before, the passages of seat 1 before; pathway 1 (b) brings one B, P and b each.
THREE_WITH_ITEMS = [
    ((0, 0, 1, 0, 0), (2, 3), True),  # B, P, M with b, p, m
    ((0, 0, 1, 0, 0), (2, 4), False),  # no m for M
    ((0, 0, 0, 0, 3), (2, 3), False),  # the Castle does not count
    ((0, -1, 1, 0, 0), (2, 3), False),  # P on the centre
    ((0, -1, 1, 1, 0), (2, 3, 4), True),  # B, M, R with b, m, r
    ((0, -1, 1, 1, 0), (2, 3), False),  # B, M, R, but no r
    ((0, 0, 1, 1, 1), (2, 3), True),  # r is missing, three are there
    ((0, 0, 0, 0, 0), (2, 3, 4), False),  # two districts only
]


def test_the_achievement_for_three_districts_with_their_items() -> None:
    for seat in (1, 2):
        for track, own, claimed in THREE_WITH_ITEMS:
            position = started(setup(cards=with_card(13), start=seat))
            mask = sum(1 << pathway for pathway in own)
            b, p, m, r, c = track if seat == 1 else [-at for at in track]
            position = position._replace(
                ply=7, track=(b, p, m, r, c), passages=(mask, 0) if seat == 1 else (0, mask)
            )
            assert holds(play(position, "1"), 13, seat) is claimed, (seat, track, own, claimed)


def at_mid_game(card: int, one: Sequence[int], two: Sequence[int]) -> Position:
    """A position whose last placement, pathway 27 by seat 2, is the sixteenth."""
    position = started(setup(cards=with_card(card)))._replace(
        ply=16,
        to_move=frozenset({2}),
        passages=(sum(1 << p for p in one), sum(1 << p for p in two)),
    )
    return position.after(2, find_move(position, 2, "27"))


def test_the_longest_passage_at_mid_game_is_an_achievement_unless_tied() -> None:
    for one, two, holder in (
        ((1, 2, 4), (17, 22), 1),
        ((1, 2), (9, 17, 22), 2),
        ((1, 2), (17, 22), None),
    ):
        position = at_mid_game(14, one, two)
        assert position.mid is not None, (one, two, holder)
        assert [seat for seat in (1, 2) if holds(position, 14, seat)] == (
            [holder] if holder else []
        ), (one, two, holder)


def test_most_districts_at_mid_game_is_an_achievement_unless_tied() -> None:
    for track, holder in [
        ((1, 1, 1, 0, 0), 1),  # pathway 27 takes one space off R and two off C (a dig shovel)
        ((1, 0, 0, 0, 0), 2),
        ((1, 1, 0, 0, 0), None),
        ((-9, -9, 1, 4, 4), 1),
        ((0, 0, 1, 2, 0), None),
    ]:
        position = started(setup(cards=with_card(15)))._replace(
            ply=16, to_move=frozenset({2}), track=track
        )
        # Pathway 27 lies between R and C and has a dig shovel.
        position = position.after(2, find_move(position, 2, "27"))
        assert position.mid is not None, (track, holder)
        assert [seat for seat in (1, 2) if holds(position, 15, seat)] == (
            [holder] if holder else []
        ), (track, holder)


def test_a_mid_game_achievement_that_was_tied_is_never_claimed_later() -> None:
    for card in (14, 15):
        tied = in_turn(started(setup(cards=with_card(card))), [1], [])
        tied = tied._replace(
            ply=16, to_move=frozenset({2}), passages=(0, 0), track=(1, 1, 0, 0, 0), last=None
        )
        tied = tied._replace(passages=(1 << 22, 0))
        tied = tied.after(2, find_move(tied, 2, "27"))
        assert card in tied.unclaimed, card
        later = play(tied, 2, 18, 4)
        assert card in later.unclaimed, card
