"""The machine's knowledge of the game: a die that it does not see may show any number."""

from __future__ import annotations

import random
from dataclasses import replace

from prowlerbot.core.game import View
from prowlerbot.core.game_parts import Hints

from tall_tale import FACES, HIDDEN, Position


def determinise(view: View[Position], rng: random.Random) -> Position:
    cups = (
        tuple(sorted(rng.choice(FACES) if die == HIDDEN else die for die in cup))
        for cup in view.seen.cups
    )
    return replace(view.seen, cups=tuple(cups))


HINTS: Hints[Position, str] = Hints(determinise=determinise)
