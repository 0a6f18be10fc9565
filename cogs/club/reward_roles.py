"""Roles that a server gives to champions, medallists, players of divisions, and for ratings.

Who has earned a role follows from the records. The database remembers to whom the bot has given
one, so it takes it away again, also after a deletion of the player's data.
"""

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

import discord
from discord import Interaction
from discord.ext import commands

from cogs.club.server_page import ServerPage
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.replies import LOST, surely_refused
from cogs.frame.visit import is_seen_by_all
from prowlerbot.club import year
from prowlerbot.club.club_store import REWARD_DUTY, GivenRoles
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.errors import Denied
from prowlerbot.core.posts import Duty
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.profiles.leaderboard_store import Leaderboards
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Reader

log = logging.getLogger(__name__)

_LOOK_EVERY, _LOOK_SOON = 15 * 60, 60
"""Seconds to the next look, and to it if more roles wait."""
_CHANGES_AT_ONCE = 10
"""The most members whose roles one look changes."""
_COMPETITIONS_READ, _PLAYERS_READ = 20, 500
"""The latest competitions, and the best players of a game, that are read."""
_FEWEST_PLAYERS = 4
"""Players of a member's tournament at least, else two friends win a role from all others."""
_Tried = dict[tuple[int, int], int]
"""The time of the last attempt to change a role of a player."""
_MODERATING = discord.Permissions(
    administrator=True,
    manage_guild=True,
    manage_roles=True,
    manage_channels=True,
    manage_messages=True,
    manage_threads=True,
    manage_webhooks=True,
    manage_nicknames=True,
    manage_events=True,
    manage_expressions=True,
    kick_members=True,
    ban_members=True,
    moderate_members=True,
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
    _given: dict[int, year.Earned] = field(default_factory=dict[int, year.Earned], init=False)
    """The roles that members of a server should have, as known since the last look."""
    _tried: dict[int, _Tried] = field(default_factory=dict[int, "_Tried"], init=False)
    """The times of the last attempts in a server."""

    def __post_init__(self) -> None:
        self._notes = GivenRoles(self._service.store.database)
        self._ratings = Leaderboards(self._service.store.database)
        self._duty_loop.add_handler(REWARD_DUTY, self._update_roles, at_once=1)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Give a member back the roles that are lost: only a bar keeps a role away."""
        user, guild = interaction.user, interaction.guild
        if guild is None or not isinstance(user, discord.Member):
            return
        own = {role for role, player in self._given.get(guild.id, ()) if player == user.id}
        if not (lost := own - {each.id for each in user.roles}):
            return
        server = await self._service.server(guild.id)
        for role in filter(None, map(guild.get_role, lost)):
            if why_not_given(role, server) is None:
                with suppress(*LOST):
                    await user.add_roles(role)

    async def _update_roles(self, duty: Duty) -> int | None:
        """Give and take roles in a server; returns the time of the next look, if it gives any."""
        guild = self._client.get_guild(int(duty.subject))
        if guild is None or guild.unavailable:
            return self._service.now() + _LOOK_EVERY
        server = await self._service.server(guild.id)
        given = await self._known_given(guild)
        earned = await self._find_earned(guild.id, server)
        due = {each for each in given ^ earned if _is_giveable(guild, each[0], server)}
        known = self._tried.get(guild.id, {})
        tried = self._tried[guild.id] = {each: at for each, at in known.items() if each in due}
        for role, player in order_changes(due, tried)[:_CHANGES_AT_ONCE]:
            tried[role, player] = self._service.now()
            if (known_role := guild.get_role(role)) is not None:
                await self._change(known_role, player, gives=(role, player) in earned)
        self._given[guild.id] = earned & await self._notes.roles_in(guild.id)
        if not (roles_of(server) or given):
            return None
        return self._service.now() + (_LOOK_SOON if due - {*tried} else _LOOK_EVERY)

    async def _known_given(self, guild: discord.Guild) -> set[tuple[int, int]]:
        """The roles that the bot has given, without those that are deleted: it forgets these."""
        given = await self._notes.roles_in(guild.id)
        deleted = {role for role, _ in given if guild.get_role(role) is None}
        for role in sorted(deleted):
            await self._notes.forget_role(guild.id, role)
        return {(role, player) for role, player in given if role not in deleted}

    async def _change(self, role: discord.Role, player: int, *, gives: bool) -> None:
        guild = role.guild
        try:
            member = await guild.fetch_member(player)
            await (member.add_roles if gives else member.remove_roles)(role)
        except LOST as error:
            log.info("a role in server %d stays as it is: %s", guild.id, error)
            if gives or not surely_refused(error):  # they have left: it comes with a later look
                return
        await self._notes.note_role(guild.id, role.id, player, given=gives)

    async def _find_earned(self, guild: int, server: ServerChoices) -> year.Earned:
        """The roles of the admins that players have earned, without those whom no list names."""
        earned: year.Earned = set()
        if server.champion_role or server.medal_role or server.division_roles:
            ended = await self._find_latest(guild, ended=True)
            earned |= {(server.champion_role, player) for player in year.series_champions(ended)}
            earned |= {(server.medal_role, player) for player in year.last_medallists(ended)}
            running = await self._find_latest(guild, ended=False)
            earned |= year.earned_by_division(running, ended, server.division_roles)
        if server.rating_roles:
            reader, now = Reader(0, guild), self._service.now()
            boards = [
                await self._ratings.read_leaderboard(
                    reader, game, 0, only_here=True, size=_PLAYERS_READ, now=now
                )
                for game in self._service.games
            ]
            rated = [each for board in boards for each in board.shown]
            earned |= year.earned_by_rating(rated, server.rating_roles, server.rating_from)
        named = await self._page.named_players(guild, {player for _, player in earned})
        return {(role, player) for role, player in earned if role and player in named}

    async def _find_latest(self, guild: int, *, ended: bool) -> list[Stored]:
        if ended:
            found = await self._competitions.ended_of_series(guild, _COMPETITIONS_READ)
        else:
            found = await self._competitions.of_guild(guild, most=_COMPETITIONS_READ)
        return [each for each in found if not each.by_member or self._is_open_enough(each)]

    def _is_open_enough(self, stored: Stored) -> bool:
        """Whether all members could enter a member's competition, and enough of them have."""
        enough = len(stored.course.players) >= _FEWEST_PLAYERS
        return enough and is_seen_by_all(self._client, stored.guild, stored.channel)


def roles_of(server: ServerChoices) -> list[int]:
    """The roles that the admins of a server let the bot give, by itself or by a button."""
    own = server.champion_role, server.medal_role, server.told_role
    return [each for each in (*own, *server.division_roles, *server.rating_roles) if each]


def _is_giveable(guild: discord.Guild, role: int, server: ServerChoices) -> bool:
    """Whether the bot can give and take a role; settings and the doctor tell why it cannot."""
    known = guild.get_role(role)
    return known is not None and why_not_given(known, server) is None


def order_changes(due: Iterable[tuple[int, int]], tried: _Tried) -> list[tuple[int, int]]:
    """The roles to change longest untried first, so that a player who has left delays no others."""
    return sorted(due, key=lambda each: (tried.get(each, 0), each))


def why_not_given(role: discord.Role, server: ServerChoices) -> Denied | None:
    """The reason why the bot must not or cannot give a role; None if it can."""
    own, name = role.guild.me, role.name
    if role.is_default() or role.managed:
        return Denied("Discord gives the role “{role}” by itself; choose another one.", role=name)
    if role.id == server.moderators or role.permissions.value & _MODERATING.value:
        return Denied("The role “{role}” may moderate, so I do not give it.", role=name)
    if not own.guild_permissions.manage_roles:
        return Denied("I lack the permission Manage Roles, so I cannot give “{role}”.", role=name)
    if role >= own.top_role:
        return Denied("The role “{role}” is above my own; put mine above it.", role=name)
    return None
