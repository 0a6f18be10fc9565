"""Matches as the bot serves them: load, pure transition, commit, return.

This is where the pure match and the stored one meet; ``lobby`` has what comes before a match
begins. Nothing is kept in memory between two calls but what a stored match always leads to, so any
number of processes can serve one database.
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Collection

from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.game import AnyState, AnyView, Game, find_move
from prowlerbot.core.recent import Recent
from prowlerbot.core.record import Record, replay
from prowlerbot.core.registry import Registry
from prowlerbot.match import agreements, leaving, orders, play, stopwatch
from prowlerbot.match.deadlines import deadline
from prowlerbot.match.match import (
    Decision,
    Match,
    Phase,
    Play,
    Ranks,
    is_imported,
    seat_at,
)
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.question import Asked
from prowlerbot.match.ratings import result_of
from prowlerbot.match.reminders import Reminder
from prowlerbot.match.timeline import Timeline, finished_views, timeline, visible_record
from prowlerbot.service.visibility_check import Asker, VisibilityCheck, unseen
from prowlerbot.storage.calls import claim as claim_call
from prowlerbot.storage.database import Work
from prowlerbot.storage.results import enter_result
from prowlerbot.storage.scenes import Scene
from prowlerbot.storage.store import Store

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letters that are easily confused when somebody types a match's id."""
_ID_LENGTH = 8

_Moment = tuple[str, int, int, tuple[Play, ...]]
_REMEMBERED = 10_000
"""Matches of which it is remembered who is to move: somebody may play hundreds, and each list of
them, each command without a match, asks that of all.
"""
_LONG = 100
"""Plays of a match whose replay takes milliseconds where it is not remembered; a list of them has
to be replayed beside the event loop.
"""


def _moment(match: Match) -> _Moment:
    return match.id, match.revision, match.changed_at, match.plays[-1:]


def _now() -> int:
    return int(time.time())


