"""An invader in a colony: its way, the losses, its remaining hearts and bags, and its end.

The way is a line that keeps to the right, with arrows and the struck tokens. The result stands at
the foot of a colony in the invasion.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from prowlerbot.core.i18n import mark, signed_words, tr, trn
from prowlerbot.games.heroes.cards import ALWAYS, EVENTS, INVADERS, MAPS, STRAGGLER, Invader
from prowlerbot.games.heroes.pieces import ENTRANCE, NAME, STEP
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import WALK_ENDS, Seat
from prowlerbot.games.heroes.words import EVENT_NAMES
from renderer import fonts
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece
from renderer.glyphs import Pen
from renderer.heroes import colours
from renderer.heroes.colours import Colours
from renderer.heroes.layout import DIRECTION_STEPS, EFFECT_HEIGHT, Frame
from renderer.text import Slot, typeset

Ending = Literal["", "defeated", "left"]
ENDING_TEXTS: dict[Ending, str] = {
    "": mark("invader on its way at {square}"),
    "defeated": mark("invader defeated at {square}"),
    "left": mark("invader leaves from {square}, map ends"),
}

_ACTING_ORDER = ("trap", "guard", "gold", "gem", "prisoner")
"""The order in which tokens act: traps and guards, then treasure, then prisoners."""
_SIGN_SIZE, _SIGN_STEP, _SIGN_GAP, _INVADER_ROOM = 32, 34, 6, 50
"""The size of a heart or a bag, the step to the next, the gap after all, the invader's width."""
_KIND_WIDTH, _KIND_HEIGHT, _TOKEN_SIZE = 76, 46, 36
"""The most room for a kind of token with its number, and the size of the token in it."""
_MIN_WIDTH, _MIN_HEIGHT = 58, 34  # the least room for them
_Layer = Literal["rim", "fill"]
_LINE_SHIFT = 0.13
"""The shift of the line to the right, in squares, which separates the way in from the way out."""


@dataclass(frozen=True)
class Fate:
    """The walk of an invader so far."""

    invader: Invader
    hearts: int
    """Those left."""
    bags: int
    """Those still empty."""
    lost: tuple[tuple[str, int], ...]
    """The lost tokens by kind, with freed prisoners, in the order in which they act."""
    ending: Ending
    square: int
    """The present or last square."""
    seeks: bool
    """Whether the map leads to a kind of token or square, not by the order of its turns."""

    @property
    def changes(self) -> tuple[tuple[str, int], ...]:
        """The losses as numbers below 0."""
        return tuple((kind, -count) for kind, count in self.lost)

    @property
    def open(self) -> bool:
        return not self.ending

    @property
    def counters(self) -> tuple[tuple[str, int, int], ...]:
        """The hearts left and the bags filled, each with the number of all hearts or bags."""
        full = self.invader
        return ("heart", self.hearts, full.hearts), ("bag", full.bags - self.bags, full.bags)

    @property
    def appearance(self) -> str:
        """How the invader looks: on its way, defeated, or gone with treasure."""
        loaded = any(kind in {"gold", "gem"} for kind, _ in self.lost)
        return "loaded" if self.ending == "left" and loaded else self.ending

    @property
    def sentence(self) -> str:
        words = ENDING_TEXTS[self.ending]
        if self.ending == "left" and not self.bags:
            words = mark("invader leaves from {square}, bags full")
        elif self.ending == "left" and self.hearts <= self.invader.flee_at:
            words = mark("invader flees from {square}")
        elif self.ending == "left" and self.seeks:
            words = mark("invader leaves from {square}, nothing more to find")
            if self.square == ENTRANCE and not self.lost:
                words = mark("invader finds nothing to take, leaves at once")
        return tr(words, square=NAME[self.square])


def invader_of(state: Position) -> Invader | None:
    """The invader in the colonies, if the present card brings one."""
    if state.phase != "invasion":
        return None
    if state.invader:
        return INVADERS[state.invader] if state.map else None
    if state.event and EVENTS[state.event] == "straggler":
        return STRAGGLER
    return None


def card_name(state: Position) -> str:
    """The event of the present card, or its invader with the map that is drawn."""
    if state.event:
        return tr(EVENT_NAMES[state.event])
    invader = tr(INVADERS[state.invader].name)
    if not state.map:
        return invader
    return tr("{invader} ({map})", invader=invader, map=tr(MAPS[state.map].name))


