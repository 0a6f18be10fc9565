"""``bot.py --preview`` with changes that keep tests short: ``-m tests.browser.program CHANGE …``.

It never draws ahead, as that takes longer than a whole test. The CHANGE is one of these:

- ``none``: nothing more;
- ``unlimited``: everybody may press as often as they like, as a test presses faster than people;
- ``small-maps``: the map “duel” is as small as those of lessons, so that a match is short, and
  nobody plays a first match, so that each press makes its move.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import cogs.board.rendering
from cogs.frame.limits import Gate
from prowlerbot.games.landgrab import Landgrab
from tests.discord.room import let_everybody_be_experienced

PROGRAM = Path(__file__).parents[2] / "bot.py"
_SMALL = "RB/1/F6,H6/F7/"
_setup = Landgrab.setup


def small_setup(self: Landgrab, rng: Random, players: int, options: Mapping[str, str]) -> str:
    return _SMALL if options.get("map") == "duel" else _setup(self, rng, players, options)


def main() -> None:
    change = sys.argv.pop(1)
    sys.argv[0] = str(PROGRAM)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cogs.board.rendering, "do_ahead", lambda *_: None)
        if change == "unlimited":
            patch.setattr(Gate, "_check", lambda *_: None)
        elif change == "small-maps":
            patch.setattr(Landgrab, "setup", small_setup)
            let_everybody_be_experienced(patch)
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":  # each drawing process imports this too
    main()
