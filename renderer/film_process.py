"""The process that draws a film: a copy of the one that was asked for it."""

import logging
import os
import struct
from collections.abc import Callable
from mmap import mmap
from signal import SIGTERM
from threading import active_count
from typing import NamedTuple

log = logging.getLogger(__name__)

_ROOM = 1 << 24
"""More bytes than any film has."""
_PROGRESS = struct.Struct("=dI")
"""The share of the match drawn so far, and the length of the finished film, which follows."""
_NICENESS = 10
"""Pictures have priority on the processor."""


class _Copy(NamedTuple):
    """A copy of this process that draws a film, with all drawn before, and their shared memory."""

    pid: int
    shared: mmap


_latest: _Copy | bytes = b""
"""The film that was begun last, or the copy that draws it."""
_shared: mmap | None = None
"""In a copy: where it tells how far it is."""


def begin_film(draw: Callable[[], bytes]) -> None:
    """Begin to draw a film in a copy of this process; where none can be made, draw it at once."""
    global _latest, _shared  # noqa: PLW0603 - a process draws one film at a time
    if isinstance(_latest, _Copy):  # nobody waits for it any longer
        os.kill(_latest.pid, SIGTERM)
        os.waitpid(_latest.pid, 0)
        _latest = b""
    if not hasattr(os, "fork") or active_count() > 1:  # a copy has no other threads
        _latest = draw()
        return
    shared = mmap(-1, _ROOM)
    if pid := os.fork():
        _latest = _Copy(pid, shared)
        return
    _shared, failed = shared, 1
    try:
        os.nice(_NICENESS)
        film = draw()
        shared[_PROGRESS.size : _PROGRESS.size + len(film)] = film
        _PROGRESS.pack_into(shared, 0, 1.0, len(film))
        failed = 0
    except Exception:  # the process that was copied draws it itself
        log.exception("a film could not be drawn")
    finally:
        os._exit(failed)  # what follows is the work of the process that was copied


def film_or_share() -> bytes | float:
    """The film that was begun last, or the share drawn so far."""
    global _latest  # noqa: PLW0603 - as above
    if isinstance(_latest, bytes):
        return _latest
    pid, shared = _latest
    ended, status = os.waitpid(pid, os.WNOHANG)
    part, length = _PROGRESS.unpack_from(shared)
    if not ended:
        return float(part)
    _latest = shared[_PROGRESS.size : _PROGRESS.size + length]
    if status:
        raise RuntimeError("The copy of the process that drew the film has failed.")
    return _latest


def note_progress(part: float) -> None:
    if _shared is not None:
        _PROGRESS.pack_into(_shared, 0, part, 0)
