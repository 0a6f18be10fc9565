"""Puzzles from matches that the machine plays against itself, the same for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Container, Iterator, Sequence

from prowlerbot.core.game import CHANCE, AnyState, Game
from prowlerbot.core.record import Made, replay
from prowlerbot.opponent.choice import LEVELS
from prowlerbot.opponent.contest import Player, play
from prowlerbot.opponent.hints import Hints
from prowlerbot.puzzles.proof import Place, Prover
from prowlerbot.puzzles.puzzle import Kind, Puzzle, kind_of

LOOKED_AT = 40
"""The most decisions of a match that are looked at."""
MOST, MOST_OF_A_THEME = 3, 2
"""The most puzzles of a match, and those of one theme."""
APART = 6
"""The least moves between two puzzles of a match."""


def puzzles_of_match(
    game: Game, hints: Hints, seed: str, spent: Container[str] = ()
) -> Iterator[Puzzle]:
    """The puzzles of one match, by their places; none with a theme among the ``spent`` ones.

    Small matches come more often: they are shorter, and easier to see through. The simple players
    of the game play, as they make a match in no time, or else a level of the machine.
    """
    rng = random.Random(seed)
    seats = min(rng.choice(game.seats), rng.choice(game.seats))
    setup = game.setup(rng, seats, {})
    simple: list[Player] = [*hints.players.values()]
    level = LEVELS["medium" if hints.levels else "easy"]
    players = [rng.choice(simple or [level]) for _ in range(seats)]
    played = play(game, hints, setup, players, seed=seed, clock=_no_clock)
    made = tuple(Made(*each) for each in played.moves)
    kind = kind_of(game)
    prover = Prover(game, hints, kind)
    found, latest = Counter[str](), -APART
    for place in _some(
        _places(setup, made, seats, replay(game, setup, made, again=False), kind), rng
    ):
        if len(place.moves) - latest < APART or found.total() >= MOST:
            continue
        puzzle = prover.proved(place, f"{seed}/{len(place.moves)}")
        if puzzle is None or puzzle.theme in spent:
            continue
        if found[puzzle.theme] >= MOST_OF_A_THEME:
            continue
        found[puzzle.theme] += 1
        latest = len(place.moves)
        yield puzzle


def _places(
    setup: str, made: tuple[Made, ...], seats: int, states: Sequence[AnyState], kind: Kind
) -> list[Place]:
    """The decisions of a match that may be puzzles."""
    return [
        Place(setup, made[:at], seats, seat, state)
        for at, (state, (seat, _)) in enumerate(zip(states, made, strict=False))
        if seat != CHANCE and kind.fits(state, seat)
    ]


def _some(places: list[Place], rng: random.Random) -> list[Place]:
    """All places, or as many of them as are looked at, in their order."""
    if len(places) <= LOOKED_AT:
        return places
    return [places[at] for at in sorted(rng.sample(range(len(places)), LOOKED_AT))]


def _no_clock() -> float:
    """The budgets of these levels are in playouts."""
    return 0.0
