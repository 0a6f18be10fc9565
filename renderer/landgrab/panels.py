"""The plaques around the map: the banner above it, and the news and the seats below it.

The news is the last action with its player, its dice and its result. While players build the map,
it shows the contents of the box and the next player. A seat's plaque has name, points, lives,
spawn, and the turn.

Positions below a map are relative to its lower edge. No text is smaller than ``SMALL``: nearly nine
pixels high on a picture shown 312 wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES
from prowlerbot.games.landgrab.map import NAME as SQUARE_NAME
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from renderer import fonts, marks
from renderer.canvas import XY, Box, Canvas, Piece
from renderer.glyphs import Pen
from renderer.landgrab import colours
from renderer.landgrab.colours import Colours
from renderer.landgrab.window import ACROSS, TOP, Window
from renderer.marks import Ranks
from renderer.text import Name, Slot, in_two_lines, named, player, written

SMALL = 28
LABEL = 28
"""The font size of the names of columns and rows."""
RADIUS = 14
GAP = 8

# The banner: the awaited action, and the possible length of the match.

HEAD = TOP
BANNER: Box = (8, 6, ACROSS - 8, TOP - 6)
PHASE = Slot((74, 10, 640, 74), fonts.TITLE, 38, "left")
PHASE_SIGN: XY = (42.0, 42.0)
ROUND = Slot((650, 8, 976, 44), fonts.STRONG, 34, "right")
LIMITS = Slot((650, 42, 976, 76), fonts.TEXT, SMALL, "right")
ROUND_ALONE = ROUND._replace(box=(650, 24, 976, 60))
"""The slot of the round if the limits are too far off to show."""
LEGEND_SIGN = 670
LEGEND = tuple(Slot((704, top, 986, top + 34), fonts.TEXT, 30, "left") for top in (9, 26, 42))
"""The legend of the lights during placement: in one line (the middle one) or two."""

# The strip of news: the last action with its player, the dice, and the result.

_STRIP = 80
STRIP_AND_GAP = _STRIP + GAP


def strip(bottom: int) -> Box:
    return 8, bottom + 6, ACROSS - 8, bottom + 6 + _STRIP


# The seats' plaques, side by side.

SIGN = 13.0
HEART, FLAG = 14.0, 15.0
"""Half the width of a heart, and of the flag before the name of a spawn."""


class Plaque(NamedTuple):
    box: Box
    sign: XY
    name: Slot
    points: Slot
    """The seat's present points."""
    parts: Slot
    """The parts of those points."""
    if_last: Slot
    """The seat's points if it were the last one."""
    hearts: tuple[XY, XY, XY]
    flag: XY
    spawn: Slot
    ribbon: Slot


def _high(seats: int) -> int:
    return 176 if seats == 2 else 208


def foot(seats: int) -> int:
    """The height of everything below the map."""
    return 6 + _STRIP + GAP + _high(seats) + GAP


def size(shown: Window, seats: int) -> tuple[int, int]:
    return ACROSS, shown.box[3] + foot(seats)


@lru_cache(maxsize=256)
def plaque(seats: int, seat: int, bottom: int) -> Plaque:
    across = (ACROSS - 2 * GAP - (seats - 1) * GAP) // seats
    left = GAP + (seat - 1) * (across + GAP)
    top = strip(bottom)[3] + GAP
    right, under = left + across, top + _high(seats)
    wide = seats == 2
    row = top + 132
    hearts = tuple((left + 30.0 + 34 * i, row + 17.0) for i in range(3))
    flag = left + (150.0 if wide else 138.0)
    if wide:
        ribbon = right - 206, row - 1, right - 14, row + 33
    else:
        ribbon = left + 14, under - 40, right - 14, under - 8
    return Plaque(
        (left, top, right, under),
        (left + 32.0, top + 32.0),
        Slot(
            (left + 60, top + 6, right - 10, top + 56), fonts.SCRIPTS[0], 40 if wide else 36, "left"
        ),
        Slot((left + 14, top + 56, left + 106, top + 126), fonts.STRONG, 78, "left"),
        Slot((left + 112, top + 58, right - 10, top + 92), fonts.STRONG, 30, "left"),
        Slot((left + 112, top + 92, right - 10, top + 126), fonts.TEXT, SMALL, "left"),
        (hearts[0], hearts[1], hearts[2]),
        (flag, row + 17.0),
        Slot((round(flag) + 20, row, round(flag) + 80, row + 34), fonts.STRONG, 32, "left"),
        Slot(ribbon, fonts.TITLE, 24),
    )


