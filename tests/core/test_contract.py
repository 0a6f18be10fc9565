"""The contract of every game, checked in random matches; the core expects nothing more."""

from __future__ import annotations

import json
import random
import sys
from abc import ABCMeta
from functools import cache
from types import SimpleNamespace

import pytest

from prowlerbot.core import capabilities
from prowlerbot.core.capabilities import Secrets
from prowlerbot.core.errors import BadSetup, IllegalMove, NotFound
from prowlerbot.core.game import (
    CHANCE,
    LEFT,
    Game,
    Mark,
    Outcome,
    Registry,
    State,
    find_move,
    next_seat,
)
from prowlerbot.core.game_parts import NoPart, PuzzleRules, hints_to_machine, puzzle_rules
from prowlerbot.core.machine_hints import NO_HINTS
from prowlerbot.core.record import Made, Record, random_record
from prowlerbot.core.record_json import loads, to_json
from prowlerbot.games import GAMES
from tests.cases import each_of
from tests.games.found import games_in
from tests.games.tell import TellGame

FOR_TESTS = games_in("tests.games")
ALL = Registry((*GAMES.values(), *FOR_TESTS))

CAPABILITIES: list[ABCMeta] = [
    each
    for each in vars(capabilities).values()
    if isinstance(each, ABCMeta) and each.__module__ == capabilities.__name__
]

every_game = pytest.mark.parametrize("game", ALL.values(), ids=ALL)
some_seeds = each_of("seed", range(10))


def random_match(game: Game, seed: int) -> Record:
    return _played(game.key, seed)


@cache  # every test of a game plays the same matches
def _played(key: str, seed: int) -> Record:
    game, rng = ALL[key], random.Random(seed)
    record = random_record(game, rng, rng.choice(game.seats))
    assert len(record.moves) < 1000, "a match must come to an end"
    return record


def test_the_registry_names_each_game_by_its_key() -> None:
    assert all(game.key == key for key, game in GAMES.items())
    assert all(key.isidentifier() and key.islower() for key in GAMES)
    assert GAMES.named("prowler") is GAMES["prowler"]


def test_an_unknown_game_is_refused_and_the_known_ones_are_named() -> None:
    known = ", ".join(sorted(GAMES))
    with pytest.raises(NotFound, match=rf"no game “chess” here\. Games: {known}\."):
        GAMES.named("chess")


def test_the_registry_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        GAMES["tell"] = TellGame()  # type: ignore[index] # that is the point


def test_the_suite_plays_the_games_for_tests_too() -> None:
    assert {game.key for game in FOR_TESTS} == {"nim", "snatch", "tell"}


@every_game
@some_seeds
def test_a_game_declares_what_it_has_beyond_a_plain_one(game: Game, seed: int) -> None:
    """A plain game inherits the defaults; a game with more declares that at its head."""
    kinds: list[tuple[type, type]] = [(type(game), Game)]
    kinds += [(type(state), State) for state in random_match(game, seed).states()]
    for kind, plain in set(kinds):
        for capability in CAPABILITIES:
            members = capability.__abstractmethods__ & vars(capability).keys()
            for name in members if issubclass(capability, plain) else ():
                changed = getattr(kind, name) is not getattr(plain, name)
                assert not changed or issubclass(kind, capability), (kind, name)


@every_game
@some_seeds
def test_a_match_has_an_outcome_exactly_when_nobody_is_to_move(game: Game, seed: int) -> None:
    states = random_match(game, seed).states()
    assert [state.outcome is None for state in states] == [bool(s.to_move) for s in states]
    assert not states[-1].to_move


@every_game
@some_seeds
def test_exactly_the_seats_to_move_have_moves(game: Game, seed: int) -> None:
    for state in random_match(game, seed).states():
        seats = {CHANCE, *range(1, max(game.seats) + 2)}
        assert {seat for seat in seats if state.moves(seat)} == state.to_move


