"""Shards, connecting and logging in of discord.py are as the bot replaces them."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.shard import ReconnectWebSocket, Shard
from yarl import URL

from cogs.discord_py.interactions import GatewayShut, HookedBot
from cogs.discord_py.shards import SHARD, Gateway, ShardSet, forget_session, pause_shard
from prowlerbot.core.errors import Hopeless
from prowlerbot.storage.leases import SessionStarts
from tests.discord_py.client import bot, press

GATEWAY = Gateway(URL("wss://gateway.test"), 2, 1, SessionStarts(9, 10))
COUNT = 2


def guild_of(shard: int) -> int:
    return (shard << 22) + 7


class Socket:
    """A connection on which nothing comes."""

    def __init__(self, shard: int) -> None:
        self.shard_id = shard
        self.session_id = self.sequence = self.gateway = None
        self.open = True
        self.closed: list[int] = []

    async def poll_event(self) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        self.open = False
        self.closed.append(code)


@pytest.fixture
async def client(monkeypatch: pytest.MonkeyPatch) -> Any:
    async def connected(*_: Any, **named: Any) -> Socket:
        return Socket(named["shard_id"])

    monkeypatch.setattr(DiscordWebSocket, "from_client", connected)
    made = bot()
    await made._async_setup_hook()
    made._reconnect = True  # as ``connect`` does
    return made


def begin(client: Any, shard: int) -> None:
    """What Discord says first on a connection."""
    user = {"id": "8", "username": "bot", "discriminator": "0", "avatar": None}
    client._connection.parsers["READY"](
        {
            "user": user,
            "guilds": [{"id": str(guild_of(shard)), "unavailable": True}],
            "shard": [shard, COUNT],
            "application": {"id": "8", "flags": 0},
        }
    )


async def test_a_client_is_ready_once_its_first_shard_is_and_more_may_come(client: Any) -> None:
    client._connection.guild_ready_timeout = 0.0
    shards = ShardSet(client)
    shards.begin_without_shards(COUNT)
    assert not client.shards
    for shard in range(COUNT):
        await shards.connect_shard(shard, GATEWAY)
        begin(client, shard)
        await client.wait_until_ready()
    assert [*client.shards] == [0, 1]
    assert client.shard_count == COUNT


async def test_a_host_hears_at_the_start_of_what_discord_py_lacks(client: Any) -> None:
    del client._connection._ready_tasks
    with pytest.raises(Hopeless, match=r"which has no _ready_tasks; install the version"):
        ShardSet(client)


async def test_a_removed_shard_takes_its_servers_along_without_leaving_them(client: Any) -> None:
    left: list[discord.Guild] = []

    @client.listen()  # type: ignore[untyped-decorator]  # the client is Any
    async def on_guild_remove(guild: discord.Guild) -> None:
        left.append(guild)

    shards = ShardSet(client)
    shards.begin_without_shards(COUNT)
    for shard in range(COUNT):
        await shards.connect_shard(shard, GATEWAY)
        begin(client, shard)
    socket = client.shards[1]._parent.ws
    await shards.remove_shard(1)
    await asyncio.sleep(0)
    assert [*client.shards] == [0]
    assert len(client.guilds) == COUNT, "answers that are under way need to know them"
    shards.forget_guilds(1)
    await asyncio.sleep(0)
    assert socket.closed == [1000]
    assert [guild.id for guild in client.guilds] == [guild_of(0)]
    assert left == []
    await shards.remove_shard(1)


async def test_a_removed_shard_does_not_come_back_whatever_is_due_for_it(client: Any) -> None:
    shards = ShardSet(client)
    shards.begin_without_shards(COUNT)
    await shards.connect_shard(0, GATEWAY)
    parent = client.shards[0]._parent
    await shards.remove_shard(0)
    parent.ws = again = Socket(0)
    parent.launch()  # as a reconnection does that was under way
    await asyncio.sleep(0)
    assert again.closed == [1000]
    await parent.reconnect()
    await parent.reidentify(ReconnectWebSocket(0))
    assert parent.ws is again


async def test_a_removed_shard_that_was_not_ready_yet_leaves_no_error_behind(client: Any) -> None:
    gc.freeze()  # the collection below is about this test alone
    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))

    async def missing_the_end() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise KeyError(0) from None

    client._connection._ready_tasks[0] = asyncio.create_task(missing_the_end())
    await asyncio.sleep(0)
    await ShardSet(client).remove_shard(0)
    await asyncio.sleep(0)
    gc.collect()
    assert told == []


async def test_interactions_are_marked_with_their_shard_after_reconnecting_too(client: Any) -> None:
    seen: list[int] = []
    client._connection.parsers["INTERACTION_CREATE"] = lambda event: seen.append(event[SHARD])
    shards = ShardSet(client)
    shards.begin_without_shards(COUNT)
    for shard in range(COUNT):
        await shards.connect_shard(shard, GATEWAY)
    for shard in range(COUNT):
        parent = client.shards[shard]._parent
        parent.ws._discord_parsers["INTERACTION_CREATE"]({})
        assert parent.ws._discord_parsers["READY"] == client._connection.parsers["READY"]
    before = client.shards[1]._parent.ws
    await client.shards[1].reconnect()
    after = client.shards[1]._parent.ws
    assert after is not before
    after._discord_parsers["INTERACTION_CREATE"]({})
    assert seen == [0, 1, 1]


async def test_listeners_hear_of_each_shard_that_is_served(client: Any) -> None:
    heard = asyncio.get_running_loop().create_future()

    @client.listen()  # type: ignore[untyped-decorator]  # the client is Any
    async def on_shard_served(shard: int) -> None:
        heard.set_result(shard)

    ShardSet(client).announce_served(1)
    assert await heard == 1


async def test_an_error_ends_the_client(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_: Any) -> None: ...

    monkeypatch.setattr(type(client), "launch_shards", nothing)
    ShardSet(client).fail_client(ValueError("no"))
    with pytest.raises(ValueError, match="no"):
        await client.connect()
    assert client.is_closed()


async def test_the_gateway_is_asked_for_its_limits(client: Any) -> None:
    async def told() -> tuple[int, str, dict[str, int]]:
        limit = {"total": 10, "remaining": 9, "reset_after": 0, "max_concurrency": 1}
        return 2, "wss://gateway.test", limit

    client.http = SimpleNamespace(get_bot_gateway=told)
    assert await ShardSet(client).ask_for_gateway() == GATEWAY


async def test_a_shard_disconnected_waits_for_the_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    client = bot()
    client._reconnect = True
    socket: Any = SimpleNamespace(shard_id=0, _can_handle_close=lambda: True)
    shard = Shard(socket, client, lambda _: None)
    pause_shard(discord.ShardInfo(shard, 1), lambda: 12.5)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    await shard._handle_disconnect(OSError("no route to host"))
    assert waited == [12.5]


async def test_after_a_failed_login_the_next_one_opens_a_session_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*_: Any, **__: Any) -> Any:
        raise ConnectionError

    client, connectors = bot(), list[Any]()
    await client._async_setup_hook()
    monkeypatch.setattr(discord.http.HTTPClient, "request", fail)
    for _ in range(2):
        with pytest.raises(ConnectionError):
            await client.http.static_login("token")
        connectors.append(client.http.connector)
        assert not connectors[-1].closed
        await forget_session(client)
        assert connectors[-1].closed
    assert connectors[0] is not connectors[1]


DRAWING_GATEWAY = URL("wss://gateway.test")


class Hooked(HookedBot):
    def __init__(self, **said: Any) -> None:
        super().__init__(**said)
        self.told: list[str] = []

    def arrive(self, interaction: Any) -> None:
        self.told.append(f"arrived {interaction.id}")

    async def take_connecting_step(self, doing: str, step: Callable[[], Awaitable[None]]) -> None:
        self.told.append(doing)
        await step()

    def handle_launch(self, shard: discord.ShardInfo) -> None:
        self.told.append(f"launched {shard.id}")


async def test_the_bot_hears_of_an_interaction_before_any_listener() -> None:
    client = bot(Hooked)
    heard = asyncio.Event()

    @client.listen()  # type: ignore[untyped-decorator]  # the client is Any
    async def on_interaction(_: discord.Interaction) -> None:
        client.told.append("heard")
        heard.set()

    client._connection.parsers["INTERACTION_CREATE"](press())
    assert client.told == ["arrived 9"]
    await heard.wait()
    assert client.told == ["arrived 9", "heard"]


async def test_a_shard_that_fails_tries_once_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py itself would try again within, a level deeper each time."""
    tried: list[OSError] = []

    async def fail(*_: Any, **__: Any) -> Any:
        tried.append(OSError("no route to host"))
        raise tried[-1]

    async def no_pause(_: float) -> None: ...

    monkeypatch.setattr(DiscordWebSocket, "from_client", fail)
    monkeypatch.setattr(asyncio, "sleep", no_pause)
    client = bot(Hooked)
    with pytest.raises(GatewayShut) as shut:
        await client.launch_shard(DRAWING_GATEWAY, 0)
    assert shut.value.__cause__ is tried[0]
    assert len(tried) == 1
    assert client.told == ["opening the gateway"]
    with pytest.raises(GatewayShut):
        await client.launch_shard(DRAWING_GATEWAY, 0)
    assert len(tried) == 2


async def test_the_gateway_is_asked_in_a_step_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    async def connected(*_: Any, **named: Any) -> Any:
        return type("Socket", (), {"shard_id": named["shard_id"], "open": True})()

    async def nothing(_: Any) -> None: ...

    monkeypatch.setattr(DiscordWebSocket, "from_client", connected)
    monkeypatch.setattr("discord.shard.Shard.worker", nothing)
    client = bot(Hooked, shard_count=1)
    await client._async_setup_hook()
    client._reconnect = True  # as ``connect`` does
    await client.launch_shards()
    assert client.told == ["asking for the gateway", "opening the gateway", "launched 0"]
