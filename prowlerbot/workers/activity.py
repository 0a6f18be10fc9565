"""Whether a process hangs, or only waits for the processor of a busy machine."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

_WORKS = 0.2
"""The least share of the processor that a working process uses when it need not wait for it."""


class Activity(NamedTuple):
    """The processor ``seconds`` that a process has used until a time; whether it wants more."""

    at: float
    seconds: float
    wants_more: bool


def activity(pid: int | None) -> Activity | None:
    """The activity of another process; None if the system has no figures or it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return None
    state, *rest = stat.rpartition(")")[2].split()
    ticks = int(rest[10]) + int(rest[11])
    return Activity(time.monotonic(), ticks / os.sysconf("SC_CLK_TCK"), state in {"R", "D"})


def hangs(
    begun: Activity | None, before: Activity | None, now: Activity | None, most: float
) -> bool:
    """Whether a silent process is idle, or has used ``most`` processor seconds since it was
    ``begun`` to be watched. If the system gives no figures, the silence alone decides.
    """
    if now is None or before is None or begun is None:
        return now is None
    had = now.seconds - before.seconds
    idle = had < _WORKS * (now.at - before.at) and not now.wants_more
    return idle or now.seconds - begun.seconds >= most
