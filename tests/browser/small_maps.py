"""The preview, but “duel” is a map as small as those of lessons, so that a match is short, and
nobody plays a first match, so that each press makes its move.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from unittest.mock import patch

import pytest

from prowlerbot.games.landgrab import Landgrab
from tests.browser import lean
from tests.discord.room import let_everybody_be_experienced

SMALL = "RB/1/F6,H6/F7/"
_setup = Landgrab.setup


def setup(self: Landgrab, rng: Random, players: int, options: Mapping[str, str]) -> str:
    return SMALL if options.get("map") == "duel" else _setup(self, rng, players, options)


if __name__ == "__main__":  # what draws imports this too
    with patch.object(Landgrab, "setup", setup), pytest.MonkeyPatch.context() as patched:
        let_everybody_be_experienced(patched)
        lean.run()
