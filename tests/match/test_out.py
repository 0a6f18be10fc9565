"""Players without lives watch on, can still win, and hold up nobody."""

from __future__ import annotations

import random

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE, LEAVE
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match import agreements, lobby, plans, play
from prowlerbot.match.match import Context, Ending, Match, Phase, Play, Player, machine
from prowlerbot.match.terms import Asked, Question, Terms

ADA, BEN, CLEO = (Player(n, name) for n, name in enumerate(("Ada", "Ben", "Cleo"), 1))
LANDGRAB = Landgrab()
NOW = 5000
TAKEBACK, CANCEL = Asked.TAKEBACK, Asked.CANCEL


def it() -> Context:
    return Context(LANDGRAB, random.Random(1), NOW)


def with_one_out(*players: Player) -> Match:
    """A match of three in which seat 3 has just lost its last life, and two play on."""
    asked = lobby.challenge("m", LANDGRAB, players, {"map": "mill"}, terms=Terms(), now=NOW)
    for seed in range(200):
        match = lobby.begin_match(asked, Context(LANDGRAB, random.Random(seed), NOW))
        rng = random.Random(seed)
        while match.phase is Phase.PLAYING:
            state = position(match)
            if state.out == {3} and state.phase == "turn":
                return match
            if state.out:
                break
            match = made(match, state, rng)
    raise AssertionError


def position(match: Match) -> Position:
    state = play.states(match, LANDGRAB)[-1]
    assert isinstance(state, Position)
    return state


def made(match: Match, state: Position, rng: random.Random, kinds: str = "") -> Match:
    """The match after a move of the seat to move, an attack if there is one."""
    (seat,) = state.to_move
    assert seat != CHANCE
    moves = [each for each in state.moves(seat) if each.kind == "a"] or [*state.moves(seat)]
    if kinds == "step":
        moves = [each for each in state.moves(seat) if not each.kind]
    move = rng.choice(moves)
    before = Play(seat, str(move), NOW, match.moment)
    return play.advance(match, state, before, state.after(seat, move), Context(LANDGRAB, rng, NOW))


OUT = with_one_out(ADA, BEN, CLEO)


def stepped() -> Match:
    """A player who is still in has made a step, and can take it back."""
    return made(OUT, position(OUT), random.Random(3), "step")


def mover(match: Match) -> Player:
    return match.player(match.plays[-1].seat)


def other(match: Match) -> Player:
    return BEN if mover(match) == match.player(1) else match.player(1)


def ask(match: Match, player: Player, asked: Asked) -> Match:
    return agreements.ask(match, it(), player.id, asked, match.moment)


def agree(match: Match, player: Player, asked: Asked) -> Match:
    return agreements.agree(match, it(), player.id, asked, match.moment)


def test_a_player_who_is_out_has_not_left_and_is_never_to_move_again() -> None:
    assert OUT.left == frozenset()
    match, rng = OUT, random.Random(4)
    while match.phase is Phase.PLAYING:
        assert 3 not in position(match).to_move
        assert 3 in position(match).out
        match = made(match, position(match), rng)
    outcome = position(match).outcome
    assert outcome is not None
    assert len(outcome.ranks) == 3, "and is ranked like all others"


def test_a_takeback_needs_the_consent_of_those_still_in_alone() -> None:
    before = stepped()
    asked = ask(before, mover(before), TAKEBACK)
    assert asked.question == Question(TAKEBACK, before.plays[-1].seat, moment=before.moment)
    back = agree(asked, other(before), TAKEBACK)
    assert back.plays == OUT.plays


def test_a_player_who_is_out_cannot_hold_up_a_takeback_either() -> None:
    asked = ask(stepped(), mover(stepped()), TAKEBACK)
    with pytest.raises(Denied, match="players still in it decide"):
        agree(asked, CLEO, TAKEBACK)
    with pytest.raises(Denied, match="players still in it decide"):
        agreements.refuse(asked, it(), CLEO.id, TAKEBACK, asked.moment)
    with pytest.raises(Denied, match="players still in it decide"):
        ask(OUT, CLEO, TAKEBACK)


def test_no_match_ends_without_a_result_against_the_will_of_one_who_may_still_win() -> None:
    asked = agree(ask(OUT, ADA, CANCEL), BEN, CANCEL)
    assert asked.phase is Phase.PLAYING
    assert agree(asked, CLEO, CANCEL).ending is Ending.AGREED
    assert ask(OUT, CLEO, CANCEL).question == Question(CANCEL, 3, moment=OUT.moment)


def test_the_last_person_in_takes_back_without_asking_one_who_is_out() -> None:
    match = with_one_out(ADA, machine("easy"), CLEO)
    while position(match).to_move != {1}:
        match = made(match, position(match), random.Random(5), "step")
    moved = made(match, position(match), random.Random(3), "step")
    assert ask(moved, ADA, TAKEBACK).plays == match.plays


def test_a_player_who_is_out_cannot_resign_and_so_ends_the_match_for_nobody() -> None:
    with pytest.raises(Denied, match="nothing to give up"):
        agreements.resign(OUT, it(), CLEO.id)


def test_a_player_who_is_out_cannot_move() -> None:
    with pytest.raises(Denied, match="You are out"):
        play.make_move(OUT, it(), CLEO.id, OUT.moment, "F6")


def test_if_one_of_the_last_two_leaves_the_match_is_played_out_though_one_is_out() -> None:
    over = agreements.resign(OUT, it(), ADA.id)
    assert over.ending is Ending.PLAYED
    assert over.plays[-1].move == LEAVE
    outcome = position(over).outcome
    assert outcome is not None
    assert outcome.ranks[0] == 3, "who left is last, behind the one who is out"


def test_a_match_is_played_out_for_a_person_who_is_out_though_the_last_one_in_leaves() -> None:
    match = with_one_out(ADA, machine("easy"), CLEO)
    over = agreements.resign(match, it(), ADA.id)
    assert over.ending is Ending.PLAYED


def test_who_is_out_plans_no_moves() -> None:
    with pytest.raises(Denied, match="no more moves"):
        plans.plan(OUT, it(), CLEO.id, OUT.moment, "go to F6")
