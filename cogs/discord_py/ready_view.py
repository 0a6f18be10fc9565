"""A message that is JSON from the start, for use as a view of discord.py.

Replaces the unused objects of ``discord.ui.LayoutView``: the thirty of a board took a tenth of all
the work of a press. Overrides ``to_components`` and ``has_components_v2``, which discord.py calls
when it sends a view. The view is stopped from the start, so discord.py keeps none in memory. If
discord.py calls other methods, messages go out empty, or memory grows with each one.
"""

from __future__ import annotations

from typing import Any

import discord


class ReadyView(discord.ui.LayoutView):
    """A message that discord.py sends unchanged and does not keep in memory."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self.components = components
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        return self.components

    def has_components_v2(self) -> bool:
        return True
