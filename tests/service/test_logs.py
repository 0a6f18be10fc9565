"""The log: for people or machines, and never with the token in it."""

from __future__ import annotations

import json
import logging
import subprocess
import sys

from prowlerbot.logs import _requests_without_people

SCRIPT = """
import logging, sys
from prowlerbot.logs import log_to_stderr
log_to_stderr("INFO", sys.argv[1], secret="s3cret.token")
log = logging.getLogger("bot")
log.debug("too fine")
log.info("ready as %s", "Prowler")
try:
    raise ValueError("header was s3cret.token")
except ValueError:
    log.exception("line one\\nline two: s3cret.token")
"""


def logged(form: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, form], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
    assert "s3cret" not in done.stderr
    return done.stderr.splitlines()


def test_requests_are_told_without_what_was_sent_and_without_keys_in_their_address() -> None:
    logger = logging.getLogger("discord.http")
    key, address = "k" * 60, "https://discord.test/interactions/1"
    sent = ("POST", f"{address}/{key}/callback", '{"content": "Ada"}', 204)
    record = logger.makeRecord("", logging.DEBUG, "", 1, "%s %s with %s: %s", sent, None)
    assert _requests_without_people(record)
    assert record.getMessage() == f"POST {address}/…/callback: 204"
    odd = logger.makeRecord("", logging.DEBUG, "", 1, "received %s", ("Ada",), None)
    assert not _requests_without_people(odd), "what cannot be taken apart is not told"
    warning = logger.makeRecord("", logging.WARNING, "", 1, "%s is slow", ("POST",), None)
    assert _requests_without_people(warning)


def test_json_is_one_object_a_line_with_the_exception_in_it() -> None:
    first, second = map(json.loads, logged("json"))
    assert first.keys() == {"time", "level", "logger", "message"}
    assert (first["level"], first["logger"], first["message"]) == (
        "INFO",
        "bot",
        "ready as Prowler",
    )
    assert second["message"] == "line one\nline two: [token]"
    assert "ValueError: header was [token]" in second["exception"]


def test_text_is_for_people() -> None:
    lines = logged("text")
    assert lines[0].endswith("INFO bot: ready as Prowler")
    assert lines[-1] == "ValueError: header was [token]"
