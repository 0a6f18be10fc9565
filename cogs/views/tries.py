"""A board where one player alone looks for the best move, in up to three tries.

No state survives a press: each button carries the position, the count of tries, and the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import Interaction

from cogs.contract.screen import Key, Row
from cogs.frame.interaction import selected_values
from cogs.frame.layout import Button, Item
from cogs.presses.addresses import TryPress
from cogs.views.keys import key_rows
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr

_BESIDE = ","
"""Ends the part of a custom_id that names the position; as an option the rest stands alone."""


def chosen(interaction: Interaction, press: TryPress) -> TryPress:
    """The press of the chosen option, if this is one on a menu. Raises Denied without any."""
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
    return [Button(tr("Back"), str(replace(press, choosing=None)))]
