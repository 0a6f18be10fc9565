"""Puzzles in words and buttons: the place of a solver, the worth of tries and of the solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from cogs.contract.screen import Key, Row, Select
from cogs.frame.layout import Button, Item, menu
from cogs.views.keys import key_button
from prowlerbot.core.formats import decimal, signed
from prowlerbot.core.i18n import tr
from prowlerbot.match.ratings import Rating
from prowlerbot.puzzles.puzzle import Puzzle
from prowlerbot.review.judgement import Estimate, Option
from prowlerbot.service.puzzles import GIVEN_UP
from prowlerbot.storage.puzzles import FirstTry

PUZZLE = "puzzle"
"""The prefix of the custom_ids of all presses on a puzzle."""
NEXT_PUZZLE = "nextpuzzle"
"""The prefix of a button that opens another puzzle."""
TRIES = 3
"""The tries before the solution is shown."""

_CHOOSING, _MENU = ":?", ":#"
_NOTHING = "-"
_GIVE_UP = "!"


@dataclass(frozen=True, slots=True)
class Page:
    """A solver's place: the puzzle, the moves they have tried, and the open choice, if any.

    ``row`` tells the menus of a message apart; what is chosen in one is a page itself.
    """

    puzzle: str
    tried: tuple[str, ...] = ()
    choosing: str | None = None
    theme: str = ""
    row: int = 0

    def __str__(self) -> str:
        tried = ",".join(move or _GIVE_UP for move in self.tried) or _NOTHING
        at = f"{PUZZLE}:{self.puzzle}:{self.theme}:{tried}"
        if self.row:
            return f"{at}{_MENU}{self.row}"
        return f"{at}{_CHOOSING}{self.choosing or ''}"

    @classmethod
    def read(cls, custom_id: str) -> Page | None:
        match custom_id.split(":", 3):
            case [prefix, puzzle, theme, rest] if prefix == PUZZLE:
                # Moves and choices may contain colons.
                written, open_, chosen = rest.partition(_CHOOSING)
                if not open_:
                    written, open_, chosen = rest.partition(_MENU)
                    chosen = ""
                if not open_:
                    return None
                moves = () if written == _NOTHING else tuple(written.split(","))
                tried = tuple(GIVEN_UP if move == _GIVE_UP else move for move in moves)
                return cls(puzzle, tried, chosen or None, theme)
        return None

    def with_try(self, move: str) -> Page:
        return replace(self, tried=(*self.tried, move), choosing=None)


@dataclass(frozen=True, slots=True)
class NextPress:
    game: str
    theme: str = ""

    def __str__(self) -> str:
        return f"{NEXT_PUZZLE}:{self.game}:{self.theme}"

    @classmethod
    def read(cls, custom_id: str) -> NextPress | None:
        match custom_id.split(":"):
            case [_, game, theme]:
                return cls(game, theme)
        return None


# ----------------------------------------------------------------------------------- buttons


def keys(page: Page, rows: Sequence[Row]) -> list[list[Item]]:
    """The keys of a screen as buttons and menus."""
    return [
        [_menu(page, row, at)]
        if isinstance(row, Select)
        else [key_button(key, str(_pressed(page, key))) for key in row]
        for at, row in enumerate(rows, 1)
        if not isinstance(row, Select) or row.offered
    ]


def _menu(page: Page, select: Select, at: int) -> Item:
    options = [
        discord.SelectOption(
            label=key.label[:100],
            value=str(_pressed(page, key)),
            emoji=key.emoji,
            description=key.hint[:100] or None,
        )
        for key in select.offered
    ]
    return menu(str(replace(page, choosing=None, row=at)), select.placeholder, options)


def _pressed(page: Page, key: Key) -> Page:
    return replace(page, choosing=key.argument) if key.opens else page.with_try(key.argument)


def open_row(page: Page) -> list[Item]:
    """The buttons below the keys of a puzzle that is not solved yet."""
    back = [Button(tr("Back"), str(replace(page, choosing=None)))] if page.choosing else []
    return [*back, Button(tr("Show the solution"), str(page.with_try(GIVEN_UP)), emoji="💡")]


def next_button(puzzle: Puzzle, theme: str) -> Item:
    return Button(
        tr("Next puzzle"), str(NextPress(puzzle.game, theme)), discord.ButtonStyle.success
    )


# ------------------------------------------------------------------------------------- words


def lost(puzzle: Puzzle, move: str) -> str:
    """What a wrong move gives away, in words; empty if that is not known."""
    option = puzzle.option(move)
    return "" if option is None else _difference(puzzle.best, option)


def _difference(best: Option, other: Option) -> str:
    if best.chance is None or other.chance is None:
        return tr("{treasure} treasure", treasure=decimal(best.margin.mean - other.margin.mean))
    chance = best.chance.mean - other.chance.mean
    if chance < 0.005:
        return tr("{points} points", points=decimal(best.margin.mean - other.margin.mean))
    return tr("{percent} % of the chance to win", percent=round(100 * chance))


def worth(option: Option, *, exact: bool) -> str:
    """What comes of a move, as far as the machine can tell."""
    if option.chance is None:
        return tr("{treasure} treasure", treasure=_told(option.margin))
    if not exact:
        return tr(
            "wins in {percent} of 100 matches (± {error})",
            percent=round(100 * option.chance.mean),
            error=max(1, round(200 * option.chance.error)),
        )
    ahead = round(option.margin.mean)
    if option.chance.mean > 0.5:
        return tr("wins, by {points} points at least", points=ahead) if ahead else tr("wins")
    if option.chance.mean == 0.5:
        return tr("shares the win")
    return tr("loses, by {points} points at least", points=-ahead) if ahead else tr("loses")


def _told(estimate: Estimate) -> str:
    return f"{decimal(estimate.mean)} ± {decimal(2 * estimate.error)}"


def rated(first: FirstTry) -> str:
    """The effect of a first try on the solver's rating."""
    now, before = first.standing.rating, first.before
    return "-# " + tr(
        "Your rating in these puzzles: {points} ± {range} ({change}). The puzzle has {puzzle}.",
        points=now.points,
        range=now.range,
        change=signed(now.points - before.points),
        puzzle=first.puzzle.points,
    )


def unrated(rating: Rating) -> str:
    return "-# " + tr(
        "Only the first try at a puzzle counts. Your rating in these puzzles: {points} ± {range}.",
        points=rating.points,
        range=rating.range,
    )
