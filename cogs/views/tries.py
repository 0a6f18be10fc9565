"""The presses on a board where one player alone looks for the best move, in up to three tries.

No state survives a press: each button carries the position, the count of tries, and the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from discord import Interaction

from cogs.contract.screen import Key, Row
from cogs.frame.interaction import selected_values
from cogs.frame.layout import Button, Item
from cogs.frame.press import Action, CustomId, read_number
from cogs.views.keys import key_rows
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr

TRIES = 3
"""The tries before the solution is shown."""

_BESIDE, _CHOOSING, _MOVE, _MENU = ",", "?", "!", "#"


@dataclass(frozen=True, slots=True)
class TryPress:
    """``subject`` and ``at`` name the position; ``beside`` is the theme or list that it came from.

    ``made`` counts the tries made, ``move`` is the latest of them, ``choosing`` the open choice. A
    press on a menu has only its row, as ``menu``, and the count, so that Discord does not show what
    was chosen before the last try; its options carry the rest.
    """

    action: Action
    subject: str
    at: int = 0
    beside: str = ""
    made: int = 0
    choosing: str | None = None
    move: str | None = None
    menu: int | None = None

    def __str__(self) -> str:
        argument = f"{self.beside}{_BESIDE}{self.end}"
        return str(CustomId(self.action, self.subject, self.at, argument))

    @property
    def end(self) -> str:
        """What follows the position; as the value of an option it stands alone."""
        if self.menu is not None:
            return f"{self.made}{_MENU}{self.menu}"
        choosing = "" if self.choosing is None else f"{_CHOOSING}{self.choosing}"
        move = "" if self.move is None else f"{_MOVE}{self.move}"
        return f"{self.made}{choosing}{move}"

    @classmethod
    def read(cls, custom_id: str) -> TryPress | None:
        read = CustomId.read(custom_id)
        if read is None:
            return None
        beside, _, end = read.argument.partition(_BESIDE)
        press = cls(read.action, read.subject, read.number, beside)
        before, listed, row = end.partition(_MENU)
        made, menu = read_number(before), read_number(row)
        if listed and made is not None and menu is not None:
            return replace(press, made=made, menu=menu)
        return press.with_end(end)

    def with_end(self, end: str) -> TryPress | None:
        """A press on the same position; None for an ``end`` that no button carries."""
        before, tried, move = end.partition(_MOVE)
        written, opened, choosing = before.partition(_CHOOSING)
        made = read_number(written)
        if made is None or not (1 if tried else 0) <= made <= TRIES:
            return None
        return replace(
            self,
            made=made,
            choosing=choosing if opened else None,
            move=move if tried else None,
            menu=None,
        )

    @property
    def tried(self) -> str | None:
        """The move that this press tries; None if it asks for one."""
        return self.move if self.choosing is None else None

    def chosen(self, interaction: Interaction) -> TryPress:
        """The press of the chosen option, if this is one on a menu. Raises Denied without any."""
        if self.menu is None:
            return self
        match selected_values(interaction):
            case [value]:
                press = self.with_end(value)
                if press is not None:
                    return press
        raise Denied("Choose one of the options in the menu.")

    def with_try(self, move: str) -> TryPress:
        return replace(self, made=self.made + 1, choosing=None, move=move)

    def rows(self, rows: Sequence[Row]) -> list[list[Item]]:
        """The keys of the board as buttons and menus."""
        return key_rows(
            rows,
            lambda key: str(self._after(key)),
            lambda key: self._after(key).end,
            lambda at: str(replace(self, menu=at)),
        )

    def _after(self, key: Key) -> TryPress:
        return replace(self, choosing=key.argument) if key.opens else self.with_try(key.argument)

    def back(self) -> list[Item]:
        """The button that leaves an open choice."""
        if self.choosing is None:
            return []
        return [Button(tr("Back"), str(replace(self, choosing=None)))]
