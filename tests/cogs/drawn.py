"""Pictures for tests of other processes; this imports no Discord, as those processes import it."""

import os
import sys
import time
from pathlib import Path

from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import get_language


def pid() -> bytes:
    return str(os.getpid()).encode()


def language() -> bytes:
    return get_language().encode()


def modules() -> bytes:
    return ",".join(sys.modules).encode()


def large() -> bytes:
    """More than the buffers between two processes hold."""
    return bytes(3 << 20)


def broken() -> bytes:
    raise IllegalMove("There is no wild shovel on “{typed}”.", typed="7")


def busy(until: Path) -> bytes:
    """The same as ``slow`` without a rest."""
    while not until.exists():
        pass
    return pid()


def slow(until: Path) -> bytes:
    """Takes until a file is there."""
    while not until.exists():
        time.sleep(0.01)
    return pid()
