"""The settings of a server, for its admins, and its two kept messages: the greeting and its page.

A server gets the greeting with the games when the bot joins it, or at an admin's request. Admins
put the page of the server into a channel; the bot keeps it up to date. A server has one of each at
a time. Their buttons outlive restarts; their places are stored with the server's settings.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
from discord import Interaction
from discord.ext import commands

from cogs.admin.kept_message import KeptMessage
from cogs.board.board_access import NEEDED
from cogs.board.views.challenge_views import PACE_CHOICES
from cogs.club.reward_roles import why_not_given
from cogs.club.server_page import ServerPage
from cogs.daily.daily_challenge import check_daily_channel
from cogs.frame.features import answers
from cogs.frame.layout import Content
from cogs.frame.options import ChoiceMessage, Fields, Item, Offer, Setting, one_of
from cogs.frame.replies import (
    LOST,
    selected_values,
    surely_refused,
)
from cogs.frame.visit import HostLinks, check_admin
from cogs.hub.hub_commands import Hub
from cogs.players.preference_commands import THEMES
from cogs.presses.addresses import PlainPress, read_number
from prowlerbot.core.clock import HOUR
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import LANGUAGES, mark, own_name, tr, trn
from prowlerbot.core.posts import What
from prowlerbot.daily.daily_days import LEAST_LEFT, comes_late, day_of
from prowlerbot.match.deadlines import zone
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.storage.application_store import GREETING
from prowlerbot.storage.match_store import Store

_MOST_CHANNELS = 25
"""Discord's limit for the channels chosen in one select."""
_CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
_DAILY = [discord.ChannelType.text, discord.ChannelType.news]
_ZONES = (
    "UTC",
    *("Europe/London", "Europe/Madrid", "Europe/Paris", "Europe/Berlin", "Europe/Athens"),
    *("Europe/Moscow", "Africa/Lagos", "Africa/Johannesburg", "Asia/Dubai", "Asia/Kolkata"),
    *("Asia/Shanghai", "Asia/Tokyo", "Australia/Perth", "Australia/Sydney", "Pacific/Auckland"),
    *("America/Sao_Paulo", "America/Argentina/Buenos_Aires", "America/Bogota"),
    *("America/Mexico_City", "America/New_York", "America/Chicago", "America/Denver"),
    "America/Los_Angeles",
)
"""Time zones for the 25 options of a select, with the present one."""
_SWITCHES = {
    "threads": (mark("Threads"), mark("Each match gets a thread of its own")),
    "calls": (mark("Calls"), mark("Players are pinged when it is their turn")),
    "rated": (mark("Rated"), mark("Matches are rated unless the challenge says otherwise")),
    "machine": (mark("Machine"), mark("The machine can take empty seats in new matches")),
    "free_seats": (mark("Free seats"), mark("A message says when another player can take a seat")),
}
_MOST_ROLES = 5
"""The most roles for divisions, and for ratings."""
_MINIMUM_RATINGS = range(1200, 2450, 50)
_OPEN = (1, 2, 3, 5, 10, 25)
_PRESSES = (20, 30, 60, 120, 240)
log = logging.getLogger(__name__)
_TRIES = 3
"""Channels to try; each refusal costs a request."""


