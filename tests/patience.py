"""How long tests wait for something before they say that it hangs; none depends on it otherwise."""

from __future__ import annotations

import time
from collections.abc import Iterator

HUNG = 100.0
"""Seconds after which whatever a test waits for will never come, however busy the machine is."""


def patiently() -> Iterator[None]:
    """Go on trying until it hangs."""
    until = time.monotonic() + HUNG
    while time.monotonic() < until:
        yield
    raise AssertionError("it never came")
