"""The settings of a server, for its admins, in pages."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import discord
from discord import Interaction

from cogs.board.views.terms_words import PACE_CHOICES
from cogs.club.reward_roles import giving_refusal
from cogs.daily.daily_challenge import check_daily_channel
from cogs.frame import replies, settings_message
from cogs.frame.layout import HostLinks
from cogs.frame.permissions import check_admin
from cogs.frame.settings_message import Fields, Item, Setting, SettingsMessage, SettingsPage
from cogs.players.preference_commands import THEMES
from cogs.presses import PlainPress, read_number
from prowlerbot.core.clock import HOUR
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import LANGUAGES, language_name, mark, tr, trn
from prowlerbot.daily.daily_days import MIN_SECONDS_LEFT, day_of, is_late_hour
from prowlerbot.match.preferences import ServerChoices, time_zone
from prowlerbot.storage.match_store import Store

ServerSetting: TypeAlias = Setting[ServerChoices]

_MAX_CHANNELS = 25  # Discord's limit for the channels chosen in one select
_CHANNEL_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
_DAILY_CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.news]
_TIME_ZONES = (
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
    "calls": (mark("Pings"), mark("Players are pinged when it is their turn")),
    "rated": (mark("Rated"), mark("Matches are rated unless the challenge says otherwise")),
    "machine": (mark("Machine"), mark("The machine can take empty seats in new matches")),
    "free_seats": (mark("Free seats"), mark("A message says when another player can take a seat")),
}
_MAX_ROLES = 5  # the most roles for divisions, and for ratings
_MINIMUM_RATINGS = range(1200, 2450, 50)
_OPEN_CHALLENGES = (1, 2, 3, 5, 10, 25)
_PRESS_LIMITS = (20, 30, 60, 120, 240)


def server_settings(
    store: Store, links: HostLinks, now: Callable[[], int]
) -> SettingsMessage[ServerChoices]:
    """The message with the settings; ``now`` returns the time in epoch seconds."""
    return SettingsMessage(
        store,
        ServerChoices,
        "server",
        heading=mark("Settings of this server"),
        hint=mark("Each choice takes effect at once."),
        refusal=mark("There is no such setting any more; open the settings again."),
        owner=admins_guild,
        footer=links.line if links.line() else None,
        pages=(
            SettingsPage(_general_settings(), mark("General")),
            SettingsPage(_moderation_settings(), mark("Moderation")),
            SettingsPage(_news_settings(now), mark("News")),
            SettingsPage(_reward_settings(), mark("Rewards")),
        ),
    )


def _general_settings() -> Sequence[ServerSetting]:
    """The settings for new matches in the server, and for the message with all games."""
    return (
        _channel_setting(
            "channels",
            mark("Channels for the bot"),
            mark(
                "Public posts go only there. Hosts of tournaments need the permission Create"
                " Events."
            ),
            _MAX_CHANNELS,
        ),
        Setting(
            "switches",
            mark("Features"),
            _switch_items,
            _read_switches,
            mark("The menu says what each one does."),
        ),
        settings_message.choice_setting(
            "pace",
            mark("Usual time for a move"),
            lambda _: {choice.value: tr(choice.name) for choice in PACE_CHOICES},
            mark("For matches that name no other one."),
        ),
        settings_message.choice_setting(
            "theme",
            mark("Colours"),
            lambda _: {theme: tr(label) for theme, label in THEMES.items()},
            mark("Players can choose their own."),
        ),
        settings_message.choice_setting(
            "language", mark("Language"), _language_names, mark("Of the messages that all see.")
        ),
        _message_setting(
            "greeting",
            mark("Message with all games"),
            mark("There is only one; posted again, it comes here."),
            PlainPress("greeting:post"),
            PlainPress("greeting:remove"),
            feature="hub",
        ),
    )


def _moderation_settings() -> Sequence[ServerSetting]:
    """The settings for limits of users, and for the role and the log of the moderators."""
    return (
        settings_message.choice_setting(
            "open_challenges",
            mark("Open challenges of a player"),
            lambda _: {
                number: trn("{count} challenge", "{count} challenges", number)
                for number in _OPEN_CHALLENGES
            },
            mark("How many may wait for an answer at the same time."),
        ),
        settings_message.choice_setting(
            "presses_a_minute",
            mark("Rate limit of a player"),
            lambda _: {
                count: trn("{count} press a minute", "{count} presses a minute", count)
                for count in _PRESS_LIMITS
            },
            mark("Players who press more often wait for a moment."),
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
            find_refusal=_moderator_refusal,
            feature="",
        ),
        _channel_setting(
            "log_channel",
            mark("Channel for the log"),
            mark(
                "I post there what admins, moderators and hosts do; `/prowler-admin log` shows"
                " the same. I delete each of these messages after 90 days."
            ),
        ),
    )


def _news_settings(now: Callable[[], int]) -> Sequence[ServerSetting]:
    """The settings for regular posts in the server, and for the calls about them."""
    return (
        _channel_setting("daily_channel", mark("Channel for the daily challenge"), feature="daily"),
        settings_message.choice_setting(
            "daily_hour",
            mark("Hour of the daily challenge"),
            lambda _: {hour: f"{hour}:00" for hour in range(24)},
            partial(_late_post_hint, now),
            feature="daily",
        ),
        settings_message.choice_setting(
            "timezone",
            mark("Time zone of this server"),
            lambda it: {zone: zone.replace("_", " ") for zone in (*_TIME_ZONES, it.timezone)},
            mark("For this hour, and for times that hosts type."),
        ),
        _message_setting(
            "page",
            mark("Page of this server"),
            mark("It has all that `/server` shows. I keep it up to date; there is only one."),
            PlainPress("page:post"),
            PlainPress("page:remove"),
            feature="club",
        ),
        settings_message.choice_setting(
            "tells",
            mark("Button “Tell me”"),
            lambda _: {True: tr("On"), False: tr("Off")},
            mark("Below competitions and the day's challenge, for those who want the next."),
            feature="club",
        ),
        _role_setting(
            "told_role",
            mark("Role of “Tell me”"),
            mark(
                "I ping it when something opens; in Discord, allow anyone to mention it."
                " Without a role I write direct messages."
            ),
        ),
    )


def _reward_settings() -> Sequence[ServerSetting]:
    """The settings for roles that the bot gives as rewards."""
    return (
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
            _MAX_ROLES,
        ),
        _role_setting(
            "rating_roles",
            mark("Roles of ratings"),
            mark("I sort them by rank: the highest one needs the highest rating."),
            _MAX_ROLES,
        ),
        Setting(
            "rating_from",
            mark("Rating for each of these roles"),
            _minimum_rating_items,
            _read_minimum_ratings,
            mark(
                "The lowest number is for the lowest role. It takes 10 rated matches of a game;"
                " players who hide their history get none."
            ),
            feature="club",
        ),
    )


def admins_guild(interaction: Interaction) -> int:
    """The id of the server of an admin. Raises Denied for other users, and outside of servers."""
    if interaction.guild_id is None:
        raise Denied("Settings belong to a server; use this command in one.")
    check_admin(interaction)
    return interaction.guild_id


class _Picker(NamedTuple):
    """A menu of the roles or the channels of a server, and the reader of its chosen values."""

    kind: discord.SelectDefaultValueType
    make_menu: Callable[..., Item]
    find_ids: Callable[[ServerChoices, discord.Guild, Sequence[int]], Sequence[int]]
    """The ids that exist there. Raises Denied, with the reason, for one that is not possible."""


def _picker_setting(
    name: str, heading: str, hint: str, limit: int | None, picker: _Picker, *, feature: str
) -> ServerSetting:
    """A setting for one id, 0 for none; with a ``limit``, for a tuple of up to ``limit`` ids."""

    def make_items(choices: ServerChoices, custom_id: str) -> list[Item]:
        stored = getattr(choices, name)
        ids = stored if isinstance(stored, tuple) else filter(None, [stored])
        defaults = [discord.SelectDefaultValue(id=id_, type=picker.kind) for id_ in ids]
        counts = {"min_values": 0, "max_values": limit or 1}
        return [picker.make_menu(custom_id=custom_id, default_values=defaults, **counts)]

    def read_ids(choices: ServerChoices, interaction: Interaction) -> Fields | None:
        values, guild = replies.selected_values(interaction), interaction.guild
        chosen_ids = [read_number(value) or 0 for value in values]
        ids = tuple(picker.find_ids(choices, guild, chosen_ids)) if guild is not None else ()
        if not len(ids) == len(values) <= (limit or 1):
            return None
        return {name: ids if limit else next(iter(ids), 0)}

    return Setting(name, heading, make_items, read_ids, hint, feature=feature)


def _channel_setting(
    name: str, heading: str, hint: str = "", limit: int | None = None, *, feature: str = ""
) -> ServerSetting:
    """A setting for a channel where the bot posts, or for up to ``limit`` channels."""
    types = _CHANNEL_TYPES if limit else _DAILY_CHANNEL_TYPES

    def make_menu(**arguments: Any) -> Item:
        placeholder = tr("All channels") if limit else tr("Not posted")
        return discord.ui.ChannelSelect(channel_types=types, placeholder=placeholder, **arguments)

    def find_ids(_: ServerChoices, guild: discord.Guild, chosen: Sequence[int]) -> list[int]:
        channels = [channel for channel in map(guild.get_channel, chosen) if channel is not None]
        channels = [channel for channel in channels if channel.type in types]
        for channel in () if limit else channels:
            check_daily_channel(channel)
        return [channel.id for channel in channels]

    picker = _Picker(discord.SelectDefaultValueType.channel, make_menu, find_ids)
    return _picker_setting(name, heading, hint, limit, picker, feature=feature)


def _late_post_hint(now: Callable[[], int], choices: ServerChoices) -> str:
    if not is_late_hour(day_of(now()), choices.daily_hour, time_zone(choices.timezone)):
        return ""
    return trn(
        "Less than {count} hour would be left then, so the next one is posted as it begins.",
        "Less than {count} hours would be left then, so the next one is posted as it begins.",
        MIN_SECONDS_LEFT // HOUR,
    )


def _switch_items(choices: ServerChoices, custom_id: str) -> list[Item]:
    options = [
        settings_message.Offer(name, tr(label), {name: True}, tr(about)).select_option(choices)
        for name, (label, about) in _SWITCHES.items()
    ]
    select = discord.ui.Select[discord.ui.LayoutView](custom_id=custom_id, options=options)
    select.placeholder, select.min_values, select.max_values = tr("None of these"), 0, len(options)
    return [select]


def _read_switches(_: ServerChoices, interaction: Interaction) -> Fields | None:
    values = set(replies.selected_values(interaction))
    return {name: name in values for name in _SWITCHES} if values <= {*_SWITCHES} else None


def _language_names(_: ServerChoices) -> Mapping[Any, str]:
    names = {language: language_name(language) for language in LANGUAGES}
    return {None: tr("Same as the server itself"), **names}


def _minimum_rating_items(choices: ServerChoices, custom_id: str) -> list[Item]:
    options = [
        discord.SelectOption(label=str(n), value=str(n), default=n in choices.rating_from)
        for n in _MINIMUM_RATINGS
    ]
    limit = _MAX_ROLES
    return [discord.ui.Select(custom_id=custom_id, min_values=0, max_values=limit, options=options)]


def _read_minimum_ratings(_: ServerChoices, interaction: Interaction) -> Fields | None:
    values = [read_number(text) for text in replies.selected_values(interaction)]
    ratings = tuple(rating for rating in _MINIMUM_RATINGS if rating in values)
    return {"rating_from": ratings} if len(ratings) == len(values) <= _MAX_ROLES else None


def _moderator_refusal(role: discord.Role, _: ServerChoices) -> Denied | None:
    """The reason why a role cannot be that of the moderators; None if it can."""
    return Denied("All members have this role; choose another one.") if role.is_default() else None


def _role_setting(
    name: str,
    heading: str,
    hint: str,
    limit: int | None = None,
    *,
    find_refusal: Callable[[discord.Role, ServerChoices], Denied | None] = giving_refusal,
    feature: str = "club",
) -> ServerSetting:
    """A setting for a role, or for up to ``limit`` roles, the lowest first."""

    def make_menu(**arguments: Any) -> Item:
        return discord.ui.RoleSelect(placeholder=tr("No role"), **arguments)

    def find_ids(choices: ServerChoices, guild: discord.Guild, chosen: Sequence[int]) -> list[int]:
        roles = sorted(role for role in map(guild.get_role, chosen) if role is not None)
        for role in roles:
            if refusal := find_refusal(role, choices):
                raise refusal
        return [role.id for role in roles]

    picker = _Picker(discord.SelectDefaultValueType.role, make_menu, find_ids)
    return _picker_setting(name, heading, hint, limit, picker, feature=feature)


def _message_setting(
    name: str, heading: str, hint: str, post: PlainPress, remove: PlainPress, *, feature: str
) -> ServerSetting:
    """The buttons for a message that a server has once; its place is in the choices."""

    def make_items(choices: ServerChoices, _: str) -> list[Item]:
        is_gone = not getattr(choices, name)
        return [
            discord.ui.Button(label=tr("Post it here"), custom_id=str(post)),
            discord.ui.Button(label=tr("Remove it"), custom_id=str(remove), disabled=is_gone),
        ]

    return Setting(name, heading, make_items, lambda *_: None, hint, feature=feature)
