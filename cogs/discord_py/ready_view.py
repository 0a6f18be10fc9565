"""A message that is JSON from the start, where discord.py takes a view.

Replaces the objects of ``discord.ui.LayoutView``: the thirty of a board took a tenth of all the
work of a press, and nothing ever reads them. Overrides ``to_components`` and
``has_components_v2``, which discord.py asks when it sends a view, and is stopped from the start, so
that discord.py keeps no view in memory. If it asks for something else, messages go out empty, or
memory grows with each one.
"""

from __future__ import annotations

from typing import Any

import discord


class ReadyView(discord.ui.LayoutView):
    """A message that discord.py sends as it is, and keeps no memory of."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        return self._components

    def has_components_v2(self) -> bool:
        return True
