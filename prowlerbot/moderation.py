"""Acts of moderators about one player or one match. Each act is stored together with its effect.

A bar is stored first. Then a duty takes the player out of all open matches and competitions of the
server, so a crash in between loses nothing.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

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
LOOK_AGAIN = 60
"""Seconds after which the duty of a bar looks again, for matches that were just about to begin."""


@dataclass(eq=False)
class Moderation:
    _service: Service
    _competitions: Competitions

    async def end_match(self, match: Match, act: Act) -> Match:
        """End a match without a result, or withdraw it before it has begun."""
        transition = end_by_moderator if match.phase is Phase.PLAYING else withdraw_by_moderator
        noted = partial(put_act, act=act)
        return await self._service.apply(match, transition, act.actor.id, act.reason, also=noted)

    async def bar_player(self, bar: Bar, act: Act, also_noted: Sequence[Act] = ()) -> None:
        """Bar a player. Raises Denied if the bar saves the moderator from a loss or a rival."""
        by, player = act.actor.id, Player(bar.player, bar.name)
        for match_id in await self._service.store.bars.open_matches(bar.guild, bar.player):
            match = await self._service.match(match_id)
            if match.phase is Phase.PLAYING and by in match.people:
                raise Denied(
                    "You play against {player} in match {match}. End that match first, or ask"
                    " another moderator.",
                    player=player,
                    match=match_id,
                )

        def also(db: Work) -> None:
            note_bar_as_act(db, bar.guild, player, by)
            remove_from_queue(db, player=bar.player, guild=bar.guild)
            for each in also_noted:
                put_act(db, each)

        await self._service.store.bars.put_bar(bar, act, also)

    async def lift_bar(self, guild: int, player: int, act: Act) -> bool:
        """Lift a bar; False without one. Raises Denied for a moderator with an interest there."""
        competitions, moderator = self._competitions, act.actor.id
        out = list[Stored]()
        for stored in await competitions.of_guild(guild):
            seasons = [*await competitions.previous_seasons(stored), stored.competition]
            if competition_changes.is_out_by_bar(seasons, player):
                out.append(stored)
        barred = Player(player, act.target.name)
        for stored in out:
            await competitions.check_no_interest(stored, moderator, BOTH_ENTERED, player=barred)
        pardon = partial(competition_changes.pardon_player, by=moderator)
        for stored in out:
            with suppress(Stale):  # it has ended meanwhile
                await competitions.apply(stored.id, pardon, player, by=moderator)
        return await self._service.store.bars.lift_bar(guild, player, act)

    async def hosted_tournaments(
        self, guild: int, host: int, by: int
    ) -> tuple[list[Stored], list[Stored]]:
        """A host's running tournaments: those that a moderator can cancel, and those entered."""
        free, entered = list[Stored](), list[Stored]()
        for stored in await self._competitions.of_guild(guild):
            if stored.host == host and stored.format.kind is CompetitionKind.TOURNAMENT:
                known = await self._competitions.as_known(stored, by)
                (free if competition_changes.may_cancel(known, by) else entered).append(stored)
        return free, entered

    async def cancel_hosted(self, guild: int, host: int, by: int) -> list[Stored]:
        """Cancel the tournaments of a host who is barred, at the wish of a moderator."""
        if not await self._service.store.bars.barred_players(guild, (host,), self._service.now()):
            raise Denied(NOT_BARRED)
        cancelled = list[Stored]()
        for stored in (await self.hosted_tournaments(guild, host, by))[0]:
            with suppress(Denied):  # it has ended, or the moderator has just entered it
                cancelled.append(await self._competitions.cancel(stored.id, by=Actor(by, "admin")))
        if not cancelled:
            raise Stale("This competition is over.")
        return cancelled

    async def count_removals(self, guild: int, player: int) -> tuple[list[str], int]:
        """The matches, and the number of competitions, that a bar takes a player out of."""
        matches = await self._service.store.bars.open_matches(guild, player)
        running = await self._competitions.of_guild(guild)
        removable = (competition_changes.removable_players(each.competition) for each in running)
        return matches, sum(player in each for each in removable)

    async def take_out_everywhere(self, guild: int, player: int) -> tuple[list[str], int | None]:
        """Take a barred player out of all open matches and competitions of a server. Returns the
        changed matches, and the time of the next look.
        """
        store, now = self._service.store.bars, self._service.now()
        bar = await store.bar_among(await store.bars_of_guild(guild, now), player, now)
        if bar is None:
            return [], None
        changed: list[str] = []
        for stored in await self._competitions.of_guild(guild):
            with suppress(Denied):  # it is over, or they take no part
                await self._competitions.apply(stored.id, competition_changes.remove_barred, player)
        house = Housekeeping(self._service)
        for match_id in await store.open_matches(guild, player):
            async with house.sparing(match_id):
                with suppress(Stale):
                    await self._service.apply(match_id, take_out_barred, player, bar.reason)
                    changed.append(match_id)
        again = bar.since + LOOK_AGAIN
        return changed, again if now < again else None
