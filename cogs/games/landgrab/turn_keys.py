"""The keys of a turn: arrows for steps, and everything in reach to claim, attack or go around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from cogs.contract.screen import IN_A_ROW, Key, Row, in_rows, menus
from cogs.games.landgrab.bearings import beside, direction
from cogs.games.landgrab.odds import fight_odds, odds_of_next_roll, to_win
from cogs.games.landgrab.signs import AROUND, FIGHT, HEART, building_sign
from cogs.games.landgrab.texts import Names, marked
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.reach import ways_around
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import ADJACENT, NAME
from prowlerbot.games.landgrab.words import building_name, squares_of
from renderer.landgrab import Mark

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
_MOST_BUTTONS = 20
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
        [_arrow(position, towards, arrow) for towards, arrow in line] for line in _ARROWS
    ]
    claims = [claim_key(position, move, names) for move in of_kind(position, "c")]
    attacks = [attack_key(position, move, names) for move in of_kind(position, "a")]
    keys = [*claims, *attacks]
    return [*pad, *in_rows(keys, _WIDE if len(keys) <= _MANY else IN_A_ROW)]


def _arrow(position: Position, towards: tuple[int, int], arrow: str) -> Key:
    seat = mover(position)
    at = position.pawns[seat - 1]
    if towards == (0, 0):
        return _centre(position, seat, arrow)
    there = beside(at, towards)
    on_map = there is not None and position.map.squares >> there & 1
    if there is None or not on_map:
        # Two disabled buttons of a message need different ids, so the id names the arrow.
        return Key(_NOWHERE, f"no{towards[0]}{towards[1]}", arrow, enabled=False)
    possible = there in {move.at for move in of_kind(position, "")}
    return Key(NAME[there], NAME[there], arrow, enabled=possible)


def _centre(position: Position, seat: int, sign: str) -> Key:
    """The button in the middle of the pad: going around starts from the pawn itself."""
    around = position.phase == "turn" and bool(
        ways_around(position.map, position.pawns, position.owners, seat)
    )
    return Key(tr("Around"), GO_AROUND, sign, enabled=around, opens=True)


def claim_key(position: Position, move: Move, names: Names) -> Key:
    number = position.map.number[move.at]
    building, owner = position.map.buildings[number], position.owners[number]
    fields = {"square": squares_of(building), "left": position.points[number]}
    odds = odds_of_next_roll(position.points[number])
    label = tr("{square} · strength {left} · {odds}", **fields, odds=odds)
    if owner:
        player = names[owner - 1]
        label = tr(
            "{square} · {player} · strength {left} · {odds}", **fields, player=player, odds=odds
        )
    return Key(label[:_LONGEST_LABEL], str(move), str(building_sign(building)))


def attack_key(position: Position, move: Move, names: Names) -> Key:
    label = f"{names[move.at - 1]} · {HEART * position.lives[move.at - 1]} · {to_win()}"
    return Key(label, str(move), str(FIGHT))


# ---------------------------------------------------------------------------------- menus


def listed(position: Position, names: Names) -> list[Row]:
    """The same in menus, with the target of each move, for players without the arrows."""
    rolls = [_worded(position, move, names) for move in position.legal if move.kind in {"c", "a"}]
    ways = [_worded(position, move, names) for move in position.legal if not move.kind]
    return [*menus(tr("Claim or attack"), rolls), *menus(tr("Go to a square"), ways)]


def _worded(position: Position, move: Move, names: Names) -> Key:
    match move.kind:
        case "c":
            key = claim_key(position, move, names)
            number = position.map.number[move.at]
            owner = position.owners[number]
            building = building_name(position.map.buildings[number])
            hint = tr("roll for {building}, nobody's", building=building)
            if owner:
                hint = tr(
                    "roll for {building} of {player}", building=building, player=names[owner - 1]
                )
            return replace(key, hint=hint)
        case "a":
            lives = trn("{count} life", "{count} lives", position.lives[move.at - 1])
            label = f"{names[move.at - 1]} · {lives} · {to_win()}"
            return Key(label[:_LONGEST_LABEL], str(move), str(FIGHT), hint=fight_odds())
        case _:
            return Key(NAME[move.at], str(move), hint=_bearing(position, move))


def _bearing(position: Position, move: Move) -> str:
    """The direction of a square, and the things adjacent to it."""
    seat = mover(position)
    at = position.pawns[seat - 1]
    towards = direction(at, move.at)
    if not ADJACENT[at] >> move.at & 1:
        ways = ways_around(position.map, position.pawns, position.owners, seat)
        building = building_name(position.map.buildings[ways[move.at][0]])
        towards = tr("around {building}", building=building)
    near = [NAME[position.map.buildings[number].first] for number in position.map.near[move.at]]
    if not near:
        return towards
    return tr("{direction}; next to {buildings}", direction=towards, buildings=", ".join(near))


# -------------------------------------------------------------------------- opened choices


class Choice(NamedTuple):
    """A choice that a key opens: its question, its answers, and their places on the picture."""

    question: str
    keys: Sequence[Key]
    marks: Sequence[Mark]
    prompt: str = ""
    """Placeholder of a menu."""
    more: Sequence[Key] = ()
    """Keys that move into a menu first if there are too many for buttons."""

    def rows(self, *, listed: bool) -> list[Row]:
        keys = [*self.keys, *self.more]
        if not listed and len(keys) <= _MOST_BUTTONS:
            return in_rows(keys)
        if listed or not self.more:
            return menus(self.prompt, keys)
        return [*in_rows(self.keys), *menus(tr("Large buildings"), self.more)]


def around(position: Position, names: Names) -> Choice:
    """The goals of going around, numbered on the picture."""
    seat = mover(position)
    ways = ways_around(position.map, position.pawns, position.owners, seat)
    if position.phase != "turn" or not ways:
        raise IllegalMove("There is nothing to go around: “{typed}”.", typed=GO_AROUND)
    keys, marks = [], []
    for number, (square, buildings) in enumerate(ways.items(), 1):
        building = building_name(position.map.buildings[buildings[0]])
        hint = tr("around {building}", building=building)
        keys.append(Key(f"{number} · {NAME[square]}", NAME[square], hint=hint))
        marks.append(Mark((square,), str(number)))
    question = tr(
        "▶️ {player} goes around a building of their own. Where to? The squares are numbered on the"
        " picture.",
        player=marked(position, seat, names),
    )
    return Choice(question, keys, marks, tr("Where to"))
