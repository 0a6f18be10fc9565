"""Wishes: what of an unchecked one can be met."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from prowlerbot.finding.wish import SEATS, WAITS, Wish
from prowlerbot.match.preferences import DAY, PACES

GAMES = {"prowler": range(2, 3), "landgrab": range(2, 5), "heroes": range(1, 5)}

wishes = st.builds(
    Wish,
    games=st.lists(st.sampled_from([*GAMES, "chess"]), max_size=4).map(tuple),
    seats=st.lists(st.integers(0, 5), max_size=4).map(tuple),
    paces=st.lists(st.sampled_from([*PACES, 7]), max_size=4).map(tuple),
    rated=st.booleans(),
    friendly=st.booleans(),
    everywhere=st.booleans(),
    lasts=st.sampled_from([*WAITS, 1]),
)


@given(wishes)
def test_a_wish_keeps_only_what_can_be_met(wish: Wish) -> None:
    possible = wish.within(GAMES)
    if possible is None:
        return
    assert possible.games
    assert {*possible.games} <= {*wish.games} & {*GAMES}
    assert all({*GAMES[game]} & {*possible.seats} for game in possible.games)
    assert {*possible.seats} <= {*wish.seats} & {*SEATS}
    assert {*possible.paces} <= {*wish.paces} & {*PACES}
    assert possible.rated or possible.friendly
    assert possible.within(GAMES) == possible


@given(wishes)
def test_a_wish_is_read_as_it_was_written(wish: Wish) -> None:
    assert Wish.read(json.loads(json.dumps(wish.written()))) == wish


def test_a_wish_for_a_number_of_players_that_no_game_has_cannot_be_met() -> None:
    assert Wish(("prowler",), seats=(3,), paces=(DAY,)).within(GAMES) is None


def test_neither_rated_nor_friendly_means_either() -> None:
    possible = Wish(("prowler",), rated=False, friendly=False).within(GAMES)
    assert possible is not None
    assert (possible.rated, possible.friendly) == (True, True)
