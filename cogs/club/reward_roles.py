"""Roles that a server gives to champions, medallists, players of divisions, and for ratings.

Who has earned a role follows from the records. The database remembers to whom the bot has given
one, so it takes it away again, also after a deletion of the player's data.
"""

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import discord
from discord import Interaction
from discord.ext import commands

from cogs.club.server_page import ServerPage
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.replies import LOST, is_refusal
from cogs.frame.visit import is_seen_by_all
from prowlerbot import club
from prowlerbot.club_store import REWARD_DUTY, GivenRoles
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.errors import Denied
from prowlerbot.core.posts import Duty
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.profiles_store import Leaderboards
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Reader

log = logging.getLogger(__name__)

_UPDATE_SECONDS, _EARLY_UPDATE_SECONDS = 15 * 60, 60  # to the next update; early if changes wait
_MAX_CHANGES = 10  # changes of roles in an update
_MAX_COMPETITIONS, _MAX_PLAYERS = 20, 500  # the latest, and the best of a game, that are read
_MIN_PLAYERS = 4  # of a member's tournament, else two friends win a role from all others
_Attempts = dict[tuple[int, int], int]  # the epoch seconds of the last change, by role and player
_MODERATING = discord.Permissions.elevated() | discord.Permissions(
    manage_nicknames=True,
    manage_events=True,
    mute_members=True,
    deafen_members=True,
    move_members=True,
    mention_everyone=True,
    view_audit_log=True,
)


@dataclass(eq=False)
class RewardRoles(commands.Cog):
    _client: discord.Client
    _service: Service
    _competitions: Competitions
    _page: ServerPage
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._last_roles = dict[int, club.Earned]()  # by server, as of the last update
        self._attempts = dict[int, _Attempts]()  # the last attempts by server
        self._given_roles = GivenRoles(self._service.store.database)
        self._leaderboards = Leaderboards(self._service.store.database)
        self._duty_loop.add_handler(REWARD_DUTY, self._update_roles, at_once=1)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Give a member back the roles that are lost: only a bar keeps a role away."""
        user, guild = interaction.user, interaction.guild
        if guild is None or not isinstance(user, discord.Member):
            return
        last_roles = self._last_roles.get(guild.id, ())
        due_roles = {role for role, player in last_roles if player == user.id}
        if not (lost_roles := due_roles - {role.id for role in user.roles}):
            return
        server = await self._service.server(guild.id)
        for role in filter(None, map(guild.get_role, lost_roles)):
            if giving_refusal(role, server) is None:
                with suppress(*LOST):
                    await user.add_roles(role)

    async def _update_roles(self, duty: Duty) -> int | None:
        """Give and take roles in a server; returns the time of the next update, if any."""
        guild = self._client.get_guild(int(duty.subject))
        if guild is None or guild.unavailable:
            return self._service.now() + _UPDATE_SECONDS
        server = await self._service.server(guild.id)
        given = await self._forget_deleted(guild)
        earned = await self._find_earned(guild.id, server)
        changes = {change for change in given ^ earned if _can_give(guild, change[0], server)}
        latest = self._attempts.get(guild.id, {})
        attempts = {change: at for change, at in latest.items() if change in changes}
        self._attempts[guild.id] = attempts
        for role_id, player in order_changes(changes, attempts)[:_MAX_CHANGES]:
            attempts[role_id, player] = self._service.now()
            if (role := guild.get_role(role_id)) is not None:
                await self._change_role(role, player, gives=(role_id, player) in earned)
        self._last_roles[guild.id] = earned & await self._given_roles.roles_in(guild.id)
        if not (roles_of(server) or given):
            return None
        pause = _EARLY_UPDATE_SECONDS if changes - {*attempts} else _UPDATE_SECONDS
        return self._service.now() + pause

    async def _forget_deleted(self, guild: discord.Guild) -> set[tuple[int, int]]:
        """Forget the roles that are deleted; returns the others that the bot has given."""
        given = await self._given_roles.roles_in(guild.id)
        deleted = {role for role, _ in given if guild.get_role(role) is None}
        for role in sorted(deleted):
            await self._given_roles.forget_role(guild.id, role)
        return {(role, player) for role, player in given if role not in deleted}

    async def _change_role(self, role: discord.Role, player: int, *, gives: bool) -> None:
        """Give a role to a player, or take it away; a refusal leaves it for a later update."""
        guild = role.guild
        try:
            member = await guild.fetch_member(player)
            await (member.add_roles if gives else member.remove_roles)(role)
        except LOST as error:
            log.info("a role in server %d stays as it is: %s", guild.id, error)
            if gives or not is_refusal(error):  # a later update tries again
                return
        await self._given_roles.note_role(guild.id, role.id, player, given=gives)

    async def _find_earned(self, guild: int, server: ServerChoices) -> club.Earned:
        """The earned roles of all players that lists of the server may name."""
        earned: club.Earned = set()
        if server.champion_role or server.medal_role or server.division_roles:
            ended = await self._find_latest(guild, ended=True)
            earned |= {(server.champion_role, player) for player in club.series_champions(ended)}
            earned |= {(server.medal_role, player) for player in club.last_medallists(ended)}
            running = await self._find_latest(guild, ended=False)
            earned |= club.earned_by_division(running, ended, server.division_roles)
        if server.rating_roles:
            reader, now = Reader(0, guild), self._service.now()
            read = partial(self._leaderboards.read_leaderboard, only_here=True, now=now)
            standings = [
                standing
                for game in self._service.games
                for standing in (await read(reader, game, 0, size=_MAX_PLAYERS)).shown
            ]
            earned |= club.earned_by_rating(standings, server.rating_roles, server.rating_from)
        listable = await self._page.listable_players(guild, {player for _, player in earned})
        return {(role, player) for role, player in earned if role and player in listable}

    async def _find_latest(self, guild: int, *, ended: bool) -> list[Stored]:
        if ended:
            found = await self._competitions.ended_of_series(guild, _MAX_COMPETITIONS)
        else:
            found = await self._competitions.of_guild(guild, most=_MAX_COMPETITIONS)
        return [stored for stored in found if not stored.by_member or self._is_open_contest(stored)]

    def _is_open_contest(self, stored: Stored) -> bool:
        """Whether all members could enter a member's competition, and enough of them have."""
        has_enough = len(stored.course.players) >= _MIN_PLAYERS
        return has_enough and is_seen_by_all(self._client, stored.guild, stored.channel)


