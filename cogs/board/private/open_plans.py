"""Tells players in the message of their plan that it was played, and how it ended.

Discord allows edits of a private message for a quarter of an hour, with the token of the
interaction that showed it last. Tokens are kept in memory only: without one, the next call and the
next press on the message tell it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

from cogs.contract.sign import coloured
from cogs.frame.features import at_the_end
from cogs.frame.interaction import AnyInteraction
from cogs.frame.layout import Content
from cogs.frame.replies import LOST, edit_answer
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import Language, speaking, spoken
from prowlerbot.match.match import Match
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)

_AFTER = 0.4
"""Seconds in which changes are gathered: a plan may play with each of them."""


class _Open(NamedTuple):
    """``message`` is the id of the message, 0 for the first answer of the interaction; ``shown`` is
    the match as the message shows it.
    """

    message: int
    interaction: AnyInteraction
    language: Language
    shown: Match


@dataclass(eq=False)
class OpenPlans:
    """PlanBoards sets ``draw``, which makes the message of a plan from the match that it shows and
    the present scene.
    """

    _service: Service

    def __post_init__(self) -> None:
        self.draw: Callable[[int, Match, Scene], Awaitable[Content]] | None = None
        self._open: dict[str, dict[int, _Open]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, interaction: AnyInteraction, match: Match, message: int = 0) -> None:
        """Remember the message that just showed a player's plan; ``message`` is the id of a new
        one. Only the latest one of a player in a match is kept.
        """
        plans = self._open.pop(match.id, {})
        plans[interaction.user.id] = _Open(message, interaction, spoken(), match)
        self._open[match.id] = plans
        for oldest in list(self._open)[:2]:  # drops more entries than arrive
            old = self._open[oldest].items()
            expired = [user for user, it in old if it.interaction.is_expired()]
            self._drop(oldest, *expired)

    def redraw_soon(self, match: Match) -> None:
        """Tell the players of open plans what a change has made of them."""
        plans = self._open.get(match.id, {})
        behind = [user for user, it in plans.items() if it.shown.moment < match.moment]
        for user in behind:
            task = asyncio.create_task(self._redraw(match.id, user, plans[user]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _redraw(self, match_id: str, user: int, plan: _Open) -> None:
        await asyncio.sleep(_AFTER)
        if self._open.get(match_id, {}).get(user) is not plan:
            return  # a press or an earlier change has shown more
        self._drop(match_id, user)
        if self.draw is None or plan.interaction.is_expired():
            return
        try:
            scene = await self._service.scene(match_id, plan.interaction.guild_id or 0, user)
            with speaking(plan.language), coloured(scene.theme_of(user)):
                content = await self.draw(user, plan.shown, scene)
                await edit_answer(plan.interaction, plan.message, content)
                if user not in self._open.get(match_id, {}):
                    self.keep(plan.interaction, scene.match, plan.message)
        except (*LOST, Refused) as error:
            log.info("a plan in match %s stays as it was: %s", match_id, error)
        except Exception:  # its owner can still press it
            log.exception("a plan in match %s is not redrawn", match_id)

    def _drop(self, match_id: str, *users: int) -> None:
        plans = self._open.get(match_id, {})
        for user in users:
            plans.pop(user, None)
        if not plans:
            self._open.pop(match_id, None)

    @at_the_end
    async def close(self) -> None:
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
