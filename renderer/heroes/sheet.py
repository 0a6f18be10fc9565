"""The sheet of the end: who has won, and what everybody's colonies brought round by round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.profit import ROUNDS, Profit
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import MEDALS, TARGETS
from prowlerbot.games.heroes.seat import GEM
from renderer import marks, png, sky
from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen, laurel
from renderer.owners import draw_sign
from renderer.text import Name, Tint, named, side_by_side, write, written
from renderer.theme import NIGHT, Colour

from . import board, course, glyphs, tokens
from . import sheet_layout as layout
from .colours import COLOURS, Colours

TITLE = "HEROES BEWARE"
SOURCES = ("gold", "gem", "prisoner", "majority")
ROUND = mark("Round {round}")
LAST_ROUND = mark("Round {round}: counts")
WINS = mark("wins")
"""After the winner's name."""
SHARED, NO_RESULT = mark("A shared victory"), mark("No result")
SO_FAR = mark("Treasure so far")
CUT_SHORT = mark("The match ended before it was played out")
DECIDED = {
    "left": mark("Everybody else has left"),
    "gems": mark("Level in treasure; more gems decide"),
    "shared": mark("Level in treasure and in gems"),
}
MEDAL_NAMES = {
    "gold": mark("Gold medal"),
    "silver": mark("Silver medal"),
    "bronze": mark("Bronze medal"),
    "none": mark("No medal"),
}
MISSING = {
    "gold": mark("{count} more would have been gold"),
    "silver": mark("{count} more would have been silver"),
    "bronze": mark("{count} more would have been bronze"),
}
HIGHEST = mark("There is nothing higher")
RANK = mark("Place {rank}")
AHEAD = mark("Won by {count} in treasure")


def ahead_by(treasure: int) -> str:
    return tr(AHEAD, count=treasure)


def draw_sheet(
    states: Sequence[Position],
    names: Sequence[str],
    *,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
) -> bytes:
    """The sheet of the last of ``states`` as PNG, 1000 pixels wide; in the middle of a match, too.

    The graph takes all positions. ``ended`` is for a match that ended before it was played out: the
    ranks of the seats, or nothing where there is no result.
    """
    colours = COLOURS[theme]
    return png.encode(picture(states, names, colours, ended), colours.palette_bytes)


def picture(
    states: Sequence[Position],
    names: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None = None,
) -> Image.Image:
    """The sheet as a picture in the theme's palette (mode P)."""
    state, seats = states[-1], len(names)
    tall = len(states) > 1
    ranks = _ranks(state, ended)
    drawn = form(theme, seats, tall=tall).copy()
    for place, round_ in enumerate(_rounds(state)):
        text = tr(LAST_ROUND if round_ == ROUNDS else ROUND, round=round_)
        write(drawn, theme, text, layout.heading(place), Tint(theme.line, theme.night))
    order = sorted(range(1, seats + 1), key=lambda seat: (ranks[seat - 1] if ranks else 1, seat))
    winners = [seat for seat in order if ranks and ranks[seat - 1] == 1]
    _write_totals(drawn, theme, state, order)
    for place, seat in enumerate(order):
        row = layout.row(place)
        _write_row(drawn, theme, state, seat, place)
        wanted = Name(names[seat - 1], tr(board.NAMELESS, seat=seat), layout.NAME_LEAST)
        named(theme, wanted, row.name, Tint(theme.words, theme.panel)).put(drawn)
        if seat in winners:
            word = tr(board.WINNER if len(winners) == 1 else board.SHARED)
            if seats > 1:
                _mark_winner(drawn, theme, seat, row, word)
        elif not state.seats[seat - 1].playing or ranks:
            gone = not state.seats[seat - 1].playing
            text = tr(board.LEFT) if gone else tr(RANK, rank=ranks[seat - 1])
            write(drawn, theme, text, row.state, Tint(theme.muted, theme.panel))
    _write_result(drawn, theme, state, winners, names, ended)
    write(drawn, theme, reason(state, ended), layout.REASON, Tint(theme.line, theme.night))
    if tall:
        course.draw_graph(drawn, theme, states)
    return drawn


