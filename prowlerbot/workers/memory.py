"""Memory that large pictures take, and that goes back to the system once they are done."""

from __future__ import annotations

import ctypes
from contextlib import suppress

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""The parameters of glibc's ``mallopt``."""
_LARGE = 4 << 20
"""Bytes: drawing surfaces have more, pictures and sprites less."""
_UNUSED = 4 * _LARGE
"""Bytes that may stay for the next picture."""


def give_large_blocks_back() -> None:
    """Have the C library return what large blocks took, in this process.

    By itself glibc keeps as much for later as the largest block that was ever freed, and sprites
    then lie scattered over it: a process that draws grew to twice what it needs. Where the library
    is another one, nothing changes.
    """
    with suppress(AttributeError, OSError, TypeError):
        set_option = ctypes.CDLL(None).mallopt
        set_option(_MMAP_THRESHOLD, _LARGE)
        set_option(_TRIM_THRESHOLD, _UNUSED)
