"""The turns: the effects of a move, a roll and a lost fight, and the change of turns.

Before the turns, the players place tiles, then buildings, then their spawns.
"""

from prowlerbot.core.game import CHANCE, NOBODY
from prowlerbot.games.landgrab import legal_places
from prowlerbot.games.landgrab import map as land_map
from prowlerbot.games.landgrab.position import End, P, Phase

ROUNDS = 80
"""The rounds after which a match is over in any case."""
CALM_ROUNDS = 20
"""The rounds without progress after which a match is over."""

WIN_CHANCE = (land_map.SIDES - 1) / (2 * land_map.SIDES)
"""The chance that an attacker wins a fight, the same as that of the defender."""
TIE_CHANCE = 1 / land_map.SIDES
ROLLS_DUE: dict[land_map.Kind, int] = {"c": 1, "a": 2}
"""The rolls after a claim and after an attack; other moves need none."""

ALONE = tuple(frozenset((seat,)) for seat in range(5))
"""By seat: the set of that seat alone, made once."""


def replace_value(seats: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """The same values, except for one seat."""
    return (*seats[: seat - 1], value, *seats[seat:])


def to_turn(position: P, seat: int, round_: int) -> P:
    return position._replace(
        phase="turn",
        to_move=ALONE[seat],
        legal=legal_places.legal_in_turn(position.map, position.pawns, position.owners, seat),
        turn=seat,
        round=round_,
        target=0,
        rolled=0,
        returning=0,
    )


def pass_turn(position: P) -> P:
    """Pass the turn on. At or past the first player's seat the round is over, even if it is out."""
    seat, round_, lives = position.turn, position.round, position.lives
    while True:
        seat = seat % len(lives) + 1
        if seat == position.setup.first:
            if round_ - position.progress >= CALM_ROUNDS:
                return end_match(position, "calm")
            if round_ == ROUNDS:
                return end_match(position, "rounds")
            round_ += 1
        if lives[seat - 1]:
            return to_turn(position, seat, round_)


def end_match(position: P, end: End) -> P:
    return position._replace(
        phase="over", to_move=NOBODY, legal=(), target=0, rolled=0, returning=0, end=end
    )


def arrive_at(position: P, seat: int, move: land_map.Move) -> P:
    """A step, going around, or stepping aside, after which the returning pawn takes its spawn."""
    action = land_map.Action(seat, move, position.pawns[seat - 1])
    moved = position._replace(pawns=replace_value(position.pawns, seat, move.at), last=action)
    return pass_turn(_return_pawn(moved, moved.returning) if moved.returning else moved)


def claim_chance(points: int) -> float:
    """The chance that one roll claims a building with this many points left."""
    return max(land_map.SIDES + 1 - points, 0) / land_map.SIDES


def await_roll(position: P, phase: Phase, target: int, move: land_map.Move) -> P:
    """A claim or an attack, before the roll."""
    action = land_map.Action(position.turn, move, position.pawns[position.turn - 1])
    return position._replace(
        phase=phase, to_move=ALONE[CHANCE], legal=land_map.ROLLS, target=target, last=action
    )


def apply_roll(position: P, shown: int) -> P:
    last = position.last and position.last._replace(rolls=(*position.last.rolls, shown))
    if position.phase == "attack":
        return position._replace(phase="defence", rolled=shown, last=last)
    seen = position._replace(last=last)
    if position.phase == "claim":
        at, progress = seen.target, seen.progress
        owners, points = seen.owners, seen.points
        left = points[at] - shown
        if left <= 0:  # the seat takes the building
            left = seen.map.full_points[at]
            if not owners[at]:
                progress = seen.round
            owners = (*owners[:at], seen.turn, *owners[at + 1 :])
        points = (*points[:at], left, *points[at + 1 :])
        return pass_turn(seen._replace(owners=owners, points=points, progress=progress))
    if shown == position.rolled:
        return pass_turn(seen)
    return _end_fight(seen, attacker_won=shown < position.rolled)


def _end_fight(position: P, *, attacker_won: bool) -> P:
    """The loser loses a life and returns to its spawn if it has another one."""
    attacker, defender = position.turn, position.target
    loser = defender if attacker_won else attacker
    pawns = replace_value(position.pawns, loser, legal_places.NOWHERE)
    if attacker_won:
        pawns = replace_value(pawns, attacker, position.pawns[defender - 1])
    lives = replace_value(position.lives, loser, position.lives[loser - 1] - 1)
    fought = position._replace(pawns=pawns, lives=lives, progress=position.round)
    if fought.decided:
        return end_match(fought, "last")
    spawn = position.spawns[loser - 1]
    if lives[loser - 1] and spawn in pawns:
        # The pawn on the loser's spawn must step aside if it can.
        eviction = _to_step_aside(fought._replace(returning=loser), pawns.index(spawn) + 1)
        if eviction.legal:
            return eviction
        nearest = legal_places.nearest_open(fought.map, fought.pawns, fought.spawns[loser - 1])
        return pass_turn(fought._replace(pawns=replace_value(fought.pawns, loser, nearest)))
    return pass_turn(_return_pawn(fought, loser) if lives[loser - 1] else fought)


def _to_step_aside(position: P, seat: int) -> P:
    legal = legal_places.steps_aside(position.map, position.pawns, position.pawns[seat - 1])
    return position._replace(phase="eviction", to_move=ALONE[seat], legal=legal)


def _return_pawn(position: P, seat: int) -> P:
    return position._replace(pawns=replace_value(position.pawns, seat, position.spawns[seat - 1]))


def drop_left_seat(position: P, seat: int, *, due: bool) -> P:
    """The position after a seat has left; ``due`` if that seat was to move or to step aside."""
    if position.phase == "turn":
        return pass_turn(position) if due else to_turn(position, position.turn, position.round)
    if due:
        return pass_turn(_return_pawn(position, position.returning))
    if seat == position.returning:
        return pass_turn(position)
    return _to_step_aside(position, *position.to_move)


def apply_placement(position: P, seat: int, move: land_map.Move) -> P:
    """The position after a tile, a building or a spawn."""
    kind, at, to = move
    now = position._replace(last=land_map.Action(seat, move, legal_places.NOWHERE))
    if kind == "p":  # a spawn
        pawns, spawns = replace_value(now.pawns, seat, at), replace_value(now.spawns, seat, at)
        return to_spawns(now._replace(pawns=pawns, spawns=spawns))
    if kind == "t":  # a tile
        grown = now.map.with_tile(at)
        now = now._replace(map=grown)
        legal = legal_places.legal_tiles(grown) if len(grown.tiles) < land_map.TILES else ()
        return to_place(now, now.next_in(seat), legal) if legal else _to_buildings(now, seat)
    grown = now.map.with_building(at, to)
    now = now._replace(map=grown, owners=(0,) * len(grown.full_points), points=grown.full_points)
    return _to_buildings(now, now.next_in(seat, clockwise=False))


def to_place(position: P, seat: int, legal: tuple[land_map.Move, ...]) -> P:
    return position._replace(to_move=ALONE[seat], turn=seat, legal=legal)


def _to_buildings(position: P, seat: int) -> P:
    """Let this seat place a building; without a legal place, continue with the spawns."""
    land = position.map
    small, large = (
        len(land.small) < land_map.SMALL_BUILDINGS,
        len(land.large) < land_map.LARGE_BUILDINGS,
    )
    legal = legal_places.legal_buildings(land, len(position.lives), small=small, large=large)
    if not legal:
        return to_spawns(position)
    return to_place(position._replace(phase="buildings"), seat, legal)


def to_spawns(position: P) -> P:
    """Let the next active seat without a spawn place one. Once all have one, begin the turns."""
    still_in = [seat for seat in position.seats if position.is_in(seat)]
    clockwise = sorted(still_in, key=lambda seat: (seat < position.setup.first, seat))
    for seat in clockwise:
        if position.spawns[seat - 1] == legal_places.NOWHERE:
            legal = legal_places.legal_spawns(position.map, position.spawns)
            return to_place(position._replace(phase="spawns"), seat, legal)
    return to_turn(position, clockwise[0], 1)


def place_after_leave(position: P, *, due: bool) -> P:
    """The position after a seat has left; ``due`` if that seat was to place something."""
    if not due:
        return position
    if position.phase == "spawns":
        return to_spawns(position)
    seat = position.next_in(position.turn, clockwise=position.phase == "tiles")
    return to_place(position, seat, position.legal)
