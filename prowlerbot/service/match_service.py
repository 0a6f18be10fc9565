"""Matches as the bot serves them: load, pure transition, commit, return.

The facts that follow from a match alone stand together: its views, the seats to move, deadlines.
The time before it begins is in ``lobby_service``. Memory keeps only facts that follow from a stored
match, so any number of processes can serve one database.
"""

import asyncio
import logging
import math
import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TypeVarTuple

from prowlerbot.core.clock import Clock, Outage
from prowlerbot.core.errors import Denied, GameFailed, NotFound, Refused, Resting, Unusable
from prowlerbot.core.game import AnyState, AnyView, Game, Mark, Registry, find_move
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import Post
from prowlerbot.core.recent_cache import Recent
from prowlerbot.core.record import Record, replay
from prowlerbot.match import closing, leaving, plans, play, stage_clock
from prowlerbot.match.call_rules import MatchDuty, change_of_calls
from prowlerbot.match.deadlines import helpful_outage, seat_claim_time, seat_deadline, unaware_seats
from prowlerbot.match.match import (
    Context,
    Ending,
    Match,
    Phase,
    Play,
    Player,
    Ranks,
    is_imported,
    seat_at,
)
from prowlerbot.match.preferences import PlayerChoices, ServerChoices, granted_absences
from prowlerbot.match.ratings import result_of
from prowlerbot.match.scene import Scene
from prowlerbot.match.timeline import (
    Timeline,
    make_timeline,
    match_as_of,
    tells_secrets,
    visible_record,
)
from prowlerbot.service import visibility_check
from prowlerbot.service.fair_help import FairHelp
from prowlerbot.service.heartbeat import Heartbeat
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Row, Work
from prowlerbot.storage.match_store import MOST_OPEN, ExtraWork, Store
from prowlerbot.storage.player_matches import check_alone
from prowlerbot.storage.post_store import change_calls
from prowlerbot.storage.results import enter_result

