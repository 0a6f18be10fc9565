"""The settings of a server, for its admins, and its two kept messages: the greeting and its page.

A server gets the greeting with the games when the bot joins it, or at an admin's request. Admins
put the page of the server into a channel; the bot keeps it up to date.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Literal, NamedTuple

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.board_access import NEEDED
from cogs.board.match_message import Rendering
from cogs.board.shown_messages import check_post, count_post
from cogs.board.views.terms_words import PACE_CHOICES
from cogs.club.reward_roles import why_not_given
from cogs.club.server_page import ServerPage
from cogs.daily.daily_challenge import check_daily_channel
from cogs.frame import replies
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Content, HostLinks
from cogs.frame.outbox import is_of_another
from cogs.frame.settings_message import Fields, Item, Offer, Setting, SettingsMessage, one_of
from cogs.frame.visit import check_admin, visit_of
from cogs.hub import Hub
from cogs.players.preference_commands import THEMES
from cogs.presses import PlainPress, read_number
from prowlerbot.core.clock import HOUR
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import LANGUAGES, language_name, mark, speaking, tr, trn
from prowlerbot.core.posts import ActKind, Duty
from prowlerbot.daily.daily_days import LEAST_TIME_LEFT, comes_late, day_of
from prowlerbot.match.preferences import ServerChoices, time_zone
from prowlerbot.service.match_service import Service
from prowlerbot.storage.boards import GREETING_DUTY
from prowlerbot.storage.match_store import Store

_MOST_CHANNELS = 25
"""Discord's limit for the channels chosen in one select."""
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
_MOST_ROLES = 5
"""The most roles for divisions, and for ratings."""
_MINIMUM_RATINGS = range(1200, 2450, 50)
_OPEN_CHALLENGES = (1, 2, 3, 5, 10, 25)
_PRESS_LIMITS = (20, 30, 60, 120, 240)
log = logging.getLogger(__name__)
_MOST_CHANNELS_TRIED = 3
"""Channels to try; each refusal costs a request."""


class _Change(NamedTuple):
    """The deed of an admin with a kept message, as a sentence and as an act in the log."""

    sentence: str
    act: ActKind


