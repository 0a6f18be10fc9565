"""Requests to Discord keep to the part of this process, and refused ones are counted."""

import asyncio
from dataclasses import dataclass, field
from email.utils import formatdate

import pytest
from prometheus_client import CollectorRegistry

from cogs.board.shown_messages import Answers
from cogs.connection.discord_requests import DiscordClock, Requests
from cogs.frame.replies import set_arrival
from tests.discord_py.client import bot, interaction, press
from tests.machine import Machine


@dataclass
class Clock:
    """Its time passes only while somebody sleeps."""

    now: float = 0.0
    slept: list[float] = field(default_factory=list[float])

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


class Discord:
    """What Discord takes, by the requests of a process."""

    def __init__(self, part: int = 50) -> None:
        self.clock = Clock()
        self.part = part
        self.registry = CollectorRegistry()
        clock = self.clock
        self.requests = Requests(self.registry, lambda: self.part, clock=clock, sleep=clock.sleep)
        self.taken: list[tuple[int, float]] = []
        """The number of each request, and when it was sent."""

    async def send(self, *numbers: int) -> None:
        """Send requests that all begin now, in this order."""
        await asyncio.gather(*map(self._send, numbers))

    async def _send(self, number: int) -> None:
        await self.requests.begin_request(of_interaction=False)
        self.taken.append((number, self.clock.now))

    @property
    def most(self) -> int:
        """The most requests within any second."""
        times = [at for _, at in self.taken]
        return max(sum(begin <= at < begin + 1 for at in times) for begin in times)

    def count(self, name: str, **labels: str) -> float | None:
        return self.registry.get_sample_value(name, labels)


async def test_a_seconds_worth_goes_out_at_once_and_the_rest_in_order_of_arrival() -> None:
    discord = Discord()
    await discord.send(*range(175))
    assert [number for number, _ in discord.taken] == [*range(175)]
    assert discord.most == 50
    assert [at for _, at in discord.taken[:50]] == [0.0] * 50
    assert 3 <= discord.clock.now < 3.5
    assert discord.count("prowler_requests_total", kind="other") == 175
    assert discord.count("prowler_request_wait_seconds_total") == pytest.approx(discord.clock.now)


async def test_a_request_that_is_given_up_keeps_nobody_waiting() -> None:
    discord = Discord(part=1)
    await discord.send(0)
    first, second, third = [asyncio.create_task(discord.send(number)) for number in (1, 2, 3)]
    await asyncio.sleep(0)
    first.cancel()
    second.cancel()
    await third
    assert [number for number, _ in discord.taken] == [0, 3]


async def test_answers_to_interactions_pass_all_that_wait() -> None:
    discord, go_on = Discord(part=1), asyncio.Event()

    async def stand(_: float) -> None:
        await go_on.wait()
        discord.clock.now += 2

    discord.requests.sleep = stand
    await discord.send(0)
    waiting = asyncio.create_task(discord.send(1))
    await asyncio.sleep(0)
    for _ in range(500):
        await discord.requests.begin_request(of_interaction=True)
    assert not waiting.done()
    assert discord.count("prowler_requests_total", kind="interaction") == 500
    go_on.set()
    await waiting


async def test_a_part_that_changes_holds_for_those_that_wait_already() -> None:
    discord = Discord(part=10)
    await discord.send(*range(10))
    discord.part = 2
    await discord.send(*range(10))
    discord.part = 10
    assert [at for _, at in discord.taken[10:]] == pytest.approx(
        [1.05, 1.05, 2.1, 2.1, 3.15, 3.15, 4.2, 4.2, 5.25, 5.25]
    )
    before = discord.clock.now
    await discord.send(*range(8))
    assert discord.clock.now == before
    assert discord.count("prowler_requests_a_second") == 10


async def test_after_a_429_about_all_requests_those_in_line_wait_as_long_as_discord_says() -> None:
    discord = Discord()
    discord.requests.end_request(429, {"X-RateLimit-Scope": "user", "Retry-After": "9"})
    await discord.send(0)
    assert discord.clock.now == 0
    discord.requests.end_request(429, {"X-RateLimit-Scope": "global", "Retry-After": "7"})
    await discord.requests.begin_request(of_interaction=True)
    assert discord.clock.now == 0
    await discord.send(1)
    assert discord.clock.now == 7


