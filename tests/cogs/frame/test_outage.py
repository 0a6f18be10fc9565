"""The log lines after Discord has closed the gateway for good."""

from __future__ import annotations

import pytest

from cogs.discord_py.hooked_bot import GatewayShut
from cogs.frame.outage import closed_for_good, reason


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (4004, "does not accept DISCORD_TOKEN"),
        (4012, "no longer speaks this version"),
        (4013, "does not let the bot have the intents"),
        (4014, "does not let the bot have the intents"),
        (4010, "has closed the gateway for good (close code 4010)"),
    ],
)
def test_each_close_code_has_its_sentence(code: int, words: str) -> None:
    refused = closed_for_good(code)
    assert words in refused.template.format(**refused.fields)


def test_the_reason_why_there_is_no_gateway_is_what_lies_behind_that() -> None:
    closed = GatewayShut("the gateway was closed")
    assert reason(closed) == "the gateway was closed"
    closed.__cause__ = OSError("no route to host")
    assert reason(closed) == "no route to host"