@dataclass(eq=False)
class KeptMessage(commands.Cog):
    field: ClassVar[Literal["greeting", "page"]]
    """The setting with its place."""
    posted: ClassVar[_Change]
    removed: ClassVar[_Change]
    duty: ClassVar[str]
    """The duty that brings the message up to date."""
    every: ClassVar[int] = 0
    """Seconds until it does so again, while the message stands; 0 for never."""

    _bot: discord.Client
    _service: Service
    _rendering: Rendering
    _settings: SettingsMessage[ServerChoices]
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._duty_loop.add_handler(self.duty, self._update)

    async def _update(self, duty: Duty) -> int | None:
        stands = await self.redraw_kept(int(duty.subject))
        return self._service.now() + self.every if stands and self.every else None

    async def kept_content(self, guild: int, channel: int) -> Content:
        """The message for a server and a channel, in the current language."""
        raise NotImplementedError

    async def kept_place(self, guild: int) -> tuple[int, ...] | None:
        """The channel and the message; empty or None if there is none."""
        choices = await self._service.store.choices.choices_of(ServerChoices, guild)
        return choices.greeting if self.field == "greeting" else choices.page

    async def _note_place(self, guild: int, *at: int) -> None:
        await self._service.store.choices.change(ServerChoices, guild, **{self.field: at})

    async def post_in(self, channel: discord.TextChannel) -> None:
        """Post the message in a channel. Raises one of LOST if Discord refuses it."""
        guild = channel.guild.id
        with speaking(await self._rendering.language(guild)):
            content = await self.kept_content(guild, channel.id)
        sent = await channel.send(**replies.send_args(content))
        await self._note_place(guild, channel.id, sent.id)

    async def redraw_kept(self, guild: int) -> bool:
        """Bring the message up to date, or post it anew in place of another application's."""
        old = await self.kept_place(guild)
        channel = self._bot.get_channel(old[0]) if old else None
        if not old or not isinstance(channel, discord.TextChannel):
            return False
        try:
            with speaking(await self._rendering.language(guild)):
                content = await self.kept_content(guild, channel.id)
            await channel.get_partial_message(old[1]).edit(**replies.edit_args(content))
        except discord.HTTPException as error:
            if await is_of_another(error, self._service):
                await self._note_place(guild)  # stored first: after a crash here there is none
                await self.post_in(channel)
            return not isinstance(error, discord.NotFound)
        return True

    async def answer_press(self, interaction: Interaction, guild: int, press: PlainPress) -> bool:
        """Post the message at the press of an admin, or remove it; returns whether it stands."""
        if posts := press.what == f"{self.field}:post":
            await self._post_here(interaction, guild)
        else:
            await self._remove(interaction, guild)
        return posts

    async def _post_here(self, interaction: Interaction, guild: int) -> None:
        """Post the message in the channel of a press, in place of the one that stands."""
        old, channel = await self.kept_place(guild), interaction.channel_id or 0
        check_post(interaction)
        with speaking(visit_of(interaction).language):
            content = await self.kept_content(guild, channel)
        count_post(interaction)
        await self._show_settings(interaction, channel)
        sent = await replies.show_to_all(interaction, content)
        await self._note_place(guild, channel, sent.message)
        await self._record(interaction, self.posted.act)
        await self._delete(guild, old)
        await replies.say(interaction, tr(self.posted.sentence))

    async def _remove(self, interaction: Interaction, guild: int) -> None:
        if old := await self.kept_place(guild):
            await self._note_place(guild)
            await self._record(interaction, self.removed.act)
        await self._show_settings(interaction)
        await replies.say(interaction, tr(self.removed.sentence))
        await self._delete(guild, old)

    async def _record(self, interaction: Interaction, what: ActKind) -> None:
        act = visit_of(interaction).act(what, self._service.now())
        await self._service.store.acts.put(act)

    async def _show_settings(self, interaction: Interaction, *at: int) -> None:
        """Show in the pressed settings whether there is a message to remove."""
        place: dict[str, Any] = {self.field: at}
        choices = replace(visit_of(interaction).server, **place)
        await replies.turn_into(interaction, self._settings.page_with(self.field, choices))

    async def _delete(self, guild: int, old: tuple[int, ...] | None) -> None:
        if old:
            with suppress(*replies.LOST):  # it may be deleted already
                place = self._bot.get_partial_messageable(old[0], guild_id=guild)
                await place.get_partial_message(old[1]).delete()


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
        pages=(mark("General"), mark("Moderation"), mark("News"), mark("Rewards")),
        settings=(
            _channel_setting(
                "channels",
                mark("Channels for the bot"),
                mark(
                    "Public posts go only there. Hosts of tournaments need the permission Create"
                    " Events."
                ),
                _MOST_CHANNELS,
            ),
            Setting(
                "switches",
                mark("Features"),
                _switch_items,
                _read_switches,
                mark("The menu says what each one does."),
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
                mark("Players can choose their own."),
            ),
            one_of(
                "language", mark("Language"), _language_names, mark("Of the messages that all see.")
            ),
            one_of(
                "open_challenges",
                mark("Open challenges of a player"),
                lambda _: {
                    n: trn("{count} challenge", "{count} challenges", n) for n in _OPEN_CHALLENGES
                },
                mark("How many may wait for an answer at the same time."),
                page=1,
            ),
            one_of(
                "presses_a_minute",
                mark("Rate limit of a player"),
                lambda _: {
                    n: trn("{count} press a minute", "{count} presses a minute", n)
                    for n in _PRESS_LIMITS
                },
                mark("Players who press more often wait for a moment."),
                page=1,
            ),
            _channel_setting(
                "daily_channel", mark("Channel for the daily challenge"), feature="daily", page=2
            ),
            one_of(
                "daily_hour",
                mark("Hour of the daily challenge"),
                lambda _: {hour: f"{hour}:00" for hour in range(24)},
                partial(_late_post_hint, now),
                feature="daily",
                page=2,
            ),
            one_of(
                "timezone",
                mark("Time zone of this server"),
                lambda own: {each: each.replace("_", " ") for each in (*_TIME_ZONES, own.timezone)},
                mark("For this hour, and for times that hosts type."),
                page=2,
            ),
            Setting(
                "greeting",
                mark("Message with all games"),
                lambda choices, _: _kept_items(
                    PlainPress("greeting:post"), PlainPress("greeting:remove"), choices.greeting
                ),
                lambda *_: None,
                mark("There is only one; posted again, it comes here."),
                feature="hub",
            ),
            Setting(
                "page",
                mark("Page of this server"),
                lambda choices, _: _kept_items(
                    PlainPress("page:post"), PlainPress("page:remove"), choices.page
                ),
                lambda *_: None,
                mark("It has all that `/server` shows. I keep it up to date; there is only one."),
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
                    "I ping it when something opens; in Discord, allow anyone to mention it."
                    " Without a role I write direct messages."
                ),
                page=2,
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
                mark("Rating for each of these roles"),
                _minimum_rating_items,
                _read_minimum_ratings,
                mark(
                    "The lowest number is for the lowest role. It takes 10 rated matches of a game;"
                    " players who hide their history get none."
                ),
                feature="club",
                page=3,
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


def _chosen_ids(choices: ServerChoices, field: str) -> tuple[int, ...]:
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
    """A setting for the channel where the bot posts something, or for up to ``most`` ones."""
    types = _CHANNEL_TYPES if most else _DAILY_CHANNEL_TYPES
    kind = discord.SelectDefaultValueType.channel

    def items(choices: ServerChoices, custom_id: str) -> list[Item]:
        chosen = _chosen_ids(choices, field)
        return [
            discord.ui.ChannelSelect(
                custom_id=custom_id,
                channel_types=types,
                placeholder=tr("All channels") if most else tr("Not posted"),
                min_values=0,
                max_values=most or 1,
                default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in chosen],
            )
        ]

    def read(_: ServerChoices, interaction: Interaction) -> Fields | None:
        """Channels of this server. Raises Denied for one in which the bot cannot post something."""
        values, guild = replies.selected_values(interaction), interaction.guild
        found = [guild.get_channel(read_number(each) or 0) for each in values] if guild else []
        channels = [each for each in found if each is not None and each.type in types]
        if not len(channels) == len(values) <= (most or 1):
            return None
        for each in () if most else channels:
            check_daily_channel(each)
        ids = tuple(each.id for each in channels)
        return {field: ids if most else next(iter(ids), 0)}

    return Setting(field, heading, items, read, hint, feature=feature, page=page)


