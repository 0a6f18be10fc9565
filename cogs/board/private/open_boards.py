"""Updates the open private boards of players after actions of others.

Discord allows edits of a private message for a quarter of an hour, with the token of the
interaction that showed it last. Tokens are kept in memory only: without one, a board is updated by
its next press.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from cogs.contract.sign import coloured
from cogs.frame.features import at_the_end
from cogs.frame.interaction import AnyInteraction
from cogs.frame.layout import Content
from cogs.frame.replies import LOST, edit_answer, surely_refused
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import Language, speaking, spoken
from prowlerbot.match.match import Match
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)


class Draw(Protocol):
    async def __call__(self, user: int, scene: Scene, *, page: str) -> Content: ...


_MOST = 3
"""Boards of one player in one match; an older one is updated only by its next press."""


class _Open(NamedTuple):
    """``message`` is the id of the message, 0 for the first answer of the interaction; ``page`` is
    where its player stands; ``shown`` is the state that the board depends on; see ``_state``.
    """

    user: int
    message: int
    interaction: AnyInteraction
    language: Language
    page: str
    choosing: bool
    shown: object


@dataclass(eq=False)
class OpenBoards:
    """PrivateBoards sets ``draw``; until then no board is kept."""

    _service: Service

    def __post_init__(self) -> None:
        self.draw: Draw | None = None
        self._open: dict[str, dict[int, _Open]] = {}
        self._gathered: dict[str, asyncio.Task[None]] = {}
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    def keep(
        self,
        interaction: AnyInteraction,
        match: Match,
        message: int = 0,
        *,
        page: str = "",
        choosing: bool = False,
    ) -> None:
        """Remember the interaction that just showed a page of a match, or with ``choosing`` a
        choice in it.

        ``message`` is the id of a new message.
        """
        user, pressed = interaction.user.id, interaction.message
        number = message or (pressed.id if pressed is not None else interaction.id)
        shown = self._state(match, user, choosing=choosing)
        boards = self._open.pop(match.id, {})
        boards.pop(number, None)
        boards[number] = _Open(
            *(user, message, interaction, spoken(), page), choosing=choosing, shown=shown
        )
        own = [each for each, it in boards.items() if it.user == user]
        for each in own[:-_MOST]:
            del boards[each]
        self._open[match.id] = boards
        for oldest in list(self._open)[:2]:  # drops more entries than arrive
            kept = self._open[oldest].items()
            self._drop(oldest, *[each for each, it in kept if it.interaction.is_expired()])

    def redraw_soon(self, match: Match, within: float) -> None:
        """Redraw the boards of a match once for all changes within a moment.

        The moment begins with a change that is visible on a board. So another player's board never
        reveals a secret step, not even by the time of its redraw.
        """
        boards = self._open.get(match.id, {}).values()
        if match.id in self._gathered or not any(self._behind(board, match) for board in boards):
            return
        self._gathered[match.id] = asyncio.create_task(self._refresh(match.id, within))

    def _behind(self, board: _Open, match: Match) -> bool:
        return self._state(match, board.user, choosing=board.choosing) != board.shown

    def _state(self, match: Match, user: int, *, choosing: bool) -> object:
        """The state that a board depends on; an open choice ignores the actions of others."""
        seat = match.seat_of(user)
        decision = match.decision(seat) if seat is not None else None
        awaited = self._service.to_move(match)
        if choosing:
            return match.phase, decision, seat in awaited
        orders = match.player(seat).orders if seat is not None else frozenset()
        return match.phase, decision, awaited, match.moment, orders

    async def _refresh(self, match_id: str, within: float) -> None:
        await asyncio.sleep(within)
        self._gathered.pop(match_id, None)  # later changes need another round
        # In turn, lest an earlier round that ends later leave a board as it was before.
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            for number, board in [*self._open.get(match_id, {}).items()]:
                try:
                    await self._redraw(match_id, number, board)
                except LOST as error:
                    log.info("a private board of match %s stays as it was: %s", match_id, error)
                    if surely_refused(error):  # else the next change shows this one, too
                        self._drop(match_id, number)
                except Refused as error:  # such as an unreachable database
                    log.info("a private board of match %s is not redrawn: %s", match_id, error)
                except Exception:  # its owner can still press it
                    log.exception("a private board of match %s is not redrawn", match_id)

    def _drop(self, match_id: str, *numbers: int) -> None:
        boards = self._open.get(match_id, {})
        for number in numbers:
            boards.pop(number, None)
        if not boards:
            self._open.pop(match_id, None)

    async def _redraw(self, match_id: str, number: int, board: _Open) -> None:
        interaction, user = board.interaction, board.user
        if self.draw is None or interaction.is_expired():
            self._drop(match_id, number)
            return
        scene = await self._service.scene(match_id, interaction.guild_id or 0, user)
        if not self._behind(board, scene.match):
            return
        with speaking(board.language), coloured(scene.theme_of(user)):
            content = await self.draw(user, scene, page=board.page)
        boards = self._open.get(match_id, {})
        if boards.get(number) is not board:
            return  # a press in the meantime shows more
        await edit_answer(interaction, board.message, content)
        if boards.get(number) is board:  # else a press has shown more
            shown = self._state(scene.match, user, choosing=False)
            boards[number] = board._replace(choosing=False, shown=shown)

    @at_the_end
    async def close(self) -> None:
        tasks = [*self._gathered.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