def server_settings(
    store: Store, links: HostLinks, now: Callable[[], int]
) -> ChoiceMessage[ServerChoices]:
    """The message with the settings; ``now`` returns the time in epoch seconds."""
    return ChoiceMessage(
        store,
        ServerChoices,
        "server",
        heading=mark("Settings of this server"),
        hint=mark("Each choice takes effect at once; only you see this message."),
        refusal=mark("There is no such setting any more; open the settings again."),
        owner=admins_guild,
        footer=links.line if links.line() else None,
        pages=(mark("All settings"), mark("Moderators and log"), mark("News and rewards")),
        settings=(
            _channel_setting(
                "channels",
                mark("Channels for the bot"),
                mark(
                    "Everything public is posted there alone: matches, tournaments, replays."
                    " Members with the permission Create Events can host tournaments."
                ),
                _MOST_CHANNELS,
            ),
            Setting(
                "switches",
                mark("Features"),
                _switches,
                _read_switches,
                mark("Those that you tick in the menu are on; it says what each one does."),
            ),
            one_of(
                "pace",
                mark("Usual time for a move"),
                lambda _: {it.value: tr(it.name) for it in PACE_CHOICES},
                mark("For matches that name no other one."),
            ),
            one_of(
                "theme",
                mark("Colours"),
                lambda _: {theme: tr(label) for theme, label in THEMES.items()},
                mark("Of the boards that all see; players can choose their own."),
            ),
            one_of("language", mark("Language"), _languages, mark("Of the messages that all see.")),
            one_of(
                "open_challenges",
                mark("Open challenges of a player"),
                lambda _: {n: trn("{count} challenge", "{count} challenges", n) for n in _OPEN},
                mark("How many may wait for an answer at the same time."),
            ),
            one_of(
                "presses_a_minute",
                mark("Rate limit of a player"),
                lambda _: {
                    n: trn("{count} press a minute", "{count} presses a minute", n)
                    for n in _PRESSES
                },
                mark("Players who press more often wait for a moment."),
            ),
            _channel_setting(
                "daily_channel", mark("Channel for the daily challenge"), feature="daily"
            ),
            one_of(
                "daily_hour",
                mark("Hour of the daily challenge"),
                lambda _: {hour: f"{hour}:00" for hour in range(24)},
                partial(_posted_late, now),
                feature="daily",
            ),
            one_of(
                "timezone",
                mark("Time zone of this server"),
                lambda own: {each: each.replace("_", " ") for each in (*_ZONES, own.timezone)},
                mark("For that hour, and for times that hosts of tournaments type."),
            ),
            Setting(
                "greeting",
                mark("Message with all games"),
                lambda choices, _: _kept_buttons(
                    PlainPress("greeting:post"), PlainPress("greeting:remove"), choices.greeting
                ),
                lambda *_: None,
                mark("There is only one; posted again, it comes to this channel."),
                feature="hub",
            ),
            Setting(
                "page",
                mark("Page of this server"),
                lambda choices, _: _kept_buttons(
                    PlainPress("page:post"), PlainPress("page:remove"), choices.page
                ),
                lambda *_: None,
                mark(
                    "Champions, table of the year, best results and events, as `/server` shows"
                    " them. I keep the message up to date; there is only one."
                ),
                feature="club",
                page=2,
            ),
            one_of(
                "tells",
                mark("Button “Tell me”"),
                lambda _: {True: tr("On"), False: tr("Off")},
                mark("Below competitions and the day's challenge, for those who want the next."),
                feature="club",
                page=2,
            ),
            _role_setting(
                "told_role",
                mark("Role of “Tell me”"),
                mark(
                    "The button gives and takes it, and I ping it when something opens. In Discord,"
                    " allow anyone to mention it. Without a role I write direct messages."
                ),
            ),
            _role_setting(
                "champion_role",
                mark("Role of champions"),
                mark("Of each league, ladder and series; it goes on to the next champion."),
            ),
            _role_setting(
                "medal_role",
                mark("Role of medals"),
                mark("For the first three of the last tournament."),
            ),
            _role_setting(
                "division_roles",
                mark("Roles of divisions"),
                mark("Of the latest season of a league; the highest role is for division 1."),
                _MOST_ROLES,
            ),
            _role_setting(
                "rating_roles",
                mark("Roles of ratings"),
                mark("I sort them by rank: the highest one needs the highest rating."),
                _MOST_ROLES,
            ),
            Setting(
                "rating_from",
                mark("Minimum ratings of the roles of ratings, in their order"),
                _minimum_ratings,
                _read_minimum_ratings,
                mark("In any game, after 10 rated matches, for players who can be found."),
                feature="club",
                page=2,
            ),
            _role_setting(
                "moderators",
                mark("Role of the moderators"),
                mark(
                    "Its members can bar players from me in this server, end matches without a"
                    " result and withdraw challenges, as can all with the permission Manage"
                    " Server. Allow the role to use `/prowler-admin` in Server Settings,"
                    " Integrations."
                ),
                why_not=_why_not_moderating,
                feature="",
                page=1,
            ),
            _channel_setting(
                "log_channel",
                mark("Channel for the log"),
                mark(
                    "I post there what admins, moderators and hosts do; `/prowler-admin log` shows"
                    " the same. I delete each of these messages after 90 days."
                ),
                page=1,
            ),
        ),
    )


