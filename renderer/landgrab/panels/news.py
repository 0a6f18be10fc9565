"""The strip below the map: the last action with its player, its dice and its result.

While players build the map, it shows the contents of the box and the next player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES
from prowlerbot.games.landgrab.moves import SIDES, Action
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME
from renderer import fonts
from renderer.canvas import XY, Box, Canvas, Piece
from renderer.glyphs import Pen
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.landgrab.land.trail import way_around
from renderer.landgrab.land.window import ACROSS
from renderer.text import Name, Slot, in_two_lines, is_whole, named, player, within, written

from . import plaques

BOX, NEXT = mark("In the box:"), mark("Next:")
STEP = mark("Went from {start} to {square}")
AROUND = mark("Went around {building} from {start} to {square}")
ASIDE = mark("Stepped aside from {start} to {square}")
BUILT = mark("The map is complete")
"""Without a sign before it: all players built the map, or it was drawn at random."""
STARTS = mark("Starts at {square}")
BEGINS = mark("Each pawn starts on its spawn")
"""Before the first spawn on a map that nobody has built."""
BUILDS = frozenset("tsl")
"""The kinds of moves that build the map."""
CLAIM = mark("Claims {building}, strength {left}: {chance}% to take it with this roll")
STRUCK = mark("{building} has strength {left} of {full} left")
TAKEN = mark("Took {building}")
ATTACK = mark("Attacks: the lower roll loses a life")
TIE = mark("A tie: nothing changes")
LOST = mark("Loses a life: {player}")
OUT = mark("Loses the last life: {player}")
EVICTION = mark("{square}: {player} returns, {holder} must step aside")
GONE = mark("Left the match; the buildings can still be stolen")
"""After the signs of the seats that left."""

_ACROSS = (2000, 330, 240, 190, 150)
"""The most that the names in a sentence take up, each less than the one before, until it fits; at
the size of the smallest text.
"""
_DIE = 33
"""Half the width of a die."""


def pieces(theme: Colours, state: Position, names: Sequence[str], bottom: int) -> Iterator[Piece]:
    if state.phase in {"tiles", "buildings"}:
        yield from _box(theme, state, bottom)
        return
    yield from last_action(theme, state, names, plaques.strip(bottom), _DIE)


def last_action(
    theme: Colours, state: Position, names: Sequence[str], panel: Box, die: int
) -> Iterator[Piece]:
    """The last action in a line of a panel; ``die`` is half the width of a die."""
    last, (left, top, right, under) = state.last, panel
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
    text = sentence(state, names)
    if state.phase == "eviction" or _loser(last):  # a name can need other fonts
        place = Slot((round(x), top + 8, right - 14, under - 8), fonts.SCRIPTS[0], 34, "left")
        texts = (sentence(state, names, across) for across in _ACROSS)
        lines = [Name(each, "", plaques.SMALL, fonts.STRONG) for each in texts]
        words = next((line for line in lines if is_whole(line, place)), lines[-1])
        yield named(theme, words, place, theme.plain)
    elif text:
        yield from _text(theme, text, slots(round(x), panel))


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
        yield written(theme, line, slot, theme.plain)


def sentence(state: Position, names: Sequence[str], across: int = _ACROSS[0]) -> str:
    """The last event, without its player, whose sign is before it; names take up so much of it."""
    last = state.last
    if state.phase == "eviction":
        return _eviction(state, names, across)
    if last is None:
        return tr(GONE) if state.left else tr(BEGINS) if state.phase == "spawns" else ""
    kind, at, _ = last.move
    if not kind:
        return _arrival(state, last)
    if kind == "c":
        return _claim(state, last)
    if kind == "a":
        return _attack(state, last, names, across)
    return tr(BUILT) if kind in BUILDS else tr(STARTS, square=NAME[at])


def _eviction(state: Position, names: Sequence[str], across: int) -> str:
    (holder,) = state.to_move
    comes, holds = _named(names, across, state.returning, holder)
    square = NAME[state.spawns[state.returning - 1]]
    return tr(EVICTION, player=comes, square=square, holder=holds)


def _named(names: Sequence[str], across: int, *seats: int) -> list[str]:
    """The players of these seats in a sentence."""
    wanted = [player(names[seat - 1], seat, plaques.SMALL) for seat in seats]
    return within(wanted, across, plaques.SMALL)


def _arrival(state: Position, last: Action) -> str:
    start, square = NAME[last.start], NAME[last.move.at]
    around = way_around(state, last)
    if around is not None:
        building = NAME[state.map.buildings[around].first]
        return tr(AROUND, building=building, start=start, square=square)
    # Only a pawn that made room can share the square that another pawn has just left.
    return tr(ASIDE if last.start in state.pawns else STEP, start=start, square=square)


def _claim(state: Position, last: Action) -> str:
    number = state.map.number[last.move.at]
    building, left = NAME[last.move.at], state.points[number]
    if not last.rolls:
        chance = round(100 * max(0, SIDES + 1 - left) / SIDES)
        return tr(CLAIM, building=building, left=left, chance=chance)
    if state.owners[number] == last.seat:
        return tr(TAKEN, building=building)
    return tr(STRUCK, building=building, left=left, full=state.map.full[number])


def _attack(state: Position, last: Action, names: Sequence[str], across: int) -> str:
    if len(last.rolls) < 2:
        return tr(ATTACK)
    loser = _loser(last)
    if not loser:
        return tr(TIE)
    (lost,) = _named(names, across, loser)
    return tr(LOST if state.lives[loser - 1] else OUT, player=lost)


def _loser(last: Action | None) -> int:
    """The seat that lost a fight, or 0."""
    if last is None or last.move.kind != "a" or len(last.rolls) < 2:
        return 0
    attacker, defender = last.rolls
    return 0 if attacker == defender else last.move.at if attacker > defender else last.seat


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


def rolled_since(line: Sequence[Position]) -> tuple[Position, ...] | None:
    """The positions right after the awaited seat's latest roll, and after all that concerned it or
    was a fight since then, without the last action, which the strip shows; None if there is none.
    """
    now = line[-1]
    if len(line) < 2 or not now.round or now.end or now.phase in _ROLLED or now.phase == "attack":
        return None
    (mover,) = now.to_move
    rolled: list[Position] = []
    shown = now.last
    for after, before in pairwise(reversed(line)):
        if not before.round or len(rolled) == _MOST:
            break
        action = after.last
        if action is None or action is before.last or before.phase == "attack":
            continue
        if before.phase in _ROLLED and action is not shown and _concerns(before, mover):
            rolled.append(after)
        own_turn = before.phase in {*_ROLLED, "turn"} and action.seat == mover
        if own_turn and before.phase != "eviction":
            break
    return tuple(reversed(rolled)) or None


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
    theme: Colours,
    state: Position,
    names: Sequence[str],
    earlier: Sequence[Position],
    bottom: int,
) -> Iterator[Piece]:
    """The lines at the foot: what has happened since the awaited player's latest turn.

    Each later move replaces the news in the strip, so fights would be gone before anybody has seen
    them. The player's own roll, each fight, and each roll for a building of the player has a line
    of its own, in the words of the strip.
    """
    left, top, right, _ = box(bottom, len(earlier))
    (mover,) = state.to_move
    sign = left + 38.0, top + _HEAD / 2
    yield glyphs.sign_on_panel(theme, state.setup.colours[mover - 1], sign, 11, 20)
    label = Slot((left + 68, top + 6, right - 14, top + _HEAD), fonts.TEXT, plaques.SMALL, "left")
    yield written(theme, tr(SINCE), label, theme.quiet)
    top += _HEAD
    for each in earlier:
        yield from last_action(
            theme, each, names, (left, top - 2, right, top + _LINE_HEIGHT - 2), _SMALL_DIE
        )
        top += _LINE_HEIGHT
