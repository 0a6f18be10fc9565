"""Whether a scene that was read a moment ago is still what this process knows of a match."""

from __future__ import annotations

from collections import OrderedDict

from prowlerbot.storage.scenes import Scene, tick

_REMEMBERED = 10_000
"""Matches; whatever was read before the oldest of their changes has long been answered."""


class Changes:
    """When each match was last changed here, in the ticks that scenes are stamped with."""

    def __init__(self) -> None:
        self._at: OrderedDict[str, int] = OrderedDict()

    def note(self, match_id: str) -> int:
        """Something has just been changed; returns the tick of it."""
        self._at.pop(match_id, None)
        self._at[match_id] = at = tick()
        if len(self._at) > _REMEMBERED:
            self._at.popitem(last=False)
        return at

    def since(self, scene: Scene) -> bool:
        """Whether something was changed after the scene was read."""
        return self._at.get(scene.match.id, 0) > scene.read_at