@every_game
@some_seeds
def test_while_a_stage_is_live_everybody_can_be_done_with_it(game: Game, seed: int) -> None:
    for state in random_match(game, seed).states():
        if state.live:
            seats = state.to_move - {CHANCE}
            assert all(state.live in map(str, state.moves(seat)) for seat in seats)


@every_game
@some_seeds
def test_moves_are_hashable_and_distinct_and_found_by_their_text(game: Game, seed: int) -> None:
    for state in random_match(game, seed).states():
        for seat in state.to_move:
            moves = state.moves(seat)
            assert len(set(moves)) == len(set(map(str, moves))) == len(moves)
            assert [find_move(state, seat, str(move)) for move in moves] == list(moves)
            with pytest.raises(IllegalMove, match="“no such move” is not a legal move"):
                find_move(state, seat, "no such move")


@every_game
@some_seeds
def test_a_move_changes_nothing_in_the_position_it_was_made_from(game: Game, seed: int) -> None:
    states = random_match(game, seed).states()[seed % 3 :: 3]  # ten matches have all kinds of them
    before = [json.dumps(state.facts()) for state in states]
    for state in states:
        for seat in state.to_move:
            for move in state.moves(seat):
                state.after(seat, move)
    assert [json.dumps(state.facts()) for state in states] == before


@every_game
@some_seeds
def test_the_outcome_ranks_every_seat_from_first_place_down(game: Game, seed: int) -> None:
    outcome = random_match(game, seed).states()[-1].outcome
    assert outcome is not None
    assert len(outcome.ranks) == len(outcome.totals)
    assert len(outcome.ranks) in game.seats
    assert 1 in outcome.ranks
    assert all(outcome.ranks.count(rank) for rank in outcome.ranks)
    firsts = [seat for seat, rank in enumerate(outcome.ranks, 1) if rank == 1]
    assert outcome.winner == (firsts[0] if len(firsts) == 1 else None)


@every_game
@some_seeds
def test_the_course_of_a_match_has_a_few_marks_for_every_seat(game: Game, seed: int) -> None:
    states = random_match(game, seed).states()
    outcome = states[-1].outcome
    assert outcome is not None
    for seat, rank in enumerate(outcome.ranks, 1):
        marks = game.course(states, seat)
        assert 0 < len(marks) <= 8
        assert {*marks} <= {*Mark}
        if len(outcome.ranks) == 2 and rank == 2:
            assert Mark.POOR in marks


@every_game
@some_seeds
def test_a_days_challenge_can_be_drawn_and_is_the_same_for_everybody(game: Game, seed: int) -> None:
    setups = []
    for rng in (random.Random(seed), random.Random(seed)):
        players, options = game.of_the_day(rng)
        assert players in game.seats
        setups.append(game.setup(rng, players, options))
        assert game.start(setups[-1]).to_move
    assert setups[0] == setups[1]


@every_game
@some_seeds
def test_every_view_can_be_shown_and_has_the_same_seats_to_move(game: Game, seed: int) -> None:
    for state in random_match(game, seed).states():
        for seat in (None, *range(1, max(game.seats) + 1)):
            assert state.view(seat).to_move == state.to_move


@every_game
@some_seeds
def test_a_record_survives_json(game: Game, seed: int) -> None:
    record = random_match(game, seed)
    for states in (True, False):
        written = json.dumps(to_json(record, states=states))
        assert loads(written, ALL) == record
        assert json.loads(written)["result"]["by"]


