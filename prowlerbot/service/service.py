"""Matches as the bot serves them: load, pure transition, commit, return.

This is the only place where the pure match and the stored one meet. Nothing is kept in memory
between two calls, so any number of processes can serve one database.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.game import AnyState, Game
from prowlerbot.core.registry import Registry
from prowlerbot.match import agreements as agreement
from prowlerbot.match import lobby, play
from prowlerbot.match.branch import branch
from prowlerbot.match.deadlines import LEFT_ALONE, abandon, abandoned, claim, deadline
from prowlerbot.match.match import Match, Phase, Player, Ranks
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.question import Asked
from prowlerbot.match.ratings import result_of
from prowlerbot.match.reminders import Reminder, due_reminder, in_peace
from prowlerbot.match.terms import Terms
from prowlerbot.storage.results import enter_result
from prowlerbot.storage.scenes import Scene
from prowlerbot.storage.store import Store

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letters that are mistaken for one another when somebody types a match's id."""
_ID_LENGTH = 8

USUAL = Terms()

_CALLED_BY = 60
"""Seconds after which a call to a turn has gone out or will not."""
_CALLED_LATEST = 15 * 60
"""Seconds after which the call to a turn is not made up for any more; reminders come anyway."""


class Beginning(NamedTuple):
    """The moment of a match to play on from, and the seat that the challenger takes there."""

    source: Match
    ply: int
    seat: int


def _now() -> int:
    return int(time.time())


class RematchAsked(Denied):
    """``match`` is the challenge, or the match, that is the rematch already."""

    def __init__(self, match: str) -> None:
        super().__init__("A rematch has been asked for already: match {match}.", match=match)
        self.match = match


