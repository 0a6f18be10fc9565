"""``bot.py --preview`` with changes that keep tests short: ``-m tests.browser.program CHANGE …``.

It never draws ahead, as that takes longer than a whole test, no press is too slow for it, and all
that follows from a press is shown with it. The CHANGE is one of these:

- ``none``: nothing more;
- ``unlimited``: everybody may press as often as they like, as a test presses faster than people;
- ``endless-review``: a review never ends, and a press waits for nothing but its answer.
"""

import asyncio
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

import cogs.board.rendering
import preview
from cogs.frame.interaction_gate import Gate
from prowlerbot.opponent.pool import Thinkers
from tests.patience import HUNG, let_bots_start_slowly

PROGRAM = Path(__file__).parents[2] / "bot.py"
_work = Thinkers.run_job


async def never_end(self: Thinkers, *args: Any, later: bool = False) -> Any:
    return await (asyncio.Event().wait() if later else _work(self, *args))


def main() -> None:
    change = sys.argv.pop(1)
    sys.argv[0] = str(PROGRAM)
    let_bots_start_slowly()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cogs.board.rendering.Rendering, "_submit_next_piece", lambda *_: None)
        patch.setattr(preview, "_PRESS_TIMEOUT", HUNG)
        patch.setattr(preview, "_SETTLE_SECONDS", 0.1 if change == "endless-review" else HUNG)
        if change == "unlimited":
            patch.setattr(Gate, "_check_limits", lambda *_: {})
        elif change == "endless-review":
            patch.setattr(Thinkers, "run_job", never_end)
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":  # each drawing process imports this too
    main()
