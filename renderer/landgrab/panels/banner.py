"""The banner above the map: the awaited action, the round, and the possible rounds left."""

from __future__ import annotations

from collections.abc import Iterator

from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from renderer.canvas import Piece
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.landgrab.land import lights
from renderer.landgrab.land.window import DRAWN_FOR
from renderer.marks import Ranks, final_ranks
from renderer.text import Slot, written

from . import plaques

PHASES = {
    "tiles": mark("Place a tile"),
    "buildings": mark("Place a building"),
    "spawns": mark("Place your spawn"),
    "turn": mark("Step, claim or attack"),
    "claim": mark("A claim: roll"),
    "attack": mark("An attack: roll"),
    "defence": mark("A defence: roll"),
    "eviction": mark("Step aside"),
}
ENDS = {
    "last": mark("Last pawn standing"),
    "calm": mark("20 quiet rounds: the end"),
    "rounds": mark("80 rounds: the end"),
}
STOPPED = mark("Ended early")
ROUND = mark("Round {round} of {most}")
CALM = mark("ends in {count} quiet rounds")
LAST_QUIET = mark("the last if it stays quiet")
TILE = mark("upper left of a tile")
SMALL, LARGE = mark("small, 1 point"), mark("large, 3 points")
SPAWN = mark("you can start here")
FEW = 10
"""The quiet rounds before the end that the banner counts down."""


def pieces(theme: Colours, state: Position, ended: Ranks) -> Iterator[Piece]:
    ranks = final_ranks(state.outcome, ended)
    if ranks is None:
        text, seats = PHASES[state.phase], [mover(state)]
    else:
        text = ENDS[state.end] if state.end else STOPPED
        seats = [seat for seat, rank in zip(state.seats, ranks, strict=False) if rank == 1]
    if len(seats) == 1:
        letter = state.setup.colours[seats[0] - 1]
        yield glyphs.sign_on_panel(theme, letter, plaques.PHASE_SIGN, 15, 26)
    yield written(theme, tr(text), plaques.PHASE, theme.golden)
    if not state.round:
        yield from _legend(theme, state)
        return
    left = CALM_ROUNDS - (state.round - state.progress)
    few = ranks is None and left <= FEW
    shown = tr(ROUND, round=state.round, most=ROUNDS)
    place = plaques.ROUND if few else plaques.ROUND_ALONE
    yield written(theme, shown, place, theme.plain)
    if few:
        shown = tr(CALM, count=left) if left else tr(LAST_QUIET)
        yield written(theme, shown, plaques.LIMITS, theme.quiet)


def mover(state: Position) -> int:
    """The awaited seat; if a roll is due, the seat that rolls."""
    if state.phase == "defence":
        return state.target
    if CHANCE in state.to_move:
        return state.turn
    return min(state.to_move)


def _legend(theme: Colours, state: Position) -> Iterator[Piece]:
    """The legend of the lights while a player places a piece."""
    upper, middle, lower = plaques.LEGEND
    x = plaques.LEGEND_SIGN
    if state.phase == "tiles":
        yield lights.stud(theme, (x, _height(middle)), DRAWN_FOR)
        yield written(theme, tr(TILE), middle, theme.plain)
    elif state.phase == "buildings":
        yield lights.stud(theme, (x, _height(upper)), DRAWN_FOR)
        yield written(theme, tr(SMALL), upper, theme.plain)
        yield lights.bridge(theme, (x, _height(lower)), DRAWN_FOR, upright=False)
        yield written(theme, tr(LARGE), lower, theme.plain)
    elif state.phase == "spawns":
        y = _height(middle)
        yield lights.lit(theme, (x - 18, y - 18, x + 18, y + 18))
        yield written(theme, tr(SPAWN), middle, theme.plain)


def _height(place: Slot) -> int:
    return (place.box[1] + place.box[3]) // 2
