"""The steps that the bot takes in competitions, and its claims in their matches.

A step follows from the stored record and the clock, and once it is stored, it is no longer due. So
several processes may try the same step, and a crash neither loses nor repeats one.
"""

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from prowlerbot.competitions import competition_changes, competition_steps
from prowlerbot.competitions.competition_record import Competition, Step, Stored, Todo
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_steps import STEPS_WITH_MESSAGES, due_at
from prowlerbot.competitions.course import A_HOST, Actor, By
from prowlerbot.core.errors import Denied
from prowlerbot.match import closing
from prowlerbot.match.deadlines import earliest_claim
from prowlerbot.match.match import Ending
from prowlerbot.match.scene import Scene

MAX_FAILED_STARTS = 3
"""The tournaments in a row with too few players that end a series; messages say the number."""
_MAX_STEPS_AT_ONCE = 4
"""The most steps that one duty takes in a competition."""
_RECHECK_CHANNEL_SECONDS = 30
"""Seconds after which the bot checks again whether it can post."""
_RECHECK_GAME_SECONDS = 10 * 60
"""Seconds after which the bot checks again whether the game of a competition is back."""
_SEEN_OF_ROUND, _SEEN_OF_ARENA = 30, 15 * 60
"""Seconds for which a player who was seen in the server is not looked up again."""
_ENDING_OF_ROUND: Mapping[By, Ending] = {
    "": Ending.CLOSED,
    "host": Ending.CUT,
    "admin": Ending.CUT_BY_ADMIN,
}
"""The ending of a match whose round is over, by the acting role."""


class _DueStep(NamedTuple):
    """A competition as it is ``stored``, and after the results and outages since then."""

    stored: Stored
    competition: Competition
    step: Step | None
    """The step that is due, if any."""
    now: int
    done: Mapping[int, Todo]
    """The tasks that are done with the step, by the number of the pairing."""
    recheck_at: int = 0
    """The time of the next look at the channel that a step waits for; 0 if none waits."""


