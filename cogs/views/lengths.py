"""Lengths of time in words."""

from __future__ import annotations

from prowlerbot.core.i18n import trn
from prowlerbot.match.preferences import DAY

HOUR = 60 * 60


def lasting(seconds: int) -> str:
    """A length of time in its largest whole unit; from two hours on in hours and minutes."""
    if seconds % DAY == 0:
        return trn("{count} day", "{count} days", seconds // DAY)
    if seconds % HOUR == 0:
        return trn("{count} hour", "{count} hours", seconds // HOUR)
    if seconds > 2 * HOUR:
        return f"{lasting(seconds // HOUR * HOUR)} {lasting(seconds % HOUR)}"
    return trn("{count} minute", "{count} minutes", seconds // 60)
