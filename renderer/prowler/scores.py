"""The score sheet: five categories a seat and phase, totals, the winner and what decided."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.prowler.rules import SEATS, Position
from prowlerbot.games.prowler.scoring import CATEGORIES, Sheet, score_sheet
from prowlerbot.games.prowler.words import CATEGORY_NAMES
from renderer import png, sky
from renderer.canvas import Canvas
from renderer.glyphs import Pen, laurel, sack
from renderer.text import Name, Tint, named, write
from renderer.theme import NIGHT

from . import glyphs, passages
from . import sheet_layout as layout
from .colours import COLOURS, Colours
from .panels import NAMELESS

_SIGNS = (glyphs.route, glyphs.statue, sack, glyphs.tower, laurel)
_FINAL_ONLY = CATEGORIES.index("achievements")
HEADINGS = {"mid": mark("mid-game"), "final": mark("final"), "both": mark("total")}
SUM_LABEL = mark("Wealth")
REASONS = {
    "wealth": mark("Victory by wealth, {more} to {less}"),
    "passage": mark("Both have {more} wealth; the longer passage decides"),
    "districts": mark("Both have {more} wealth; the number of districts decides"),
    "shared": mark("A shared victory: {more} wealth each, and level in everything"),
}
"""The line below the winner's name, by the rule that decided."""
TITLE = "PROWLER’S PASSAGE"
BOTH = mark("Both thieves")
NOT_SCORED = mark("The mid-game scoring is still to come")
HALF_SCORED = mark("Achievement cards count in the final scoring")


def draw_scores(state: Position, names: Sequence[str], *, theme: str = NIGHT.name) -> bytes:
    """The score sheet as PNG; before the end only the mid-game columns are filled."""
    colours = COLOURS[theme]
    return png.encode(picture(state, names, colours), colours.palette_bytes)


def picture(state: Position, names: Sequence[str], theme: Colours) -> Image.Image:
    """The score sheet as a picture in the theme's palette (mode P)."""
    drawn = form(theme).copy()
    _write_words(drawn, theme)
    tint = Tint(theme.words, theme.panel)
    for seat, name, slot in zip(SEATS, names, layout.NAMES, strict=True):
        wanted = Name(name, tr(NAMELESS, seat=seat), layout.NAME_LEAST)
        named(theme, wanted, slot, tint).put(drawn)
    if state.mid is not None:
        _write_phase(drawn, theme, "mid", state.mid)
    outcome = state.outcome
    if outcome is None:
        _announce(drawn, theme, tr(NOT_SCORED if state.mid is None else HALF_SCORED))
        return drawn
    final = score_sheet(state, final=True)
    _write_phase(drawn, theme, "final", final)
    _write_totals(drawn, theme, (state.mid or final, final), outcome)
    winner = outcome.winner
    wanted = (
        Name(tr(BOTH), BOTH, layout.RESULT_LEAST)
        if winner is None
        else Name(names[winner - 1], tr(NAMELESS, seat=winner), layout.RESULT_LEAST)
    )
    named(theme, wanted, layout.RESULT, Tint(theme.title, theme.night)).put(drawn)
    more, less = sorted(outcome.totals, reverse=True)
    _announce(drawn, theme, tr(REASONS[outcome.by], more=more, less=less))
    return drawn


def _write_totals(
    drawn: Image.Image, theme: Colours, phases: tuple[Sheet, Sheet], outcome: Outcome
) -> None:
    tint = Tint(theme.words, theme.panel)
    mid, final = phases
    for seat in SEATS:
        pairs = zip(mid[seat - 1], final[seat - 1], strict=True)
        for row, (once, again) in enumerate(pairs):
            other = mid[2 - seat][row] + final[2 - seat][row]
            ahead = Tint(theme.gilt, theme.panel) if once + again > other else tint
            write(drawn, theme, str(once + again), layout.number(seat, "both", row), ahead)
        total, shown = layout.total(seat), str(outcome.totals[seat - 1])
        if outcome.ranks[seat - 1] == 1:
            drawn.paste(_winning(theme, seat), total.frame[:2])
            write(drawn, theme, shown, total.slot, Tint(theme.ink, theme.seats[seat - 1]))
        else:
            write(drawn, theme, shown, total.slot, tint)


def _announce(drawn: Image.Image, theme: Colours, text: str) -> None:
    write(drawn, theme, text, layout.REASON, Tint(theme.line, theme.night))


def _write_phase(drawn: Image.Image, theme: Colours, column: str, sheet: Sheet) -> None:
    tint = Tint(theme.words, theme.panel)
    for seat, score in zip(SEATS, sheet, strict=True):
        for row, wealth in enumerate(score):
            counts = row != _FINAL_ONLY or column == "final"
            slot = layout.number(seat, column, row)
            quiet = Tint(theme.muted, theme.panel)
            shown = str(wealth) if counts else "–"
            write(drawn, theme, shown, slot, tint if counts and wealth else quiet)
        write(drawn, theme, str(score.total), layout.number(seat, column, len(score)), tint)


@lru_cache(maxsize=8)
def form(theme: Colours) -> Image.Image:
    """The empty sheet without a word on it. Not to be drawn on."""
    canvas = Canvas((0, 0, *layout.SIZE), theme.night)
    sky.strew(canvas, theme, layout.SIZE, 70)
    sky.skyline(canvas, theme, layout.SIZE)
    for box in (*layout.BLOCKS, layout.MIDDLE):
        canvas.panel(box, 16, theme)
    for row in range(len(CATEGORIES) + 1):
        y = layout.row_top(row)
        for left, top, right, _ in (*layout.BLOCKS, layout.MIDDLE):
            if row == 0 and top == layout.MIDDLE[1]:
                continue  # its first row needs no line above
            canvas.rectangle(left + 14, y - 1, right - 14, y + 1, theme.panel_edge)
    for seat, at in zip(SEATS, layout.SIGNS, strict=True):
        passages.draw_sign(canvas, theme, seat, at, 17)
    for glyph, at in zip(_SIGNS, layout.CATEGORY_SIGNS, strict=True):
        glyph(Pen(canvas, at, 21), theme.gilt, theme.panel)
    sheet = canvas.finish(theme)
    write(sheet, theme, TITLE, layout.TITLE, Tint(theme.title, theme.night))
    return sheet


def _write_words(drawn: Image.Image, theme: Colours) -> None:
    """The headings of columns and rows, in the language of the moment."""
    muted, plain = Tint(theme.muted, theme.panel), Tint(theme.words, theme.panel)
    for slots in layout.HEADING_SLOTS:
        for column, slot in slots.items():
            write(drawn, theme, tr(HEADINGS[column]), slot, muted)
    for category, slot in zip(CATEGORY_NAMES, layout.CATEGORY_SLOTS, strict=True):
        write(drawn, theme, tr(category), slot, plain)
    write(drawn, theme, tr(SUM_LABEL), layout.SUM_SLOT, plain)


@lru_cache(maxsize=8)
def _winning(theme: Colours, seat: int) -> Image.Image:
    """The ground of the winner's total."""
    left, top, right, bottom = layout.total(seat).frame
    box = (0, 0, right - left, bottom - top)
    canvas = Canvas(box, theme.panel)
    canvas.rounded(box, 12, theme.seats[seat - 1])
    return canvas.finish(theme)
