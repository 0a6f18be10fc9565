"""Taking back in Landgrab: a step can be, until something was rolled; nothing that dice decided."""

from __future__ import annotations

import random

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE
from prowlerbot.match import agreements, lobby, play
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.terms import Asked, Terms
from tests.match.test_out import LANDGRAB, position

ADA, BEN = Player(1, "Ada"), Player(2, "Ben")
RNG = random.Random(1)
FREE = Terms(takebacks="free")


def moved(match: Match, kinds: str) -> Match | None:
    """The match after a move of one of these kinds by the seat to move; None if there is none."""
    (seat,) = position(match).to_move
    found = [each for each in position(match).moves(seat) if each.kind in kinds.split(",")]
    if not found:
        return None
    user, move = match.player(seat).id, str(found[0])
    return play.make_move(match, Context(LANDGRAB, RNG, 9), user, match.moment, move)


def turns() -> Match:
    """A match in which both have their spawns."""
    asked = lobby.challenge("m", LANDGRAB, (ADA, BEN), {"map": "mill"}, terms=FREE, now=1)
    match: Match | None = lobby.begun(asked, Context(LANDGRAB, random.Random(2), 1))
    while match is not None and position(match).phase == "spawns":
        match = moved(match, "p")
    assert match is not None
    return match


def claimed() -> Match:
    """Somebody has just claimed, and the die has been rolled."""
    match = turns()
    for _ in range(60):
        if (after := moved(match, "c")) is not None:
            return after
        stepped = moved(match, "")
        assert stepped is not None
        match = stepped
    raise AssertionError


def take_back(match: Match, seat: int) -> Match:
    user = match.player(seat).id
    return agreements.ask(match, Context(LANDGRAB, RNG, 9), user, Asked.TAKEBACK, match.moment)


def test_a_step_can_be_taken_back() -> None:
    before = turns()
    after = moved(before, "")
    assert after is not None
    back = take_back(after, after.plays[-1].seat)
    assert back.plays == before.plays
    assert position(back) == position(before)


def test_a_step_can_be_taken_back_by_who_made_it_alone_and_until_the_next_move() -> None:
    first = moved(turns(), "")
    assert first is not None
    one = first.plays[-1].seat
    second = moved(first, "")
    assert second is not None
    for match, seat in ((first, 3 - one), (second, one)):
        with pytest.raises(Denied, match="can take back the last"):
            take_back(match, seat)


def test_nothing_that_the_die_has_decided_can_be_taken_back_nor_a_step_before_it() -> None:
    match = claimed()
    assert match.plays[-1].seat == CHANCE
    for seat in (1, 2):
        with pytest.raises(Denied, match="chance has decided"):
            take_back(match, seat)
    stepped = moved(match, "")
    assert stepped is not None
    back = take_back(stepped, stepped.plays[-1].seat)
    assert back.plays == match.plays, "a step after the roll can be"
    with pytest.raises(Denied, match="chance has decided"):
        take_back(back, stepped.plays[-1].seat)


def test_what_can_be_taken_back_is_offered_and_nothing_else() -> None:
    match = claimed()
    replayed = play.states(match, LANDGRAB)
    assert [agreements.takeback(match, replayed, seat) for seat in (1, 2)] == [None, None]
    after = moved(match, "")
    assert after is not None
    mover = after.plays[-1].seat
    replayed = play.states(after, LANDGRAB)
    assert agreements.takeback(after, replayed, mover) == after.ply - 1
    assert agreements.takeback(after, replayed, 3 - mover) is None
