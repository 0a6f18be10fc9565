"""Branching off in a game of three seats, with dice and moves made at once."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE
from prowlerbot.match import lobby
from prowlerbot.match.lobby import branch
from prowlerbot.match.match import Context, Match, Phase, Player
from prowlerbot.match.play import record
from prowlerbot.match.terms import Origin, Terms
from tests.life import ADA, BEN, CLEO, TELL, begun, played

DAN, EVE, FAY = Player(4, "Dan"), Player(5, "Eve"), Player(6, "Fay")
ROUND = ((ADA, "1"), (BEN, "2"), (CLEO, "3"))


def source() -> Match:
    """One round: three hidden numbers and a throw of the die."""
    match = played(begun(game=TELL), *ROUND, game=TELL)
    assert [play.seat for play in match.plays] == [1, 2, 3, CHANCE]
    return match


def branched(ply: int, seat: int = 2, terms: Terms = Terms(rated=True)) -> Match:  # noqa: B008 - frozen
    players = (DAN, EVE, FAY)
    line = record(source(), TELL)
    return branch(
        "new", TELL, source(), line, ply=ply, seat=seat, players=players, terms=terms, now=5_000
    )


def accepted(match: Match) -> Match:
    for player in (EVE, FAY):
        match = lobby.accept(match, Context(TELL, random.Random(1), 5_001), player.id)
    return match


def tried(match: Match, ply: int, seat: int, players: tuple[Player, ...]) -> Match:
    line = record(match, TELL)
    return branch("x", TELL, match, line, ply=ply, seat=seat, players=players, terms=Terms(), now=1)


def test_the_challenger_takes_a_seat_and_the_others_those_that_are_left() -> None:
    for seat, players in [(1, (DAN, EVE, FAY)), (2, (EVE, DAN, FAY)), (3, (EVE, FAY, DAN))]:
        match = branched(2, seat)
        assert [each.id for each in match.players] == [each.id for each in players]
        assert (match.challenger, match.asked) == (seat, frozenset({1, 2, 3} - {seat}))
        assert match.phase is Phase.LOBBY
        with pytest.raises(Denied):
            lobby.accept(match, Context(TELL, random.Random(1), 5_001), DAN.id)


def test_it_begins_with_the_moves_of_its_source_made_by_the_same_seats() -> None:
    for ply in [0, 1, 2, 4]:
        match = accepted(branched(ply))
        assert [(p.seat, p.move) for p in match.plays] == [
            (p.seat, p.move) for p in source().plays[:ply]
        ]
        assert {play.at for play in match.plays} <= {5_001}
        assert match.setup == source().setup


def test_where_the_dice_are_to_be_thrown_they_are_thrown_anew() -> None:
    match = accepted(branched(3))
    assert [play.seat for play in match.plays] == [1, 2, 3, CHANCE]


def test_a_branch_is_never_rated_and_keeps_the_other_terms() -> None:
    assert branched(1, terms=Terms(rated=True, pace=600)).terms == Terms(rated=False, pace=600)


def test_what_does_not_fit_the_source_is_refused() -> None:
    three = (DAN, EVE, FAY)
    for ply, seat in ((-1, 1), (5, 1), (2, 0), (2, 4)):
        with pytest.raises(Denied):
            tried(source(), ply, seat, three)
    with pytest.raises(Denied, match="3 players"):
        tried(source(), 2, 1, (DAN, EVE))
    over = played(source(), *ROUND, game=TELL)
    with pytest.raises(Denied, match="match ended"):
        tried(over, over.ply, 1, three)


def test_an_origin_is_written_and_read_as_it_is() -> None:
    origin = branched(4).origin
    assert origin is not None
    assert Origin.read(origin.written()) == origin
    assert replace(origin, moves=()).ply == 0