class Service:
    """``clock`` gives epoch seconds; ``rng`` draws set-ups, chance and ids.

    A change may be given the match as it was just read (``seen``): it is then read anew only where
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
        self.games = games
        self._clock = clock
        self._rng = rng or random.SystemRandom()

    def game(self, match: Match) -> Game:
        return self.games[match.game]

    def now(self) -> int:
        return self._clock()

    async def branch(
        self,
        beginning: Beginning,
        players: Sequence[Player],
        terms: Terms,
        *,
        most: int | None = None,
    ) -> Match:
        """Make a challenge to play on from a moment of another match."""
        source, ply, seat = beginning
        while True:
            new_id, now = self.new_id(), self._clock()
            match = branch(
                new_id,
                self.game(source),
                source,
                ply=ply,
                seat=seat,
                players=players,
                terms=terms,
                now=now,
            )
            if await self.store.add(match, most):
                return match

    def new_id(self) -> str:
        return "".join(self._rng.choices(_ID_LETTERS, k=_ID_LENGTH))

    async def match(self, match_id: str) -> Match:
        return (await self.scene(match_id)).match

    async def scene(self, match_id: str, guild: int | None = None) -> Scene:
        """A match with where and how it is shown, in a server other than its own if asked."""
        found = await self.store.scene(match_id, guild)
        if found is None:
            raise NotFound("There is no match “{match}”.", match=match_id)
        return found

    def states(self, match: Match) -> list[AnyState]:
        """The position at the start and after each play of a match that has begun."""
        return play.states(match, self.game(match))

    def cut_short(self, match: Match) -> Ranks | None:
        """How a match came out that ended before it was played out; None for all others."""
        return play.cut_short(match, self.game(match))

    async def challenge(
        self,
        game: str,
        players: Sequence[Player],
        options: Mapping[str, str],
        terms: Terms = USUAL,
        *,
        most: int | None = None,
    ) -> Match:
        """Make a challenge; ``most`` limits how many the challenger may have unanswered."""
        while True:
            new_id, now = self.new_id(), self._clock()
            match = lobby.challenge(
                new_id, self.games[game], players, options, terms=terms, now=now
            )
            if await self.store.add(match, most):
                return match

    async def accept(self, match_id: str, user: int, *, seen: Match | None = None) -> Match:
        return await self._change(
            match_id,
            lambda match: lobby.accept(match, self.game(match), user, self._rng, self._clock()),
            seen,
        )

    async def decline(self, match_id: str, user: int, *, seen: Match | None = None) -> Match:
        return await self._change(match_id, lambda m: lobby.decline(m, user, self._clock()), seen)

    async def cancel(self, match_id: str, user: int, *, seen: Match | None = None) -> Match:
        return await self._change(match_id, lambda m: lobby.cancel(m, user, self._clock()), seen)

    async def rematch(self, match_id: str, user: int, *, most: int | None = None) -> Match:
        """Ask the others to another match, once for each match. Raises RematchAsked."""
        finished = await self.match(match_id)
        while True:
            new_id, now = self.new_id(), self._clock()
            asked = lobby.rematch(new_id, self.game(finished), finished, user, now)
            if await self.store.add(asked, most, rematch_of=match_id):
                return asked
            earlier = await self.store.rematch(match_id)
            if earlier is not None:
                raise RematchAsked(earlier)

    async def ask(
        self, match_id: str, user: int, asked: Asked, moment: int, *, seen: Match | None = None
    ) -> Match:
        """Put a question to the other players; what needs no consent is done at once."""
        return await self._change(
            match_id,
            lambda match: agreement.ask(
                match, self.game(match), user, asked, moment, now=self._clock()
            ),
            seen,
        )

    async def agree(
        self, match_id: str, user: int, asked: Asked, moment: int, *, seen: Match | None = None
    ) -> Match:
        return await self._change(
            match_id,
            lambda match: agreement.agree(match, user, asked, moment, now=self._clock()),
            seen,
        )

    async def refuse(
        self, match_id: str, user: int, asked: Asked, moment: int, *, seen: Match | None = None
    ) -> Match:
        return await self._change(
            match_id,
            lambda match: agreement.refuse(match, user, asked, moment, now=self._clock()),
            seen,
        )

    async def withdraw(
        self, match_id: str, user: int, asked: Asked, moment: int, *, seen: Match | None = None
    ) -> Match:
        return await self._change(
            match_id,
            lambda match: agreement.withdraw(match, user, asked, moment, now=self._clock()),
            seen,
        )

    async def claim(self, match_id: str, user: int) -> Match:
        """Win a match in which the others have let their time run out."""
        while True:
            scene = await self.scene(match_id)
            before, due = scene.match, self.deadline(scene)
            after = claim(before, self.game(before), user, due, self._clock())
            if await self._commit(before, after):
                return after

    async def resign(self, match_id: str, user: int, *, seen: Match | None = None) -> Match:
        return await self._change(match_id, lambda m: play.resign(m, user, self._clock()), seen)

    async def play(
        self, match_id: str, user: int, moment: int, move: str, *, seen: Match | None = None
    ) -> Match:
        """Make a move at the moment the player was looking at, exactly once or not at all."""
        return await self._change(
            match_id,
            lambda match: play.make_move(
                match, self.game(match), user, moment, move, rng=self._rng, now=self._clock()
            ),
            seen,
        )

    def position_to_move(self, match: Match, user: int, moment: int) -> AnyState:
        """The present position for a user who is to move in it and has seen it at ``moment``."""
        return play.position_to_move(match, self.game(match), user, moment)

    async def expire(self) -> list[Match]:
        """End the challenges that nobody has answered in time, and the matches left alone.

        Returns the ones that were ended here.
        """
        now = self._clock()
        ended: list[Match] = []
        for match in await self.store.challenges_before(now - lobby.CHALLENGE_LASTS):
            over = lobby.expire(match, now)
            if await self.store.commit(match, over):
                ended.append(over)
        for scene in await self.store.due_before(now - LEFT_ALONE):
            match, due = scene.match, self.deadline(scene)
            if abandoned(match, due, now):
                over = abandon(match, due, now)
                if await self.store.commit(match, over):
                    ended.append(over)
        return ended

    async def enter_missing_results(self) -> None:
        """Enter the results of matches that an older version of the bot has seen end."""
        for match_id in await self.store.results.missing():
            match = await self.match(match_id)
            if result := result_of(match, self.game(match)):
                await self.store.results.add(result)

    async def open_matches(self, user: int, game: str) -> list[Scene]:
        """The challenges and running matches of a user.

        Those waiting for the user come first, and among these those with the least time left.
        """

        def urgency(scene: Scene) -> tuple[bool, float]:
            return not self.waits_for(scene.match, user), self.deadline(scene) or math.inf

        return sorted(await self.store.open_matches(user, game), key=urgency)

    async def server(self, guild: int | None) -> ServerChoices:
        """What a server has chosen; outside of one, what everybody has who chooses nothing."""
        return await self.store.choices(ServerChoices, guild) if guild else ServerChoices()

    def deadline(self, scene: Scene) -> int | None:
        """When the present move is due, in epoch seconds; None where there is no limit."""
        if deadline(scene.match) is None:
            return None
        away = [scene.choices_of(seat).away_until for seat in self.to_move(scene.match)]
        return deadline(scene.match, max(away, default=0))

    async def player(self, user: int) -> PlayerChoices:
        return await self.store.choices(PlayerChoices, user)

    async def reminders(self) -> list[tuple[Scene, int, Reminder]]:
        """The reminders to be sent now, each with the seat of the player.

        Each of them is given out once, to one process.

        Players who want to be left in peace are reminded as soon as that is over, if there is
        still time.
        """
        now = self._clock()
        found: list[tuple[Scene, int, Reminder]] = []
        for match_id in await self.store.calls.past_half_time(now):
            scene = await self.scene(match_id)
            match, deadline = scene.match, self.deadline(scene)
            reminder = due_reminder(match.turn_at, deadline, now) if deadline else None
            if reminder is None:
                continue
            for seat in sorted(self.to_move(match)):
                choices = scene.choices_of(seat)
                if choices.calls == "off" or in_peace(choices, now):
                    continue
                if await self.store.calls.claim(match, seat, reminder):
                    found.append((scene, seat, reminder))
        return found

    async def uncalled(self) -> list[tuple[Scene, int]]:
        """The seats whose turn began a while ago without a call to them.

        The bot was stopped between the move and the call, or Discord did not take it. Each of them
        is given out once, to one process, unless the call has been claimed as needless.
        """
        now = self._clock()
        found: list[tuple[Scene, int]] = []
        for scene in await self.store.turns_between(now - _CALLED_LATEST, now - _CALLED_BY):
            match = scene.match
            if any(call.moment == match.moment for call in scene.calls):
                continue
            for seat in sorted(self.to_move(match)):
                if scene.choices_of(seat).calls == "off" or match.player(seat).gone:
                    continue
                if await self.store.calls.claim(match, seat, Reminder.TURN):
                    found.append((scene, seat))
        return found

    def waits_for(self, match: Match, user: int) -> bool:
        """Whether the match cannot go on before this user does something."""
        seat = match.seat_of(user)
        return seat is not None and seat in self.to_move(match)

    def to_move(self, match: Match) -> frozenset[int]:
        """The seats that the match waits for: to answer the challenge, or to move."""
        if match.phase is Phase.CHALLENGED:
            return match.challenged
        return frozenset() if match.phase is Phase.OVER else self.states(match)[-1].to_move

    async def choose(self, user: int, game: str, match_id: str | None) -> Match:
        """The match a player means: the one named, or the one that waits for them.

        Raises NotFound where there is none, Denied where it takes more words to tell.
        """
        if match_id is not None:
            match = await self.match(match_id)
            if match.game != game:
                raise NotFound("There is no match “{match}” of this game.", match=match_id)
            return match
        found = [scene.match for scene in await self.open_matches(user, game)]
        running = [match for match in found if match.phase is Phase.PLAYING]
        waiting = [match for match in running if self.waits_for(match, user)]
        if len(waiting) == 1:
            return waiting[0]
        if len(running) == 1:
            return running[0]
        if not running:
            latest = await self.store.latest_match(user, game)
            if latest is None:
                raise NotFound("You have no match yet; challenge somebody to one.")
            return latest
        raise Denied("You play several matches; say which one you mean.")

    async def _change(
        self, match_id: str, transition: Callable[[Match], Match], seen: Match | None = None
    ) -> Match:
        # Losing the race means that somebody else's change is in, so each turn of this loop is
        # some other call's success; the transition then decides anew whether it still applies.
        while True:
            before, seen = seen or await self.match(match_id), None
            after = transition(before)
            if await self._commit(before, after):
                return after

    async def _commit(self, before: Match, after: Match) -> bool:
        """Store a change, and with it the result of a match that it ends."""
        result = result_of(after, self.game(after))
        also = partial(enter_result, result=result) if result else None
        return await self.store.commit(before, after, also)
