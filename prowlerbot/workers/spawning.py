"""The start of a worker's process.

multiprocessing would keep one more process, which tracks what the others share. A process can begin
before anybody knows its work: it imports what it will need, and waits.
"""

import pickle
import socket
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

from prowlerbot.workers.loop import LENGTH, Job

_PROGRAM = (
    "import sys; sys.path[:] = {path}; from prowlerbot.workers import loop; loop.begin_work({own})"
)


class Child(NamedTuple):
    """A process that was started, and the bot's end of the connection to it."""

    process: subprocess.Popen[bytes]
    connection: socket.socket

    def end(self) -> None:
        """End a process that nobody needs."""
        self.connection.close()
        self.process.kill()
        self.process.wait()


def begin_child(*packages: str) -> Child:
    """A process that imports these packages, and those in them, and waits for its work."""
    ours, theirs = socket.socketpair()
    own = ", ".join(map(repr, packages))
    program = [sys.executable, "-c", _PROGRAM.format(path=sys.path, own=own)]
    windows = sys.platform == "win32"  # a socket cannot be the input of a process there
    try:
        process = subprocess.Popen(  # noqa: S603 - Python itself, and modules of the bot
            program, stdin=subprocess.PIPE if windows else theirs.fileno()
        )
        if sys.platform == "win32" and process.stdin is not None:
            process.stdin.write(theirs.share(process.pid))
            process.stdin.close()
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
    return Child(process, ours)


def spawn(ahead: Sequence[Job], niceness: int, begun: Child | None = None) -> Child:
    """A process that works; ``begun`` is one that waits already."""
    child = begun or begin_child()
    message = pickle.dumps((ahead, niceness), pickle.HIGHEST_PROTOCOL)
    try:
        child.connection.sendall(LENGTH.pack(len(message)) + message)
    except BaseException:
        child.end()
        raise
    return child
