"""The shared picture: the progress of all seats, every colony in small, and its invaders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.tokens import Tokens
from renderer import marks, png
from renderer.canvas import Canvas
from renderer.owners import draw_sign
from renderer.piece import Piece
from renderer.text import Box, Tint, named, player, written
from renderer.theme import NIGHT

from .colours import COLOURS, Colours
from .ending.course import worth
from .ground import colony
from .ground.frame import Frame
from .invaders import strip, trail
from .invaders.fate import Fate, Toll, fate, invader_of, toll
from .panels import heading, shelf, table
from .panels.table import GAP, RADIUS, WIDE
from .places import HIGH, Place, arranged, places

BUILDING, FINISHED, CHOOSING = mark("building"), mark("finished"), mark("choosing")
LEFT = mark("has left")


def draw_board(
    state: Position,
    names: Sequence[str],
    *,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
    came: Sequence[Seat] = (),
) -> bytes:
    """The position as PNG, 1000 wide, limited to the knowledge of the viewer of ``state``.

    ``ended`` is for a match that ended early: the ranks of the seats, or nothing if there is no
    result. ``came`` holds the seats before the present card, to show the effect of an event.
    """
    colours = COLOURS[theme]
    return png.encode(picture(state, names, colours, ended, (), came), colours.palette_bytes)


def picture(  # noqa: PLR0917 - inputs of the picture
    state: Position,
    names: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None = None,
    areas: Sequence[int] = (),
    came: Sequence[Seat] = (),
) -> Image.Image:
    """The same as a picture in the theme's palette (mode P).

    ``areas`` holds the squares of each seat to show besides its colony: its later buildings, so
    that nothing shifts in an animation.
    """
    top = heading.height(state)
    seats = len(state.seats)
    if table.is_shown(state):
        return draw_table(state, names, theme, ended, top)
    pile = _pile_box(state, top)
    drawn = _frames(theme, seats, top, pile).copy()
    for piece in heading.pieces(theme, state):
        piece.put(drawn)
    if pile is not None:
        left, high, right, low = pile
        within = (left + 20, high + 6, right - 20, low - 6)
        for piece in shelf.face_up(theme, state.face_up, within):
            piece.put(drawn)
        top = low + GAP
    for seat, place in enumerate(places(seats, top), 1):
        area = areas[seat - 1] if areas else 0
        before = came[seat - 1] if came else None
        for piece in _seat(state, seat, names[seat - 1], theme, ended, place, area, before):
            piece.put(drawn)
    return drawn


def draw_table(  # noqa: PLR0917 - inputs of the table
    state: Position,
    names: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None,
    top: int,
    viewer: int = 0,
) -> Image.Image:
    """``viewer`` is the seat on its own private picture, or 0."""
    boxes = (
        (GAP, GAP, WIDE - GAP, top - GAP),
        *table.panel_boxes(state, top, viewer),
        *table.row_boxes(state, top, viewer),
    )
    drawn = table.form(theme, (WIDE, table.height(state, top, viewer)), boxes)
    seats = range(1, len(state.seats) + 1)
    wanted = [player(names[seat - 1], seat, 24) for seat in seats]
    statuses = (status(state, seat, ended) for seat in seats)
    said = [(tr(word) if word else "", lit) for word, lit in statuses]
    for piece in (
        *heading.pieces(theme, state),
        *table.pieces(theme, state, wanted, said, top, viewer),
    ):
        piece.put(drawn)
    return drawn


def _pile_box(state: Position, top: int) -> Box | None:
    """The box of the face-up tiles that all seats may take."""
    if not state.live or not state.face_up:
        return None
    return (GAP, top, WIDE - GAP, top + shelf.pile_height(state.face_up))


@lru_cache(maxsize=32)
def _frames(theme: Colours, seats: int, top: int, pile: Box | None) -> Image.Image:
    """The unchanging part: panels without words."""
    canvas = Canvas((0, 0, WIDE, HIGH[seats]), theme.night)
    canvas.panel((GAP, GAP, WIDE - GAP, top - GAP), RADIUS, theme)
    if pile is not None:
        canvas.panel(pile, RADIUS, theme)
        top = pile[3] + GAP
    for seat, place in enumerate(places(seats, top), 1):
        canvas.panel(place.box, RADIUS, theme)
        draw_sign(canvas, seat, place.sign, 13, (theme.seats[seat - 1], theme.ink))
    return canvas.finish(theme)


def _seat(  # noqa: PLR0917 - inputs of a panel
    state: Position,
    seat: int,
    name: str,
    theme: Colours,
    ended: Sequence[int] | None,
    place: Place,
    area: int,
    came: Seat | None,
) -> Iterator[Piece]:
    own = state.seats[seat - 1]
    word, lit = status(state, seat, ended)
    effect = fate(state, own) or (toll(state, came, own) if came is not None else None)
    foot = effect is not None or invader_of(state) is not None
    place, frame = arranged(place, own.colony.area | area, word=bool(word), foot=foot)
    if lit:
        yield marks.lit_frame(theme, place.box, RADIUS, theme.seats[seat - 1], theme.ink)
    plain, quiet = Tint(theme.words, theme.panel), Tint(theme.muted, theme.panel)
    yield written(theme, str(worth(own)), place.amount, Tint(theme.gilt, theme.panel))
    yield strip.plain(theme, "gold", 40).shifted(*place.coin)
    if word:
        yield written(theme, tr(word), place.word, plain if lit else quiet)
    yield named(theme, player(name, seat, 24), place.name, plain)
    if own.playing:
        yield from _colony(theme, frame, own, lying(state, own), effect)
    if effect is not None:
        shown = strip.column if place.beside else strip.row
        yield from shown(theme, effect, place.foot)


def _colony(
    theme: Colours, frame: Frame, own: Seat, tokens: Tokens | None, effect: Fate | Toll | None
) -> Iterator[Piece]:
    walked = trail.trail_of(theme, frame, own, effect) if isinstance(effect, Fate) else None
    yield from colony.pieces(theme, frame, own.colony, tokens, ground=False, trail=walked)


def lying(state: Position, own: Seat) -> Tokens | None:
    """The tokens in a colony; None while it is not populated."""
    if own.walk is not None:
        return own.walk.tokens
    if state.phase == "build" and own.stage != "populate" and not own.tokens.anywhere:
        return None
    return own.tokens


def status(state: Position, seat: int, ended: Sequence[int] | None) -> tuple[str, bool]:
    """A word about a seat, and whether its panel is lit because it is awaited or has won."""
    ranks = ended if state.outcome is None else state.outcome.ranks
    if not state.seats[seat - 1].playing:
        return LEFT, False
    if ranks is not None:
        word = marks.won(ranks, seat)
        return word or "", word is not None
    asked = state.phase != "invasion" or state.seats[seat - 1].legal
    if seat in state.to_move and asked:
        return {"build": BUILDING, "planning": CHOOSING}.get(state.phase, ""), True
    if state.phase == "build" and state.to_move - {0}:
        return FINISHED, False
    return "", False
