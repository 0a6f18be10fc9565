"""The wish of a player who looks for a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self, TypeVar

from prowlerbot.match.preferences import DAY, PACES

_HOUR = 60 * 60
SEATS = (2, 3, 4)
"""The numbers of players that can be wished for."""
WAITS = (15 * 60, _HOUR, 4 * _HOUR, DAY, 3 * DAY)
"""Seconds for which a player can wait."""

_T = TypeVar("_T", int, str)


@dataclass(frozen=True, slots=True)
class Wish:
    """The player accepts any of the ``games``, numbers of ``seats`` and ``paces``.

    With both ``rated`` and ``friendly`` they accept either kind. ``everywhere`` includes players of
    other servers. ``lasts`` is the time that the player waits, in seconds.
    """

    games: tuple[str, ...]
    seats: tuple[int, ...] = SEATS
    paces: tuple[int, ...] = (DAY, 3 * DAY)
    rated: bool = True
    friendly: bool = True
    everywhere: bool = True
    lasts: int = 4 * _HOUR

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        """The wish as ``written``."""
        lists = {
            name: tuple(listed) for name, listed in written.items() if isinstance(listed, list)
        }
        return cls(**{**written, **lists})

    def written(self) -> dict[str, object]:
        return asdict(self)

    def within(self, games: Mapping[str, range]) -> Wish | None:
        """The part of an unchecked wish that is possible with these games, given with their numbers
        of players; None if nothing is left.
        """
        seats = _kept(self.seats, SEATS)
        known = tuple(
            game for game in self.games if game in games and set(games[game]) & set(seats)
        )
        paces = _kept(self.paces, PACES)
        if not known or not paces or self.lasts not in WAITS:
            return None
        either = not (self.rated or self.friendly)
        return Wish(
            games=known,
            seats=seats,
            paces=paces,
            rated=self.rated or either,
            friendly=self.friendly or either,
            everywhere=self.everywhere,
            lasts=self.lasts,
        )


def _kept(wanted: Iterable[_T], possible: Iterable[_T]) -> tuple[_T, ...]:
    chosen = set(wanted)
    return tuple(each for each in possible if each in chosen)
