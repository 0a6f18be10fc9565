"""A bot of discord.py that was never logged in, and interactions as Discord would send them."""

import asyncio
from typing import Any

import discord
from discord.ext import commands

from bench.discord_data import Message

Interaction = discord.Interaction[Any]


def bot(kind: type[commands.AutoShardedBot] = commands.AutoShardedBot, **said: Any) -> Any:
    """A bot in the loop of the moment that knows no server."""
    made: Any = kind(command_prefix="!", intents=discord.Intents(guilds=True), **said)
    made.loop = asyncio.get_running_loop()
    return made


USER = {"id": "7", "username": "ada", "discriminator": "0", "avatar": None, "global_name": "Ada"}
_BUTTON = {"type": 2, "style": 2, "label": "Menu", "custom_id": "menu:abc"}
MESSAGE = Message(11, components=[{"type": 1, "components": [_BUTTON]}]).data()


def event(kind: int, data: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An interaction as JSON: 2 is a command, 3 a press, 4 asks for suggestions."""
    return {
        "id": "9",
        "application_id": "8",
        "type": kind,
        "data": data,
        "token": "token",
        "version": 1,
        "user": USER,
        "channel": {"id": "5", "type": 1, "recipients": [USER]},
        "channel_id": "5",
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 1,
        "app_permissions": "0",
        "attachment_size_limit": 1,
        **more,
    }


def press(**data: Any) -> dict[str, Any]:
    return event(3, {"component_type": 2, "custom_id": "menu:abc", **data}, message=MESSAGE)


def interaction(client: Any, told: dict[str, Any]) -> Interaction:
    return discord.Interaction(data=told, state=client._connection)  # type: ignore[arg-type]  # JSON


class Watched:
    """Notes the events of an answer."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def __call__(self, event: str) -> None:
        self.told.append(event)
