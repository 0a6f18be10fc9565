"""All facts that follow from a match alone: its views, the seats to move, deadlines.

Nothing here reads or changes stored matches. Memory keeps only facts that always follow from one.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from prowlerbot.core.errors import Denied, GameFailed, Refused, Resting, Unusable
from prowlerbot.core.game import AnyState, AnyView, Game, Mark, Registry, find_move
from prowlerbot.core.outages import Outage
from prowlerbot.core.recent_cache import Recent
from prowlerbot.core.record import Record, replay
from prowlerbot.match import plans, play, stopwatch
from prowlerbot.match.deadlines import claimed_at, deadline, moved, unaware
from prowlerbot.match.decisions import Play
from prowlerbot.match.match import Ending, Match, Phase, Ranks, is_imported, seat_at
from prowlerbot.match.match_duties import MatchDuty
from prowlerbot.match.scene import Scene
from prowlerbot.match.timeline import (
    Timeline,
    as_it_stood,
    tells_secrets,
    timeline,
    visible_record,
)
from prowlerbot.service.heartbeat import Heartbeat

log = logging.getLogger(__name__)

_Moment = tuple[str, int, int, tuple[Play, ...]]
_REMEMBERED = 10_000
"""The number of matches whose seats to move are kept in memory. A player may have hundreds of
matches, and each list of them and each command without a match needs these seats.
"""
_LONG = 100
"""Plays of a match whose replay takes milliseconds unless it is remembered; a list of such matches
must be replayed beside the event loop.
"""


def _moment(match: Match) -> _Moment:
    return match.id, match.revision, match.changed_at, match.plays[-1:]


class Positions:
    """Matches of the registered ``games``; ``clock`` gives epoch seconds."""

    def __init__(self, games: Registry, clock: Callable[[], int], heartbeat: Heartbeat) -> None:
        self.games = games
        self.heartbeat = heartbeat
        self._clock = clock
        self._to_move: Recent[_Moment, frozenset[int]] = Recent(_REMEMBERED)
        self._logged = set[tuple[str, str]]()

    def game(self, match: Match) -> Game:
        """The game of a match; raises Resting if it is not installed."""
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

    def check_installed(self, game: str) -> None:
        """Raise Resting for a game that is not installed now."""
        if game not in self.games:
            raise Resting(
                "The game “{game}” is not installed here now, so this rests and no clock runs. It"
                " goes on once the host of the bot has brought the game back.",
                game=game,
            )

    def goes_on(self, match: Match) -> bool:
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

    def now(self) -> int:
        return self._clock()

    def _states(self, match: Match) -> list[AnyState]:
        """The position at the start and after each play of a match that has begun.

        Secrets are included, so the states do not leave the service; ``timeline`` is for display.
        """
        return play.states(match, self.game(match))

    def timeline(self, match: Match, user: int | None) -> Timeline:
        """A match that has begun, as far as a user (None: everybody) may know it."""
        game, seat = self.game(match), None if user is None else match.seat_of(user)
        return timeline(match, game, seat, all_open=is_imported(match.id))

    async def known_then(self, match: Match, seat: int, at: int) -> Timeline:
        """The first ``at`` plays of a finished match, as far as a seat could know them then. They
        are replayed beside the event loop, as a long match takes a while.
        """
        then = as_it_stood(match, at)
        return await asyncio.to_thread(timeline, then, self.game(match), seat)

    def visible_record(self, match: Match, user: int | None) -> Record:
        """The record of a match as far as a user (None: everybody) may know it. Raises Denied while
        its draws or its set-up tell more than the user may see, such as the cards of others.
        """
        game, seat = self.game(match), None if user is None else match.seat_of(user)
        record = visible_record(match, game, seat, all_open=is_imported(match.id))
        if match.phase is Phase.PLAYING and tells_secrets(record, seat):
            raise Denied("This match still runs, and its record holds secrets until it is over.")
        return record

    def record_of_seat(self, match: Match, seat: int) -> Record:
        """The record of a match as far as the player of a seat may know it."""
        return visible_record(match, self.game(match), seat)

    def cut_short(self, match: Match) -> Ranks | None:
        """The ranks of a match that ended before it was played out; None for all others."""
        return play.cut_short(match, self.game(match))

    def course(self, match: Match) -> Sequence[Mark]:
        """How a match that was played out went for its host; nothing for any other match."""
        if match.ending is not Ending.PLAYED:
            return ()
        return self.game(match).course(self._states(match), match.challenger)

    def live(self, match: Match) -> bool:
        """Whether the match is at a stage that all play at once and in the open."""
        return match.phase is Phase.PLAYING and bool(self._states(match)[-1].live)

    def stopwatch(self, match: Match, outages: Sequence[Outage] = ()) -> int | None:
        """The end of the shared clock in epoch seconds; None if none is running."""
        if match.phase is not Phase.PLAYING or not match.terms.stopwatch:
            return None
        return stopwatch.runs_out(match, self._states(match), outages)

    def stopwatch_duty(self, match: Match) -> dict[str, int | None]:
        """The duty to end the present stage by its clock, for matches whose terms have one."""
        return {MatchDuty.STOPWATCH: self.stopwatch(match)} if match.terms.stopwatch else {}

    def machines_to_move(self, match: Match) -> list[int]:
        """The machine's seats that the match waits for; none in a race that no person has begun."""
        if match.phase is not Phase.PLAYING or not match.has_machine:
            return []
        machines = (seat for seat in match.seats if match.player(seat).is_machine)
        to_move = self.to_move(match)
        seats = [seat for seat in machines if seat in to_move and not match.player(seat).offered]
        if self._race_to_begin(match, seats):
            return []
        return seats

    def _race_to_begin(self, match: Match, machines: list[int]) -> bool:
        """Whether the clock of a race waits for the first move of a person."""
        people = self.to_move(match) - set(machines)
        waits = bool(people) and bool(match.terms.stopwatch) and self.live(match)
        return waits and self.stopwatch(match) is None

    def only_machines_to_move(self, match: Match) -> bool:
        """Whether no person can do anything before the machine has moved."""
        machines = self.machines_to_move(match)
        return bool(machines) and self.to_move(match) == set(machines)

    def position_to_move(
        self, match: Match, user: int, moment: int, *, own: int | None = None
    ) -> AnyView:
        """The present position for a user who is to move in it and has seen it at ``moment``.

        Without ``own`` any step of the decision is accepted.
        """
        position = play.position_to_move(match, self.game(match), user, moment, own)
        return position.view(seat_at(match, user))

    def preview(
        self, match: Match, user: int, moment: int, move: str, *, own: int | None = None
    ) -> AnyView:
        """The position after a move that is not made, as far as its player can foresee it."""
        view = self.position_to_move(match, user, moment, own=own)
        return self.foreseen(view, seat_at(match, user), move)

    def foreseen(self, view: AnyView, seat: int, move: str) -> AnyView:
        """The position after a move of a seat, as far as it can foresee it. Raises IllegalMove."""
        after: AnyState = view.seen.after(seat, find_move(view, seat, move))
        return after.view(seat)

    def ahead(self, view: AnyView, line: Sequence[str]) -> tuple[AnyView, ...]:
        """A view of an open game, and the views after each of these moves, which are not made yet.

        Raises IllegalMove for a move that is not legal in its place.
        """
        views = [view]
        for move in line:
            (seat,) = views[-1].to_move or {0}
            after: AnyState = views[-1].seen.after(seat, find_move(views[-1], seat, move))
            views.append(after.view(view.viewer))
        return tuple(views)

    def plannable(self, match: Match, known: Timeline) -> bool:
        """Whether the viewer can plan moves now; nobody can tell from this who has a plan."""
        present = known.present
        waits = match.phase is Phase.PLAYING and len(match.voters) > 1 and present.plannable
        return waits and known.viewer not in present.out

    def check_plannable(self, match: Match, user: int, moment: int) -> None:
        """Raise Denied for a user who cannot plan at the position of ``moment``."""
        plans.check_plannable(match, self.game(match), user, moment)

    def beginning(self, match: Match) -> Timeline:
        """The moves at the start of a challenge, as everybody may know them."""
        if match.origin is None:
            return Timeline(None, (), ())
        replayed = replay(self.game(match), match.origin.setup, match.origin.moves)
        return Timeline(None, (), tuple(state.view(None) for state in replayed))

    def deadline(self, scene: Scene, seat: int | None = None) -> int | None:
        """The deadline of a seat's decision in epoch seconds, or the first of all; None without a
        limit.
        """
        match = scene.match
        seats = self._timed(match) if seat is None else [seat]
        outages = self.outages(scene)
        dues = [deadline(match, at, scene.choices_of(at).absences, outages) for at in seats]
        return min((due for due in dues if due is not None), default=None)

    def forgiven(self, scene: Scene) -> Outage | None:
        """The outage because of which the first deadline of a match, or the end of its shared
        clock, is later, if there is one.
        """
        match, outages = scene.match, self.outages(scene)
        if not outages:
            return None
        choices = {seat: scene.choices_of(seat) for seat in self._timed(match)}
        causes = (moved(match, seat, each.absences, outages) for seat, each in choices.items())
        first = next(filter(None, causes), None)
        if first is None and self.stopwatch(match) != self.stopwatch(match, outages):
            return outages[-1]
        return first

    def _timed(self, match: Match) -> list[int]:
        """The seats to move whose clocks run: all but those that are offered."""
        return [seat for seat in self.to_move(match) if not match.player(seat).offered]

    def outages(self, scene: Scene) -> Sequence[Outage]:
        """The outages that count for a match: those of its server and of its game."""
        guild = scene.board.guild if scene.board is not None else 0
        return self.heartbeat.outages(guild, scene.match.game)

    def late(self, scene: Scene) -> frozenset[int]:
        """The seats to move whose time has run out."""
        now = self.now()
        return frozenset(
            seat
            for seat in self.to_move(scene.match)
            if scene.match.player(seat).id and now >= (self.deadline(scene, seat) or math.inf)
        )

    def unaware(self, match: Match) -> frozenset[int]:
        """The seats to move whose players cannot know of their turn yet."""
        now = self.now()
        waits = any(decision.since > now for decision in match.decisions)
        return unaware(match, self.to_move(match), now) if waits else frozenset()

    def overdue(self, match: Match, outages: Sequence[Outage]) -> frozenset[int]:
        """The seats to move whose time the bot itself claims in a competition."""
        claims = {seat: claimed_at(match, seat, outages) for seat in self.to_move(match)}
        return frozenset(seat for seat, at in claims.items() if self.now() >= (at or math.inf))

    def waits_for(self, match: Match, user: int) -> bool:
        """Whether the match cannot go on before this user acts."""
        seat = match.seat_of(user)
        return seat is not None and seat in self.to_move(match)

    def to_move(self, match: Match) -> frozenset[int]:
        """The seats that the match waits for: to answer the challenge, or to move. Raises Resting
        where the position is not remembered.
        """
        if match.phase is Phase.LOBBY:
            return match.asked
        if match.phase is Phase.OVER:
            return frozenset()
        key = _moment(match)
        seats = self._to_move.find(key)
        if seats is None:
            seats = self._states(match)[-1].to_move
            self._to_move.keep(key, seats)
        return seats

    async def remember_to_move(self, matches: Sequence[Match]) -> None:
        """Find the seats to move in long matches beside the event loop, as that takes a while."""
        unknown = [
            match
            for match in matches
            if match.ply >= _LONG and self._to_move.find(_moment(match)) is None
        ]
        if unknown:
            await asyncio.to_thread(lambda: [self.goes_on(match) for match in unknown])

    def is_out(self, match: Match, seat: int) -> bool:
        """Whether a seat has no more decisions in a running match."""
        return match.phase is Phase.PLAYING and seat in self._states(match)[-1].out

    async def replay_beside(self, match: Match) -> None:
        """Replay a long match beside the event loop, before questions about it."""
        if match.setup and match.ply >= _LONG:
            await asyncio.to_thread(self._states, match)
