"""Pictures of Landgrab."""

from collections.abc import Callable
from functools import partial

from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.map import map_text
from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from prowlerbot.games.landgrab.position import FIXED_MAPS, TOGETHER, fixed_map
from renderer.landgrab.board import draw_board


def parts_to_prepare(theme: str) -> list[Callable[[], object]]:
    """The parts that a theme's pictures share; see ``Face.prepare``."""
    # Other maps share the squares, buildings and coast of these.
    grounds = [TOGETHER, *(map_text(fixed_map(name)) for name in FIXED_MAPS)]
    starts = [Landgrab().start(f"{LETTERS}/1/{ground}") for ground in grounds]
    return [partial(draw_board, start, [""] * len(LETTERS), theme=theme) for start in starts]
