"""The log on standard error: lines for people, or one JSON object a line for machines."""

import json
import logging
from datetime import UTC, datetime
from typing import Literal

_PERSONAL_LOGGERS = ("aiosqlite", "discord.gateway", "discord.webhook")
"""Loggers whose DEBUG lines tell names, ids and keys: jobs of the database, Discord's traffic."""
_SHORTEST_KEY = 40
"""A part of an address with at least this length is a key."""


class _SecretRemover(logging.Formatter):
    """A formatter that removes a secret wherever a library has put it."""

    def __init__(self, form: str | None = None, *, secret: str = "") -> None:
        super().__init__(form)
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        text = self._line(record)
        return text.replace(self._secret, "[token]") if self._secret else text

    def _line(self, record: logging.LogRecord) -> str:
        return super().format(record)


class _Json(_SecretRemover):
    def _line(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return json.dumps(fields)


def _requests_without_people(record: logging.LogRecord) -> bool:
    """Let requests through; changes the record: no contents, answers, or keys in addresses."""
    if record.levelno > logging.DEBUG:
        return True
    match record.args:
        case (str(method), str(url), _, int(status)):  # how discord.py logs a request
            parts = (each if len(each) < _SHORTEST_KEY else "…" for each in url.split("/"))
            record.msg, record.args = "%s %s: %d", (method, "/".join(parts), status)
            return True
    return False


def log_to_stderr(level: str, form: Literal["text", "json"] = "text", secret: str = "") -> None:
    """Send everything from this level on to standard error, never with the secret in it."""
    handler = logging.StreamHandler()
    if form == "json":
        handler.setFormatter(_Json(secret=json.dumps(secret)[1:-1]))  # as a JSON text has it
    else:
        line = "%(asctime)s %(levelname)s %(name)s: %(message)s"
        handler.setFormatter(_SecretRemover(line, secret=secret))
    logging.basicConfig(level=level, handlers=[handler])
    for name in _PERSONAL_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
    logging.getLogger("discord.http").addFilter(_requests_without_people)
