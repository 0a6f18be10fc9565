"""Finding somebody to play with: the queue, the proposals and their matches.

``matchmaking.py`` decides which players suit each other; this module reads and stores. It has the
one rule about players who begin no match together: one avoids the other, or is on holiday.
Competitions do not apply it: their players play all opponents that are drawn for them.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from prowlerbot.core.clock import HOUR, forgive_outages
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import mark
from prowlerbot.finding import matchmaking
from prowlerbot.finding.avoidance_store import Avoidance
from prowlerbot.finding.finding_store import (
    FindingStore,
    Proposal,
    ProposalSeat,
    ProposalState,
    QueueEntry,
    enter_match,
)
from prowlerbot.match import lobby
from prowlerbot.match.match import Match, Player
from prowlerbot.match.player_statistics import HOURS_A_DAY
from prowlerbot.match.preferences import is_in_peace
from prowlerbot.match.scene import Board, PostPlace
from prowlerbot.match.terms import Terms, sufficient_pace
from prowlerbot.service.match_service import Service
from prowlerbot.storage.boards import put_chat_place
from prowlerbot.storage.contributions import MatchEvents
from prowlerbot.storage.engines.database import Database, Work

MAX_OPEN_TOGETHER = 50
"""The number of open matches with each other from which two players begin no further one."""
_NOT_TOGETHER = mark("You cannot begin another match with each other at the moment.")
"""The same sentence if others avoid the user, if they have too many open matches together, and if
one of the others is on holiday. Nobody is told of a holiday, so no user learns that somebody avoids
them.
"""
ON_HOLIDAY = mark("You are on holiday; end it before you begin a match with others.")
_PRESENT_SECONDS = 15 * 60
"""Seconds after a request in which its player counts as awake, even in their quiet hours."""
_QUESTION_SECONDS = 15 * 60
"""Seconds within which a player gets and answers a question if the match is played at once."""


async def may_play_together(avoidance: Avoidance, user: int, others: Iterable[Player]) -> bool:
    """Whether a user can begin a match with all of these people, or take a seat in theirs."""
    ids = {player.id for player in others if player.is_person}
    if not ids - {user}:
        return True
    people = {user, *ids}
    pairs = await avoidance.pairs_apart(people)
    if not any(user in pair for pair in pairs):
        pairs = await avoidance.pairs_sharing(people, MAX_OPEN_TOGETHER)
    return not any(user in pair for pair in pairs)


class PeopleApart(MatchEvents):
    async def check_together(
        self, database: Database, user: int, others: Collection[Player], now: int
    ) -> None:
        """Raise Denied for a user who cannot begin a match with all of these people, and with
        anybody who takes a seat that is still vacant. Only a user who avoids one of them, or is on
        holiday, reads the reason.
        """
        avoidance, people = Avoidance(database), [*others]
        seated = {player.id for player in people if player.is_person} - {user}
        if not seated and not any(player.is_vacant for player in people):
            return
        on_holiday = await avoidance.players_on_holiday({user, *seated}, now)
        if user in on_holiday:
            raise Denied(ON_HOLIDAY)
        if not on_holiday and await may_play_together(avoidance, user, people):
            return
        pairs = await avoidance.avoiding_pairs([user, *(player.id for player in people)])
        avoided = {other for avoiding, other in pairs if avoiding == user}
        if players := tuple(player for player in people if player.id in avoided):
            raise Denied("You avoid {players}; change your list first.", players=players)
        raise Denied(_NOT_TOGETHER)


@dataclass(frozen=True, slots=True)
class NewProposal:
    """A new proposal, and the seconds that each of its players has waited."""

    proposal: Proposal
    waited: tuple[int, ...]


class FindingService:
    """The queue, with its proposals and matches; ``setups`` are the usual options of each game."""

    def __init__(self, service: Service, setups: Mapping[str, Mapping[str, str]]) -> None:
        self._service = service
        self._store = service.store
        self.queue = FindingStore(service.store.database)
        self._avoidance = Avoidance(service.store.database)
        self._setups = setups

    @property
    def games(self) -> dict[str, range]:
        """The games for more than one player, with their possible numbers of players."""
        return {key: game.seats for key, game in self._service.games.items() if game.seats[-1] > 1}

    async def seek(self, user: Player, place: PostPlace, wish: matchmaking.Wish) -> QueueEntry:
        """Enter the queue with a wish, or change the wish and keep the place in the queue. The
        ``place`` of the request has no channel if the bot cannot write there. Raises Denied for a
        wish that nobody can meet, Stale for a player with an open proposal.
        """
        if (possible := wish.restrict_to(self.games)) is None:
            raise Denied("None of these games has that number of players; choose another number.")
        if not matchmaking.common_terms([matchmaking.Seeker(user.id, possible, 0)]):
            raise Denied("A rated match needs a time limit; choose one, or a friendly match.")
        if not place.guild:
            possible = replace(possible, everywhere=True)
        now = self._service.now()
        if await self._avoidance.players_on_holiday([user.id], now):
            raise Denied(ON_HOLIDAY)
        former = await self.queue.wish_of(user.id)
        entry = QueueEntry(
            user.id,
            user.name,
            wish=possible,
            guild=place.guild,
            channel=place.channel,
            asked_at=now,
            since=former.since if former is not None and former.waits(now) else now,
            until=now + possible.lasts,
        )
        await self.queue.enter_queue(entry)
        return entry

    async def stop_seeking(self, user: int) -> None:
        """Leave the queue. If a proposal to the user is open, they decline it."""
        if proposal := await self.queue.leave_queue(user):
            with suppress(Stale):  # it has just ended
                await self.refuse(proposal, user)

    async def propose_matches(self) -> list[NewProposal]:
        """Put together all players who suit each other now."""
        now = self._service.now()
        waiting = await self.queue.waiting_players(now)
        away = await self._avoidance.players_on_holiday([entry.player for entry in waiting], now)
        waiting = [entry for entry in waiting if entry.player not in away]
        if len(waiting) < 2:
            return []
        ids = [entry.player for entry in waiting]
        apart = await self._avoidance.pairs_apart(ids, now)
        apart |= await self._avoidance.pairs_sharing(ids, matchmaking.MAX_RUNNING_TOGETHER)
        homes = [(entry.player, entry.guild) for entry in waiting]
        apart |= await self._store.bars.barred_pairs(homes, now)
        seekers = await self._make_seekers(waiting, now)
        by_player = {entry.player: entry for entry in waiting}
        proposed: list[NewProposal] = []
        tables = await asyncio.to_thread(matchmaking.find_tables, seekers, self.games, apart, now)
        for table in tables:
            entries = [by_player[player] for player in table.players]
            proposal = await self._make_proposal(table, entries, now)
            if await self.queue.add_proposal(proposal, entries):
                proposed.append(NewProposal(proposal, tuple(now - each.since for each in entries)))
        return proposed

    async def _make_seekers(
        self, waiting: Sequence[QueueEntry], now: int
    ) -> list[matchmaking.Seeker]:
        """The players of the queue with the facts that decide whether they suit each other."""
        ids = [each.player for each in waiting]
        ratings = await self._store.results.ratings_of(self.games, ids)
        choices = await self._store.choices.choices_of_players(ids)

        def make_seeker(entry: QueueEntry) -> matchmaking.Seeker:
            chosen = choices[entry.player]
            awake = frozenset(
                hour
                for hour in range(HOURS_A_DAY)
                for begins in [now + hour * HOUR]
                if not is_in_peace(chosen, begins)
                if not is_in_peace(chosen, begins + _QUESTION_SECONDS)
            )
            return matchmaking.Seeker(
                entry.player,
                entry.wish,
                entry.since,
                home=entry.guild,
                ratings=ratings[entry.player],
                awake=awake,
                present=now < entry.asked_at + _PRESENT_SECONDS,
            )

        return [make_seeker(each) for each in waiting]

    async def _make_proposal(
        self, table: matchmaking.MatchedTable, entries: Sequence[QueueEntry], now: int
    ) -> Proposal:
        """A table as a proposal. A player's first match is friendly if all of them accept that."""
        rated = table.rated
        if rated and all(entry.wish.friendly for entry in entries):
            rated = not await self._store.newcomers(table.game, table.players)
        seats = tuple(
            ProposalSeat(entry.player, number, entry.name, guild=entry.guild, channel=entry.channel)
            for number, entry in enumerate(entries, 1)
        )
        return Proposal(
            self._service.new_id(),
            table.game,
            sufficient_pace(table.pace, self._service.games[table.game]),
            rated=rated,
            made_at=now,
            answer_by=now + matchmaking.MAX_SECONDS_TO_ASK,
            seats=seats,
        )

    async def begin_asking(
        self, proposal: Proposal, guild: int, chats: Sequence[int], *, shared: bool
    ) -> Proposal | None:
        """Ask in these chats, ``shared`` if all are one channel; None if another process began."""
        answer_by = self._service.now() + matchmaking.time_to_answer(proposal.pace)
        return await self.queue.begin_asking(proposal.id, answer_by, guild, chats, shared=shared)

    async def agree(self, proposal_id: str, user: int) -> Proposal:
        return await self.queue.agree(proposal_id, user, self._service.now())

    async def refuse(self, proposal_id: str, user: int) -> Proposal:
        return await self.queue.refuse(proposal_id, user, self._service.now())

    async def settle(self, proposal: Proposal) -> tuple[Proposal | None, Match | None]:
        """Begin the match of a proposal once all have said yes, or end it once its time is over.
        Returns the proposal as it is then, and the match if this call has begun it.
        """
        if proposal.state is ProposalState.ASKING and proposal.agreed == len(proposal.seats):
            return await self._begin_match(proposal)
        now, due = self._service.now(), proposal.answer_by
        if not proposal.is_open or now < due:
            return proposal, None
        players = [seat.player for seat in proposal.seats]
        choices = await self._store.choices.choices_of_players(players)
        outages = self._service.clocks.heartbeat.outages(proposal.guild, proposal.game)
        was_away = forgive_outages(due, outages, HOUR) > due
        spared = [player for player in players if was_away or is_in_peace(choices[player], due)]
        await self.queue.end_unanswered(proposal.id, now, spared=spared)
        return await self.queue.load_proposal(proposal.id), None

    async def _begin_match(self, proposal: Proposal) -> tuple[Proposal, Match | None]:
        self._service.facts.check_installed(proposal.game)
        while True:  # until the id of the match is free; each round draws another one
            match = self._make_match(proposal)
            enter = partial(_enter_with_place, proposal=proposal, match=match)
            try:
                added = await self._store.add_new(match, extra=enter)
            except Stale:  # another process was faster
                current = await self.queue.load_proposal(proposal.id)
                if current is None or not current.match:
                    raise
                return current, None
            if added:
                return replace(proposal, state=ProposalState.PLAYING, match=match.id), match

    def _make_match(self, proposal: Proposal) -> Match:
        """The match of a proposal, begun; the seats are drawn by lot."""
        players = [Player(seat.player, seat.name) for seat in proposal.seats]
        self._service.rng.shuffle(players)
        match = lobby.make_challenge(
            self._service.new_id(),
            self._service.games[proposal.game],
            players,
            self._setups[proposal.game],
            terms=Terms(rated=proposal.rated).at_pace(proposal.pace),
            now=self._service.now(),
        )
        for player in players[1:]:
            match = lobby.accept_challenge(match, self._service.context(match), player.id)
        return match


def _enter_with_place(db: Work, *, proposal: Proposal, match: Match) -> None:
    """Store the match of a proposal; without a channel each player opens a board of their own."""
    enter_match(db, proposal, match)
    if not proposal.channel:
        chat = proposal.seats[0].chat
        put_chat_place(db, Board(match.id, 0, channel=chat, message=0, shown=match.revision))
