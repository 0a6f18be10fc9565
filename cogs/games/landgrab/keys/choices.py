"""A choice that a key opens: its question, its answers, and their places on the picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.contract.screen import Key, Row, in_rows, menus
from cogs.games.landgrab.keys.pad import GO_AROUND, mover
from cogs.games.landgrab.texts import Names, marked
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.reach import ways_around
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME
from prowlerbot.games.landgrab.words import building_name
from renderer.landgrab import Mark

_MOST_BUTTONS = 20


class Choice(NamedTuple):
    question: str
    keys: Sequence[Key]
    marks: Sequence[Mark]
    prompt: str = ""
    """Placeholder of a menu."""
    more: Sequence[Key] = ()
    """Keys that move into a menu first if there are too many for buttons."""

    def rows(self, *, listed: bool) -> list[Row]:
        keys = [*self.keys, *self.more]
        if not listed and len(keys) <= _MOST_BUTTONS:
            return in_rows(keys)
        if listed or not self.more:
            return menus(self.prompt, keys)
        return [*in_rows(self.keys), *menus(tr("Large buildings"), self.more)]


def around(position: Position, names: Names) -> Choice:
    """The goals of going around, numbered on the picture."""
    seat = mover(position)
    ways = ways_around(position.map, position.pawns, position.owners, seat)
    if position.phase != "turn" or not ways:
        raise IllegalMove("There is nothing to go around: “{typed}”.", typed=GO_AROUND)
    keys, marks = [], []
    for number, (square, buildings) in enumerate(ways.items(), 1):
        building = building_name(position.map.buildings[buildings[0]])
        hint = tr("around {building}", building=building)
        keys.append(Key(f"{number} · {NAME[square]}", NAME[square], hint=hint))
        marks.append(Mark((square,), str(number)))
    question = tr(
        "▶️ {player} goes around a building of their own. Where to? The squares are numbered on the"
        " picture.",
        player=marked(position, seat, names),
    )
    return Choice(question, keys, marks, tr("Where to"))
