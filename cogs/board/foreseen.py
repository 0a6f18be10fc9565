"""Draws the message of a match while its change is being stored, instead of afterwards.

Storing waits for the disk and drawing for another process, so a press that does them in turn waits
for both. The message is shown only if the foreseen match is the one that was stored.
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
    """``draw`` makes the message of a scene; ``before`` is the scene as it was read.

    A context manager; its exit cancels an unused drawing.
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
        """Begin to draw the match as it will be, unless another change comes first."""
        self._drop()
        # The end of a match shows its result, which is not stored yet. The state of the machine is
        # known only once it begins. A secret step changes no shared board.
        seen = match.moment != self._before.match.moment
        if match.phase is Phase.PLAYING and not match.has_machine and seen:
            self._scene = replace(self._before, match=match)
            self._task = asyncio.create_task(self._drawn(self._scene))

    async def content(self, scene: Scene) -> Content | None:
        """The message of a scene, if it is the foreseen one."""
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
    """Discard the result and any error of an unused drawing."""
    if not task.cancelled():
        task.exception()
