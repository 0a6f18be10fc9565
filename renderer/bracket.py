"""The pictures of a bracket: up to three rounds each, each pair joined with the next one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from prowlerbot.core.i18n import mark, tr
from renderer import competition_table as table
from renderer import fonts
from renderer.canvas import Box, Canvas
from renderer.competition_table import LEFT, RIGHT, TOP, Heading
from renderer.glyphs import Pen, draw_star
from renderer.text import Slot, typeset, write
from renderer.theme import THEMES, Theme

_T = TypeVar("_T")

MAX_ROUNDS, MAX_PAIRS = 3, 4  # the most rounds of a picture, and the most pairs of its first round
FREE, _UNKNOWN = mark("no opponent"), "…"
_TITLES_HEIGHT, _SIDE_HEIGHT, _PAIR_GAP, _ROUND_GAP = 46, 81, 20, 34
_MAX_PAIR_WIDTH = 440
_NAME_SIZE, _SEED_SIZE, _SCORE_SIZE, _TITLE_SIZE = 38, 30, 36, 34
_NAME_HEIGHT = 46


@dataclass(frozen=True, slots=True)
class Side:
    """A player of a pair."""

    name: str = ""  # empty if the player is not known yet
    seed: int = 0
    score: str = ""  # the results of their matches
    won: bool = False
    lost: bool = False
    free: bool = False  # whether nobody comes to this place
    own: bool = False  # whether it is the side of the reader


@dataclass(frozen=True, slots=True)
class Pair:
    upper: Side
    lower: Side
    playing: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """``rounds`` have the pairs from the first one on, each round half as many, or as many."""

    heading: Heading
    titles: tuple[str, ...]
    rounds: tuple[tuple[Pair, ...], ...]


class BracketPage(NamedTuple):
    """A picture of several: its rounds, counted from 0, and the pairs of its first round."""

    rounds: range
    pairs: range


def all_pages(sizes: Sequence[int]) -> list[BracketPage]:
    """The pictures of a bracket, by its number of pairs in each round; neighbours share a round."""
    rounds = len(sizes)
    starts = list(range(0, max(1, rounds - MAX_ROUNDS + 1), MAX_ROUNDS - 1))
    if starts[-1] + MAX_ROUNDS < rounds:
        starts.append(rounds - MAX_ROUNDS)
    pages = []
    for start in starts:
        pairs = sizes[start] if rounds else 0
        for first in range(0, max(1, pairs), MAX_PAIRS):
            page_rounds = range(start, min(rounds, start + MAX_ROUNDS))
            pages.append(BracketPage(page_rounds, range(first, min(pairs, first + MAX_PAIRS))))
    return pages


def pairs_of_page(rounds: Sequence[Sequence[_T]], page: BracketPage) -> list[tuple[_T, ...]]:
    """The pairs of a picture, one round after the other; ``rounds`` has all pairs."""
    rounds_on_page = []
    for number in page.rounds:
        feeders = len(rounds[page.rounds.start]) // len(rounds[number])
        first, end = page.pairs.start // feeders, page.pairs.stop // feeders
        rounds_on_page.append(tuple(rounds[number][first : max(end, first + 1)]))
    return rounds_on_page


def draw_bracket(bracket: Bracket, *, theme: str = "night") -> bytes:
    """The bracket as PNG, 1000 pixels wide."""
    colours, first = THEMES[theme], len(bracket.rounds[0])
    height = TOP + _TITLES_HEIGHT + first * (2 * _SIDE_HEIGHT + _PAIR_GAP) + 12
    canvas = table.begin_picture(colours, height)
    boxes = [_boxes_of_round(bracket, number) for number in range(len(bracket.rounds))]
    for number, places in enumerate(boxes[1:], 1):
        for index, box in enumerate(places):
            feeders = len(boxes[number - 1]) // len(places)
            for feeding in boxes[number - 1][feeders * index : feeders * (index + 1)]:
                _draw_join(canvas, colours, feeding, box)
    for title, pairs, places in zip(bracket.titles, bracket.rounds, boxes, strict=True):
        left, _, right, _ = places[0]
        slot = Slot((left, TOP, right, TOP + _TITLES_HEIGHT - 8), fonts.TEXT, _TITLE_SIZE)
        write(canvas, colours, title, slot, colours.lined)
        for pair, box in zip(pairs, places, strict=True):
            _draw_pair(canvas, colours, pair, box)
    return table.finish_picture(canvas, colours, bracket.heading)


def _boxes_of_round(bracket: Bracket, number: int) -> list[Box]:
    """The boxes of the pairs of a round, each in the middle of the pairs before it."""
    count = len(bracket.rounds)
    width = min(_MAX_PAIR_WIDTH, (RIGHT - LEFT - _ROUND_GAP * (count - 1)) // count)
    start = (LEFT + RIGHT - width * count - _ROUND_GAP * (count - 1)) // 2
    left = start + number * (width + _ROUND_GAP)
    step = (2 * _SIDE_HEIGHT + _PAIR_GAP) * len(bracket.rounds[0]) // len(bracket.rounds[number])
    first_top = TOP + _TITLES_HEIGHT + (step - 2 * _SIDE_HEIGHT - _PAIR_GAP) // 2
    tops = (first_top + index * step for index in range(len(bracket.rounds[number])))
    return [(left, top, left + width, top + 2 * _SIDE_HEIGHT) for top in tops]


def _draw_join(canvas: Canvas, theme: Theme, feeding: Box, box: Box) -> None:
    start = feeding[2], (feeding[1] + feeding[3]) / 2
    end = box[0], (box[1] + box[3]) / 2
    middle = (start[0] + end[0]) / 2
    canvas.line((start, (middle, start[1]), (middle, end[1]), end), 4, theme.panel_edge)


def _draw_pair(canvas: Canvas, theme: Theme, pair: Pair, box: Box) -> None:
    left, top, right, _ = box
    canvas.panel(box, 10, theme)
    edge = top + _SIDE_HEIGHT
    canvas.rectangle(left + 8, edge - 0.5, right - 8, edge + 0.5, theme.panel_edge)
    for index, side in enumerate((pair.upper, pair.lower)):
        upper = top + index * _SIDE_HEIGHT
        if side.own:
            frame = left + 4, upper + 4, right - 4, upper + _SIDE_HEIGHT - 4
            table.draw_own_frame(canvas, theme, frame)
        middle = upper + (_NAME_HEIGHT + _SIDE_HEIGHT) / 2 - 2
        if side.won:
            draw_star(Pen(canvas, (right - 28, middle), 15), theme.gilt, 0, 0, 1)
        elif pair.playing and side.name:
            table.draw_ring(canvas, theme, (right - 28, middle), 13)
        _write_side(canvas, theme, side, (left + 12, upper, right - 12, upper + _SIDE_HEIGHT - 5))


def _write_side(canvas: Canvas, theme: Theme, side: Side, box: Box) -> None:
    left, top, right, bottom = box
    tint = theme.golden if side.won else theme.quiet if side.lost else theme.plain
    if not side.name:
        slot = Slot((left, top + 7, right, bottom), fonts.TEXT, _SEED_SIZE, "left")
        canvas.put(typeset(theme, tr(FREE) if side.free else _UNKNOWN, slot, theme.quiet))
    result_box = (left, top + _NAME_HEIGHT, right - 40, bottom)
    seed = Slot(result_box, fonts.TEXT, _SEED_SIZE, "left")
    canvas.put(typeset(theme, str(side.seed or ""), seed, theme.quiet))
    score = Slot(result_box, fonts.STRONG, _SCORE_SIZE, "right")
    canvas.put(typeset(theme, side.score, score, tint))
    if side.name:
        name = table.name_slot((left, top + 7, right, top + _NAME_HEIGHT), _NAME_SIZE)
        table.write_name(canvas, theme, side.name, name, tint)
