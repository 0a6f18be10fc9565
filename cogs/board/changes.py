"""Tells whether a scene read a moment ago is still up to date in this process."""

from __future__ import annotations

from prowlerbot.core.recent import Recent
from prowlerbot.storage.scenes import Scene, tick

_REMEMBERED = 10_000
"""Matches; scenes read before the oldest of these changes were used long ago."""


class Changes:
    """The last change of each match in this process, in the ticks of the scenes' stamps."""

    def __init__(self) -> None:
        self._at: Recent[str, int] = Recent(_REMEMBERED)

    def note(self, match_id: str) -> int:
        """Record a change of a match just now; returns its tick."""
        self._at.keep(match_id, at := tick())
        return at

    def since(self, scene: Scene) -> bool:
        """Whether the match changed after the scene was read."""
        return (self._at.find(scene.match.id) or 0) > scene.read_at
