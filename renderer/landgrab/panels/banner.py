"""The banner above the map: the awaited action, the round, and the possible rounds left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from renderer.canvas import Canvas
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.landgrab.land import legend
from renderer.piece import Piece
from renderer.text import Tint, written

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
    "last": mark("One pawn is left"),
    "calm": mark("20 quiet rounds: the end"),
    "rounds": mark("80 rounds: the end"),
}
STOPPED = mark("Ended early")
ROUND = mark("Round {round} of {most}")
CALM = mark("ends in {count} quiet rounds")
LAST_QUIET = mark("the last if it stays quiet")
FEW = 10
"""The quiet rounds before the end that the banner counts down."""


def pieces(theme: Colours, state: Position, ended: Sequence[int] | None) -> Iterator[Piece]:
    tint = Tint(theme.gilt, theme.panel)
    ranks = ended if state.outcome is None else state.outcome.ranks
    if ranks is None:
        text, seats = PHASES[state.phase], [mover(state)]
    else:
        text = ENDS[state.end] if state.end else STOPPED
        seats = [seat for seat, rank in zip(state.seats, ranks, strict=False) if rank == 1]
    if len(seats) == 1:
        yield _sign(theme, state.setup.colours[seats[0] - 1])
    yield written(theme, tr(text), plaques.PHASE, tint)
    if not state.round:
        yield from legend.pieces(theme, state)
        return
    left = CALM_ROUNDS - (state.round - state.progress)
    few = ranks is None and left <= FEW
    shown = tr(ROUND, round=state.round, most=ROUNDS)
    place = plaques.ROUND if few else plaques.ROUND_ALONE
    yield written(theme, shown, place, Tint(theme.words, theme.panel))
    if few:
        shown = tr(CALM, count=left) if left else tr(LAST_QUIET)
        yield written(theme, shown, plaques.LIMITS, Tint(theme.muted, theme.panel))


def mover(state: Position) -> int:
    """The awaited seat; if a roll is due, the seat that rolls."""
    if state.phase == "defence":
        return state.target
    if CHANCE in state.to_move:
        return state.turn
    return min(state.to_move)


@lru_cache(maxsize=16)
def _sign(theme: Colours, letter: str) -> Piece:
    x, y = map(round, plaques.PHASE_SIGN)
    canvas = Canvas((x - 26, y - 26, x + 26, y + 26), theme.panel)
    glyphs.draw_sign(canvas, theme, letter, (x, y), 15)
    return Piece(canvas.finish(theme), x - 26, y - 26)
