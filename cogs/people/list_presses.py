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
class HistoryPress:
    """A page, from 0, of a player's finished matches."""

    game: str
    player: int
    page: int

    def __str__(self) -> str:
        return str(
            CustomId(Action.HISTORY, number=self.page, argument=f"{self.game}:{self.player}")
        )

    @classmethod
    def read(cls, custom_id: str) -> HistoryPress | None:
        read = CustomId.read(custom_id)
        about = _game_and_player(read)
        return cls(*about, read.number) if read and about else None


@dataclass(frozen=True, slots=True)
class ProfilePress:
    """A player's card, to show to everybody."""

    game: str
    player: int

    def __str__(self) -> str:
        return str(CustomId(Action.PROFILE, argument=f"{self.game}:{self.player}"))

    @classmethod
    def read(cls, custom_id: str) -> ProfilePress | None:
        about = _game_and_player(CustomId.read(custom_id))
        return cls(*about) if about else None


@dataclass(frozen=True, slots=True)
class LeaderboardPress:
    """A page, from 0, of a leaderboard."""

    game: str
    scope: Scope
    page: int

    def __str__(self) -> str:
        return str(CustomId(Action.LEADERS, number=self.page, argument=f"{self.game}:{self.scope}"))

    @classmethod
    def read(cls, custom_id: str) -> LeaderboardPress | None:
        read = CustomId.read(custom_id)
        about = _game_and_scope(read)
        return cls(*about, read.number) if read and about else None


@dataclass(frozen=True, slots=True)
class ListingPress:
    """Whether to have the presser ``listed`` on leaderboards, and the leaderboard in view."""

    game: str
    scope: Scope
    listed: bool

    def __str__(self) -> str:
        argument = f"{self.game}:{self.scope}"
        return str(CustomId(Action.LISTED, number=int(self.listed), argument=argument))

    @classmethod
    def read(cls, custom_id: str) -> ListingPress | None:
        read = CustomId.read(custom_id)
        about = _game_and_scope(read)
        if read is None or about is None or read.number > 1:
            return None
        return cls(*about, listed=read.number == 1)


def _game_and_player(read: CustomId | None) -> tuple[str, int] | None:
    game, _, written = read.argument.partition(":") if read else ("", "", "")
    player = read_number(written)
    return (game, player) if game and player is not None and player < _ID_LIMIT else None


def _game_and_scope(read: CustomId | None) -> tuple[str, Scope] | None:
    game, _, written = read.argument.partition(":") if read else ("", "", "")
    scope = _SCOPES.get(written)
    return (game, scope) if game and scope else None