async def test_refused_requests_count_by_scope_and_those_of_a_shared_limit_are_valid() -> None:
    discord = Discord()
    for scope in ("user", "user", "global", "shared", "shared", "shared", "made up"):
        discord.requests.end_request(429, {"X-RateLimit-Scope": scope})
    discord.requests.end_request(429, {})
    for status in (200, 204, 400, 401, 403, 404, 500):
        discord.requests.end_request(status, {"X-RateLimit-Scope": "user"})
    name = "prowler_requests_rate_limited_total"
    counts = {it: discord.count(name, scope=it) for it in ("user", "global", "shared", "unknown")}
    assert counts == {"user": 2, "global": 1, "shared": 3, "unknown": 2}
    assert discord.count("prowler_requests_invalid_total") == 2 + 1 + 2 + 2


async def test_many_invalid_requests_soon_are_told_once(caplog: pytest.LogCaptureFixture) -> None:
    discord = Discord()
    for number in range(1_000):  # one in 0.7 s
        discord.requests.end_request(403, {})
        discord.requests.end_request(429, {"X-RateLimit-Scope": "shared"})
        discord.clock.now = 0.7 * number
    assert caplog.messages == []
    for _ in range(999):
        discord.requests.end_request(403, {})
        if caplog.messages:
            break
    assert len(caplog.messages) == 1
    assert "refused 1000 requests (401, 403 or 429) within 10 minutes" in caplog.text
    for _ in range(999):
        discord.requests.end_request(401, {})
    assert len(caplog.messages) == 1
    discord.requests.end_request(401, {})
    assert len(caplog.messages) == 2, "another thousand"


AT = 1_767_225_600


class House:
    def __init__(self, off: float = 0.0) -> None:
        self.machine = Machine(AT, off)
        self.registry = CollectorRegistry()
        self.clock = DiscordClock(self.registry, self.machine)

    def hears(self, *, date: str | None = None) -> None:
        """Ask Discord for something."""
        now = formatdate(self.machine.right, usegmt=True)
        self.clock.end(self.clock.read(), {"Date": now if date is None else date})

    @property
    def ahead(self) -> float | None:
        return self.registry.get_sample_value("prowler_clock_ahead_seconds")


def test_the_log_says_once_how_wrong_a_clock_is_or_was(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    house = House()
    for off in (0.0, 900.0, 900.0, -3 * 24 * 3600.0, 1.0, 0.0):
        house.machine.off = off
        for _ in range(3):
            house.machine.runs(20)
            house.hears()
        assert house.ahead == pytest.approx(off, abs=1)
    goes_on = "set it right. Until then the bot goes by Discord's"
    assert [each.getMessage() for each in caplog.records] == [
        f"The clock of the bot's computer is 15 minutes ahead of Discord's: {goes_on}",
        f"The clock of the bot's computer is 3 days behind Discord's: {goes_on}",
        "The clock of the bot's computer agrees with Discord's",
    ]


def test_an_answer_without_a_readable_date_tells_nothing() -> None:
    house = House()
    house.clock.end(house.clock.read(), {})
    for date in ("", "now", "Thu, 99 Foo 2026 00:00:00 GMT"):
        house.hears(date=date)
    assert not house.clock.is_compared
    house.hears()
    assert house.clock.is_compared


async def test_a_message_is_in_reach_for_15_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    time = 100.0
    monkeypatch.setattr("cogs.frame.replies.clock", lambda: time)
    pressed, answers = interaction(bot(), press()), Answers(None)  # type: ignore[arg-type]  # which deletes nothing here
    set_arrival(pressed)
    answers.keep_answer(5, pressed)
    assert pressed.is_expired(), "discord.py goes by a clock that is far ahead of the press"
    time += 14 * 60
    assert answers.reaches(5)
    time += 60
    assert not answers.reaches(5)
