"""The names of things in Heroes Beware, for texts, pictures and spoken descriptions.

The words are keys: they are translated by ``tr``, into the current language.
"""

from __future__ import annotations

from bisect import bisect_right

from prowlerbot.core.i18n import mark

FEATURE_NAMES: dict[str, str] = {
    "ore": mark("ore vein"),
    "campfire": mark("campfire"),
    "chest": mark("treasure chest"),
    "cell": mark("cell"),
    "trap": mark("trap"),
    "gem vein": mark("gem vein"),
    "mess hall": mark("mess hall"),
    "infirmary": mark("infirmary"),
}
"""By the feature of a square."""

FEATURE_TEXTS: dict[str, str] = {
    "ore": mark("2 gold, if at least 5 squares lie between it and the entrance."),
    "campfire": mark("1 guard."),
    "chest": mark("1 gold; a gem of your stash can be stored here instead."),
    "cell": mark("A prisoner is kept here after an invader is defeated."),
    "trap": mark("1 trap; it can be re-armed after an invader."),
    "gem vein": mark("1 gem, if at least 10 squares lie between it and the entrance."),
    "mess hall": mark("1 guard; guards can be moved to the squares next to it."),
    "infirmary": mark("After each invader a guard joins you at a campfire without one."),
}
"""The effect of a feature on a piece without open edges."""

TOKEN_NAMES: dict[str, str] = {
    "gold": mark("gold"),
    "gem": mark("gem"),
    "guard": mark("guard"),
    "trap": mark("trap"),
    "prisoner": mark("prisoner"),
}

_TILE_NAMES: tuple[tuple[int, str], ...] = (
    (1, mark("cavern dead end, ore")),
    (17, mark("cavern dead end, campfire")),
    (20, mark("cavern dead end, chest")),
    (23, mark("stone dead end, chest")),
    (34, mark("stone dead end, cell")),
    (43, mark("stone dead end, campfire")),
    (45, mark("cavern straight")),
    (46, mark("cavern straight, campfire")),
    (48, mark("cavern straight, trap")),
    (49, mark("cavern straight, chest")),
    (50, mark("stone straight")),
    (51, mark("stone straight, chest")),
    (53, mark("stone straight, trap")),
    (54, mark("stone straight, campfire")),
    (55, mark("mixed straight")),
    (56, mark("mixed straight, campfire")),
    (57, mark("mixed straight, trap")),
    (58, mark("mixed straight, chest")),
    (59, mark("cavern corner")),
    (60, mark("cavern corner, campfire")),
    (62, mark("cavern corner, trap")),
    (63, mark("cavern corner, chest")),
    (64, mark("stone corner")),
    (65, mark("stone corner, chest")),
    (67, mark("stone corner, trap")),
    (68, mark("stone corner, campfire")),
    (69, mark("stone corner, cell")),
    (70, mark("mixed corner")),
    (71, mark("mixed corner, campfire")),
    (72, mark("mixed corner, trap")),
    (73, mark("mixed corner, campfire")),
    (74, mark("mixed corner, trap")),
    (75, mark("mixed corner, chest")),
    (76, mark("cavern fork")),
    (77, mark("cavern fork, campfire")),
    (78, mark("cavern fork, trap")),
    (81, mark("stone fork")),
    (82, mark("stone fork, campfire")),
    (83, mark("stone fork, trap")),
    (85, mark("stone fork, chest")),
    (86, mark("mixed fork")),
    (87, mark("mixed fork, trap")),
    (88, mark("mixed fork, campfire")),
    (89, mark("mixed fork")),
    (90, mark("mixed fork, campfire")),
    (91, mark("mixed fork, trap")),
    (92, mark("mixed fork, campfire")),
    (93, mark("mixed fork, trap")),
    (94, mark("mixed fork")),
    (95, mark("mixed fork, trap")),
    (98, mark("cavern crossing")),
    (99, mark("cavern crossing, trap")),
    (100, mark("stone crossing")),
    (101, mark("stone crossing, trap")),
    (102, mark("mixed crossing")),
    (103, mark("mixed crossing, trap")),
    (104, mark("mixed crossing, campfire")),
)
"""By the first number of a range of square tiles: their name."""

