"""The score sheet: five categories a seat and phase, totals, the winner and what decided."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.rules import SEATS, Position
from prowlerbot.games.prowler.scoring import CATEGORIES, Score, score_sheet
from renderer import png
from renderer.canvas import Canvas
from renderer.text import Tint, name_sprite, write
from renderer.theme import NIGHT, THEMES, Theme

from . import glyphs, passages
from . import sheet_layout as layout

_SIGNS = (glyphs.route, glyphs.statue, glyphs.sack, glyphs.tower, glyphs.laurel)
_FINAL_ONLY = CATEGORIES.index("achievements")
REASONS = {
    "wealth": "wins with the most wealth, {} to {}",
    "passage": "wins the tie of {} to {} with the longer passage",
    "districts": "wins the tie of {} to {} with more districts",
    "shared": "share the victory, {} to {} and level in everything",
}
NOT_SCORED = "The mid-game scoring is still to come"
HALF_SCORED = "Achievement cards count in the final scoring"


def draw_scores(state: Position, names: Sequence[str], *, theme: str = NIGHT.name) -> bytes:
    """The score sheet as PNG; before the end only the mid-game columns are filled."""
    colours = THEMES[theme]
    return png.encode(picture(state, names, colours), colours.palette_bytes)


def picture(state: Position, names: Sequence[str], theme: Theme) -> Image.Image:
    """The score sheet as a picture in the theme's palette (mode P)."""
    drawn = _form(theme).copy()
    tint = Tint(theme.paper, theme.panel)
    for seat, name, slot in zip(SEATS, names, layout.NAMES, strict=True):
        sprite = name_sprite(theme, name, f"Player {seat}", slot, layout.NAME_LEAST, tint)
        drawn.paste(sprite, slot.box[:2])
    outcome = state.outcome
    phases: dict[str, Sequence[Score]] = {}
    if state.mid is not None:
        phases["mid"] = state.mid
    if outcome is not None:
        phases["final"] = score_sheet(state, final=True)
    for column, scores in phases.items():
        for seat, score in zip(SEATS, scores, strict=True):
            _write_column(drawn, theme, seat, column, score)
    if outcome is None:
        _announce(drawn, theme, HALF_SCORED if phases else NOT_SCORED)
        return drawn
    for seat, rank in zip(SEATS, outcome.ranks, strict=True):
        together = [sum(pair) for pair in zip(*(phases[c][seat - 1] for c in phases), strict=True)]
        for row, wealth in enumerate(together):
            write(drawn, theme, str(wealth), layout.number(seat, "both", row), tint)
        total = layout.total(seat)
        shown = str(outcome.totals[seat - 1])
        if rank == 1:
            drawn.paste(_winning(theme, seat), total.frame[:2])
            write(drawn, theme, shown, total.slot, Tint(theme.ink, theme.seats[seat - 1]))
        else:
            write(drawn, theme, shown, total.slot, tint)
    winner = outcome.winner
    name, fallback = "Both thieves", "Both thieves"
    if winner is not None:
        name, fallback = names[winner - 1], f"Player {winner}"
    ground = Tint(theme.lamp, theme.night)
    sprite = name_sprite(theme, name, fallback, layout.RESULT, layout.RESULT_LEAST, ground)
    drawn.paste(sprite, layout.RESULT.box[:2])
    _announce(drawn, theme, REASONS[outcome.by].format(*sorted(outcome.totals, reverse=True)))
    return drawn


def _announce(drawn: Image.Image, theme: Theme, text: str) -> None:
    write(drawn, theme, text, layout.REASON, Tint(theme.paper, theme.night))


def _write_column(drawn: Image.Image, theme: Theme, seat: int, column: str, score: Score) -> None:
    tint = Tint(theme.paper, theme.panel)
    for row, wealth in enumerate(score):
        counts = row != _FINAL_ONLY or column == "final"
        write(drawn, theme, str(wealth) if counts else "–", layout.number(seat, column, row), tint)
    slot = layout.number(seat, column, len(CATEGORIES))
    write(drawn, theme, str(score.total), slot, tint)


@lru_cache(maxsize=8)
def _form(theme: Theme) -> Image.Image:
    """The empty sheet. Not to be drawn on."""
    canvas = Canvas((0, 0, *layout.SIZE), theme.night)
    rng = random.Random(3)
    for _ in range(70):
        at = rng.uniform(0, layout.SIZE[0]), rng.uniform(0, layout.SIZE[1])
        canvas.disc(at, rng.choice((1.2, 1.6, 2.2)), theme.star)
    for box in (*layout.BLOCKS, layout.MIDDLE):
        left, top, right, bottom = box
        canvas.rounded(box, 16, theme.panel_edge)
        canvas.rounded((left + 2, top + 2, right - 2, bottom - 2), 14, theme.panel)
    for row in range(len(CATEGORIES) + 1):
        y = layout.row_top(row)
        for left, _, right, _ in (*layout.BLOCKS, layout.MIDDLE):
            canvas.rectangle(left + 14, y - 1, right - 14, y + 1, theme.panel_edge)
    for seat, at in zip(SEATS, layout.SIGNS, strict=True):
        passages.draw_sign(canvas, theme, seat, at, 17)
    for glyph, at in zip(_SIGNS, layout.CATEGORY_SIGNS, strict=True):
        glyph(glyphs.Pen(canvas, at, 21), theme.lamp, theme.panel)
    form = canvas.finish(theme)
    write(form, theme, "PROWLER’S PASSAGE", layout.TITLE, Tint(theme.lamp, theme.night))
    muted, plain = Tint(theme.muted, theme.panel), Tint(theme.paper, theme.panel)
    for slots in layout.HEADING_SLOTS:
        for column, slot in slots.items():
            write(form, theme, layout.HEADINGS[column], slot, muted)
    for category, slot in zip(CATEGORIES, layout.CATEGORY_SLOTS, strict=True):
        write(form, theme, layout.LABELS[category], slot, plain)
    write(form, theme, layout.SUM_LABEL, layout.SUM_SLOT, plain)
    return form


@lru_cache(maxsize=8)
def _winning(theme: Theme, seat: int) -> Image.Image:
    """The ground of the winner's total."""
    left, top, right, bottom = layout.total(seat).frame
    box = (0, 0, right - left, bottom - top)
    canvas = Canvas(box, theme.panel)
    canvas.rounded(box, 12, theme.seats[seat - 1])
    return canvas.finish(theme)
