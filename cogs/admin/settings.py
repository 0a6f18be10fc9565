"""The settings of a server for its admins: one private message with a select for each setting.

Each choice is stored at once and read again for each use, so nothing needs a restart. The selects
carry the name of their setting, so the message works after a restart too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import discord

from cogs.frame.interaction import selected_values, switches
from cogs.frame.press import read_number
from cogs.frame.replies import say
from cogs.frame.router import Route
from cogs.people.preferences import THEMES
from cogs.views.terms import PACE_CHOICES
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import LANGUAGE_NAMES, LANGUAGES, Language, mark, tr, trn
from prowlerbot.match.preferences import PACES, ServerChoices
from prowlerbot.storage.store import Store

_PREFIX = "server"
GREETING = "greeting"
"""The prefix of the custom_ids of the buttons that show the games to all, and remove them."""
POST, REMOVE = f"{GREETING}:post", f"{GREETING}:remove"
_MOST_CHANNELS = 25
"""Discord's limit for the channels chosen in one select."""
_CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]
_SWITCHES = {
    "threads": (mark("Threads"), mark("Each match gets a thread of its own")),
    "calls": (mark("Calls"), mark("Players are pinged when it is their turn")),
    "rated": (mark("Rated"), mark("Matches are rated unless the challenge says otherwise")),
    "machine": (mark("Machine"), mark("The machine can take empty seats in new matches")),
}
_OPEN_CHALLENGES = (1, 2, 3, 5, 10, 25)
_PRESSES = (20, 30, 60, 120, 240)

_NO_SUCH = mark("There is no such setting any more; open the settings again.")
_NOT_AN_ADMIN = mark("Only people who can manage the server can change its settings.")