class Service:
    """``clock`` gives epoch seconds; ``rng`` draws set-ups, chance and ids.

    A change may be given the match as it was just read (``seen``): it is then read again only if
    somebody else was faster.
    """

    def __init__(
        self,
        store: Store,
        *,
        games: Registry,
        clock: Callable[[], int] = _now,
        rng: random.Random | None = None,
    ) -> None:
        self.store = store
        self.visibility = VisibilityCheck(store)
        self.games = games
        self._clock = clock
        self.rng = rng or random.SystemRandom()
        self._to_move: Recent[_Moment, frozenset[int]] = Recent(_REMEMBERED)

    def game(self, match: Match) -> Game:
        return self.games[match.game]

    def now(self) -> int:
        return self._clock()

    def seed(self) -> int:
        """A number for a source of chance somewhere else."""
        return self.rng.getrandbits(32)

    def new_id(self) -> str:
        return "".join(self.rng.choices(_ID_LETTERS, k=_ID_LENGTH))

    async def match(self, match_id: str) -> Match:
        return (await self.scene(match_id)).match

    async def look(self, match_id: str, asker: Asker) -> Match:
        """A match for somebody who may look at it; NotFound for anybody else."""
        scene = await self.scene(match_id)
        await self.visibility.check(asker, scene.match, scene.board)
        return scene.match

    async def scene(self, match_id: str, guild: int | None = None, reader: int = 0) -> Scene:
        """A match with where and how it is shown, in a server other than its own if asked, and with
        the choices of a ``reader`` who may have no seat.
        """
        found = await self.store.scene(match_id, guild, reader) if match_id.isascii() else None
        if found is None:
            raise unseen(match_id)
        return found

    def _states(self, match: Match) -> list[AnyState]:
        """The position at the start and after each play of a match that has begun.

        Secrets included, so they do not leave the service; ``timeline`` is for whoever shows them.
        """
        return play.states(match, self.game(match))

    def timeline(self, match: Match, user: int | None) -> Timeline:
        """A match that has begun, as far as a user (None: everybody) may know it."""
        game, seat = self.game(match), None if user is None else match.seat_of(user)
        return timeline(match, game, seat, all_open=is_imported(match.id))

    async def replay_beside(self, match: Match) -> None:
        """Replay a long match beside the event loop, for whoever is going to ask about it."""
        if match.setup and match.ply >= _LONG:
            await asyncio.to_thread(self._states, match)

    def finished_views(self, match: Match) -> tuple[AnyView, ...]:
        """The views of a match that is over, for whoever looks at them once."""
        return finished_views(match, self.game(match))

    def visible_record(self, match: Match, user: int | None) -> Record:
        """The record of a match as far as a user (None: everybody) may know it."""
        game, seat = self.game(match), None if user is None else match.seat_of(user)
        return visible_record(match, game, seat, all_open=is_imported(match.id))

    def record_of_seat(self, match: Match, seat: int) -> Record:
        """The record of a match as far as the player of a seat may know it."""
        return visible_record(match, self.game(match), seat)

    def cut_short(self, match: Match) -> Ranks | None:
        """The outcome of a match that ended before it was played out; None for all others."""
        return play.cut_short(match, self.game(match))

    async def ask(
        self, match_id: str, user: int, asked: Asked, moment: int, *, seen: Match | None = None
    ) -> Match:
        """Put a question to the other players; what needs no consent is done at once."""

        def transition(match: Match) -> Match:
            return agreements.ask(
                *(match, self.game(match), user, asked, moment), rng=self.rng, now=self.now()
            )

        return await self.change(match_id, transition, seen)

    async def withdraw_plan(self, match_id: str, user: int, moment: int, own: int) -> Match:
        """Take back one's own last step that nobody else has seen yet."""
        return await self.change(
            match_id,
            lambda match: agreements.withdraw_plan(match, user, moment, own, now=self.now()),
            mover=user,
        )

    async def agree(
        self, match_id: str, user: int, asked: Asked, moment: int, *, seen: Match | None = None
    ) -> Match:
        def transition(match: Match) -> Match:
            return agreements.agree(
                *(match, self.game(match), user, asked, moment), rng=self.rng, now=self.now()
            )

        return await self.change(match_id, transition, seen)

    async def refuse(
        self, match_id: str, user: int, asked: Asked, moment: int, *, seen: Match | None = None
    ) -> Match:
        return await self.change(
            match_id,
            lambda match: agreements.refuse(
                match, self.game(match), user, asked, moment, now=self.now()
            ),
            seen,
        )

    async def withdraw(
        self, match_id: str, user: int, asked: Asked, moment: int, *, seen: Match | None = None
    ) -> Match:
        return await self.change(
            match_id,
            lambda match: agreements.withdraw(match, user, asked, moment, now=self.now()),
            seen,
        )

    async def claim(self, match_id: str, user: int, absent: Collection[int] = ()) -> Match:
        """Make the players leave who ran out of time, and the players ``absent`` who can no longer
        be found; in a match of two this wins it.
        """
        while True:
            scene = await self.scene(match_id)
            before = scene.match
            late = self.late(scene) | {
                seat for seat in before.seats if before.player(seat).id in absent
            }
            after = leaving.claim(
                before,
                self.game(before),
                user,
                late - before.left,
                rng=self.rng,
                now=self.now(),
            )
            if await self._commit(before, after):
                return after

    async def let_leave(self, match_id: str, absent: Collection[int]) -> Match | None:
        """Make the players leave who can no longer be found, if the others can play on.

        None if they are not awaited, or that would end the match: then somebody has to claim.
        """
        while True:
            before = await self.match(match_id)
            gone = {seat for seat in self.to_move(before) if before.player(seat).id in absent}
            after = leaving.let_leave(before, self.game(before), gone, self.rng, self.now())
            if after is None or await self._commit(before, after):
                return after

    async def resign(self, match_id: str, user: int, *, seen: Match | None = None) -> Match:
        """Give up; in a match of three or four the others play on."""
        return await self.change(
            match_id,
            lambda match: leaving.resign(match, self.game(match), user, self.rng, self.now()),
            seen,
        )

    async def play(
        self,
        match_id: str,
        user: int,
        moment: int,
        move: str,
        *,
        own: int = 0,
        seen: Match | None = None,
        foresee: Callable[[Match], None] | None = None,
    ) -> Match:
        """Make a move at the moment the player was looking at, exactly once or not at all.

        ``own`` is the number of the step in a decision of several that nobody else sees yet;
        ``seen`` is the match as it was just loaded, where it was. ``foresee`` is told what the
        match will be right before it is stored, each time that is tried.
        """

        def transition(match: Match) -> Match:
            game, now = self.game(match), self.now()
            made = play.make_move(match, game, user, moment, move, own=own, rng=self.rng, now=now)
            return stopwatch.stopped_if_full(made, game, self.rng, now)

        return await self.change(match_id, transition, seen, foresee, mover=user)

    async def order(
        self, match_id: str, user: int, order: str, *, given: bool, seen: Match | None = None
    ) -> Match:
        """Give a standing order, or take it back."""

        def transition(match: Match) -> Match:
            game, now = self.game(match), self.now()
            return orders.give_order(match, game, user, order, given=given, rng=self.rng, now=now)

        return await self.change(match_id, transition, seen, mover=user)

    async def play_machine(self, match_id: str, seat: int, decision: Decision, move: str) -> Match:
        """Make the move that the machine has chosen when this was the decision of its seat."""

        def transition(match: Match) -> Match:
            game, now = self.game(match), self.now()
            made = play.move_of_machine(match, game, seat, decision, move, rng=self.rng, now=now)
            return stopwatch.stopped_if_full(made, game, self.rng, now)

        return await self.change(match_id, transition)

    def live(self, match: Match) -> bool:
        """Whether the match is at a stage that is played all at once and in the open."""
        return match.phase is Phase.PLAYING and bool(self._states(match)[-1].live)

    def stopwatch(self, match: Match) -> int | None:
        """When the clock that all share runs out, in epoch seconds; None where none is running."""
        if match.phase is not Phase.PLAYING or not match.terms.stopwatch:
            return None
        return stopwatch.runs_out(match, self._states(match))

    async def stop(self, match_id: str) -> Match:
        """Make everybody be done whose time of a live stage is up; raises Stale where it is not."""

        def transition(match: Match) -> Match:
            return stopwatch.stop(match, self.game(match), self.rng, self.now())

        return await self.change(match_id, transition)

    def machines_to_move(self, match: Match) -> list[int]:
        """The seats of the machine that the match waits for; in a race, none before a person has
        begun it.
        """
        if match.phase is not Phase.PLAYING or not match.has_machine:
            return []
        seats = [seat for seat in sorted(self.to_move(match)) if match.player(seat).is_machine]
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

        Without ``own`` any step of a plan will do.
        """
        position = play.position_to_move(match, self.game(match), user, moment, own)
        return position.view(seat_at(match, user))

    def preview(
        self, match: Match, user: int, moment: int, move: str, *, own: int | None = None
    ) -> AnyView:
        """The position after a move that is not made, as far as its player can foresee it."""
        seat, view = seat_at(match, user), self.position_to_move(match, user, moment, own=own)
        after: AnyState = view.seen.after(seat, find_move(view, seat, move))
        return after.view(seat)

    def beginning(self, match: Match) -> Timeline:
        """The moves that a challenge is to begin with, as everybody may know them."""
        if match.origin is None:
            return Timeline(None, (), ())
        replayed = replay(self.game(match), match.origin.setup, match.origin.moves)
        return Timeline(None, (), tuple(state.view(None) for state in replayed))

    async def open_matches(self, user: int, game: str | None = None) -> list[Scene]:
        """The challenges and running matches of a user, of one game or all.

        Those waiting for the user come first, and among these those with the least time left.
        """

        def urgency(scene: Scene) -> tuple[bool, float]:
            return not self.waits_for(scene.match, user), self.deadline(scene) or math.inf

        found = await self.store.open_matches(user, game)
        matches = [scene.match for scene in found]
        unknown = [match for match in matches if match.ply >= _LONG and not self._knows(match)]
        if unknown:
            await asyncio.to_thread(lambda: [self.to_move(match) for match in unknown])
        return sorted(found, key=urgency)

    async def server(self, guild: int | None) -> ServerChoices:
        """What a server has chosen; outside of one, the defaults."""
        return await self.store.choices(ServerChoices, guild) if guild else ServerChoices()

    def deadline(self, scene: Scene, seat: int | None = None) -> int | None:
        """When the decision of a seat is due, in epoch seconds, or the first that is awaited; None
        where there is no limit.
        """
        seats = self.to_move(scene.match) if seat is None else {seat}
        dues = [deadline(scene.match, each, scene.choices_of(each).away_until) for each in seats]
        return min((due for due in dues if due is not None), default=None)

    def late(self, scene: Scene) -> frozenset[int]:
        """The seats to move whose time has run out."""
        now = self.now()
        return frozenset(
            seat
            for seat in self.to_move(scene.match)
            if scene.match.player(seat).id and now >= (self.deadline(scene, seat) or math.inf)
        )

    async def player(self, user: int) -> PlayerChoices:
        return await self.store.choices(PlayerChoices, user)

    def waits_for(self, match: Match, user: int) -> bool:
        """Whether the match cannot go on before this user does something."""
        seat = match.seat_of(user)
        return seat is not None and seat in self.to_move(match)

    def to_move(self, match: Match) -> frozenset[int]:
        """The seats that the match waits for: to answer the challenge, or to move."""
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

    def _knows(self, match: Match) -> bool:
        """Whether it is remembered who is to move."""
        return self._to_move.find(_moment(match)) is not None

    def _out(self, match: Match, user: int) -> bool:
        seat = match.seat_of(user)
        return seat is not None and self.is_out(match, seat)

    def is_out(self, match: Match, seat: int) -> bool:
        """Whether a seat has nothing more to decide in a match that is being played."""
        return match.phase is Phase.PLAYING and seat in self._states(match)[-1].out

    async def choose(self, asker: Asker, game: str, match_id: str | None) -> Match:
        """The match that is meant: the one named, if the asker may look at it, or the one that
        waits for them.

        Raises NotFound if there is none, Denied if it is unclear which one is meant.
        """
        user = asker.user
        if match_id is not None:
            match = await self.look(match_id, asker)
            if match.game != game:
                raise NotFound("There is no match “{match}” of this game.", match=match_id)
            return match
        found = [scene.match for scene in await self.open_matches(user, game)]
        playing = [match for match in found if match.phase is Phase.PLAYING]
        running = [match for match in playing if match.seat_of(user) not in match.left]
        waiting = [match for match in running if self.waits_for(match, user)]
        if len(waiting) == 1:
            return waiting[0]
        if len(running) > 1:
            running = [each for each in running if not self._out(each, user)] or running
        if len(running) == 1:
            return running[0]
        if not running:
            latest = await self.store.latest_match(user, game)
            if latest is None:
                raise NotFound(
                    "You have no match of this game yet; challenge a player or the machine."
                )
            return latest
        raise Denied("You play several matches; choose one of them.")

    async def change(
        self,
        match_id: str,
        transition: Callable[[Match], Match],
        seen: Match | None = None,
        foresee: Callable[[Match], None] | None = None,
        *,
        mover: int = 0,
    ) -> Match:
        """Store what a transition makes of a match, which is tried until nobody was faster.

        ``seen``, ``foresee`` and ``mover`` are as for ``play``, whose user the mover is.
        """
        # Losing the race means that somebody else's change is in, so each turn of this loop is
        # some other call's success; the transition then decides again whether it still applies.
        while True:
            before, seen = seen or await self.match(match_id), None
            after = transition(before)
            if foresee is not None:
                foresee(after)
            if await self._commit(before, after, mover):
                return after

    async def _commit(self, before: Match, after: Match, mover: int = 0) -> bool:
        """Store a change, and with it the result of a match that it ends.

        The user who made it, the ``mover``, has the match before their eyes: if they are to move
        again, no missed call to that is sent later, not even by upkeep that comes in between.
        """
        result = result_of(after, self.game(after))
        seats = self.to_move(after) & {after.seat_of(mover)}

        def also(db: Work) -> None:
            if result is not None:
                enter_result(db, result)
            for seat in seats:
                claim_call(db, after, seat, Reminder.TURN)

        return await self.store.commit(before, after, also)
