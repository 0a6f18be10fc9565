"""The log: for people or machines, and never with the token in it."""

from __future__ import annotations

import json
import subprocess
import sys

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
