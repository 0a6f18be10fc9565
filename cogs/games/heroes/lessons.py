"""The lessons of Heroes Beware, each a moment of a match; its rules and options in short."""

from collections.abc import Mapping
from functools import partial

from cogs.contract.lesson import Lesson, guide_drawings
from cogs.games.heroes.colony_words import BAG, FEATURES, HEART, TOKENS
from prowlerbot.core.i18n import listing, mark, tr
from prowlerbot.games.heroes.cards import INVADERS, INVASIONS, MAPS
from prowlerbot.games.heroes.pieces import PIECES, SQUARE, WIDTH
from prowlerbot.games.heroes.position import ROUNDS
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER_WORTH, SOLO_GUARDS_FOR_GEM, TARGETS
from prowlerbot.games.heroes.seat import FACE_DOWN, GEM_WORTH
from prowlerbot.games.heroes.stages.draft import BRISK_TURNS, MAX_BUILT
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, GUARD_PRICE, ORE_DISTANCE, deep_ore
from prowlerbot.games.heroes.stages.planning import CHOICES
from renderer.heroes.board import draw_guide

_ALONE = "1/brisk/guided/full"
_DEEP = (
    *("t98", "t45", "t59", "t46", "t60", "b1@J7r0", "b2@K7r1", "b3@L7r3"),
    *("reveal1", "t48", "t1", "t34", "b2@J8r0", "b1@J9r0", "b5@L6r0"),
)
"""A colony that extends three ways, and an ore vein in the queue."""
_SQUIRE, _AXE_WOMAN = 3, 4
_TREASURE_SEEKER, _DEEP_DIVE = 1, 2
_CHEST, _ORE = 23, 1
_DUNGEON, _POST = "L7", "I17"
_CELLS_TAKEN, _TREASURE_KEPT = 3, 5


def _chest_lies_east(_: Position, now: Position) -> bool:
    east = SQUARE["I7"] % WIDTH
    return any(
        placed.id == str(_CHEST) and placed.at % WIDTH > east
        for placed in now.seats[0].colony.pieces
    )


def _latest_event(now: Position) -> str:
    """The end of the latest invader, ``defeated`` or ``left``; another value while it walks."""
    trace = now.seats[0].trace
    return trace[-1][1] if trace else ""


def _three_cells_are_in_reserve(_: Position, now: Position) -> bool:
    squares = [square for id_ in now.seats[0].reserve for square in PIECES[id_].squares]
    return sum(feature == "cell" for *_, feature in squares) >= _CELLS_TAKEN


def _treasure_outlasts_the_first_invader(_: Position, now: Position) -> bool:
    return bool(_latest_event(now)) and now.seats[0].tokens.treasure_worth >= _TREASURE_KEPT


def _ore_is_kept_and_all_is_turned_up(before: Position, now: Position) -> bool:
    queue = now.seats[1].queue
    return now.turn > before.turn and _ORE in queue and FACE_DOWN not in queue[1:]


def _words_in_short() -> str:
    return tr(
        "You build a colony under the ground, and invaders come to rob it. The player with the most"
        " treasure after three rounds wins. All take their turns at the same time, in secret until"
        " all have finished.\n"
        "Squares have a letter for the column, from west to east, and a number for the row, from"
        " north to south. Every colony begins with the **entrance**, four joined squares: H7, where"
        " invaders come in, G7 west of it, I7 east of it and H8 south of it. You build on from"
        " three sides: G7 is open to the west and I7 to the east, both as a cavern; H8 is open to"
        " the south, as stone.\n"
        "A position is told in the same order each time:\n"
        "- The round, the turn, and the players who still have to decide.\n"
        "- A heading for each **colony**. The stash is treasure that nobody can rob. The queue has"
        " the tiles that you can build, by their numbers, with their open sides; the reserve has"
        " special pieces that you keep from round to round.\n"
        "- **Open edges**: sides that lead nowhere. A piece with an open edge brings nothing, and"
        " is sealed once all of its sides lead on or are closed.\n"
        "- The passages, each from a square that you know already: “From G7: cavern F7, F6"
        " campfire, stone E6” leads from G7 through a cavern to F7, on through a cavern to F6,"
        " which has a campfire, and from there through stone to E6. Cavern joins cavern, stone"
        " joins stone.\n"
        "The way of an invader is told square by square, from H7 on, with what it met there."
    )


