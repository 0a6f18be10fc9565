"""What is done in a drawing process: one picture after another, for as long as the bot lives.

Knows no Discord, so that such a process is small.
"""

from __future__ import annotations

import logging
import pickle
import select
import signal
import socket
import struct
from collections import deque
from collections.abc import Callable, Sequence

from prowlerbot.core.i18n import Language, speaking

log = logging.getLogger(__name__)

HEAD = struct.Struct(">?I")
"""What goes before each message, in both directions: whether all is well, and its length.

Where it is not, the message is the exception that drawing has raised.
"""
_BUFFER = 1 << 18
"""A picture in one piece, so that neither side waits for the other."""

_QUIET = 0.5
"""Seconds in which nothing was asked for before a piece is drawn ahead: who asks waits for it."""

Draw = Callable[[], bytes]
Piece = Callable[[], object]
"""Something to be drawn ahead."""


def ask(language: Language, draw: Draw) -> bytes:
    """The message that asks for a picture."""
    job = pickle.dumps((language, draw), pickle.HIGHEST_PROTOCOL)
    return HEAD.pack(True, len(job)) + job


def serve(bot: socket.socket, ahead: Sequence[Piece]) -> None:
    """Draw what the bot asks for until it is gone; meanwhile draw ahead, piece after piece."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the bot's, which ends this too
    bot.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
    pieces = deque(ahead)
    asked = bot.makefile("rb")
    try:
        while True:
            while pieces and not select.select([bot], [], [], _QUIET)[0]:
                draw_ahead(pieces.popleft())
            head = asked.read(HEAD.size)
            if len(head) < HEAD.size:
                return
            _, length = HEAD.unpack(head)
            well, answer = _answer(asked.read(length))
            bot.sendall(HEAD.pack(well, len(answer)) + answer)
    except OSError:
        return  # the bot is gone


def draw_ahead(piece: Piece) -> None:
    """Draw it; what fails is drawn when somebody asks for it."""
    try:
        piece()
    except Exception:
        log.exception("nothing was drawn ahead by %s", piece)


def draw_first(piece: Piece) -> bytes:
    """The same as what is asked for; no picture comes of it."""
    draw_ahead(piece)
    return b""


def _answer(message: bytes) -> tuple[bool, bytes]:
    try:
        language, draw = pickle.loads(message)  # noqa: S301 - from the bot itself
        with speaking(language):
            return True, draw()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the asker's to handle
        return False, pickle.dumps(error)