log = logging.getLogger(__name__)

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without letters that users confuse when they type the id of a match."""
_ID_LENGTH = 8
_SEVERAL_MATCHES = mark("You play several matches; choose one of them.")

_CacheKey = tuple[str, int, int, tuple[Play, ...]]
_MATCHES_REMEMBERED = 10_000
"""The number of matches whose seats to move are kept in memory, as lists of matches need them."""
_LONG_MATCH = 100
"""Plays of a match whose replay takes milliseconds, so a list replays it beside the event loop."""


_Rest = TypeVarTuple("_Rest")
"""The other arguments of a transition: the user who acts, and the details of the act."""


def _cache_key(match: Match) -> _CacheKey:
    return match.id, match.revision, match.changed_at, match.plays[-1:]


class Service:
    """``clock`` gives epoch seconds; any that is no ``Clock`` counts as right.

    ``serves`` says whether this process serves a server, 0 for everything outside of servers.
    Without it, this process serves all of them.
    """

    def __init__(
        self,
        store: Store,
        *,
        games: Registry,
        clock: Callable[[], int] = lambda: int(time.time()),
        rng: random.Random | None = None,
        serves: Callable[[int], bool] | None = None,
    ) -> None:
        self.games = games
        self.now = clock
        self.heartbeat = Heartbeat(store.beats, clock, games=games)
        self._to_move: Recent[_CacheKey, frozenset[int]] = Recent(_MATCHES_REMEMBERED)
        self._logged = set[tuple[str, str]]()
        """The match and the kind of each error that the log has."""
        self._awaited_people: Recent[Row, frozenset[int]] = Recent(_MATCHES_REMEMBERED)
        self._serves = serves
        self.compared_clock = clock if isinstance(clock, Clock) else None
        self.store = store
        self.visibility = visibility_check.VisibilityCheck(store)
        self.fair_help = FairHelp(store, self.game, clock)
        self.rng = rng or random.SystemRandom()

    @property
    def knows_the_time(self) -> bool:
        """Whether the clock is right for sure, so that what has fallen due may be done."""
        return self.compared_clock is None or self.compared_clock.is_sure

    @property
    def serves_all(self) -> bool:
        return self._serves is None

    def serves(self, guild: int) -> bool:
        """Whether this process does the duties of a server; 0 is for chats."""
        return self._serves is None or self._serves(guild)

    async def matches_served_here(self, matches: Collection[str]) -> list[str]:
        """The matches among these whose duties this process does."""
        if self.serves_all or not matches:
            return [*matches]
        guilds = await self.store.boards.guilds_of(matches)
        return [match_id for match_id in matches if self.serves(guilds.get(match_id, 0))]

    def new_id(self) -> str:
        return "".join(self.rng.choices(_ID_LETTERS, k=_ID_LENGTH))

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

    def _states(self, match: Match) -> list[AnyState]:
        """All positions of a match that has begun, with their secrets: they stay in the service."""
        return play.replay_match(match, self.game(match))

    def timeline(self, match: Match, user: int | None) -> Timeline:
        """A match that has begun, as far as a user (None: everybody) may know it."""
        game, seat = self.game(match), None if user is None else match.seat_of(user)
        return make_timeline(match, game, seat, all_open=is_imported(match.id))

    async def timeline_then(self, match: Match, seat: int, at: int) -> Timeline:
        """The first ``at`` plays of a finished match, as far as a seat could know them then. They
        are replayed beside the event loop, as a long match takes a while.
        """
        then = match_as_of(match, at)
        return await asyncio.to_thread(make_timeline, then, self.game(match), seat)

    def visible_record(self, match: Match, user: int | None) -> Record:
        """The record of a match as far as a user (None: everybody) may know it. Raises Denied while
        its draws or its set-up tell more, such as the cards of others.
        """
        game, seat = self.game(match), None if user is None else match.seat_of(user)
        record = visible_record(match, game, seat, all_open=is_imported(match.id))
        if match.phase is Phase.PLAYING and tells_secrets(record, seat):
            raise Denied("This match still runs, and its record holds secrets until it is over.")
        return record

    def record_of_seat(self, match: Match, seat: int) -> Record:
        """The record of a match as far as the player of a seat may know it."""
        return visible_record(match, self.game(match), seat)

    def ranks_if_cut_short(self, match: Match) -> Ranks | None:
        """The ranks of a match that ended before it was played out; None for all others."""
        return play.ranks_if_cut_short(match, self.game(match))

    def course(self, match: Match) -> Sequence[Mark]:
        """How a match that was played out went for its host; nothing for any other match."""
        if match.ending is not Ending.PLAYED:
            return ()
        return self.game(match).course(self._states(match), match.challenger)

    def is_live(self, match: Match) -> bool:
        """Whether the match is at a stage that all play at once and in the open."""
        return match.phase is Phase.PLAYING and bool(self._states(match)[-1].live)

    def end_of_stage(self, match: Match, outages: Sequence[Outage] = ()) -> int | None:
        """The end of the shared clock in epoch seconds; None if none is running."""
        if match.phase is not Phase.PLAYING or not match.terms.stopwatch:
            return None
        return stage_clock.stage_end(match, self._states(match), outages)

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

    def position_to_move(
        self, match: Match, user: int, moment: int, *, own: int | None = None
    ) -> AnyView:
        """The present position as ``play.position_to_move`` checks it, for the user's seat."""
        position = play.position_to_move(match, self.game(match), user, moment, own)
        return position.view(seat_at(match, user))

    def preview_move(
        self, match: Match, user: int, moment: int, move: str, *, own: int | None = None
    ) -> AnyView:
        """The position after a move that is not made, as far as its player can foresee it."""
        view = self.position_to_move(match, user, moment, own=own)
        return self.foresee_move(view, seat_at(match, user), move)

    def foresee_move(self, view: AnyView, seat: int, move: str) -> AnyView:
        """The position after a move of a seat, as far as it can foresee it. Raises IllegalMove."""
        after: AnyState = view.seen.after(seat, find_move(view, seat, move))
        return after.view(seat)

    def look_ahead(self, view: AnyView, line: Sequence[str]) -> tuple[AnyView, ...]:
        """A view of an open game, and the views after each of these moves. Raises IllegalMove."""
        views = [view]
        for move in line:
            (seat,) = views[-1].to_move or {0}
            after: AnyState = views[-1].seen.after(seat, find_move(views[-1], seat, move))
            views.append(after.view(view.viewer))
        return tuple(views)

    def check_plannable(self, match: Match, user: int, moment: int) -> None:
        """Raise Denied for a user who cannot plan at the position of ``moment``."""
        plans.check_plannable(match, self.game(match), user, moment)

    def beginning_timeline(self, match: Match) -> Timeline:
        """The moves at the start of a challenge, as everybody may know them."""
        if match.origin is None:
            return Timeline(None, (), ())
        replayed = replay(self.game(match), match.origin.setup, match.origin.moves)
        return Timeline(None, (), tuple(state.view(None) for state in replayed))

    def deadline(self, scene: Scene, seat: int | None = None) -> int | None:
        """The deadline of a seat, or the first of all, in epoch seconds; None without a limit."""
        match = scene.match
        seats = self._timed_seats(match) if seat is None else [seat]
        outages = self.outages(scene)
        dues = [seat_deadline(match, at, scene.choices_of(at).absences, outages) for at in seats]
        return min((due for due in dues if due is not None), default=None)

    def forgiving_outage(self, scene: Scene) -> Outage | None:
        """The outage that moved the first deadline of a match or the end of its shared clock."""
        match, outages = scene.match, self.outages(scene)
        if not outages:
            return None
        away = {seat: scene.choices_of(seat).absences for seat in self._timed_seats(match)}
        causes = (helpful_outage(match, *each, outages) for each in away.items())
        first = next(filter(None, causes), None)
        if first is None and self.end_of_stage(match) != self.end_of_stage(match, outages):
            return outages[-1]
        return first

    def _timed_seats(self, match: Match) -> list[int]:
        """The seats to move whose clocks run. No clock of an offered seat does, and no bank of the
        machine or in a live stage with a clock of its own.
        """
        seats = [seat for seat in self.to_move(match) if not match.player(seat).offered]
        if not match.terms.bank:
            return seats
        if self.end_of_stage(match) is not None:
            return []
        return [seat for seat in seats if match.player(seat).id]

    def outages(self, scene: Scene) -> Sequence[Outage]:
        """The outages that count for a match: those of its server and of its game."""
        guild = scene.board.guild if scene.board is not None else 0
        return self.outages_there(scene.match, guild)

    def outages_there(self, match: Match, guild: int) -> Sequence[Outage]:
        """The outages of a server, or the pauses if a live match is played there."""
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
            for seat in self.to_move(scene.match)
            if scene.match.player(seat).id and now >= (self.deadline(scene, seat) or math.inf)
        )

    def claimable_seats(self, scene: Scene, user: int) -> frozenset[int]:
        """The seats that have run out of time, for a player who can claim that; else none."""
        late, seat = self.late_seats(scene), scene.match.seat_of(user)
        return late if seat in scene.match.voters - late else frozenset()

    def unaware_seats(self, match: Match) -> frozenset[int]:
        """The seats to move whose players cannot know of their turn yet."""
        now = self.now()
        waits = any(decision.since > now for decision in match.decisions)
        return unaware_seats(match, self.to_move(match), now) if waits else frozenset()

    def overdue_seats(self, match: Match, outages: Sequence[Outage]) -> frozenset[int]:
        """The seats whose time the bot itself claims: by a live clock, or in a competition."""
        claims = {seat: seat_claim_time(match, seat, outages) for seat in self._timed_seats(match)}
        return frozenset(seat for seat, at in claims.items() if self.now() >= (at or math.inf))

    def next_claim(self, scene: Scene) -> int | None:
        """The time at which the bot claims the next move, in epoch seconds; None for never."""
        match, outages = scene.match, self.outages(scene)
        claims = (seat_claim_time(match, seat, outages) for seat in self._timed_seats(match))
        return min((at for at in claims if at and at > self.now()), default=None)

    def waits_for(self, match: Match, user: int) -> bool:
        """Whether the match cannot go on before this user acts."""
        seat = match.seat_of(user)
        return seat is not None and seat in self.to_move(match)

    def can_act(self, scene: Scene, user: int) -> bool:
        """Whether the match waits for this user: for an answer, a move or a claim."""
        return bool(self.claimable_seats(scene, user)) or self.waits_for(scene.match, user)

    def to_move(self, match: Match) -> frozenset[int]:
        """The seats that the match waits for: to answer the challenge, or to move. Raises Resting
        where the position is not remembered.
        """
        if match.phase is Phase.LOBBY:
            return match.invited_seats
        if match.phase is Phase.OVER:
            return frozenset()
        key = _cache_key(match)
        if (seats := self._to_move.find(key)) is None:
            seats = self._states(match)[-1].to_move
            self._to_move.keep(key, seats)
        return seats

    def is_out(self, match: Match, seat: int) -> bool:
        """Whether a seat has no more decisions in a running match."""
        return match.phase is Phase.PLAYING and seat in self._states(match)[-1].out

    async def replay_beside(self, match: Match) -> None:
        """Replay a long match beside the event loop, before questions about it."""
        if match.setup and match.ply >= _LONG_MATCH:
            await asyncio.to_thread(self._states, match)

    async def replay_for_list(self, matches: Iterable[Match]) -> None:
        """Replay long matches of a list beside the event loop, as that takes a while."""
        long_ones = (match for match in matches if match.ply >= _LONG_MATCH)
        unknown = [each for each in long_ones if self._to_move.find(_cache_key(each)) is None]
        if unknown:
            await asyncio.to_thread(lambda: [self.can_be_listed(match) for match in unknown])

    def context(self, match: Match) -> Context:
        """The circumstances of a change of a match now, without the luck of some matches."""
        return Context(self.game(match), self.rng, self.now())

    async def _full_context(self, match: Match, mover: int = 0) -> Context:
        """The same, with the luck of a match whose chance follows from its moves. The outages are
        those that stop a bank, and the absences of the ``mover`` that stop a reserve.
        """
        if match.terms.bank:
            guild = (await self.store.boards.guilds_of([match.id])).get(match.id, 0)
            outages = [*self.outages_there(match, guild)]
            if mover and match.terms.pace and not match.terms.competition:
                away = granted_absences((await self.player(mover)).absences)
                outages += [Outage(began, min(ended, self.now())) for began, ended in away]
            return self.context(match)._replace(outages=outages)
        for feature in self.store.contributions if match.terms.day else ():
            if (luck := await feature.fixed_luck(self.store.database, match)) is not None:
                return self.context(match)._replace(luck=luck)
        return self.context(match)

    async def match(self, match_id: str) -> Match:
        return (await self.scene(match_id)).match

    async def visible_match(self, match_id: str, asker: visibility_check.Asker) -> Match:
        """A match for an asker who may look at it. Raises NotFound for anybody else."""
        scene = await self.scene(match_id)
        await self.visibility.check_may_look(asker, scene.match, scene.board)
        return await self.note_seen(scene.match, asker.user)

    async def note_seen(self, match: Match, user: int) -> Match:
        """The match after a user has looked at it: from now on, its player knows of their turn."""
        seat = match.seat_of(user)
        if seat is not None and seat in self.unaware_seats(match):
            with suppress(Denied):  # it is over meanwhile
                return await self.apply(match, closing.stop_waiting, seat)
        return match

    async def scene(self, match_id: str, guild: int | None = None, reader: int = 0) -> Scene:
        """A match with everything that its messages need. ``guild`` is the server of the message if
        it is not the match's own, and ``reader`` is a user who may have no seat.

        Raises Resting while the game of the match is not installed.
        """
        scene = await self.store.scene(match_id, guild, reader) if match_id.isascii() else None
        if scene is None:
            raise visibility_check.no_such_match(match_id)
        self.game(scene.match)
        return scene

    async def claim(
        self,
        match_id: str,
        user: int,
        kept_out: Collection[int] = (),
        gone: Collection[int] = (),
        *,
        sure: bool = True,
    ) -> Match:
        """Make players who ran out of time leave; in a match of two this wins it. ``gone`` are the
        seats of others who can no longer be found. Unless the player is ``sure``, nothing is stored
        and the result only says what a claim would do.

        ``kept_out`` are players that a player who stays may have kept from playing. If one of them
        is late, the result is rated for nobody.
        """
        while True:
            scene = await self.scene(match_id)
            before = scene.match
            late = self.late_seats(scene).difference(before.left)
            fair = closing.make_unrated_if_unfair(before, late, kept_out)
            context = await self._full_context(before)
            with self.asking_game(before):
                after = leaving.claim(fair, context, user, late, gone)
            if not sure or await self.commit(before, after, user):
                return after

    async def make_move(
        self,
        match: str | Match,
        user: int,
        moment: int,
        move: str,
        *,
        own: int = 0,
        foresee: Callable[[Match], None] | None = None,
        pressed: int = 0,
    ) -> Match:
        """Make a move as in ``play.make_move``, exactly once or not at all. ``pressed`` is the time
        of the press as Discord has it.
        """

        def transition(before: Match, context: Context) -> Match:
            made = play.make_move(before, context, user, moment, move, own=own)
            return stage_clock.finish_full_seats(made, context) if self.is_live(made) else made

        return await self.apply(match, transition, foresee=foresee, mover=user, pressed=pressed)

    async def open_matches(self, user: int, game: str | None = None) -> list[Scene]:
        """A user's challenges and running matches, of one game or all, without those that rest; the
        most urgent first.
        """
        return (await self.open_and_resting(user, game))[0]

    async def open_and_resting(self, user: int, game: str | None = None) -> tuple[list[Scene], int]:
        """The ``open_matches``, and the number of those that rest."""
        stored = await self.store.open_matches(user, game)
        await self.replay_for_list(scene.match for scene in stored)
        scenes = [scene for scene in stored if self.can_be_listed(scene.match)]
        scenes.sort(key=lambda it: (not self.can_act(it, user), self.deadline(it) or math.inf))
        return scenes, len(stored) - len(scenes)

    async def boards_waiting(self, user: int, beside: str) -> list[str]:
        """The running matches that wait for a user's move, without one; the most urgent first. Only
        those that have changed since the last look are read whole.
        """
        rows = [row[:3] for row in await self.store.running_rows(user) if row[0] != beside]
        if new := [row[0] for row in rows if self._awaited_people.find(row) is None]:
            matches = await self.store.read_matches(new)
            await self.replay_for_list(matches)
            for match in matches:
                seats = self.to_move(match) if self.can_be_listed(match) else ()
                people = frozenset(match.player(seat).id for seat in seats)
                self._awaited_people.keep((match.id, match.revision, match.changed_at), people)
        return [row[0] for row in rows if user in (self._awaited_people.find(row) or ())]

    async def server(self, guild: int | None) -> ServerChoices:
        """The choices of a server; outside of one, the defaults."""
        chosen = self.store.choices.choices_of
        return await chosen(ServerChoices, guild) if guild else ServerChoices()

    async def player(self, user: int) -> PlayerChoices:
        return await self.store.choices.choices_of(PlayerChoices, user)

    async def choose_match(
        self, asker: visibility_check.Asker, game: str, match_id: str | None, *, ahead: bool = False
    ) -> Match:
        """The named match, if the asker may look at it, or else the one that waits for them. With
        ``ahead`` it is the one that waits for others.

        Raises NotFound if there is none, Denied if several fit.
        """
        user = asker.user
        if match_id is not None:
            match = await self.visible_match(match_id, asker)
            if match.game != game:
                raise NotFound("There is no match “{match}” of this game.", match=match_id)
            return match
        matches = [scene.match for scene in await self.open_matches(user, game)]
        playing = [match for match in matches if match.phase is Phase.PLAYING]
        running = [match for match in playing if match.seat_of(user) not in match.left]
        waiting = [match for match in running if self.waits_for(match, user) != ahead]
        if len(matches) >= MOST_OPEN:  # not all were read
            raise Denied(_SEVERAL_MATCHES)
        if len(waiting) == 1:
            return await self.note_seen(waiting[0], user)
        if len(running) > 1:
            active = [each for each in running if not self.is_out(each, seat_at(each, user))]
            running = active or running
        if len(running) > 1:
            raise Denied(_SEVERAL_MATCHES)
        if running:
            return running[0]
        if (latest := await self.store.latest_match(user, game)) is not None:
            return latest
        if len(matches) == 1:
            return matches[0]  # it has not begun
        raise NotFound("You have no match of this game yet; challenge a player or the machine.")

    async def apply(
        self,
        match: str | Match,
        transition: Callable[[Match, Context, *_Rest], Match],
        *rest: *_Rest,
        mover: int = 0,
        foresee: Callable[[Match], None] | None = None,
        more: ExtraWork | None = None,
        pressed: int = 0,
    ) -> Match:
        """Store the match after a transition, a pure function of ``prowlerbot/match/``.

        If another change is stored first, the match is read again and the transition runs again. A
        given ``match`` is not read before the first attempt. Each attempt calls ``foresee`` with
        the new match right before it is stored. ``mover`` and ``more`` are as for ``commit``,
        ``pressed`` is as for ``make_move``.
        """
        match_id, known = (match.id, match) if isinstance(match, Match) else (match, None)
        while True:
            before, known = known or await self.match(match_id), None
            context = (await self._full_context(before, mover))._replace(pressed=pressed)
            with self.asking_game(before):
                after = transition(before, context, *rest)
            # All other refusals come before those about other players, so they read the same for
            # everybody.
            here = [each for each in before.players if each.is_person and each.joined]
            known_ids = {each.id for each in here}
            for new in after.players:
                if new.is_person and new.joined and new.id not in known_ids:
                    await self.check_together(new.id, here)
                    guild = (await self.store.boards.guilds_of([before.id])).get(before.id, 0)
                    now = self.now()
                    await visibility_check.check_not_barred(self.store, guild, [new], new.id, now)
            if foresee is not None:
                foresee(after)
            if await self.commit(before, after, mover, more):
                return after

    async def check_together(self, user: int, others: Collection[Player]) -> None:
        """Raise Denied for a user who cannot begin a match with all of these people."""
        for feature in self.store.contributions:
            await feature.check_together(self.store.database, user, others, self.now())

    async def commit(
        self, before: Match, after: Match, mover: int = 0, more: ExtraWork | None = None
    ) -> bool:
        """Store a change with its calls, its result and ``more``, all in one transaction. ``mover``
        is the user who made the change. They look at the match and need no call.
        """
        over, now = after.phase is Phase.OVER, self.now()
        with self.asking_game(before):
            result = result_of(after, self.game(after)) if over else None
            end_of_stage = self.stopwatch_duty(after)
            to_move_before = frozenset[int]() if over else self.to_move(before)
            to_move = self.to_move(after)
            live = before.phase is Phase.PLAYING and self.is_live(after)
        calls = change_of_calls(
            before,
            after,
            now,
            to_move_before=to_move_before,
            to_move=to_move,
            live=live,
            mover=mover,
        )
        noted: list[Callable[[], list[Post]]] = []

        def also(db: Work) -> None:
            if before.phase is Phase.LOBBY:
                check_alone(db, after)
            if result is not None:
                enter_result(db, result)
            for feature in self.store.contributions if over else ():
                feature.match_ended(db, after, self.game(after))
            put_duties(db, after.id, end_of_stage)
            if more is not None:
                more(db)
            noted[:] = [change_calls(db, calls, now)] if calls is not None else ()

        stored = await self.store.commit(before, after, also)
        self.store.calls.hand_over(noted[0]() if stored and noted else ())
        return stored
