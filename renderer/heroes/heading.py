"""The panel at the top: round and phase; in an invasion who comes, how and with what."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.cards import EVENTS, INVADERS, Invader
from prowlerbot.games.heroes.rules import Position
from renderer import fonts
from renderer.canvas import Canvas
from renderer.glyphs import Pen
from renderer.piece import Piece
from renderer.text import Slot, Tint, in_two_lines, written

from . import glyphs, strip
from .colours import Colours

LINE = 64
"""Pixels of the heading where there is no card."""
CARD = 236
"""And where there is one."""
_TOP = 78
"""Where the card begins."""

PHASE_OF_ROUND = mark("{phase} · round {round} of 3")
PLANNED = mark("{phase} · before round {round} of 3")
PHASES = {
    "build": mark("Building"),
    "invasion": mark("Invasion"),
    "planning": mark("Planning"),
    "over": mark("The end"),
}
BEFORE = mark("Before the invasion")
TURN = mark("turn {turn} · {pile} in the pile")
LAST_TURN = mark("last turn · {pile} in the pile")
TO_COME = mark("{count} more to come")
LAST_CARD = mark("the last one")
WITH_MAP = mark("{name}, {map}")
WAY = mark("{name}: {text}")
IN_PILE = mark("{pile} in the pile")


def height(state: Position) -> int:
    """Where what is below the heading begins."""
    return (CARD if _card(state) else LINE) + 24


def _card(state: Position) -> bool:
    return state.phase == "invasion" and bool(state.invader or state.event)


def pieces(theme: Colours, state: Position) -> Iterator[Piece]:
    plain, gilt = Tint(theme.words, theme.panel), Tint(theme.gilt, theme.panel)
    quiet = Tint(theme.muted, theme.panel)
    said = tr(BEFORE if _settling(state) else PHASES[state.phase])
    if state.phase == "planning":
        said = tr(PLANNED, phase=said, round=state.round + 1)
    elif state.phase != "over":
        said = tr(PHASE_OF_ROUND, phase=said, round=max(1, state.round))
    beside = _right(state)
    title = Slot((30, 18, 600 if beside else 970, 70), fonts.TITLE, 34, "left")
    yield written(theme, said, title, gilt)
    yield written(theme, beside, Slot((600, 18, 970, 70), fonts.TEXT, 32, "right"), quiet)
    if not _card(state):
        return
    top = _TOP
    if state.event:
        name, text = tr(words.EVENT_NAMES[state.event]), words.EVENT_TEXTS[state.event]
        if EVENTS[state.event] == "straggler" and state.map:
            name = tr(WITH_MAP, name=name, map=tr(words.MAP_NAMES[state.map]))
        slot = Slot((30, top, 970, top + 44), fonts.STRONG, 40, "left")
        yield written(theme, name, slot, plain)
        yield from _text(theme, tr(text), (30, top + 56, 970), plain)
    if state.invader:
        invader = INVADERS[state.invader]
        name = tr(words.INVADER_NAMES[state.invader])
        yield _hero(theme)
        yield written(theme, name, Slot((96, top, 560, top + 48), fonts.STRONG, 42, "left"), plain)
        yield from _counts(theme, invader, (560, top + 6))
        if text := words.INVADER_TEXTS.get(state.invader, ""):
            yield from _text(theme, tr(text), (96, top + 48, 970), quiet, lines=1)
        if state.map:
            name, text = tr(words.MAP_NAMES[state.map]), tr(words.MAP_TEXTS[state.map])
            way = tr(WAY, name=name, text=text)
            yield from _text(theme, way, (30, top + 88, 970), plain)


def _settling(state: Position) -> bool:
    """Whether building is over for all, but the invasion has not begun."""
    return state.phase == "build" and state.turn > 0 and not state.building


def _right(state: Position) -> str:
    if _settling(state):
        return ""
    if state.phase == "build":
        text = IN_PILE if state.setup.build == "live" else LAST_TURN if state.last else TURN
        return tr(text, turn=state.turn, pile=state.pile)
    if state.phase == "invasion":
        count = state.invaders + state.events
        return tr(TO_COME, count=count) if count or not _card(state) else tr(LAST_CARD)
    return ""


def _text(
    theme: Colours, text: str, place: tuple[int, int, int], tint: Tint, lines: int = 2
) -> Iterator[Piece]:
    left, top, right = place
    slot = Slot((left, top, right, top + 38), fonts.TEXT, 31, "left")
    told = in_two_lines(text, slot) if lines > 1 else (text,)
    for number, line in enumerate(told):
        box = (left, top + 36 * number, right, top + 38 + 36 * number)
        yield written(theme, line, slot._replace(box=box), tint)


def _counts(theme: Colours, invader: Invader, at: tuple[int, int]) -> Iterator[Piece]:
    """Hearts and bags, as many as there are."""
    x, y = at
    for name, count in (("heart", invader.hearts), ("bag", invader.bags)):
        for _ in range(count):
            yield strip.sign(theme, name, 40, filled=True).shifted(x, y)
            x += 43
        x += 16


@lru_cache(maxsize=8)
def _hero(theme: Colours) -> Piece:
    canvas = Canvas((0, 0, 60, 60), theme.panel)
    glyphs.hero(Pen(canvas, (30, 30), 27.6), theme.words, theme.panel)
    return Piece(canvas.finish(theme), 28, _TOP)
