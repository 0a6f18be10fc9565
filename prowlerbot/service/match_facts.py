"""The facts that follow from a stored match: its position as each reader may know it, its times.

Nothing here reads or changes what is stored. Memory keeps only what can be computed again, so any
number of processes can serve one database.
"""

import asyncio
import logging
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from prowlerbot.core.clock import Clock, Heartbeat, Outage
from prowlerbot.core.errors import Denied, GameFailed, GameMissing, Refused, Unusable
from prowlerbot.core.game import AnyState, AnyView, Game, Mark, Registry, find_move
from prowlerbot.core.recent_cache import Recent
from prowlerbot.core.record import Record, replay
from prowlerbot.match import clock_starts, plans, play, timeline
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.deadlines import helpful_outage, seat_claim_time, seat_deadline, unaware_seats
from prowlerbot.match.match import Ending, Match, Phase, Play, Ranks, is_imported, seat_at
from prowlerbot.match.scene import Scene
from prowlerbot.match.timeline import Timeline

log = logging.getLogger(__name__)

MATCHES_REMEMBERED = 10_000
"""The number of matches whose seats to move are kept in memory, as lists of matches need them."""
_LONG_MATCH = 100
"""Plays of a match whose replay takes milliseconds, so it runs in a thread of its own."""

_CacheKey = tuple[str, int, int, tuple[Play, ...]]


def _cache_key(match: Match) -> _CacheKey:
    return match.id, match.revision, match.changed_at, match.plays[-1:]


