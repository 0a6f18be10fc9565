"""The log on standard error: lines for people, or one JSON object a line for machines."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Literal


class _Secretive(logging.Formatter):
    """A formatter that removes a secret, wherever a library may have put it."""

    def __init__(self, form: str | None = None, *, secret: str = "") -> None:
        super().__init__(form)
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        text = self._line(record)
        return text.replace(self._secret, "[token]") if self._secret else text

    def _line(self, record: logging.LogRecord) -> str:
        return super().format(record)


class _Json(_Secretive):
    def _line(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told)


def log_to_stderr(level: str, form: Literal["text", "json"] = "text", secret: str = "") -> None:
    """Send everything from this level on to standard error, never with the secret in it."""
    handler = logging.StreamHandler()
    if form == "json":
        handler.setFormatter(_Json(secret=secret))
    else:
        told = "%(asctime)s %(levelname)s %(name)s: %(message)s"
        handler.setFormatter(_Secretive(told, secret=secret))
    logging.basicConfig(level=level, handlers=[handler])