def admins_guild(interaction: Interaction) -> int:
    """The server of an admin; for other users, the settings stay as they are."""
    if interaction.guild_id is None:
        raise Denied("Settings belong to a server; use this command in one.")
    check_admin(interaction)
    return interaction.guild_id


def _ids(choices: ServerChoices, field: str) -> tuple[int, ...]:
    """The roles or channels that are chosen: several, or one, or 0 for none."""
    chosen = getattr(choices, field)
    return chosen if isinstance(chosen, tuple) else (chosen,) if chosen else ()


def _channel_setting(
    field: str,
    heading: str,
    hint: str = "",
    most: int | None = None,
    *,
    feature: str = "",
    page: int = 0,
) -> Setting[ServerChoices]:
    """The setting for a channel in which the bot posts something, or for none; with ``most`` for so
    many channels in which people may let it post.
    """
    types, kind = _CHANNELS if most else _DAILY, discord.SelectDefaultValueType.channel

    def items(choices: ServerChoices, custom_id: str) -> list[Item]:
        chosen = _ids(choices, field)
        return [
            discord.ui.ChannelSelect(
                custom_id=custom_id,
                channel_types=types,
                placeholder=tr("All channels") if most else tr("Not posted"),
                min_values=0,
                max_values=most or 1,
                default_values=[discord.SelectDefaultValue(id=it, type=kind) for it in chosen],
            )
        ]

    def read(_: ServerChoices, interaction: Interaction) -> Fields | None:
        """Channels of this server. Raises Denied for one in which the bot cannot post something."""
        values, guild = selected_values(interaction), interaction.guild
        found = [guild.get_channel(read_number(each) or 0) for each in values] if guild else []
        channels = [each for each in found if each is not None and each.type in types]
        if not len(channels) == len(values) <= (most or 1):
            return None
        for each in () if most else channels:
            check_daily_channel(each)
        ids = tuple(each.id for each in channels)
        return {field: ids if most else next(iter(ids), 0)}

    return Setting(field, heading, items, read, hint, feature=feature, page=page)


def _posted_late(now: Callable[[], int], choices: ServerChoices) -> str:
    if not comes_late(day_of(now()), choices.daily_hour, zone(choices.timezone)):
        return ""
    return trn(
        "Less than {count} hour would be left then, so the next one is posted as it begins.",
        "Less than {count} hours would be left then, so the next one is posted as it begins.",
        LEAST_LEFT // HOUR,
    )


def _switches(choices: ServerChoices, custom_id: str) -> list[Item]:
    options = [
        Offer(name, tr(label), {name: True}, tr(about)).select_option(choices)
        for name, (label, about) in _SWITCHES.items()
    ]
    none, most = tr("None of these"), len(options)
    return [
        discord.ui.Select(
            custom_id=custom_id, placeholder=none, min_values=0, max_values=most, options=options
        )
    ]


def _read_switches(_: ServerChoices, interaction: Interaction) -> Fields | None:
    values = set(selected_values(interaction))
    return {name: name in values for name in _SWITCHES} if values <= {*_SWITCHES} else None


def _languages(_: ServerChoices) -> Mapping[Any, str]:
    names = {language: own_name(language) for language in LANGUAGES}
    return {None: tr("Same as the server itself"), **names}


def _minimum_ratings(choices: ServerChoices, custom_id: str) -> list[Item]:
    options = [
        discord.SelectOption(label=str(each), value=str(each), default=each in choices.rating_from)
        for each in _MINIMUM_RATINGS
    ]
    most = _MOST_ROLES
    return [discord.ui.Select(custom_id=custom_id, min_values=0, max_values=most, options=options)]


def _read_minimum_ratings(_: ServerChoices, interaction: Interaction) -> Fields | None:
    values = [read_number(each) for each in selected_values(interaction)]
    found = tuple(each for each in _MINIMUM_RATINGS if each in values)
    return {"rating_from": found} if len(found) == len(values) <= _MOST_ROLES else None


def _why_not_moderating(role: discord.Role, _: ServerChoices) -> Denied | None:
    """The reason why a role cannot be that of the moderators; None if it can."""
    all_have_it = role.is_default()
    return Denied("All members have this role; choose another one.") if all_have_it else None


