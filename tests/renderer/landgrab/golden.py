"""The golden pictures of Landgrab; ``python -m tests.renderer.landgrab.golden`` draws them anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.rules import Position
from renderer.landgrab import Mark, draw_board, draw_choice, draw_cover, draw_sheet
from tests.renderer.golden import draw_anew

from .matches import first, first_eviction, match, names, played
from .whole_matches import MATCHES, NAMES, whole

FOLDER = Path(__file__).parent / "golden"


def _drawn(state: Position, theme: str = "night") -> bytes:
    return draw_board(state, names(state), theme=theme)


def _choice() -> bytes:
    state = played(4, 3, "mill", 90)
    open_ = [square for square in squares_in(state.map.free) if square not in state.pawns]
    marks = [Mark((square,), str(number)) for number, square in enumerate(open_[::5], 1)]
    return draw_choice(state, marks, names(state))


SCENES: dict[str, Callable[[], bytes]] = {
    "tiles": lambda: _drawn(played(1, 4, "together", 9)),
    "buildings": lambda: _drawn(played(1, 4, "together", 26), "day"),
    "spawns": lambda: _drawn(played(1, 4, "together", 35), "safe"),
    "turn": lambda: _drawn(played(8, 4, "drawn", 124)),
    "attack": lambda: _drawn(first(5, 4, "hall", "defence", 60), "day"),
    "eviction": lambda: _drawn(first_eviction()),
    "two": lambda: _drawn(played(4, 2, "duel", 90), "safe"),
    "end": lambda: _drawn(match(6, 4, "ring")[-1]),
    "choice": _choice,
    "sheet": lambda: draw_sheet(whole(3, 4), NAMES),
    "sheet-last-day": lambda: draw_sheet(
        whole(0, 2, ground="duel", choose="fighting"), NAMES[:2], theme="day"
    ),
    "sheet-left-safe": lambda: draw_sheet(MATCHES["three, leaving"](), NAMES[:3], theme="safe"),
    "cover": draw_cover,
    "cover-day": lambda: draw_cover("day"),
}


if __name__ == "__main__":
    draw_anew(FOLDER, SCENES)
