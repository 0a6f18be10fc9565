"""A match that two processes serve, and all that holds for it whatever happens."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from hypothesis.stateful import RuleBasedStateMachine, invariant

from prowlerbot.core.errors import Refused
from prowlerbot.core.game import AnyState
from prowlerbot.core.record import from_json, to_json
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.agreements import last_move
from prowlerbot.match.match import Ending, Match, Phase, TakenBack
from prowlerbot.match.play import ranks_of, record, states
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.games.prowler.matches import PROWLER
from tests.persistence.fresh import open_database

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

    @invariant()
    def plays_stand_in_the_database_without_a_gap(self) -> None:
        if self.seen:
            assert self.stored() == self.match

    def moves(self, match: Match) -> list[Any]:
        if match.phase is not Phase.PLAYING:
            return []
        state: AnyState = states(match, PROWLER)[-1]
        (seat,) = state.to_move
        return list(state.moves(seat))

    def only_agreed(self, before: Match, after: Match, asker: int) -> None:
        """A question is only asked, is carried out as a takeback, or ends the match."""
        if after.takebacks != before.takebacks:
            ply = last_move(before, states(before, PROWLER), asker)
            assert ply == before.ply - 1
            gone = before.plays[ply]
            assert gone.seat == asker
            assert after.takebacks == (
                *before.takebacks,
                TakenBack(ply, gone.seat, gone.move, self.now),
            )
            assert states(after, PROWLER) == states(before, PROWLER)[:-1]
        elif after.ending is not None:
            assert after.ending is Ending.AGREED
            assert ranks_of(after, PROWLER) is None
        else:
            assert after.question is not None
            assert after.question.open
        assert after.players == before.players
        assert after.plays == before.plays[: after.ply]
