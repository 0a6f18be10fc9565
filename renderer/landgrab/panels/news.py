"""The strip below the map: the last action with its player, its dice and its result.

While players build the map, it shows the contents of the box and the next player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES
from prowlerbot.games.landgrab.rules import Position
from renderer import fonts
from renderer.canvas import XY, Box, Canvas, Piece
from renderer.glyphs import Pen
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.landgrab.land.window import ACROSS
from renderer.landgrab.panels import plaques
from renderer.text import Name, Slot, in_two_lines, named, written

BOX, NEXT = mark("In the box:"), mark("Next:")
BUILDS = frozenset("tsl")
"""The kinds of moves that build the map."""
_DIE = 33
"""Half the width of a die."""


def pieces(theme: Colours, state: Position, told: str, bottom: int) -> Iterator[Piece]:
    if state.phase in {"tiles", "buildings"}:
        yield from _box(theme, state, bottom)
        return
    yield from last_action(theme, state, told, plaques.strip(bottom), _DIE)


def last_action(
    theme: Colours, state: Position, told: str, panel: Box, die: int
) -> Iterator[Piece]:
    """The last action in a line of a panel: the signs of its players, its dice, and the words
    ``told`` of it. ``die`` is half the width of a die.
    """
    last, (left, top, _, under) = state.last, panel
    x, y = left + 38.0, (top + under) / 2
    letters = state.setup.colours
    if last is not None and last.move.kind not in BUILDS:
        yield glyphs.sign_on_panel(theme, letters[last.seat - 1], (x, y))
        x += 72
        due = {"c": 1, "a": 2}.get(last.move.kind, 0)
        for at in range(due):
            shown = last.rolls[at] if at < len(last.rolls) else 0
            beaten = len(last.rolls) == 2 and shown < max(last.rolls)
            yield glyphs.die(theme, (x, y), die, shown, dull=beaten or not shown)
            x += die + 45
        if due == 2:
            yield glyphs.sign_on_panel(theme, letters[last.move.at - 1], (x - 6, y))
            x += 64
        x -= 36
    elif state.phase != "eviction":
        for seat in sorted(state.left):
            yield glyphs.sign_on_panel(theme, letters[seat - 1], (x, y))
            x += 56
    if told:
        yield from _text(theme, told, slots(round(x), panel))


def slots(left: int, panel: Box) -> tuple[Slot, Slot, Slot]:
    """The slots for a text alone in a panel: in one line, and in two."""
    _, top, right, under = panel
    high = (top + under) // 2
    alone = Slot((left, high - 22, right - 14, high + 22), fonts.TEXT, 34, "left")
    upper = alone._replace(box=(left, top + 4, right - 14, high))
    return alone, upper, upper._replace(box=(left, high, right - 14, under - 4))


def _text(theme: Colours, text: str, places: tuple[Slot, Slot, Slot]) -> Iterator[Piece]:
    lines = in_two_lines(text, places[0])
    for line, slot in zip(lines, places[:1] if len(lines) == 1 else places[1:], strict=True):
        if fonts.holding(line, slot.file) == slot.file:
            yield written(theme, line, slot, theme.plain)
        else:  # a name in it needs other fonts
            yield named(theme, Name(line, "", plaques.SMALL), slot, theme.plain)


# ----------------------------------------------------------------------- contents of the box


def _box(theme: Colours, state: Position, bottom: int) -> Iterator[Piece]:
    _, top, right, under = plaques.strip(bottom)
    y = (top + under) / 2
    yield written(theme, tr(BOX), box_word(bottom), theme.quiet)
    on = state.map
    counts = TILES - len(on.tiles), SMALL_BUILDINGS - len(on.small), LARGE_BUILDINGS - len(on.large)
    for kind, count in enumerate(counts):
        x = 214 + 128 * kind
        yield _material(theme, kind, (x, y))
        slot = Slot((x + 32, round(y) - 24, x + 84, round(y) + 24), fonts.STRONG, 42, "left")
        yield written(theme, str(count), slot, theme.plain_if(count))
    yield written(theme, tr(NEXT), next_word(bottom), theme.quiet)
    seat = state.turn
    for at in range(4):
        if at:
            seat = state.next_in(seat, clockwise=state.phase == "tiles")
        yield glyphs.sign_on_panel(
            theme, state.setup.colours[seat - 1], (right - 220 + 62.0 * at, y), 16
        )


def box_word(bottom: int) -> Slot:
    _, top, _, under = plaques.strip(bottom)
    return Slot((26, top + 8, 176, under - 8), fonts.TEXT, 32, "left")


def next_word(bottom: int) -> Slot:
    _, top, right, under = plaques.strip(bottom)
    return Slot((right - 370, top + 8, right - 254, under - 8), fonts.TEXT, 32, "right")


@lru_cache(maxsize=64)
def _material(theme: Colours, kind: int, centre: XY) -> Piece:
    x, y = map(round, centre)
    canvas = Canvas((x - 32, y - 28, x + 28, y + 28), theme.panel)
    if kind:
        glyph = glyphs.SIGNS["house"] if kind == 1 else glyphs.SIGNS["hall"]
        glyph(Pen(canvas, (x, y), 22), theme.gilt, theme.panel)
    else:
        for dx, dy in ((-1, -1), (0, -1), (-1, 0), (0, 0)):
            left, top = x + 20 * dx, y + 20 * dy
            canvas.rectangle(left + 1, top + 1, left + 19, top + 19, theme.gilt)
    return canvas.piece(theme)


# ------------------------------------------------------------------------- the lines at the foot


SINCE = mark("since the last turn")
"""After the sign of the awaited player."""
_MOST = 3
"""The awaited player and two others: the strip shows the action of the latest one."""
_HEAD, _LINE_HEIGHT = 48, 60
"""The heights of the label and of a line."""
_SMALL_DIE = 27
"""Half the width of a die."""
_ROLLED = {"claim", "defence"}
"""The phases in which the last roll of an action is due."""


def rolled_since(line: Sequence[Position]) -> tuple[int, ...]:
    """The plies of the awaited seat's latest roll, and of all that concerned it or was a fight
    since then, without the last action, which the strip shows.
    """
    now = line[-1]
    if len(line) < 2 or not now.round or now.end or now.phase in _ROLLED or now.phase == "attack":
        return ()
    (mover,) = now.to_move
    rolled: list[int] = []
    shown = now.last
    for ply in range(len(line) - 1, 0, -1):
        before, after = line[ply - 1], line[ply]
        if not before.round or len(rolled) == _MOST:
            break
        action = after.last
        if action is None or action is before.last or before.phase == "attack":
            continue
        if before.phase in _ROLLED and action is not shown and _concerns(before, mover):
            rolled.append(ply)
        own_turn = before.phase in {*_ROLLED, "turn"} and action.seat == mover
        if own_turn and before.phase != "eviction":
            break
    return tuple(reversed(rolled))


def _concerns(before: Position, mover: int) -> bool:
    """Whether the roll that is due is a fight, the player's own, or for one of their buildings."""
    own = mover in {before.turn, before.owners[before.target] if before.phase == "claim" else 0}
    return own or before.phase == "defence"


