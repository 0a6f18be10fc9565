"""What another process does with the processor, as far as the system tells."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple


class Activity(NamedTuple):
    """The ``seconds`` of processor that a process has had until a time; whether it wants more."""

    at: float
    seconds: float
    wants_more: bool


def activity(pid: int) -> Activity | None:
    """None where the system does not tell, or the process is gone."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return None
    state, *rest = told.rpartition(")")[2].split()
    ticks = int(rest[10]) + int(rest[11])
    return Activity(time.monotonic(), ticks / os.sysconf("SC_CLK_TCK"), state in {"R", "D"})
