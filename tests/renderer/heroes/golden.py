"""The golden pictures of Heroes Beware.

``python -m tests.renderer.heroes.golden`` draws them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.rules import Position
from renderer.heroes import Mark, draw_board, draw_cover, draw_own, draw_sheet
from tests.renderer.golden import draw_anew

from .matches import NAMES, first, match, names

FOLDER = Path(__file__).parent / "golden"


def _invasion() -> bytes:
    state = [state for state in match("4/turns/free/full", 2) if state.invaded][-1].invaded
    assert state is not None
    return draw_board(state, names(state))


def _building() -> bytes:
    state = first("3/turns/guided/full", lambda each: each.turn == 20, seed=2)
    return draw_board(state, names(state), theme="day")


def _live() -> bytes:
    state = first("2/live/guided/full", lambda each: len(each.face_up) > 12, seed=2)
    return draw_own(state, 1, theme="safe")


def _drafting() -> Position:
    return first(
        "1/turns/guided/full",
        lambda each: any(move.kind == "queue" for move in each.seats[0].legal),
        after=20,
        seed=2,
    )


def _choice() -> bytes:
    state = _drafting()
    squares = sorted({move.at for move in state.moves(1) if move.at >= 0})
    marks = [Mark((at,), str(number)) for number, at in enumerate(squares, 1)]
    return draw_own(state, 1, marks=marks)


def _turns() -> bytes:
    state = _drafting()
    at = next(move.at for move in state.moves(1) if move.at >= 0)
    return draw_own(state, 1, options=[Placed("L7", at, turns) for turns in range(4)], theme="day")


def _walking() -> bytes:
    state = first("2/brisk/free/full", lambda each: any(s.walk for s in each.seats), 1, 2)
    seat = next(number for number, each in enumerate(state.seats, 1) if each.walk)
    return draw_own(state, seat, theme="safe")


def _planning() -> bytes:
    state = first("4/turns/free/full", lambda each: each.choosing, 2, 2)
    return draw_board(state, names(state), theme="day")


SCENES: dict[str, Callable[[], bytes]] = {
    "invasion": _invasion,
    "building": _building,
    "live": _live,
    "choice": _choice,
    "turns": _turns,
    "walking": _walking,
    "planning": _planning,
    "over": lambda: draw_board(match("3/turns/guided/full", 2)[-1], NAMES[:3]),
    "sheet": lambda: draw_sheet(match("4/turns/free/full", 2), NAMES, theme="safe"),
    "sheet-alone": lambda: draw_sheet(match("1/turns/guided/full", 1), NAMES[:1]),
    "cover": draw_cover,
}


if __name__ == "__main__":
    draw_anew(FOLDER, SCENES)
