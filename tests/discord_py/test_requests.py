"""Requests, log records and loops of discord.py are as the bot replaces them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import tasks
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from cogs.discord_py import requests
from tests.discord_py.client import bot, event, interaction, press
from tests.process.hosted_bot import Bad, BadDays


class Api(BadDays):
    """Discord's API, and the gate in front of it."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[bool] = []
        self.ended: list[tuple[int, str]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def begin(self, of_interaction: bool) -> int:  # noqa: FBT001 - as the trace passes it
        number = len(self.begun)
        self.begun.append(of_interaction)
        await self.gate.wait()
        return number

    def end(self, begun: int, status: int, headers: Any) -> None:
        assert begun == len(self.ended), "it is told what began this request"
        self.ended.append((status, headers.get("X-RateLimit-Scope", "")))

    def expect(self, number: int) -> asyncio.Future[int]:
        """Expect the answer to an interaction."""
        answer = asyncio.get_running_loop().create_future()
        self._asked[number] = self.message(), answer
        return answer

    def limit(self, name: str, scope: str) -> None:
        """Refuse such a request once with a 429."""
        body = '{"message": "slow down", "retry_after": 0.0, "global": %s}'
        self.failing[name] = Bad(
            1,
            429,
            body % str(scope == "global").lower(),
            headers={"X-RateLimit-Scope": scope, "Via": "1.1 google", "Retry-After": "0"},
        )


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Api]:
    async with Api() as made:
        monkeypatch.setattr(Route, "BASE", made.api)
        yield made


@pytest.fixture
async def client(api: Api) -> AsyncIterator[Any]:
    client = bot(http_trace=requests.trace_requests(api.begin, api.end))
    async with client:
        await client.http.static_login("token")
        api.begun.clear()
        api.ended.clear()
        yield client


async def test_requests_of_the_bots_own_are_told_with_how_they_ended(api: Api, client: Any) -> None:
    api.failing["GET users/7"] = Bad(1, 403)
    with pytest.raises(discord.Forbidden):
        await client.fetch_user(7)
    await client.http.send_message(5, params=discord.http.handle_message_parameters(content="text"))
    assert api.begun == [False, False]
    assert api.ended == [(403, ""), (200, "")]


async def test_requests_about_interactions_are_told_apart(api: Api, client: Any) -> None:
    pressed, answer = interaction(client, press()), api.expect(9)
    await pressed.response.defer()
    assert await answer == 6
    await pressed.followup.send("text")
    await pressed.edit_original_response(content="text")
    await pressed.delete_original_response()
    assert api.begun == [True] * 4
    assert [status for status, _ in api.ended] == [200, 200, 200, 204]


async def test_each_new_try_is_a_request_of_its_own(api: Api, client: Any) -> None:
    for scope in ("user", "global", "shared"):
        api.limit("GET users/7", scope)
        with pytest.raises(discord.NotFound):
            await client.fetch_user(7)
        assert api.begun[-2:] == [False, False]
        assert api.ended[-2:] == [(429, scope), (404, "")]
    assert len(api.begun) == 6


async def test_nothing_is_sent_before_it_is_let_through(api: Api, client: Any) -> None:
    api.gate.clear()
    asking = asyncio.create_task(client.fetch_user(7))
    while not api.begun:  # noqa: ASYNC110 - the task above changes it
        await asyncio.sleep(0)
    await client.http.get_from_cdn(api.upload(b"data").url)  # which takes as long, and passes it
    assert api.asked["GET users/7"] == 0
    api.gate.set()
    with pytest.raises(discord.NotFound):
        await asking
    assert api.asked["GET users/7"] == 1


async def test_the_gateway_and_files_are_not_requests_to_the_api(api: Api, client: Any) -> None:
    assert await client.http.get_from_cdn(api.upload(b"data").url) == b"data"
    await (await client.http.ws_connect(api.api.replace("/api", "/gateway"))).close()
    assert api.begun == []


Records = list[logging.LogRecord]


@pytest.fixture
def seen() -> Iterator[Records]:
    """The records that come to a filter, which lets none pass."""
    records: Records = []

    def keep(record: logging.LogRecord) -> bool:
        records.append(record)
        return False

    names = (*requests.CONNECTIONS, *requests.SUGGESTIONS)
    before = {name: logging.getLogger(name).filters[:] for name in names}
    for name in names:
        logging.getLogger(name).filters.clear()  # of a bot in this process
    requests.filter_records(names, keep)
    requests.filter_records(names, keep)
    assert all(logging.getLogger(name).filters == [keep] for name in names)
    yield records
    for name in names:
        logging.getLogger(name).filters[:] = before[name]


async def test_a_shard_that_was_not_launched_is_known_by_its_record(
    monkeypatch: pytest.MonkeyPatch, seen: Records
) -> None:
    async def fail(*_: Any, **__: Any) -> Any:
        raise OSError

    async def end(_: float) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(DiscordWebSocket, "from_client", fail)
    monkeypatch.setattr(asyncio, "sleep", end)
    with pytest.raises(asyncio.CancelledError):
        await bot().launch_shard(URL("wss://gateway.test"), 0)
    (record,) = seen
    assert requests.is_failed_launch(record)


async def test_a_suggestion_failing_comes_to_the_filter_once_with_its_error(seen: Records) -> None:
    async def suggested(_: discord.Interaction, __: str) -> list[app_commands.Choice[str]]:
        raise ConnectionError

    @app_commands.command()
    @app_commands.autocomplete(move=suggested)
    async def play(_: discord.Interaction, move: str) -> None: ...

    client = bot()
    client.tree.add_command(play)
    option = {"type": 3, "name": "move", "value": "a", "focused": True}
    data = {"id": "1", "name": "play", "type": 1, "options": [option]}
    asked: Any = discord.Interaction(data=event(4, data), state=client._connection)  # type: ignore[arg-type]  # JSON
    await client.tree._call(asked)
    (record,) = seen
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], ConnectionError)


async def test_discord_py_says_nothing_of_voice(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("warn_nacl", "warn_dave"):
        monkeypatch.setattr(discord.VoiceClient, name, True)
    monkeypatch.setattr("discord.voice_client.has_nacl", False)
    requests.silence_voice()
    bot()
    assert [each for each in caplog.records if "voice" in each.getMessage()] == []


async def test_the_pause_between_two_rounds_does_not_depend_on_a_clock_that_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    off, pauses, done = timedelta(), list[float](), asyncio.Event()
    call_later = asyncio.get_running_loop().call_later

    def noted(delay: float, *args: Any, **more: Any) -> asyncio.TimerHandle:
        pauses.append(delay)
        return call_later(0, *args, **more)

    async def work() -> None:
        nonlocal off
        off = timedelta(days=(-366, 366)[len(pauses) % 2])
        if len(pauses) == 4:
            done.set()

    shown = SimpleNamespace(now=lambda zone: datetime.now(zone) + off)
    times = SimpleNamespace(datetime=shown, timezone=timezone, timedelta=timedelta)
    for module in (discord.utils, tasks):
        monkeypatch.setattr(module, "datetime", times)
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", noted)
    loop = requests.SteadyLoop(work, 10)
    loop.start()
    await done.wait()
    loop.cancel()
    assert pauses[:4] == [pytest.approx(10, abs=1)] * 4
