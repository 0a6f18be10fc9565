"""The custom_ids of buttons on lists and cards: page, player, game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from cogs.frame.press import Action, CustomId, read_number

Scope: TypeAlias = Literal["server", "overall"]

_SCOPES: dict[str, Scope] = {scope: scope for scope in get_args(Scope)}
_ID_LIMIT = 2**63
"""The first id too large for the database, so no user has it."""


@dataclass(frozen=True, slots=True)
class PlayerPress:
    """About a player in a game: a tab, and the page of it, from 0."""

    action: Action
    game: str
    player: int
    page: int = 0

    def __str__(self) -> str:
        return str(CustomId(self.action, "", self.page, f"{self.game}:{self.player}"))

    @classmethod
    def read(cls, custom_id: str) -> PlayerPress | None:
        read, game, about = _parts(custom_id)
        player = read_number(about)
        if read is None or not game or player is None or player >= _ID_LIMIT:
            return None
        return cls(read.action, game, player, read.number)


@dataclass(frozen=True, slots=True)
class LeaderboardPress:
    """About a leaderboard: a page of it, from 0, or whether to have the presser listed, 0 or 1."""

    action: Action
    game: str
    scope: Scope
    number: int

    def __str__(self) -> str:
        return str(CustomId(self.action, "", self.number, f"{self.game}:{self.scope}"))

    @classmethod
    def read(cls, custom_id: str) -> LeaderboardPress | None:
        read, game, about = _parts(custom_id)
        scope = _SCOPES.get(about)
        if read is None or not game or scope is None:
            return None
        if read.action is Action.LISTED and read.number > 1:
            return None
        return cls(read.action, game, scope, read.number)


def _parts(custom_id: str) -> tuple[CustomId | None, str, str]:
    """The custom_id, the game and the rest of its argument."""
    read = CustomId.read(custom_id)
    game, _, about = read.argument.partition(":") if read else ("", "", "")
    return read, game, about
