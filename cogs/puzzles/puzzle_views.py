"""The words and buttons of a board where one player alone looks for the best move: the tries and
their worth, the solution, the next puzzle.

Each button carries the position, the count of tries, and the move, so no state is kept between
presses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import Interaction

from cogs.board.views.common_buttons import key_rows
from cogs.contract.advice import share
from cogs.contract.screen import Key, Row
from cogs.frame.interaction import selected_values
from cogs.frame.layout import Button, Item
from cogs.presses.addresses import NextPuzzlePress, TryPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import decimal, in_percent, signed
from prowlerbot.match.ratings import Rating
from prowlerbot.opponent.judgement import Option
from prowlerbot.puzzles.puzzle import Puzzle
from prowlerbot.puzzles.puzzle_service import GIVEN_UP
from prowlerbot.puzzles.puzzle_store import FirstTry

_BESIDE = ","
"""The end of a custom_id's part about the position; the value of an option is the rest alone."""

# ----------------------------------------------------------------------------------- buttons


def open_row(press: TryPress) -> list[Item]:
    """The buttons below the keys of a puzzle that is not solved yet."""
    give_up = Button(tr("Show the solution"), press.with_try(GIVEN_UP), emoji="💡")
    return [*back_button(press), give_up]


def next_button(puzzle: Puzzle, theme: str) -> Item:
    return Button(
        tr("Next puzzle"), NextPuzzlePress(puzzle.game, theme), discord.ButtonStyle.success
    )


def chosen(interaction: Interaction, press: TryPress) -> TryPress:
    """The press of the chosen option, if this press is on a menu. Raises Denied without any."""
    if press.menu is None:
        return press
    match selected_values(interaction):
        case [value]:
            position, comma, _ = str(press).partition(_BESIDE)
            read = TryPress.read(f"{position}{comma}{value}")
            if read is not None and read.menu is None:
                return read
    raise Denied("Choose one of the options in the menu.")


def try_rows(press: TryPress, rows: Sequence[Row]) -> list[list[Item]]:
    """The keys of the board as buttons and menus."""

    def after(key: Key) -> str:
        opened = replace(press, choosing=key.argument)
        return str(opened if key.opens else press.with_try(key.argument))

    return key_rows(
        rows,
        after,
        lambda key: after(key).partition(_BESIDE)[2],
        lambda at: str(replace(press, menu=at, choosing=None, move=None)),
    )


def back_button(press: TryPress) -> list[Item]:
    """The button that leaves an open choice."""
    if press.choosing is None:
        return []
    return [Button(tr("Back"), replace(press, choosing=None))]


# ------------------------------------------------------------------------------------- words


def lost(best: Option, other: Option) -> str:
    """The loss by a wrong move, in words."""
    if best.chance is None or other.chance is None:
        treasure = decimal(best.margin.mean - other.margin.mean)
        return tr("about {treasure} treasure", treasure=treasure)
    chance = in_percent(round(100 * (best.chance.mean - other.chance.mean)))
    return tr("about {percent} of the chance to win", percent=chance)


def worth(option: Option, *, exact: bool) -> str:
    """The worth of a move by the machine's judgement, in words."""
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
    """The task of a puzzle."""
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