_FIELDS = {
    "squire": INVADERS[_SQUIRE].name,
    "axe_woman": INVADERS[_AXE_WOMAN].name,
    "seeker": MAPS[_TREASURE_SEEKER].name,
    "dive": MAPS[_DEEP_DIVE].name,
    "dungeon": PIECES[_DUNGEON].name,
    "post": PIECES[_POST].name,
    "cell": FEATURES["cell"],
}
_lesson = partial(Lesson, fields=_FIELDS, seats=1)

LESSONS: tuple[Lesson, ...] = (
    _lesson(
        title=mark("How to read your board"),
        task=mark(
            "Invaders rob the colony you build. The most treasure after 3 rounds wins.\n"
            "**A** The entrance, H7: invaders come in.\n"
            "**B** A side open as a cavern. **C** One open as stone. All others are closed.\n"
            "**D** A yellow arrow: an open edge. The tile is dark, and does not count yet.\n"
            "**E** A burning torch: sealed, without an open edge. The trap will work.\n"
            "**F** Your queue: tiles to build. Doors are tiles that lie face down.\n"
            "**G** Your reserve: special pieces for all rounds. A patch fits anywhere."
        ),
        setup=_ALONE,
        moves=_DEEP,
        drawings=partial(
            guide_drawings,
            partial(draw_guide, cavern="G7", stone="H8", dark="J9", lit="J8"),
            mark("Your board with the letters A to G beside what the text explains."),
        ),
        words=_words_in_short,
    ),
    _lesson(
        title=mark("Join tiles"),
        task=mark(
            "Sides that meet have to be alike: closed, cavern or stone. A tile needs a passage: an"
            " open side that meets an open one. Your chest, tile 1, opens as stone; the way east is"
            " a cavern. **Build the chest east of the entrance, in two moves.**"
        ),
        reminder=mark("**Now build the chest, east of the entrance.**"),
        hint=mark(
            "Tile 2 goes from cavern to stone. Build it at J7 first, then the chest next to it, at"
            " K7. The patch would do as well: its sides go with anything."
        ),
        praise=mark(
            "From cavern to stone, and there is the chest. You may build up to three tiles in a"
            " turn. The first two can be taken back; the third one ends your turn."
        ),
        setup=_ALONE,
        moves=("t23", "t55", "t1", "t64", "t34"),
        goal=_chest_lies_east,
        turns=2,
    ),
    _lesson(
        title=mark("Seal a tile"),
        task=mark(
            "An open side that leads nowhere is an open edge. A tile with an open edge counts for"
            " nothing: no trap, no guard, no treasure. Your trap in J7 still has two of them."
            " **Build two more tiles so that all you have built is sealed.**"
        ),
        reminder=mark("**Close the open edge that is left.**"),
        hint=mark(
            "A straight tile closes one edge and has another one. Use two dead ends, the ore vein"
            " and the campfire with a single open side, at J6 and K7."
        ),
        praise=mark(
            "The torch of J7 burns, so its trap will be there when invaders come. A dead end is"
            " sealed at once. Keep an open edge as long as you want to build: without one, nothing"
            " more can be built in the round."
        ),
        setup=_ALONE,
        moves=("t78", "t1", "t45", "t17", "t46", "b1@J7r2"),
        goal=lambda _, now: not now.seats[0].colony.open_pieces,
        turns=2,
    ),
    _lesson(
        title=mark("Turn up your queue"),
        task=mark(
            "All take their turns at the same time; then each passes the right-most tile to the"
            " right. A tile that lies face down cannot be built. Instead of building you can"
            " **reveal**: you choose the tile to pass, and the rest is turned up. **Turn up your"
            " tiles without passing the ore vein.**"
        ),
        hint=mark("Reveal, and pass any tile but number 5, which is your ore vein."),
        praise=mark(
            "New tiles to build from, and your rival got none of your ore. Alone, you pass the tile"
            " to yourself. In the last turn nothing can be revealed."
        ),
        setup="2/brisk/guided/full",
        moves=(
            *("t50", "t70", "t76", "t60", "t34", "t45", "t17", "t46", "t1", "t98", "end"),
            *("b1@J7r1", "b2@K7r1", "b3@F7r1", "end"),
        ),
        goal=_ore_is_kept_and_all_is_turned_up,
        chance=("t5", "t87", "t63"),
        seats=2,
    ),
    _lesson(
        title=mark("Ore lies deep"),
        task=mark(
            "A sealed ore vein brings 2 gold, but only far from the entrance: it must lie at least"
            " 6 steps from H7, on the shortest way. **Build your ore vein where it brings gold.**"
        ),
        hint=mark(
            "Count the steps along the passages. K9 is five steps away, L5 is six: I7, J7, K7, L7,"
            " L6 and L5."
        ),
        praise=mark(
            "Deep enough: 2 gold. A gem vein must lie 11 steps deep, but a gem is worth as much as"
            " 5 gold."
        ),
        setup=_ALONE,
        moves=_DEEP,
        goal=lambda _, now: deep_ore(now.seats[0].colony) != 0,
    ),
    _lesson(
        title=mark("Show them the way"),
        task=mark(
            "Each invader follows a map; {seeker} leads to the nearest treasure. You decide between"
            " ways that are equally short, and what acts first on a square. A trap or a guard costs"
            " a heart, a gold fills a bag. The {squire} has met your trap, so one"
            " heart is left, and one bag. **Defeat them in two moves.**"
        ),
        reminder=mark("**One heart, one bag: choose what comes first.**"),
        hint=mark(
            "G9 has gold and nobody to guard it. Lead the {squire} to I9, where a guard stands by"
            " the gold; then let the guard come first."
        ),
        praise=mark(
            "Defeated, and not a coin is lost. The sealed cell K9 had room, so now you have a"
            " prisoner, which brings 2 gold after the round. Some invaders have powers, told with"
            " their card; now and then an event comes instead."
        ),
        setup="1/live/guided/short",
        moves=(
            *("L1", "I5", "I6", "I5", "P", "flip", "t83", "h@H9r2", "flip", "t23", "h@G9r3"),
            *("I5@J9r1", "flip", "t34", "h@K9r1", "done", "end", "J9>I9", "v3", "m1"),
        ),
        goal=lambda _, now: _latest_event(now) == "defeated",
        spoilt=lambda _, now: _latest_event(now) == "left",
        turns=2,
    ),
    _lesson(
        title=mark("Re-arm your traps"),
        task=mark(
            "Traps and guards work once. But after each invader you may give up one gold or one"
            " guard: then all spent traps on sealed tiles are back. In this lesson you know who is"
            " next: the {axe_woman} with 3 hearts, by {dive}, to the treasure farthest from the"
            " entrance. **Have her defeated.**"
        ),
        hint=mark(
            "Two traps and one guard make three hearts, if she passes all of them on her way to K5."
            " So keep the guard, and the gold in K5; give up the gold in H9."
        ),
        praise=mark(
            "One gold for two traps, and the other gold is safe. You can re-arm after each"
            " invader, except after the last card of a round."
        ),
        setup="1/live/guided/full",
        moves=(
            *("flip", "t48", "h@J7r1", "flip", "t62", "h@K7r3", "flip", "t46", "h@K6r0"),
            *("flip", "t20", "h@K5r0", "flip", "t23", "h@H9r2", "done", "end", "v3", "m3"),
        ),
        goal=lambda before, now: (
            now.map not in {0, before.map} and _latest_event(now) == "defeated"
        ),
        spoilt=lambda _, now: _latest_event(now) == "left",
        chance=("d1", "v4", "m2"),
    ),
    _lesson(
        title=mark("Choose special pieces"),
        task=mark(
            "After rounds 1 and 2 each player chooses two special pieces, the poorest first. They"
            " stay in your reserve, so you can build them in each round that follows. A defeated"
            " invader becomes a prisoner if a sealed cell {cell} is free, and each prisoner brings"
            " 2 gold after the round. **Choose two pieces that together have room for three"
            " prisoners.**"
        ),
        reminder=mark("**Choose the second piece.**"),
        hint=mark("The {dungeon} has two cells, the {post} has one. Choose both, in either order."),
        praise=mark(
            "Three cells have room for 6 gold. You build a piece of your reserve instead of tiles,"
            " and that ends your turn. After the last turn you may build all that are left. After"
            " each round your special pieces come back into your reserve."
        ),
        setup="1/live/guided/short",
        moves=(_DUNGEON, "I12", _POST),
        goal=_three_cells_are_in_reserve,
        turns=2,
    ),
    _lesson(
        title=mark("Use your stash"),
        task=mark(
            "Before an invasion you use your stash. A gem can be stored in a chest, in place of its"
            " gold. A guard costs a gem or 2 gold, and stands on a square without a token. The rest"
            " is lost. You have one gem, which is worth 5. In this lesson you know who comes first:"
            " the {squire} with 2 hearts and one bag, by {seeker}, to the nearest treasure. **Use"
            " your gem so that 5 treasure lie in your colony when the walk is over.**"
        ),
        hint=mark(
            "H10 is nearer than L7, and treasure there fills the only bag. So store the gem at"
            " L7. With a guard at H8 the {squire} is defeated, but then your gem is spent and 2"
            " gold are left."
        ),
        praise=mark(
            "One gold is lost, and your gem is safe. With a sealed mess hall you can then move"
            " guards, each once, to the squares next to it; after that nothing is stored or bought"
            " any more. You are ready: play alone for a medal, or challenge a friend with"
            " `/heroes challenge`."
        ),
        setup="1/live/guided/short",
        moves=(
            *(_DUNGEON, "I12", _POST, "P", _POST, "flip", "t53", "h@H9r0", "flip", "t23"),
            *("h@H10r2", "flip", "t45", "h@J7r1", "flip", "t46", "h@K7r1", "flip", "t20"),
            *("h@L7r1", "done", "end"),
        ),
        goal=_treasure_outlasts_the_first_invader,
        chance=("v3", "m1"),
    ),
)


