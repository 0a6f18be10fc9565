"""The process of a worker: its start, and its loop, which does one job after another.

multiprocessing would keep one more process, which tracks what the others share. A process can begin
before anybody knows its work: it imports what it will need, and waits. This file imports neither
asyncio nor Discord, which keeps the processes small.
"""

import ctypes
import logging
import os
import pickle
import select
import signal
import socket
import struct
import subprocess
import sys
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple, TypeAlias

from prowlerbot.core.i18n import speaking

log = logging.getLogger(__name__)

Job: TypeAlias = Callable[[], Any]
"""Work that can be pickled, with a result that can."""
LENGTH = struct.Struct(">I")
"""The header of each message, in both directions: the length of the pickle that follows.

The first pickle to the process has its idle jobs and its niceness; each further one is a
language and a job. One to the bot is True and the result, or False and the exception raised.
"""
_SEND_BUFFER = 1 << 18
"""Bytes: as many as a whole picture, so that neither side waits for the other."""
_IDLE_SECONDS = 0.5
"""Seconds without a request before the process does an idle job, which delays a new request."""
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""The parameters of glibc's ``mallopt``."""
_LARGE_BLOCK = 4 << 20  # bytes: drawing surfaces have more, pictures and sprites less
_MAX_UNUSED_BYTES = 4 * _LARGE_BLOCK  # bytes that may stay for the next picture
_PROGRAM = (
    "import sys; sys.path[:] = {path}; from prowlerbot.workers import loop; loop.begin_work({own})"
)


def begin_work(*packages: str) -> None:
    """Run as a process of the bot, on whose connection it reads; import these packages first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # as below
    if sys.platform == "win32":
        bot = socket.fromshare(sys.stdin.buffer.read())
    else:
        bot = socket.socket(fileno=os.dup(0))
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for package in packages:
        for module in iter_modules(import_module(package).__path__, f"{package}."):
            if module.ispkg:
                import_module(module.name)
    with suppress(OSError):
        if header := bot.recv(LENGTH.size, socket.MSG_WAITALL):
            (length,) = LENGTH.unpack(header)
            idle_jobs, niceness = pickle.loads(bot.recv(length, socket.MSG_WAITALL))  # noqa: S301 - from the bot itself
            serve(bot, idle_jobs, niceness)


def serve(bot: socket.socket, idle_jobs: Sequence[Job], niceness: int) -> None:
    """Do the bot's jobs until the bot ends, and the ``idle_jobs`` while there are no others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot handles it and ends this
    give_large_blocks_back()
    if niceness:
        with suppress(AttributeError, OSError):  # some systems and hosts do not allow it
            os.nice(niceness)
    bot.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    waiting = deque(idle_jobs)
    with suppress(OSError):  # the bot is gone
        while True:
            while waiting and not select.select([bot], [], [], _IDLE_SECONDS)[0]:
                do_idle_job(waiting.popleft())
            # Without a buffer: select would not see a request that lies in one.
            header = bot.recv(LENGTH.size, socket.MSG_WAITALL)
            if len(header) < LENGTH.size:
                return
            (length,) = LENGTH.unpack(header)
            answer = _answer_message(bot.recv(length, socket.MSG_WAITALL))
            bot.sendall(LENGTH.pack(len(answer)) + answer)


def do_idle_job(job: Job) -> None:
    """Do a job that only prepares others; if it fails, they do its work themselves."""
    try:
        job()
    except Exception:  # the error comes again where its work is needed
        log.exception("the idle job %s has failed", job)


def _answer_message(message: bytes) -> bytes:
    try:
        language, job = pickle.loads(message)  # noqa: S301 - from the bot itself
        with speaking(language):
            return pickle.dumps((True, job()), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - the bot handles every kind
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        return pickle.dumps((False, _sendable_error(error)))


def _sendable_error(error: Exception) -> Exception:
    """An error of a job; in plain form if its own class does not survive the way to the bot."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - of this process
    except Exception:  # noqa: BLE001 - a class may fail with anything
        plain_error = RuntimeError(repr(error))
        plain_error.__notes__ = error.__notes__
        return plain_error
    return error


def give_large_blocks_back() -> None:
    """Let the C library return the memory of large blocks to the system, in this process.

    By default glibc keeps as much memory as the largest block that was ever freed, and small
    objects scatter over it. Drawing took twice its memory. With another library nothing changes.
    """
    with suppress(AttributeError, OSError, TypeError):
        set_option = ctypes.CDLL(None).mallopt
        set_option(_MMAP_THRESHOLD, _LARGE_BLOCK)
        set_option(_TRIM_THRESHOLD, _MAX_UNUSED_BYTES)


class Child(NamedTuple):
    """A process that was started, and the bot's end of the connection to it."""

    process: subprocess.Popen[bytes]
    connection: socket.socket

    def end(self) -> None:
        """End a process that nobody needs."""
        self.connection.close()
        self.process.kill()
        self.process.wait()


def start_child(*packages: str) -> Child:
    """A process that imports these packages, and those in them, and waits for its work."""
    ours, theirs = socket.socketpair()
    package_list = ", ".join(map(repr, packages))
    program = [sys.executable, "-c", _PROGRAM.format(path=sys.path, own=package_list)]
    is_windows = sys.platform == "win32"  # a socket cannot be the input of a process there
    try:
        process = subprocess.Popen(  # noqa: S603 - Python itself, and modules of the bot
            program, stdin=subprocess.PIPE if is_windows else theirs.fileno()
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


def start_work(idle_jobs: Sequence[Job], niceness: int, child: Child | None = None) -> Child:
    """A process that works: the ``child`` that waits already, or a new one."""
    child = child or start_child()
    message = pickle.dumps((idle_jobs, niceness), pickle.HIGHEST_PROTOCOL)
    try:
        child.connection.sendall(LENGTH.pack(len(message)) + message)
    except BaseException:
        child.end()
        raise
    return child
