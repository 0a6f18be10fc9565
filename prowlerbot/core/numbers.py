"""Numbers as people read them, the same in all languages."""

from __future__ import annotations


def whole(number: int) -> str:
    """A whole number, a negative one with a minus rather than a hyphen."""
    return str(number).replace("-", "−")
