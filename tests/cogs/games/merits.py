"""Random matches in which every merit of a move is looked at."""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cogs.contract.face import Face
from prowlerbot.core.game import CHANCE

NAMES = ("Ann", "Ben", "Cem", "Dee")

Told = tuple[str, Any, int, str, str]
"""The words, the position, the seat, its move, and the move that it is compared with."""

Check = Callable[[re.Match[str], Any, int, str, str], bool]
"""Whether the words agree with a position of the game, a seat, its move and the other move."""


def told(face: Face, setup: str, seats: int, seed: int, moves: int = 3) -> Iterator[Told]:
    """The merits of some moves at each decision of a random match."""
    rng = random.Random(seed)
    state = face.game.start(setup)
    names = NAMES[:seats]
    while state.to_move:
        seat = min(state.to_move)
        legal = state.moves(seat)
        if seat != CHANCE:
            view = state.view(seat)
            for move in rng.sample(list(legal), min(moves, len(legal))):
                than = str(rng.choice(legal))
                for merit in face.merits(view, seat, str(move), names, than):
                    assert merit.aim
                    yield merit.words, state, seat, str(move), than
        state = state.after(seat, rng.choice(legal))


def unproved(found: Iterator[Told], checks: Mapping[str, Check]) -> tuple[list[str], set[str]]:
    """The words that a check denies, and the checks of use; told matches have all other words."""
    wrong, used = [], set()
    for words, *where in found:
        matches = ((each, re.fullmatch(each, words)) for each in checks)
        pattern, match = next(((each, hit) for each, hit in matches if hit), ("", None))
        used |= {pattern} - {""}
        if match is not None and not checks[pattern](match, *where):
            wrong.append(f"{words} ({where[2]} for seat {where[1]})")
    return wrong, used