def _ranks(state: Position, ended: Sequence[int] | None) -> Sequence[int]:
    outcome = state.outcome
    return outcome.ranks if outcome is not None else ended or ()


def _rounds(state: Position) -> list[int]:
    """The rounds of the match, a short one's begin with 2."""
    return list(range(2 if state.setup.length == "short" else 1, ROUNDS + 1))


def reason(state: Position, ended: Sequence[int] | None) -> str:
    """What decided."""
    outcome = state.outcome
    if outcome is None:
        return "" if ended is None else tr(CUT_SHORT)
    if outcome.by in DECIDED:
        return tr(DECIDED[outcome.by])
    if len(state.seats) > 1:
        first, second = sorted(outcome.totals, reverse=True)[:2]
        return ahead_by(first - second)
    (treasure,) = outcome.totals
    targets = dict(zip(MEDALS, TARGETS[state.setup.build], strict=True))
    higher = [medal for medal, target in targets.items() if target > treasure]
    if not higher:
        return tr(HIGHEST)
    return tr(MISSING[higher[-1]], count=targets[higher[-1]] - treasure)


def _headline(state: Position, ended: Sequence[int] | None) -> str:
    """What stands where no one alone has won."""
    if state.outcome is None and ended is None:
        return tr(SO_FAR)
    if state.outcome is not None and len(state.seats) == 1:
        return tr(MEDAL_NAMES[state.outcome.by])
    return tr(SHARED) if _ranks(state, ended) else tr(NO_RESULT)


def _write_result(  # noqa: PLR0917 - what the heading depends on
    drawn: Image.Image,
    theme: Colours,
    state: Position,
    winners: Sequence[int],
    names: Sequence[str],
    ended: Sequence[int] | None,
) -> None:
    """Who has won, between laurels; in the metal of the medal of somebody who plays alone."""
    tint = Tint(theme.title, theme.night)
    metal: Colour | None = theme.title if winners else None
    if len(winners) == 1 and len(names) > 1:
        (seat,) = winners
        wanted = Name(names[seat - 1], tr(board.NAMELESS, seat=seat), layout.RESULT_LEAST)
        word = Name(tr(WINS), WINS, layout.RESULT_LEAST)
        slots = side_by_side(wanted, word, layout.RESULT)
        for each, slot in zip((wanted, word), slots, strict=True):
            named(theme, each, slot, tint).put(drawn)
    else:
        write(drawn, theme, _headline(state, ended), layout.HEADLINE, tint)
    if len(names) == 1:
        by = state.outcome.by if state.outcome is not None else ""
        metals = {"gold": theme.title, "silver": theme.silver, "bronze": theme.bronze}
        metal = metals.get(by)
    if metal is not None:
        for at in layout.LAURELS:
            _put_middle(drawn, _laurel(theme, metal), at)


def _write_totals(
    drawn: Image.Image, theme: Colours, state: Position, order: Sequence[int]
) -> None:
    """The treasure of all, large, each beside its seat's sign."""
    tint = Tint(theme.line, theme.night)
    shown = [str(state.seats[seat - 1].treasure) for seat in order]
    for seat, text, at in zip(order, shown, layout.totals(shown), strict=True):
        _put_middle(drawn, _sign(theme, seat), at.sign)
        written(theme, text, at.slot, tint).put(drawn)
        if at.colon is not None:
            write(drawn, theme, ":", at.colon, tint)


def worths(brought: Profit) -> tuple[int, int, int, int]:
    """What a colony brought, each source in treasure."""
    return brought.gold, GEM * brought.gems, brought.prisoners, GEM * brought.most_guards


