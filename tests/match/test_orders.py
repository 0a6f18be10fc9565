"""Standing orders: answers that players give once for all questions of a kind."""

from __future__ import annotations

import random

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match import leaving, lobby, play
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.play import give_order, states
from prowlerbot.match.terms import Terms
from tests.games.snatch import ENOUGH, SnatchGame
from tests.life import ADA, BEN, CLEO, START

SNATCH = SnatchGame()


def rng() -> random.Random:
    return random.Random(1)


def begun(terms: Terms | None = None) -> Match:
    asked = lobby.challenge("abc", SNATCH, (ADA, BEN, CLEO), {}, terms=terms or Terms(), now=START)
    for player in (BEN, CLEO):
        asked = lobby.accept(asked, Context(SNATCH, rng(), START), player.id)
    return asked


def take(match: Match, player: Player, move: str) -> Match:
    now = match.changed_at + 1
    return play.make_move(match, Context(SNATCH, rng(), now), player.id, match.moment, move)


def order(match: Match, player: Player, key: str = ENOUGH, *, given: bool = True) -> Match:
    now = match.changed_at + 1
    return give_order(match, Context(SNATCH, rng(), now), player.id, key, given=given)


def moves(match: Match) -> list[tuple[int, str]]:
    return [(each.seat, each.move) for each in match.plays]


def test_an_order_answers_as_soon_as_it_applies_and_stands_in_the_record_as_a_move() -> None:
    match = order(begun(), ADA)
    before = match.revision
    match = take(match, ADA, "6")
    assert moves(match) == [(1, "6"), (1, "done")]
    assert match.revision == before + 1, "it is one change"
    assert states(match, SNATCH)[-1].to_move == {2, 3}


def test_an_order_that_applies_already_is_obeyed_at_once() -> None:
    match = take(begun(), ADA, "6")
    before = match.revision
    match = order(match, ADA)
    assert moves(match) == [(1, "6"), (1, "done")]
    assert match.revision == before + 1


def test_what_does_not_apply_yet_is_left_to_the_player() -> None:
    match = take(order(begun(), ADA), ADA, "5")
    assert moves(match) == [(1, "5")]


def test_orders_of_several_are_all_obeyed_and_those_of_others_do_not_count() -> None:
    match = order(order(begun(), ADA), BEN)
    match = take(match, ADA, "6")
    match = take(match, CLEO, "5")
    match = take(match, CLEO, "4")
    match = take(match, BEN, "3")
    assert moves(match)[:2] == [(1, "6"), (1, "done")]
    assert (3, "done") not in moves(match)


def test_an_order_can_be_taken_back() -> None:
    match = order(order(begun(), ADA), ADA, given=False)
    assert moves(take(match, ADA, "6")) == [(1, "6")]


def test_an_order_given_twice_is_one_order() -> None:
    match = order(begun(), ADA)
    assert order(match, ADA) is match


def test_an_order_goes_on_through_what_chance_decides() -> None:
    match = order(begun(), ADA)
    for player in (BEN, CLEO):
        match = take(match, player, "done")
    match = take(match, ADA, "6")
    assert moves(match)[2:4] == [(1, "6"), (1, "done")]
    assert moves(match)[4][0] == 0, "chance takes a number away before the next round"
    assert moves(match)[5:] == [(1, "done")], "there, the order applies again"


def test_an_order_that_is_none_or_comes_from_nobody_in_the_match_is_refused() -> None:
    with pytest.raises(Denied, match="no such standing order"):
        order(begun(), ADA, "anything")
    with pytest.raises(Denied, match="You do not play"):
        order(begun(), Player(9, "Dora"))


def test_nobody_gives_orders_in_a_match_that_is_over() -> None:
    over = leaving.claim(begun(Terms(pace=1)), Context(SNATCH, rng(), START + 100), ADA.id, {2, 3})
    with pytest.raises(Stale):
        order(over, ADA)


def test_orders_do_not_pass_on_to_a_rematch_or_to_the_machine() -> None:
    match = order(begun(Terms(takeover=True)), ADA)
    left = leaving.resign(match, Context(SNATCH, rng(), START + 5), ADA.id)
    assert left.player(1).is_machine
    assert not left.player(1).orders
    again = lobby.challenge("abd", SNATCH, match.players, {}, terms=Terms(), now=START)
    assert not any(player.orders for player in again.players)
