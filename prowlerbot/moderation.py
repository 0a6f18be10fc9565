"""Acts of moderators about one player or one match. Each act is stored together with its effect.

A bar is stored first. Then a duty takes the player out of all open matches and competitions of the
server, so a crash in between loses nothing.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from prowlerbot.competitions import competition_changes
from prowlerbot.competitions.competition_player_store import BOTH_ENTERED, note_bar_as_act
from prowlerbot.competitions.competition_record import CompetitionKind, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.course import Actor
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import Act, Bar
from prowlerbot.finding.finding_store import remove_from_queue
from prowlerbot.match.closing import end_by_moderator, take_out_barred, withdraw_by_moderator
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.act_store import put_act
from prowlerbot.storage.engines.database import Work

NOT_BARRED = mark("Nobody of this name is barred here; choose one of the suggestions.")
_RECHECK_SECONDS = 60
"""Seconds after which the duty of a bar looks again, for matches that were just about to begin."""


class HostedTournaments(NamedTuple):
    """A host's tournaments: those that a moderator can cancel, and those that they have entered."""

    cancellable: list[Stored]
    entered: list[Stored]


@dataclass(eq=False)
class Moderation:
    _service: Service
    _competitions: Competitions

    async def end_match(self, match: Match, act: Act) -> Match:
        """End a match without a result, or withdraw it before it has begun."""
        transition = end_by_moderator if match.phase is Phase.PLAYING else withdraw_by_moderator
        note = partial(put_act, act=act)
        return await self._service.apply(match, transition, act.actor.id, act.reason, extra=note)

    async def bar_player(self, bar: Bar, act: Act, further_acts: Sequence[Act] = ()) -> None:
        """Bar a player. Raises Denied if the bar saves the moderator from a loss or a rival."""
        moderator, player = act.actor.id, Player(bar.player, bar.name)
        for match_id in await self._service.store.bars.open_matches(bar.guild, bar.player):
            match = await self._service.match(match_id)
            if match.phase is Phase.PLAYING and moderator in match.people:
                raise Denied(
                    "You play against {player} in match {match}. End that match first, or ask"
                    " another moderator.",
                    player=player,
                    match=match_id,
                )

        def add_effects(db: Work) -> None:
            note_bar_as_act(db, bar.guild, player, moderator)
            remove_from_queue(db, player=bar.player, guild=bar.guild)
            for act_ in further_acts:
                put_act(db, act_)

        await self._service.store.bars.put_bar(bar, act, add_effects)

    async def lift_bar(self, guild: int, player: int, act: Act) -> bool:
        """Lift a bar; False without one. Raises Denied for a moderator with an interest there."""
        competitions, moderator = self._competitions, act.actor.id
        barred_from = list[Stored]()
        for stored in await competitions.of_guild(guild):
            seasons = [*await competitions.previous_seasons(stored), stored.competition]
            if competition_changes.is_out_by_bar(seasons, player):
                barred_from.append(stored)
        person = Player(player, act.target.name)
        for stored in barred_from:  # all of them, before the first pardon
            await competitions.check_no_interest(stored, moderator, BOTH_ENTERED, player=person)
        pardon = partial(competition_changes.pardon_player, by=moderator)
        for stored in barred_from:
            with suppress(Stale):  # it has ended meanwhile
                await competitions.apply(stored.id, pardon, player, by=moderator)
        return await self._service.store.bars.lift_bar(guild, player, act)

    async def hosted_tournaments(self, guild: int, host: int, moderator: int) -> HostedTournaments:
        hosted = HostedTournaments([], [])
        for stored in await self._competitions.of_guild(guild):
            if stored.host == host and stored.format.kind is CompetitionKind.TOURNAMENT:
                known = await self._competitions.as_known(stored, moderator)
                may_cancel = competition_changes.may_cancel(known, moderator)
                (hosted.cancellable if may_cancel else hosted.entered).append(stored)
        return hosted

    async def cancel_hosted(self, guild: int, host: int, moderator: int) -> list[Stored]:
        """Cancel the tournaments of a host who is barred, at the wish of a moderator."""
        if not await self._service.store.bars.barred_players(guild, (host,), self._service.now()):
            raise Denied(NOT_BARRED)
        cancelled, admin = list[Stored](), Actor(moderator, "admin")
        for stored in (await self.hosted_tournaments(guild, host, moderator)).cancellable:
            with suppress(Denied):  # it has ended, or the moderator has just entered it
                cancelled.append(await self._competitions.cancel(stored.id, by=admin))
        if not cancelled:
            raise Stale("This competition is over.")
        return cancelled

    async def count_removals(self, guild: int, player: int) -> tuple[list[str], int]:
        """The ids of matches, and the number of competitions, that a bar takes a player out of."""
        matches = await self._service.store.bars.open_matches(guild, player)
        running = await self._competitions.of_guild(guild)
        removable = (competition_changes.removable_players(each.competition) for each in running)
        return matches, sum(player in players for players in removable)

    async def take_out_everywhere(self, guild: int, player: int) -> tuple[list[str], int | None]:
        """Take a barred player out of all open matches and competitions of a server. Returns the
        ids of the changed matches, and the time of the next look; None for no further one.
        """
        bars, now = self._service.store.bars, self._service.now()
        bar = await bars.bar_among(await bars.bars_of_guild(guild, now), player, now)
        if bar is None:
            return [], None
        changed: list[str] = []
        for stored in await self._competitions.of_guild(guild):
            with suppress(Denied):  # it is over, or they take no part
                await self._competitions.apply(stored.id, competition_changes.remove_barred, player)
        housekeeping = Housekeeping(self._service)
        for match_id in await bars.open_matches(guild, player):
            async with housekeeping.isolating(match_id):
                with suppress(Stale):  # it has ended, or they have just left it
                    await self._service.apply(match_id, take_out_barred, player, bar.reason)
                    changed.append(match_id)
        recheck_at = bar.since + _RECHECK_SECONDS
        return changed, recheck_at if now < recheck_at else None
