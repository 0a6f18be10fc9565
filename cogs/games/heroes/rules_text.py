"""The rules of Heroes Beware in short, as one message."""

from __future__ import annotations

from cogs.games.heroes.signs import BAG, FEATURES, GEM, GOLD, GUARD, HEART, PRISONER, TRAP
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.draft import MOST_BUILT
from prowlerbot.games.heroes.populate import GEM_DISTANCE, ORE_DISTANCE
from prowlerbot.games.heroes.profit import PRISONER as PRISONER_WORTH
from prowlerbot.games.heroes.seat import GEM as GEM_WORTH


def rules() -> str:
    """At most 4,000 characters; docs/rules/heroes.md has the rulings."""
    return "\n\n".join(
        (
            tr(
                "## Heroes Beware in short\n"
                "You run a peaceful colony under the ground, and heroes from above come to rob it."
                " In three rounds everybody builds a colony, the same invaders walk through each"
                " of them, and what is left is yours. A gold {gold} is worth 1, a gem {gem} {worth}."
                " The most treasure after round 3 wins; alone you play for a medal.",
                gold=GOLD,
                gem=GEM,
                worth=GEM_WORTH,
            ),
            tr(
                "**Build.** Everybody has a queue of five tiles and takes draft turns at the same"
                " time, in secret. In a turn you build up to {most} tiles and end it; or build one"
                " piece of your reserve; or reveal what lies face down and choose the tile to pass."
                " Then everybody passes a tile to the right. Cavern sides join cavern, stone joins"
                " stone. A piece without an open edge is sealed, and only then it works.",
                most=MOST_BUILT,
            ),
            tr(
                "**What sealed pieces bring**\n"
                "- {chest} chest: 1 gold. {ore} ore vein: 2 gold, at least {ore_distance} steps from"
                " the entrance. {vein} gem vein: a gem, at least {gem_distance} steps away.\n"
                "- {campfire} campfire and {hall} mess hall: a guard. {trap} trap: a trap.\n"
                "- {cell} cell: room for a prisoner. {infirmary} infirmary: a new guard after each"
                " invader.",
                chest=FEATURES["chest"],
                ore=FEATURES["ore"],
                ore_distance=ORE_DISTANCE,
                vein=FEATURES["gem vein"],
                gem_distance=GEM_DISTANCE,
                campfire=FEATURES["campfire"],
                hall=FEATURES["mess hall"],
                trap=FEATURES["trap"],
                cell=FEATURES["cell"],
                infirmary=FEATURES["infirmary"],
            ),
            tr(
                "**Before the invasion** you can put a gem of your stash on a chest in place of its"
                " gold, buy guards for 2 gold or a gem each, and move guards next to a mess hall."
                " What then remains in your stash is lost."
            ),
            tr(
                "**The invasion.** Invaders come one by one with hearts {heart} and bags {bag}, each"
                " by a map that tells where they go. A trap {trap} or a guard {guard} costs a heart,"
                " a gold fills a bag, a gem makes them leave. With no heart left they are defeated,"
                " which brings a prisoner {prisoner} if you have a cell. Where several ways or"
                " orders are possible the choice is yours. Afterwards you can give a gold or a"
                " guard to re-arm all your traps. Events come between the invaders.",
                heart=HEART,
                bag=BAG,
                trap=TRAP,
                guard=GUARD,
                prisoner=PRISONER,
            ),
            tr(
                "**Profit.** Most guards: a gem (alone you need three). Each prisoner brings"
                " {prisoner} gold. All gold and gems of your colony go into your stash, where 5"
                " gold become a gem. Then all tiles go back.",
                prisoner=PRISONER_WORTH,
            ),
            tr(
                "**Planning.** Each takes two special pieces for their reserve, the poorest first."
                " Those come back after each round. Then the next round begins."
            ),
            tr(
                "**Live** everybody builds at once from one pile: flip a tile or take one that lies"
                " face up, build it or drop it, until the time is up."
            ),
        )
    )
