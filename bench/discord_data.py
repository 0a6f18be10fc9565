"""Discord's objects as JSON, as far as a bot reads them: servers, messages, commands, presses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

GUILD = 7_000
CHANNEL = 7_001
APPLICATION = 7_002
GUILD_STEP = 1_000
GUILDS = tuple(range(GUILD, GUILD + 5 * GUILD_STEP, GUILD_STEP))
"""The usual servers; the numbers of their channels follow theirs."""
SHARD_STEP = 1 << 22
"""The numbers of servers of neighbouring shards differ by this."""
_ROLES = 40
"""The numbers of the roles of a server differ by this; those of servers differ by more in all."""
_VIEW_FLAG = 1 << 15
_EVERYTHING = "9007199254740991"
_BEGINNING = "2026-01-01T00:00:00.000000+00:00"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Size:
    """How much a server has."""

    channels: int = 25
    roles: int = 20


SMALL = Size(1, 1)


@dataclass
class Message:
    """A message with buttons; ``components`` are those of the last answer."""

    id: int
    guild: int = GUILD
    components: list[Json] = field(default_factory=list[Json])

    def data(self) -> Json:
        return {
            "id": str(self.id),
            "channel_id": str(self.guild + 1),
            "author": BOT,
            "content": "",
            "timestamp": _BEGINNING,
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": _VIEW_FLAG,
            "components": self.components,
        }

    def custom_ids(self) -> Iterator[str]:
        """The custom_ids of all buttons and selects, from top to bottom."""
        left = list(self.components)
        while left:
            component = left.pop(0)
            left = component.get("components", []) + left
            if "custom_id" in component:
                yield component["custom_id"]


@dataclass(frozen=True, slots=True)
class Typed:
    """A slash command as typed: its words, and its options by name.

    ``focused`` names the option for which the user asks for suggestions.
    """

    words: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict[str, object])
    focused: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """A user in an option."""

    id: int


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was attached to a command."""

    id: int
    url: str
    size: int


_KINDS: dict[type, int] = {str: 3, int: 4, bool: 5}
"""Discord's number for the type of an option."""
_MEMBER: Json = {
    "roles": [],
    "joined_at": _BEGINNING,
    "permissions": _EVERYTHING,
    "deaf": False,
    "mute": False,
    "flags": 0,
}


def user_data(user: int, name: str = "", *, bot: bool = False) -> Json:
    name = name or f"player{user}"
    return {
        "id": str(user),
        "username": name,
        "discriminator": "0",
        "global_name": name.title(),
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
    }


BOT = user_data(APPLICATION, "bot", bot=True)


def interaction(number: int, kind: int, user: int, guild: int, data: Json) -> Json:
    """A press, a command or a request for suggestions, by the ``kind`` that Discord numbers."""
    return {
        "id": str(number),
        "application_id": str(APPLICATION),
        "type": kind,
        "token": "x" * 200,
        "version": 1,
        "guild_id": str(guild),
        "guild": {"id": str(guild), "locale": "en-US", "features": []},
        "channel_id": str(guild + 1),
        "channel": {**_channel_data(guild), "permissions": _EVERYTHING},
        "member": {"user": user_data(user), **_MEMBER},
        "data": data,
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": _EVERYTHING,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(guild)},
        "context": 0,
        "attachment_size_limit": 10 << 20,
    }


def typed_data(typed: Typed) -> Json:
    """A command as Discord sends it: the last of its words has the options."""
    resolved: Json = {}
    options = [_option(name, value, typed, resolved) for name, value in typed.options.items()]
    first, *groups = typed.words
    for word in reversed(groups):
        options = [{"type": 1, "name": word, "options": options}]
    return {"id": "1", "name": first, "type": 1, "options": options, "resolved": resolved}


def _option(name: str, value: object, typed: Typed, resolved: Json) -> Json:
    if isinstance(value, Person):
        key = str(value.id)
        resolved.setdefault("users", {})[key] = user_data(value.id)
        resolved.setdefault("members", {})[key] = _MEMBER
        return {"type": 6, "name": name, "value": key}
    if isinstance(value, Upload):
        resolved.setdefault("attachments", {})[str(value.id)] = {
            "id": str(value.id),
            "filename": "record.jsonl",
            "size": value.size,
            "url": value.url,
            "proxy_url": value.url,
        }
        return {"type": 11, "name": name, "value": str(value.id)}
    option = {"type": _KINDS[type(value)], "name": name, "value": value}
    return {**option, "focused": True} if name == typed.focused else option


def _channel_data(guild: int, place: int = 0) -> Json:
    return {
        "id": str(guild + 1 + place),
        "type": 0,
        "name": f"games-{place}" if place else "games",
        "position": place,
        "guild_id": str(guild),
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
    }


def _role_data(guild: int, place: int) -> Json:
    """The first role is that of everybody."""
    return {
        "id": str(guild + _ROLES * place),
        "name": f"role {place}" if place else "@everyone",
        "permissions": _EVERYTHING,
        "position": place,
        "color": 0,
        "hoist": False,
        "managed": False,
        "mentionable": False,
    }


def guild_data(guild: int, size: Size = SMALL) -> Json:
    return {
        "id": str(guild),
        "name": "bench",
        "owner_id": "1",
        "roles": [_role_data(guild, place) for place in range(size.roles)],
        "channels": [_channel_data(guild, place) for place in range(size.channels)],
        "members": [{"user": BOT, **_MEMBER}],
        "threads": [],
        "emojis": [],
        "stickers": [],
        "features": [],
        "member_count": 3,
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "unavailable": False,
    }


def application_data() -> Json:
    return {
        "id": str(APPLICATION),
        "name": "bot",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "",
        "flags": 0,
        "owner": user_data(1, "owner"),
    }


def command_data(sent: Json, number: int) -> Json:
    """A command of the bot as Discord confirms it."""
    own = {"id": str(number), "application_id": str(APPLICATION), "version": "1"}
    return {"description": "", **sent, **own}
