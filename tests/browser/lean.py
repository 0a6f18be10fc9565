"""The preview, but nothing is drawn ahead: that takes longer than what a test looks at."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from unittest.mock import patch

PROGRAM = Path(__file__).parents[2] / "bot.py"


def run() -> None:
    sys.argv[0] = str(PROGRAM)
    with patch("cogs.board.rendering.draw_ahead"):
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":  # what draws imports this too
    run()
