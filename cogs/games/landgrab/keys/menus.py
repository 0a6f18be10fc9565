"""A turn in menus, with the target of each move, for players without the arrows."""

from __future__ import annotations

from cogs.contract.screen import Key, Row, menus
from cogs.games.landgrab.bearings import direction
from cogs.games.landgrab.keys.pad import attack_key, claim_key, mover
from cogs.games.landgrab.odds import fight_odds
from cogs.games.landgrab.texts import Names
from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.reach import ways_around
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import ADJACENT, NAME
from prowlerbot.games.landgrab.words import building_name


def rows(position: Position, names: Names) -> list[Row]:
    """Claims and attacks first, then the steps of the pawn."""
    rolls = [_told(position, move, names) for move in position.legal if move.kind in {"c", "a"}]
    ways = [_told(position, move, names) for move in position.legal if not move.kind]
    return [*menus(tr("Claim or attack"), rolls), *menus(tr("Go to a square"), ways)]


def _told(position: Position, move: Move, names: Names) -> Key:
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
            return Key(key.label, key.argument, key.emoji, hint=hint)
        case "a":
            key = attack_key(position, move, names)
            return Key(key.label, key.argument, key.emoji, hint=fight_odds())
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
