"""``bot.py --preview`` with changes that keep tests short: ``-m tests.browser.program CHANGE …``.

It never draws ahead, as that takes longer than a whole test, no press is too slow for it, and all
that follows from a press is shown with it. The CHANGE is one of these:

- ``none``: nothing more;
- ``unlimited``: everybody may press as often as they like, as a test presses faster than people;
- ``endless-review``: a review never ends, and a press waits for nothing but its answer;
- ``small-maps``: the map “duel” is as small as those of lessons, so that a match is short, and
  nobody plays a first match, so that each press makes its move;
- ``four``: there are four thieves, and the bot's clock is ten minutes ahead once there is a file
  ``later`` in the working folder.
"""

import asyncio
import runpy
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cogs.board.match_message
import preview
from cogs.frame.interaction_gate import Gate
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.service.match_service import Service
from tests.discord.room import let_everybody_be_experienced
from tests.patience import HUNG, let_bots_start_slowly

PROGRAM = Path(__file__).parents[2] / "bot.py"
_SMALL = "RB/1/F6,H6/F7/"
_setup = Landgrab.setup


def small_setup(self: Landgrab, rng: Random, players: int, options: Mapping[str, str]) -> str:
    return _SMALL if options.get("map") == "duel" else _setup(self, rng, players, options)


_work = Thinkers.work


async def never_end(self: Thinkers, *args: Any, later: bool = False) -> Any:
    return await (asyncio.Event().wait() if later else _work(self, *args))


LATER = "later"


def clock_of_test() -> int:
    return int(time.time()) + (600 if Path(LATER).exists() else 0)


def main() -> None:
    change = sys.argv.pop(1)
    sys.argv[0] = str(PROGRAM)
    let_bots_start_slowly()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cogs.board.match_message, "do_ahead", lambda *_: None)
        patch.setattr(preview, "_SLOWEST", HUNG)
        patch.setattr(preview, "_MOMENT", 0.1 if change == "endless-review" else HUNG)
        if change == "unlimited":
            patch.setattr(Gate, "_check", lambda *_: None)
        elif change == "endless-review":
            patch.setattr(Thinkers, "work", never_end)
        elif change == "small-maps":
            patch.setattr(Landgrab, "setup", small_setup)
            let_everybody_be_experienced(patch)
        elif change == "four":
            patch.setattr(Gate, "_check", lambda *_: None)
            patch.setattr(preview, "THIEVES", (*preview.THIEVES, "Dora"))
            usual = Service.__init__.__kwdefaults__ or {}
            patch.setitem(usual, "clock", clock_of_test)
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":  # each drawing process imports this too
    main()