_AIM = mark(
    "## Heroes Beware in short\n"
    "There are {rounds} rounds. In each one you build a colony under the ground, then the same"
    " invaders rob every colony, and what they leave in yours goes into your stash. A gold"
    " {gold} is worth 1, a gem {gem} {worth}. Only the stash after round {rounds} counts: the"
    " most treasure wins; if level, the most gems. Alone you play for a medal:"
    " {bronze_medal}, {silver_medal}, {gold_medal} treasure.\n"
    "-# **A** entrance · **B** cavern side · **C** stone side · **D** open edge · **E** sealed"
    " · **F** queue · **G** reserve"
)
_BUILDING = mark(
    "**Build.** A round has up to {first} turns (round 2: {second}, round 3: {third})."
    " Everybody takes them at the same time, in secret until all have finished. In a turn you"
    " do one thing:\n"
    "- build up to {most} face-up tiles of your queue,\n"
    "- build one piece of your reserve, or\n"
    "- **reveal**: turn up your queue and choose the tile to pass.\n"
    "Then each queue fills up, and everybody **passes** a tile to the player on the right"
    " (alone: to yourself). You can stop early; your queue still passes. In the last turn you"
    " only build, and after it you can still build your reserve. Cavern joins cavern, stone"
    " joins stone, closed meets closed. A piece works only if it is **sealed**: it has no open"
    " edge."
)
_FEATURES = mark(
    "**Sealed pieces bring**\n"
    "- {chest} chest: 1 gold · {ore} ore: 2 gold, at least {ore_steps} steps from"
    " the entrance · {vein} gem vein: 1 gem, at least {gem_steps} steps from it\n"
    "- {campfire} campfire, {hall} mess hall: 1 guard · {trap} trap: 1 trap · {infirmary}"
    " infirmary: a guard at a campfire after each invader · {cell} cell: room for a prisoner"
)
_INVASION = mark(
    "**Invasion.** {invaders} invaders come in rounds 1 to 3, with {events} events among"
    " them. Each invader has hearts {heart}, bags {bag} and a map that says where it goes; many"
    " have a power, told with their card. A trap {trap} or guard {guard} takes a heart and is"
    " used up. A gold {gold} fills a bag. With a gem {gem}, or with all bags full, the invader"
    " leaves. Without hearts it is defeated, and becomes a prisoner {prisoner} if a sealed cell"
    " is free. You choose between equally short ways, and what acts first on a square. After"
    " each invader but the last card, one gold or guard re-arms all your sealed traps."
)
_STASH = mark(
    "**Before an invasion** you can use your stash: store gems in chests, in place of their"
    " gold; buy guards for {price} gold or a gem each, on squares without a token; then move"
    " each guard once, next to a mess hall. You lose the unused rest of your stash: only your"
    " stash after round {rounds} counts.\n"
    "**After an invasion** each prisoner brings {prisoner} gold, and the player with the most"
    " guards gets a gem (alone: for {guards} or more). After rounds 1 and 2 every {worth} gold"
    " become a gem, and you choose {count} special pieces for your reserve, the poorest player"
    " first."
)
_RULES: Mapping[str, Mapping[str, object]] = {
    _AIM: {
        **TOKENS,
        "rounds": ROUNDS,
        "worth": GEM_WORTH,
        "gold_medal": f"🥇 {TARGETS['brisk']['gold']}",
        "silver_medal": f"🥈 {TARGETS['brisk']['silver']}",
        "bronze_medal": f"🥉 {TARGETS['brisk']['bronze']}",
    },
    _BUILDING: {
        "first": BRISK_TURNS[1] + 1,
        "second": BRISK_TURNS[2] + 1,
        "third": BRISK_TURNS[3] + 1,
        "most": MAX_BUILT,
    },
    _FEATURES: {
        **FEATURES,
        "vein": FEATURES["gem vein"],
        "hall": FEATURES["mess hall"],
        "ore_steps": ORE_DISTANCE,
        "gem_steps": GEM_DISTANCE,
    },
    _INVASION: {**TOKENS, "heart": HEART, "bag": BAG},
    _STASH: {
        "price": GUARD_PRICE,
        "rounds": ROUNDS,
        "prisoner": PRISONER_WORTH,
        "guards": SOLO_GUARDS_FOR_GEM,
        "worth": GEM_WORTH,
        "count": CHOICES,
    },
}
"""The paragraphs of the rules, each with its fields."""


def rules() -> str:
    """The rules in at most 4,000 characters; docs/rules/heroes.md has the rulings."""
    by_round = (listing([*map(str, counts)]) for counts in zip(*INVASIONS.values(), strict=True))
    cards = dict(zip(("invaders", "events"), by_round, strict=True))
    return "\n\n".join(tr(words, **fields, **cards) for words, fields in _RULES.items())


_OPTIONS = {
    "build": {
        "turns": mark("As in the rulebook, a round has up to 40 draft turns."),
        "live": mark(
            "You build live: all at the same time from one pile, against the clock. Flip a tile"
            " into your hand and build it, or drop it face up for everybody."
        ),
    },
    "hand": {"free": mark("You can build what does not fit, and have to repair it.")},
    "length": {
        "short": mark("A short match of rounds 2 and 3 alone, with special pieces from the start.")
    },
}
"""Sentences by option and value; default values need none."""


def setup_words(options: Mapping[str, str]) -> str:
    """The options that differ from the default."""
    sentences = (words.get(options.get(name, ""), "") for name, words in _OPTIONS.items())
    return " ".join(tr(words) for words in sentences if words)
