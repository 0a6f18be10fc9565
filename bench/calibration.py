"""The chances to win that people are told, held against matches that were played out.

Levels of the machine, drawn by lot, play matches. At every so many moves the chances are estimated
as a review does, with nothing known but the position, and put into ten bins. A well calibrated bin
of 30 % holds seats of which about 30 of 100 won.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from prowlerbot.core.game import CHANCE, AnyState, Game, after
from prowlerbot.core.game_parts import AnyHints
from prowlerbot.opponent.comparison import outcome_forecast, playouts_of, searches_of
from prowlerbot.opponent.exact import is_near_end
from prowlerbot.opponent.task import house_roster
from prowlerbot.shell.duel_command import ContestMatch, Player, named_player, play_contest

LEVELS = "easy", "medium", "hard"
BINS = 10
_PLAYOUTS, _SEARCHES, _IN_A_SEARCH = 24, 3, 100
"""The samples of a chance: playouts where a game is judged by them, else searches."""


class Foretold(NamedTuple):
    """A chance of a seat as people are told it, and the part of the first rank that it got."""

    chance: float
    won: float


class Bin(NamedTuple):
    chance: float
    won: float
    seats: int


def matches(
    game: Game,
    hints: AnyHints,
    players: Sequence[Player],
    *,
    seats: int,
    count: int,
    seed: str,
    options: dict[str, str],
) -> Iterator[tuple[str, ContestMatch]]:
    """So many set-ups with their matches; the lot chooses who plays each seat."""
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        setup = game.setup(rng, seats, options)
        chosen = [rng.choice(players) for _ in range(seats)]
        made = play_contest(
            game, hints, setup, chosen, seed=f"{seed}/{number}", clock=time.perf_counter
        )
        yield setup, made


def foretold(
    game: Game, hints: AnyHints, setup: str, played: ContestMatch, *, every: int, seed: str
) -> Iterator[Foretold]:
    """The chances of all seats at every so many positions in which somebody is to choose."""
    rng = random.Random(seed)
    won, _ = outcome_forecast(played.outcome)
    begin, state = rng.randrange(every), game.start(setup)
    seen = 0
    for seat, move in played.moves:
        state = after(state, seat, move)
        if not state.to_move or CHANCE in state.to_move or is_near_end(state, hints.endgame, rng):
            continue
        seen += 1
        if seen % every == begin:
            yield from map(Foretold, _chances(state, hints, rng), won)


def _chances(state: AnyState, hints: AnyHints, rng: random.Random) -> list[float]:
    sample, count = playouts_of([state], CHANCE, hints), _PLAYOUTS
    if not hints.flat:
        sample, count = searches_of([state], CHANCE, hints, _IN_A_SEARCH), _SEARCHES
    samples = [sample(rng)[0][0] for _ in range(count)]
    return [sum(each) / count for each in zip(*samples, strict=True)]


def binned(found: Iterable[Foretold]) -> list[Bin]:
    """The mean chance and the share of wins in each of ten equal bins that is not empty."""
    bins: list[list[Foretold]] = [[] for _ in range(BINS)]
    for each in found:
        bins[min(BINS - 1, int(BINS * each.chance))].append(each)
    return [
        Bin(
            sum(each.chance for each in there) / len(there),
            sum(each.won for each in there) / len(there),
            len(there),
        )
        for there in bins
        if there
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("landgrab", "prowler"))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--every", type=int, default=5)
    parser.add_argument("--seed", default="cal")
    asked = parser.parse_args()
    game, hints = house_roster()[asked.game]
    players = [named_player(name, hints) for name in LEVELS]
    options = {"map": "drawn"} if asked.game == "landgrab" else {}
    made = matches(
        *(game, hints, players),
        seats=asked.seats,
        count=asked.matches,
        seed=asked.seed,
        options=options,
    )
    found = [
        each
        for number, (setup, played) in enumerate(made)
        for each in foretold(game, hints, setup, played, every=asked.every, seed=str(number))
    ]
    for each in binned(found):
        print(f"told {each.chance:4.0%}   won {each.won:4.0%}   of {each.seats}")


if __name__ == "__main__":
    main()
