"""Buttons and menus for the keys of a screen; each carries the effect of its press."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import discord
from discord import Interaction

from cogs.contract.screen import Key, Row, Select
from cogs.frame.interaction import selected_values
from cogs.frame.layout import Button, Item, menu
from cogs.presses.addresses import MatchPress, OfMatch
from prowlerbot.core.errors import Denied
from prowlerbot.match.match import Match


@dataclass(frozen=True, slots=True)
class Keyboard:
    """The actions of the keys of a board.

    ``move`` plays a key's move, ``opens`` opens its choice, and ``pick`` is that of a menu. ``own``
    is the number of the next secret step; it is 0 on the shared board. ``final`` replaces ``move``
    for a step that cannot be taken back.
    """

    match: Match
    move: OfMatch = "m"
    opens: OfMatch = "choose"
    pick: OfMatch = "pick"
    own: int = 0
    final: OfMatch | None = None

    def rows(self, rows: Sequence[Row]) -> list[list[Item]]:
        return key_rows(
            rows,
            lambda key: self._press(self._action(key), key.argument),
            lambda key: f"{self._action(key)}:{key.argument}",
            lambda at: self._press(self.pick, str(at)),
        )

    def _press(self, action: OfMatch, argument: str) -> str:
        return str(MatchPress(action, self.match.id, self.match.moment, argument, self.own))

    def _action(self, key: Key) -> OfMatch:
        if key.opens:
            return self.opens
        return self.final if key.final and self.final is not None else self.move


def picked(interaction: Interaction, press: MatchPress, carried: Collection[OfMatch]) -> MatchPress:
    """The press of a button with the same effect as the chosen option.

    Raises Denied unless its action is among those that the menu ``carried``.
    """
    match selected_values(interaction):
        case [value]:
            action, _, argument = value.partition(":")
            for each in carried:
                if each == action:
                    return replace(press, action=each, argument=argument)
    raise Denied("Choose one of the options in the menu.")


def key_rows(
    rows: Sequence[Row],
    pressed: Callable[[Key], str],
    option: Callable[[Key], str],
    menu_id: Callable[[int], str],
) -> list[list[Item]]:
    """Rows of a screen as items of a message.

    ``pressed`` makes the custom_id of a button, ``option`` the value of an option, and ``menu_id``
    the custom_id of the menu in a row.
    """
    return [
        [_menu(menu_id(at), row, option)]
        if isinstance(row, Select)
        else [key_button(key, pressed(key)) for key in row]
        for at, row in enumerate(rows)
        if not isinstance(row, Select) or row.offered
    ]


def _menu(custom_id: str, select: Select, option: Callable[[Key], str]) -> Item:
    options = [
        discord.SelectOption(
            label=key.label, value=option(key), emoji=key.emoji, description=key.hint or None
        )
        for key in select.offered
    ]
    return menu(custom_id, select.placeholder, options)


def key_button(key: Key, press: object) -> Button:
    return Button(key.label, press, emoji=key.emoji, disabled=not key.enabled)
