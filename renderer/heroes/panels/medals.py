"""For a solo player: the progress of the treasure towards each medal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import MEDALS, TARGETS
from prowlerbot.games.heroes.setup import Build
from renderer import fonts
from renderer.canvas import Canvas, Piece
from renderer.heroes.colours import Colours
from renderer.heroes.ending.course import worth
from renderer.heroes.invaders import strip
from renderer.text import Slot, written
from renderer.theme import Tint

HIGH = 112
NOW = mark("Treasure")
_NAMES = {"gold": mark("Gold"), "silver": mark("Silver"), "bronze": mark("Bronze")}
_BAR = 78
"""Pixels of the bar; the names of the medals stand below it."""
_LEFT, _RIGHT = 300, 936
_DISC = 29


def is_shown(state: Position) -> bool:
    return len(state.seats) == 1 and state.phase != "over"


def pieces(theme: Colours, state: Position, top: int) -> Iterator[Piece]:
    """In a heading, from ``top`` on."""
    treasure = worth(state.seats[0])
    slot = Slot((30, top, 160, top + _BAR), fonts.TEXT, 32, "left")
    yield written(theme, tr(NOW), slot, theme.quiet)
    number = Slot((160, top, 222, top + _BAR), fonts.STRONG, 44, "right")
    yield written(theme, str(treasure), number, theme.golden)
    yield strip.plain(theme, "gold", 40).shifted(228, top + _BAR // 2 - 20)
    yield _bar(theme, state.setup.build, treasure).shifted(0, top)
    for medal, slot in named(state.setup.build):
        yield written(theme, medal, slot, theme.quiet).shifted(0, top)


def named(build: Build) -> Iterator[tuple[str, Slot]]:
    """The name of each medal, below its disc."""
    targets = TARGETS[build]
    for medal, target in zip(MEDALS, targets, strict=True):
        x = round(_LEFT + (_RIGHT - _LEFT) * target / max(targets))
        yield tr(_NAMES[medal]), Slot((x - 50, _BAR - 6, x + 50, HIGH - 4), fonts.TEXT, 28)


@lru_cache(maxsize=128)
def _bar(theme: Colours, build: Build, treasure: int) -> Piece:
    """A track filled in proportion to the treasure, with the medals at their targets: filled once
    reached, else hollow.
    """
    box = (_LEFT - 12, 0, _RIGHT + _DISC + 4, _BAR)
    canvas, middle = Canvas(box, theme.panel), _BAR / 2
    targets = dict(zip(MEDALS, TARGETS[build], strict=True))
    metals = {"gold": theme.lamp, "silver": theme.silver, "bronze": theme.bronze}
    most = targets["gold"]
    across = (_RIGHT - _LEFT) / most
    canvas.rounded((_LEFT - 10, middle - 12, _RIGHT + 10, middle + 12), 12, theme.muted)
    canvas.rounded((_LEFT - 8, middle - 10, _RIGHT + 8, middle + 10), 10, theme.panel)
    if treasure:
        end = _LEFT + across * min(treasure, most)
        canvas.rounded((_LEFT - 8, middle - 10, end + 8, middle + 10), 10, theme.lamp)
    for medal, target in targets.items():
        centre = _LEFT + across * target, middle
        canvas.discs(centre, (_DISC, theme.ink), (_DISC - 3, metals[medal]))
        if treasure < target:
            canvas.disc(centre, _DISC - 8, theme.panel)
    sprite = canvas.finish(theme)
    for medal, target in targets.items():
        x, reached = round(_LEFT + across * target) - box[0], treasure >= target
        tint = Tint(theme.ink, metals[medal]) if reached else theme.plain
        slot = Slot((x - 20, 18, x + 20, _BAR - 18), fonts.STRONG, 32)
        written(theme, str(target), slot, tint).put(sprite)
    return Piece(sprite, box[0], 0)
