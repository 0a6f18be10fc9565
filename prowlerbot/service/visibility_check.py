"""The checks of access: who may look at a match, and whether a bar keeps a player from one.

``match/timeline.py`` decides who may look; the check gathers its facts. Only the chat service knows
whether a user sees a channel. The ``Asker`` asks it, but only if the answer matters. It does not
matter for players, nor if the match is shown in the channel of the request.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass

from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.match import timeline
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.scene import AccessFacts, Board
from prowlerbot.storage.act_store import BARRED_THERE
from prowlerbot.storage.match_store import Store


@dataclass(frozen=True, slots=True)
class Reader:
    """A user, 0 for everybody, and their home: the server, or outside of one the channel."""

    user: int
    home: int


@dataclass(frozen=True, slots=True)
class Asker(Reader):
    """``audiences`` finds the audiences of some places to which the asker belongs."""

    channel: int
    audiences: Callable[[Collection[timeline.Place]], Awaitable[frozenset[int]]]

    async def find_looker(self, places: Collection[timeline.Place]) -> timeline.Looker:
        """The asker with all facts that matter for these places."""
        return timeline.Looker(self.user, self.channel, await self.audiences(places))


def no_such_match(match_id: str) -> NotFound:
    """One answer for no match and for one not to be seen, so nobody finds out which ids exist."""
    return NotFound("There is no match “{match}”.", match=match_id)


@dataclass(eq=False)
class VisibilityCheck:
    _store: Store

    async def check_may_look(self, asker: Asker, match: Match, board: Board | None) -> None:
        """Raise NotFound for an asker who may not look at a match, now shown on ``board``."""
        if asker.user in match.people:
            return  # the usual case: it needs no reading and no question
        place = [timeline.Place(board.guild, board.channel, 0)] if board is not None else []
        looker = timeline.Looker(asker.user, asker.channel)
        if timeline.may_look(looker, match.people, place, public=False):
            return
        facts = await self._store.showings.facts_of(match.id)
        public = timeline.is_public(facts.wishes)
        await self.check_facts(asker, match.id, match.people, facts, public=public)

    async def may_look(self, asker: Asker, match: Match, board: Board | None) -> bool:
        try:
            await self.check_may_look(asker, match, board)
        except NotFound:
            return False
        return True

    async def check_facts(
        self,
        asker: Asker,
        match_id: str,
        players: Collection[int],
        facts: AccessFacts,
        *,
        public: bool,
    ) -> None:
        """As ``check_may_look``, with known facts. Raises Denied at a place it has left."""
        looker = timeline.Looker(asker.user, asker.channel)
        if timeline.may_look(looker, players, facts.places, public=public):
            return
        looker = await asker.find_looker({*facts.places, *facts.former})
        if timeline.may_look(looker, players, facts.places, public=public):
            return
        if any(timeline.can_see_place(looker, place) for place in facts.former):
            raise Denied(
                "This match goes on elsewhere. You see what was shown here, and nothing that"
                " follows."
            )
        raise no_such_match(match_id)

    async def only_in_chats(self, match: Match) -> bool:
        """Whether a match is played in chats with the bot alone."""
        features, database = self._store.contributions, self._store.database
        return any([await each.is_only_in_chats(database, match) for each in features])

    async def check_spoilers(self, match: Match, now: int) -> None:
        """Raise Denied for a match that must not be made visible to others yet."""
        timeline.check_spoilers(match, now, only_in_chats=await self.only_in_chats(match))

    async def visible_boards(
        self, asker: Asker, matches: Collection[str]
    ) -> dict[str, tuple[timeline.Place, int]]:
        """The place and message of the board of each of these matches that the asker can see. If
        the bot cannot know the viewers of a place, players see the place where a match began.
        """
        if not matches:
            return {}
        boards = await self._store.showings.shown_boards(matches)
        places = {match: place for match, (place, _) in boards.items()}
        looker = await asker.find_looker({*places.values()})
        shown = {match for match, place in places.items() if timeline.can_see_place(looker, place)}
        uncertain = {match for match, place in places.items() if not place.audience} - shown
        if uncertain and asker.user:  # they have joined a match where it began
            shown |= await self._store.showings.played_where_begun(asker.user, uncertain)
        return {match: board for match, board in boards.items() if match in shown}


async def check_not_barred(
    store: Store, guild: int, players: Iterable[Player], user: int, now: int
) -> None:
    """Raise Denied if the user or another one of these people is barred in a server."""
    barred = await _barred_players(store, guild, players, now)
    if user in {player.id for player in barred}:
        raise Denied(BARRED_THERE)
    if barred:
        raise Denied(
            "A moderator has barred {players} from this bot in this server; challenge another"
            " player.",
            players=barred,
        )


async def check_bars_of_place(store: Store, guild: int, match: Match, now: int) -> None:
    """Raise Denied if a running match would move into a server that has barred one of its players.
    The player could not move there while the clock runs.
    """
    if match.phase is Phase.OVER:
        return
    if barred := await _barred_players(store, guild, match.players, now):
        raise Denied(
            "A moderator has barred {players} from this bot in this server, so the match stays"
            " where it is.",
            players=barred,
        )


async def _barred_players(
    store: Store, guild: int, players: Iterable[Player], now: int
) -> tuple[Player, ...]:
    """The people among some players who are barred in a server; 0 is outside of servers."""
    people = {player.id: player for player in players if player.is_person}
    if not guild or not people:
        return ()
    barred = await store.bars.barred_players(guild, people, now)
    return tuple(people[player] for player in sorted(barred))
