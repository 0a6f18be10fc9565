"""What games for tests share where they have nothing of their own to say about it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Self

from prowlerbot.core.game import NOBODY, NOT_LIVE, NOTHING_CONCEALED, S, View


class PlainState:
    """Nobody races, is out, may leave or hides anything, and no move is drawn or ordered."""

    __slots__ = ()

    @property
    def live(self) -> str:
        return NOT_LIVE

    @property
    def out(self) -> frozenset[int]:
        return NOBODY

    @property
    def drawable(self) -> bool:
        return False

    @property
    def concealed(self) -> Mapping[int, int]:
        return NOTHING_CONCEALED

    def ordered(self, seat: int, orders: Collection[str]) -> Any:  # noqa: ARG002 - there are none
        return None

    def leave(self, seat: int) -> Self | None:  # noqa: ARG002 - the contract's
        return None

    def view(self: S, viewer: int | None) -> View[S]:
        return View(self, viewer)

    def summary(self) -> Mapping[str, object]:
        return {}


class PlainGame:
    """There is nothing to choose or to order, and a rematch keeps all options."""

    __slots__ = ()

    @property
    def choices(self) -> Sequence[str]:
        return ()

    @property
    def orders(self) -> Sequence[str]:
        return ()

    @property
    def usual_orders(self) -> Sequence[str]:
        return ()

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:  # noqa: ARG002 - the contract's
        return options

    def chosen(self, options: Mapping[str, str], choices: Sequence[str]) -> Mapping[str, str]:  # noqa: ARG002 - the contract's
        return options

    def given(self, setup: str) -> Sequence[str]:  # noqa: ARG002 - the contract's
        return ()
