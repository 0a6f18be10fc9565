"""Puzzles in words and buttons: the next one, the worth of tries and of the solution."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from cogs.frame.layout import Button, Item
from cogs.views.tries import TryPress
from prowlerbot.core.formats import decimal, signed
from prowlerbot.core.i18n import tr
from prowlerbot.match.ratings import Rating
from prowlerbot.puzzles.puzzle import Puzzle
from prowlerbot.review.judgement import Estimate, Option
from prowlerbot.service.puzzles import GIVEN_UP
from prowlerbot.storage.puzzles import FirstTry

NEXT_PUZZLE = "nextpuzzle"
"""The prefix of a button that opens another puzzle."""


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


def open_row(press: TryPress) -> list[Item]:
    """The buttons below the keys of a puzzle that is not solved yet."""
    give_up = Button(tr("Show the solution"), str(press.with_try(GIVEN_UP)), emoji="💡")
    return [*press.back(), give_up]


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