@dataclass(eq=False)
class MatchFacts:
    """The facts of a match alone. ``games`` are installed; a match of any other one rests."""

    games: Registry

    def __post_init__(self) -> None:
        self._to_move: Recent[_CacheKey, frozenset[int]] = Recent(MATCHES_REMEMBERED)
        self._logged = set[tuple[str, str]]()
        """The match and the kind of each error that the log has."""

    def check_installed(self, game: str) -> None:
        """Raise GameMissing for a game that is not installed now."""
        if game not in self.games:
            raise GameMissing(
                "The game “{game}” is not installed here now, so this rests and no clock runs. It"
                " goes on once the host of the bot has brought the game back.",
                game=game,
            )

    def game(self, match: Match) -> Game:
        """The game of a match; raises GameMissing if it is not installed."""
        self.check_installed(match.game)
        return self.games[match.game]

    @contextmanager
    def asking_game(self, match: Match) -> Iterator[None]:
        """Raise GameFailed for an error of the game inside: in a transition, a drawing, or the
        thoughts of the machine. The log has each kind of error once for each match.
        """
        try:
            yield
        except Refused:
            raise
        except Exception as error:
            if (kind := (match.id, type(error).__name__)) not in self._logged:
                self._logged.add(kind)
                log.exception("the game “%s” has failed in match “%s”", match.game, match.id)
            raise GameFailed from error

    def _states(self, match: Match) -> list[AnyState]:
        """All positions of a match that has begun, with their secrets: they stay in the service."""
        return play.replay_match(match, self.game(match))

    def to_move(self, match: Match) -> frozenset[int]:
        """The seats that have to answer the challenge, or to move. May raise GameMissing."""
        if match.phase is Phase.LOBBY:
            return match.invited_seats
        if match.phase is Phase.OVER:
            return frozenset()
        key = _cache_key(match)
        if (seats := self._to_move.find(key)) is None:
            seats = self._states(match)[-1].to_move
            self._to_move.keep(key, seats)
        return seats

    def waits_for(self, match: Match, user: int) -> bool:
        """Whether the match cannot go on before this user acts."""
        seat = match.seat_of(user)
        return seat is not None and seat in self.to_move(match)

    def is_out(self, match: Match, seat: int) -> bool:
        """Whether a seat has no more decisions in a running match."""
        return match.phase is Phase.PLAYING and seat in self._states(match)[-1].out

    def is_live(self, match: Match) -> bool:
        """Whether the match is at a stage that all play at once and in the open."""
        return match.phase is Phase.PLAYING and bool(self._states(match)[-1].live)

    def end_of_stage(self, match: Match, outages: Sequence[Outage] = ()) -> int | None:
        """The end of the shared clock in epoch seconds; None if none is running."""
        if match.phase is not Phase.PLAYING or not match.terms.stopwatch:
            return None
        return clock_starts.stage_end(match, self._states(match), outages)

    def stopwatch_duty(self, match: Match) -> dict[str, int | None]:
        """The duty to end the present stage by its clock, for matches whose terms have one."""
        return {MatchDuty.STOPWATCH: self.end_of_stage(match)} if match.terms.stopwatch else {}

    def machines_to_move(self, match: Match) -> list[int]:
        """The machine's seats that the match waits for; none in a race that no person has begun."""
        if match.phase is not Phase.PLAYING or not match.has_machine:
            return []
        machines = (seat for seat in match.seats if match.player(seat).is_machine)
        to_move = self.to_move(match)
        seats = [seat for seat in machines if seat in to_move and not match.player(seat).offered]
        # The clock of a race waits for the first move of a person.
        waits = to_move > {*seats} and bool(match.terms.stopwatch) and self.is_live(match)
        return [] if waits and self.end_of_stage(match) is None else seats

    def only_machines_to_move(self, match: Match) -> bool:
        """Whether no person can do anything before the machine has moved."""
        machines = self.machines_to_move(match)
        return bool(machines) and self.to_move(match) == set(machines)

    def timeline(self, match: Match, user: int | None) -> Timeline:
        """A match that has begun, as far as a user (None: everybody) may know it."""
        game, seat = self.game(match), None if user is None else match.seat_of(user)
        return timeline.make_timeline(match, game, seat, all_open=is_imported(match.id))

    async def timeline_then(self, match: Match, seat: int, ply: int) -> Timeline:
        """The first plays of a finished match, up to a ply, as far as a seat could know them then.
        They are replayed outside of the event loop, as a long match takes a while.
        """
        earlier = timeline.match_as_of(match, ply)
        return await asyncio.to_thread(timeline.make_timeline, earlier, self.game(match), seat)

    def beginning_timeline(self, match: Match) -> Timeline:
        """The moves at the start of a challenge, as everybody may know them."""
        if match.origin is None:
            return Timeline(None, (), ())
        replayed = replay(self.game(match), match.origin.setup, match.origin.moves)
        return Timeline(None, (), tuple(state.view(None) for state in replayed))

    def visible_record(self, match: Match, user: int | None) -> Record:
        """The record of a match as far as a user (None: everybody) may know it. Raises Denied while
        its draws or its set-up tell more, such as the cards of others.
        """
        game, seat = self.game(match), None if user is None else match.seat_of(user)
        record = timeline.visible_record(match, game, seat, all_open=is_imported(match.id))
        if match.phase is Phase.PLAYING and timeline.tells_secrets(record, seat):
            raise Denied("This match still runs, and its record holds secrets until it is over.")
        return record

    def record_of_seat(self, match: Match, seat: int) -> Record:
        """The record of a match as far as the player of a seat may know it."""
        return timeline.visible_record(match, self.game(match), seat)

    def ranks_if_cut_short(self, match: Match) -> Ranks | None:
        """The ranks of a match that ended before it was played out; None for all others."""
        return play.ranks_if_cut_short(match, self.game(match))

    def course(self, match: Match) -> Sequence[Mark]:
        """How a match that was played out went for its host; nothing for any other match."""
        if match.ending is not Ending.PLAYED:
            return ()
        return self.game(match).course(self._states(match), match.challenger)

    def position_to_move(
        self, match: Match, user: int, moment: int, *, step: int | None = None
    ) -> AnyView:
        """The present position as ``play.position_to_move`` checks it, for the user's seat."""
        position = play.position_to_move(match, self.game(match), user, moment, step)
        return position.view(seat_at(match, user))

    def foresee_move(self, view: AnyView, seat: int, move: str) -> AnyView:
        """The view after a move of a seat, as far as it can be foreseen. Raises IllegalMove."""
        after: AnyState = view.seen.after(seat, find_move(view, seat, move))
        return after.view(view.viewer)

    def look_ahead(self, view: AnyView, line: Sequence[str]) -> tuple[AnyView, ...]:
        """A view of an open game, and the views after each of these moves. Raises IllegalMove."""
        views = [view]
        for move in line:
            (seat,) = views[-1].to_move or {0}
            views.append(self.foresee_move(views[-1], seat, move))
        return tuple(views)

    def check_plannable(self, match: Match, user: int, moment: int) -> None:
        """Raise Denied for a user who cannot plan at the position of ``moment``."""
        plans.check_plannable(match, self.game(match), user, moment)

    async def replay_in_thread(self, match: Match) -> None:
        """Replay a long match outside of the event loop, before questions about it."""
        if match.setup and match.ply >= _LONG_MATCH:
            await asyncio.to_thread(self._states, match)

    def can_be_listed(self, match: Match) -> bool:
        """Whether lists can show a match: its game is installed and replays it."""
        try:
            self.game(match)
            self.to_move(match)
        except Unusable:
            raise
        except Exception as error:  # noqa: BLE001 - a game from outside may raise anything
            log.info("match “%s” is left out of a list: %r", match.id, error)
            return False
        return True

    async def replay_for_list(self, matches: Iterable[Match]) -> None:
        """Replay long matches of a list outside of the event loop, as that takes a while."""
        long_matches = (match for match in matches if match.ply >= _LONG_MATCH)
        unknown = [each for each in long_matches if self._to_move.find(_cache_key(each)) is None]
        if unknown:
            await asyncio.to_thread(lambda: [self.can_be_listed(match) for match in unknown])


