"""A competition of any format as people live it: they come late, draw, leave, stay away, come back
or are taken out; and whatever takes a step may die before it is stored.
"""

import random
from collections.abc import Iterator
from contextlib import suppress

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions import competition_steps as steps
from prowlerbot.competitions.competition_record import Competition, Format
from prowlerbot.competitions.course import Decided, Paired
from prowlerbot.competitions.formats import arena, ladder, read_competition
from prowlerbot.core.clock import HOUR, Outage
from prowlerbot.core.errors import Refused
from tests.competitions.building import DAY, START, terms

_SEASON = 15 * DAY
_ARENA = HOUR // 6


def read_again(competition: Competition) -> Competition:
    """The competition from its record alone."""
    events = [event.as_json() for event in competition.events]
    return read_competition(competition.terms.as_json(), events)


class Life:
    """``players`` enter at first; ``restless`` is the part of them that does something odd."""

    def __init__(self, kind: Format, players: int, seed: int, restless: float = 0.1) -> None:
        self.rng, self.restless = random.Random(f"{kind} {players} {seed}"), restless
        self.now, self.passed, self.next = START - 2 * DAY, HOUR, 1
        seats = range(2, 5) if seed % 2 else range(2, 3)
        self.competition = Competition(
            terms(
                kind,
                table=kind.table_size(seats),
                check_in=0 if kind.has_seasons else DAY,
                at_once=kind.at_once,
                idle=2 * DAY,
                season=_SEASON if kind.has_seasons else _ARENA,
                most=max(2, players),
            )
        )
        for _ in range(players):
            self._enter()

    def lived(self) -> Iterator[Competition]:
        """The competition after each step and each hour in which something happens."""
        while not self.competition.course.ended:
            assert self.now < START + 400 * DAY, "it never ends"
            while (step := steps.due_step(self.competition, self.now)) is not None:
                again = steps.take_step(read_again(self.competition), step, self.now)
                self.competition = steps.take_step(self.competition, step, self.now)
                assert self.competition == again, "a step that is taken again is another"
                yield self.competition
            if not self.competition.course.ended:
                self._happen()
                yield self.competition
            later, at = self.now + self.rng.choice((HOUR, 6 * HOUR, DAY)), self._next_pairing()
            now = max(self.now + arena.TICK, at) if 0 < at < later else later
            self.now, self.passed = now, now - self.now

    def _next_pairing(self) -> int:
        """The time of the next pairing of an arena, as a late one lengthens it; 0 for none."""
        course = self.competition.course
        if not isinstance(self.competition.format, arena.Arena) or course.began is None:
            return 0
        return 0 if course.reminded else arena.replay_arena(self.competition).next_pairing()

    def _happen(self) -> None:
        course = self.competition.course
        for pairing in course.open:
            if self.rng.random() < 0.4 and pairing.pairing not in self.competition.course.results:
                self.competition = changes.record_result(self.competition, self._result(pairing))
        self._check_in()
        if self.rng.random() < self.restless / 5:
            gone = [Outage(self.now - min(HOUR, self.passed), self.now)]
            self.competition = steps.record_outages(self.competition, gone, self.now)
        for player in course.present:
            if self.rng.random() < self.restless / 10:
                with suppress(Refused):
                    self._leave(player)
        if self.rng.random() < self.restless:
            with suppress(Refused):
                self._enter(self.rng.choice([*course.left, self.next]))
        if isinstance(self.competition.format, ladder.Ladder):
            self._challenge()
        for player in course.present if isinstance(self.competition.format, arena.Arena) else ():
            if self.rng.random() < self.restless:
                press = self.rng.choice((arena.begin_pause, arena.end_pause))
                with suppress(Refused):
                    self.competition = press(self.competition, player, self.now)

    def _check_in(self) -> None:
        course = self.competition.course
        if course.called and course.began is None:
            for player in {*course.present} - course.checked_in:
                if self.rng.random() > self.restless:
                    self.competition = changes.check_in(self.competition, player, self.now)

    def _enter(self, player: int = 0) -> None:
        player = player or self.next
        self.competition = changes.enter_player(
            self.competition, player, self.rng.randint(1000, 2000), self.now
        )
        course = self.competition.course
        if course.called and course.began is None:
            self.competition = changes.check_in(self.competition, player, self.now)
        self.next = max(self.next, player + 1)

    def _leave(self, player: int) -> None:
        """A player leaves, or the host takes them out."""
        if self.rng.random() < 0.5:
            self.competition = changes.withdraw_player(self.competition, player, self.now)
        else:
            self.competition = changes.remove_player(self.competition, player, self.now)

    def _result(self, pairing: Paired) -> Decided:
        """A win, a draw, a loss on time, or a match to which some do not come."""
        players = pairing.players
        if self.rng.random() < self.restless:
            absent = self.rng.sample(players, self.rng.randint(1, len(players)))
            return changes.forfeit_result(pairing, absent, self.now)
        totals = tuple(self.rng.randint(0, 9) for _ in players)
        ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
        last = [player for player, rank in zip(players, ranks, strict=True) if rank == max(ranks)]
        late = last[:1] if max(ranks) > 1 and self.rng.random() < self.restless else []
        short = bool(late) and self.rng.random() < 0.5
        own = () if late else totals
        return Decided(self.now, pairing.pairing, ranks, own, late=tuple(late), short=short)

    def _challenge(self) -> None:
        order = ladder.ladder_order(self.competition)
        for player in self.rng.sample(order, len(order) // 4):
            with suppress(Refused):
                if self.rng.random() < self.restless:
                    until = self.now + 3 * DAY
                    self.competition = ladder.begin_holiday(
                        self.competition, player, until, self.now
                    )
                other = order[max(0, order.index(player) - self.rng.randint(1, 3))]
                self.competition = ladder.challenge(self.competition, player, other, self.now)
