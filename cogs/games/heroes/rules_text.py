"""The rules in short, the options of a match, and the pages of cards that are over."""

from collections.abc import Mapping, Sequence
from functools import partial

from cogs.contract.screen import Drawing, Look, Screen
from cogs.games.heroes import account, spoken
from cogs.games.heroes.account import card_with_rules
from cogs.games.heroes.colony_words import BAG, FEATURES, HEART, TOKENS
from cogs.games.heroes.happened import Line
from prowlerbot.core.i18n import listing, mark, tr, trn
from prowlerbot.games.heroes.cards import INVASIONS
from prowlerbot.games.heroes.position import ROUNDS
from prowlerbot.games.heroes.scoring import PRISONER_WORTH, SOLO_GUARDS_FOR_GEM, TARGETS
from prowlerbot.games.heroes.seat import GEM_WORTH
from prowlerbot.games.heroes.stages.draft import BRISK_TURNS, MOST_BUILT
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, GUARD_PRICE, ORE_DISTANCE
from prowlerbot.games.heroes.stages.planning import CHOICES
from renderer.heroes.board import draw_board, draw_own
from renderer.heroes.table import draw_cards


def rules() -> str:
    """The rules in at most 4,000 characters; docs/rules/heroes.md has the rulings."""
    medals = TARGETS["brisk"]
    aim = tr(
        "## Heroes Beware in short\n"
        "There are {rounds} rounds. In each one you build a colony under the ground, then the same"
        " invaders rob every colony, and what they leave in yours goes into your stash. A gold"
        " {gold} is worth 1, a gem {gem} {worth}. Only the stash after round {rounds} counts: the"
        " most treasure wins; if level, the most gems. Alone you play for a medal:"
        " {bronze_medal}, {silver_medal}, {gold_medal} treasure.\n"
        "-# **A** entrance · **B** cavern side · **C** stone side · **D** open edge · **E** sealed"
        " · **F** queue · **G** reserve",
        **TOKENS,
        rounds=ROUNDS,
        worth=GEM_WORTH,
        gold_medal=f"🥇 {medals['gold']}",
        silver_medal=f"🥈 {medals['silver']}",
        bronze_medal=f"🥉 {medals['bronze']}",
    )
    building = tr(
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
        " edge.",
        first=BRISK_TURNS[1] + 1,
        second=BRISK_TURNS[2] + 1,
        third=BRISK_TURNS[3] + 1,
        most=MOST_BUILT,
    )
    features = tr(
        "**Sealed pieces bring**\n"
        "- {chest} chest: 1 gold · {ore} ore: 2 gold, at least {ore_steps} steps from"
        " the entrance · {vein} gem vein: 1 gem, at least {gem_steps} steps from it\n"
        "- {campfire} campfire, {hall} mess hall: 1 guard · {trap} trap: 1 trap · {infirmary}"
        " infirmary: a guard at a campfire after each invader · {cell} cell: room for a prisoner",
        **FEATURES,
        vein=FEATURES["gem vein"],
        hall=FEATURES["mess hall"],
        ore_steps=ORE_DISTANCE,
        gem_steps=GEM_DISTANCE,
    )
    invasion = tr(
        "**Invasion.** {invaders} invaders come in rounds 1 to 3, with {events} events among"
        " them. Each invader has hearts {heart}, bags {bag} and a map that says where it goes; many"
        " have a power, told with their card. A trap {trap} or guard {guard} takes a heart and is"
        " used up. A gold {gold} fills a bag. With a gem {gem}, or with all bags full, the invader"
        " leaves. Without hearts it is defeated, and becomes a prisoner {prisoner} if a sealed cell"
        " is free. You choose between equally short ways, and what acts first on a square. After"
        " each invader but the last card, one gold or guard re-arms all your sealed traps.",
        **TOKENS,
        invaders=listing([str(each.invaders) for each in INVASIONS.values()]),
        events=listing([str(each.events) for each in INVASIONS.values()]),
        heart=HEART,
        bag=BAG,
    )
    stash = tr(
        "**Before an invasion** you can use your stash: store gems in chests, in place of their"
        " gold; buy guards for {price} gold or a gem each, on squares without a token; then move"
        " each guard once, next to a mess hall. You lose the unused rest of your stash: only your"
        " stash after round {rounds} counts.\n"
        "**After an invasion** each prisoner brings {prisoner} gold, and the player with the most"
        " guards gets a gem (alone: for {guards} or more). After rounds 1 and 2 every {worth} gold"
        " become a gem, and you choose {count} special pieces for your reserve, the poorest player"
        " first.",
        price=GUARD_PRICE,
        rounds=ROUNDS,
        prisoner=PRISONER_WORTH,
        guards=SOLO_GUARDS_FOR_GEM,
        worth=GEM_WORTH,
        count=CHOICES,
    )
    return f"{aim}\n\n{building}\n\n{features}\n\n{invasion}\n\n{stash}"


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


