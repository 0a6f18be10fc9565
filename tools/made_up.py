"""A whole competition with made-up results, and players who drop out, on a clock of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Step
from prowlerbot.competitions.course import Decided, Paired
from prowlerbot.competitions.formats import arena, ladder
from prowlerbot.competitions.formats.ladder import ladder_order
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied

_PER_POINT = 20
"""The points of rating that are worth one point in a match."""
_SPREAD = 12
_LONGEST = 6
"""The most days that a match of a ladder takes."""


class MadeUp:
    """A competition in the making: ``played`` gives it again whenever a round was played.

    ``ratings`` are those of the players, and their strength. In each round, or each day of a
    ladder, each player drops out with the probability ``leave``: every other one says so, and the
    others just stop. ``late`` players enter after the first round.
    """

    def __init__(
        self,
        terms: CompetitionTerms,
        ratings: Mapping[int, int],
        rng: random.Random,
        *,
        leave: float = 0.0,
        late: int = 0,
    ) -> None:
        self.rng, self.leave, self.ratings = rng, leave, ratings
        self.previous = list[Competition]()
        self.now = terms.starts - terms.check_in - DAY
        self.gone: set[int] = set()
        self.ends: dict[int, int] = {}
        players = list(ratings)
        self.latecomers = players[len(players) - late :]
        self.competition = Competition(terms)
        for player in players[: len(players) - late]:
            self.competition = changes.enter_player(
                self.competition, player, ratings[player], self.now
            )

    def played(self) -> Iterator[Competition]:
        """The competition after each round or day, until it is over."""
        while not self.competition.course.ended:
            step = competition_steps.due_step(self.competition, self.now)
            if step is not None:
                self._take(step)
            elif self.competition.course.began is None:
                self._await_start()
            elif self.competition.format.has_rounds:
                self._round()
                yield self.competition
            else:
                self._day()
                yield self.competition
        yield self.competition

    def next_season(self, pause: int) -> bool:
        """Go on with the next season; False if the series has ended."""
        season = self.competition.format.next_season(
            self.competition, self.now, pause, self.ratings
        )
        if season is not None:
            self.previous.append(self.competition)
            self.competition, self.ends = season.competition, {}
        return season is not None

    def _take(self, step: Step) -> None:
        open_ones = self.competition.course.open
        verdicts = {each.pairing: self._forfeited(each) for each in open_ones}
        self.competition = competition_steps.take_step(
            self.competition, step, self.now, self.previous, verdicts
        )

    def _forfeited(self, pairing: Paired) -> Decided:
        absent = [player for player in pairing.players if player in self.gone]
        return changes.forfeit_result(pairing, absent, self.now)

    def _await_start(self) -> None:
        terms, course = self.competition.terms, self.competition.course
        if course.called:
            for player in course.present:
                if player not in self.gone and self.rng.random() >= self.leave:
                    self.competition = changes.check_in(self.competition, player, self.now)
            self.now = terms.starts
        else:
            self.now = terms.starts - terms.check_in

    def _drop_out(self) -> None:
        course = self.competition.course
        for player in course.present:
            if player not in self.gone and self.rng.random() < self.leave:
                self.gone.add(player)
                if self.rng.random() < 0.5:
                    self.competition = changes.withdraw_player(self.competition, player, self.now)

    def _round(self) -> None:
        """Play the first round that is open; where somebody is gone it waits for the clock."""
        self._drop_out()
        course = self.competition.course
        number = min((each.round for each in course.open if not self._waits(each)), default=0)
        matches = course.pairings_in(number)
        self.rng.shuffle(matches)
        for pairing in matches:
            if pairing in self.competition.course.open and not self._waits(pairing):
                self._play(pairing)
        open_ones = self.competition.course.open
        if open_ones and all(self._waits(each) for each in open_ones):
            self.now = max(self.competition.course.clock_end(each) for each in open_ones)
        else:
            self.now += DAY
        for player in self.latecomers:
            with suppress(Denied):  # a short tournament is soon too far
                self.competition = changes.enter_player(
                    self.competition, player, self.ratings[player], self.now
                )
        self.latecomers = []

    def _waits(self, pairing: Paired) -> bool:
        return sum(player not in self.gone for player in pairing.players) < 2

    def _play(self, pairing: Paired) -> None:
        absent = tuple(player for player in pairing.players if player in self.gone)
        totals = tuple(0 if player in absent else self._total(player) for player in pairing.players)
        ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
        self.competition = changes.record_result(
            self.competition, Decided(self.now, pairing.pairing, ranks, totals, absent)
        )

    def _total(self, player: int) -> int:
        mean = 50 + (self.ratings[player] - 1500) / _PER_POINT
        return max(1, round(self.rng.gauss(mean, _SPREAD)))

    def _day(self) -> None:
        """A day without rounds: matches end, some drop out; on a ladder some challenge."""
        self._drop_out()
        for pairing in self.competition.course.open:
            lasts = self.rng.randint(1, _LONGEST) * DAY
            if self.ends.setdefault(pairing.pairing, self.now + lasts) <= self.now:
                self._end(pairing)
        for player in self.competition.course.present:
            if player not in self.gone and isinstance(self.competition.format, ladder.Ladder):
                self._challenge_or_rest(player)
        is_arena, later = isinstance(self.competition.format, arena.Arena), self.now + DAY
        at = arena.replay_arena(self.competition).next_pairing() if is_arena else 0
        self.now = at if self.now < at < later else later  # a late pairing lengthens an arena

    def _end(self, pairing: Paired) -> None:
        late = tuple(player for player in pairing.players if player in self.gone)
        if late:
            ranks = tuple(2 if player in late[:1] else 1 for player in pairing.players)
            result = Decided(self.now, pairing.pairing, ranks, late=late[:1])
            self.competition = changes.record_result(self.competition, result)
        else:
            self._play(pairing)

    def _challenge_or_rest(self, player: int) -> None:
        luck = self.rng.random()
        with suppress(Denied):  # not everything is allowed on every day
            if luck < 0.02:
                until = self.now + self.rng.randint(1, 14) * DAY
                self.competition = ladder.begin_holiday(self.competition, player, until, self.now)
            elif luck < 0.5:
                self._challenge(player)

    def _challenge(self, player: int) -> None:
        order = ladder_order(self.competition)
        place = order.index(player)
        above = order[max(0, place - ladder.MAX_REACH) : place]
        other = self.rng.choice(above or order)
        self.competition = ladder.challenge(self.competition, player, other, self.now)
