"""A match, or an invasion of it, as an animated picture: board after board, each with a caption.

A match has up to 1,600 plies, so one picture shows a whole action: a draft turn of all seats, or a
card with all its effects. At most ``MAX_SHOTS`` pictures of a round show the building. In an
animation of one round or less, invaders walk step by step, in all colonies at the same time.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.cards import MAX_CARDS
from prowlerbot.games.heroes.final_count import final_count
from prowlerbot.games.heroes.rules import Position, Visit, find_visits
from prowlerbot.games.heroes.seat import Seat, step_ends, without_lost
from renderer import film
from renderer.canvas import Layers
from renderer.film import Filmed, note_progress
from renderer.heroes import table
from renderer.heroes.board import board_layers
from renderer.heroes.colours import COLOURS, dress
from renderer.heroes.invaders import card_name
from renderer.sheet import sheet_picture

MAX_SHOTS = 10
MAX_STEPS = 84
"""The greatest number of pictures of walking invaders, for all cards together."""
_LAST_DURATION, _CARD_DURATION = 4, 2
"""The durations of the last picture before a restart and of a card, in moves."""
_STEP_DURATION, _EVENTFUL_DURATION = 0.3, 0.7
"""The durations of a step without an acting token and of one with it, in moves."""
TURN = mark("Round {round}, turn {turn}")
LIVE = mark("Round {round}, {pile} in the pile")
READY = mark("Round {round}: the colonies are ready")
PLANNED = mark("Everybody has chosen, round {round} begins")


def animate(filmed: Filmed) -> bytes:
    """The chosen boards of a match, round, invasion or card in order, as GIF."""
    states, names, captions, pace, theme, ended = filmed
    colours, chosen = COLOURS[theme], choose_shots(states, captions)

    def board(shot: Shot, areas: Sequence[int]) -> Layers:
        if shot.sheet:
            return sheet_picture(final_count(states), names, dress(theme)), ()
        state, ranks = shot.state, ended
        if state is not states[-1]:
            # Calmer to look at: no seat is to move, so nothing is lit up, and no panel of face-up
            # tiles comes and goes above the colonies, which would shift them.
            state, ranks = state._replace(to_move=frozenset(), face_up=()), None
        return board_layers(state, names, colours, ended=ranks, areas=areas, earlier=shot.earlier)

    def boards() -> Iterator[film.FilmedBoard]:
        areas = _areas_by_round(chosen)
        for shot in chosen:
            winner = shot.state.outcome.winner if shot.sheet and shot.state.outcome else None
            sign = table.seat_sign(colours, winner).image if winner else None
            note_progress(share := shot.share)
            strip = film.draw_strip(colours, shot.caption, sign, share)
            yield board(shot, areas[shot.state.round]), strip, round(pace * shot.duration)

    return film.animate_boards(boards(), colours)


def _areas_by_round(chosen: "Sequence[Shot]") -> dict[int, list[int]]:
    """For each round, the area that each seat covers in it at any time."""
    areas_by_round: dict[int, list[int]] = {}
    for shot in chosen:
        seats = shot.state.seats
        areas = areas_by_round.setdefault(shot.state.round, [0] * len(seats))
        for index, seat in enumerate(seats):
            areas[index] |= seat.colony.area
    return areas_by_round


class Shot(NamedTuple):
    state: Position
    share: float
    """The part of the match shown so far."""
    caption: str
    duration: float = 1.0
    """The duration in moves."""
    sheet: bool = False
    """Whether the final sheet replaces the board."""
    earlier: Sequence[Seat] = ()
    """The seats before the present card."""


def choose_shots(states: Sequence[Position], captions: Sequence[str]) -> list[Shot]:
    """The pictures of an animation; a picture of several moves has its own caption."""
    whole = max(1, len(states) - 1)  # the moves of the match
    shown = [Shot(states[0], 0.0, captions[0])]
    building: list[Shot] = []
    cards = list(find_visits(states))
    ended = {visit.last: visit for visit in cards}
    room = MAX_STEPS // len(cards) if 0 < len(cards) <= MAX_CARDS else 0
    for ply, (before, state) in enumerate(itertools.pairwise(states), 1):
        share = ply / whole
        if state.phase == "build" and _has_grown(before, state):
            fields = {"round": state.round, "pile": state.pile, "turn": state.turn}
            building.append(Shot(state, share, tr(LIVE if state.live else TURN, **fields)))
            continue
        if state.phase != "build" and building:
            shown += _some_shots(building)
            building = []
        shown += _phase_shots(before, state, share)
        if ply in ended:
            shown += _visit_shots(ended[ply], states, whole, room)
        if state.left != before.left:
            shown.append(Shot(state, share, captions[ply]))
    shown += _some_shots(building)
    last = states[-1]
    if shown[-1].state is not last:
        shown.append(Shot(last, 1.0, captions[len(states) - 1]))
    if len(captions) > len(states):
        shown.append(Shot(last, 1.0, captions[-1], sheet=True))
    return [*shown[:-1], shown[-1]._replace(duration=_LAST_DURATION)]


def _phase_shots(before: Position, state: Position, share: float) -> Iterator[Shot]:
    """The ready colonies before an invasion, and all choices of the planning."""
    if before.phase == "build" and state.phase == "invasion":
        yield Shot(state, share, tr(READY, round=state.round))
    elif before.phase == "planning" and state.phase == "build":
        yield Shot(before, share, tr(PLANNED, round=state.round))


def _visit_shots(visit: Visit, states: Sequence[Position], whole: int, room: int) -> Iterator[Shot]:
    """The pictures of a card: at most ``room`` steps of its invader, then all effects."""
    caption, earlier = card_name(visit.shown), states[visit.first].seats
    walks = [_walk_states(*pair) for pair in zip(earlier, visit.shown.seats, strict=True)]
    taken = max(map(len, walks)) - 1
    count = min(room, taken)
    acted = 0
    for stop in (taken * number // count for number in range(count)):
        seats = tuple(walk[min(stop, len(walk) - 1)] for walk in walks)
        acts = sum(bool(event) for seat in seats for _, event in seat.trace)
        share = (visit.first + (visit.last - visit.first) * stop / taken) / whole
        duration = _EVENTFUL_DURATION if acts > acted else _STEP_DURATION
        yield Shot(visit.shown._replace(seats=seats), share, caption, duration)
        acted = acts
    yield Shot(visit.shown, visit.last / whole, caption, _CARD_DURATION, earlier=earlier)


def _walk_states(earlier: Seat, gone: Seat) -> list[Seat]:
    """A colony before the card, then after each step of its invader."""
    if not gone.playing:
        return [gone]
    traces = (gone.trace[:stop] for stop in (0, *step_ends(gone.trace)))
    kept = ((trace, without_lost(earlier.tokens, trace)) for trace in traces)
    return [earlier._replace(walk=None, trace=trace, tokens=tokens) for trace, tokens in kept]


def _has_grown(before: Position, state: Position) -> bool:
    """Whether all seats have finished a turn; in live building, whether a seat has built."""
    if state.live:
        seats = zip(before.seats, state.seats, strict=True)
        return any(one.colony is not other.colony for one, other in seats)
    return state.turn != before.turn


def _some_shots(building: Sequence[Shot]) -> list[Shot]:
    """At most ``MAX_SHOTS`` of the shots of building, always with the last one."""
    if len(building) <= MAX_SHOTS:
        return list(building)
    return [building[(number + 1) * len(building) // MAX_SHOTS - 1] for number in range(MAX_SHOTS)]