def ended_cards(line: Line, look: Look) -> list[Drawing]:
    """The cards that are over: one alone with all colonies, several in one picture."""
    cards = account.sum_cards(line, account.cards_just_over(line))
    if len(cards) != 1:
        return _cards_summary(cards, look)
    ((visit, seats_before),) = cards
    calm = visit.shown._replace(to_move=frozenset())
    draw = partial(draw_board, calm, look.plain, theme=look.theme, earlier=seats_before)
    return [Drawing(f"card{visit.number}.png", draw, spoken.spoken_cards(cards, look.plain))]


def _cards_summary(cards: Sequence[account.Shown], look: Look, seat: int = 0) -> list[Drawing]:
    """The outcome of several cards, in all colonies or in that of one seat."""
    if not cards:
        return []
    shown_cards = [(each.visit.shown, each.seats_before) for each in cards]
    draw = partial(draw_cards, shown_cards, look.plain, seat=seat, theme=look.theme)
    return [Drawing("cards.png", draw, spoken.spoken_cards(cards, look.plain, seat))]


def card_page(line: Line, cards: Sequence[account.Shown], seat: int, look: Look) -> Screen:
    """The first of several cards that its player has not turned over, and its outcome."""
    shown = cards[0]
    lines = card_with_rules(shown, look.names)
    if shown.visit.number == 1:
        invaders, events = INVASIONS[shown.visit.round]
        begins = trn(
            "⚔️ **The invasion of round {round}**: {invaders} invaders and {count} event come,"
            " one card after the other.",
            "⚔️ **The invasion of round {round}**: {invaders} invaders and {count} events come,"
            " one card after the other.",
            events,
            round=shown.visit.round,
            invaders=invaders,
        )
        lines.insert(0, begins)
    asked = seat in line[-1].to_move and line[-1].phase == "invasion"
    if asked and shown.visit.number > 1:  # the first card has no room
        lines.append(tr("-# Once you have seen these cards, you have something to decide."))
    drawing = _own_card(shown, seat, look)
    return Screen("\n".join(lines), [drawing], pages=account.pages_after(cards))


def _own_card(shown: account.Shown, seat: int, look: Look) -> Drawing:
    visit, seats_before = shown
    own = seats_before[seat - 1]
    draw = partial(draw_own, visit.shown, seat, theme=look.theme, names=look.plain, earlier=own)
    alt = spoken.spoken_cards([shown], look.plain, seat)
    return Drawing(f"card{visit.number}.png", draw, alt)


def ended_own_cards(
    line: Line, seat: int, look: Look, cards: Sequence[account.Shown]
) -> list[Drawing]:
    """The cards not yet seen, in the player's own colony, or all of an invasion that just ended."""
    just = account.sum_cards(line, account.cards_just_over(line))
    ended = line[-1].phase != "invasion" and bool(just)
    shown = cards if look.page and not ended else just
    if len(shown) == 1:
        return [_own_card(shown[0], seat, look)]
    return _cards_summary(shown, look, seat)