def _role_setting(
    field: str,
    heading: str,
    hint: str,
    most: int | None = None,
    *,
    why_not: Callable[[discord.Role, ServerChoices], Denied | None] = why_not_given,
    feature: str = "club",
    page: int = 2,
) -> Setting[ServerChoices]:
    """The setting for a role, usually one that the bot gives, or for none; with ``most`` for so
    many roles, the lowest first.
    """
    kind = discord.SelectDefaultValueType.role

    def items(choices: ServerChoices, custom_id: str) -> list[Item]:
        chosen = _ids(choices, field)
        return [
            discord.ui.RoleSelect(
                custom_id=custom_id,
                placeholder=tr("No role"),
                min_values=0,
                max_values=most or 1,
                default_values=[discord.SelectDefaultValue(id=it, type=kind) for it in chosen],
            )
        ]

    def read(choices: ServerChoices, interaction: Interaction) -> Fields | None:
        """Roles of this server. Raises Denied for one that is not possible."""
        values, guild = selected_values(interaction), interaction.guild
        found = [guild.get_role(read_number(each) or 0) for each in values] if guild else []
        roles = sorted(each for each in found if each is not None)
        for role in roles:
            if refused := why_not(role, choices):
                raise refused
        if not len(roles) == len(values) <= (most or 1):
            return None
        ids = tuple(each.id for each in roles)
        return {field: ids if most else next(iter(ids), 0)}

    return Setting(field, heading, items, read, hint, feature=feature, page=page)


def _kept_buttons(
    post: PlainPress, remove: PlainPress, place: tuple[int, ...] | None
) -> list[Item]:
    """The buttons for a message that a server has once, in a place or in none."""
    gone = not place
    return [
        discord.ui.Button(label=tr("Post it here"), custom_id=str(post)),
        discord.ui.Button(label=tr("Remove it"), custom_id=str(remove), disabled=gone),
    ]


@dataclass(eq=False)
class Greeting(KeptMessage):
    _hub: Hub

    field, duty = "greeting", GREETING
    posted = mark("The message with all games is now in this channel."), What.GREETED
    removed = mark("The message with all games is removed."), What.UNGREETED

    async def draw(self, guild: int, _: int) -> Content:
        return await self._hub.for_all(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server. Discord may report the same server again, even after a restart. It
        may also report it to two processes while the server passes from one to the other.
        """
        choices = await self._service.store.choices.choices_of(ServerChoices, guild.id)
        channels = _writable_channels(guild, choices.channels)
        # Stored first: after a crash here, the bot sends no greeting rather than two.
        if not channels or not await self._service.store.choices.begin_greeting(guild.id):
            return
        for channel in channels[:_TRIES]:
            try:
                await self.post(channel)
            except LOST as error:
                log.info("no greeting in channel %d: %s", channel.id, error)
                if not surely_refused(error):
                    return
            else:
                return

    @answers(PlainPress, "greeting")
    async def _press_greeting(self, interaction: Interaction, press: PlainPress) -> None:
        await self.answer(interaction, admins_guild(interaction), press)


def _writable_channels(guild: discord.Guild, chosen: Sequence[int]) -> list[discord.TextChannel]:
    """The channels for a greeting: the one where Discord greets members, then those for everybody.
    Channels for rules or news are left out, as are channels that the admins have not allowed.
    """
    reserved = {guild.rules_channel, guild.public_updates_channel}
    able = [
        each
        for each in guild.text_channels
        if each.permissions_for(guild.me).is_superset(NEEDED)
        and not (each in reserved or each.is_news())
        and (not chosen or each.id in chosen)
    ]
    greets = [each for each in able if each == guild.system_channel]
    open_to_all = [it for it in able if it.permissions_for(guild.default_role).view_channel]
    return [*greets, *(each for each in open_to_all if each not in greets)]


@dataclass(eq=False)
class PageMessage(KeptMessage):
    _page: ServerPage

    field, duty, every = "page", "page", 15 * 60
    posted = mark("The page of this server is now in this channel."), What.PAGED
    removed = mark("The page of this server is removed."), What.UNPAGED

    async def draw(self, guild: int, channel: int) -> Content:
        return await self._page.for_all(guild, channel)

    @answers(PlainPress, "page")
    async def _press_page(self, interaction: Interaction, press: PlainPress) -> None:
        guild = admins_guild(interaction)
        if await self.answer(interaction, guild, press):
            due = {self.duty: self._service.now() + self.every}
            await self._service.store.duties.put(str(guild), due, guild)
