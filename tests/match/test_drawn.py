"""Moves that all players agree to have drawn: their plays in the record, and all exceptions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, Registry
from prowlerbot.core.record import from_json, replay, to_json
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match import agreements, lobby, play
from prowlerbot.match.lobby import branch
from prowlerbot.match.match import Context, Match, Phase, Player, machine
from prowlerbot.match.terms import Asked, Question, Terms
from tests.cases import each_of

ADA, BEN, CLEO = (Player(n, name) for n, name in enumerate(("Ada", "Ben", "Cleo"), 1))
LANDGRAB = Landgrab()
NOW = 5000
DRAWN, TAKEBACK, CANCEL = Asked.DRAWN, Asked.TAKEBACK, Asked.CANCEL
FREE = Terms(takebacks="free")


def it(seed: int = 1) -> Context:
    return Context(LANDGRAB, random.Random(seed), NOW)


def building(*players: Player, terms: Terms = FREE, plies: int = 3) -> Match:
    """A match whose players have begun to build a map."""
    asked = lobby.challenge("m", LANDGRAB, players, {}, terms=terms, now=NOW)
    match = lobby.begin_match(asked, it(1))
    for _ in range(plies):
        match = moved(match)
    return match


def position(match: Match) -> Position:
    state = play.states(match, LANDGRAB)[-1]
    assert isinstance(state, Position)
    return state


def moved(match: Match) -> Match:
    """The match after the first legal move of the seat to move."""
    state = position(match)
    (seat,) = state.to_move
    move = str(state.moves(seat)[0])
    if match.player(seat).is_machine:
        return play.move_of_machine(match, it(2), seat, match.decision(seat), move)
    return play.make_move(match, it(2), match.player(seat).id, match.moment, move)


def ask(match: Match, player: Player, asked: Asked = DRAWN, seed: int = 3) -> Match:
    return agreements.ask(match, it(seed), player.id, asked, match.moment)


def agree(match: Match, player: Player, seed: int = 3) -> Match:
    return agreements.agree(match, it(seed), player.id, DRAWN, match.moment)


def drawn(match: Match) -> Match:
    for player in match.players[1:]:
        match = agree(ask(match, ADA) if match.question is None else match, player)
    return match


def test_nothing_is_drawn_before_the_last_one_agrees_and_then_the_map_is_complete() -> None:
    before = building(ADA, BEN, CLEO)
    match = agree(ask(before, BEN), ADA)
    assert match.plays == before.plays
    assert match.question == Question(DRAWN, 2, (1,), moment=match.moment)
    after = agree(match, CLEO)
    assert after.revision == match.revision + 1, "one change, whatever is drawn"
    assert position(after).phase == "spawns", "spawns are for the players to choose"
    assert after.plays[: before.ply] == before.plays
    assert after.question is None
    assert after.phase is Phase.PLAYING


def test_a_record_with_drawn_moves_replays_without_any_knowledge_of_them() -> None:
    after = drawn(building(ADA, BEN, CLEO))
    record = play.record(after, LANDGRAB)
    read = from_json(to_json(record, states=True), Registry([LANDGRAB]))
    assert read == record
    moves = ((made.seat, made.text) for made in read.moves)
    assert replay(LANDGRAB, read.setup, moves)[-1] == position(after)


def test_each_legal_move_can_be_drawn_and_another_draw_builds_another_map() -> None:
    before = agree(ask(building(ADA, BEN, CLEO, plies=16), BEN), ADA)
    maps = {position(agree(before, CLEO, seed)).map for seed in range(20)}
    assert len(maps) == 20
    first = {agree(before, CLEO, seed).plays[before.ply].move for seed in range(80)}
    (seat,) = position(before).to_move
    assert first == {*map(str, position(before).moves(seat))}


def test_the_rest_can_be_drawn_at_any_point_of_building_the_map() -> None:
    for plies in [0, 19, 22, 30]:
        match = building(ADA, BEN, plies=plies)
        assert position(match).phase == ("tiles" if plies < 19 else "buildings")
        assert position(drawn(match)).phase == "spawns"


def test_the_machine_agrees_to_it_though_not_to_cancelling() -> None:
    match = building(ADA, machine("easy"), machine("hard"), plies=0)
    with pytest.raises(Denied, match="machine does not agree"):
        ask(match, ADA, CANCEL)
    assert position(ask(match, ADA)).phase == "spawns", "so nobody else has to be asked"


def test_anybody_may_ask_for_it_in_and_out_of_turn_and_it_goes_as_play_goes_on() -> None:
    match = building(ADA, BEN, CLEO)
    for player in (ADA, BEN, CLEO):
        assert ask(match, player).question is not None
    assert moved(ask(match, ADA)).question is None


def test_once_the_map_stands_there_is_nothing_to_be_drawn() -> None:
    after = drawn(building(ADA, BEN))
    with pytest.raises(Denied, match="nothing to draw"):
        ask(after, ADA)
    fixed = lobby.challenge("m", LANDGRAB, (ADA, BEN), {"map": "mill"}, terms=FREE, now=NOW)
    with pytest.raises(Denied, match="nothing to draw"):
        ask(lobby.begin_match(fixed, it(1)), BEN)


def rolled(players: Sequence[Player]) -> Match:
    """A match on a map that stands, in which a die has just been rolled."""
    asked = lobby.challenge("m", LANDGRAB, players, {"map": "mill"}, terms=FREE, now=NOW)
    match = lobby.begin_match(asked, it(2))
    while not match.plays or match.plays[-1].seat != CHANCE:
        (seat,) = position(match).to_move
        moves = position(match).moves(seat)
        move = next((each for each in moves if each.kind == "c"), moves[0])
        match = play.make_move(match, it(2), match.player(seat).id, match.moment, str(move))
    return match


@each_of("decided", [drawn(building(ADA, BEN)), rolled((ADA, BEN))])
def test_no_takeback_reaches_into_what_was_drawn_or_rolled_or_before_it(decided: Match) -> None:
    for player in (ADA, BEN):
        with pytest.raises(Denied, match="chance has decided"):
            ask(decided, player, TAKEBACK)
    # What is chosen next can be taken back, and then nothing else.
    chosen = moved(decided)
    chooser = decided.player(chosen.plays[-1].seat)
    back = ask(chosen, chooser, TAKEBACK)
    assert back.plays == decided.plays
    with pytest.raises(Denied, match="chance has decided"):
        ask(back, chooser, TAKEBACK)


def test_it_is_known_which_moves_were_drawn() -> None:
    before = building(ADA, BEN)
    after = moved(drawn(before))
    marks = [after.is_drawn(ply) for ply in range(after.ply)]
    assert marks == [False] * before.ply + [True] * (after.ply - before.ply - 1) + [False]


def test_a_branch_off_the_middle_of_the_draw_goes_on_building() -> None:
    after = drawn(building(ADA, BEN))
    line = play.record(after, LANDGRAB)
    asked = branch("n", LANDGRAB, after, line, ply=9, seat=1, players=(ADA, BEN), terms=FREE, now=1)
    begun = lobby.accept(asked, it(1), BEN.id)
    assert not any(begun.is_drawn(ply) for ply in range(begun.ply)), "here it was given"
    again = drawn(begun)
    assert position(again).phase == "spawns"
    assert replace(again.plays[8], at=0) == replace(after.plays[8], at=0)


def with_machines() -> Match:
    """Ada has asked in a match with Ben and two machines, and a machine is to move."""
    match = building(ADA, BEN, machine("easy"), machine("easy"), plies=0)
    while not match.player(min(position(match).to_move)).is_machine:
        match = moved(match)
    return ask(match, ADA)


def test_the_question_stays_while_machines_move_and_an_answer_to_an_older_board_counts() -> None:
    asked = with_machines()
    later = moved(asked)
    assert later.moment > asked.moment
    assert later.question == asked.question
    agreed = agreements.agree(later, it(3), BEN.id, DRAWN, asked.moment)
    assert position(agreed).phase == "spawns"
    refused = agreements.refuse(later, it(1), BEN.id, DRAWN, asked.moment)
    assert refused.open_question is None


def test_an_answer_from_before_the_question_was_put_does_not_count() -> None:
    asked = with_machines()
    with pytest.raises(Stale):
        agreements.refuse(asked, it(1), BEN.id, DRAWN, asked.moment - 1)
