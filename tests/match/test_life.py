"""A match that two processes serve, and all that holds for it whatever happens."""

import asyncio
import random
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Refused
from prowlerbot.core.game import AnyState
from prowlerbot.core.record_json import from_json, to_json
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match import agreements
from prowlerbot.match.deadlines import LEFT_ALONE
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept, cancel, decline
from prowlerbot.match.match import Ending, Match, Phase, Player
from prowlerbot.match.play import record, states
from prowlerbot.match.preferences import PACES
from prowlerbot.match.terms import Asked, Terms
from prowlerbot.service.lobby_service import Lobby, RematchAsked
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN, CLEO
from tests.persistence.fresh import open_database
from tests.persistence.looks import end_expired

T = TypeVar("T")


class ServedMatch(RuleBasedStateMachine):
    """Two processes serve one match (and its rematches) from one database."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.now = 1_000_000
        self.rng = random.Random(1)
        self.databases: list[Database] = []
        self.services: list[Service] = []
        for _ in range(2):
            self._open()
        self.seen: list[Match] = []
        """Every stored form of the match, the newest last."""

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def _open(self) -> None:
        url = f"sqlite:///{Path(self.folder.name)}/life.db"
        database = self.run(open_database(url))
        self.databases.append(database)
        self.services.append(
            Service(open_store(database), games=GAMES, clock=lambda: self.now, rng=self.rng)
        )

    def teardown(self) -> None:
        for database in self.databases:
            self.run(database.close())
        self.loop.close()
        self.folder.cleanup()

    @property
    def match(self) -> Match:
        return self.seen[-1]

    def stored(self) -> Match:
        return self.run(self.services[0].match(self.match.id))

    def attempt(self, work: Coroutine[Any, Any, Match]) -> Match | None:
        """The match after a call that worked; one that was refused changed nothing."""
        before = self.match
        try:
            after = self.run(work)
        except Refused:
            after = None
        if after is None:
            assert self.stored() == before
            return None
        assert self.stored() == after
        assert after.revision == before.revision + 1
        self.seen.append(after)
        return after

    @invariant()
    def the_record_replays(self) -> None:
        if self.seen and self.match.setup:
            kept = record(self.match, PROWLER)
            assert from_json(to_json(kept, states=False), GAMES) == kept

    @invariant()
    def a_match_has_one_ending_or_goes_on(self) -> None:
        if not self.seen:
            return
        match = self.match
        assert (match.phase is Phase.OVER) == (match.ending is not None)
        assert [each.ending for each in self.seen[:-1]] == [None] * (len(self.seen) - 1)
        if match.setup:
            finished = states(match, PROWLER)[-1].outcome is not None
            assert finished == (match.ending is Ending.PLAYED)
        if match.phase is not Phase.PLAYING:
            assert match.question is None

    @invariant()
    def revisions_and_moments_only_grow(self) -> None:
        revisions = [match.revision for match in self.seen]
        assert revisions == sorted(set(revisions))
        moments = [match.moment for match in self.seen]
        assert moments == sorted(moments)
        changes = [
            older.moment == newer.moment
            for older, newer in zip(self.seen, self.seen[1:], strict=False)
            if older.plays != newer.plays
        ]
        assert not any(changes), "another position, another moment"

    def moves(self, match: Match) -> list[Any]:
        if match.phase is not Phase.PLAYING:
            return []
        state: AnyState = states(match, PROWLER)[-1]
        (seat,) = state.to_move
        return list(state.moves(seat))


# ---- any order of actions by players, processes and time keeps the invariants of a match

anybody = st.sampled_from([ADA, BEN, CLEO])
perhaps = st.one_of(st.none(), st.none(), st.none(), anybody)
"""None stands for the player with the right to do it."""
either = st.sampled_from([0, 1])
"""Which of the two processes serves the call."""
questions = st.sampled_from(list(Asked))
ANSWERS = (agreements.ask, agreements.agree, agreements.refuse, agreements.withdraw)
some_terms = st.builds(
    lambda takebacks, pace: Terms(takebacks=takebacks).at_pace(pace),
    st.sampled_from(["ask", "ask", "free", "never"]),
    st.sampled_from(PACES),
)
late = st.sampled_from([0, 0, 0, 0, 1, 2, 5])
"""How many changes of the position the player has not seen."""
many = st.sampled_from([0, 0, 1, 2, 4, 29])


def playing(life: ServedMatch) -> bool:
    return life.match.phase is Phase.PLAYING


def over(life: ServedMatch) -> bool:
    return life.match.phase is Phase.OVER


class Life(ServedMatch):
    """What players, processes and time may do to the match."""

    @initialize(terms=some_terms, accepted=st.integers(0, 5))
    def challenge(self, terms: Terms, accepted: int) -> None:
        match = self.run(Lobby(self.services[0]).challenge("prowler", (ADA, BEN), {}, terms))
        self.seen.append(match)
        if accepted:
            assert self.attempt(self.services[1].apply(match.id, accept, BEN.id))

    @precondition(playing)
    @rule(anyone=perhaps, at=either, pick=st.integers(0, 99), behind=late, more=many)
    def play(self, anyone: Player | None, at: int, pick: int, behind: int, more: int) -> None:
        """Perhaps several moves in turn, so that matches come to their end."""
        before = self.match
        who = anyone or before.player(*states(before, PROWLER)[-1].to_move)
        moves = self.moves(before)
        move = str(moves[pick % len(moves)]) if moves else "1"
        moment = max(before.moment - behind, 0)
        if after := self.attempt(self.services[at].play(before.id, who.id, moment, move)):
            assert moment == before.moment, "a late press makes no move"
            assert after.plays[:-1] == before.plays
            assert after.plays[-1].seat == before.seat_of(who.id)
            assert after.question is None
            assert after.takebacks == before.takebacks
            if more and after.phase is Phase.PLAYING:
                self.play(None, at, pick + 1, 0, more - 1)

    @rule(seconds=st.sampled_from([1, 60, 3600, DAY, 4 * DAY, LEFT_ALONE, 3 * LEFT_ALONE]))
    def time_passes(self, seconds: int) -> None:
        """Both processes notice an ended match at the same time; one of them ends it."""
        self.now += seconds
        before = self.match

        async def upkeep() -> list[list[Match]]:
            return list(await asyncio.gather(*(end_expired(each) for each in self.services)))

        found = [match for each in self.run(upkeep()) for match in each]
        if not found:
            assert self.stored() == before
            return
        (after,) = found
        assert after.ending in {Ending.EXPIRED, Ending.ABANDONED}
        assert before.ending is None
        assert after.plays == before.plays
        assert self.stored() == after
        self.seen.append(after)

    @rule(at=either)
    def restart(self, at: int) -> None:
        self.run(self.databases.pop(at).close())
        del self.services[at]
        self._open()
        assert self.stored() == self.match

    @precondition(over)
    @rule(who=anybody)
    def rematch(self, who: Player) -> None:
        """Both processes are asked for one: at most one is made, and the match goes on there."""
        finished = self.match

        async def ask() -> list[Match | BaseException]:
            asks = (Lobby(each).rematch(finished.id, who.id) for each in self.services)
            return list(await asyncio.gather(*asks, return_exceptions=True))

        found = self.run(ask())
        made = [each for each in found if isinstance(each, Match)]
        assert all(isinstance(each, (Match, Refused)) for each in found)
        assert len(made) <= 1
        if made:
            assert finished.phase is Phase.OVER
            assert finished.setup
            assert any(isinstance(each, RematchAsked) for each in found)
            seated = [each.id for each in made[0].players]
            assert seated == [each.id for each in finished.players], "with the same sides"
            self.seen = made

    @rule(who=anybody, at=either, asked=questions, what=st.integers(0, 9))
    def try_anything(self, who: Player, at: int, asked: Asked, what: int) -> None:
        """A call out of place is refused; any other call keeps the invariants."""
        match, service = self.match, self.services[at]
        question: list[Any] = [who.id, asked, match.moment]
        wanted = [
            *(service.apply(match.id, each, who.id) for each in (accept, decline, cancel, resign)),
            *(service.apply(match.id, each, *question) for each in ANSWERS),
            service.claim(match.id, who.id),
            service.play(match.id, who.id, match.moment, "1"),
        ]
        chosen = wanted.pop(what)
        for each in wanted:
            each.close()
        self.attempt(chosen)


Life.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestLife = Life.TestCase
