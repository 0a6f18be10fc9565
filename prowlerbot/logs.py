"""The log on standard error: lines for people, or one JSON object a line for machines."""

import json
import logging
from datetime import UTC, datetime
from typing import Literal

_PERSONAL_LOGGERS = ("aiosqlite", "discord.gateway", "discord.webhook")
"""Loggers whose DEBUG lines tell names, ids and keys: jobs of the database, Discord's traffic."""
_KEY_LENGTH = 40
"""Characters from which on a part of an address is taken for a key."""


class _RedactingFormatter(logging.Formatter):
    """A formatter that replaces a secret wherever a library has put it."""

    def __init__(self, form: str | None = None, *, secret: str = "") -> None:
        super().__init__(form)
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        text = self._format_line(record)
        return text.replace(self._secret, "[token]") if self._secret else text

    def _format_line(self, record: logging.LogRecord) -> str:
        return super().format(record)


class _JsonFormatter(_RedactingFormatter):
    def _format_line(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return json.dumps(fields)


def _redact_request(record: logging.LogRecord) -> bool:
    """A filter of discord.py's log: of the DEBUG records only requests pass, and they lose their
    contents, answers and keys. It changes the record itself, for all handlers.
    """
    if record.levelno > logging.DEBUG:
        return True
    match record.args:
        case (str(method), str(url), _, int(status)):  # the arguments of its record of a request
            parts = (part if len(part) < _KEY_LENGTH else "…" for part in url.split("/"))
            record.msg, record.args = "%s %s: %d", (method, "/".join(parts), status)
            return True
    return False


def log_to_stderr(level: str, form: Literal["text", "json"] = "text", secret: str = "") -> None:
    """Send everything from this level on to standard error, never with the secret in it."""
    handler = logging.StreamHandler()
    if form == "json":
        # The line is searched after it is JSON, so the secret has to be escaped alike.
        handler.setFormatter(_JsonFormatter(secret=json.dumps(secret)[1:-1]))
    else:
        line = "%(asctime)s %(levelname)s %(name)s: %(message)s"
        handler.setFormatter(_RedactingFormatter(line, secret=secret))
    logging.basicConfig(level=level, handlers=[handler])
    for name in _PERSONAL_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
    logging.getLogger("discord.http").addFilter(_redact_request)
