"""What the matches of one player at Landgrab have in common."""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.games.landgrab.rules import Position

Finals = Sequence[tuple[Position, int]]


def highlights(finals: Finals) -> list[str]:
    return []


def favourite(finals: Finals) -> str:
    return ""