def _late_post_hint(now: Callable[[], int], choices: ServerChoices) -> str:
    if not comes_late(day_of(now()), choices.daily_hour, time_zone(choices.timezone)):
        return ""
    return trn(
        "Less than {count} hour would be left then, so the next one is posted as it begins.",
        "Less than {count} hours would be left then, so the next one is posted as it begins.",
        LEAST_TIME_LEFT // HOUR,
    )


def _switch_items(choices: ServerChoices, custom_id: str) -> list[Item]:
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
    values = set(replies.selected_values(interaction))
    return {name: name in values for name in _SWITCHES} if values <= {*_SWITCHES} else None


def _language_names(_: ServerChoices) -> Mapping[Any, str]:
    names = {language: language_name(language) for language in LANGUAGES}
    return {None: tr("Same as the server itself"), **names}


def _minimum_rating_items(choices: ServerChoices, custom_id: str) -> list[Item]:
    options = [
        discord.SelectOption(label=str(each), value=str(each), default=each in choices.rating_from)
        for each in _MINIMUM_RATINGS
    ]
    most = _MOST_ROLES
    return [discord.ui.Select(custom_id=custom_id, min_values=0, max_values=most, options=options)]


def _read_minimum_ratings(_: ServerChoices, interaction: Interaction) -> Fields | None:
    values = [read_number(each) for each in replies.selected_values(interaction)]
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
    page: int = 3,
) -> Setting[ServerChoices]:
    """A setting for a role, or for up to ``most`` ones, the lowest first."""
    kind = discord.SelectDefaultValueType.role

    def items(choices: ServerChoices, custom_id: str) -> list[Item]:
        chosen = _chosen_ids(choices, field)
        return [
            discord.ui.RoleSelect(
                custom_id=custom_id,
                placeholder=tr("No role"),
                min_values=0,
                max_values=most or 1,
                default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in chosen],
            )
        ]

    def read(choices: ServerChoices, interaction: Interaction) -> Fields | None:
        """Roles of this server. Raises Denied for one that is not possible."""
        values, guild = replies.selected_values(interaction), interaction.guild
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


def _kept_items(post: PlainPress, remove: PlainPress, place: tuple[int, ...] | None) -> list[Item]:
    """The buttons for a message that a server has once, in a place or in none."""
    gone = not place
    return [
        discord.ui.Button(label=tr("Post it here"), custom_id=str(post)),
        discord.ui.Button(label=tr("Remove it"), custom_id=str(remove), disabled=gone),
    ]


@dataclass(eq=False)
class Greeting(KeptMessage):
    _hub: Hub

    field, duty = "greeting", GREETING_DUTY
    posted = _Change(mark("The message with all games is now in this channel."), ActKind.GREETED)
    removed = _Change(mark("The message with all games is removed."), ActKind.UNGREETED)

    async def kept_content(self, guild: int, _: int) -> Content:
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
        for channel in channels[:_MOST_CHANNELS_TRIED]:
            try:
                await self.post_in(channel)
            except replies.LOST as error:
                log.info("no greeting in channel %d: %s", channel.id, error)
                if not replies.surely_refused(error):
                    return
            else:
                return

    @answers(PlainPress, "greeting")
    async def _press_greeting(self, interaction: Interaction, press: PlainPress) -> None:
        await self.answer_press(interaction, admins_guild(interaction), press)


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
    open_to_all = [each for each in able if each.permissions_for(guild.default_role).view_channel]
    return [*greets, *(each for each in open_to_all if each not in greets)]


@dataclass(eq=False)
class PageMessage(KeptMessage):
    _page: ServerPage

    field, duty, every = "page", "page", 15 * 60
    posted = _Change(mark("The page of this server is now in this channel."), ActKind.PAGED)
    removed = _Change(mark("The page of this server is removed."), ActKind.UNPAGED)

    async def kept_content(self, guild: int, channel: int) -> Content:
        return await self._page.for_all(guild, channel)

    @answers(PlainPress, "page")
    async def _press_page(self, interaction: Interaction, press: PlainPress) -> None:
        guild = admins_guild(interaction)
        if await self.answer_press(interaction, guild, press):
            due = {self.duty: self._service.now() + self.every}
            await self._service.store.duties.put(str(guild), due, guild)
