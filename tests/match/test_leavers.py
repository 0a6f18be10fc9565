"""Ranks and ratings of a match that some have left: nobody wins or escapes by leaving."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prowlerbot.core.game import Game
from prowlerbot.match import agreements, closing, lobby, play
from prowlerbot.match.match import FIRST_RULES, Context, Ending, Match, Phase, Player
from prowlerbot.match.ratings import LEAST_PLAYS, Verdict, enter_all, result_of
from prowlerbot.match.terms import Terms
from tests.games.tell import TellGame

TELL = TellGame(range(1, 5), picks=2)
PLAYERS = tuple(Player(number, f"P{number}") for number in range(1, 5))


def begun(game: Game, count: int = 3) -> Match:
    terms = Terms(rated=True, pace=60)
    asked = lobby.challenge("m", game, PLAYERS[:count], {}, terms=terms, now=0)
    return lobby.begin_match(asked, Context(game, random.Random(1), 0))


def resigned(match: Match, game: Game, *players: int) -> Match:
    for player in players:
        match = agreements.resign(match, Context(game, random.Random(1), 9), player)
    return match


def moved(match: Match, game: Game, rounds: int) -> Match:
    """Let everybody who is still there make so many choices of Tell."""
    for _ in range(rounds):
        for seat in sorted(play.states(match, game)[-1].to_move):
            it = Context(game, random.Random(1), 5)
            own = match.decision(seat).own
            user = match.player(seat).id
            match = play.make_move(match, it, user, match.moment, "1", own=own)
    return match


@pytest.mark.parametrize("ending", [Ending.RESIGNED, Ending.CLOSED])
def test_a_match_that_ends_outside_of_its_game_ranks_leavers_behind_all_others(
    ending: Ending,
) -> None:
    left = resigned(begun(TELL, 4), TELL, 1, 2)
    over = replace(left, phase=Phase.OVER, ending=ending, ended_by=3)
    assert play.ranks_of(over, TELL) == (4, 3, 2, 1)
    assert play.ranks_of(replace(over, ended_by=0), TELL) == (4, 3, 1, 1)
    claimed = replace(over, ending=Ending.CLAIMED, ended_by=4)
    assert play.ranks_of(claimed, TELL) == (4, 3, 2, 1)


def test_a_round_that_ends_leaves_no_win_to_who_had_left() -> None:
    match = resigned(begun(TELL), TELL, 1)
    over = closing.close(match, Context(TELL, random.Random(1), 99))
    assert play.ranks_of(over, TELL) == (3, 1, 1)


def test_a_match_that_ended_by_the_first_rules_keeps_its_ranks() -> None:
    match = resigned(begun(TELL), TELL, 1)
    over = replace(match, phase=Phase.OVER, ending=Ending.CLOSED, ended_by=2, rules=FIRST_RULES)
    assert play.ranks_of(over, TELL) == (1, 3, 1)


@pytest.mark.parametrize("ends", ["played", "left", "resigned"])
def test_each_end_of_a_match_marks_it_with_the_present_rules(ends: str) -> None:
    game, count = (TellGame(range(1, 5)), 3) if ends != "resigned" else (TELL, 2)
    match = replace(begun(game, count), rules=FIRST_RULES)
    leavers = range(1, count)
    match = moved(match, game, 2) if ends == "played" else resigned(match, game, *leavers)
    assert match.phase is Phase.OVER
    assert match.rules > FIRST_RULES


# ------------------------------------------------------------------ before three moves


def test_who_leaves_early_has_lost_and_the_match_counts_for_those_who_play_it_out() -> None:
    game = TellGame(range(1, 5))
    match = moved(resigned(begun(game), game, 2), game, 2)
    result = result_of(match, game)
    assert result is not None
    assert (match.ending, result.short, result.ranks[1]) == (Ending.PLAYED, False, 3)
    (entry,) = enter_all([result])
    assert entry.verdict is Verdict.COUNTED
    assert entry.after[1].mu < entry.before[1].mu
    first = result_of(replace(match, rules=FIRST_RULES), game)
    assert first is not None
    assert first.short


@pytest.mark.parametrize("rounds", [LEAST_PLAYS - 1, LEAST_PLAYS])
def test_where_one_alone_is_left_the_last_two_must_have_made_three_moves(rounds: int) -> None:
    match = moved(resigned(begun(TELL), TELL, 1), TELL, rounds)
    result = result_of(resigned(match, TELL, 2), TELL)
    assert result is not None
    assert result.ranks == (3, 2, 1)
    assert result.short == (rounds < LEAST_PLAYS)
