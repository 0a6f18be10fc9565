"""Discord's limits for texts, and a way to fit whole sentences into them."""

from __future__ import annotations

from collections.abc import Iterable

ALT_LIMIT = 1_024
"""Characters of the alt text of a picture."""
TEXT_LIMIT = 4_000
"""Characters of all texts of a message."""


def fitted(parts: Iterable[str], limit: int, between: str = " ") -> str:
    """As many of the parts as fit, the first ones first; empty ones are left out."""
    told = ""
    for part in filter(None, parts):
        longer = f"{told}{between}{part}" if told else part
        if len(longer) > limit:
            break
        told = longer
    return told
