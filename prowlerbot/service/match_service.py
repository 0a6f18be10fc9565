"""Matches as the bot serves them: load, pure transition, commit, return.

A change and all that follows from it are stored in one transaction, also the message that becomes
the board of a match. The facts of a match are in ``match_facts``, the lists of a user's matches in
``match_lists``, the time before a match begins in ``lobby_service``.
"""

import random
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import TypeVarTuple

from prowlerbot.core.clock import Heartbeat, Outage
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.game import Registry
from prowlerbot.core.posts import Post
from prowlerbot.match import banks, clock_starts, closing, leaving, play
from prowlerbot.match.call_rules import change_of_calls, first_calls
from prowlerbot.match.match import Context, Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices, granted_absences
from prowlerbot.match.ratings import result_of
from prowlerbot.match.scene import Board, Scene
from prowlerbot.service import visibility_check
from prowlerbot.service.fair_help import FairHelp
from prowlerbot.service.match_facts import MatchClocks, MatchFacts
from prowlerbot.service.match_lists import MatchLists
from prowlerbot.storage.boards import put_board
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Work
from prowlerbot.storage.match_store import ExtraWork, Store
from prowlerbot.storage.player_matches import check_alone
from prowlerbot.storage.post_store import change_calls
from prowlerbot.storage.results import enter_result

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without letters that users confuse when they type the id of a match."""
_ID_LENGTH = 8

_Arguments = TypeVarTuple("_Arguments")
"""The other arguments of a transition: the user who acts, and the details of the act."""


class Service:
    """``clock`` gives epoch seconds, as for ``MatchClocks``.

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
        self.store = store
        self.facts = MatchFacts(games)
        self.clocks = MatchClocks(clock, Heartbeat(store.beats, clock, games=games), self.facts)
        self.lists = MatchLists(store, self.facts, self.clocks)
        self.visibility = visibility_check.VisibilityCheck(store)
        self.fair_help = FairHelp(store, self.facts.game, clock)
        self.rng = rng or random.SystemRandom()
        self._serves = serves

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

    def context(self, match: Match) -> Context:
        """The circumstances of a change of a match now, without the luck of some matches."""
        return Context(self.facts.game(match), self.rng, self.now())

    async def _full_context(self, match: Match, mover: int = 0) -> Context:
        """As ``context``, with the luck of a match whose chance follows from its moves. The outages
        are those that stop a bank, and the absences of the ``mover`` that stop a reserve.
        """
        if match.terms.bank:
            guild = (await self.store.boards.guilds_of([match.id])).get(match.id, 0)
            outages = [*self.clocks.outages_in(match, guild)]
            if mover and match.terms.pace and not match.terms.competition:
                absences = granted_absences((await self.player(mover)).absences)
                outages += [Outage(start, min(end, self.now())) for start, end in absences]
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
        if seat is not None and seat in self.clocks.unaware_seats(match):
            with suppress(Denied):  # it is over meanwhile
                return await self.apply(match, clock_starts.stop_waiting, seat)
        return match

    async def choose_match(
        self, asker: visibility_check.Asker, game: str, match_id: str | None, *, plans: bool = False
    ) -> Match:
        """The named match if the asker may look at it, or else that of ``find_meant_match``."""
        if match_id is None:
            match = await self.lists.find_meant_match(asker.user, game, plans=plans)
            return match if plans else await self.note_seen(match, asker.user)
        match = await self.visible_match(match_id, asker)
        if match.game != game:
            raise NotFound("There is no match “{match}” of this game.", match=match_id)
        return match

    async def scene(self, match_id: str, guild: int | None = None, reader: int = 0) -> Scene:
        """A match with everything that its messages need. ``guild`` is the server of the message if
        it is not the match's own, and ``reader`` is a user who may have no seat. Raises GameMissing
        while the game of the match is not installed.
        """
        scene = await self.store.scene(match_id, guild, reader) if match_id.isascii() else None
        if scene is None:
            raise visibility_check.no_such_match(match_id)
        self.facts.game(scene.match)
        return scene

    async def claim(
        self,
        match_id: str,
        user: int,
        kept_out: Collection[int] = (),
        unfound: Collection[int] = (),
        *,
        dry_run: bool = False,
    ) -> Match:
        """Make players who ran out of time leave; in a match of two this wins it. ``unfound`` are
        the seats of others who can no longer be found. A ``dry_run`` stores nothing, and its
        result only says what a claim would do. If a late player is in ``kept_out``,
        the player who stays may have kept them from playing, and the match is rated for nobody.
        """
        while True:
            scene = await self.scene(match_id)
            before = scene.match
            late = self.clocks.late_seats(scene).difference(before.left)
            fair = closing.make_unrated_if_unfair(before, late, kept_out)
            context = await self._full_context(before)
            with self.facts.asking_game(before):
                after = leaving.claim(fair, context, user, late, unfound)
            if dry_run or await self.commit(before, after, user):
                return after

    async def make_move(
        self,
        match: str | Match,
        user: int,
        moment: int,
        move: str,
        *,
        step: int = 0,
        foresee: Callable[[Match], None] | None = None,
        pressed: int = 0,
    ) -> Match:
        """Make a move as ``play.make_move``, once; ``pressed`` is Discord's time of the press."""

        def transition(before: Match, context: Context) -> Match:
            after = play.make_move(before, context, user, moment, move, step=step)
            is_live = self.facts.is_live(after)
            return clock_starts.finish_full_seats(after, context) if is_live else after

        return await self.apply(match, transition, foresee=foresee, mover=user, pressed=pressed)

    async def server(self, guild: int | None) -> ServerChoices:
        """The choices of a server; outside of one, the defaults."""
        chosen = self.store.choices.choices_of
        return await chosen(ServerChoices, guild) if guild else ServerChoices()

    async def player(self, user: int) -> PlayerChoices:
        return await self.store.choices.choices_of(PlayerChoices, user)

    async def apply(
        self,
        match: str | Match,
        transition: Callable[[Match, Context, *_Arguments], Match],
        *arguments: *_Arguments,
        mover: int = 0,
        foresee: Callable[[Match], None] | None = None,
        extra: ExtraWork | None = None,
        pressed: int = 0,
    ) -> Match:
        """Store the match after a transition, a pure function of ``prowlerbot/match/``.

        If another change is stored first, the match is read again and the transition runs again. A
        given ``match`` is not read before the first attempt. Each attempt calls ``foresee`` with
        the new match right before it is stored. ``mover`` and ``extra`` are as for ``commit``,
        ``pressed`` is as for ``make_move``.
        """
        match_id, unread = (match.id, match) if isinstance(match, Match) else (match, None)
        while True:
            before, unread = unread or await self.match(match_id), None  # known for one attempt
            context = (await self._full_context(before, mover))._replace(pressed=pressed)
            with self.facts.asking_game(before):
                after = transition(before, context, *arguments)
            # All other refusals come before those about other players, so they read the same for
            # everybody.
            if after.players != before.players:
                await self._check_joined(before, after)
            if foresee is not None:
                foresee(after)
            if await self.commit(before, after, mover, extra):
                return after

    async def _check_joined(self, before: Match, after: Match) -> None:
        """Raise Denied if a player who has joined is barred, or must not meet the others."""
        joined = [player for player in before.players if player.is_person and player.joined]
        known_ids, store, now = {player.id for player in joined}, self.store, self.now()
        for player in after.players:
            if player.is_person and player.joined and player.id not in known_ids:
                await self.check_together(player.id, joined)
                guild = (await store.boards.guilds_of([before.id])).get(before.id, 0)
                await visibility_check.check_not_barred(store, guild, [player], player.id, now)

    async def check_together(self, user: int, others: Collection[Player]) -> None:
        """Raise Denied for a user who cannot begin a match with all of these people."""
        for feature in self.store.contributions:
            await feature.check_together(self.store.database, user, others, self.now())

    async def commit(
        self, before: Match, after: Match, mover: int = 0, extra: ExtraWork | None = None
    ) -> bool:
        """Store a change with its calls, its result and other work, all in one transaction.
        ``mover`` is the user who made the change. They look at the match and need no call.
        """
        over, now = after.phase is Phase.OVER, self.now()
        with self.facts.asking_game(before):
            result = result_of(after, self.facts.game(after)) if over else None
            end_of_stage = self.facts.stopwatch_duty(after)
            to_move_before = frozenset[int]() if over else self.facts.to_move(before)
            to_move = self.facts.to_move(after)
            live = before.phase is Phase.PLAYING and self.facts.is_live(after)
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

        def work(db: Work) -> None:
            if before.phase is Phase.LOBBY:
                check_alone(db, after)
            if result is not None:
                enter_result(db, result)
            for feature in self.store.contributions if over else ():
                feature.match_ended(db, after, self.facts.game(after))
            put_duties(db, after.id, end_of_stage)
            if extra is not None:
                extra(db)
            noted[:] = [change_calls(db, calls, now)] if calls is not None else ()

        stored = await self.store.commit(before, after, work)
        self.store.calls.hand_over(noted[0]() if stored and noted else ())
        return stored

    async def note_shown(
        self, scene: Scene, board: Board, audience: int, *, calling: bool = True, shown: int = 0
    ) -> Scene:
        """Record a message as the board of a match, whoever posts it; returns the scene with it.

        If nobody could see the match before, its clocks do not count that time: they are moved in
        the same transaction, exactly once, wherever a process dies. The turns of a live match begin
        with the message, ``shown`` at Discord's time, 0 for now. For a match that is shown for the
        first time, its calls are recorded too if it is ``calling``.
        """
        match, is_first = scene.match, scene.board is None or not scene.board.message
        to_move = self.facts.to_move(match)
        calls = first_calls(match, to_move, self.now()) if is_first and calling else ()
        after = match
        if starts := banks.unshown_starts(match, to_move):
            after = banks.note_turns(match, starts, shown or self.now(), first=scene.board is None)
        elif match.phase is Phase.PLAYING:
            after = clock_starts.shift_unseen_clocks(match, self.context(match), scene.unseen_since)
        if after is match:
            new = await self.store.boards.put_board(board, audience, match.forgotten_count, calls)
        else:
            noted: list[Callable[[], list[Post]]] = []
            # What a message shows does not change as turns begin with it.
            is_latest = board.shown == match.revision
            latest = replace(board, shown=after.revision) if is_latest else board

            def put(db: Work) -> None:
                noted[:] = [put_board(db, latest, audience, match.forgotten_count, calls)]

            if not await self.commit(match, after, extra=put):
                stored = await self.scene(match.id)  # another change came first
                present = replace(scene, match=stored.match, board=stored.board)
                return await self.note_shown(present, board, audience, calling=calling, shown=shown)
            new, board = noted[0](), latest
        self.store.calls.hand_over(new)
        return replace(scene, match=after, board=board)

    async def note_turns(self, match: Match, shown: int) -> Match:
        """Note that the turns of a match were ``shown`` at Discord's time, 0 for now. Returns the
        match with it, or the same one if that changed nothing or another change came first.
        """
        present, starts = match, banks.unshown_starts(match, self.facts.to_move(match))
        while starts:
            noted = banks.note_turns(present, starts, shown or self.now())
            if noted is present:
                break
            if await self.commit(present, noted):
                return noted if present is match else match
            present = await self.match(match.id)
        return match
