"""The cover, for players who have never seen the game; and items, shovels, seats as emoji."""

from functools import lru_cache, partial

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from renderer.canvas import Canvas, put_all
from renderer.covers import EMOJI_MIDDLE, EMOJI_SIZE, SIZE, cover_with_title, draw_emoji
from renderer.glyphs import Pen
from renderer.glyphs import draw_seat as draw_sign
from renderer.prowler import city, panels
from renderer.prowler import colours as signs
from renderer.prowler.board import passage_pieces
from renderer.prowler.colours import COLOURS, Colours

_TITLE, _BAND = "Prowler's Passage", 118
_TOP_ROW = panels.TRACK[1] - 5 - SIZE[1]
"""The top row of the cover on the board; the cover ends above the control track."""
_COVER_SETUP = "MCP-CBM-RCP-PRB-PMB-RCB/bbmrbrbbdmmwmbwrpmpwbmbrwmm/3,4,13/2"
_COVER_MOVES = ">M 15>B 22 16 23 8 20>M 12>B 13 5 9 11 10 14 18 3 25>P 1 21 4"
"""The moves of the cover: two long passages that wind around each other."""


@lru_cache(maxsize=2 * len(COLOURS))
def draw_cover(theme: str = "night") -> bytes:
    """The cover as PNG, in every language the same: the title over a city full of passages."""
    colours = COLOURS[theme]
    state = _cover_position()
    board = city.static_layer(state.setup, colours).copy()
    put_all(board, (*passage_pieces(colours, state), *city.city_pieces(colours, state)))
    land = city.land_canvas(colours).finish(colours)
    for box in panels.CARD_BOXES:
        board.paste(land.crop(box), box)
    picture = board.crop((0, _TOP_ROW, SIZE[0], _TOP_ROW + SIZE[1]))
    return cover_with_title(picture, colours, _TITLE, _BAND)


def _cover_position() -> Position:
    """A late position, without the mark of a last move."""
    state = Prowler().start(_COVER_SETUP)
    for text in _COVER_MOVES.split():
        state = state.after(state.seat, next(move for move in state.legal if str(move) == text))
    return state._replace(last=None)


def draw_tile(face: int, *, theme: str = "night") -> bytes:
    """An item or a shovel, by its place in TILES, as PNG."""
    colours, reach = COLOURS[theme], EMOJI_SIZE / 2 - 2
    draw = partial(signs.draw_tile, face=face, centre=EMOJI_MIDDLE, radius=reach)
    return draw_emoji(colours, draw)


def draw_district(district: int, *, theme: str = "night") -> bytes:
    """The shield of a district, by its place in DISTRICTS, in its marker's colours."""
    reach = EMOJI_SIZE / 2 - 3

    def draw(canvas: Canvas, colours: Colours) -> None:
        pen = Pen(canvas, EMOJI_MIDDLE, reach)
        signs.draw_shield_shape(pen, colours.ink, 1.0)
        signs.draw_shield_shape(pen, colours.brights[district], 0.92)
        sign = Pen(canvas, (EMOJI_MIDDLE[0], EMOJI_MIDDLE[1] - reach * 0.06), reach * 0.6)
        signs.EMBLEMS[district](sign, colours.ink, colours.brights[district])

    return draw_emoji(COLOURS[theme], draw)


def draw_seat(seat: int, *, theme: str = "night") -> bytes:
    return draw_emoji(COLOURS[theme], partial(draw_sign, seat=seat, centre=EMOJI_MIDDLE, half=44))


def draw_statue(*, theme: str = "night") -> bytes:
    reach = EMOJI_SIZE / 2 - 2

    def draw(canvas: Canvas, colours: Colours) -> None:
        canvas.discs(EMOJI_MIDDLE, (reach, colours.ink), (reach - 4, colours.wall_dark))
        signs.draw_monument(canvas, colours, EMOJI_MIDDLE, 0.86 * reach)

    return draw_emoji(COLOURS[theme], draw)
