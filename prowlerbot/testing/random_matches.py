"""Random matches for the checks of a game, with leavers. A match without an end is a mistake."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

from cogs.contract.manifest import Manifest
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, Game
from prowlerbot.core.record import MOST_MOVES, Made
from prowlerbot.testing.mistake import Mistake, check_in_time

_LEAVING_CHANCES = 0.0, 0.4, 0.0, 0.05
"""The chance that somebody leaves before a move, by turns in the matches of three and more."""
_SHOWN_MOVES = 3
"""The last moves that name a position."""


@dataclass(frozen=True)
class Trial:
    """One random match: its moves, and its positions from the start on."""

    setup: str
    players: int
    made: tuple[Made, ...]
    states: tuple[AnyState, ...]

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    @property
    def viewers(self) -> tuple[int | None, ...]:
        return (None, *self.seats)

    def position_words(self, number: int) -> str:
        last = ", ".join(f"{seat} {text}" for seat, text in self.made[:number][-_SHOWN_MOVES:])
        after = f"after move {number} ({last})" if number else "at the start"
        return f"{after} of set-up “{self.setup}”"

    def positions(self, most: int = 0) -> Iterator[tuple[str, AnyState]]:
        """The positions with their place in words: all, or at most so many of them."""
        numbers = self.position_numbers(1 + len(self.states) // most if most else 1)
        return ((self.position_words(number), self.states[number]) for number in numbers)

    def position_numbers(self, step: int) -> Sequence[int]:
        """Every so many positions, those after somebody has left, and the last one."""
        last = len(self.states) - 1
        left = [at for at, each in enumerate(self.made, 1) if each.text == LEAVE]
        return sorted({*range(0, last, step), *left, last})


@dataclass(frozen=True)
class CheckedGame:
    """A game with the matches that its checks read."""

    game: Game
    manifest: Manifest
    matches: tuple[Trial, ...]
    seed: int

    def positions(self, most: int = 0) -> Iterator[tuple[str, Trial, AnyState]]:
        """The positions of all matches: all, or at most so many of each."""
        for trial in self.matches:
            for place, state in trial.positions(most):
                yield place, trial, state


def play_trials(game: Game, manifest: Manifest, matches: int, seed: int) -> CheckedGame:
    """Matches of each number of players, every other one with leavers. Raises Mistake."""
    played = [
        _play_trial(game, players, random.Random(f"{seed}/{players}/{number}"), leaving=leaving)
        for players in game.seats
        for number, leaving in zip(range(matches), cycle(_LEAVING_CHANCES), strict=False)
    ]
    return CheckedGame(game, manifest, tuple(played), seed)


def _play_trial(game: Game, players: int, rng: random.Random, *, leaving: float) -> Trial:
    made: list[Made] = []
    states: list[AnyState] = []
    where = "A random match"
    with check_in_time(f"{where} of {players}"):
        setup = game.setup(rng, players, {})
        states.append(game.start(setup))
        while (state := states[-1]).to_move:
            if len(made) == MOST_MOVES:
                raise Mistake(
                    f"{where} is not over after {MOST_MOVES} moves, the most that a record holds:"
                    " let every way to play come to an end."
                )
            gone = {*state.left, *state.out}
            there = [seat for seat in range(1, players + 1) if seat not in gone]
            quits = players > 2 and rng.random() < leaving
            if quits and there and CHANCE not in state.to_move:
                seat = rng.choice(there)
                left = state.leave(seat)
                if left is None:  # the match ends there
                    leaving = 0.0
                else:
                    made.append(Made(seat, LEAVE))
                    states.append(left)
                continue
            choices = {seat: state.moves(seat) for seat in sorted(state.to_move)}
            if stuck := [seat for seat, moves in choices.items() if not moves]:
                place = Trial(setup, players, tuple(made), ()).position_words(len(made))
                raise Mistake(
                    f"Seat {stuck[0]} is to move and has no move {place}: leave it out of"
                    " `to_move`, or give it a move that passes."
                )
            seat = rng.choice([*choices])
            move = rng.choice(choices[seat])
            made.append(Made(seat, str(move)))
            states.append(state.after(seat, move))
    return Trial(setup, players, tuple(made), tuple(states))
