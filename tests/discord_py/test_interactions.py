"""Interactions, commands and messages of discord.py are as the bot replaces them."""

import asyncio
import inspect
from contextvars import Context, copy_context
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.discord_py import interactions
from cogs.frame.command_options import add_parameters
from cogs.frame.replies import chosen_users
from tests.discord_py.client import (
    MESSAGE,
    USER,
    Interaction,
    Watched,
    bot,
    event,
    interaction,
    press,
)

NAMES = ("defer", "send_message", "edit_message", "send_modal", "autocomplete")


def watched_press() -> tuple[Interaction, Watched]:
    pressed, watched = interaction(bot(), press()), Watched()
    interactions.watch_answer(pressed, watched)
    return pressed, watched


async def test_the_answer_to_an_interaction_is_the_watched_one() -> None:
    pressed, _ = watched_press()
    assert isinstance(pressed.response, interactions.TimedResponse)
    assert pressed.response._parent is pressed
    assert not pressed.response.is_done()


def test_every_way_to_answer_is_watched() -> None:
    """``pong`` and ``launch_activity`` are for others."""
    ways = {name for name in vars(discord.InteractionResponse) if not name.startswith("_")}
    assert ways == {*NAMES, "type", "is_done", "pong", "launch_activity"}
    assert set(NAMES) <= set(vars(interactions.TimedResponse))


async def test_an_answer_that_reached_discord_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    async def sent(self: Any, **_: Any) -> str:
        self._response_type = discord.InteractionResponseType.channel_message
        return "sent"

    monkeypatch.setattr(discord.InteractionResponse, "send_message", sent)
    pressed, watched = watched_press()
    assert await pressed.response.send_message(content="text") == "sent"  # type: ignore[comparison-overlap]  # as above
    assert pressed.response.is_done()
    assert watched.told == ["answered"]


async def test_an_answer_already_had_counts_as_given(monkeypatch: pytest.MonkeyPatch) -> None:
    async def twice(_: Any, **__: Any) -> None:
        told: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(
            told, {"code": interactions.ALREADY_ANSWERED, "message": "acknowledged"}
        )

    monkeypatch.setattr(discord.InteractionResponse, "defer", twice)
    pressed, watched = watched_press()
    await pressed.response.defer()
    assert pressed.response.is_done()
    assert pressed.response.type is discord.InteractionResponseType.deferred_message_update
    assert watched.told == ["before", "answered"]


async def test_what_follows_an_answer_put_off_follows_it_and_ends_the_announcement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    behind: list[str] = []

    async def deferred(self: Any, **_: Any) -> None:
        self._response_type = discord.InteractionResponseType.deferred_message_update

    async def delete() -> None:
        behind.append("deleted")

    async def follow(_: Any, *texts: str, **named: Any) -> Any:
        behind.extend(texts or [str(sorted(named))])
        return SimpleNamespace(delete=delete)

    monkeypatch.setattr(discord.InteractionResponse, "defer", deferred)
    monkeypatch.setattr(discord.Webhook, "send", follow)
    pressed, watched = watched_press()
    response: Any = pressed.response
    await response.hold(discord.ui.LayoutView())
    await response.send_message("done")
    for _ in range(2):  # only the first one finds the announcement
        await response.end_delay()
    assert behind == ["['ephemeral', 'view', 'wait']", "done", "deleted"]
    assert watched.told == ["held"]


def received(event: dict[str, Any], *, let_in: bool) -> list[Interaction]:
    client, seen = bot(), list[Interaction]()
    client.dispatch = lambda _, each: seen.append(each)
    client._connection.dispatch = client.dispatch
    interactions.filter_incoming(client, lambda _: let_in)
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
    interactions.filter_incoming(client, lambda _: False)(press())
    assert len(seen) == 1


async def test_the_parser_is_where_an_event_of_the_gateway_comes_in() -> None:
    """A table that nobody reads any more would filter nothing."""
    from discord.gateway import DiscordWebSocket  # noqa: PLC0415 - the one place that reads it

    assert "_discord_parsers" in DiscordWebSocket.received_message.__code__.co_names
    assert "parsers" in DiscordWebSocket.from_client.__code__.co_names


async def test_what_people_write_is_dropped_unread_and_a_deletion_is_heard() -> None:
    client, heard = bot(), list[str]()
    client._connection.dispatch = lambda name, *_: heard.append(name)
    interactions.read_no_messages(client)
    assert {"MESSAGE_CREATE", "MESSAGE_UPDATE"}.isdisjoint(client._connection.parsers)
    client._connection.parsers["MESSAGE_DELETE"]({"id": "1", "channel_id": "2"})
    assert heard == ["raw_message_delete"]


OPTION = {"type": 3, "name": "move", "value": "a", "focused": True}


@pytest.mark.parametrize(("kind", "done"), [(2, "command"), (4, "suggestion")])
async def test_a_command_and_a_suggestion_go_through_the_hook(kind: int, done: str) -> None:
    told: list[str] = []
    ended = asyncio.Event()

    class Tree(interactions.HookedTree):
        async def around(self, _: Any, call: Any) -> None:
            told.append("before")
            try:
                await call()
            finally:
                told.append("after")
                ended.set()

    async def suggested(_: discord.Interaction, __: str) -> list[app_commands.Choice[str]]:
        told.append("suggestion")
        raise ConnectionError

    @app_commands.command()
    @app_commands.autocomplete(move=suggested)
    async def play(_: discord.Interaction, move: str) -> None:  # noqa: ARG001 - an option
        told.append("command")

    client: Any = bot(tree_cls=Tree)
    client.tree.add_command(play)
    data = {"id": "1", "name": "play", "type": 1, "options": [OPTION]}
    client._connection.parsers["INTERACTION_CREATE"](event(kind, data))
    await ended.wait()
    assert told == ["before", done, "after"]


def test_a_new_context_answers_by_the_adapter_of_the_context_that_made_it() -> None:
    replaced, later = AsyncWebhookAdapter(), Context()  # type: ignore[no-untyped-call]
    present = copy_context()
    present.run(async_context.set, replaced)
    present.run(interactions.copy_adapter, later)
    assert later[async_context] is replaced


def test_a_follow_up_leaves_by_the_adapter_in_the_variable() -> None:
    """A variable that nobody reads any more would take nothing along."""
    assert "async_context" in discord.Webhook.edit_message.__code__.co_names
    assert "async_context" in discord.Interaction.edit_original_response.__code__.co_names


def test_added_parameters_are_options_of_the_command() -> None:
    async def play(_: discord.Interaction, first: str, *, last: str = "", **said: Any) -> None: ...

    kind = inspect.Parameter.KEYWORD_ONLY
    added = [
        inspect.Parameter("board", kind, annotation=str),
        inspect.Parameter("score", kind, default=None, annotation=int | None),
    ]
    add_parameters(play, added, after="first")
    callback: Any = play
    command: Any = app_commands.Command(name="play", description="Play", callback=callback)
    assert [(each.name, each.type.name, each.required) for each in command.parameters] == [
        ("first", "string", True),
        ("board", "string", True),
        ("score", "integer", False),
        ("last", "string", False),
    ]


BEN = {**USER, "id": "12", "username": "ben"}


async def test_chosen_users_are_those_of_the_press_if_it_has_any() -> None:
    assert chosen_users(interaction(bot(), press())) == []
    resolved = {"users": {"7": USER, "12": BEN}}
    found = chosen_users(interaction(bot(), press(values=["7", "12"], resolved=resolved)))
    assert [(each.id, each.name) for each in found] == [(7, "ada"), (12, "ben")]
    assert all(isinstance(each, discord.User) for each in found)
