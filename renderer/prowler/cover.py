"""The cover, and the signs of the pictures as emoji without background.

The cover is the picture of a challenge for players who have never seen the game. The emoji are
items, shovels, districts and seats.
"""

from functools import lru_cache

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from renderer.canvas import EMOJI, MIDDLE, Canvas, cut_out, put_all
from renderer.covers import SIZE, cover_with_title
from renderer.glyphs import Pen
from renderer.glyphs import draw_seat as draw_sign
from renderer.prowler import city, panels
from renderer.prowler import colours as signs
from renderer.prowler.board import passage_pieces
from renderer.prowler.city import static_layer
from renderer.prowler.colours import COLOURS, Colours

_TITLE = "Prowler's Passage"
_BAND = 118
"""The height of the title's background."""
_FROM = panels.TRACK[1] - 5 - SIZE[1]
"""The top row of the cover on the board; the cover ends above the control track."""
_MATCH = "MCP-CBM-RCP-PRB-PMB-RCB/bbmrbrbbdmmwmbwrpmpwbmbrwmm/3,4,13/2"
_MOVES = ">M 15>B 22 16 23 8 20>M 12>B 13 5 9 11 10 14 18 3 25>P 1 21 4"
"""The moves of the cover: two long passages that wind around each other."""


@lru_cache(maxsize=2 * len(COLOURS))
def draw_cover(theme: str = "night") -> bytes:
    """The cover as PNG, in every language the same: the title over a city full of passages."""
    colours = COLOURS[theme]
    state = _position()
    board = static_layer(state.setup, colours).copy()
    put_all(board, (*passage_pieces(colours, state), *city.city_pieces(colours, state)))
    land = city.land_canvas(colours).finish(colours)
    for box in panels.CARD_BOXES:
        board.paste(land.crop(box), box)
    picture = board.crop((0, _FROM, SIZE[0], _FROM + SIZE[1]))
    return cover_with_title(picture, colours, _TITLE, _BAND)


def _position() -> Position:
    """A late position, without the mark of a last move."""
    state = Prowler().start(_MATCH)
    for text in _MOVES.split():
        state = state.after(state.seat, next(move for move in state.legal if str(move) == text))
    return state._replace(last=None)


_SEAT_RADIUS = 44


def draw_tile(face: int, *, theme: str = "night") -> bytes:
    """An item or a shovel, by its place in TILES, as PNG."""

    def draw(canvas: Canvas, colours: Colours) -> None:
        signs.draw_tile(canvas, colours, face, MIDDLE, EMOJI / 2 - 2)

    return cut_out(COLOURS[theme], draw)


def draw_district(district: int, *, theme: str = "night") -> bytes:
    """The shield of a district, by its place in DISTRICTS, in its marker's colours."""
    reach = EMOJI / 2 - 3

    def draw(canvas: Canvas, colours: Colours) -> None:
        pen = Pen(canvas, MIDDLE, reach)
        signs.shield(pen, colours.ink, 1.0)
        signs.shield(pen, colours.brights[district], 0.92)
        sign = Pen(canvas, (MIDDLE[0], MIDDLE[1] - reach * 0.06), reach * 0.6)
        signs.EMBLEMS[district](sign, colours.ink, colours.brights[district])

    return cut_out(COLOURS[theme], draw)


def draw_seat(seat: int, *, theme: str = "night") -> bytes:
    return cut_out(
        COLOURS[theme],
        lambda canvas, colours: draw_sign(canvas, colours, seat, MIDDLE, _SEAT_RADIUS),
    )


def draw_statue(*, theme: str = "night") -> bytes:
    return cut_out(COLOURS[theme], _monument)


def _monument(canvas: Canvas, theme: Colours) -> None:
    reach = EMOJI / 2 - 2
    canvas.discs(MIDDLE, (reach, theme.ink), (reach - 4, theme.wall_dark))
    signs.draw_monument(canvas, theme, MIDDLE, 0.86 * reach)