def roles_of(server: ServerChoices) -> list[int]:
    """The roles that the bot gives in a server, as rewards or by a button, by its settings."""
    single = server.champion_role, server.medal_role, server.told_role
    return [*filter(None, (*single, *server.division_roles, *server.rating_roles))]


def _can_give(guild: discord.Guild, role: int, server: ServerChoices) -> bool:
    """Whether the bot can give and take a role; settings and the doctor tell the reason if not."""
    known_role = guild.get_role(role)
    return known_role is not None and giving_refusal(known_role, server) is None


def order_changes(changes: Iterable[tuple[int, int]], attempts: _Attempts) -> list[tuple[int, int]]:
    """The changes, the oldest attempts first, so that a player who has left delays no others."""
    return sorted(changes, key=lambda change: (attempts.get(change, 0), change))


def giving_refusal(role: discord.Role, server: ServerChoices) -> Denied | None:
    """The reason against giving a role: its power, or Discord's limits; None if there is none."""
    bot, name = role.guild.me, role.name
    if role.is_default() or role.managed:
        return Denied("Discord gives the role “{role}” by itself; choose another one.", role=name)
    if role.id == server.moderators or role.permissions.value & _MODERATING.value:
        return Denied("The role “{role}” may moderate, so I do not give it.", role=name)
    if not bot.guild_permissions.manage_roles:
        return Denied("I lack the permission Manage Roles, so I cannot give “{role}”.", role=name)
    if role >= bot.top_role:
        return Denied("The role “{role}” is above my own; put mine above it.", role=name)
    return None