def fate_of(state: Position, seat: Seat) -> Fate | None:
    invader = invader_of(state)
    if invader is None or not seat.playing or (seat.walk is None and not seat.trace):
        return None
    hearts, bags = [(invader.hearts, invader.bags), *hearts_and_bags(invader, seat)][-1]
    lost = Counter(event for _, event in seat.trace)
    square, last = seat.trace[-1] if seat.trace else (ENTRANCE, "")
    ending: Ending = "defeated" if last == "defeated" else "left" if last == "left" else ""
    counted = tuple((kind, lost[kind]) for kind in _ACTING_ORDER if lost[kind])
    seeks = MAPS[state.map].kind in {"targets", "tour"}
    return Fate(invader, hearts, bags, counted, ending, square, seeks)


def hearts_and_bags(invader: Invader, seat: Seat) -> Iterator[tuple[int, int]]:
    """The remaining hearts and bags after each event of the trace."""
    chests = seat.colony.squares_with("chest")
    hearts, bags = invader.hearts, invader.bags
    trap_free, guard_free, treated = invader.trap_free, invader.guard_free, False
    for square, event in seat.trace:
        match event:
            case "trap" if trap_free:
                trap_free -= trap_free < ALWAYS
            case "guard" if guard_free:
                guard_free -= guard_free < ALWAYS
            case "trap":
                hearts -= invader.trap_damage
            case "guard":
                hearts -= invader.guard_damage
            case "gold" | "gem":
                filled = invader.chest_bag if chests >> square & 1 else 1
                if event == "gem":
                    filled = 1 if invader.gem_bag else bags
                bags -= filled
                if invader.heal and not treated and bags > 0:
                    hearts, treated = min(invader.hearts, hearts + invader.heal), True
        yield max(0, hearts), max(0, bags)


@dataclass(frozen=True)
class Toll:
    """The effect of an event on a colony: lost tokens (below 0) or new ones, and lost pieces. It is
    ``open`` while its owner still has to decide.
    """

    changes: tuple[tuple[str, int], ...]
    pieces: int
    open: bool

    @property
    def sentence(self) -> str:
        if self.open:
            return tr("Still to decide")
        if self.pieces:
            return trn("{count} piece caved in", "{count} pieces caved in", self.pieces)
        if any(count < 0 for _, count in self.changes):
            return tr("What it cost")
        return tr("What it brought") if self.changes else tr("Nothing has changed")


def toll_of(state: Position, earlier: Seat, seat: Seat) -> Toll | None:
    """The effect of the event; None without an event, or for one that brings an invader."""
    if state.phase != "invasion" or not state.event or not seat.playing:
        return None
    if invader_of(state) is not None:
        return None
    kinds = "gold", "gem", "guard", "trap", "prisoner"
    counts = zip(kinds, earlier.tokens.counts, seat.tokens.counts, strict=True)
    changed = {kind: now - was for kind, was, now in counts if now != was}
    ordered = tuple((kind, changed[kind]) for kind in _ACTING_ORDER if kind in changed)
    pieces = len(earlier.colony.pieces) - len(seat.colony.pieces)
    return Toll(ordered, pieces, open=bool(seat.legal))


def effect_of(state: Position, seat: Seat, earlier: Seat | None) -> Fate | Toll | None:
    """The effect of the present card; of an event only if the seat before it is known."""
    return fate_of(state, seat) or (toll_of(state, earlier, seat) if earlier is not None else None)


def all_changes(effect: Fate | Toll) -> list[tuple[str, int]]:
    """The changed tokens and the lost pieces."""
    pieces = effect.pieces if isinstance(effect, Toll) else 0
    return [*effect.changes, *([("piece", -pieces)] if pieces else [])]


