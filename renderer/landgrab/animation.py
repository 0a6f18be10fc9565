"""A match or a round as one animated picture: board after board, each with its move below.

A match has 150 to 600 plies, so one picture shows a whole action, such as an attack with both
rolls. The map grows by several tiles or buildings in a picture. At most ``_MAX_TURNS`` actions are
shown: lasting changes come first, then other rolls, then steps. The last group with room is sampled
across the whole match.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.final_count import final_count
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES
from prowlerbot.games.landgrab.rules import Position
from renderer import film
from renderer.canvas import Layers
from renderer.landgrab.board import board_layers
from renderer.landgrab.colours import COLOURS, dress, owner_sign
from renderer.sheet import sheet_picture

_MAX_TURNS = 80
_TILES_OF_SHOT, _BUILDINGS_OF_SHOT = 4, 3
_LAST_DURATION, _BUILDING_DURATION = 4, 0.5
"""The durations of the last picture before a restart and of the growing map, in moves."""
_PHASES_WITH_ROLL = ("claim", "attack", "defence")
TILES_LAID = mark("The map grows: {count} of {most} tiles")
BUILDINGS_PLACED = mark("The map grows: {count} of {most} buildings")


def animate(filmed: film.Filmed) -> bytes:
    """The chosen pictures of a match or of a round in order, as GIF."""
    states, names, captions, pace, theme, ended = filmed
    colours, shots = COLOURS[theme], choose_shots(states, captions)
    letters, last = states[-1].setup.colours, len(states) - 1

    def board(shot: Shot) -> Layers:
        if shot.sheet:
            return sheet_picture(final_count(states), names, dress(theme)), ()
        # No seat is to move here, so nothing is lit up: calmer to look at, and a third smaller.
        state = states[shot.ply]._replace(legal=())
        return board_layers(state, names, colours, ended if shot.ply == last else None)

    def boards() -> Iterator[film.FilmedBoard]:
        for shot in shots:
            sign = None
            if shot.mover:
                letter, size = letters[shot.mover - 1], (film.SIGN_SIZE, film.SIGN_REACH)
                sign = owner_sign(colours, letter, *size, colours.panel)
            film.note_progress(share := shot.ply / max(1, last))
            strip = film.draw_strip(colours, shot.caption, sign, share)
            yield board(shot), strip, round(pace * shot.duration)

    return film.animate_boards(boards(), colours)


class Shot(NamedTuple):
    ply: int
    mover: int  # the seat of the sign before the caption, or 0
    caption: str
    duration: float = 1.0  # the duration in moves
    sheet: bool = False  # whether the final sheet replaces the board


def choose_shots(states: Sequence[Position], captions: Sequence[str]) -> list[Shot]:
    """The pictures of an animation; the last position of an action has the caption of all of it."""
    map_shots = [*_building_shots(states)]
    first_ply = map_shots[-1].ply + 1 if map_shots else 1
    action_ends = [
        ply
        for ply in range(first_ply, len(states))
        if states[ply].phase not in _PHASES_WITH_ROLL or ply == len(states) - 1
    ]
    spans = pairwise((first_ply - 1, *action_ends))
    weights = {ply: _weight_of(last_end, ply, states) for last_end, ply in spans}
    plies = _most_telling_plies(weights)
    action_shots = [Shot(ply, _acting_seat(states, ply), captions[ply]) for ply in plies]
    shots = [Shot(0, 0, captions[0]), *map_shots, *action_shots]
    outcome = states[-1].outcome
    if outcome is not None and len(captions) > len(states):
        shots.append(Shot(len(states) - 1, outcome.winner or 0, captions[-1], sheet=True))
    return [*shots[:-1], shots[-1]._replace(duration=_LAST_DURATION)]


def _building_shots(states: Sequence[Position]) -> Iterator[Shot]:
    """The pictures of the growing map, which is the action of no single seat."""
    parts = [len(state.map.tiles) + len(state.map.full_points) for state in states]
    growth_plies = [ply for ply in range(1, len(states)) if parts[ply] > parts[ply - 1]]
    tiles = buildings = 0
    for ply in growth_plies:
        land, old_map = states[ply].map, states[ply - 1].map
        is_stage_over = ply == growth_plies[-1] or states[ply + 1].map.tiles == land.tiles
        if len(land.tiles) > len(old_map.tiles):
            tiles += 1
            if tiles % _TILES_OF_SHOT == 0 or is_stage_over:
                caption = tr(TILES_LAID, count=len(land.tiles), most=TILES)
                yield Shot(ply, 0, caption, _BUILDING_DURATION)
        else:
            buildings += 1
            if buildings % _BUILDINGS_OF_SHOT == 0 or ply == growth_plies[-1]:
                most = SMALL_BUILDINGS + LARGE_BUILDINGS
                caption = tr(BUILDINGS_PLACED, count=len(land.full_points), most=most)
                yield Shot(ply, 0, caption, _BUILDING_DURATION)


def _weight_of(last_ply: int, ply: int, states: Sequence[Position]) -> int:
    """The weight of an action: 2 for a lasting change, 1 for a roll, 0 for a step."""
    earlier, state = states[last_ply], states[ply]
    lasting = attrgetter("owners", "lives", "spawns", "left", "end")
    if lasting(earlier) != lasting(state) or earlier.phase == "eviction" or ply == len(states) - 1:
        return 2
    return 1 if state.last is not None and state.last.rolls else 0


def _most_telling_plies(weights: dict[int, int]) -> list[int]:
    chosen: list[int] = []
    for weight in (2, 1, 0):
        same_weight = [ply for ply, its_weight in weights.items() if its_weight == weight]
        chosen += _spread_plies(same_weight, _MAX_TURNS - len(chosen))
    return sorted(chosen)


def _spread_plies(plies: Sequence[int], count: int) -> list[int]:
    """At most ``count`` plies from all through the match, always with the last one."""
    if len(plies) <= count:
        return list(plies)
    return [plies[-1 - index * len(plies) // count] for index in range(count)]


def _acting_seat(states: Sequence[Position], ply: int) -> int:
    """The seat that acted or left."""
    state = states[ply]
    if state.last is not None:
        return state.last.seat
    return min(state.left - states[ply - 1].left, default=0)