@dataclass(eq=False)
class CompetitionSteps:
    _competitions: Competitions

    def __post_init__(self) -> None:
        self._service = self._competitions.service
        self._housekeeping = self._competitions.housekeeping

    async def take_due_steps(self, competition_id: str, *, can_post: bool) -> int | None:
        """Take the due steps, none without the game; returns the time of the next look, if any."""
        stored = await self._competitions.get(competition_id)
        if stored.competition.terms.game not in self._service.games:
            return self._service.now() + _RECHECK_GAME_SECONDS
        for _ in range(_MAX_STEPS_AT_ONCE):  # a round is paired as soon as the last one is over
            after, look_at = await self._step(competition_id, can_post=can_post)
            if after is None:
                return look_at
        return self._service.now()

    async def step(self, competition_id: str, *, can_post: bool = True) -> Stored | None:
        """Take the next step that is due in a competition; None if none is. While the bot cannot
        post in the channel, new matches wait.

        Players who have left the competition leave their matches. Matches end with their round,
        and their results are recorded together with the next step.
        """
        after, _ = await self._step(competition_id, can_post=can_post)
        return after

    async def end_round(self, competition_id: str, *, by: Actor = A_HOST) -> Stored:
        """End the rounds that are being played; the clocks decide unfinished matches.

        A person chose the moment, so these matches count for no rating, and a player whose own
        clock still ran is not taken out.
        """
        end = partial(competition_changes.end_rounds, by=by)
        await self._competitions.apply(competition_id, end, by=by.user)
        after = await self.step(competition_id, can_post=False)
        return after or await self._competitions.get(competition_id)

    async def _step(
        self, competition_id: str, *, can_post: bool
    ) -> tuple[Stored | None, int | None]:
        """The competition after a step, or else the time of the next look. Each act on matches, and
        each change by another process, makes it load the competition again.
        """
        finished, closed = dict[int, Todo](), set[int]()
        while True:
            stored = await self._competitions.get(competition_id)
            abandoned = {number for number, todo in stored.todo.items() if todo is Todo.END_MATCH}
            if abandoned - finished.keys():  # before a step may end the competition
                finished |= await self._competitions.leave_matches(stored)
                continue
            due = await self._find_due_step(stored, can_post=can_post)
            if due.step is Step.CLOSE and (late := self._pairings_out_of_time(due) - closed):
                course = due.competition.course
                for number in late:
                    role = course.role_that_cut(course.pairings[number])
                    await self.close_match(stored.matches[number], _ENDING_OF_ROUND[role])
                closed |= late
                continue
            changed = due.done or finished or due.competition.revision > stored.competition.revision
            if due.step is None and not changed:
                at = due_at(due.competition)
                return None, None if at is None else max(at, due.recheck_at)
            present, following = await self._take_step(due)
            stepped, done = replace(stored, competition=present), {**finished, **due.done}
            if after := await self._competitions.commit(
                stored, stepped, done=done, following=following
            ):
                return after, None

    async def _find_due_step(self, stored: Stored, *, can_post: bool) -> _DueStep:
        """The step that is due after the results and outages that have come since."""
        now = self._service.now()
        competition, done = await self._competitions.with_results(stored, now)
        outages = self._service.clocks.heartbeat.outages(stored.guild, competition.terms.game)
        competition = competition_steps.record_outages(competition, outages, now)
        step = competition_steps.due_step(competition, now)
        if step not in STEPS_WITH_MESSAGES or can_post:
            return _DueStep(stored, competition, step, now, done)
        competition = competition_steps.wait_for_channel(competition, step, outages, now)
        return _DueStep(stored, competition, None, now, done, now + _RECHECK_CHANNEL_SECONDS)

    async def _take_step(self, due: _DueStep) -> tuple[Competition, Stored | None]:
        """The competition after its step, if one is due, and the next season if it ends by that."""
        due = await self._without_gone(due)
        after = due.competition if due.step is None else await self._compute_step(due, due.step)
        if after.course.ended and not due.stored.course.ended:
            return await self._next_season(due.stored, after, due.now)
        return after, None

    async def _without_gone(self, due: _DueStep) -> _DueStep:
        """The same without the players who have left the server, with the step that is due then.
        Only a step that calls or pairs players takes them out. An end waits until the players who
        have just been taken out have left their matches.
        """
        stored, course = due.stored, due.competition.course
        if due.step is Step.END and course.left.keys() > stored.course.left.keys():
            return due._replace(step=None)
        if due.step not in STEPS_WITH_MESSAGES or stored.is_wide:
            return due
        # A round is paired right after the start; an arena pairs every few seconds.
        seen_within = _SEEN_OF_ROUND if stored.format.has_rounds else _SEEN_OF_ARENA
        gone = await self._competitions.find_gone(stored.guild, course.present, seen_within)
        after = competition_changes.remove_gone(due.competition, gone, due.now)
        return due._replace(competition=after, step=competition_steps.due_step(after, due.now))

    async def _compute_step(self, due: _DueStep, step: Step) -> Competition:
        previous = await self._competitions.previous_seasons(due.stored)
        verdicts = {  # damaged matches, which cannot be ended
            pairing.pairing: competition_changes.tied_result(pairing, due.now)
            for pairing in due.competition.course.open
            if pairing.pairing in due.stored.matches
        }
        return await asyncio.to_thread(  # a large round takes a second or two
            competition_steps.take_step, due.competition, step, due.now, previous, verdicts
        )

    def waiting_since(self, stored: Stored) -> int:
        """The time since which a step that needs a channel is due; 0 if none is."""
        step = competition_steps.due_step(stored.competition, self._service.now())
        return (due_at(stored.competition) or 0) if step in STEPS_WITH_MESSAGES else 0

    async def claim_or_release(self, match_id: str) -> int | None:
        """Claim a move that is later than its grace, or release a match whose competition was ended
        early. A damaged match is given up. Returns the time of the next look, None for never.

        A claim waits while nobody can see the board, but no longer than a move has once more.
        Nobody wins a match that nobody could ever see.
        """
        is_damaged = True
        async with self._housekeeping.isolating(match_id):
            with suppress(Denied):  # it is too early, or another change came first
                scene = await self._service.scene(match_id)
                if await self._competitions.match_ends.is_released(match_id):
                    await self._release(scene)
                elif self._waits_for_board(scene):
                    return self._service.now() + _RECHECK_CHANNEL_SECONDS
                else:
                    await self._housekeeping.end_late(scene, await self._find_kept_out(scene))
            is_damaged = False
        if is_damaged:
            await self._competitions.match_ends.give_up(match_id)
            return None
        return self._service.clocks.next_claim(await self._service.scene(match_id))

    def _waits_for_board(self, scene: Scene) -> bool:
        claim, limit = earliest_claim(scene.match) or 0, scene.match.terms.limit
        return scene.unseen_since > 0 and self._service.now() < claim + limit

    async def _release(self, scene: Scene) -> None:
        if scene.was_never_seen:
            await self._service.apply(scene.match.id, closing.end_unseen)
        else:
            await self._service.apply(scene.match.id, closing.release_match, scene.unseen_since)

    async def _find_kept_out(self, scene: Scene) -> Collection[int]:
        """The awaited players of a rated match whom another player may have kept out of it."""
        return await self._competitions.find_kept_out(scene) if scene.match.terms.rated else ()

    def _pairings_out_of_time(self, due: _DueStep) -> set[int]:
        """The open pairings that have a match and no time left."""
        clock_end, pairings = due.competition.format.clock_end, due.competition.course.open
        over = (each for each in pairings if 0 < clock_end(due.competition, each) <= due.now)
        return {each.pairing for each in over} & due.stored.matches.keys()

    async def close_match(self, match_id: str, ending: Ending = Ending.CLOSED) -> None:
        """End the match of a pairing without time left."""
        async with self._housekeeping.isolating(match_id):
            scene = await self._service.scene(match_id)
            kept_out = await self._find_kept_out(scene) if ending is Ending.CLOSED else ()
            outages = self._service.clocks.forgiven_times(scene)
            close = partial(closing.close_match, ending=ending, kept_out=kept_out, outages=outages)
            is_unseen = scene.was_never_seen and ending is Ending.CLOSED
            ended = await self._service.apply(match_id, closing.end_unseen if is_unseen else close)
            await self._competitions.show_at_once(ended)

    async def _next_season(
        self, stored: Stored, ended: Competition, now: int
    ) -> tuple[Competition, Stored | None]:
        """The competition with its last word, and the next season, unless the series ends."""
        entering = (*ended.course.present, *ended.course.waiting)
        ratings = {
            player: await self._competitions.rating_of(ended.terms.game, player)
            for player in (entering if ended.format.has_seasons else ())
        }
        following = ended.format.next_season(ended, now, stored.pause, ratings)
        if ended.terms.every:
            place, host = stored.guild, (stored.host,)
            # A host who has deleted their data is unknown.
            if stored.host <= 0 or await self._competitions.find_gone(place, host, 0):
                return ended.with_successor(0, "left"), None
            if await self._service.store.bars.barred_players(place, host, now):
                return ended.with_successor(0, "barred"), None
            if await self._had_too_few(stored, ended):
                return ended, None
        if following is None:
            return ended, None
        known = stored.matches
        new = replace(
            stored,
            id=self._competitions.new_id(),
            competition=following.competition,
            created_at=now,
            season=stored.season + 1,
            matches={new: known[old] for old, new in following.moved.items() if old in known},
            todo={},
            message=0,
            shown=-1,
            revision=0,
        )
        starts = following.competition.terms.starts
        return (ended.with_successor(starts) if ended.terms.every else ended), new

    async def _had_too_few(self, stored: Stored, ended: Competition) -> bool:
        """Whether ``MAX_FAILED_STARTS`` tournaments of the series in a row had too few players."""
        if ended.course.began is not None or stored.season < MAX_FAILED_STARTS:
            return False
        before = [
            await self._competitions.store.load_season(stored.series, stored.season - number)
            for number in range(1, MAX_FAILED_STARTS)
        ]
        return all(season and season.competition.course.began is None for season in before)
