"""The steps of competitions that nobody has to take, and the bot's claims in their matches.

All that is done here follows from what is stored and from the clock, and storing it makes it due no
more. So any number of processes may try the same, and a kill loses and doubles nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

from prowlerbot.competitions import due_steps, ladder, player_steps
from prowlerbot.competitions.competition_change_service import CompetitionChanges
from prowlerbot.competitions.competition_events import By, Decided, Entered, Paired
from prowlerbot.competitions.competition_match_service import even
from prowlerbot.competitions.competition_record import DAY, Competition, Format
from prowlerbot.competitions.competition_store import Stored, Todo
from prowlerbot.competitions.due_steps import Step, due_at
from prowlerbot.competitions.standings import standings
from prowlerbot.core.errors import Denied
from prowlerbot.match import closing
from prowlerbot.match.deadlines import claimed_at
from prowlerbot.match.match import Context, Ending, Match
from prowlerbot.match.match_duties import MatchDuty
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service

_STEPS_AT_ONCE = 4
"""The most steps of a competition that one look takes."""
_HEARD_AGAIN = 30
"""Seconds after which the bot looks again whether it may post."""
_NEED_A_CHANNEL = (Step.CALL, Step.BEGIN, Step.PAIR)
"""Steps of which players must hear in time: they lose by them if they do not."""
_HELD = 7 * DAY
"""The longest time in seconds that such a step waits for a channel to post in."""


_CLOSED: Mapping[By, Ending] = {
    "": Ending.CLOSED,
    "host": Ending.CUT,
    "admin": Ending.CUT_BY_ADMIN,
}
_GONE: Mapping[By, Ending] = {
    "host": Ending.REMOVED,
    "admin": Ending.REMOVED_BY_ADMIN,
}
"""The ending of a match whose round is over, or whose player is taken out, by whoever did that."""


async def _nobody(*_: object) -> Collection[int]:
    return ()


class CompetitionSteps(CompetitionChanges):
    def __init__(self, service: Service) -> None:
        super().__init__(service)
        self.kept_out: Callable[[Scene], Awaitable[Collection[int]]] = _nobody
        """Who is kept out of a match; only Discord knows that."""
        self.gone: Callable[[int, Collection[int], bool], Awaitable[Collection[int]]] = _nobody
        """Who of some players has left a server; with ``fairly`` nobody where one of the others may
        have removed them.
        """

    async def look(self, competition_id: str, *, heard: bool) -> int | None:
        """Take the steps that are due, some at once; returns when to look again, None for never."""
        for _ in range(_STEPS_AT_ONCE):  # a round is paired as soon as the last one is over
            after, again = await self._step(competition_id, heard=heard)
            if after is None:
                return again
        return self.service.now()

    async def step(self, competition_id: str, *, heard: bool = True) -> Stored | None:
        """Take whatever is due in a competition; None if nothing is. If it is not
        ``heard``, as the bot may not post in the channel at present, the next matches wait.

        Players who have left the competition leave their matches, matches end whose round is over,
        and their results are taken together with the next step of ``chores``.
        """
        return (await self._step(competition_id, heard=heard))[0]

    async def _step(self, competition_id: str, *, heard: bool) -> tuple[Stored | None, int | None]:
        let_go, closed = dict[int, Todo](), set[int]()
        while True:
            stored, now = await self.get(competition_id), self.service.now()
            if Todo.LEFT in {each for number, each in stored.todo.items() if number not in let_go}:
                let_go |= await self._let_go(stored)  # before a step may end the competition
                continue
            competition, done = await self.with_results(stored, now)
            outages = self.service.heartbeat.outages(stored.guild)
            competition = due_steps.interrupted(competition, outages, now)
            step = due_steps.due(competition, now)
            later = self._waits_until(step, due_at(competition) or 0, heard=heard)
            if later:
                step = None
            if step is Step.CLOSE and (over := self._over(stored, competition, now) - closed):
                for number in over:
                    by = competition.course.cut.get(competition.course.pairings[number].round, "")
                    await self.close_match(stored.matches[number], _CLOSED[by])
                closed |= over
                continue
            changed = done or let_go or competition.revision > stored.competition.revision
            if step is None and not changed:
                at = due_at(competition)
                return None, None if at is None else max(at, later)
            following = None
            competition, step = await self._without_gone(stored, competition, step, now)
            if step is not None:
                previous = await self.previous(stored)
                verdicts = {
                    pairing.pairing: self.without_match(stored, pairing, now)
                    for pairing in competition.course.open
                }
                competition = await asyncio.to_thread(  # a large round takes a second or two
                    due_steps.take, competition, step, now, previous, verdicts
                )
                if step is Step.END:
                    following = await self._following(stored, competition, now)
            after = await self.commit(
                stored, competition, done={**let_go, **done}, following=following
            )
            if after is not None:
                return after, None

    async def _without_gone(
        self, stored: Stored, competition: Competition, step: Step | None, now: int
    ) -> tuple[Competition, Step | None]:
        """The competition without those who have left its server, if the step calls or pairs; and
        the step that is due then. In a round nobody is taken out whom a player may have removed.
        """
        if step not in _NEED_A_CHANNEL or stored.is_wide:
            return competition, step
        gone = await self.gone(stored.guild, competition.course.present, step is Step.PAIR)
        after = player_steps.without(competition, gone, now)
        return after, due_steps.due(after, now)

    def waiting_since(self, stored: Stored) -> int:
        """Since when a step is due of which players must hear; 0 if none is."""
        step = due_steps.due(stored.competition, self.service.now())
        return (due_at(stored.competition) or 0) if step in _NEED_A_CHANNEL else 0

    def _waits_until(self, step: Step | None, at: int, *, heard: bool) -> int:
        """When to look again at a step that is due since ``at``; 0 to take it now."""
        now = self.service.now()
        if step in _NEED_A_CHANNEL and not heard and now < at + _HELD:
            return now + _HEARD_AGAIN
        return 0

    async def see_to_match(self, match_id: str) -> int | None:
        """Claim a move that is late beyond the grace, or make a match its own whose competition was
        ended early; a damaged one is given up. Returns when to look again, None for never.
        """
        well = False
        async with self.housekeeping.sparing(match_id):
            with suppress(Denied):  # it is too early, or another change came first
                if await self.ends.is_released(match_id):
                    await self.service.apply(match_id, closing.released)
                else:
                    await self._claim(match_id)
            well = True
        if not well:
            await self.ends.give_up(match_id)
            return None
        scene = await self.service.scene(match_id)
        match, outages = scene.match, self.service.outages(scene)
        claims = (claimed_at(match, seat, outages) for seat in self.service.to_move(match))
        return min((at for at in claims if at and at > self.service.now()), default=None)

    async def _claim(self, match_id: str) -> Match:
        scene = await self.service.scene(match_id)
        kept_out, outages = await self._kept_out(scene), self.service.outages(scene)

        def claimed(match: Match, context: Context) -> Match:
            return closing.run_out(match, context, self.service.overdue(match, outages), kept_out)

        return await self.service.apply(match_id, claimed)

    async def _kept_out(self, scene: Scene) -> Collection[int]:
        """The players awaited in a rated match whom somebody who stays may have kept out of it."""
        return await self.kept_out(scene) if scene.match.terms.rated else ()

    async def _let_go(self, stored: Stored) -> dict[int, Todo]:
        """Have players leave the running matches of a competition that they have left."""
        done: dict[int, Todo] = {}
        course = stored.competition.course
        for number, todo in stored.todo.items():
            if todo is Todo.LEFT:
                gone = [p for p in course.pairings[number].players if p in course.left]
                removed = [each for p in gone if (each := course.left[p]).by_host]
                ending = _GONE[removed[0].by or "host"] if removed else Ending.RESIGNED
                await self._leave(stored.matches[number], gone, ending)
                done[number] = Todo.LEFT
        return done

    async def _leave(self, match_id: str, players: Collection[int], ending: Ending) -> None:
        def transition(match: Match, context: Context) -> Match:
            seats = {seat for seat in match.seats if match.player(seat).id in players}
            return closing.gone(match, context, seats - match.left, ending)

        async with self.housekeeping.sparing(match_id):
            await self._show_at_once(await self.service.apply(match_id, transition))

    async def _show_at_once(self, match: Match) -> None:
        """Have a board drawn that no press brings up to date."""
        await self.service.store.write_duties(match, {MatchDuty.BOARD: 0})

    def _over(self, stored: Stored, competition: Competition, now: int) -> set[int]:
        """The pairings with a match whose time is over."""
        course = competition.course
        over = {each.pairing for each in course.open if 0 < course.until(each) <= now}
        return over & stored.matches.keys()

    async def close_match(self, match_id: str, ending: Ending = Ending.CLOSED) -> None:
        """End the match of a pairing whose time is over."""
        async with self.housekeeping.sparing(match_id):
            scene = await self.service.scene(match_id)
            kept_out = await self._kept_out(scene) if ending is Ending.CLOSED else ()
            outages = self.service.outages(scene)
            change = partial(closing.close, ending=ending, kept_out=kept_out, outages=outages)
            await self._show_at_once(await self.service.apply(match_id, change))

    def without_match(self, stored: Stored, pairing: Paired, now: int) -> Decided:
        """The verdict for a pairing whose match cannot be ended: it is damaged, so all are even."""
        if pairing.pairing in stored.matches:
            return even(pairing, now)
        return player_steps.forfeit(pairing, pairing.players, now)

    async def _following(self, stored: Stored, ended: Competition, now: int) -> Stored | None:
        """The next season, unless the series ends with this one.

        That of a ladder begins at once, and the matches that are being played go on in it. In that
        of a league stand all who are still there, and play if they confirm that before it begins.
        """
        matches = dict[int, str]()
        if ended.terms.format is Format.LADDER:
            following, moved = ladder.next_season(ended, now)
            matches = {
                new: stored.matches[old] for old, new in moved.items() if old in stored.matches
            }
        elif stored.pause and ended.terms.format is Format.LEAGUE and ended.course.began:
            following = await self._next_of_league(ended, now, stored.pause)
        else:
            return None
        return replace(
            stored,
            id=self.new_id(),
            competition=following,
            created_at=now,
            season=stored.season + 1,
            matches=matches,
            todo={},
            message=0,
            shown=-1,
            revision=0,
        )

    async def _next_of_league(self, ended: Competition, now: int, pause: int) -> Competition:
        """The next season before anybody has confirmed that they play it."""
        present = [line.player for line in standings(ended) if not line.left]
        ratings = [await self.rating(ended.terms.game, player) for player in present]
        terms = replace(ended.terms, starts=now + pause, check_in=pause)
        entries = zip(present, ratings, strict=True)
        return Competition(terms).after(*(Entered(now, *each) for each in entries))
