"""The common words of Prowler's Passage: its signs, the turn, scoring, and the latest events."""

from collections.abc import Iterator, Sequence
from functools import partial

from cogs.contract.screen import Names
from cogs.contract.sentences import Event, PlainName, Sentences, Several
from cogs.contract.sign import Sign
from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import mark, tr, trn, whole_words
from prowlerbot.games.prowler import rules, words
from prowlerbot.games.prowler.position import DISTRICTS, SEATS, TILES
from prowlerbot.games.prowler.rules import Position
from renderer.prowler.cover import draw_district, draw_seat, draw_statue, draw_tile

SEAT_SIGNS = (
    Sign("round", "🔴", partial(draw_seat, 1), {"safe": "🟠"}, word=mark("disc"), seat=True),
    Sign("diamond", "🔷", partial(draw_seat, 2), word=mark("diamond"), seat=True),
)
"""As in the picture: a disc and a diamond, in the colours of the theme."""
DISTRICT_SIGNS = {
    letter: Sign(name, plain, partial(draw_district, place), word=words.DISTRICT_NAMES[letter])
    for place, (letter, name, plain) in enumerate(
        zip(
            DISTRICTS,
            ("banking", "political", "market", "residential", "castle"),
            ("🪙", "👑", "⚖️", "🏠", "🏰"),
            strict=True,
        )
    )
}
TILE_SIGNS = {
    letter: Sign(
        name,
        plain,
        partial(draw_tile, place),
        word=words.TILE_NAMES[letter],
        counted=partial(words.tiles_counted, letter),
    )
    for place, (letter, name, plain) in enumerate(
        zip(
            TILES,
            ("yellow", "blue", "purple", "brown", "dig_shovel", "wild_shovel"),
            ("🪙", "👑", "⚖️", "🏠", "⛏️", "🌟"),
            strict=True,
        )
    )
}
"""An item bears the emblem of its district on a coin; the district has it on a shield."""


def _count_statues(count: int) -> str:
    return trn("{count} statue", "{count} statues", count)


STATUE = Sign("statue", "🗽", draw_statue, counted=_count_statues)
"""A robed figure with a torch, as in the picture."""

SIGNS = (*SEAT_SIGNS, *DISTRICT_SIGNS.values(), *TILE_SIGNS.values(), STATUE)

FIELDS: dict[str, Sign] = {
    **{f"seat_{seat}": sign for seat, sign in enumerate(SEAT_SIGNS, 1)},
    **{f"district_{letter}": sign for letter, sign in DISTRICT_SIGNS.items()},
    **{f"tile_{letter}": sign for letter, sign in TILE_SIGNS.items()},
    "statue": STATUE,
}
"""The signs as fields of a text: ``district_B``, ``tile_d``, ``seat_1``."""


def mark_player(seat: int, names: Names) -> str:
    return f"{SEAT_SIGNS[seat - 1]} **{names[seat - 1]}**"


def list_beside(position: Position, pathway: int, *, briefly: bool = False) -> str:
    """The districts on both sides of a pathway, within a sentence."""
    one, other = (tr(words.DISTRICT_NAMES[DISTRICTS[at]]) for at in position.setup.beside[pathway])
    if one == other:
        return tr("{district} twice", district=one)
    return f"{one}-{other}" if briefly else tr("{district} and {other}", district=one, other=other)


beside_briefly = partial(list_beside, briefly=True)
"""The same for lists and alt texts: “Banking-Castle”."""

FIRST_TURNS = 2
"""The plies before which each player has dug."""


def turn_words(position: Position, names: Names, *, keys: bool = False) -> str:
    """The player to move; the first boards with ``keys`` explain the keys."""
    who = mark_player(position.seat, names)
    if position.ply == 0:
        return tr(
            "▶️ {player} begins and presses a district: its marker starts one space on {player}'s"
            " side. Then {other} digs.",
            player=who,
            other=mark_player(3 - position.seat, names),
        )
    if keys and position.ply <= FIRST_TURNS:
        return tr("▶️ {player}'s turn: press a number to dig.", player=who)
    return tr("▶️ {player}'s turn", player=who)


def choice_words(position: Position, pathway: int, names: Names, leads: Sequence[str]) -> str:
    """The question of a wild shovel, with the gain in the lead by each marker."""
    question = tr(
        "▶️ {player} digs **{pathway}** for {emoji} a wild shovel. Which marker moves one more"
        " space to your side?",
        player=mark_player(position.seat, names),
        pathway=pathway,
        emoji=TILE_SIGNS["w"],
    )
    told = (f"{sign} {lead}" for sign, lead in zip(DISTRICT_SIGNS.values(), leads, strict=True))
    return f"{question}\n-# {tr('Gain if the match ended now: {leads}', leads=', '.join(told))}"


def verdict_words(outcome: Outcome, names: Names) -> str:
    """The winner and both totals, the higher one first; after a tie, also the tie-breaker."""
    totals = map(whole_words, sorted(outcome.totals, reverse=True))
    score = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(totals)
    if outcome.winner is None:
        return tr("🤝 A shared victory, {score}", score=score)
    sentence = {
        "wealth": mark("🏆 {player} won, {score}"),
        "passage": mark("🏆 {player} won by the longer passage, {score}"),
        "districts": mark("🏆 {player} won by controlling more districts, {score}"),
    }[outcome.by]
    return tr(sentence, player=names[outcome.winner - 1], score=score)


_FROM_MID_GAME = 4
"""The passages before mid-game scoring from which it is announced."""
_FROM_STATUE = 2
"""The same for passages that could steal the second statue."""


def scoring_is_near(position: Position) -> bool:
    if position.half is not None or not position.ply:
        return False
    by_statue = rules.passages_to_second_statue(position) <= _FROM_STATUE
    return by_statue or rules.passages_to_mid_game(position) <= _FROM_MID_GAME


