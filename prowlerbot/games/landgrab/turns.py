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


def begin_turn(position: P, seat: int, round_: int) -> P:
    legal = legal_places.legal_in_turn(position.map, position.pawns, position.owners, seat)
    after = _without_target(position)._replace(phase="turn", to_move=ALONE[seat], legal=legal)
    return after._replace(turn=seat, round=round_)


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
            return begin_turn(position, seat, round_)


def end_match(position: P, end: End) -> P:
    return _without_target(position)._replace(phase="over", to_move=NOBODY, legal=(), end=end)


def _without_target(position: P) -> P:
    """The position without a claim, a fight or a returning pawn."""
    return position._replace(target=0, rolled=0, returning=0)


def apply_arrival(position: P, seat: int, move: land_map.Move) -> P:
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
    """The position after the roll of a claim, of an attacker, or of a defender."""
    last = position.last and position.last._replace(rolls=(*position.last.rolls, shown))
    rolled = position._replace(last=last)
    if position.phase == "claim":
        return pass_turn(_apply_claim(rolled, shown))
    if position.phase == "attack":
        return rolled._replace(phase="defence", rolled=shown)
    if shown == position.rolled:
        return pass_turn(rolled)
    return _end_fight(rolled, attacker_won=shown < position.rolled)


def _apply_claim(position: P, shown: int) -> P:
    """Take points off the claimed building; with the last one the seat takes it, repaired."""
    number, progress, owners = position.target, position.progress, position.owners
    points_left = position.points[number] - shown
    if points_left <= 0:
        points_left = position.map.full_points[number]
        if not owners[number]:
            progress = position.round
        owners = (*owners[:number], position.turn, *owners[number + 1 :])
    points = (*position.points[:number], points_left, *position.points[number + 1 :])
    return position._replace(owners=owners, points=points, progress=progress)


def _end_fight(position: P, *, attacker_won: bool) -> P:
    """The loser loses a life and returns to its spawn if it has another one."""
    attacker, defender = position.turn, position.target
    loser = defender if attacker_won else attacker
    pawns = replace_value(position.pawns, loser, legal_places.NOWHERE)
    if attacker_won:
        pawns = replace_value(pawns, attacker, position.pawns[defender - 1])
    lives = replace_value(position.lives, loser, position.lives[loser - 1] - 1)
    after = position._replace(pawns=pawns, lives=lives, progress=position.round)
    if after.decided:
        return end_match(after, "last")
    spawn = position.spawns[loser - 1]
    if lives[loser - 1] and spawn in pawns:
        # The pawn on the loser's spawn must step aside if it can.
        eviction = _await_step_aside(after._replace(returning=loser), pawns.index(spawn) + 1)
        if eviction.legal:
            return eviction
        nearest = legal_places.nearest_open(after.map, after.pawns, after.spawns[loser - 1])
        return pass_turn(after._replace(pawns=replace_value(after.pawns, loser, nearest)))
    return pass_turn(_return_pawn(after, loser) if lives[loser - 1] else after)


def _await_step_aside(position: P, seat: int) -> P:
    legal = legal_places.steps_aside(position.map, position.pawns, position.pawns[seat - 1])
    return position._replace(phase="eviction", to_move=ALONE[seat], legal=legal)


def _return_pawn(position: P, seat: int) -> P:
    return position._replace(pawns=replace_value(position.pawns, seat, position.spawns[seat - 1]))


def drop_left_seat(position: P, seat: int, *, due: bool) -> P:
    """The position after a seat has left; ``due`` if that seat was to move or to step aside."""
    if position.phase == "turn":
        return pass_turn(position) if due else begin_turn(position, position.turn, position.round)
    if due:
        return pass_turn(_return_pawn(position, position.returning))
    if seat == position.returning:
        return pass_turn(position)
    return _await_step_aside(position, *position.to_move)


def apply_placement(position: P, seat: int, move: land_map.Move) -> P:
    """The position after a tile, a building or a spawn."""
    kind, at, to = move
    after = position._replace(last=land_map.Action(seat, move, legal_places.NOWHERE))
    if kind == "p":  # a spawn
        pawns, spawns = replace_value(after.pawns, seat, at), replace_value(after.spawns, seat, at)
        return await_spawn_or_begin_turns(after._replace(pawns=pawns, spawns=spawns))
    if kind == "t":  # a tile
        land = after.map.with_tile(at)
        after = after._replace(map=land)
        legal = legal_places.legal_tiles(land) if len(land.tiles) < land_map.TILES else ()
        return (
            await_placement(after, after.next_in(seat), legal)
            if legal
            else _await_building_or_spawn(after, seat)
        )
    land = after.map.with_building(at, to)
    after = after._replace(map=land, owners=(0,) * len(land.full_points), points=land.full_points)
    return _await_building_or_spawn(after, after.next_in(seat, clockwise=False))


def await_placement(position: P, seat: int, legal: tuple[land_map.Move, ...]) -> P:
    """Let a seat place a tile, a building or a spawn."""
    return position._replace(to_move=ALONE[seat], turn=seat, legal=legal)


def _await_building_or_spawn(position: P, seat: int) -> P:
    """Let this seat place a building; without a legal place, continue with the spawns."""
    land = position.map
    small = len(land.small) < land_map.SMALL_BUILDINGS
    large = len(land.large) < land_map.LARGE_BUILDINGS
    legal = legal_places.legal_buildings(land, len(position.lives), small=small, large=large)
    if not legal:
        return await_spawn_or_begin_turns(position)
    return await_placement(position._replace(phase="buildings"), seat, legal)


def await_spawn_or_begin_turns(position: P) -> P:
    """Let the next active seat without a spawn place one. Once all have one, begin the turns."""
    active_seats = [seat for seat in position.seats if position.is_in(seat)]
    clockwise = sorted(active_seats, key=lambda seat: (seat < position.setup.first, seat))
    for seat in clockwise:
        if position.spawns[seat - 1] == legal_places.NOWHERE:
            legal = legal_places.legal_spawns(position.map, position.spawns)
            return await_placement(position._replace(phase="spawns"), seat, legal)
    return begin_turn(position, clockwise[0], 1)


def place_after_leave(position: P, *, due: bool) -> P:
    """The position after a seat has left; ``due`` if that seat was to place something."""
    if not due:
        return position
    if position.phase == "spawns":
        return await_spawn_or_begin_turns(position)
    seat = position.next_in(position.turn, clockwise=position.phase == "tiles")
    return await_placement(position, seat, position.legal)
