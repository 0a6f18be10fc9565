"""A match among machines and simple players of a game, to compare their strength."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from prowlerbot.core.game import CHANCE, Game, Outcome, final_outcome
from prowlerbot.core.game_parts import AnyHints, Hints, Policy
from prowlerbot.opponent.choice import LEVELS, MachineLevel, choose, player_of_name
from prowlerbot.opponent.search import Budget, Clock, draw_move

Player = MachineLevel | Policy[Any, Any]


@dataclass(frozen=True, slots=True)
class ContestMatch:
    """A finished match; ``thought`` holds the seconds of each decision, seat by seat.

    ``end`` is the reason for its end, if the game's records state it, else the deciding rule.
    ``moves`` are all moves as in a record, each with its seat, rolls included.
    """

    outcome: Outcome
    thought: tuple[tuple[float, ...], ...]
    end: str = ""
    moves: tuple[tuple[int, str], ...] = ()

    @property
    def plies(self) -> int:
        return len(self.moves)


PLAIN = "plain-"
"""The start of the name of a plain search; the number of its playouts follows."""


def player(name: str, hints: AnyHints) -> Player:
    """A level, a player of the game's own, or a plain search such as ``plain-100``. Raises
    NotFound, which names the levels and the game's players.
    """
    playouts = name.removeprefix(PLAIN)
    if playouts != name and playouts.isdecimal() and int(playouts):
        return MachineLevel(name, Budget(playouts=int(playouts)), endgame=False, plain=True)
    known: dict[str, Player] = {**LEVELS, **hints.players}
    return player_of_name(name, known)


def play(
    game: Game, hints: AnyHints, setup: str, players: Sequence[Player], *, seed: str, clock: Clock
) -> ContestMatch:
    """Play one match to its end, with ``players`` by seat; each seat has its own random numbers."""
    chance = random.Random(f"{seed}/chance")
    minds = [random.Random(f"{seed}/{seat}") for seat in range(1, len(players) + 1)]
    thought: list[list[float]] = [[] for _ in players]
    state = game.start(setup)
    moves: list[tuple[int, str]] = []
    latest = 0
    while state.to_move:
        # Simultaneous choices stay unseen by the others; racing seats are equally fast.
        racing = {each for each in state.to_move if state.live and each > latest}
        seat = CHANCE if CHANCE in state.to_move else min(racing or state.to_move)
        if seat == CHANCE:
            move = draw_move(state.moves(CHANCE), chance)
            moves.append((CHANCE, str(move)))
            state = state.after(CHANCE, move)
            continue
        begin = clock()
        latest, at = seat, seat - 1
        who, rng, view = players[at], minds[at], state.view(seat)
        if isinstance(who, MachineLevel):
            own = Hints(determinise=hints.determinise) if who.plain else hints
            move = choose(game, own, view, seat, who, rng=rng, clock=clock)
        else:
            move = who(view.seen, seat, view.moves(), rng)
        thought[at].append(clock() - begin)
        moves.append((seat, str(move)))
        state = state.after(seat, move)
    outcome = final_outcome(state)
    end = str(state.summary().get("end", outcome.by))
    return ContestMatch(outcome, tuple(map(tuple, thought)), end, tuple(moves))
