"""Whether a scene that was read a moment ago is still what this process knows of a match."""

from __future__ import annotations

from prowlerbot.core.recent import Recent
from prowlerbot.storage.scenes import Scene, tick

_REMEMBERED = 10_000
"""Matches; whatever was read before the oldest of their changes has long been answered."""


class Changes:
    """When each match was last changed here, in the ticks that scenes are stamped with."""

    def __init__(self) -> None:
        self._at: Recent[str, int] = Recent(_REMEMBERED)

    def note(self, match_id: str) -> int:
        """Something has just been changed; returns the tick of it."""
        self._at.keep(match_id, at := tick())
        return at

    def since(self, scene: Scene) -> bool:
        """Whether something was changed after the scene was read."""
        return (self._at.find(scene.match.id) or 0) > scene.read_at
