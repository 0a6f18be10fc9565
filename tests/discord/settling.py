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
from collections.abc import Iterator
from contextvars import Context
from typing import Any
from weakref import WeakKeyDictionary

import simcord
from simcord import _dpy_internals as internals
from simcord import _settlement as rules

_LOOK = 0.004
"""Seconds after which a task at work is looked at, as it may have come to rest without an end."""

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


def wait_for_work_alone() -> None:
    """Have all simulated Discords of this process wait for their bots like this."""
    simcord.Env._settle_internal = _settle  # type: ignore[method-assign, assignment]
    simcord.Env._schedule_timer = _schedule  # type: ignore[method-assign, assignment]


def _schedule(
    env: simcord.Env, record: Any, callback: Any, args: tuple[Any, ...], _: Context | None
) -> None:
    """Note whether a timer is one that goes off by itself, or one of a wait for something else."""
    task = asyncio.current_task()
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
    _deadline: float | None = None,
    **_: object,
) -> None:
    """Wait until the bot has nothing to do, in two rounds of its loop one after the other.

    Each start gets as long as the environment gives everything else: SimCord gives it five seconds,
    whatever it is told, and a busy machine needs more.
    """
    loop = asyncio.get_running_loop()
    longest = max(timeout or 0, env.settle_timeout)
    deadline = loop.time() + longest if _deadline is None else _deadline
    env._last_dispatch = dispatch
    quiet = 0
    while quiet < 2:
        rules._run_due_virtual_callbacks(env._settlement_state(), deadline)
        await asyncio.sleep(0)
        if await _time_has_passed(env, deadline):
            continue
        state = env._settlement_state()
        tasks = list(_at_work(env, state, deadline))
        calls = [
            each
            for each in rules._active_callbacks(state)
            if not rules._callback_is_parked(state, each, deadline)
        ]
        if not (tasks or calls or env._work.executors):
            quiet += 1
            if quiet == 2 and _goes_on(env):
                quiet = 0
            continue
        quiet = 0
        if loop.time() >= deadline:
            pending = rules._owned_tasks(state)
            told = rules._settle_timeout_message(state, tasks, pending, longest, calls)
            raise TimeoutError(told)
        await _wait(env, tasks, calls, deadline)


async def _time_has_passed(env: simcord.Env, deadline: float) -> bool:
    """Whether the clock was being moved by something else, which has now ended."""
    moving = env._real_advance_task or env._advance_task
    if moving is None or moving is asyncio.current_task():
        return False
    left = max(0.0, deadline - asyncio.get_running_loop().time())
    done, _ = await asyncio.wait((moving,), timeout=left)
    if not done:
        raise TimeoutError("bot did not settle while advancing time")
    if env._real_advance_task is moving:
        env._real_advance_task = None
    moving.result()
    return True


def _at_work(env: simcord.Env, state: rules._SettlementState, deadline: float) -> Iterator[Task]:
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
            if not rules._is_parked(state, task, deadline):
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


async def _wait(env: simcord.Env, tasks: list[Task], calls: list[Any], deadline: float) -> None:
    works = (*tasks, *env._work.executors)
    if works:
        left = min(_LOOK, deadline - asyncio.get_running_loop().time())
        await asyncio.wait(works, timeout=left, return_when=asyncio.FIRST_COMPLETED)
    else:
        assert calls, "they are made in the next round of the loop"
        await asyncio.sleep(0)
