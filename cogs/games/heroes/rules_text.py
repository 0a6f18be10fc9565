"""The rules of Heroes Beware in short, as one message."""

from __future__ import annotations

from cogs.games.heroes.signs import BAG, FEATURES, GEM, GOLD, GUARD, HEART, PRISONER, TRAP
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.draft import MOST_BUILT, QUEUE
from prowlerbot.games.heroes.planning import CHOICES
from prowlerbot.games.heroes.populate import GEM_DISTANCE, GUARD_PRICE, ORE_DISTANCE
from prowlerbot.games.heroes.profit import PRISONER as PRISONER_WORTH
from prowlerbot.games.heroes.profit import SOLO_GUARDS
from prowlerbot.games.heroes.scoring import TARGETS
from prowlerbot.games.heroes.seat import GEM as GEM_WORTH
from prowlerbot.games.heroes.setup import ROUNDS


def rules() -> str:
    """At most 4,000 characters; docs/rules/heroes.md has the rulings."""
    gold_medal, silver_medal, bronze_medal = TARGETS["brisk"]
    return "\n\n".join(
        (
            tr(
                "## Heroes Beware in short\n"
                "You run a peaceful colony under the ground, and heroes come to rob it. In each of"
                " {rounds} rounds you build one, see the same invaders walk through everybody's,"
                " and keep what they leave. A gold {gold} is worth 1, a gem {gem} {worth}; the most"
                " treasure wins.",
                rounds=ROUNDS,
                gold=str(GOLD),
                gem=str(GEM),
                worth=GEM_WORTH,
            ),
            tr(
                "**Build.** You have a queue of {queue} tiles, and all take their turns at once,"
                " unseen. In a turn, build up to {most} tiles that lie face up; or one piece of"
                " your reserve; or **reveal**: turn up your other tiles and choose which one to"
                " pass. Then everybody passes a tile to the right, usually the right-most. Cavern"
                " joins cavern, stone joins stone, closed meets closed. A piece with no open edge"
                " is **sealed**, and only sealed pieces work. (Live, all build in the open from one"
                " pile: flip a tile or take one that lies face up, build it or drop it.)",
                queue=QUEUE,
                most=MOST_BUILT,
            ),
            tr(
                "**What sealed pieces bring**\n"
                "- {chest} Treasure chest: 1 gold.\n"
                "- {ore} Ore vein: 2 gold, with at least {ore_between} squares between it and the"
                " entrance.\n"
                "- {vein} Gem vein: 1 gem, with at least {gem_between} squares between.\n"
                "- {campfire} Campfire and {hall} mess hall: 1 guard. {trap} Trap: 1 trap.\n"
                "- {cell} Cell: room for a prisoner.\n"
                "- {infirmary} Infirmary: a new guard at a campfire after each invader.",
                chest=str(FEATURES["chest"]),
                ore=str(FEATURES["ore"]),
                ore_between=ORE_DISTANCE - 1,
                vein=str(FEATURES["gem vein"]),
                gem_between=GEM_DISTANCE - 1,
                campfire=str(FEATURES["campfire"]),
                hall=str(FEATURES["mess hall"]),
                trap=str(FEATURES["trap"]),
                cell=str(FEATURES["cell"]),
                infirmary=str(FEATURES["infirmary"]),
            ),
            tr(
                "**Before the invasion** you may store gems of your stash in chests instead of"
                " their gold, buy guards for {price} gold or a gem each, and move guards next to a"
                " mess hall. You lose everything left in your stash then.",
                price=GUARD_PRICE,
            ),
            tr(
                "**Invasion.** Invaders come one after the other. Each has hearts {heart}, bags"
                " {bag} and a map that says where to go. A trap {trap} or guard {guard} costs a"
                " heart and is used up; a gold {gold} fills a bag; a gem {gem}, or the last bag"
                " filled, makes the invader leave. Without a heart left they are defeated: a"
                " prisoner {prisoner}, if a cell is free. Of ways equally short, and of tokens on"
                " one square, you choose. After each invader you may give up one gold or guard to"
                " re-arm all sealed traps. In between there are events.",
                heart=str(HEART),
                bag=str(BAG),
                trap=str(TRAP),
                guard=str(GUARD),
                gold=str(GOLD),
                gem=str(GEM),
                prisoner=str(PRISONER),
            ),
            tr(
                "**Profit.** The most guards bring a gem (alone: at least {guards}), each prisoner"
                " {prisoner} gold. The gold and gems of your colony go into your stash, and every"
                " {worth} gold become a gem. Tiles go back, special pieces into your reserve.",
                guards=SOLO_GUARDS,
                prisoner=PRISONER_WORTH,
                worth=GEM_WORTH,
            ),
            tr(
                "**Planning.** Before the next round everybody chooses {count} special pieces for"
                " their reserve, the poorest first.",
                count=CHOICES,
            ),
            tr(
                "**The end.** After round {rounds} the most treasure wins, then the most gems."
                " Alone you play for a medal: bronze for {bronze}, silver for {silver}, gold for"
                " {gold} treasure; with other ways of building it takes more.",
                rounds=ROUNDS,
                bronze=bronze_medal,
                silver=silver_medal,
                gold=gold_medal,
            ),
        )
    )