NAME_LEAST = 24
"""The smallest font size of a name; a longer name is cut."""


# ---------------------------------------------------------------------- the news

BOX, NEXT = mark("In the box:"), mark("Next:")
BUILDS = frozenset("tsl")
"""The kinds of moves that build the map."""
_DIE = 33
"""Half the width of a die."""


def pieces(theme: Colours, state: Position, told: str, bottom: int) -> Iterator[Piece]:
    if state.phase in {"tiles", "buildings"}:
        yield from _box(theme, state, bottom)
        return
    yield from last_action(theme, state, told, strip(bottom), _DIE)


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
        yield colours.sign_on_panel(theme, letters[last.seat - 1], (x, y))
        x += 72
        due = {"c": 1, "a": 2}.get(last.move.kind, 0)
        for at in range(due):
            shown = last.rolls[at] if at < len(last.rolls) else 0
            beaten = len(last.rolls) == 2 and shown < max(last.rolls)
            yield colours.die(theme, (x, y), die, shown, dull=beaten or not shown)
            x += die + 45
        if due == 2:
            yield colours.sign_on_panel(theme, letters[last.move.at - 1], (x - 6, y))
            x += 64
        x -= 36
    elif state.phase != "eviction":
        for seat in sorted(state.left):
            yield colours.sign_on_panel(theme, letters[seat - 1], (x, y))
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
            yield named(theme, Name(line, "", SMALL), slot, theme.plain)


# ----------------------------------------------------------------------- contents of the box


def _box(theme: Colours, state: Position, bottom: int) -> Iterator[Piece]:
    _, top, right, under = strip(bottom)
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
        yield colours.sign_on_panel(
            theme, state.setup.colours[seat - 1], (right - 220 + 62.0 * at, y), 16
        )


def box_word(bottom: int) -> Slot:
    _, top, _, under = strip(bottom)
    return Slot((26, top + 8, 176, under - 8), fonts.TEXT, 32, "left")


def next_word(bottom: int) -> Slot:
    _, top, right, under = strip(bottom)
    return Slot((right - 370, top + 8, right - 254, under - 8), fonts.TEXT, 32, "right")


@lru_cache(maxsize=64)
def _material(theme: Colours, kind: int, centre: XY) -> Piece:
    x, y = map(round, centre)
    canvas = Canvas((x - 32, y - 28, x + 28, y + 28), theme.panel)
    if kind:
        glyph = colours.SIGNS["house"] if kind == 1 else colours.SIGNS["hall"]
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
    return _HEAD + _LINE_HEIGHT * lines + GAP


def box(bottom: int, lines: int) -> Box:
    """The panel in a picture that would end at ``bottom`` without it."""
    return GAP, bottom, ACROSS - GAP, bottom + earlier_height(lines) - GAP


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
    yield colours.sign_on_panel(theme, state.setup.colours[mover - 1], sign, 11, 20)
    label = Slot((left + 68, top + 6, right - 14, top + _HEAD), fonts.TEXT, SMALL, "left")
    yield written(theme, tr(SINCE), label, theme.quiet)
    top += _HEAD
    for each, told in earlier:
        panel = left, top - 2, right, top + _LINE_HEIGHT - 2
        yield from last_action(theme, each, told, panel, _SMALL_DIE)
        top += _LINE_HEIGHT


# ---------------------------------------------------------------------- the seats

OUT, LEFT = mark("OUT"), mark("LEFT")
IF_LAST = mark("{points} if last standing")


def seat_pieces(
    theme: Colours, state: Position, names: Sequence[str], ended: Ranks, bottom: int
) -> Iterator[Piece]:
    """The pieces on the plaques below a map that ends there; ``ended`` as in ``draw_board``."""
    for seat, name in zip(state.seats, names, strict=True):
        place = plaque(len(state.lives), seat, bottom)
        yield from _ribbon(theme, state, seat, ended, place)
        yield from _panel(theme, state, seat, name, place)


