"""The signs of the game in texts and on buttons; see ``cogs.contract.sign``.

``SEAT_MARKS``, ``DISTRICT_EMOJI`` and ``TILE_EMOJI`` read as the current emoji.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import overload

from cogs.contract.sign import Sign
from prowlerbot.games.prowler.setup import DISTRICTS, TILES
from prowlerbot.match.preferences import Theme
from renderer.prowler import draw_district, draw_seat, draw_statue, draw_tile


def _seat(number: int, name: str, plain: str, in_safe: str) -> Sign:
    return Sign(name, plain, partial(_draw_seat, number), {"safe": in_safe})


def _draw_seat(number: int, theme: Theme) -> bytes:
    return draw_seat(number, theme=theme)


def _draw_district(place: int, theme: Theme) -> bytes:
    return draw_district(place, theme=theme)


def _draw_tile(place: int, theme: Theme) -> bytes:
    return draw_tile(place, theme=theme)


def _draw_statue(theme: Theme) -> bytes:
    return draw_statue(theme=theme)


_SEATS = (_seat(1, "round", "🔴", "🟠"), _seat(2, "diamond", "🔷", "🔷"))
"""As in the picture: a disc and a diamond, in the colours of the theme."""
_DISTRICTS = {
    letter: Sign(name, plain, partial(_draw_district, place))
    for place, (letter, name, plain) in enumerate(
        zip(
            DISTRICTS,
            ("banking", "political", "market", "residential", "castle"),
            ("🪙", "👑", "⚖️", "🏠", "🏰"),
            strict=True,
        )
    )
}
_TILES = {
    letter: Sign(name, plain, partial(_draw_tile, place))
    for place, (letter, name, plain) in enumerate(
        zip(
            TILES,
            ("yellow", "blue", "purple", "brown", "dig_shovel", "wild_shovel"),
            ("🪙", "👑", "⚖️", "🏠", "⛏️", "🌟"),
            strict=True,
        )
    )
}
"""An item bears the emblem of its district on a coin; the district has it on a shield."""

STATUE = Sign("statue", "🗽", _draw_statue)
"""A robed figure with a torch, as in the picture."""

SIGNS: tuple[Sign, ...] = (*_SEATS, *_DISTRICTS.values(), *_TILES.values(), STATUE)


class _Shown(Mapping[str, str]):
    def __init__(self, signs: Mapping[str, Sign]) -> None:
        self._signs = signs

    def __getitem__(self, letter: str) -> str:
        return str(self._signs[letter])

    def __iter__(self) -> Iterator[str]:
        return iter(self._signs)

    def __len__(self) -> int:
        return len(self._signs)


class _Row(Sequence[str]):
    def __init__(self, signs: Sequence[Sign]) -> None:
        self._signs = signs

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        found = self._signs[at]
        return str(found) if isinstance(found, Sign) else [str(sign) for sign in found]

    def __len__(self) -> int:
        return len(self._signs)


SEAT_MARKS: Sequence[str] = _Row(_SEATS)
DISTRICT_EMOJI: Mapping[str, str] = _Shown(_DISTRICTS)
TILE_EMOJI: Mapping[str, str] = _Shown(_TILES)


def signs_by_letter() -> Mapping[str, str]:
    """The current signs as fields of a text: ``district_B``, ``tile_d``, ``seat_1``."""
    return {
        **{f"seat_{seat}": emoji for seat, emoji in enumerate(SEAT_MARKS, 1)},
        **{f"district_{letter}": emoji for letter, emoji in DISTRICT_EMOJI.items()},
        **{f"tile_{letter}": emoji for letter, emoji in TILE_EMOJI.items()},
        "statue": str(STATUE),
    }
