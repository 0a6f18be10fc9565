"""The names of things in Heroes Beware, as keys for ``tr``, and the words for uses of pieces."""

from collections import Counter
from collections.abc import Callable

from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.heroes.pieces import PATCH, PIECES, Feature
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_DISTANCE, ORE_GOLD

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

TOKEN_NAMES: dict[str, str] = {
    "gold": mark("gold"),
    "gem": mark("gem"),
    "guard": mark("guard"),
    "trap": mark("trap"),
    "prisoner": mark("prisoner"),
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
"""The special abilities of invaders; most have none."""

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


def use_lines(id_: str) -> list[tuple[Feature, str]]:
    """The kinds of features of a piece, each with its total yield."""
    if id_ == PATCH:
        return [("", tr("Fits any side"))]
    _, _, edges, feature = PIECES[id_].squares[0]
    if not feature and len(PIECES[id_].squares) == 1:
        if (sides := 4 - edges.count(".")) == 1:
            return [("", tr("Closes an open edge"))]
        return [("", tr("Joins {count} sides", count=sides))]
    counted = Counter(feature for *_, feature in PIECES[id_].squares if feature)
    return [(feature, use_words(feature, count)) for feature, count in counted.items()]


def use_words(feature: Feature, count: int) -> str:
    """The total yield of ``count`` squares with a feature."""
    words_of: dict[Feature, Callable[[], str]] = {
        "ore": lambda: tr(
            "{count} gold, {depth} steps deep", count=ORE_GOLD * count, depth=ORE_DISTANCE
        ),
        "gem vein": lambda: tr("{count} gem, {depth} steps deep", count=count, depth=GEM_DISTANCE),
        "chest": lambda: trn("{count} gold", "{count} gold", count),
        "campfire": lambda: trn("{count} guard", "{count} guards", count),
        "mess hall": lambda: tr("1 guard; guards move"),
        "trap": lambda: trn("{count} trap", "{count} traps", count),
        "cell": lambda: trn("Room for {count} prisoner", "Room for {count} prisoners", count),
        "infirmary": lambda: tr("1 guard per invader"),
    }
    return words_of[feature]()
