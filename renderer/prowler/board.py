"""The picture of a position: the static layer of its set-up, and the pieces that moves change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.position import SEATS, Move, Setup
from prowlerbot.games.prowler.rules import Position
from renderer import compared, marks, png
from renderer.canvas import XY, Piece, put_all
from renderer.compared import Way
from renderer.marks import Ranks
from renderer.prowler import cards, layout, panels, passages, plaques, statues, track
from renderer.prowler.city import static_layer
from renderer.prowler.colours import COLOURS, Colours


def draw_board(
    state: Position, names: Sequence[str], *, theme: str = "night", ended: Ranks = None
) -> bytes:
    """The board as PNG, 1000 × 1421; ``names`` of seat 1 and seat 2, in any script."""
    colours = COLOURS[theme]
    return _file(state.setup, colours, tuple(_pieces(state, names, colours, ended)))


def draw_choice(
    state: Position, pathway: int, names: Sequence[str], *, theme: str = "night"
) -> bytes:
    """The board while the seat to move chooses the marker for the wild shovel on a pathway.

    The passage is dug and the markers beside it have moved. Each marker also has a hollow copy
    where the choice would put it.
    """
    colours, pending = COLOURS[theme], state.pending(pathway)
    pulled = [now - was for was, now in zip(state.track, pending.track, strict=True)]
    drawn = (
        *_city(pending, colours),
        *_panels(pending, names, colours, None),
        *track.pieces(colours, pending, names, moved=pulled, choosing=state.seat),
        *cards.pieces(colours, pending, names),
    )
    return _file(state.setup, colours, drawn)


def picture(
    state: Position, names: Sequence[str], theme: Colours, ended: Ranks = None
) -> Image.Image:
    """The board as a picture in the theme's palette (mode P)."""
    ground, pieces = parts(state, names, theme, ended)
    return put_all(ground.copy(), pieces)


def parts(
    state: Position, names: Sequence[str], theme: Colours, ended: Ranks = None
) -> tuple[Image.Image, tuple[Piece, ...]]:
    """The same as the static layer and the pieces on it."""
    ground = static_layer(state.setup, theme).picture
    return ground, tuple(_pieces(state, names, theme, ended))


@lru_cache(maxsize=32)
def _file(setup: Setup, theme: Colours, pieces: tuple[Piece, ...]) -> bytes:
    """The file of a picture. The cached files take 6 MB at most."""
    return png.encode(static_layer(setup, theme).picture, theme.palette_bytes, pieces)


def _pieces(state: Position, names: Sequence[str], theme: Colours, ended: Ranks) -> Iterator[Piece]:
    """The pieces on the static layer, from bottom to top."""
    yield from _city(state, theme)
    yield from _panels(state, names, theme, ended)
    yield from track.pieces(theme, state, names)
    yield from cards.pieces(theme, state, names)


def _city(state: Position, theme: Colours) -> Iterator[Piece]:
    yield from passages.pieces(theme, state)
    yield from statues.pieces(theme, state)


def _panels(state: Position, names: Sequence[str], theme: Colours, ended: Ranks) -> Iterator[Piece]:
    yield from panels.captions(theme, over=state.over)
    for seat in SEATS:
        yield from panels.panel(theme, state, seat, names[seat - 1], ended)


def draw_lit(
    state: Position,
    names: Sequence[str],
    lit: Sequence[tuple[str, int]],
    *,
    theme: str = "night",
) -> bytes:
    """The board as PNG, with a frame and a letter at each pathway that is ``lit``."""
    colours = COLOURS[theme]
    letters, pathways = zip(*lit, strict=True)
    boxes = [layout.badge_box(each) for each in pathways]
    frames = (marks.edge(colours, box, colours.glow) for box in boxes)
    drawn = put_all(picture(state, names, colours), frames)
    corners = [(left, max(top, marks.RADIUS)) for left, top, _, _ in boxes]
    return marks.lettered(drawn, colours, corners, letters)


def draw_compared(
    state: Position,
    names: Sequence[str],
    played: Move,
    better: Move | None = None,
    *,
    theme: str = "night",
) -> bytes:
    """The board as PNG, with the pathways and markers of both moves; the rival's last move is not
    marked.
    """
    colours = COLOURS[theme]
    drawn = picture(state._replace(last=None), names, colours)
    ways = [_ways(state, move) for move in (played, better) if move is not None]
    return compared.draw_compared(drawn, colours, *ways)


def _ways(state: Position, move: Move) -> list[Way]:
    ways = [Way(layout.badge_box(move.pathway))] if move.pathway else []
    if move.marker is not None:
        was = state.track[move.marker]
        now = was + (1 if state.seat == 1 else -1)
        here, there = (plaques.marker_box(at, move.marker) for at in (was, now))
        ways.append(Way(there, here))
    return ways


def draw_guide(
    state: Position, names: Sequence[str], *, pathway: int, area: int, theme: str = "night"
) -> bytes:
    """The guide as PNG: A a pathway, B a district, C a statue, D the track, E a card, F a panel."""
    colours = COLOURS[theme]
    at = letter_places(pathway, area)
    return marks.lettered(picture(state, names, colours), colours, at)


def letter_places(pathway: int, area: int) -> list[XY]:
    """The places of the letters beside their parts; no letter covers an emblem or a number."""
    left, _, right, bottom = layout.badge_box(pathway)
    x, y = layout.area_centre(area)
    statue_x, statue_y = layout.STATUE_AT["K"]
    card, foot, panel = plaques.CARD_BOXES[1], plaques.CARD_FOOT[1], plaques.PANEL
    return [
        ((left + right) / 2, bottom + marks.RADIUS - 4),
        (x, y + layout.SHIELD + marks.RADIUS),
        (statue_x + 32, statue_y + 24),
        (plaques.TRACK_NOTE.box[0] + marks.RADIUS, plaques.TRACK_SIGNS[0][1] - 2),
        (card[0] - 12, (foot[1] + foot[3]) / 2),
        (panel[2] + 34, panel[1] + 34),
    ]