def scoring_words(position: Position) -> str:
    """The announcement of mid-game scoring and its causes; empty if it is far off or over."""
    if not scoring_is_near(position):
        return ""
    left = rules.passages_to_mid_game(position)
    comes = mark("🧮 Scoring at 2nd statue or in {count} passages.")
    if rules.passages_to_second_statue(position) >= left:
        comes = mark("🧮 Mid-game scoring in {count} passages.")
    if left == 1:
        comes = mark("🧮 Next passage: mid-game scoring.")
    return tr(comes, count=left)


def scoring_if_now(position: Position, names: Names) -> list[str]:
    """The effect of the mid-game scoring if it came now; nothing after it."""
    if not position.ply or position.half is not None:
        return []
    one, other = (each.total for each in position.score_mid_game().mid or ())
    return [
        tr(
            "🧮 If the mid-game scoring came now: {player} {wealth}, {other} {others}.",
            player=mark_player(1, names),
            other=mark_player(2, names),
            wealth=one,
            others=other,
        )
    ]


def achievements_words(position: Position) -> str:
    """The time to claim achievements, and the condition and value of each drawn card."""
    lines = (
        tr(
            "🏅 {achievement}, {wealth} wealth: {explained}",
            achievement=tr(words.CONDITION_NAMES[card]),
            wealth=rules.WEALTH[card],
            explained=tr(words.CONDITION_RULES[card]),
        )
        for card in position.setup.cards
    )
    heading = tr(
        "Achievements go automatically to the first player who fulfils them on their own turn."
    )
    return "\n".join(f"-# {line}" for line in (heading, *lines))


_CLAIMED = Sentences(
    mark("🏅 {player} claims “{achievement}” ({wealth} wealth)."), mark("{player}: “{achievement}”")
)
SENTENCES = {
    "opened": Sentences(mark("{player} opens: {markers}."), mark("{player} opens")),
    "dug": Sentences(
        mark("{player} digs **{pathway}** for {emoji} {tile}: {markers}."),
        mark("{player} digs {pathway}"),
    ),
    "moved": Sentences("", mark("{markers}")),
    "side": Sentences(
        mark("{sign} {district} to {name}'s side ({space})"), mark("{district}: {name} {space}")
    ),
    "along": Sentences(
        mark("{sign} {name}'s {district} {was}→{space}"), mark("{district}: {name} {was}→{space}")
    ),
    "centre": Sentences(mark("{sign} {district} to the centre"), mark("{district}: centre")),
    "stole": Sentences(
        mark("{player} steals {sign} the statue {statue}."), mark("statue {statue}")
    ),
    "claimed": _CLAIMED,
    "given": _CLAIMED,
    "banked": Sentences(
        mark("🧮 Mid-game scoring: {player} banks {wealth}, {other} {others}."),
        mark("mid-game scoring: {player} {wealth}, {other} {others}"),
    ),
}
_CLAIMED_BRIEFLY = Sentences("", mark("🏅 {player}: “{achievement}” (+{wealth} at the end)."))
AT_A_GLANCE = SENTENCES | {
    "opened": Sentences(mark("-# {player} opens with {markers}.")),
    "side": Sentences(mark("{sign} {district}")),
    "dug": Sentences(mark("{player} digs **{pathway}** for {emoji}.")),
    "stole": Sentences("", mark("{player} steals {sign} {statue}.")),
    "claimed": _CLAIMED_BRIEFLY,
    "given": _CLAIMED_BRIEFLY,
    "banked": Sentences("", mark("Mid-game scoring: {player} {wealth}, {other} {others}.")),
}
"""The passage, and all that is rare in short sentences for a line of small print."""


def events_between(before: Position, after: Position) -> Iterator[Event]:
    """The passage with the markers that it moves, statues, achievements, mid-game scoring; in short
    the markers come after all that is rarer.
    """
    move, mover = after.last, before.seat
    if move is None:
        return
    markers = Several(list(_marker_events(before, after)))
    if not move.pathway:
        yield Event("opened", mover, fields={"markers": markers})
        yield Event("moved", fields={"markers": markers})
        return
    tile = after.setup.tile(move.pathway)
    fields = {"emoji": TILE_SIGNS[tile], "tile": words.ONE_TILE[tile], "markers": markers}
    yield Event("dug", mover, fields={"pathway": move.pathway, **fields})
    for seat in SEATS:
        for statue in after.statues[seat - 1][len(before.statues[seat - 1]) :]:
            yield Event(
                "stole", seat, fields={"sign": STATUE, "statue": words.STATUE_NAMES[statue]}
            )
        for card in after.achievements[seat - 1][len(before.achievements[seat - 1]) :]:
            achievement = {"achievement": words.CONDITION_NAMES[card], "wealth": rules.WEALTH[card]}
            yield Event("claimed" if seat == mover else "given", seat, fields=achievement)
    yield Event("moved", fields={"markers": markers})
    if before.half is None and after.half is not None:
        one, other = (each.total for each in after.mid or ())
        yield Event("banked", 1, 2, {"wealth": one, "others": other})


def _marker_events(before: Position, after: Position) -> Iterator[Event]:
    """The new spaces of the markers that a move has moved."""
    for district, was, now in zip(DISTRICTS, before.track, after.track, strict=True):
        fields = {"sign": DISTRICT_SIGNS[district], "district": words.DISTRICT_NAMES[district]}
        if now:
            fields |= {"name": PlainName(1 if now > 0 else 2), "space": abs(now), "was": abs(was)}
        if was != now:
            yield Event("along" if was * now > 0 else "side" if now else "centre", fields=fields)
