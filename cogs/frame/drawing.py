"""The work of a drawing process: it draws one picture after another for as long as the bot runs.

This module does not import discord.py, which keeps the process small.
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
"""The header of each message, in both directions: whether it succeeded, and its length.

After a failure, the message is the exception that the drawing raised.
"""
_BUFFER = 1 << 18
"""Holds a whole picture, so that neither side waits for the other."""

_QUIET = 0.5
"""Idle seconds before a piece is drawn ahead: a request made meanwhile waits for that piece."""

Draw = Callable[[], bytes]
Piece = Callable[[], object]
"""Part of a picture, to be drawn ahead of any request."""


def ask(language: Language, draw: Draw) -> bytes:
    """The message that asks for a picture."""
    job = pickle.dumps((language, draw), pickle.HIGHEST_PROTOCOL)
    return HEAD.pack(True, len(job)) + job


def serve(bot: socket.socket, ahead: Sequence[Piece]) -> None:
    """Draw the bot's requests until the bot is gone; draw pieces ahead while idle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot handles it and ends this
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
    """Draw a piece; a failed one is drawn again when a picture needs it."""
    try:
        piece()
    except Exception:
        log.exception("nothing was drawn ahead by %s", piece)


def draw_first(piece: Piece) -> bytes:
    """The same as a request; the result is no picture."""
    draw_ahead(piece)
    return b""


def _answer(message: bytes) -> tuple[bool, bytes]:
    try:
        language, draw = pickle.loads(message)  # noqa: S301 - from the bot itself
        with speaking(language):
            return True, draw()
    except Exception as error:  # noqa: BLE001 - the bot handles every kind
        return False, pickle.dumps(error)
