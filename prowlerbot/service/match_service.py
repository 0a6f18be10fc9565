"""Matches as the bot serves them: load, pure transition, commit, return.

This is where the pure match and the stored one meet. ``positions`` has all facts that follow from a
match alone, ``lobby`` the time before it begins. Between two calls memory keeps only facts that
always follow from a stored match, so any number of processes can serve one database.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TypeVarTuple

from prowlerbot.core.clock import Clock
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.game import Registry
from prowlerbot.core.posts import Post
from prowlerbot.match import closing, leaving, play, stopwatch
from prowlerbot.match.call_rules import DueCall, change_of_calls, first_calls
from prowlerbot.match.match import Context, Match, Phase, Player, seat_at
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.ratings import result_of
from prowlerbot.match.scene import Scene
from prowlerbot.service.bar_check import check_not_barred
from prowlerbot.service.heartbeat import Heartbeat
from prowlerbot.service.positions import Positions
from prowlerbot.service.visibility_check import Asker, VisibilityCheck, unseen
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Work
from prowlerbot.storage.match_store import MOST_OPEN, Also, Store
from prowlerbot.storage.player_matches import check_alone
from prowlerbot.storage.post_store import change_calls
from prowlerbot.storage.results import enter_result

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without letters that users confuse when they type the id of a match."""
_ID_LENGTH = 8


_Rest = TypeVarTuple("_Rest")
"""The other arguments of a transition: the user who acts, and the details of the act."""


