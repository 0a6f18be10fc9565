"""The log: for people or machines, and never with the token in it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from typing import Literal

import pytest

from prowlerbot.logs import _TELL_OF_PEOPLE, _requests_without_people, log_to_stderr

SECRET = "s3cret.token"  # noqa: S105 - made up
Logged = Callable[[Literal["text", "json"]], list[str]]


@pytest.fixture
def logged(capsys: pytest.CaptureFixture[str]) -> Iterator[Logged]:
    """The lines of a log in a form, for which the loggers of this process are left as they were."""
    root = logging.getLogger()
    changed = [root, *map(logging.getLogger, (*_TELL_OF_PEOPLE, "discord.http"))]
    before = [(each, each.level, [*each.handlers], [*each.filters]) for each in changed]

    def log(form: Literal["text", "json"]) -> list[str]:
        root.handlers.clear()
        log_to_stderr("INFO", form, secret=SECRET)
        log = logging.getLogger("bot")
        log.debug("too fine")
        log.info("ready as %s", "Prowler")
        try:
            raise ValueError(f"header was {SECRET}")
        except ValueError:
            log.exception("line one\nline two: %s", SECRET)
        said = capsys.readouterr()
        assert said.out == ""
        assert "s3cret" not in said.err
        return said.err.splitlines()

    yield log
    for each, level, handlers, filters in before:
        each.setLevel(level)
        each.handlers, each.filters = handlers, filters


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


def test_json_is_one_object_a_line_with_the_exception_in_it(logged: Logged) -> None:
    first, second = map(json.loads, logged("json"))
    assert first.keys() == {"time", "level", "logger", "message"}
    assert (first["level"], first["logger"], first["message"]) == (
        "INFO",
        "bot",
        "ready as Prowler",
    )
    assert second["message"] == "line one\nline two: [token]"
    assert "ValueError: header was [token]" in second["exception"]


def test_text_is_for_people(logged: Logged) -> None:
    lines = logged("text")
    assert lines[0].endswith("INFO bot: ready as Prowler")
    assert lines[-1] == "ValueError: header was [token]"
