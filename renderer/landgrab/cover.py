"""The cover, for players who have never seen the game; and owners, buildings, actions as emoji."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from PIL import Image

from prowlerbot.games.landgrab.map import OF_LARGE, OF_SMALL, SQUARE, tile_squares
from renderer import fonts
from renderer.canvas import BLACK, WHITE, XY, Canvas, Piece, put_all
from renderer.covers import EMOJI_MIDDLE, EMOJI_SIZE, SIZE, cover_with_title, draw_emoji
from renderer.glyphs import Pen, draw_star
from renderer.landgrab import figures, ground
from renderer.landgrab.colours import COLOURS, NOBODY, SIGNS, Colours, draw_die, draw_sign
from renderer.landgrab.window import Window, arrow_piece
from renderer.text import Slot, typeset
from renderer.theme import Tint

_TITLE, _BAND = "Landgrab", 112
_SQUARE_SIZE = 106
_WINDOW = Window(0, 0, 9, 4, _SQUARE_SIZE, left=23, top=146)
"""The part of the map on the cover; the sea continues around it."""

_TILES = ("A2", "C1", "C3", "E1", "F3", "H2")
_BUILDINGS = (
    ("B2", "", "R", 10),
    ("C1", "D1", "B", 25),
    ("A3", "", "R", 10),
    ("D4", "", "Y", 10),
    ("F1", "", "", 10),
    ("F4", "G4", "", 9),
    ("H2", "H3", "Y", 25),
    ("I3", "", "G", 4),
    ("C4", "", "G", 10),
)
"""The buildings: their squares, their owner, their remaining points."""
_SPAWNS = (("A2", "R"), ("E1", "B"), ("I2", "Y"))
_PAWNS = (("D3", "R", "B3"), ("E2", "B", "C2"), ("G3", "Y", ""), ("F3", "G", ""))
"""The square of each pawn, and its origin if its way is shown."""
_DIE_CENTRE = (844, 176)
_DIE_REACH = 56
_DIE_NUMBER = "12"


@lru_cache(maxsize=2 * len(COLOURS))
def draw_cover(theme: str = "night") -> bytes:
    """The cover as PNG, in every language the same: the title over an island full of claims."""
    colours = COLOURS[theme]
    picture = Image.new("P", SIZE, colours.index(colours.sea))
    squares = 0
    for tile in _TILES:
        squares |= tile_squares(SQUARE[tile])
    ground.lay_squares(picture, colours, _WINDOW, squares)
    put_all(picture, _cover_pieces(colours))
    return cover_with_title(picture, colours, _TITLE, _BAND, 84)


def _cover_pieces(theme: Colours) -> Iterator[Piece]:
    for first, second, owner, points in _BUILDINGS:
        full, _ = OF_LARGE if second else OF_SMALL
        box = _WINDOW.box_covering(tuple(SQUARE[name] for name in (first, second) if name))
        yield figures.building_piece(theme, box, owner or NOBODY, points, full)
    for name, owner in _SPAWNS:
        yield figures.flag_piece(theme, _WINDOW.square_box(SQUARE[name]), owner, small=False)
    for goal, _, start in _PAWNS:
        if start:
            way = _WINDOW.centre(SQUARE[start]), _WINDOW.centre(SQUARE[goal])
            yield arrow_piece(theme, way, _WINDOW.square_box(SQUARE[goal]), _SQUARE_SIZE)
    for name, owner, _ in _PAWNS:
        yield figures.pawn_piece(theme, _WINDOW.square_box(SQUARE[name]), owner)
    yield _die_piece(theme)


def _die_piece(theme: Colours) -> Piece:
    x, y = _DIE_CENTRE
    canvas = Canvas.around(_DIE_REACH + 8, theme.ink, _DIE_CENTRE)
    shape = Canvas(canvas.box, BLACK)
    shape.disc(_DIE_CENTRE, _DIE_REACH + 4, WHITE)
    draw_die(canvas, theme, _DIE_CENTRE, _DIE_REACH, dull=False)
    half = round(_DIE_REACH * 0.5)
    slot = Slot((x - half, y - half, x + half, y + half), fonts.STRONG, round(_DIE_REACH * 0.86))
    canvas.put(typeset(theme, _DIE_NUMBER, slot, Tint(theme.ink, theme.paper)))
    return canvas.piece(theme, shape.white_mask())


def draw_owner(letter: str, *, theme: str = "night") -> bytes:
    """The sign of the player with a colour, as PNG."""
    draw = partial(draw_sign, letter=letter, centre=EMOJI_MIDDLE, half=40)
    return draw_emoji(COLOURS[theme], draw)


def draw_thing(name: str, *, theme: str = "night") -> bytes:
    """The sign of one of ``THINGS``, as PNG; buildings have no owner."""
    return draw_emoji(COLOURS[theme], THINGS[name])


def _draw_building(sign: str, top: int, bottom: int, canvas: Canvas, theme: Colours) -> None:
    """Draw a building with a sign in place of the points: a door, or the columns of a large one."""
    figures.draw_building(canvas, theme, (0, top, EMOJI_SIZE, bottom), NOBODY, 1)
    _draw_sign(sign, canvas, theme)


def _draw_life(canvas: Canvas, theme: Colours) -> None:
    for half, fill in ((62, theme.ink), (55, theme.life)):
        SIGNS["heart"](Pen(canvas, (EMOJI_MIDDLE[0], EMOJI_MIDDLE[1] + 4), half), fill, fill)


def _draw_die(canvas: Canvas, theme: Colours) -> None:
    draw_die(canvas, theme, EMOJI_MIDDLE, EMOJI_SIZE / 2 - 4, dull=False)
    draw_star(Pen(canvas, EMOJI_MIDDLE, EMOJI_SIZE / 2), theme.ink, 0, 0.02, 0.36)


def _draw_sign(
    sign: str, canvas: Canvas, theme: Colours, centre: XY = (0, 0), reach: float = 1
) -> None:
    SIGNS[sign].paint(Pen(canvas, centre, reach), partial(getattr, theme))


THINGS: dict[str, Callable[[Canvas, Colours], None]] = {
    "small": partial(_draw_building, "emoji_small", -1, EMOJI_SIZE - 1),
    "large": partial(_draw_building, "emoji_large", 12, EMOJI_SIZE - 14),  # to suit a line of text
    "life": _draw_life,
    "die": _draw_die,
    "spawn": partial(_draw_sign, "emoji_spawn"),
    "tile": partial(_draw_sign, "emoji_tile"),
    "around": partial(_draw_sign, "around", centre=(58, 64), reach=52),
    "fight": partial(_draw_sign, "emoji_fight", centre=EMOJI_MIDDLE, reach=56),
}
