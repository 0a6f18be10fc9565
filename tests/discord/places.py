"""Places where the bot is no member: it got there with the account of a player.

SimCord knows servers with the bot and chats with it. Here a channel of such a server takes the
looks of another place in all that Discord tells the bot, and every request that needs the bot to
be a member is refused there, as Discord would.
"""

from __future__ import annotations

from typing import Any, Literal

import discord
import pytest
import simcord.interactions

from tests.discord.room import Room

Kind = Literal["group", "chat", "server"]

STRANGE_SERVER = 4_200_000_000_000_000_000
_PRIVATE = 2
_TYPES = {"group": 3, "chat": 1}


def bring(room: Room, monkeypatch: pytest.MonkeyPatch, kind: Kind, *, public: bool = True) -> None:
    """Turn the channel into a group, a chat of two, or a server that has not taken the bot.

    Without ``public`` the server lets apps of accounts answer in private only.
    """
    real = simcord.interactions.base_payload

    def base_payload(*args: Any, **values: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = real(*args, **values)
        payload["authorizing_integration_owners"] = {"1": str(room.ada.id)}
        if kind == "server":
            payload["guild_id"] = str(STRANGE_SERVER)
            rights = int(payload["member"]["permissions"]) | (1 << 50 if public else 0)
            payload["member"]["permissions"] = str(rights)
            return record, payload
        payload["user"] = payload.pop("member")["user"]
        del payload["guild_id"], payload["guild_locale"]
        channel = {"id": payload["channel_id"], "type": _TYPES[kind], "recipients": []}
        if kind == "chat":
            other = room.ben if payload["user"]["id"] == str(room.ada.id) else room.ada
            named = {"username": room.names[other.id], "discriminator": "0", "avatar": None}
            channel["recipients"] = [{"id": str(other.id), **named}]
        if kind == "group":
            channel |= {"name": "Thieves", "icon": None, "owner_id": str(room.ada.id)}
        payload |= {"context": _PRIVATE, "channel": channel}
        payload["data"].get("resolved", {}).pop("members", None)
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)
    # Elsewhere tests have everybody called; here a call to those who are there looks different.
    monkeypatch.setattr("prowlerbot.match.call_rules.THERE", 60)
    known = discord.Client.get_channel

    def get_channel(client: discord.Client, number: int, /) -> Any:
        return None if number == room.channel.id else known(client, number)

    monkeypatch.setattr(discord.Client, "get_channel", get_channel)
    for path in (f"/channels/{room.channel.id}", f"/channels/{room.channel.id}/*"):
        room.env.inject_error("*", path, status=403, code=50001, times=None)


def jump(room: Room, seconds: int) -> None:
    """Move Discord's clock on at once, without each second of the bot's loops."""
    room.env._move_clock(room.env._virtual_time + seconds)


def own_requests(room: Room) -> list[str]:
    """The requests about channels and messages that the bot made by its own rights."""
    requests = room.env.http_requests
    return [f"{each.method} {each.path}" for each in requests if each.path.startswith("/channels")]
