"""Interactions are refused while they are JSON."""

from __future__ import annotations

from typing import Any

from cogs.discord_py.interactions import filter_incoming, read_no_messages
from tests.discord_py.client import MESSAGE, Interaction, bot, press


def received(event: dict[str, Any], *, let_in: bool) -> list[Interaction]:
    client, seen = bot(), list[Interaction]()
    client.dispatch = lambda _, each: seen.append(each)
    client._connection.dispatch = client.dispatch
    filter_incoming(client, lambda _: let_in)
    client._connection.parsers["INTERACTION_CREATE"](event)
    return seen


async def test_an_interaction_is_parsed_if_it_is_let_in_and_goes_no_further_if_not() -> None:
    assert received(press(), let_in=False) == []
    (seen,) = received(press(), let_in=True)
    assert seen.message is not None
    assert seen.message.id == int(str(MESSAGE["id"]))
    assert seen.data is not None
    assert seen.data.get("custom_id") == "menu:abc"


async def test_an_interaction_can_be_parsed_later() -> None:
    client, seen = bot(), list[Interaction]()
    client._connection.dispatch = lambda _, each: seen.append(each)
    parse = filter_incoming(client, lambda _: False)
    parse(press())
    assert len(seen) == 1


async def test_the_parser_is_where_an_event_of_the_gateway_comes_in() -> None:
    """A table that nobody reads any more would filter nothing."""
    from discord.gateway import DiscordWebSocket  # noqa: PLC0415 - the one place that reads it

    assert "_discord_parsers" in DiscordWebSocket.received_message.__code__.co_names
    assert "parsers" in DiscordWebSocket.from_client.__code__.co_names


async def test_what_people_write_is_dropped_unread_and_a_deletion_is_heard() -> None:
    client, heard = bot(), list[str]()
    client._connection.dispatch = lambda name, *_: heard.append(name)
    read_no_messages(client)
    assert {"MESSAGE_CREATE", "MESSAGE_UPDATE"}.isdisjoint(client._connection.parsers)
    client._connection.parsers["MESSAGE_DELETE"]({"id": "1", "channel_id": "2"})
    assert heard == ["raw_message_delete"]