def earlier_height(lines: int) -> int:
    """The height of the panel with its gap."""
    return _HEAD + _LINE_HEIGHT * lines + plaques.GAP


def box(bottom: int, lines: int) -> Box:
    """The panel in a picture that would end at ``bottom`` without it."""
    return plaques.GAP, bottom, ACROSS - plaques.GAP, bottom + earlier_height(lines) - plaques.GAP


def earlier_pieces(
    theme: Colours, state: Position, earlier: Sequence[tuple[Position, str]], bottom: int
) -> Iterator[Piece]:
    """The lines at the foot: what has happened since the awaited player's latest turn.

    Each later move replaces the news in the strip, so fights would be gone before anybody has seen
    them. The player's own roll, each fight, and each roll for a building of the player has a line
    of its own, in the words ``told`` of it.
    """
    left, top, right, _ = box(bottom, len(earlier))
    (mover,) = state.to_move
    sign = left + 38.0, top + _HEAD / 2
    yield glyphs.sign_on_panel(theme, state.setup.colours[mover - 1], sign, 11, 20)
    label = Slot((left + 68, top + 6, right - 14, top + _HEAD), fonts.TEXT, plaques.SMALL, "left")
    yield written(theme, tr(SINCE), label, theme.quiet)
    top += _HEAD
    for each, told in earlier:
        panel = left, top - 2, right, top + _LINE_HEIGHT - 2
        yield from last_action(theme, each, told, panel, _SMALL_DIE)
        top += _LINE_HEIGHT