def _ribbon(
    theme: Colours, state: Position, seat: int, ended: Ranks, place: Plaque
) -> Iterator[Piece]:
    """The ribbon of a plaque, or the reason why its seat is no longer in."""
    word = marks.ribbon_word(state.outcome, ended, seat, _moving(state))
    if word is not None:
        letter = state.setup.colours[seat - 1]
        yield from marks.lit_frame(theme, place.box, RADIUS, theme.lit(letter))
        colour, ink = theme.owner(letter), theme.on_owner(letter)
        yield marks.ribbon(theme, place.ribbon, tr(word), colour, ink)
    elif not state.is_in(seat):
        yield written(theme, tr(LEFT if seat in state.left else OUT), place.ribbon, theme.quiet)


def _panel(theme: Colours, state: Position, seat: int, name: str, place: Plaque) -> Iterator[Piece]:
    letter = state.setup.colours[seat - 1]
    lives, still_in = state.lives[seat - 1], state.is_in(seat)
    wanted = player(name, seat, NAME_LEAST)
    yield named(theme, wanted, place.name, theme.plain_if(still_in))
    yield from _points(theme, state, seat, place)
    for at, centre in enumerate(place.hearts):
        yield _heart(theme, centre, lost=at >= lives)
    spawn = state.spawns[seat - 1]
    if spawn >= 0:
        yield _flag(theme, letter, place.flag)
        yield written(theme, SQUARE_NAME[spawn], place.spawn, theme.plain_if(still_in))


def _moving(state: Position) -> tuple[int, ...]:
    """The awaited seats; while a roll is due, the seat whose turn it is."""
    return (state.turn,) if state.phase in {"claim", "attack", "defence"} else tuple(state.to_move)


def _points(theme: Colours, state: Position, seat: int, place: Plaque) -> Iterator[Piece]:
    points = score(state, seat)
    tint = theme.golden if points.total else theme.quiet
    yield written(theme, str(points.total), place.points, tint)
    parts = [str(points.small)] * bool(points.small)
    parts += [f"{points.large // 3}×3"] * bool(points.large)
    parts += [str(points.last)] * bool(points.last)
    lines: Sequence[str] = ()
    # As long as every seat has lives to lose, the bonus of the last one is far off.
    if state.is_in(seat) and not state.end and min(state.lives) <= 1:
        lines = in_two_lines(tr(IF_LAST, points=points.total + LAST_REMAINING), place.if_last)
    for line, slot in zip(lines, if_last_slots(place, len(lines)), strict=True):
        yield written(theme, line, slot, theme.quiet)
    if len(lines) < 2 and (len(parts) > 1 or points.large):
        yield written(theme, "= " + " + ".join(parts), place.parts, theme.quiet)


def if_last_slots(place: Plaque, lines: int) -> tuple[Slot, ...]:
    """The slots of the lines on the last player; the first of two takes the place of the parts."""
    return (place.if_last._replace(box=place.parts.box), place.if_last)[2 - lines :]


@lru_cache(maxsize=64)
def _heart(theme: Colours, centre: tuple[float, float], *, lost: bool) -> Piece:
    x, y = map(round, centre)
    reach = round(HEART) + 2
    canvas = Canvas((x - reach, y - reach, x + reach, y + reach), theme.panel)
    pen = Pen(canvas, centre, HEART)
    colour = theme.muted if lost else theme.life
    colours.SIGNS["heart"](pen, colour, theme.panel if lost else colour)
    return canvas.piece(theme)


@lru_cache(maxsize=64)
def _flag(theme: Colours, letter: str, centre: tuple[float, float]) -> Piece:
    x, y = map(round, centre)
    reach = round(FLAG) + 2
    canvas = Canvas((x - reach, y - reach, x + reach, y + reach), theme.panel)
    for dx, dy in product((-1.5, 1.5), repeat=2):
        rim = theme.ink if theme.sunny else theme.muted
        colours.SIGNS["flag"](Pen(canvas, (x + dx, y + dy), FLAG), rim, rim)
    colours.SIGNS["flag"](Pen(canvas, centre, FLAG), theme.owner(letter), theme.words)
    return canvas.piece(theme)
