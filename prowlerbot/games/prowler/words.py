"""The names of things in Prowler's Passage, for texts, pictures and speech: keys for ``tr``."""

from prowlerbot.core.i18n import mark, trn
from prowlerbot.games.prowler.board import STATUES, pathways_in

DISTRICT_NAMES: dict[str, str] = {
    "B": mark("Banking"),
    "P": mark("Political"),
    "M": mark("Market"),
    "R": mark("Residential"),
    "C": mark("Castle"),
}

TILE_NAMES: dict[str, str] = {
    "b": mark("yellow item"),
    "p": mark("blue item"),
    "m": mark("purple item"),
    "r": mark("brown item"),
    "d": mark("dig shovel"),
    "w": mark("wild shovel"),
}

ONE_TILE: dict[str, str] = {
    "b": mark("a yellow item"),
    "p": mark("a blue item"),
    "m": mark("a purple item"),
    "r": mark("a brown item"),
    "d": mark("a dig shovel"),
    "w": mark("a wild shovel"),
}
"""A tile as the object of a sentence with “take”."""

CONDITION_NAMES: dict[int, str] = {
    1: mark("Steal 2 statues"),
    2: mark("Dig a passage 6 long"),
    3: mark("2 passages of 3 that don't touch"),
    4: mark("Own all 4 pathways of a district"),
    5: mark("Hold 1 item of each kind"),
    6: mark("Hold 2 each of 3 kinds"),
    7: mark("Hold 3 each of 2 kinds"),
    8: mark("Hold 4 of one kind"),
    9: mark("Control 4 districts"),
    10: mark("Lead a district by 5 spaces"),
    11: mark("Lead 2 districts by 3 spaces"),
    12: mark("Lead 3 districts by 2 spaces"),
    13: mark("3 districts, each with its item"),
    14: mark("Longest passage at mid-game"),
    15: mark("Most districts at mid-game"),
}
"""The condition of each achievement card."""

CONDITION_RULES: dict[int, str] = {
    1: mark("You have dug the last pathway around 2 statues."),
    2: mark("Your longest passage has 6 pathways."),
    3: mark("Your passages have two parts that don't touch, each with a passage of 3 or more."),
    4: mark(
        "All 4 pathways around one district are yours. A district with 2 pathways does not count."
    ),
    5: mark("You hold a yellow, a blue, a purple and a brown item."),
    6: mark("You hold 2 or more items of each of 3 colours."),
    7: mark("You hold 3 or more items of each of 2 colours."),
    8: mark("You hold 4 items of one colour."),
    9: mark("The markers of 4 districts stand on your side."),
    10: mark("One marker stands 5 or more spaces on your side."),
    11: mark("2 markers stand 3 or more spaces on your side."),
    12: mark("3 markers stand 2 or more spaces on your side."),
    13: mark(
        "3 markers are on your side, not counting the Castle, and you hold an item of each of their"
        " colours."
    ),
    14: mark("At mid-game scoring your longest passage is the longer one. A tie: nobody gets it."),
    15: mark("At mid-game scoring you have more markers on your side. A tie: nobody gets it."),
}
"""The same condition in full, as a rule."""

CATEGORY_NAMES: tuple[str, ...] = (
    mark("Passages"),
    mark("Statues"),
    mark("Items"),
    mark("Districts"),
    mark("Achievements"),
)
"""The five categories of a scoring phase, in the order of ``rules.Score``."""


def tiles_counted(face: str, count: int) -> str:
    """A number of tiles of one face, as in a list."""
    match face:
        case "b":
            return trn("{count} yellow item", "{count} yellow items", count)
        case "p":
            return trn("{count} blue item", "{count} blue items", count)
        case "m":
            return trn("{count} purple item", "{count} purple items", count)
        case "r":
            return trn("{count} brown item", "{count} brown items", count)
        case "d":
            return trn("{count} dig shovel", "{count} dig shovels", count)
        case "w":
            return trn("{count} wild shovel", "{count} wild shovels", count)
    raise ValueError(f"“{face}” is no face of a tile.")


def join_pathways(pathways: int) -> str:
    """The pathways of a set as one name, such as 4-5-8 for the point where they meet."""
    return "-".join(map(str, pathways_in(pathways)))


STATUE_NAMES = {statue: join_pathways(around) for statue, around in STATUES.items()}
"""Each statue by the pathways around it, as the picture numbers only these."""
