"""The ladder of a server: its order, its challenges, and the players on holiday."""

from collections.abc import Sequence
from dataclasses import dataclass

from prowlerbot.core.i18n import mark, tr
from renderer.canvas import XY, Canvas
from renderer.competition.table import (
    LEFT,
    RIGHT,
    ROW,
    TOP,
    Row,
    Sign,
    Table,
    begin,
    draw_holiday,
    draw_lines,
    finish,
    write_player,
)
from renderer.theme import THEMES, Theme

CHALLENGES = mark("challenges")
_GAP, _MARGIN = 12, 8
_NAME = LEFT + 90
_LANE, _MOST_LANES = 44, 6
_SIGN = 56


@dataclass(frozen=True, slots=True)
class Duel:
    """A challenge that is being played, by the places of both."""

    challenger: int
    other: int


def draw_ladder(duels: Sequence[Duel], table: Table, *, theme: str = "night") -> bytes:
    """The ladder as PNG, 1000 pixels wide; duels with places outside the table end at its edge."""
    colours = THEMES[theme]
    foot = TOP + ROW * len(table.rows) + 2 * _MARGIN
    places = {row.place for row in table.rows}
    lanes = lanes_of([duel for duel in duels if places & {duel.challenger, duel.other}])
    legend: list[tuple[Sign, str]] = [(_challenges, tr(CHALLENGES))] if lanes else []
    legend += table.legend
    canvas = begin(colours, foot + _GAP, legend)
    canvas.panel((LEFT, TOP, RIGHT, foot), 16, colours)
    across = _LANE if len(lanes) <= _MOST_LANES else _LANE * _MOST_LANES // len(lanes)
    end = RIGHT - 20 - across * len(lanes)
    tops = draw_lines(canvas, colours, table.rows, TOP + _MARGIN, ROW)
    for row, top in zip(table.rows, tops, strict=True):
        write_player(canvas, colours, row, (_NAME, end - (_SIGN if row.way else 8)), top)
        if row.way:
            draw_holiday(canvas, colours, (end - _SIGN / 2, top + ROW / 2), 15)
    for number, lane in enumerate(lanes):
        for duel in lane:
            _draw_duel(canvas, colours, table.rows, duel, end + across * (number + 0.5))
    return finish(canvas, colours, table.heading)


def lanes_of(duels: Sequence[Duel]) -> list[list[Duel]]:
    """The duels in lanes, so that no two duels in a lane overlap."""
    lanes: list[list[Duel]] = []
    for duel in sorted(duels, key=lambda each: sorted((each.challenger, each.other))):
        first = min(duel.challenger, duel.other)
        for lane in lanes:
            if max(lane[-1].challenger, lane[-1].other) < first:
                lane.append(duel)
                break
        else:
            lanes.append([duel])
    return lanes


def _draw_duel(canvas: Canvas, theme: Theme, rows: Sequence[Row], duel: Duel, x: float) -> None:
    """An arrow from the challenger to the other."""
    first, last = rows[0].place, rows[-1].place

    def y(place: int) -> float:
        inside = min(max(place, first - 0.5), last + 0.5)
        return TOP + _MARGIN + (inside - first + 0.5) * ROW

    start, end = (x, y(duel.challenger)), (x, y(duel.other))
    canvas.line((start, end), 6, theme.gilt)
    if first <= duel.challenger <= last:
        canvas.discs(start, (10, theme.gilt), (5, theme.panel))
    if first <= duel.other <= last:
        way = 1 if duel.other > duel.challenger else -1
        tip, neck = end[1] + way * 16, end[1] - way * 8
        canvas.polygon(((x, tip), (x - 14, neck), (x + 14, neck)), theme.gilt)


def _challenges(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    x, y = centre
    canvas.line(((x, y + half), (x, y)), 5, theme.gilt)
    canvas.discs((x, y + half), (6, theme.gilt), (2.5, theme.panel))
    canvas.polygon(
        ((x, y - half * 1.1), (x - half * 0.9, y + 2), (x + half * 0.9, y + 2)), theme.gilt
    )