@dataclass(eq=False)
class MatchClocks:
    """The times of a match. ``now`` gives epoch seconds; only a ``Clock`` can be unsure of them."""

    now: Callable[[], int]
    heartbeat: Heartbeat
    _facts: MatchFacts

    def __post_init__(self) -> None:
        self.compared_clock = self.now if isinstance(self.now, Clock) else None

    @property
    def knows_the_time(self) -> bool:
        """Whether the clock is right for sure, so that what has fallen due may be done."""
        return self.compared_clock is None or self.compared_clock.is_compared

    def deadline(self, scene: Scene, seat: int | None = None) -> int | None:
        """The deadline of a seat, or the first of all, in epoch seconds; None without a limit."""
        match = scene.match
        seats = self._timed_seats(match) if seat is None else [seat]
        choices, outages = scene.choices_of, self.outages(scene)
        times = (seat_deadline(match, each, choices(each).absences, outages) for each in seats)
        return min((at for at in times if at is not None), default=None)

    def next_claim(self, scene: Scene) -> int | None:
        """The time at which the bot claims the next move, in epoch seconds; None for never."""
        match, outages = scene.match, self.outages(scene)
        claims = (seat_claim_time(match, seat, outages) for seat in self._timed_seats(match))
        return min((at for at in claims if at and at > self.now()), default=None)

    def forgiving_outage(self, scene: Scene) -> Outage | None:
        """The outage that moved the first deadline of a match or the end of its shared clock."""
        match, outages = scene.match, self.outages(scene)
        if not outages:
            return None
        for seat in self._timed_seats(match):
            if outage := helpful_outage(match, seat, scene.choices_of(seat).absences, outages):
                return outage
        moves_stage = self._facts.end_of_stage(match) != self._facts.end_of_stage(match, outages)
        return outages[-1] if moves_stage else None

    def _timed_seats(self, match: Match) -> list[int]:
        """The seats to move whose clocks run. No clock of an offered seat does, and no bank of the
        machine or in a live stage with a clock of its own.
        """
        seats = [seat for seat in self._facts.to_move(match) if not match.player(seat).offered]
        if not match.terms.bank:
            return seats
        if self._facts.end_of_stage(match) is not None:
            return []
        return [seat for seat in seats if match.player(seat).id]

    def outages(self, scene: Scene) -> Sequence[Outage]:
        """The outages that count for a match: those of its server and of its game."""
        return self.outages_in(scene.match, scene.board.guild if scene.board is not None else 0)

    def outages_in(self, match: Match, guild: int) -> Sequence[Outage]:
        """The outages that count for a match in a server; the shorter pauses for a live match."""
        outages, pauses = self.heartbeat.outages, self.heartbeat.pauses
        return (pauses if match.terms.is_timed else outages)(guild, match.game)

    def forgiven_times(self, scene: Scene) -> Sequence[Outage]:
        """The times that nobody has used if a match ends now. These are outages, and the time in
        which nobody can see the board at present, up to the time for a move.
        """
        since, longest = scene.unseen_since, scene.match.terms.limit
        unseen = [Outage(since, min(self.now(), since + longest))] if since else []
        return [*self.outages(scene), *unseen]

    def late_seats(self, scene: Scene) -> frozenset[int]:
        """The seats to move whose time others can claim is over: none in a competition."""
        if scene.match.terms.competition:
            return frozenset()
        if scene.match.terms.is_timed:
            return self.overdue_seats(scene.match, self.outages(scene))
        now = self.now()
        return frozenset(
            seat
            for seat in self._facts.to_move(scene.match)
            if scene.match.player(seat).id and now >= (self.deadline(scene, seat) or math.inf)
        )

    def overdue_seats(self, match: Match, outages: Sequence[Outage]) -> frozenset[int]:
        """The seats whose time the bot itself claims: by a live clock, or in a competition."""
        claims = {seat: seat_claim_time(match, seat, outages) for seat in self._timed_seats(match)}
        return frozenset(seat for seat, at in claims.items() if self.now() >= (at or math.inf))

    def claimable_seats(self, scene: Scene, user: int) -> frozenset[int]:
        """The seats that have run out of time, for a player who can claim that; else none."""
        late, seat = self.late_seats(scene), scene.match.seat_of(user)
        return late if seat in scene.match.voters - late else frozenset()

    def can_act(self, scene: Scene, user: int) -> bool:
        """Whether the match waits for this user: for an answer, a move or a claim."""
        return bool(self.claimable_seats(scene, user)) or self._facts.waits_for(scene.match, user)

    def unaware_seats(self, match: Match) -> frozenset[int]:
        now = self.now()
        waits = any(decision.since > now for decision in match.decisions)
        return unaware_seats(match, self._facts.to_move(match), now) if waits else frozenset()
