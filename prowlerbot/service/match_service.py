"""Matches as the bot serves them: load, pure transition, commit, return.

The time before a match begins is in ``lobby_service``. Memory keeps only facts that follow from a
stored match, so any number of processes can serve one database.
"""

import math
import random
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import TypeVarTuple

from prowlerbot.core.clock import Clock, Outage
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.game import Registry
from prowlerbot.core.posts import Post
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import banks, closing, leaving, play, stage_clock
from prowlerbot.match.call_rules import change_of_calls, first_calls
from prowlerbot.match.match import Context, Match, Phase, Player, seat_at
from prowlerbot.match.preferences import PlayerChoices, ServerChoices, granted_absences
from prowlerbot.match.ratings import result_of
from prowlerbot.match.scene import Board, Scene
from prowlerbot.service import visibility_check
from prowlerbot.service.fair_help import FairHelp
from prowlerbot.service.heartbeat import Heartbeat
from prowlerbot.service.match_facts import REMEMBERED, MatchFacts
from prowlerbot.storage.boards import put_board
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Row, Work
from prowlerbot.storage.match_store import MOST_OPEN, Also, Store
from prowlerbot.storage.player_matches import check_alone
from prowlerbot.storage.post_store import change_calls
from prowlerbot.storage.results import enter_result

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without letters that users confuse when they type the id of a match."""
_ID_LENGTH = 8

_Rest = TypeVarTuple("_Rest")
"""The other arguments of a transition: the user who acts, and the details of the act."""


class Service(MatchFacts):
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
        super().__init__(games, clock, Heartbeat(store.beats, clock, games=games))
        self._awaited: Recent[Row, frozenset[int]] = Recent(REMEMBERED)
        self._serves = serves
        self.compared = clock if isinstance(clock, Clock) else None
        self.store = store
        self.visibility = visibility_check.VisibilityCheck(store)
        self.fair_help = FairHelp(store, self.game, clock)
        self.rng = rng or random.SystemRandom()

    @property
    def knows_the_time(self) -> bool:
        """Whether the clock is right for sure, so that what has fallen due may be done."""
        return self.compared is None or self.compared.is_sure

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
        guilds = await self.store.boards.guilds(matches)
        return [match_id for match_id in matches if self.serves(guilds.get(match_id, 0))]

    def new_id(self) -> str:
        return "".join(self.rng.choices(_ID_LETTERS, k=_ID_LENGTH))

    def context(self, match: Match) -> Context:
        """The circumstances of a change of a match now, without the luck of some matches."""
        return Context(self.game(match), self.rng, self.now())

    async def _full_context(self, match: Match, mover: int = 0) -> Context:
        """The same, with the luck of a match whose chance follows from its moves. The outages are
        those that stop a bank, and the absences of the ``mover`` that stop a reserve.
        """
        if match.terms.bank:
            guild = (await self.store.boards.guilds([match.id])).get(match.id, 0)
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

    async def look(self, match_id: str, asker: visibility_check.Asker) -> Match:
        """A match for an asker who may look at it. Raises NotFound for anybody else."""
        scene = await self.scene(match_id)
        await self.visibility.check(asker, scene.match, scene.board)
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
            late = self.late_seats(scene) - before.left
            fair = closing.make_unrated_if_unfair(before, late, kept_out)
            context = await self._full_context(before)
            with self.asking_game(before):
                after = leaving.claim(fair, context, user, late, gone)
            if not sure or await self.commit(before, after, user):
                return after

    async def play(
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
        """Make a move as in ``play.make_move``, exactly once or not at all.

        ``pressed`` is the time of the press as Discord has it.
        """

        def transition(before: Match, context: Context) -> Match:
            made = play.make_move(before, context, user, moment, move, own=own)
            return stage_clock.finish_full_seats(made, context) if self.live(made) else made

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
        if new := [row[0] for row in rows if self._awaited.find(row) is None]:
            matches = await self.store.read_matches(new)
            await self.replay_for_list(matches)
            for match in matches:
                seats = self.to_move(match) if self.can_be_listed(match) else ()
                people = frozenset(match.player(seat).id for seat in seats)
                self._awaited.keep((match.id, match.revision, match.changed_at), people)
        return [row[0] for row in rows if user in (self._awaited.find(row) or ())]

    async def server(self, guild: int | None) -> ServerChoices:
        """The choices of a server; outside of one, the defaults."""
        chosen = self.store.choices.choices_of
        return await chosen(ServerChoices, guild) if guild else ServerChoices()

    async def player(self, user: int) -> PlayerChoices:
        return await self.store.choices.choices_of(PlayerChoices, user)

    async def choose(
        self, asker: visibility_check.Asker, game: str, match_id: str | None, *, ahead: bool = False
    ) -> Match:
        """The named match, if the asker may look at it, or else the one that waits for them. With
        ``ahead`` it is the one that waits for others.

        Raises NotFound if there is none, Denied if several fit.
        """
        user = asker.user
        if match_id is not None:
            match = await self.look(match_id, asker)
            if match.game != game:
                raise NotFound("There is no match “{match}” of this game.", match=match_id)
            return match
        matches = [scene.match for scene in await self.open_matches(user, game)]
        playing = [match for match in matches if match.phase is Phase.PLAYING]
        running = [match for match in playing if match.seat_of(user) not in match.left]
        waiting = [match for match in running if self.waits_for(match, user) != ahead]
        if len(matches) >= MOST_OPEN:  # not all were read
            raise Denied("You play several matches; choose one of them.")
        if len(waiting) == 1:
            return await self.note_seen(waiting[0], user)
        if len(running) > 1:
            active = [each for each in running if not self.is_out(each, seat_at(each, user))]
            running = active or running
        if len(running) == 1:
            return running[0]
        if not running:
            if (latest := await self.store.latest_match(user, game)) is not None:
                return latest
            if len(matches) == 1:
                return matches[0]  # it has not begun
            raise NotFound("You have no match of this game yet; challenge a player or the machine.")
        raise Denied("You play several matches; choose one of them.")

    async def apply(
        self,
        match: str | Match,
        transition: Callable[[Match, Context, *_Rest], Match],
        *rest: *_Rest,
        mover: int = 0,
        foresee: Callable[[Match], None] | None = None,
        more: Also | None = None,
        pressed: int = 0,
    ) -> Match:
        """Store the match after a transition, a pure function of ``prowlerbot/match/``.

        If another change is stored first, the match is read again and the transition runs again. A
        given ``match`` is not read before the first attempt. Each attempt calls ``foresee`` with
        the new match right before it is stored. ``mover`` and ``more`` are as for ``commit``,
        ``pressed`` is as for ``play``.
        """
        match_id, known = (match.id, match) if isinstance(match, Match) else (match, None)
        while True:
            before, known = known or await self.match(match_id), None
            context = (await self._full_context(before, mover))._replace(pressed=pressed)
            with self.asking_game(before):
                after = transition(before, context, *rest)
            # All other refusals come before those about other players, so they read the same for
            # everybody.
            joined_people = before.joined_people
            joined_ids = {each.id for each in joined_people}
            for new in {each.id for each in after.joined_people} - joined_ids:
                await self.check_together(new, joined_people)
                guild = (await self.store.boards.guilds([before.id])).get(before.id, 0)
                player = [each for each in after.joined_people if each.id == new]
                await visibility_check.check_not_barred(self.store, guild, player, new, self.now())
            if foresee is not None:
                foresee(after)
            if await self.commit(before, after, mover, more):
                return after

    async def check_together(self, user: int, others: Collection[Player]) -> None:
        """Raise Denied for a user who cannot begin a match with all of these people."""
        for feature in self.store.contributions:
            await feature.check_together(self.store.database, user, others, self.now())

    async def commit(
        self, before: Match, after: Match, mover: int = 0, more: Also | None = None
    ) -> bool:
        """Store a change with its calls, its result and ``more``, all in one transaction.

        ``mover`` is the user who made the change. They look at the match and need no call.
        """
        over, now = after.phase is Phase.OVER, self.now()
        with self.asking_game(before):
            result = result_of(after, self.game(after)) if over else None
            end_of_stage = self.stopwatch_duty(after)
            to_move_before = frozenset[int]() if over else self.to_move(before)
            to_move = self.to_move(after)
            live = before.phase is Phase.PLAYING and self.live(after)
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

    async def note_shown(
        self, scene: Scene, board: Board, audience: int, *, calling: bool = True, shown: int = 0
    ) -> Scene:
        """Record a message as the board of a match; returns the scene with it.

        If nobody could see the match before, its clocks do not count that time. They are moved in
        the same transaction, exactly once, wherever a process dies. The turns of a live match begin
        with the message, ``shown`` at Discord's time, 0 for now. For a match that is shown for the
        first time, its calls are recorded too if it is ``calling``.
        """
        match, first = scene.match, scene.board is None or not scene.board.message
        calls = first_calls(match, self.to_move(match), self.now()) if first and calling else ()
        seen = match
        if starts := banks.unshown_starts(match, self.to_move(match)):
            seen = banks.note_turns(match, starts, shown or self.now(), first=scene.board is None)
        elif match.phase is Phase.PLAYING:
            seen = closing.shift_unseen_clocks(match, self.context(match), scene.unseen_since)
        if seen is match:
            new = await self.store.boards.put(board, audience, match.forgotten_count, calls)
        else:
            noted: list[Callable[[], list[Post]]] = []
            # What a message shows does not change as turns begin with it.
            same = board.shown == match.revision
            put_up = replace(board, shown=seen.revision) if same else board

            def put(db: Work) -> None:
                noted[:] = [put_board(db, put_up, audience, match.forgotten_count, calls)]

            if not await self.commit(match, seen, more=put):
                stored = await self.scene(match.id)  # another change came first
                present = replace(scene, match=stored.match, board=stored.board)
                return await self.note_shown(present, board, audience, calling=calling, shown=shown)
            new, board = noted[0](), put_up
        self.store.calls.hand_over(new)
        return replace(scene, match=seen, board=board)

    async def note_turns(self, match: Match, shown: int) -> Match:
        """Note that the turns of a match were ``shown`` at Discord's time, 0 for now. Returns the
        match with it, or the same one if that changed nothing or another change came first.
        """
        present, starts = match, banks.unshown_starts(match, self.to_move(match))
        while starts:
            noted = banks.note_turns(present, starts, shown or self.now())
            if noted is present:
                break
            if await self.commit(present, noted):
                return noted if present is match else match
            present = await self.match(match.id)
        return match
