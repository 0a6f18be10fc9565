"""The message of a match after a change that is just being stored: drawn meanwhile, not afterwards.

Storing waits for the disk and drawing for another process, so a press that does one after the other
waits for both. What was foreseen is shown only if it is what came true.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Self

from cogs.frame.layout import Content
from prowlerbot.match.match import Match, Phase
from prowlerbot.storage.scenes import Scene


class Foreseen:
    """``draw`` makes the message of a scene, ``before`` is the scene as it was read.

    To be left as a context manager: what nobody has asked for by then is given up.
    """

    def __init__(self, draw: Callable[[Scene], Awaitable[Content]], before: Scene) -> None:
        self._draw = draw
        self._before = before
        self._scene: Scene | None = None
        self._task: asyncio.Task[Content] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._drop()

    def begin(self, match: Match) -> None:
        """This is what the match will be, if nobody is faster."""
        self._drop()
        # The end of a match tells its result, which is not stored yet; what the machine is doing is
        # known only once it does; and a step that nobody else sees changes no shared board.
        seen = match.moment != self._before.match.moment
        if match.phase is Phase.PLAYING and not match.has_machine and seen:
            self._scene = replace(self._before, match=match)
            self._task = asyncio.create_task(self._drawn(self._scene))

    async def content(self, scene: Scene) -> Content | None:
        """The message of a scene, if it is the one that was foreseen."""
        task = self._task
        if task is None or scene != self._scene:
            return None
        self._task = None
        return await task

    async def _drawn(self, scene: Scene) -> Content:
        return await self._draw(scene)

    def _drop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            task.add_done_callback(_forget)


def _forget(task: asyncio.Task[Content]) -> None:
    """Nobody waits for it, so nobody is told why it failed."""
    if not task.cancelled():
        task.exception()
