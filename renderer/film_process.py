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
    """A copy of this process that draws a film. It has all that was drawn before."""

    pid: int
    shared: mmap
    """The memory that both share: the progress, and then the film."""


_latest_film: _Copy | bytes = b""
"""The film that was begun last, empty without one, or the copy that draws it."""
_progress_of_copy: mmap | None = None
"""In a copy: where it tells how far it is."""


def begin_film(draw: Callable[[], bytes]) -> None:
    """Begin to draw a film in a copy of this process; where none can be made, draw it at once."""
    global _latest_film, _progress_of_copy  # noqa: PLW0603 - a process draws one film at a time
    if isinstance(_latest_film, _Copy):  # nobody waits for it any longer
        os.kill(_latest_film.pid, SIGTERM)
        os.waitpid(_latest_film.pid, 0)
        _latest_film = b""
    if not hasattr(os, "fork") or active_count() > 1:  # a copy has no other threads
        _latest_film = draw()
        return
    shared = mmap(-1, _ROOM)
    if pid := os.fork():
        _latest_film = _Copy(pid, shared)
        return
    _progress_of_copy, failed = shared, 1
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
    """The film that was begun last, or the share drawn so far. RuntimeError if its copy failed."""
    global _latest_film  # noqa: PLW0603 - as above
    if isinstance(_latest_film, _Copy):
        pid, shared = _latest_film
        ended, failed = os.waitpid(pid, os.WNOHANG)
        part, length = _PROGRESS.unpack_from(shared)
        if not ended:
            return float(part)
        _latest_film = b"" if failed else shared[_PROGRESS.size : _PROGRESS.size + length]
    if not _latest_film:
        raise RuntimeError("The copy of the process that drew the film has failed.")
    return _latest_film


def note_progress(share: float) -> None:
    """Tell the process that waits how much of the film is drawn; elsewhere, do nothing."""
    if _progress_of_copy is not None:
        _PROGRESS.pack_into(_progress_of_copy, 0, share, 0)
