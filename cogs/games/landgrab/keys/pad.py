"""The keys of a turn: arrows for steps, and everything in reach to claim, attack or go around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.contract.screen import IN_A_ROW, Key, Row
from cogs.games.landgrab.bearings import beside
from cogs.games.landgrab.odds import claim_odds, to_win
from cogs.games.landgrab.signs import AROUND, FIGHT, building_mark, hearts
from cogs.games.landgrab.texts import Names
from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.reach import ways_around
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME

GO_AROUND: Final = "around"
"""The argument of the key that opens the choice of where to go around."""

_ARROWS: tuple[tuple[tuple[tuple[int, int], str], ...], ...] = (
    (((-1, -1), "↖️"), ((-1, 0), "⬆️"), ((-1, 1), "↗️")),
    (((0, -1), "⬅️"), ((0, 0), AROUND), ((0, 1), "➡️")),
    (((1, -1), "↙️"), ((1, 0), "⬇️"), ((1, 1), "↘️")),
)
_NOWHERE = "—"
"""The label of an arrow that leads off the map."""
_LONGEST_LABEL = 80
_WIDE, _MANY = 2, 6
"""A phone fits two of the long labels side by side; a row has more only if there are many."""


def mover(position: Position) -> int:
    (seat,) = position.to_move
    return seat


def of_kind(position: Position, kind: str) -> list[Move]:
    """The legal moves of one kind; a step, going around and stepping aside have the kind ""."""
    return [move for move in position.legal if move.kind == kind]


def rows(position: Position, names: Names) -> list[Row]:
    """All actions of a pawn, one press each; impossible ones are disabled in their places."""
    pad: list[Row] = [
        [_arrow(position, direction, arrow) for direction, arrow in line] for line in _ARROWS
    ]
    claims = [claim_key(position, move, names) for move in of_kind(position, "c")]
    attacks = [attack_key(position, move, names) for move in of_kind(position, "a")]
    return [*pad, *_in_rows([*claims, *attacks])]


def _in_rows(keys: Sequence[Key]) -> list[Row]:
    wide = _WIDE if len(keys) <= _MANY else IN_A_ROW
    return [keys[at : at + wide] for at in range(0, len(keys), wide)]


def _arrow(position: Position, direction: tuple[int, int], arrow: str) -> Key:
    seat = mover(position)
    at = position.pawns[seat - 1]
    if direction == (0, 0):
        return _centre(position, seat, arrow)
    there = beside(at, direction)
    on_map = there is not None and position.map.squares >> there & 1
    if there is None or not on_map:
        # Two disabled buttons of a message need different ids, so the id names the arrow.
        return Key(_NOWHERE, f"no{direction[0]}{direction[1]}", arrow, enabled=False)
    possible = there in {move.at for move in of_kind(position, "")}
    return Key(NAME[there], NAME[there], arrow, enabled=possible)


def _centre(position: Position, seat: int, sign: str) -> Key:
    """The button in the middle of the pad: going around starts from the pawn itself."""
    around = position.phase == "turn" and bool(
        ways_around(position.map, position.pawns, position.owners, seat)
    )
    return Key(tr("Around"), GO_AROUND, sign, enabled=around, opens=True)


def claim_key(position: Position, move: Move, names: Names) -> Key:
    """A building in reach, with its remaining strength, the odds, and its owner."""
    number = position.map.number[move.at]
    building, owner = position.map.buildings[number], position.owners[number]
    told = {"square": NAME[move.at], "left": position.points[number]}
    odds = claim_odds(position.points[number])
    label = tr("{square} · strength {left} · {odds}", **told, odds=odds)
    if owner:
        player = names[owner - 1]
        label = tr(
            "{square} · {player} · strength {left} · {odds}", **told, player=player, odds=odds
        )
    return Key(label[:_LONGEST_LABEL], str(move), building_mark(building))


def attack_key(position: Position, move: Move, names: Names) -> Key:
    """A player in reach, with the lives left and the odds of the attack."""
    label = f"{names[move.at - 1]} · {hearts(position.lives[move.at - 1])} · {to_win()}"
    return Key(label, str(move), str(FIGHT))
