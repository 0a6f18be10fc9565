"""The preview, but everybody may press as often as they like: a test does so faster than people."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from unittest.mock import patch

from cogs.frame.limits import Gate

ROOT = Path(__file__).parents[2]


if __name__ == "__main__":  # what draws imports this too
    sys.argv[0] = str(ROOT / "bot.py")
    with patch.object(Gate, "_check"):
        runpy.run_path(sys.argv[0], run_name="__main__")
