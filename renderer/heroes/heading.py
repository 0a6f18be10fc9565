"""The panel at the top: round and phase; in an invasion the card, its power and its strength."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.pieces import EVENTS, INVADERS, MAPS, Invader
from prowlerbot.games.heroes.position import Build
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import TARGETS, worth
from renderer import fonts
from renderer.canvas import Canvas, Piece
from renderer.glyphs import Glyph, Pen
from renderer.heroes import colours, invaders
from renderer.heroes.colours import Colours
from renderer.text import Slot, in_two_lines, typeset
from renderer.theme import Tint

LINE = 64
"""The height of the heading without a card."""
CARD = 236
"""The height of the heading with a card."""
_TOP = 78
"""The top of the card."""
_BESIDE = 196
EVENT_TEXT = Slot((_BESIDE, _TOP + 62, 970, _TOP + 104), fonts.TEXT, 36, "left")
POWER_TEXT = Slot((110, _TOP + 46, 970, _TOP + 84), fonts.TEXT, 32, "left")
MAP_TEXT = Slot((30, _TOP + 86, 970, _TOP + 124), fonts.TEXT, 34, "left")
"""The slots of the first lines of a card's texts."""
GAP = 4

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
    """The top of the area below the heading."""
    return _above_medals(state) + (MEDALS_HIGH if medals_shown(state) else 0) + 24


def _above_medals(state: Position) -> int:
    return CARD if _card(state) else LINE


def _card(state: Position) -> bool:
    return state.phase == "invasion" and bool(state.invader or state.event)


def pieces(theme: Colours, state: Position) -> Iterator[Piece]:
    beside = _right_text(state)
    yield from title(theme, state, 600 if beside else 970)
    yield typeset(theme, beside, Slot((600, 18, 970, 70), fonts.TEXT, 32, "right"), theme.quiet)
    if medals_shown(state):
        yield from medal_pieces(theme, state, _above_medals(state) + GAP)
    if not _card(state):
        return
    if state.event:
        yield from _event(theme, state)
    if state.invader:
        yield from _invader(theme, state)


def title(theme: Colours, state: Position, right: int = 970) -> Iterator[Piece]:
    """The phase and the round."""
    said = tr(BEFORE if _is_settling(state) else PHASES[state.phase])
    if state.phase == "planning":
        said = tr(PLANNED, phase=said, round=state.round + 1)
    elif state.phase != "over":
        said = tr(PHASE_OF_ROUND, phase=said, round=max(1, state.round))
    slot = Slot((30, 18, right, 70), fonts.TITLE, 34, "left")
    yield typeset(theme, said, slot, theme.golden)


def _event(theme: Colours, state: Position) -> Iterator[Piece]:
    plain, effect = theme.plain, EVENTS[state.event]
    name = tr(words.EVENT_NAMES[state.event])
    if effect == "straggler" and state.map:
        name = tr(WITH_MAP, name=name, map=tr(MAPS[state.map].name))
    yield emblem(theme, effect, 132).shifted(32, _TOP + 8)
    slot = Slot((_BESIDE, _TOP, 970, _TOP + 56), fonts.STRONG, 48, "left")
    yield typeset(theme, name, slot, plain)
    text = tr(words.EVENT_TEXTS[state.event])
    yield from _text(theme, text, EVENT_TEXT, plain)


def _invader(theme: Colours, state: Position) -> Iterator[Piece]:
    name = tr(INVADERS[state.invader].name)
    yield emblem(theme, "", 72).shifted(26, _TOP - 4)
    yield typeset(
        theme, name, Slot((110, _TOP, 560, _TOP + 48), fonts.STRONG, 44, "left"), theme.plain
    )
    yield from _counts(theme, INVADERS[state.invader], (560, _TOP + 4))
    text = words.INVADER_TEXTS.get(state.invader, "")
    if text:
        yield typeset(theme, tr(text), POWER_TEXT, theme.quiet)
    if state.map:
        name, said = tr(MAPS[state.map].name), tr(words.MAP_TEXTS[state.map])
        # A card without a power leaves no gap.
        down = 0 if text else -20
        for piece in _text(theme, tr(WAY, name=name, text=said), MAP_TEXT, theme.plain):
            yield piece.shifted(0, down)


def _is_settling(state: Position) -> bool:
    """Whether all seats have finished building and the invasion has not begun."""
    return state.phase == "build" and state.turn > 0 and not state.building


def _right_text(state: Position) -> str:
    if _is_settling(state):
        return ""
    if state.phase == "build":
        text = IN_PILE if state.setup.build == "live" else LAST_TURN if state.last else TURN
        return tr(text, turn=state.turn, pile=state.pile)
    if state.phase == "invasion":
        count = state.invaders + state.events
        return tr(TO_COME, count=count) if count or not _card(state) else tr(LAST_CARD)
    return ""