@every_game
@some_seeds
def test_a_record_can_stop_anywhere(game: Game, seed: int) -> None:
    record = random_match(game, seed)
    for count in range(seed % 3, len(record.moves), 1 + len(record.moves) // 4):
        part = Record(game, record.setup, record.moves[:count])
        stated = to_json(part, states=True)
        assert "result" not in stated
        assert loads(json.dumps(stated), ALL) == part


@every_game
def test_the_same_seed_gives_the_same_match(game: Game) -> None:
    assert random_match(game, 3) == random_match(game, 3)


def test_leavers_are_behind_all_others_the_later_before_the_earlier() -> None:
    totals = (9, 1, 4, 4)
    assert Outcome.by_totals(totals, "points") == Outcome((1, 4, 2, 2), "points", totals)
    assert Outcome.by_totals(totals, "points", (4, 1)) == Outcome((3, 2, 1, 4), "points", totals)
    alone = Outcome.by_totals(totals, "points", (4, 1, 3))
    assert (alone.ranks, alone.by) == ((3, 1, 2, 4), LEFT)


def test_the_turn_passes_seats_that_are_out() -> None:
    assert [next_seat(seat, 4, {2, 4}) for seat in (1, 2, 3, 4)] == [3, 3, 1, 1]
    assert next_seat(2, 3, {1, 3}) == 2


@every_game
def test_a_foreign_set_up_or_option_is_refused(game: Game) -> None:
    with pytest.raises(BadSetup):
        game.start("nonsense")
    with pytest.raises(BadSetup):
        game.setup(random.Random(1), game.seats[0], {"no-such-option": "1"})


# ------------------------------------------------------- what a game states beside its rules

of_the_house = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@of_the_house
def test_a_game_states_hints_and_puzzle_rules_as_values_of_their_types(game: Game) -> None:
    assert hints_to_machine(game) != NO_HINTS
    assert puzzle_rules(game) != PuzzleRules()


def test_a_game_without_these_modules_has_no_hints_and_usual_puzzles() -> None:
    assert hints_to_machine(TellGame()) == NO_HINTS
    assert puzzle_rules(TellGame()) == PuzzleRules()


def test_a_module_that_does_not_state_its_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["prowler"]
    place = f"{type(game).__module__}.thinking"
    for module in (SimpleNamespace(), SimpleNamespace(HINTS=PuzzleRules())):
        monkeypatch.setitem(sys.modules, place, module)
        with pytest.raises(NoPart, match=rf"^{place} has no HINTS of the type Hints\.$"):
            hints_to_machine(game)


@of_the_house
def test_a_game_with_secrets_draws_what_a_view_leaves_out(game: Game) -> None:
    secret = isinstance(game.start(game.setup(random.Random(1), max(game.seats), {})), Secrets)
    assert (hints_to_machine(game).determinise is not None) == secret


@of_the_house
@some_seeds
def test_hints_value_every_seat_and_choose_among_the_legal_moves(game: Game, seed: int) -> None:
    hints, rng = hints_to_machine(game), random.Random(seed)
    states = random_match(game, seed).states()
    outcome = states[-1].outcome
    assert outcome is not None
    for state in states[seed :: max(1, len(states) // 4)]:
        for seat in state.to_move - {CHANCE}:
            moves = state.moves(seat)
            values = [] if hints.value is None else [hints.value(state)]
            values += [] if hints.outlook is None else [hints.outlook(state, seat, rng)]
            assert all(len(value) == len(outcome.ranks) for value in values)
            if hints.candidates is not None:
                candidates = hints.candidates(state, seat, moves, rng)
                assert candidates
                assert {*candidates} <= {*moves}
            if hints.prior is not None:
                assert len(hints.prior(state, seat, moves)) == len(moves)
            if hints.playout is not None:
                assert hints.playout(state, seat, moves, rng) in moves


# ------------------------------------------------------- capabilities that Prowler's Passage lacks


def test_moves_of_several_seats_and_of_chance_stand_in_the_record() -> None:
    moves = (Made(2, "1"), Made(1, "3"), Made(3, "3"), Made(CHANCE, "3"))
    stated = to_json(Record(TellGame(), "tell-0", moves), states=True)
    # Seat 3 is the only one left to move, and so is chance after it: their moves stand alone.
    assert stated["moves"] == [[2, "1"], [1, "3"], "3", "3"]
    states = stated["states"]
    assert isinstance(states, list)
    assert [state["seat"] for state in states] == [2, 1, 3, CHANCE]
    assert states[-1]["points"] == [1, 0, 1]