class ServerSettings:
    """Answers the selects; the command that shows them is one of the admin commands."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.routes = (Route(_PREFIX, _setting_of, self._change),)

    async def show(self, interaction: discord.Interaction) -> None:
        guild = admins_guild(interaction)
        await say(interaction, settings_view(await self._store.choices(ServerChoices, guild)))

    async def _change(self, interaction: discord.Interaction, name: str) -> None:
        guild = admins_guild(interaction)
        changes = chosen(name, selected_values(interaction))
        if not all(_is_channel(interaction.guild, each) for each in changes.get("channels", ())):
            raise Denied(_NO_SUCH)
        changed = await self._store.rechoose(ServerChoices, guild, **changes)
        await interaction.response.edit_message(view=settings_view(changed))


def _setting_of(custom_id: str) -> str:
    return custom_id.partition(":")[2]


def admins_guild(interaction: discord.Interaction) -> int:
    """The server of an admin; a command opened to others still changes no settings for them."""
    if interaction.guild_id is None:
        raise Denied("Settings belong to a server; use this command in one.")
    if not interaction.permissions.manage_guild:
        raise Denied(_NOT_AN_ADMIN)
    return interaction.guild_id


def chosen(name: str, values: Sequence[str]) -> dict[str, Any]:
    """The fields of ServerChoices that a select of this name sets to these values."""
    if name == "channels":
        channels = [read_number(value) for value in values]
        if None in channels or len(channels) > _MOST_CHANNELS:
            raise Denied(_NO_SUCH)
        return {"channels": tuple(channels)}
    if name == "switches" and set(values) <= set(_SWITCHES):
        return {switch: switch in values for switch in _SWITCHES}
    allowed: dict[str, Sequence[object]] = {
        "pace": PACES,
        "theme": tuple(THEMES),
        "language": (None, *LANGUAGES),
        "open_challenges": _OPEN_CHALLENGES,
        "presses_a_minute": _PRESSES,
    }
    for value in allowed.get(name, ()):
        if [_wire(value)] == list(values):
            return {name: value}
    raise Denied(_NO_SUCH)


def _is_channel(guild: discord.Guild | None, channel: int) -> bool:
    """Whether the server has such a channel, of a kind that the select offers."""
    found = guild.get_channel(channel) if guild is not None else None
    return found is not None and found.type in _CHANNELS


def _wire(value: object) -> str:
    """A value as a select carries it."""
    return "server" if value is None else str(value)


# -------------------------------------------------------------------------------- the message


def settings_view(choices: ServerChoices) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    heading = tr("Settings of this server")
    hint = tr("Each choice takes effect at once; only you see this message.")
    view.add_item(discord.ui.TextDisplay(f"### {heading}\n-# {hint}"))
    for about, select in (
        (tr("Channels for challenges"), _channels(choices)),
        (tr("Features"), _switches(choices)),
        (tr("Usual time for a move"), _paces(choices)),
        (tr("Colours"), _themes(choices)),
        (tr("Language"), _languages(choices)),
        (tr("Open challenges of a player"), _open_challenges(choices)),
        (tr("Rate limit of a player"), _presses(choices)),
    ):
        view.add_item(discord.ui.TextDisplay(f"**{about}**"))
        view.add_item(discord.ui.ActionRow(select))
    view.add_item(discord.ui.TextDisplay(f"**{tr('Message with all games')}**"))
    view.add_item(discord.ui.ActionRow(*_greeting()))
    view.stop()
    return view


_Select = discord.ui.Select[discord.ui.LayoutView]


def _greeting() -> list[discord.ui.Button[discord.ui.LayoutView]]:
    post: discord.ui.Button[discord.ui.LayoutView] = discord.ui.Button(
        label=tr("Post it here"), custom_id=POST
    )
    remove: discord.ui.Button[discord.ui.LayoutView] = discord.ui.Button(
        label=tr("Remove it"), custom_id=REMOVE
    )
    return [post, remove]


def _channels(choices: ServerChoices) -> discord.ui.ChannelSelect[discord.ui.LayoutView]:
    return discord.ui.ChannelSelect(
        custom_id=f"{_PREFIX}:channels",
        channel_types=_CHANNELS,
        placeholder=tr("All channels"),
        min_values=0,
        max_values=_MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
            for each in choices.channels
        ],
    )


def _switches(choices: ServerChoices) -> _Select:
    options = switches(_SWITCHES, choices)
    return discord.ui.Select(
        custom_id=f"{_PREFIX}:switches",
        placeholder=tr("None of these"),
        min_values=0,
        max_values=len(options),
        options=options,
    )


def _paces(choices: ServerChoices) -> _Select:
    names = {choice.value: choice.name for choice in PACE_CHOICES}
    return _one_of("pace", PACES, choices.pace, lambda pace: tr(names[pace]))


def _themes(choices: ServerChoices) -> _Select:
    return _one_of("theme", tuple(THEMES), choices.theme, lambda theme: tr(THEMES[theme]))


def _languages(choices: ServerChoices) -> _Select:
    def label(language: Language | None) -> str:
        return LANGUAGE_NAMES[language] if language else tr("Same as the server itself")

    return _one_of("language", (None, *LANGUAGES), choices.language, label)


def _open_challenges(choices: ServerChoices) -> _Select:
    return _one_of(
        "open_challenges",
        _OPEN_CHALLENGES,
        choices.open_challenges,
        lambda n: trn("{count} challenge", "{count} challenges", n),
    )


def _presses(choices: ServerChoices) -> _Select:
    return _one_of(
        "presses_a_minute",
        _PRESSES,
        choices.presses_a_minute,
        lambda n: trn("{count} press a minute", "{count} presses a minute", n),
    )


def _one_of(
    name: str, values: Sequence[Any], present: object, label: Callable[[Any], str]
) -> _Select:
    options = [
        discord.SelectOption(label=label(value), value=_wire(value), default=value == present)
        for value in values
    ]
    return discord.ui.Select(custom_id=f"{_PREFIX}:{name}", options=options)
