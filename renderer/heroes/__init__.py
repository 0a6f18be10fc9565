"""Pictures of Heroes Beware."""

from collections.abc import Callable
from functools import partial

from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.position import SEATS
from renderer.heroes import shelf
from renderer.heroes.board import draw_board
from renderer.heroes.colours import COLOURS

_JOBS = 4


def parts_to_prepare(theme: str) -> list[Callable[[], object]]:
    """The parts that a theme's pictures share; see ``Face.prepare``."""
    starts = {seats: Heroes().start(f"{seats}/brisk/guided/full") for seats in SEATS}
    return [
        *(partial(draw_board, starts[seats], [""] * seats, theme=theme) for seats in SEATS),
        *(partial(_draw_tiles, theme, tuple(PIECES)[first::_JOBS]) for first in range(_JOBS)),
    ]


def _draw_tiles(theme: str, ids: tuple[str, ...]) -> object:
    """Draw tiles of the size that they have on shelves."""
    return [shelf.thumbnail_picture(COLOURS[theme], id_, shelf.TILE_SIZE) for id_ in ids]
