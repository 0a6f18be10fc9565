"""Puzzles in words and buttons: the next one, the worth of tries and of the solution."""

from __future__ import annotations

import discord

from cogs.frame.layout import Button, Item
from cogs.presses.addresses import NextPuzzlePress, TryPress
from cogs.views.losses_told import share
from cogs.views.tries import back_button
from prowlerbot.core.formats import decimal, in_percent, signed
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.ratings import Rating
from prowlerbot.puzzles.puzzle import Puzzle
from prowlerbot.review.judgement import Option
from prowlerbot.service.puzzles import GIVEN_UP
from prowlerbot.storage.puzzles import FirstTry

# ----------------------------------------------------------------------------------- buttons


def open_row(press: TryPress) -> list[Item]:
    """The buttons below the keys of a puzzle that is not solved yet."""
    give_up = Button(tr("Show the solution"), str(press.with_try(GIVEN_UP)), emoji="💡")
    return [*back_button(press), give_up]


def next_button(puzzle: Puzzle, theme: str) -> Item:
    return Button(
        tr("Next puzzle"), str(NextPuzzlePress(puzzle.game, theme)), discord.ButtonStyle.success
    )


# ------------------------------------------------------------------------------------- words


def lost(best: Option, other: Option) -> str:
    """What a wrong move gives away, in words."""
    if best.chance is None or other.chance is None:
        treasure = decimal(best.margin.mean - other.margin.mean)
        return tr("about {treasure} treasure", treasure=treasure)
    chance = in_percent(round(100 * (best.chance.mean - other.chance.mean)))
    return tr("about {percent} of the chance to win", percent=chance)


def worth(option: Option, *, exact: bool) -> str:
    """What comes of a move, as far as the machine can tell."""
    if option.chance is None:
        return tr("about {treasure} treasure", treasure=decimal(option.margin.mean))
    if not exact:
        return tr(
            "wins about {percent} of 100 matches that are played on quickly",
            percent=share(option.chance.mean),
        )
    if option.chance.mean == 0.5:
        return tr("shares the win")
    return _end(abs(round(option.margin.mean)), wins=option.chance.mean > 0.5)


def _end(ahead: int, *, wins: bool) -> str:
    if wins:
        if not ahead:
            return tr("wins")
        return trn("wins by at least {count} point", "wins by at least {count} points", ahead)
    if not ahead:
        return tr("loses")
    return trn("loses by at least {count} point", "loses by at least {count} points", ahead)


def task(puzzle: Puzzle) -> str:
    """What is asked for."""
    if not puzzle.exact:
        if puzzle.best.chance is None:
            return tr("Find the move that leaves you the most treasure.")
        return tr("Find the move with the best chance to win.")
    if puzzle.best.chance is not None and puzzle.best.chance.mean > 0.5:
        return tr("Find the only move that wins.")
    return tr("Find the only move that does not lose.")


def rated(first: FirstTry) -> str:
    """The effect of a first try on the solver's rating."""
    now, before = first.standing.rating, first.before
    return "-# " + tr(
        "Your puzzle rating: {points} ({change}). This puzzle is rated {puzzle}.",
        points=now.points,
        change=signed(now.points - before.points),
        puzzle=first.puzzle.points,
    )


def unrated(rating: Rating) -> str:
    return "-# " + tr(
        "Only the first try at a puzzle counts. Your puzzle rating: {points}.",
        points=rating.points,
    )
