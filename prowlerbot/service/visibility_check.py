"""Who may look at a match: the facts are gathered here, ``match/visibility.py`` decides.

Whether somebody sees a channel only the chat service knows. It is asked through the ``Asker``, and
only where it matters: not for players, and not where the match is shown in the very channel.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from prowlerbot.core.errors import NotFound
from prowlerbot.match.match import Match
from prowlerbot.match.visibility import Looker, Place, is_public, may_go, may_look, opens
from prowlerbot.storage.boards import Board
from prowlerbot.storage.showings import Facts
from prowlerbot.storage.store import Store


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and where. ``home`` is the server, or outside of one the channel.

    ``audiences`` finds out to which audiences of some places they belong.
    """

    user: int
    channel: int
    home: int
    audiences: Callable[[Collection[Place]], Awaitable[frozenset[int]]]

    async def looking(self, places: Collection[Place]) -> Looker:
        """The asker with all that these places make worth knowing."""
        return Looker(self.user, self.channel, await self.audiences(places))


def unseen(match_id: str) -> NotFound:
    """What is said of a match that does not exist and of one that the asker may not look at, so
    that nobody can find out which ids there are.
    """
    return NotFound("There is no match “{match}”.", match=match_id)


class VisibilityCheck:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def check(self, asker: Asker, match: Match, board: Board | None) -> None:
        """Raise NotFound for somebody who may not look at a match, shown there now."""
        place = [Place(board.guild, board.channel, 0)] if board is not None else []
        if may_look(_here(asker), match.people, place, public=False):
            return  # as nearly always: nothing had to be read or asked for that
        facts = await self._store.showings.facts(match.id)
        public = is_public(facts.wishes)
        await self.check_facts(asker, match.id, match.people, facts, public=public)

    async def check_facts(
        self,
        asker: Asker,
        match_id: str,
        players: Collection[int],
        facts: Facts,
        *,
        public: bool,
    ) -> None:
        """The same where all is known but what the asker can see."""
        if may_look(_here(asker), players, facts.places, public=public):
            return
        looker = await asker.looking(facts.places)
        if not may_look(looker, players, facts.places, public=public):
            raise unseen(match_id)

    async def opens(self, asker: Asker, match: Match) -> bool:
        """Whether showing a match to all here opens it to them; Denied where it must not be shown
        here.
        """
        facts = await self._store.showings.facts(match.id)
        public = is_public(facts.wishes)
        return opens(_here(asker), match.people, facts.places, public=public)

    async def boards(self, asker: Asker, matches: Collection[str]) -> dict[str, tuple[Place, int]]:
        """The place and message of the board of each of these matches that the asker can see."""
        if not matches:
            return {}
        boards = await self._store.showings.boards(matches)
        looker = await asker.looking({place for place, _ in boards.values()})
        return {match: board for match, board in boards.items() if may_go(looker, board[0])}


def _here(asker: Asker) -> Looker:
    """The asker, of whom nothing more has been found out yet."""
    return Looker(asker.user, asker.channel)