def effect_pieces(
    theme: Colours, effect: Fate | Toll, box: Box, *, signs: bool = True
) -> Iterator[Piece]:
    """The effect of the card: the end of a walk, hearts and bags with ``signs``, and the changes,
    which have a line of their own in a high box. In a low one they take the place of hearts and
    bags if there are many.
    """
    left, top, right, bottom = box
    changed = all_changes(effect)
    if isinstance(effect, Fate):
        height = EFFECT_HEIGHT if signs else bottom - top
        middle, start, size = top + height // 2, left + _INVADER_ROOM, _INVADER_ROOM - 10
        yield invader_piece(theme, size, effect.appearance).shifted(left, middle - size // 2)
        below = signs and bottom - top >= EFFECT_HEIGHT + _KIND_HEIGHT
        counters_width = sum(_SIGN_STEP * full + _SIGN_GAP for _, _, full in effect.counters)
        needed = counters_width + _MIN_WIDTH * len(changed)
        if signs and (below or needed <= right - start):
            yield from _counter_pieces(theme, effect, (start, middle - _SIGN_SIZE // 2))
            start += counters_width
        if not changed and signs:
            return
        left, top = (left, top + EFFECT_HEIGHT) if below else (start, top)
    if not changed:
        none = "…" if isinstance(effect, Toll) and effect.open else "–"
        slot = Slot((0, 0, 60, bottom - top), fonts.STRONG, 36, "left")
        yield typeset(theme, none, slot, theme.quiet).shifted(left, top)
        return
    yield from change_pieces(theme, changed, (left, top, right, bottom))


def _counter_pieces(theme: Colours, fate: Fate, corner: tuple[int, int]) -> Iterator[Piece]:
    """The hearts and the bags of an invader in a row from this corner on."""
    x, y = corner
    for name, count, full in fate.counters:
        for number in range(full):
            sign = heart_or_bag_piece(theme, name, _SIGN_SIZE, filled=number < count)
            yield sign.shifted(x + number * _SIGN_STEP, y)
        x += full * _SIGN_STEP + _SIGN_GAP


def change_pieces(theme: Colours, changed: Sequence[tuple[str, int]], box: Box) -> Iterator[Piece]:
    """Kinds of tokens with their changes, in as many lines as they need and have room for."""
    if not changed:
        return
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    per_row = max(1, width // _KIND_WIDTH, -(-len(changed) // max(1, height // _MIN_HEIGHT)))
    kind_width, rows = min(_KIND_WIDTH, width // per_row), -(-len(changed) // per_row)
    row_height = min(_KIND_HEIGHT, height // rows)
    size = min(_TOKEN_SIZE, kind_width - 36, row_height - 2)
    upper = top + (height - row_height * rows) // 2
    for index, (kind, count) in enumerate(changed):
        row, column = divmod(index, per_row)
        x, y = left + column * kind_width, upper + row * row_height
        slot = Slot((0, 0, kind_width - size - 4, row_height), fonts.STRONG, 30, "right")
        yield typeset(theme, signed_words(count), slot, theme.plain).shifted(x, y)
        sign = plain_token_piece(theme, kind, size)
        yield sign.shifted(x + kind_width - size - 2, y + (row_height - size) // 2)


@lru_cache(maxsize=64)
def plain_token_piece(theme: Colours, kind: str, size: int) -> Piece:
    """A token without a number, a coin with a smaller coin in it; rubble for a caved-in piece."""
    box = (0, 0, size, size)
    canvas, shape = Canvas(box, theme.panel), Canvas(box, BLACK)
    middle = size / 2, size / 2
    if kind == "piece":
        colours.SIGNS["bare_rock"](Pen(canvas, middle, size / 2 - 1), theme.words, theme.panel)
    else:
        colours.draw_token(canvas, theme, kind, middle, size / 2 - 1)
    shape.rectangle(0, 0, size, size, WHITE)
    return canvas.piece(theme, shape.white_mask())


@lru_cache(maxsize=64)
def heart_or_bag_piece(theme: Colours, name: str, size: int, *, filled: bool) -> Piece:
    """A heart or a bag on a panel: filled for a heart that is left, and for a full bag."""
    colour = theme.trap if name == "heart" else theme.lamp
    canvas = Canvas((0, 0, size, size), theme.panel)
    middle, half = (size / 2, size / 2), size / 2
    rim = theme.ink if filled else theme.muted
    tones = colour if filled else theme.panel, rim
    colours.draw_outlined(canvas, colours.SIGNS[name], middle, half, tones)
    return canvas.piece(theme)


class Trail(NamedTuple):
    """The way of an invader, the mask of the squares on it, and by square the tokens it struck."""

    way: Sequence[Piece]
    crossed: int = 0
    struck: Mapping[int, Sequence[tuple[str, int]]] = {}
    square: int = -1
    """The present or last square of the invader."""
    invader: Piece | None = None


def trail_of(theme: Colours, frame: Frame, seat: Seat, effect: Fate | Toll | None) -> Trail | None:
    """The way of the latest invader, if the present card brings one."""
    if not isinstance(effect, Fate):
        return None
    crossed, struck = 1 << effect.square, dict[int, Counter[str]]()
    for square, event in seat.trace:
        crossed |= 1 << square
        if event and event not in WALK_ENDS:
            struck.setdefault(square, Counter())[event] += 1
    counted = {square: list(counts.items()) for square, counts in struck.items()}
    left, _, _, bottom = frame.box(effect.square)
    size = frame.size * 26 // 50 // 2 * 2
    stands = invader_piece(theme, size, effect.appearance).shifted(left + 1, bottom - size - 1)
    return Trail(tuple(walk_pieces(theme, frame, seat)), crossed, counted, effect.square, stands)


def walk_pieces(theme: Colours, frame: Frame, seat: Seat) -> Iterator[Piece]:
    way = [ENTRANCE, *(square for square, event in seat.trace if not event)]
    taken = [(start, STEP.index(end - start)) for start, end in pairwise(way)]
    layers: tuple[_Layer, _Layer] = ("rim", "fill")
    for layer in layers:
        before = None
        for square, direction in taken:
            x, y = map(round, frame.centre(square))
            yield _stretch_piece(theme, frame.size, direction, layer).shifted(x, y)
            if before is not None and before != direction:
                yield _bend_piece(theme, frame.size, before, direction, layer).shifted(x, y)
            before = direction


def _line_offset(direction: int, size: int) -> XY:
    """The distance of the line from the middle of squares."""
    dx, dy = DIRECTION_STEPS[(direction + 1) % 4]
    return dx * size * _LINE_SHIFT, dy * size * _LINE_SHIFT


@lru_cache(maxsize=256)
def _stretch_piece(theme: Colours, size: int, direction: int, layer: _Layer) -> Piece:
    """A step from the middle of a square to that of the next one."""
    (x, y), (dx, dy) = _line_offset(direction, size), DIRECTION_STEPS[direction]
    return _line_piece(theme, size, ((x, y), (x + dx * size, y + dy * size)), layer, direction)


@lru_cache(maxsize=256)
def _bend_piece(theme: Colours, size: int, before: int, after: int, layer: _Layer) -> Piece:
    ends = _line_offset(before, size), _line_offset(after, size)
    return _line_piece(theme, size, ends, layer, None)


def _line_piece(
    theme: Colours, size: int, points: tuple[XY, XY], layer: _Layer, arrow: int | None
) -> Piece:
    width = max(5.0, size * 0.08)
    grown = 2.5 if layer == "rim" else 0.0
    reach = round(size * 0.22) + 4
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = round(min(xs)) - reach, round(min(ys)) - reach
    box = left, top, round(max(xs)) + reach, round(max(ys)) + reach
    colour = theme.ink if layer == "rim" else theme.trail
    canvas, shape = Canvas(box, colour), Canvas(box, BLACK)
    for drawn, fill in ((canvas, colour), (shape, WHITE)):
        drawn.line(points, width + 2 * grown, fill)
        if arrow is not None:
            pen = Pen(drawn, (sum(xs) / 2, sum(ys) / 2), size * 0.14 + 1.6 * grown)
            head = [(-1.0, 0.75), (1.0, 0.75), (0.0, -0.9)]
            for _ in range(arrow):
                head = [(-y, x) for x, y in head]
            pen.polygon(head, fill)
    return canvas.piece(theme, shape.white_mask())


@lru_cache(maxsize=64)
def invader_piece(theme: Colours, size: int, appearance: str) -> Piece:
    """An invader on its way; a gravestone after a defeat, a bag if it left with treasure."""
    box, half = (0, 0, size, size), size / 2
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    shape.disc((half, half), half, WHITE)
    name = {"defeated": "gravestone", "loaded": "bag"}.get(appearance, "hero")
    ink, ground = (theme.trail, theme.ink) if appearance == "defeated" else (theme.ink, theme.trail)
    canvas.disc((half, half), half - 2, ground)
    colours.SIGNS[name](Pen(canvas, (half, half), half * 0.66), ink, ground)
    return canvas.piece(theme, shape.white_mask())
