"""How often the easy machine loses to somebody who follows the lessons, at two seats.

The learners know what the tutorial says, weigh nothing against anything, and look one move ahead.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from typing import Any

from prowlerbot.core.game_parts import AnyHints, Policy
from prowlerbot.games.heroes import thinking as heroes
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.moves import Move as HeroesMove
from prowlerbot.games.heroes.rules import Position as HeroesPosition
from prowlerbot.games.heroes.stages.building import PILE
from prowlerbot.games.heroes.stages.events import spent_traps
from prowlerbot.games.landgrab import thinking as landgrab
from prowlerbot.games.prowler.position import Move
from prowlerbot.games.prowler.rules import Position
from prowlerbot.opponent.choice import LEVELS
from prowlerbot.opponent.task import house_roster
from prowlerbot.shell.duel_command import Player, play_contest

_GLANCES = 8
"""The pathways that a learner looks at before each dig."""
_LOOKS = 40
"""The places that a learner compares for the tiles of the queue."""
_WANTED = ("reveal", "end", "store", "buy for gem", "buy for gold", "ready", "trap", "guard", "gem")
"""Kinds of moves, and what acts first on a square, in the order of a learner's wishes."""
_SHUT = 20
"""What a learner would give not to shut the colony in the middle of a round."""
_TRAPS = 2
"""The spent traps for which a learner gives something up."""


def dig(position: Position, seat: int, moves: Sequence[Move], rng: random.Random) -> Move:
    """Bring markers over, steal statues and dig on where the longest passage is."""

    def worth(move: Move) -> int:
        after = position.after(seat, move)
        markers = zip(position.lead(seat), after.lead(seat), strict=True)
        gained = sum(2 * (was <= 0 < now) + 3 * (was < 0 <= now) for was, now in markers)
        stolen = len(after.statues[seat - 1]) - len(position.statues[seat - 1])
        longer = after.longest_passage(seat) - position.longest_passage(seat)
        return gained + 2 * stolen + longer

    return max(rng.sample(moves, min(_GLANCES, len(moves))), key=worth)


def keep(
    position: HeroesPosition, seat: int, moves: Sequence[HeroesMove], rng: random.Random
) -> HeroesMove:
    """Build as long as it brings something, with an open edge until late. Use the whole stash,
    choose pieces that bring much, let traps and guards come first.
    """
    own = position.seats[seat - 1]
    growing = position.pile > PILE[len(position.playing)] / 3

    def worth(move: HeroesMove) -> float:
        id_ = move.piece or str(own.queue[move.number - 1])
        colony = own.colony.with_piece(Placed(id_, move.at, move.to))
        shut = growing and not any(colony.open_edges)
        return heroes.weighed_yield(colony) - _SHUT * shut

    if own.stage == "planning":
        return min(moves, key=lambda move: heroes.WANTED.index(move.piece))
    places = [move for move in moves if move.kind in {"queue", "reserve"}]
    if places:
        best = max(rng.sample(places, min(_LOOKS, len(places))), key=worth)
        if worth(best) > heroes.weighed_yield(own.colony) - (2.5 if growing else 0):
            return best
    paying = spent_traps(own).bit_count() >= _TRAPS
    for kind in ("arm for guard", "arm for gold", *_WANTED) if paying else ("pass", *_WANTED):
        if wanted := [move for move in moves if kind in {move.kind, move.piece}]:
            return rng.choice(wanted)
    return rng.choice(moves)


LEARNERS: Mapping[str, Policy[Any, Any]] = {
    "heroes": keep,
    "landgrab": landgrab.choose_claim,
    "prowler": dig,
}


def share_won(key: str, matches: int, seed: str, hints: AnyHints | None = None) -> float:
    """The share of matches that the learner of a game wins; a level match is no win."""
    game, known = house_roster()[key]
    won = 0
    for number in range(matches):
        setup = game.setup(random.Random(f"{seed}/{number // 2}"), 2, {})
        pair: list[Player] = [LEARNERS[key], LEVELS["easy"]]
        players = pair[:: -1 if number % 2 else 1]
        clock = lambda: 0.0  # noqa: E731 - the budget of the level is in playouts
        at = f"{seed}/{number}"
        outcome = play_contest(game, hints or known, setup, players, seed=at, clock=clock).outcome
        mine, its = outcome.ranks[:: -1 if number % 2 else 1]
        won += mine < its
    return won / matches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=LEARNERS)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--seed", default="learner")
    asked = parser.parse_args()
    print(f"{asked.game}: {share_won(asked.game, asked.matches, asked.seed):.0%}")


if __name__ == "__main__":
    main()
