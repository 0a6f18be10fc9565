"""What the bot does all the time: a stop that waits, an outage, its latency."""

import asyncio
import time

import pytest

from cogs.connection.discord_requests import closed_for_good
from cogs.discord_py.interactions import GatewayShut
from cogs.discord_py.requests import reason
from cogs.frame.interaction_gate import Shutdown
from cogs.frame.rate_limits import Meter
from prowlerbot.core.errors import Denied
from tests.cases import each_of

# ------------------------------------------------------------------ stops


async def under_way(shutdown: Shutdown, over: asyncio.Event) -> str:
    with shutdown.under_way():
        await over.wait()
    return "done"


async def test_a_stop_waits_for_what_is_under_way_and_lets_nothing_new_begin() -> None:
    shutdown, over = Shutdown(), asyncio.Event()
    task = asyncio.create_task(under_way(shutdown, over))
    await asyncio.sleep(0)
    closing = asyncio.create_task(shutdown.begin_shutdown(patience=30))
    await asyncio.sleep(0)
    with pytest.raises(Denied, match="I am restarting"):
        shutdown.check()
    over.set()
    await closing
    assert await task == "done"


async def test_work_that_does_not_end_in_time_is_cut_short(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shutdown = Shutdown()
    task = asyncio.create_task(under_way(shutdown, asyncio.Event()))
    await asyncio.sleep(0)
    await shutdown.begin_shutdown(patience=0.0)
    assert task.cancelled()
    assert [each.getMessage() for each in caplog.records] == [
        "not finished in 0 s and cut short: 1"
    ]


# ------------------------------------------------------------------ outages


@each_of(
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


# ------------------------------------------------------------------ latency


def latency_of(*seconds: float) -> tuple[int, int, int]:
    return latency_after(0, *seconds)


def latency_after(ago: float, *seconds: float) -> tuple[int, int, int]:
    """The latency once answers that took so long are so many seconds old."""
    meter = Meter()
    meter._seconds.extend((time.perf_counter() - ago, each) for each in seconds)
    return meter.latency()


def test_answers_are_forgotten_after_an_hour() -> None:
    assert latency_after(3_500, 9.0) == (1, 9_000, 9_000)
    assert latency_after(3_601, 9.0) == (0, 0, 0)


def test_of_the_latest_half_are_faster_than_the_middle_and_one_in_twenty_slower_than_the_end() -> (
    None
):
    assert latency_of() == (0, 0, 0), "nothing was measured yet"
    assert latency_of(0.0124) == (1, 12, 12)
    assert latency_of(*(number / 1000 for number in range(101))) == (101, 50, 95)
    assert latency_of(*[9.0] * 50, *[0.02] * 1000) == (1000, 20, 20)