def _text(theme: Colours, text: str, slot: Slot, tint: Tint) -> Iterator[Piece]:
    """A text in at most two lines; ``slot`` is that of the first one."""
    down = slot.box[3] - slot.box[1]
    for number, line in enumerate(in_two_lines(text, slot)):
        yield typeset(theme, line, slot, tint).shifted(0, down * number)


def _counts(theme: Colours, invader: Invader, at: tuple[int, int]) -> Iterator[Piece]:
    """All hearts and bags of an invader."""
    x, y = at
    for name, count in (("heart", invader.hearts), ("bag", invader.bags)):
        for _ in range(count):
            yield invaders.sign(theme, name, 40, filled=name == "heart").shifted(x, y)
            x += 43
        x += 16


_EMBLEMS: dict[str, Glyph] = {
    "cave-in": colours.SIGNS["bare_rock"],
    "rust": colours.SIGNS["shut_trap"],
    "seepage": colours.SIGNS["coin"],
    "pay": colours.SIGNS["bag"],
    "jailbreak": colours.SIGNS["empty_cell"],
    "seam": colours.SIGNS["ore"],
    "recruits": colours.SIGNS["guard"],
}
"""The emblem for each effect of an event; an invader for events that bring one."""


@lru_cache(maxsize=32)
def emblem(theme: Colours, effect: str, size: int) -> Piece:
    """The emblem of a card, light on its panel."""
    canvas, half = Canvas((0, 0, size, size), theme.panel), size / 2
    glyph = _EMBLEMS.get(effect, colours.SIGNS["hero"])
    glyph(Pen(canvas, (half, half), half * 0.92), theme.words, theme.panel)
    return canvas.piece(theme)


# ------------------------------------------------------------------------- the medals


MEDALS_HIGH = 112
TREASURE = mark("Treasure")
_NAMES = {"gold": mark("Gold"), "silver": mark("Silver"), "bronze": mark("Bronze")}
_BAR = 78
"""The height of the bar; the names of the medals are below it."""
_LEFT, _RIGHT = 300, 936
_DISC = 29


def medals_shown(state: Position) -> bool:
    return len(state.seats) == 1 and state.phase != "over"


def medal_pieces(theme: Colours, state: Position, top: int) -> Iterator[Piece]:
    """The progress of a solo player's treasure towards each medal, from ``top`` on."""
    treasure = worth(state.seats[0])
    slot = Slot((30, top, 160, top + _BAR), fonts.TEXT, 32, "left")
    yield typeset(theme, tr(TREASURE), slot, theme.quiet)
    number = Slot((160, top, 222, top + _BAR), fonts.STRONG, 44, "right")
    yield typeset(theme, str(treasure), number, theme.golden)
    yield invaders.plain_token(theme, "gold", 40).shifted(228, top + _BAR // 2 - 20)
    yield _bar(theme, state.setup.build, treasure).shifted(0, top)
    for medal, slot in medal_names(state.setup.build):
        yield typeset(theme, medal, slot, theme.quiet).shifted(0, top)


def medal_names(build: Build) -> Iterator[tuple[str, Slot]]:
    """The name of each medal, below its disc."""
    targets = TARGETS[build]
    for medal, target in targets.items():
        x = round(_LEFT + (_RIGHT - _LEFT) * target / max(targets.values()))
        yield tr(_NAMES[medal]), Slot((x - 50, _BAR - 6, x + 50, MEDALS_HIGH - 4), fonts.TEXT, 28)


@lru_cache(maxsize=128)
def _bar(theme: Colours, build: Build, treasure: int) -> Piece:
    """A track filled in proportion to the treasure, with the medals at their targets: filled once
    reached, else hollow.
    """
    box = (_LEFT - 12, 0, _RIGHT + _DISC + 4, _BAR)
    canvas, middle = Canvas(box, theme.panel), _BAR / 2
    targets = TARGETS[build]
    metals = {"gold": theme.lamp, "silver": theme.silver, "bronze": theme.bronze}
    most = targets["gold"]
    across = (_RIGHT - _LEFT) / most
    canvas.rounded((_LEFT - 10, middle - 12, _RIGHT + 10, middle + 12), 12, theme.muted)
    canvas.rounded((_LEFT - 8, middle - 10, _RIGHT + 8, middle + 10), 10, theme.panel)
    if treasure:
        end = _LEFT + across * min(treasure, most)
        canvas.rounded((_LEFT - 8, middle - 10, end + 8, middle + 10), 10, theme.lamp)
    for medal, target in targets.items():
        centre, reached = (_LEFT + across * target, middle), treasure >= target
        canvas.discs(centre, (_DISC, theme.ink), (_DISC - 3, metals[medal]))
        if not reached:
            canvas.disc(centre, _DISC - 8, theme.panel)
        tint = Tint(theme.ink, metals[medal]) if reached else theme.plain
        x = round(centre[0])
        slot = Slot((x - 20, 18, x + 20, _BAR - 18), fonts.STRONG, 32)
        canvas.put(typeset(theme, str(target), slot, tint))
    return canvas.piece(theme)
