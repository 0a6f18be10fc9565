"""Plans of Landgrab: a way over several turns, in keys, in words and on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from cogs.contract.screen import Key, Row, in_rows, menus
from cogs.games.landgrab.texts import Names, building_words
from cogs.games.landgrab.turn_keys import claim_key
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import open_squares
from prowlerbot.games.landgrab.moves import CLAIM
from prowlerbot.games.landgrab.plans import ahead
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import COLUMNS, NAME, SQUARE
from renderer.landgrab.land.lights import Mark

_COLUMN = "column:"


def goals(position: Position, seat: int, plan: str, choosing: str, names: Names) -> list[Row]:
    """The buildings to claim and the columns to go to, or the squares of a column."""
    end = ahead(position, seat, plan)
    squares = [NAME[square] for square in squares_in(open_squares(end.map, end.pawns))]
    if choosing:
        column = choosing.removeprefix(_COLUMN)
        return in_rows([Key(name, name) for name in squares if name[0] == column])
    claims = [
        claim_key(end, CLAIM[building.first], names)
        for building, owner in zip(end.map.buildings, end.owners, strict=True)
        if owner != seat
    ]
    reached = {name[0] for name in squares}
    columns = [
        Key(column, f"{_COLUMN}{column}", enabled=column in reached, opens=True)
        for column in COLUMNS
    ]
    return [*menus(tr("Claim a building"), claims), *in_rows(columns)]


def words(position: Position, plan: str) -> Iterator[str]:
    for claims, steps in groupby(plan.split(), key=lambda step: step.startswith("c:")):
        if claims:
            for step in steps:
                number = position.map.number[SQUARE[step.removeprefix("c:")]]
                building = building_words(position, number)
                yield "- " + tr("Claim {building} until it is yours.", building=building)
            continue
        *way, goal = steps
        if way:
            sentence = tr("Go to {square} by way of {squares}.", square=goal, squares=listed(way))
        else:
            sentence = tr("Go to {square}.", square=goal)
        yield f"- {sentence}"


def marks(plan: str) -> Sequence[Mark]:
    """The squares of a way by the turn in which the pawn arrives there first."""
    steps = [step for step in plan.split() if ":" not in step]
    return [Mark((SQUARE[it],), str(steps.index(it) + 1)) for it in dict.fromkeys(steps)]