class Service(Positions):
    """``clock`` gives epoch seconds. A ``Clock`` is compared with Discord's; any other counts as
    right. ``rng`` draws set-ups, chance and ids.

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
        self._serves = serves
        self.compared = clock if isinstance(clock, Clock) else None
        self.store = store
        self.visibility = VisibilityCheck(store)
        self.rng = rng or random.SystemRandom()

    def seed(self) -> int:
        """A number for a source of chance somewhere else."""
        return self.rng.getrandbits(32)

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

    async def mine(self, matches: Collection[str]) -> list[str]:
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

    async def _circumstances(self, match: Match) -> Context:
        """The same, with the luck of a match whose chance follows from its moves."""
        for luck_of in self.store.contributions.luck:
            luck = await luck_of(self.store.database, match)
            if luck is not None:
                return self.context(match)._replace(luck=luck)
        return self.context(match)

    async def match(self, match_id: str) -> Match:
        return (await self.scene(match_id)).match

    async def look(self, match_id: str, asker: Asker) -> Match:
        """A match for an asker who may look at it. Raises NotFound for anybody else."""
        scene = await self.scene(match_id)
        await self.visibility.check(asker, scene.match, scene.board)
        return await self.seen(scene.match, asker.user)

    async def seen(self, match: Match, user: int) -> Match:
        """The match after a user has looked at it: from now on, its player knows of their turn."""
        seat = match.seat_of(user)
        if seat is not None and seat in self.unaware(match):
            with suppress(Denied):  # it is over meanwhile
                return await self.apply(match, closing.seen_by, seat)
        return match

    async def scene(self, match_id: str, guild: int | None = None, reader: int = 0) -> Scene:
        """A match with everything that its messages need. ``guild`` is the server of the message if
        it is not the match's own, and ``reader`` is a user who may have no seat.

        Raises Resting while the game of the match is not installed.
        """
        scene = await self.store.scene(match_id, guild, reader) if match_id.isascii() else None
        if scene is None:
            raise unseen(match_id)
        self.game(scene.match)
        return scene

    async def claim(
        self, match_id: str, user: int, kept_out: Collection[int] = (), gone: Collection[int] = ()
    ) -> Match:
        """Make players who ran out of time leave; in a match of two this wins it. ``gone`` are the
        seats of others who can no longer be found.

        ``kept_out`` are players that a player who stays may have kept from playing. If one of them
        is late, the result is rated for nobody.
        """
        while True:
            scene = await self.scene(match_id)
            before = scene.match
            late = self.late(scene) - before.left
            fair = closing.fairly(before, late, kept_out)
            context = await self._circumstances(before)
            with self.asking_game(before):
                after = leaving.claim(fair, context, user, late, gone)
            if await self.commit(before, after, user):
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
    ) -> Match:
        """Make a move at the moment that the player saw, exactly once or not at all.

        ``own`` is the number of the step in a decision of several that nobody else sees yet.
        """

        def transition(before: Match, context: Context) -> Match:
            made = play.make_move(before, context, user, moment, move, own=own)
            return stopwatch.stopped_if_full(made, context)

        return await self.apply(match, transition, foresee=foresee, mover=user)

    async def open_matches(self, user: int, game: str | None = None) -> list[Scene]:
        """The challenges and running matches of a user, of one game or all, without those that
        rest.

        Matches that wait for the user come first, and among them the one with the least time left.
        """
        return (await self.open_and_resting(user, game))[0]

    async def open_and_resting(self, user: int, game: str | None = None) -> tuple[list[Scene], int]:
        """What ``open_matches`` gives, and the number of those that rest."""

        def urgency(scene: Scene) -> tuple[bool, float]:
            return not self.waits_for(scene.match, user), self.deadline(scene) or math.inf

        stored = await self.store.open_matches(user, game)
        await self.remember_to_move([scene.match for scene in stored])
        scenes = [scene for scene in stored if self.goes_on(scene.match)]
        return sorted(scenes, key=urgency), len(stored) - len(scenes)

    async def server(self, guild: int | None) -> ServerChoices:
        """The choices of a server; outside of one, the defaults."""
        return await self.store.choices.of(ServerChoices, guild) if guild else ServerChoices()

    async def player(self, user: int) -> PlayerChoices:
        return await self.store.choices.of(PlayerChoices, user)

    async def choose(
        self, asker: Asker, game: str, match_id: str | None, *, ahead: bool = False
    ) -> Match:
        """The named match, if the asker may look at it, or else the one that waits for them; with
        ``ahead`` the one that waits for others.

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
            return await self.seen(waiting[0], user)
        if len(running) > 1:
            active = [each for each in running if not self.is_out(each, seat_at(each, user))]
            running = active or running
        if len(running) == 1:
            return running[0]
        if not running:
            latest = await self.store.latest_match(user, game)
            if latest is None and len(matches) == 1:
                return matches[0]  # it has not begun
            if latest is None:
                raise NotFound(
                    "You have no match of this game yet; challenge a player or the machine."
                )
            return latest
        raise Denied("You play several matches; choose one of them.")

    async def apply(
        self,
        match: str | Match,
        transition: Callable[[Match, Context, *_Rest], Match],
        *rest: *_Rest,
        mover: int = 0,
        foresee: Callable[[Match], None] | None = None,
        more: Also | None = None,
    ) -> Match:
        """Store the match after a transition, a pure function of ``prowlerbot/match/``.

        If another change is stored first, the match is read again and the transition runs again. A
        given ``match`` is not read before the first attempt. Each attempt calls ``foresee`` with
        the new match right before it is stored. ``mover`` and ``more`` are as for ``commit``.
        """
        match_id, known = (match.id, match) if isinstance(match, Match) else (match, None)
        # Each further turn of this loop means that another call has succeeded. The transition then
        # decides again whether it still applies.
        while True:
            before, known = known or await self.match(match_id), None
            context = await self._circumstances(before)
            with self.asking_game(before):
                after = transition(before, context, *rest)
            await self._check_together(before, after)
            if foresee is not None:
                foresee(after)
            if await self.commit(before, after, mover, more):
                return after

    async def _check_together(self, before: Match, after: Match) -> None:
        """Raise Denied if a new player cannot play with the others, or is barred in the server of
        the match.

        All other refusals come first, so they read the same for everybody.
        """
        inside = before.inside
        for new in {each.id for each in after.inside} - {each.id for each in inside}:
            await self.check_together(new, inside)
            guild = (await self.store.boards.guilds([before.id])).get(before.id, 0)
            player = [each for each in after.inside if each.id == new]
            await check_not_barred(self.store, guild, player, new, self.now())

    async def check_together(self, user: int, others: Collection[Player]) -> None:
        """Raise Denied for a user who cannot begin a match with all of these people."""
        for check in self.store.contributions.together:
            await check(self.store.database, user, others, self.now())

    async def commit(
        self, before: Match, after: Match, mover: int = 0, more: Also | None = None
    ) -> bool:
        """Store a change with the calls that it causes, the result of a match that it ends, and
        ``more``, all in one transaction.

        ``mover`` is the user who made the change. They look at the match and need no call.
        """
        over, now = after.phase is Phase.OVER, self.now()
        with self.asking_game(before):
            result = result_of(after, self.game(after))
            end_of_stage = self.stopwatch_duty(after)
            waited_for = frozenset() if over else self.to_move(before), self.to_move(after)
            live = before.phase is Phase.PLAYING and self.live(after)
        calls = change_of_calls(before, after, waited_for, now, live=live, mover=mover)
        noted: list[Callable[[], list[Post]]] = []

        def also(db: Work) -> None:
            if before.phase is Phase.LOBBY:
                check_alone(db, after)
            if result is not None:
                enter_result(db, result)
            for note_end in self.store.contributions.match_ended if over else ():
                note_end(db, after, self.game(after))
            put_duties(db, after.id, end_of_stage)
            if more is not None:
                more(db)
            noted[:] = [change_calls(db, calls, now)] if calls is not None else ()

        stored = await self.store.commit(before, after, also)
        self.store.calls.hand_over(noted[0]() if stored and noted else ())
        return stored

    def first_calls(self, match: Match) -> tuple[DueCall, ...]:
        """The calls to a turn in a match that is shown for the first time."""
        return first_calls(match, self.to_move(match), self.now())
