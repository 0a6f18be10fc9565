"""The names of things in Landgrab, for texts, pictures and speech: keys for ``tr``."""

from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import NAME, Building

COLOUR_NAMES: dict[str, str] = {
    "R": mark("Red"),
    "B": mark("Blue"),
    "G": mark("Green"),
    "Y": mark("Yellow"),
}

DIRECTION_NAMES: dict[tuple[int, int], str] = {
    (-1, -1): mark("north-west"),
    (-1, 0): mark("north"),
    (-1, 1): mark("north-east"),
    (0, -1): mark("west"),
    (0, 1): mark("east"),
    (1, -1): mark("south-west"),
    (1, 0): mark("south"),
    (1, 1): mark("south-east"),
}
"""By the rows down and the columns to the right; row 1 is in the north."""


def squares_of(building: Building) -> str:
    """The names of all squares of a building, such as F7 or B7-B8."""
    return "-".join(NAME[square] for square in squares_in(building.squares))


def building_name(building: Building) -> str:
    """A building as the object of a sentence."""
    name = squares_of(building)
    if building.is_large:
        return tr("the large building {square}", square=name)
    return tr("the small building {square}", square=name)


def small_counted(count: int) -> str:
    return trn("{count} small building", "{count} small buildings", count)


def large_counted(count: int) -> str:
    return trn("{count} large building", "{count} large buildings", count)
