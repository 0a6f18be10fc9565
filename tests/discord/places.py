"""Places where the bot is no member: it got there with the account of a player.

SimCord knows servers with the bot and chats with it. Here a channel of such a server takes the
looks of another place in all that Discord tells the bot, and every request that needs the bot to
be a member is refused there, as Discord would.
"""

import random
import re
from collections import Counter
from typing import Any, Literal

import discord
import pytest
import simcord.interactions
from simcord.components import walk_components

from cogs.board.board_messages import BoardMessages
from prowlerbot.match.match import Match, Phase
from tests.discord.message import BUTTON, TEXT, Message
from tests.discord.room import Room

GOES = "The board before this one goes with the next press on it."
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
    monkeypatch.setattr("prowlerbot.match.call_rules.AT_BOARD_SECONDS", 60)
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


MOST_FOLLOW_UPS = 5
"""Discord takes so many to an interaction of an app that a user has installed."""
_A_DAY = 86_400
_TOKEN = re.compile(r"/webhooks/\d+/([^/]+)")


class Guests:
    """The players of one match; a seed decides what they press."""

    def __init__(self, room: Room, seed: int = 1) -> None:
        self.room = room
        self.match_id = ""
        self.rng = random.Random(seed)
        self._old: set[str] = set()
        self._noted = 0
        self._boards = room.feature(BoardMessages)

    async def match(self) -> Match:
        return await self.room.match(self.match_id)

    # ------------------------------------------------------------------ time

    async def a_day_passes(self) -> None:
        """Discord takes no answer any more to what was pressed before."""
        self.check_requests()
        jump(self.room, _A_DAY)
        self.room.clock.now += _A_DAY
        await self.room.rested()
        sent = self.room.env.http_requests
        self._old = {token for each in sent for token in _TOKEN.findall(each.path)}

    def check_requests(self) -> None:
        """No old interaction was answered, and none with more messages than Discord takes."""
        requests = self.room.env.http_requests
        used = {token for it in requests[self._noted :] for token in _TOKEN.findall(it.path)}
        assert not used & self._old, "an answer that Discord refuses"
        sent = [it.path for it in requests if it.method == "POST" and _TOKEN.search(it.path)]
        assert max(Counter(sent).values(), default=0) <= MOST_FOLLOW_UPS
        assert own_requests(self.room) == []
        self._noted = len(requests)

    # ------------------------------------------------------------------ what they see

    def shown(self) -> Message:
        """The newest board that all can see."""
        boards = [it for it in self.room.messages() if {"Menu", "Back"} & {*it.labels}]
        return boards[-1]

    async def check_board(self, board: Message) -> None:
        """The board reads as one that is drawn now, and says how it is brought up to date."""
        scene = await self.room.service.scene(self.match_id)
        assert "to see where it stands" in board.text or scene.match.phase is not Phase.PLAYING
        assert scene.board is not None
        assert scene.board.message == board.id, "the match is shown elsewhere"
        content = await self._boards.content_at(scene.board, scene)
        drawn: list[Any] = list(walk_components(content.to_components()))
        shown = board.text.removesuffix(f"\n-# {GOES}")
        texts = "\n".join(each["content"] for each in drawn if each["type"] == TEXT).strip()
        assert shown.endswith(texts), "below a call, if there is one"
        assert _presses(board.components) == _presses(drawn)


def _presses(components: list[Any]) -> list[str]:
    return [each["custom_id"] for each in components if each["type"] == BUTTON]
