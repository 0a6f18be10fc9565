"""The hint about standing orders below a board."""

from __future__ import annotations

import random

from cogs.board.private.plans import order_hint
from cogs.contract.screen import Order
from prowlerbot.match import lobby
from prowlerbot.match.match import Context
from prowlerbot.match.play import give_order
from prowlerbot.match.terms import Terms
from tests.games.snatch import ENOUGH, SnatchGame
from tests.life import ADA, BEN, CLEO, START

SNATCH = SnatchGame()


def test_an_order_not_given_says_how_to_give_it_and_a_given_one_how_to_take_it_back() -> None:
    terms, rng = Terms(), random.Random(1)
    match = lobby.challenge("abc", SNATCH, (ADA, BEN, CLEO), {}, terms=terms, now=START)
    for player in (BEN, CLEO):
        match = lobby.accept(match, Context(SNATCH, rng, START), player.id)
    offered = [Order(ENOUGH, "Enough")]
    assert "press it once" in order_hint(match, 1, offered)
    given = give_order(match, Context(SNATCH, rng, START + 1), ADA.id, ENOUGH, given=True)
    assert "press it again" in order_hint(given, 1, offered)