SPECIAL_NAMES: dict[str, str] = {
    "P": mark("Patch"),
    "I1": mark("Glittering shaft"),
    "I2": mark("Guarded glitter"),
    "I3": mark("Glitter fork"),
    "I4": mark("Vault of light"),
    "I5": mark("Long table"),
    "I6": mark("Tavern"),
    "I7": mark("Canteen"),
    "I8": mark("Field kitchen"),
    "I9": mark("Sick bay"),
    "I10": mark("Healer's court"),
    "I11": mark("Herb store"),
    "I12": mark("Double coffer"),
    "I13": mark("Snared coffer"),
    "I14": mark("Twin lode"),
    "I15": mark("Snared lode"),
    "I16": mark("Cell block"),
    "I17": mark("Warden's post"),
    "I18": mark("Double snare"),
    "L1": mark("Counting house"),
    "L2": mark("Jewel room"),
    "L3": mark("Deep lode"),
    "L4": mark("Ore hall"),
    "L5": mark("Feast cave"),
    "L6": mark("Hospital wing"),
    "L7": mark("Dungeon"),
    "L8": mark("Gauntlet"),
    "L9": mark("Great hall"),
}

INVADER_NAMES: dict[int, str] = {
    1: mark("Thief"),
    2: mark("Sack Carrier"),
    3: mark("Squire"),
    4: mark("Axe Woman"),
    5: mark("Knight"),
    6: mark("Ogre"),
    7: mark("Archer"),
    8: mark("Sapper"),
    9: mark("Silent Blade"),
    10: mark("Pilgrim"),
    11: mark("Muleteer"),
    12: mark("Minstrel"),
    13: mark("Braggart"),
    14: mark("Jeweller"),
    15: mark("Champion"),
    16: mark("Lumbering Twins"),
    17: mark("Locksmith"),
}
INVADER_TEXTS: dict[int, str] = {
    1: mark("The first trap does it no harm."),
    2: mark("The first trap and the first guard do it no harm."),
    6: mark("Each trap costs it two hearts."),
    7: mark("The first guard does it no harm."),
    8: mark("No trap harms it; each is spent all the same."),
    9: mark("No guard harms it; each is lost all the same."),
    10: mark("Regains one lost heart when it takes its first treasure."),
    12: mark("Frees the prisoners in every square it enters."),
    13: mark("Flees, unpunished, as soon as only one heart is left."),
    14: mark("A gem only fills one bag; it goes on."),
    16: mark("Each guard costs them two hearts."),
    17: mark("Gold from a chest fills two bags."),
}
"""The special ability of an invader; most have none."""

MAP_NAMES: dict[int, str] = {
    1: mark("Treasure Seeker"),
    2: mark("Deep Dive"),
    3: mark("Left Hand"),
    4: mark("Right Hand"),
    5: mark("Straight On"),
    6: mark("Guard Hunt"),
    7: mark("Cave Survey"),
    8: mark("World's End"),
    9: mark("Gem Nose"),
    10: mark("Chest List"),
    11: mark("Rescue"),
}
MAP_TEXTS: dict[int, str] = {
    1: mark("To the nearest treasure, then to the next; leaves when there is none."),
    2: mark(
        "To the treasure farthest from the entrance, then to the next such;"
        " leaves when there is none."
    ),
    3: mark("Always the left-most way; leaves before it would repeat a step."),
    4: mark("Always the right-most way; leaves before it would repeat a step."),
    5: mark("Straight on, else right, else left, else back; leaves before it would repeat a step."),
    6: mark("To the nearest guard; when there is none, to the nearest treasure."),
    7: mark(
        "Into every square once, cavern before stone, left before right; goes back from dead ends."
    ),
    8: mark(
        "To the square farthest from the entrance, from there to the nearest treasure, and so on."
    ),
    9: mark("To the nearest gem; without gems to gold on ore, else to any gold."),
    10: mark("To the nearest treasure in a chest; without those to any treasure."),
    11: mark(
        "Frees the nearest prisoner, then the next; without prisoners to the nearest treasure."
    ),
}

EVENT_NAMES: dict[int, str] = {
    1: mark("Cave-In"),
    2: mark("Rust"),
    3: mark("Seepage"),
    4: mark("Pay Day"),
    5: mark("Jailbreak"),
    6: mark("New Seam"),
    7: mark("Recruits"),
    8: mark("Straggler"),
}
EVENT_TEXTS: dict[int, str] = {
    1: mark("One tile with an open edge is lost; if there is none, any tile."),
    2: mark("All traps are spent. You may re-arm at once."),
    3: mark("One gold is lost from the gold square farthest from the entrance."),
    4: mark("Give up one gold or one guard."),
    5: mark("All prisoners escape. If you have none, the guard nearest to the entrance runs away."),
    6: mark(
        "Each sealed ore vein deep enough yields one more gold; if there is none, one empty sealed"
        " chest gets a gold."
    ),
    7: mark("A guard joins you at a campfire without a guard and without open edges."),
    8: mark("One more invader, one heart and one bag, follows the latest map."),
}


def piece_name(id_: str) -> str:
    """The name of any piece, untranslated."""
    if not id_.isdecimal():
        return SPECIAL_NAMES[id_]
    return _TILE_NAMES[bisect_right(_TILE_NAMES, int(id_), key=lambda row: row[0]) - 1][1]