def _write_row(drawn: Image.Image, theme: Colours, state: Position, seat: int, place: int) -> None:
    """What each of its colonies brought, and the sums."""
    row = layout.row(place)
    drawn.paste(_row_form(theme, place, seat, len(_rounds(state))), row.panel[:2])
    plain, quiet = Tint(theme.words, theme.panel), Tint(theme.muted, theme.panel)
    gilt = Tint(theme.gilt, theme.panel)
    for at, round_ in enumerate(_rounds(state)):
        block = row.blocks[at]
        if at >= len(state.profits):
            write(drawn, theme, "–", block.sum, quiet)
            continue
        values = worths(state.profits[at][seat - 1])
        for value, slot in zip(values, block.numbers, strict=True):
            write(drawn, theme, str(value), slot, plain if value else quiet)
        last = round_ == ROUNDS
        write(drawn, theme, str(sum(values)), block.sum, gilt if last else plain)


@lru_cache(maxsize=64)
def _row_form(theme: Colours, place: int, seat: int, rounds: int) -> Image.Image:
    """A row's plaque with everything but its words and numbers."""
    row = layout.row(place)
    canvas = Canvas(row.panel, theme.night)
    canvas.panel(row.panel, 16, theme)
    draw_sign(canvas, seat, row.sign, layout.SIGN, (theme.seats[seat - 1], theme.ink))
    half = layout.SOURCE / 2
    for block in row.blocks[:rounds]:
        x = block.signs[0][0] - 14
        canvas.rectangle(x, row.panel[1] + 16, x + 2, row.panel[3] - 16, theme.panel_edge)
        for source, (left, top) in zip(SOURCES, block.signs, strict=True):
            draw_source(canvas, theme, source, (left + half, top + half), half)
    return canvas.finish(theme)


def draw_source(canvas: Canvas, theme: Colours, source: str, centre: XY, half: float) -> None:
    """A token; for most guards a guard with a crown."""
    if source == "majority":
        colours = theme.guard, theme.ink
        tokens.draw_outlined(canvas, glyphs.crowned, centre, half, colours)
        return
    tokens.draw_token(canvas, theme, source, centre, half)


def _mark_winner(drawn: Image.Image, theme: Colours, seat: int, row: layout.Row, word: str) -> None:
    colour = theme.seats[seat - 1]
    marks.lit_frame(theme, row.panel, 16, colour).put(drawn)
    marks.ribbon(theme, row.ribbon, word, colour, theme.on_seat(seat)).put(drawn)


def _put_middle(drawn: Image.Image, sprite: Image.Image, centre: XY) -> None:
    x, y = centre
    drawn.paste(sprite, (round(x) - sprite.width // 2, round(y) - sprite.height // 2))


@lru_cache(maxsize=16)
def form(theme: Colours, seats: int, *, tall: bool) -> Image.Image:
    """The empty sheet, without what is a language's or a match's. Not to be drawn on."""
    size = (layout.WIDTH, layout.height(seats, tall=tall))
    canvas = Canvas((0, 0, *size), theme.night)
    sky.strew(canvas, theme, size, 70)
    sky.skyline(canvas, theme, size)
    sheet = canvas.finish(theme)
    write(sheet, theme, TITLE, layout.TITLE, Tint(theme.title, theme.night))
    return sheet


@lru_cache(maxsize=16)
def _sign(theme: Colours, seat: int) -> Image.Image:
    """Whose total it is."""
    reach = round(layout.TOTAL_SIGN * 1.4) + 10
    canvas = Canvas((-reach, -reach, reach, reach), theme.night)
    colours = theme.seats[seat - 1], theme.ink
    draw_sign(canvas, seat, (0, 0), layout.TOTAL_SIGN, colours)
    return canvas.finish(theme)


@lru_cache(maxsize=16)
def _laurel(theme: Colours, metal: Colour) -> Image.Image:
    reach = round(layout.LAUREL) + 4
    canvas = Canvas((-reach, -reach, reach, reach), theme.night)
    laurel(Pen(canvas, (0, 0), layout.LAUREL), metal, theme.night)
    return canvas.finish(theme)
