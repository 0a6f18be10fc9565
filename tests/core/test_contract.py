"""The contract of every game, checked in random matches; the core expects nothing more."""

from __future__ import annotations

import random
import sys
from types import SimpleNamespace

import pytest

from cogs.contract.face import Face
from cogs.contract.manifest import Manifest, find_manifests
from prowlerbot.core.errors import NotFound
from prowlerbot.core.game import CHANCE, LEFT, Game, Outcome, Registry, next_seat
from prowlerbot.core.game_parts import NO_HINTS, NoPart, PuzzleRules, hints_to_machine, puzzle_rules
from prowlerbot.core.record import Made, Record, random_record, to_json
from prowlerbot.games import GAMES
from prowlerbot.testing import mistakes
from tests.games.found import games_in
from tests.games.nim.words import MANIFEST as NIM
from tests.games.tell import TellGame
from tests.games.tell_face import MANIFEST as TELL

FOR_TESTS = games_in("tests.games")
ALL = Registry((*GAMES.values(), *FOR_TESTS))

of_the_house = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
MANIFESTS = {**find_manifests(GAMES), "nim": NIM, "tell": TELL}
TELL_HAS_NO_HINTS = (
    "The game has secrets, and HINTS has no `determinise`: state it in `thinking.py`, or the"
    " machine takes its view for the whole position."
)


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


@pytest.mark.parametrize(
    ("game", "matches"),
    [
        (GAMES["prowler"], 1),
        *((game, 2) for game in FOR_TESTS),
        # Matches of up to four with a picture of each moment take as long as a hundred other tests.
        *(pytest.param(game, 2, marks=pytest.mark.full) for game in GAMES.values()),
    ],
    ids=lambda value: getattr(value, "key", str(value)),
)
def test_every_game_keeps_the_contract(game: Game, matches: int) -> None:
    manifest = MANIFESTS.get(game.key) or Manifest(Face(game))
    found = [*mistakes(game, manifest, matches=matches)]
    assert found == ([TELL_HAS_NO_HINTS] if game.key == "tell" else [])


@of_the_house
def test_the_same_seed_gives_the_same_match(game: Game) -> None:
    assert random_record(game, random.Random(3)) == random_record(game, random.Random(3))


def test_leavers_are_behind_all_others_the_later_before_the_earlier() -> None:
    totals = (9, 1, 4, 4)
    assert Outcome.by_totals(totals, "points") == Outcome((1, 4, 2, 2), "points", totals)
    assert Outcome.by_totals(totals, "points", (4, 1)) == Outcome((3, 2, 1, 4), "points", totals)
    alone = Outcome.by_totals(totals, "points", (4, 1, 3))
    assert (alone.ranks, alone.by) == ((3, 1, 2, 4), LEFT)


def test_the_turn_passes_seats_that_are_out() -> None:
    assert [next_seat(seat, 4, {2, 4}) for seat in (1, 2, 3, 4)] == [3, 3, 1, 1]
    assert next_seat(2, 3, {1, 3}) == 2


# ------------------------------------------------------- what a game states beside its rules


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
