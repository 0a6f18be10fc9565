"""The lists of a user's matches, and which of them a user means. Nothing here changes a match.

A match whose game rests or fails is left out of lists. The SQL of the lists is in ``match_store``.
"""

import math
from dataclasses import dataclass

from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import mark
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_facts import MATCHES_REMEMBERED, MatchClocks, MatchFacts
from prowlerbot.storage.engines.database import Row
from prowlerbot.storage.match_store import MAX_OPEN, Store

_SEVERAL_MATCHES = mark("You play several matches; choose one of them.")


def last_played_at(match: Match, user: int) -> int:
    """The time of a user's last move in a match, or that of its challenge."""
    own = (play.at for play in match.plays if match.player(play.seat).id == user)
    return max(own, default=match.created_at)


@dataclass(eq=False)
class MatchLists:
    _store: Store
    _facts: MatchFacts
    _clocks: MatchClocks

    def __post_init__(self) -> None:
        self._awaited_people: Recent[Row, frozenset[int]] = Recent(MATCHES_REMEMBERED)

    async def open_matches(self, user: int, game: str | None = None) -> list[Scene]:
        """A user's open matches, of one game or all, without resting ones, most urgent first."""
        return (await self.open_and_resting(user, game))[0]

    async def open_and_resting(self, user: int, game: str | None = None) -> tuple[list[Scene], int]:
        """The ``open_matches``, and the number of those that rest."""
        stored = await self._store.open_matches(user, game)
        await self._facts.replay_for_list(scene.match for scene in stored)
        scenes = [scene for scene in stored if self._facts.can_be_listed(scene.match)]
        scenes.sort(key=lambda scene: self._clocks.deadline(scene) or math.inf)
        scenes.sort(key=lambda scene: not self._clocks.can_act(scene, user))
        return scenes, len(stored) - len(scenes)

    async def waiting_matches(self, user: int, without: str) -> list[str]:
        """The running matches that wait for a user's move, without one; the most urgent first. Only
        those that have changed since the last look are read whole.
        """
        rows = [row[:3] for row in await self._store.running_rows(user) if row[0] != without]
        if new := [row[0] for row in rows if self._awaited_people.find(row) is None]:
            matches = await self._store.read_matches(new)
            await self._facts.replay_for_list(matches)
            for match in matches:
                seats = self._facts.to_move(match) if self._facts.can_be_listed(match) else ()
                people = frozenset(match.player(seat).id for seat in seats)
                self._awaited_people.keep((match.id, match.revision, match.changed_at), people)
        return [row[0] for row in rows if user in (self._awaited_people.find(row) or ())]

    async def find_meant_match(self, user: int, game: str, *, plans: bool) -> Match:
        """The match that a user means without a name: the one that waits for them, or for a user
        who ``plans`` the one that waits for others. Raises NotFound, or Denied if several fit.
        """
        matches = [scene.match for scene in await self.open_matches(user, game)]
        playing = [match for match in matches if match.phase is Phase.PLAYING]
        running = [match for match in playing if match.seat_of(user) not in match.left]
        waiting = [match for match in running if self._facts.waits_for(match, user) != plans]
        if len(matches) >= MAX_OPEN:  # not all were read
            raise Denied(_SEVERAL_MATCHES)
        if len(waiting) == 1:
            return waiting[0]
        active = [each for each in running if not self._facts.is_out(each, seat_at(each, user))]
        if len(candidates := active or running) > 1:
            raise Denied(_SEVERAL_MATCHES)
        if candidates:
            return candidates[0]
        if (latest := await self._store.latest_match(user, game)) is not None:
            return latest
        if len(matches) == 1:
            return matches[0]  # it has not begun
        raise NotFound("You have no match of this game yet; challenge a player or the machine.")
