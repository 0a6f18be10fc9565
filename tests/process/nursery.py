"""Starts bots as processes that have all modules loaded already, so that each is there soon.

Run as a program, this is their parent. Whoever connects to its socket sends a line that says which
bot to start, and then reads its process id, all that it tells to stderr, and its exit status. Once
the parent's input ends, it ends with all of them.
"""

import asyncio
import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ENDED = b"ended with status "
"""What stands before the exit status, in the last line of all."""


async def bear(program: str, *arguments: str, folder: Path, **environment: str) -> Any:
    """Start a program in a folder; returns its process id and a stream of what it tells."""
    reader, writer = await asyncio.open_unix_connection(_parent())
    told = {"program": program, "arguments": arguments, "environment": environment}
    writer.write(json.dumps({**told, "folder": str(folder)}).encode() + b"\n")
    return int(await reader.readline()), reader, writer


@cache
def _parent() -> str:
    """The socket of the parent, which is started for the first bot and lasts as long as we do."""
    folder = tempfile.TemporaryDirectory(prefix="prowler-nursery-")
    path = str(Path(folder.name) / "socket")
    command = sys.executable, "-m", __name__, path
    parent = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdin is not None
    assert parent.stdout is not None
    parent.stdout.readline()  # it listens
    for end in (folder.cleanup, parent.wait, parent.stdout.close, parent.stdin.close):
        atexit.register(end)  # the last one first
    return path


def main() -> None:
    import bot  # noqa: F401, PLC0415 - so that the children need not
    import cogs.composition  # noqa: F401, PLC0415 - likewise
    import prowlerbot.storage.engines.postgres  # noqa: F401, PLC0415 - likewise

    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks for the statuses of keepers
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(sys.argv[1])
        server.listen()
        print("listening", flush=True)  # noqa: T201 - the answer
        while sys.stdin not in select.select([server, sys.stdin], [], [])[0]:
            connection, _ = server.accept()
            if os.fork() == 0:
                _keep(connection)
            connection.close()
    os.killpg(0, signal.SIGKILL)


def _keep(connection: socket.socket) -> None:
    """Start one bot, and tell its exit status."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with connection.makefile() as line:
        told = json.loads(line.readline())
    child = os.fork()
    if child == 0:
        _live(connection, told)
    _, status = os.waitpid(child, 0)
    with suppress(OSError):  # nobody listens any more
        connection.sendall(b"%s%d\n" % (ENDED, os.waitstatus_to_exitcode(status)))
    os._exit(0)


def _live(connection: socket.socket, told: dict[str, Any]) -> None:
    connection.sendall(b"%d\n" % os.getpid())
    os.environ.update(told["environment"])
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.dup2(connection.fileno(), 2)
    connection.close()
    os.chdir(told["folder"])
    sys.argv = ["-c", *told["arguments"]]
    status = 1
    try:
        exec(told["program"], {"__name__": "__main__"})  # noqa: S102 - the program of hosted bots
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:  # noqa: BLE001 - as Python itself would end
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main()
