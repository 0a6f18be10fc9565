"""Before the turns: the players place tiles, then buildings, then their spawns."""

from __future__ import annotations

from prowlerbot.games.landgrab.legal_places import (
    NOWHERE,
    legal_buildings,
    legal_spawns,
    legal_tiles,
)
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES
from prowlerbot.games.landgrab.moves import Action, Move
from prowlerbot.games.landgrab.position import P
from prowlerbot.games.landgrab.turns import ALONE, changed, to_turn


def placed(position: P, seat: int, move: Move) -> P:
    """The position after a tile, a building or a spawn."""
    kind, at, to = move
    now = position._replace(last=Action(seat, move, NOWHERE))
    if kind == "p":  # a spawn
        pawns, spawns = changed(now.pawns, seat, at), changed(now.spawns, seat, at)
        return to_spawns(now._replace(pawns=pawns, spawns=spawns))
    if kind == "t":  # a tile
        grown = now.map.with_tile(at)
        now = now._replace(map=grown)
        legal = legal_tiles(grown) if len(grown.tiles) < TILES else ()
        return to_place(now, now.next_in(seat), legal) if legal else _to_buildings(now, seat)
    grown = now.map.with_building(at, to)
    now = now._replace(map=grown, owners=(0,) * len(grown.full), points=grown.full)
    return _to_buildings(now, now.next_in(seat, clockwise=False))


def to_place(position: P, seat: int, legal: tuple[Move, ...]) -> P:
    """Let this seat place something next."""
    return position._replace(to_move=ALONE[seat], turn=seat, legal=legal)


def _to_buildings(position: P, seat: int) -> P:
    """Let this seat place a building; without a legal place, continue with the spawns."""
    land = position.map
    small, large = len(land.small) < SMALL_BUILDINGS, len(land.large) < LARGE_BUILDINGS
    legal = legal_buildings(land, len(position.lives), small=small, large=large)
    if not legal:
        return to_spawns(position)
    return to_place(position._replace(phase="buildings"), seat, legal)


def to_spawns(position: P) -> P:
    """Let the next active seat without a spawn place one. Once all have one, begin the turns."""
    still_in = [seat for seat in position.seats if position.is_in(seat)]
    clockwise = sorted(still_in, key=lambda seat: (seat < position.setup.first, seat))
    for seat in clockwise:
        if position.spawns[seat - 1] == NOWHERE:
            legal = legal_spawns(position.map, position.spawns)
            return to_place(position._replace(phase="spawns"), seat, legal)
    return to_turn(position, clockwise[0], 1)


def without(position: P, *, due: bool) -> P:
    """The position after a seat has left; ``due`` if that seat was to place something."""
    if not due:
        return position
    if position.phase == "spawns":
        return to_spawns(position)
    seat = position.next_in(position.turn, clockwise=position.phase == "tiles")
    return to_place(position, seat, position.legal)
