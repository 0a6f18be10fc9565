"""How the simulated Discord waits for the bot: for its work alone, and never for real time.

SimCord looks at the bot every 50 ms, and long at what it knows already. Here it waits for the tasks
that are at work, and looks at a task that waits for a press, for a view or for its next round only
once: until that wait is over, it is at rest.

SimCord lets the bot's timers go off by the clock of the machine too. Here they go off by the clock
of the simulation alone, which moves to the next one as soon as the bot has nothing else to do. So
no answer is late because the machine is slow, and no pause of the bot takes as long as it says.
What discord.py and SimCord do again for each bot is done once, and long jobs need no process.
"""

import asyncio
import marshal
import math
import pickle
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextvars import Context
from copy import deepcopy
from functools import cache
from types import SimpleNamespace
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

import discord
import discord.app_commands.commands
import simcord
import simcord.backend.serializers
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results
from simcord import _dpy_internals as internals
from simcord import _settlement as rules
from simcord._runtime import _BOT_SCOPE, _CLOCK_SCOPE, _current_task
from simcord.backend.errors import BackendError
from simcord.http import router

import cogs.frame.replies
from cogs.frame.replies import own_context
from prowlerbot.core.i18n import get_language
from prowlerbot.workers.loop import Job, _answer_message
from prowlerbot.workers.worker import WorkerLost

_LOOK = 0.004
"""Seconds after which a task at work is looked at, as it may have come to rest without an end."""
_FEW = 64
"""Rounds after which the processor time is looked at, which takes as long as a round."""
_EVER = sys.float_info.max
"""Later than any timer of the machine, and earlier than ``Due``."""
_T = TypeVar("_T")
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
    """The context of work after a press, in which no private board expires by the real clock."""
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
    until = math.inf
    env._last_dispatch = dispatch
    quiet = rounds = 0
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
        quiet, rounds = 0, rounds + 1
        if rounds == _FEW:
            until = time.process_time() + longest
        elif rounds % _FEW == 0 and time.process_time() >= until:
            pending = rules._owned_tasks(state)
            raise TimeoutError(rules._settle_timeout_message(state, tasks, pending, longest, calls))
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
            if recognized := rules._recognized_wait(state, task, wait):
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


_commands = vars(discord.app_commands.commands)
_resolve_annotation = _commands["resolve_annotation"]
_resolved: dict[tuple[str, str], Any] = {}


def copy_and_resolve_quickly() -> None:
    """Have all bots of this process do so."""
    for module in (simcord.gateway, simcord.http.router):
        vars(module)["copy"] = SimpleNamespace(deepcopy=copied)
    for module in (simcord.components, simcord.backend.serializers, simcord.results):
        vars(module)["deepcopy"] = copied
    _commands["resolve_annotation"] = _resolve_once
    _commands["_shorten"] = cache(_commands["_shorten"])


def copied(value: Any) -> Any:
    """A copy of JSON; ``deepcopy`` takes many times as long for commands and messages."""
    try:
        return marshal.loads(marshal.dumps(value))  # noqa: S302 - what it has just written
    except ValueError:  # holds something else, such as an enumeration
        return _copied_part(value)


def _copied_part(value: Any) -> Any:
    if type(value) is dict:
        return {key: _copied_part(each) for key, each in value.items()}
    if type(value) is list:
        return [_copied_part(each) for each in value]
    return value if value is None or type(value) in {str, int, bool, float} else deepcopy(value)


def _resolve_once(annotation: Any, names: dict[str, Any], *more: Any) -> Any:
    """Each bot has a hundred options, whose types are the same texts in the same modules."""
    if not isinstance(annotation, str):
        return _resolve_annotation(annotation, names, *more)
    key = names["__name__"], annotation
    if key not in _resolved:
        _resolved[key] = _resolve_annotation(annotation, names, *more)
    return _resolved[key]


class JobsHere:
    """Does the jobs between two rounds of the loop, as ``do_here`` does, and pickles what would
    travel to the process and back.
    """

    def __init__(self, name: str, ahead: Sequence[Job] = (), *, nice: int = 0) -> None:
        del name, ahead, nice
        self.lost_at: float | None = None

    async def do(self, job: Callable[[], _T], patience: float = math.inf) -> _T:
        """The result of a job; raises any exception of the job, and Lost after the end."""
        del patience
        message = pickle.dumps((get_language(), job), pickle.HIGHEST_PROTOCOL)
        await asyncio.sleep(0)
        if self.lost_at is not None:
            raise WorkerLost
        well, result = pickle.loads(_answer_message(message))  # noqa: S301 - what it has just written
        await asyncio.sleep(0)
        if well:
            return cast("_T", result)
        raise result

    def end(self) -> None:
        self.lost_at = time.monotonic()


# ------------------------------------ deletions that Discord refuses, as the message is gone

_dispatch = router.dispatch


def note_deletions(backend: Any) -> None:
    """Have a simulated Discord note what the bot deletes although it is gone."""
    backend.deleted_in_vain, backend.deleted_by_people = [], set()
    backend.deleted_before_death = set()
    router.dispatch = _noting


def note_deleted_by_people(backend: Any, message: int) -> None:
    getattr(backend, "deleted_by_people", set[str]()).add(str(message))


def note_deleted_before_death(backend: Any, message: int) -> None:
    """Let the next bot ask once more: this one died after the deletion, before it had noted it."""
    backend.deleted_before_death.add(str(message))


def deleted_in_vain(backend: Any) -> list[str]:
    """The requests for what was gone, unless people had deleted it."""
    by_people = backend.deleted_by_people
    return [each for each in backend.deleted_in_vain if each.rpartition("/")[2] not in by_people]


def _noting(backend: Any, method: str, path: str, **values: Any) -> Any:
    try:
        return _dispatch(backend, method, path, **values)
    except BackendError as error:
        if (method, error.status) == ("DELETE", 404) and hasattr(backend, "deleted_in_vain"):
            message = path.rpartition("/")[2]
            if message in backend.deleted_before_death:
                backend.deleted_before_death.remove(message)
            else:
                backend.deleted_in_vain.append(path)
        raise
