"""The podium of a competition to keep, with the competition and its game below."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from renderer import fonts
from renderer.canvas import Box, Canvas, paste_centred, with_own_palette
from renderer.competition import table
from renderer.competition.table import LEFT, RIGHT, Row, Table
from renderer.covers import scene_picture
from renderer.sheet import laurel_picture
from renderer.text import Slot, break_in_two, typeset
from renderer.theme import THEMES, Theme, Tint

MOST_STEPS = 6
"""The most steps; a line names further players, who have equal places."""
_STEPS_FOOT = 622
_STEP_HEIGHTS = {1: 320, 2: 258, 3: 196}
"""The height of a step, by its place; later places have that of the third."""
_WIDEST_STEP, _GAP = 306, 12
_NAME_HEIGHT, _LAUREL_REACH = 66, 46.0
_NAME_SIZE, _BROKEN_NAME_SIZE = 46, 32
_MEDAL_RADIUS = 48.0
_PLACE_SIZE, _POINTS_SIZE = 62, 38
_PANEL_HEIGHT = 222
_OTHERS_HEIGHT, _OTHERS_SIZE = 58, 34
_SCENE_SIZE = (390, 188)
_LINE_HEIGHT, _LINE_SIZE = 50, 36


@dataclass(frozen=True, slots=True)
class Podium:
    """The rows of the table are in the order of places, with their points in words, if any.

    ``lines`` have the game, the format, the dates. ``cover`` draws the cover of the game.
    """

    table: Table
    lines: tuple[str, ...]
    cover: Callable[[], bytes]


def draw_podium(podium: Podium, *, theme: str = "night") -> bytes:
    """The podium as PNG, 1000 pixels wide."""
    colours = THEMES[theme]
    whole = colours.to_rgb(podium_picture(podium, colours))
    left, top, _, foot = _panel_box(podium)
    scene = scene_picture(podium.cover(), _SCENE_SIZE)
    whole.paste(scene, (left + 16, (top + foot - _SCENE_SIZE[1]) // 2))
    return with_own_palette(whole)


def podium_picture(podium: Podium, theme: Theme) -> Image.Image:
    """The podium in the theme's palette (mode P), still without the scene of its game."""
    panel, others = _panel_box(podium), _other_names(podium)
    canvas = table.begin_picture(theme, panel[3] + 12)
    canvas.panel(panel, 16, theme)
    if others:
        canvas.panel((LEFT, _STEPS_FOOT + 12, RIGHT, _STEPS_FOOT + 12 + _OTHERS_HEIGHT), 14, theme)
        box = (LEFT + 20, _STEPS_FOOT + 14, RIGHT - 20, _STEPS_FOOT + 10 + _OTHERS_HEIGHT)
        slot = Slot(box, fonts.SCRIPTS[0], _OTHERS_SIZE)
        table.write_name(canvas, theme, others, slot, theme.plain)
    for step, left, right in place_steps(podium.table.rows):
        _draw_step(canvas, theme, step, left, right)
    left = panel[0] + 16 + _SCENE_SIZE[0] + 24
    top = (panel[1] + panel[3] - _LINE_HEIGHT * len(podium.lines)) // 2
    for at, line in enumerate(podium.lines):
        box = (left, top + _LINE_HEIGHT * at, RIGHT - 20, top + _LINE_HEIGHT * (at + 1))
        tint = theme.quiet if at else theme.plain
        canvas.put(typeset(theme, line, Slot(box, fonts.TEXT, _LINE_SIZE, "left"), tint))
    return table.finish_with_heading(canvas, theme, podium.table.heading)


def _panel_box(podium: Podium) -> Box:
    top = _STEPS_FOOT + 12 + (_OTHERS_HEIGHT + 12 if _other_names(podium) else 0)
    return LEFT, top, RIGHT, top + _PANEL_HEIGHT


def _other_names(podium: Podium) -> str:
    """The players without a step, by their places."""
    return " · ".join(f"{step.place}. {step.name}" for step in podium.table.rows[MOST_STEPS:])


def place_steps(steps: Sequence[Row]) -> list[tuple[Row, int, int]]:
    """Each step with its left and right side: the second, the first, then all others."""
    shown = list(steps[:MOST_STEPS])
    if len(shown) > 1:
        shown[:2] = shown[1::-1]
    across = min(_WIDEST_STEP, (RIGHT - LEFT - _GAP * (len(shown) - 1)) // max(1, len(shown)))
    left = (LEFT + RIGHT - across * len(shown) - _GAP * (len(shown) - 1)) // 2
    sides = []
    for step in shown:
        sides.append((step, left, left + across))
        left += across + _GAP
    return sides


def _draw_step(canvas: Canvas, theme: Theme, step: Row, left: int, right: int) -> None:
    top = _STEPS_FOOT - _STEP_HEIGHTS[min(step.place, max(_STEP_HEIGHTS))]
    middle = (left + right) / 2
    metal = theme.metal_of(step.place)
    canvas.panel((left, top, right, _STEPS_FOOT), 12, theme)
    canvas.rounded((left, top, right, top + 18), 9, metal)
    table.draw_medal(canvas, theme, step.place, (middle, top + 82), _MEDAL_RADIUS)
    if step.place == 1:
        laurel = laurel_picture(theme, theme.gilt, _LAUREL_REACH)
        paste_centred(canvas, laurel, (middle, top - _NAME_HEIGHT - 56))
    _write_name_above(canvas, theme, step.name, (left + 4, top - _NAME_HEIGHT, right - 4, top - 4))
    box = round(middle) - 36, top + 48, round(middle) + 36, top + 116
    slot = Slot(box, fonts.STRONG, _PLACE_SIZE)
    canvas.put(typeset(theme, str(step.place), slot, Tint(theme.ink, metal)))
    slot = Slot((left + 4, top + 136, right - 4, top + 184), fonts.TEXT, _POINTS_SIZE)
    canvas.put(typeset(theme, step.points, slot, theme.plain))


def _write_name_above(canvas: Canvas, theme: Theme, name: str, box: Box) -> None:
    """Write a name in the box above a step, in two lines if it is too long for one."""
    left, top, right, foot = box
    lines = break_in_two(name, Slot(box, fonts.STRONG, table.LEAST_NAME_SIZE))
    high = (foot - top) // len(lines)
    size = _NAME_SIZE if len(lines) == 1 else _BROKEN_NAME_SIZE
    for at, line in enumerate(lines):
        slot = (left, top + at * high, right, top + (at + 1) * high)
        in_line = Slot(slot, fonts.SCRIPTS[0], size)
        table.write_name(canvas, theme, line, in_line, theme.titled)
