"""How the simulated Discord waits for the bot: for its work alone, and never for real time.

SimCord looks at the bot every 50 ms, and long at what it knows already. Here it waits for the tasks
that are at work, and looks at a task that waits for a press, for a view or for its next round only
once: until that wait is over, it is at rest.

SimCord lets the bot's timers go off by the clock of the machine too. Here they go off by the clock
of the simulation alone, which moves to the next one as soon as the bot has nothing else to do. So
no answer is late because the machine is slow, and no pause of the bot takes as long as it says.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from collections.abc import Iterator
from contextvars import Context
from typing import Any
from weakref import WeakKeyDictionary

import discord
import simcord
from simcord import _dpy_internals as internals
from simcord import _settlement as rules
from simcord._runtime import _BOT_SCOPE, _CLOCK_SCOPE, _current_task

import cogs.frame.replies
from cogs.frame.replies import own_context

_LOOK = 0.004
"""Seconds after which a task at work is looked at, as it may have come to rest without an end."""

_EVER = sys.float_info.max
"""Later than any timer of the machine, and earlier than ``Due``."""

Task = asyncio.Task[Any]
_resting: WeakKeyDictionary[simcord.Env, dict[Task, Any]] = WeakKeyDictionary()
"""The tasks of each bot that were at rest when they were last looked at, with their waits."""


class Due:
    """Stands where SimCord has a timer of the machine: the simulation's clock is to go there."""

    def __init__(self) -> None:
        self._cancelled = False

    def when(self) -> float:
        """Never, by the clock of the machine."""
        return math.inf

    def cancel(self) -> None:
        self._cancelled = True

    def cancelled(self) -> bool:
        return self._cancelled


def own_context_by_the_simulated_clock() -> Context:
    """The context of work that outlives a press, in which the simulation keeps its clock.

    By the real clock, every private board would have expired.
    """
    context = own_context()
    context.run(_BOT_SCOPE.set, _BOT_SCOPE.get())
    context.run(_CLOCK_SCOPE.set, _CLOCK_SCOPE.get())
    return context


def wait_for_work_alone() -> None:
    """Have all simulated Discords of this process wait for their bots like this, and answers end
    by the clock of the simulation where a test asks as well: SimCord's is the bot's alone.
    """
    vars(cogs.frame.replies)["clock"] = lambda: discord.utils.utcnow().timestamp()
    simcord.Env._settle_internal = _settle  # type: ignore[method-assign, assignment]
    simcord.Env._schedule_timer = _schedule  # type: ignore[method-assign, assignment]


def _schedule(
    env: simcord.Env, record: Any, callback: Any, args: tuple[Any, ...], _: Context | None
) -> None:
    """Note whether a timer is one that goes off by itself, or one of a wait for something else."""
    task = _current_task()
    waits = task is not None and (
        (task in env._work.external_waits and internals.is_wakeup_shaped(callback))
        or internals.is_intentional_wait_wakeup(env.bot, callback, args, task)
    )
    record.real_handle = None if waits else Due()


async def _settle(
    env: simcord.Env,
    *,
    timeout: float | None = None,  # noqa: ASYNC109 - as in SimCord
    dispatch: str | None = None,
    **_: object,
) -> None:
    """Wait until the bot has nothing to do, in two rounds of its loop one after the other.

    The limit is processor time of this process, as a machine may be busy with others: it ends work
    that goes on for ever. A bot that waits for ever is ended by the time limit of its test.
    """
    longest = max(timeout or 0, env.settle_timeout)
    until = time.process_time() + longest
    env._last_dispatch = dispatch
    quiet = 0
    while quiet < 2:
        rules._run_due_virtual_callbacks(env._settlement_state(), _EVER)
        await asyncio.sleep(0)
        state = env._settlement_state()
        tasks = list(_at_work(env, state))
        calls = [
            each
            for each in rules._active_callbacks(state)
            if each.when is None or each.when <= env._virtual_time
        ]
        if not (tasks or calls or env._work.executors):
            quiet += 1
            if quiet == 2 and _goes_on(env):
                quiet = 0
            continue
        quiet = 0
        if time.process_time() >= until:
            pending = rules._owned_tasks(state)
            told = rules._settle_timeout_message(state, tasks, pending, longest, calls)
            raise TimeoutError(told)
        await _wait(env, tasks)


def _at_work(env: simcord.Env, state: rules._SettlementState) -> Iterator[Task]:
    """The tasks of the bot that do something, or wait for something that comes by itself."""
    before = _resting.get(env, {})
    resting = _resting[env] = {}
    for task in rules._owned_tasks(state):
        wait = task._fut_waiter  # type: ignore[attr-defined] # no other way to ask
        if wait is None or wait.done():
            yield task
        elif before.get(task) is wait:
            resting[task] = wait
        else:
            recognized = rules._recognized_wait(state, task, wait)
            if recognized:
                rules._virtualize_recognized_waits(state, [task])
            if not rules._is_parked(state, task, _EVER):
                yield task
            elif recognized and task not in env._work.external_waits:
                resting[task] = wait


def _goes_on(env: simcord.Env) -> bool:
    """Whether the clock has been moved to the next timer that goes off by itself, and soon."""
    if env._advancing:  # a test moves it
        return False
    until = env._virtual_time + env.settle_timeout
    due = [
        each.when
        for each in env._work.callbacks
        if each.when is not None
        and each.when <= until
        and each.handle is not None
        and not each.handle.cancelled()
        and each.real_handle is not None
        and not each.real_handle.cancelled()
    ]
    if due:
        env._move_clock(min(due))
    return bool(due)


async def _wait(env: simcord.Env, tasks: list[Task]) -> None:
    works = (*tasks, *env._work.executors)
    if works:
        await asyncio.wait(works, timeout=_LOOK, return_when=asyncio.FIRST_COMPLETED)
    else:  # some calls are left, which are made in the next round of the loop
        await asyncio.sleep(0)
