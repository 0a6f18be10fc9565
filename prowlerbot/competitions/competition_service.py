"""Competitions as the bot serves them, with the steps that people take.

``competition_step_service`` has the steps that the bot takes; ``competition_change_service`` stores
a change.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_player_store import check_entries, concerns, take_place
from prowlerbot.competitions.competition_record import Competition, Terms, check_terms, check_words
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_store import CompetitionPosts, Stored
from prowlerbot.competitions.course import By, Words
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match import agreements, closing
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.storage.act_store import check_not_barred
from prowlerbot.storage.engines.database import Work

PAIR = 2
"""The players of some matches in every format, so a game needs seats for so many."""


class Competitions(CompetitionSteps):
    async def create(
        self,
        terms: Terms,
        *,
        name: str,
        guild: int,
        channel: int,
        host: int,
        pace: int,
        text: str = "",
        options: Mapping[str, str] | None = None,
        pause: int = 0,
        admin: bool = False,
    ) -> Stored:
        """Create a competition without players.

        With a ``pause`` the next season of a league follows after so many seconds. An ``admin``
        manages the server, and hosts more competitions at once than others.
        """
        check_terms(terms, pace, self.service.now())
        check_words(name, text)
        self._check_game(terms, options or {})
        if terms.every:
            timezone = (await self.service.server(guild)).timezone
            terms = replace(terms, first=terms.starts, zone=timezone)
        while True:
            new_id = self.new_id()
            new = Stored(
                id=new_id,
                competition=Competition(terms),
                name=name,
                text=text,
                guild=guild,
                channel=channel,
                host=host,
                created_at=self.service.now(),
                options=dict(options or {}),
                pace=pace,
                series=new_id,
                pause=pause,
                by_member=not admin,
            )
            if await self.store.add(new, partial(take_place, new=new)):
                return new

    def _check_game(self, terms: Terms, options: Mapping[str, str]) -> None:
        """Raise Denied if the game has not that many seats, or cannot use these options."""
        game = self.service.games[terms.game]
        if PAIR not in game.seats:
            raise Denied(
                "A competition can pair two players, and {game} is not for two.", game=game.title
            )
        if terms.table not in game.seats:
            raise Denied("{game} is not for {count} players.", game=game.title, count=terms.table)
        for count in range(game.seats.start, terms.table + 1):
            if count > 1:
                game.setup(random.Random(0), count, options)

    async def enter(self, competition_id: str, player: Player) -> Stored:
        """Enter a player with their present rating; an open check-in counts them as checked in."""
        stored = await self.get(competition_id)
        course = stored.competition.course
        if course.began and course.all_meet and not stored.pause:  # no season follows
            raise Denied("This competition has begun, so nobody can enter any more.")
        previous = await self.previous_seasons(stored, player.id)
        rating = await self.rating_of(stored.competition.terms.game, player.id)
        known = await self.as_known(stored, player.id)
        is_ladder = stored.format.lets_back and stored.format.has_seasons
        again = is_ladder and known is not stored.competition

        def transition(before: Competition, now: int) -> Competition:
            after = competition_steps.enter(before, player.id, rating, now, previous, again=again)
            course = after.course
            is_open = course.called is not None and course.began is None
            return competition_steps.check_in(after, player.id, now) if is_open else after

        def limits(db: Work) -> None:
            check_not_barred(db, stored.guild, player.id, self.service.now())
            check_entries(db, stored, player=player.id, again=again)

        return await self.apply(
            competition_id, transition, by=player.id, entrant=player, limits=limits
        )

    async def leave(self, competition_id: str, player: int) -> Stored:
        """Take a player out at their own wish; they lose the matches in which they have moved."""
        stored = await self.get(competition_id)
        competition_steps.only_before_the_end(stored.competition)
        for pairing in stored.competition.course.open:
            if player in pairing.players and pairing.pairing in stored.matches:
                await self._resign(stored.matches[pairing.pairing], player)
        return await self.apply(competition_id, competition_steps.withdraw, player)

    async def _resign(self, match_id: str, player: int) -> None:
        """Resign a match in which the player has moved, so that it does not count as forfeited."""

        def transition(match: Match, context: Context) -> Match:
            if match.seat_of(player) not in closing.moved(match):
                raise Stale("No move has been made yet.")
            return agreements.resign(match, context, player)

        async with self.housekeeping.sparing(match_id):
            await self.service.apply(match_id, transition)

    async def rename(
        self,
        competition_id: str,
        name: str | None = None,
        text: str | None = None,
        *,
        role: By = "host",
    ) -> Stored:
        """Give a competition another name and text, which may be empty; None changes nothing."""
        check_words(name or "", text or "")
        given: dict[Words, str | None] = {"name": name, "text": text}
        changed = [each for each, words in given.items() if words is not None]
        change = partial(competition_steps.change_words, new=bool(name or text), role=role)
        fields = {str(each): given[each] for each in changed}
        return await self.apply(competition_id, change, changed, fields=fields)

    async def lose_channel(self, competition_id: str) -> Stored:
        """Hold a competition whose channel is deleted, or a league that no server takes part in."""
        with suppress(Stale):  # it has ended, or is held already
            await self.apply(competition_id, competition_steps.lose)
        return await self.get(competition_id)

    async def find_channel(self, stored: Stored) -> Stored:
        """Let a held competition go on where the bot sees its channel again."""
        if not stored.competition.course.lost_at:
            return stored
        with suppress(Stale):
            return await self.apply(stored.id, competition_steps.find)
        return await self.get(stored.id)

    async def look_for_servers(self, competition_id: str) -> Stored:
        """Hold a league of all servers that no server takes part in, and let it go on once one
        does.
        """
        stored = await self.get(competition_id)
        if await self.servers.channels_of(stored.series):
            return await self.find_channel(stored)
        return await self.lose_channel(competition_id)

    async def move(
        self, competition_id: str, channel: int, *, by: int = 0, for_all: bool = False
    ) -> Stored:
        """Bring a competition to another channel of its server, where its messages come again, at
        the wish of a user. ``for_all`` says that all members see that channel.
        """
        stored = await self.get(competition_id)
        if not (stored.course.lost_at and for_all):
            await self.check_no_interest(stored, by)
        change = partial(competition_steps.move, by=by, for_all=for_all)
        moved = await self.apply(competition_id, change, by=by, fields={"channel": channel})
        posts = CompetitionPosts(self.service.store.database)
        await posts.move_to_channel(competition_id, "", channel)
        return moved

    async def check_no_interest(
        self, stored: Stored, user: int, why: str = competition_steps.HAS_INTEREST, **named: Player
    ) -> None:
        """Raise Denied for a user with an interest in a competition, also by its last season."""
        if await self.service.store.database.look(lambda db: concerns(db, stored, user)):
            raise Denied(why, **named)

    async def remove(
        self, competition_id: str, player: int, *, by: int = 0, role: By = "host"
    ) -> Stored:
        """Take a player out at the wish of a user in a role."""
        await self.check_no_interest(await self.get(competition_id), by)
        return await self.apply(
            competition_id, partial(competition_steps.remove, by=by, role=role), player, by=by
        )

    async def prolong(
        self, competition_id: str, until: int, *, by: int = 0, role: By = "host"
    ) -> Stored:
        """Set another end of the rounds that are being played."""
        change = partial(competition_steps.prolong, by=by, role=role)
        return await self.apply(competition_id, change, until, by=by)

    async def end_round(self, competition_id: str, *, by: int = 0, role: By = "host") -> Stored:
        """End the rounds that are being played; the clocks decide unfinished matches.

        A person chose the moment, so these matches count for no rating, and a player whose own
        clock still ran is not taken out.
        """
        await self.apply(
            competition_id, partial(competition_steps.end_round, by=by, role=role), by=by
        )
        return await self.step(competition_id, can_post=False) or await self.get(competition_id)

    async def cancel(self, competition_id: str, *, by: int = 0, role: By = "") -> Stored:
        """End a competition early, at the wish of a user in a role or because its channel is gone.

        Its matches go on by themselves, except for those of players who have left it.
        """
        stored = await self.get(competition_id)
        competition_steps.only_before_the_end(stored.competition)
        await self._leave_matches(stored)
        cancel = partial(competition_steps.cancel, by=by, role=role)
        return await self.apply(competition_id, cancel, by=by)
