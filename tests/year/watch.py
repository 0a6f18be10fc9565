"""Holds all that happens in a simulated year to its rules, by the true time and true outages."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from prowlerbot.competitions.competition_record import Competition
from prowlerbot.competitions.course import Began, Dropped, Ended, Interrupted
from prowlerbot.competitions.formats import ladder
from prowlerbot.core import clock
from prowlerbot.match.deadlines import is_free_weekend, seat_deadline
from prowlerbot.match.lobby import expiry_of
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.preferences import is_in_peace
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service
from tests.competitions import kinds
from tests.year.machine import Machine

_BETWEEN_BEATS = 200
"""Seconds by which the bot may take an outage for longer than it was, or notice a time late."""
_SEEN = 30 * 60
"""Seconds in which players are awake and the bot answers, after which they have been reminded."""


@dataclass(eq=False)
class Watch:
    diligent: frozenset[int]
    machine: Machine = field(init=False)
    began: dict[tuple[str, int, int], int] = field(default_factory=dict[tuple[str, int, int], int])
    """The true time at which a decision began, by match, seat and moment."""
    reminders: defaultdict[tuple[str, int, int], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    broken: list[str] = field(default_factory=list[str])
    """What was not as it should be: the bot goes on after a failure, so it is kept here."""
    counted: Counter[str] = field(default_factory=Counter[str])
    known: dict[str, int] = field(default_factory=dict[str, int])
    """The events of a competition that were looked at."""
    started: set[str] = field(default_factory=set[str])

    def watched(self, service: Service) -> None:
        """Watch each change of a match that a process stores."""
        commit = service.store.commit

        async def watching(before: Match, after: Match, *rest: object) -> bool:
            scene = await service.scene(before.id)
            stored = await commit(before, after, *rest)  # type: ignore[arg-type]  # passed through
            if stored:
                self._changed(scene, before, after)
                if before.ending is None and self._ended_with_round(scene, before, after):
                    await self._closed(after)
            return stored

        service.store.commit = watching  # type: ignore[assignment, method-assign]  # a test looks on

    def _hold(self, is_so: bool, told: str) -> None:  # noqa: FBT001 - it reads like an assertion
        if not is_so:
            self.broken.append(told)

    # ------------------------------------------------------------------ matches

    def _changed(self, scene: Scene, before: Match, after: Match) -> None:
        service, true = self.machine.service, self.machine.true
        if after.phase is Phase.PLAYING:
            for seat in service.facts.to_move(after):
                key = after.id, seat, after.decision(seat).moment
                shown = scene.unseen_since and before.ply == after.ply  # for the first time
                self.began[key] = true if shown else self.began.get(key, true)
            self.counted["changes"] += 1
            return
        if after.phase is not Phase.OVER or before.phase is Phase.OVER:
            return
        self.counted[f"{after.ending}"] += 1
        match after.ending:
            case Ending.CLAIMED:
                for seat in service.facts.to_move(before):
                    self._lost_by_time(scene, before, seat)
            case Ending.ABANDONED if not self._ended_with_round(scene, before, after):
                for seat in service.facts.to_move(before):
                    self._hold(true >= self.due(scene, before, seat), f"abandoned {before.id}")
            case Ending.EXPIRED:
                by = expiry_of(before)
                self._hold(true >= self._forgiven(by, clock.HOUR), f"expired {before.id}")
            case _:
                pass

    def _ended_with_round(self, scene: Scene, before: Match, after: Match) -> bool:
        """Whether a match ended with its round: without a result if nobody could ever see it."""
        if after.ending is Ending.ABANDONED and scene.was_never_seen:
            to_move = self.machine.service.facts.to_move(before)
            due = (self.due(scene, before, seat) for seat in to_move)
            return self.machine.true < max(due)
        return after.ending is Ending.CLOSED

    def _lost_by_time(self, scene: Scene, match: Match, seat: int) -> None:
        true, player = self.machine.true, match.player(seat).id
        due = self.due(scene, match, seat)
        told = f"{player} in {match.id} at {true}, due {due}"
        self._hold(true >= due, f"late by the bot's absence: {told}")
        slow = match.terms.pace >= clock.DAY
        self._hold(player not in self.diligent or not slow, f"late though there each day: {told}")
        key = match.id, seat, match.decision(seat).since
        if not self.reminders[key] and scene.choices_of(seat).calls != "off":
            seen = self._seen(scene, match, seat, due)
            self._hold(seen < _SEEN, f"no reminder though there for {seen} s: {told}")

    def due(self, scene: Scene, match: Match, seat: int) -> int:
        """The earliest true time at which a seat may be late. References of its own hold
        ``deadline``; here the outages are those that the bot has had.
        """
        since = match.decision(seat).since
        absences = scene.choices_of(seat).absences
        by = seat_deadline(match, seat, absences, self.machine.outages)
        assert by is not None
        return by + self.began_at(match, seat) - since - _BETWEEN_BEATS

    def began_at(self, match: Match, seat: int) -> int:
        """The true time at which a decision began; a new match begins as the bot says."""
        decision = match.decision(seat)
        return self.began.get((match.id, seat, decision.moment), decision.since)

    def _forgiven(self, by: int, lasts: int) -> int:
        return clock.forgive_outages(by, self.machine.outages, lasts) - _BETWEEN_BEATS

    def _seen(self, scene: Scene, match: Match, seat: int, due: int) -> int:
        """For how long a player was awake before a deadline, and the bot there."""
        since = self.began_at(match, seat)
        choices, step, seen = scene.choices_of(seat), 600, 0
        for at in range(since + match.terms.pace // 2, due - step, step):
            away = any(began <= at < ended for began, ended in self.machine.outages)
            away |= any(start <= at < end for start, end in choices.absences)
            if (
                not away
                and not is_in_peace(choices, at)
                and not is_free_weekend(at, match.terms.weekend)
            ):
                seen += step
        return seen

    async def reminded(self, match_id: str, seat: int) -> None:
        machine = self.machine
        scene = await machine.service.scene(match_id)
        match, choices = scene.match, scene.choices_of(seat)
        self._hold(not is_in_peace(choices, machine.true), f"called in peace: {match_id}")
        to_move = machine.service.facts.to_move(match)
        self._hold(seat in to_move, f"reminded of what is done: {match_id}")
        due = self.due(scene, match, seat) + _BETWEEN_BEATS
        self._hold(machine.true < due, f"reminded of what has passed: {match_id}")
        self.reminders[match_id, seat, match.decision(seat).since].append(machine.true)
        self.counted["reminders"] += 1

    # ------------------------------------------------------------------ competitions

    async def _closed(self, match: Match) -> None:
        """Hold the end of a round to its rules."""
        it = await self.machine.competitions.get(match.terms.competition)
        terms, course = it.competition.terms, it.competition.course
        until = course.clock_end(course.pairings[match.terms.pairing])
        by = self._forgiven(until, clock.grace_after_outage(terms.round_time or clock.DAY))
        self._hold(self.machine.true >= by, f"round ended by the bot's absence: {match.id}")

    async def stepped(self, competition: str) -> None:
        """Hold the beginning of a competition to its rules once it has come, and each drop."""
        it = await self.machine.competitions.get(competition)
        self._dropped(it.competition, self.known.get(competition, 0))
        self.known[competition] = it.competition.revision
        terms, course = it.competition.terms, it.competition.course
        first = next((e for e in it.competition.events if isinstance(e, Began | Ended)), None)
        if first is None or competition in self.started:
            return
        self.started.add(competition)
        self.counted[f"begun {terms.format}"] += 1
        if terms.check_in:
            league = terms.format is kinds.LEAGUE
            by = self._forgiven(
                terms.starts,
                clock.grace_after_outage(terms.check_in) if league else clock.CHECK_IN_GRACE,
            )
            self._hold(self.machine.true >= by, f"begun by the bot's absence: {competition}")
            gone = course.left.keys() & self.diligent
            self._hold(not gone, f"left out though there: {gone} of {competition}")

    def _dropped(self, competition: Competition, known: int) -> None:
        """Hold to it that nobody drops on a ladder for days on which the bot was not there."""
        terms = competition.terms
        for at, event in enumerate(competition.events[known:], known):
            if isinstance(event, Dropped):
                before = [e for e in competition.events[:at] if not isinstance(e, Interrupted)]
                drops = ladder.drop_times(Competition(terms, tuple(before)))
                for player in event.players:
                    since = drops[player] - terms.idle
                    here = (
                        event.at - since - clock.lost_seconds(self.machine.outages, since, event.at)
                    )
                    self._hold(here >= terms.idle - _BETWEEN_BEATS, f"dropped: {player}")
                    self.counted["dropped"] += 1
