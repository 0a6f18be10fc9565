"""Matches before they begin: challenges and their answers, seats, rematches, playing on.

The pure transitions are in ``match/lobby``; here they meet the store.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from prowlerbot.core.errors import Denied
from prowlerbot.core.posts import NO_PERSON, Act, ActKind, Person
from prowlerbot.match import lobby
from prowlerbot.match.match import Context, Level, Match, Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Board, PostPlace
from prowlerbot.match.terms import Terms
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import check_not_barred
from prowlerbot.storage.act_store import put_act
from prowlerbot.storage.boards import put_chat_place
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Work
from prowlerbot.storage.player_matches import check_alone

DEFAULT_TERMS = Terms()


class RematchExists(Denied):
    """``match`` is the challenge, or the match, that is already the rematch."""

    def __init__(self, match: str) -> None:
        super().__init__("The rematch is already here: match {match}.", match=match)
        self.match = match


class Destination(NamedTuple):
    """The place where a new challenge is about to be posted, and the limit of its host there."""

    max_unanswered: int | None = None
    """The most unanswered challenges of the host; None for no limit."""
    place: PostPlace | None = None
    chat: int = 0
    """The chat of the host with the bot, if nobody else may see the match."""


UNPOSTED = Destination()


@dataclass(eq=False)
class Lobby:
    """The changes of matches before they begin that take more than a transition."""

    _service: Service

    async def make_challenge(
        self,
        game: str,
        players: Sequence[Player],
        options: Mapping[str, str],
        terms: Terms = DEFAULT_TERMS,
        to: Destination = UNPOSTED,
        *,
        rematch_of: str | None = None,
    ) -> Match:
        """Make a challenge, once for ``rematch_of``. If nobody needs to accept, as against the
        machine only, the match begins at once. Raises RematchExists.
        """

        def make(new_id: str, now: int) -> Match:
            rules = self._service.games[game]
            match = lobby.make_challenge(new_id, rules, players, options, terms=terms, now=now)
            if not lobby.is_complete(match):
                # A set-up that cannot be drawn is refused now, not when the last player joins.
                rules.setup(random.Random(0), len(players), options)
            return match

        return await self._store_challenge(make, to, rematch_of)

    async def _store_challenge(
        self, make: Callable[[str, int], Match], to: Destination, rematch_of: str | None = None
    ) -> Match:
        """Store what ``make`` makes. Raises RematchExists, and Denied for too many challenges."""
        store, max_unanswered = self._service.store, to.max_unanswered
        while True:
            new_match = make(self._service.new_id(), self._service.now())
            match = await self._check_new(new_match, to.place)
            if lobby.is_complete(match):
                # It begins in the same transaction, so a crash cannot separate the two.
                context, max_unanswered = self._service.context(match), None
                match = lobby.begin_match(match, context._replace(now=match.created_at))
            due = self._service.facts.stopwatch_duty(match)
            extra = partial(_store_with_match, match=match, due=due, chat=to.chat)
            if await store.add_new(match, max_unanswered, rematch_of, to.place, extra):
                return match
            earlier = await store.living_rematch(rematch_of) if rematch_of else None
            if earlier is not None:
                raise RematchExists(earlier)

    async def _check_new(self, match: Match, place: PostPlace | None) -> Match:
        """A new match, rated or not as its players allow. Raises Denied if it must not be made."""
        if match.origin is None:
            is_first = await self._is_first_of(match, match.people)
            match = lobby.rated_unless_first(match, is_first=is_first)
        elif match.has_machine:
            await self._service.fair_help.check_may_help(match)
        host, guild = match.player(match.challenger), place.guild if place is not None else 0
        await self._service.check_together(host.id, match.players)
        store, now = self._service.store, self._service.now()
        await check_not_barred(store, guild, match.players, host.id, now)
        return match

    async def join_match(self, known: Match, player: Player) -> Match:
        """Take a seat of a match that has not begun, with the player's choice for it."""
        is_first = await self._is_first_of(known, {*known.people, player.id})

        def transition(match: Match, context: Context) -> Match:
            rated = lobby.rated_unless_first(match, is_first=is_first)
            return lobby.join_match(rated, context, player)

        return await self._service.apply(known, transition)

    async def note_welcome(self, match: Match, user: int) -> bool:
        """Note the welcome to a user's first match of a game; False if it is not the first."""
        store, welcomed = self._service.store, (await self._service.player(user)).welcomed
        is_first = bool(await store.newcomers(match.game, [user], match.id))
        if match.game in welcomed or not is_first:
            return False
        await store.choices.change(PlayerChoices, user, welcomed=(*welcomed, match.game))
        return True

    async def newcomer_seats(self, match: Match) -> set[int]:
        """The seats of players in their first match, if that makes it a friendly one."""
        if match.terms.rated or not match.terms.first_friendly:
            return set()
        newcomers = await self._service.store.newcomers(match.game, match.people, match.id)
        return {seat for seat in match.seats if match.player(seat).id in newcomers}

    async def _is_first_of(self, match: Match, users: Collection[int]) -> bool:
        """Whether it is the first match of any of these users, if that makes a difference."""
        if not match.terms.first_friendly:
            return False
        return bool(await self._service.store.newcomers(match.game, users, match.id))

    async def leave(self, known: Match, user: int) -> Match:
        """Leave a match that has not begun. It may be rated again without a newcomer."""
        is_first = await self._is_first_of(known, known.people - {user})

        def transition(match: Match, context: Context) -> Match:
            return lobby.rated_unless_first(lobby.leave(match, context, user), is_first=is_first)

        return await self._service.apply(known, transition)

    async def withdraw_lost_challenge(self, challenge: Match, guild: int) -> None:
        """Withdraw a challenge whose message was deleted, and note that in the log of the server.
        Discord does not say who has done it. Raises Stale if it has begun, or is over.
        """
        host = challenge.player(challenge.challenger)
        host_person, now = Person(host.id, host.name), self._service.now()
        act = Act(guild, ActKind.LOST, NO_PERSON, host_person, subject=challenge.id, at=now)
        note = partial(put_act, act=act) if guild else None
        await self._service.apply(challenge, lobby.withdraw_lost_challenge, extra=note)

    async def add_machine(self, known: Match, user: int, level: Level) -> Match:
        """Give the machine a seat. Raises NoHelp if a match that counts has the same line."""
        await self._service.fair_help.check_may_help(known)
        return await self._service.apply(known, lobby.add_machine, user, level)

    async def make_rematch(
        self, match_id: str, user: int, to: Destination = UNPOSTED, *, level: Level | None = None
    ) -> Match:
        """Challenge the others again, perhaps with another ``level``. Raises RematchExists."""
        finished = await self._service.match(match_id)
        game = self._service.facts.game(finished)

        def make(new_id: str, now: int) -> Match:
            return lobby.make_rematch(new_id, game, finished, user, now, level=level)

        return await self._store_challenge(make, to, match_id)

    async def make_branch(
        self,
        beginning: lobby.BranchPoint,
        players: Sequence[Player],
        terms: Terms,
        to: Destination = UNPOSTED,
    ) -> Match:
        """Make a challenge to play on from a moment of a match, as the challenger knows it. Raises
        NoHelp if the machine is a player and the same line is being played for a result.
        """
        game = self._service.facts.game(beginning.source)
        record = self._service.facts.visible_record(beginning.source, players[0].id)

        def make(new: str, now: int) -> Match:
            return lobby.make_branch(
                new, game, beginning, record, players=players, terms=terms, now=now
            )

        return await self._store_challenge(make, to)


def _store_with_match(db: Work, match: Match, due: Mapping[str, int | None], chat: int) -> None:
    """Check and store what belongs to a new match, within its transaction."""
    check_alone(db, match)
    if chat:
        put_chat_place(db, Board(match.id, guild=0, channel=chat, message=0, shown=match.revision))
    put_duties(db, match.id, due)
