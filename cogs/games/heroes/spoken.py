"""A position of Heroes Beware in plain words, in parts; ``Account`` makes texts of them.

The order never changes, so listeners know when each part comes. Each passage is told once, from
the square nearer to the entrance on. The count comes first here: the treasure of each player, the
winner, and the losses of a round.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from cogs.contract import count_words, plain_words
from cogs.contract.plain_words import decision_sentence, early_end_sentence
from cogs.contract.screen import ALT_LIMIT, Names
from cogs.contract.sentences import Part, fit_parts
from cogs.contract.sign import coloured, in_words
from cogs.games.heroes import account, colony_words, happened
from cogs.games.heroes.account import Shown, card_line
from cogs.games.heroes.happened import card_position, card_text, invader_name
from cogs.games.heroes.situation import mark_player, medal_words, moment_words, way_words
from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, tr, trn
from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.cards import INVADERS
from prowlerbot.games.heroes.colony import NEW_COLONY, Colony
from prowlerbot.games.heroes.final_count import final_count
from prowlerbot.games.heroes.pieces import DIRECTIONS, NAME, PATCH, PIECES, STEP
from prowlerbot.games.heroes.position import ROUNDS
from prowlerbot.games.heroes.rules import Line, Position
from prowlerbot.games.heroes.scoring import PRISONER_WORTH
from prowlerbot.games.heroes.seat import FACE_DOWN, GEM_WORTH, GONE, Seat
from prowlerbot.games.heroes.stages.draft import BRISK_TURNS
from prowlerbot.games.heroes.words import FEATURE_NAMES
from prowlerbot.match.match import Ranks
from renderer.heroes.invaders import Fate, card_name, effect_of

MEDALS = {
    "gold": mark("🥇 a gold medal"),
    "silver": mark("🥈 a silver medal"),
    "bronze": mark("🥉 a bronze medal"),
    "none": mark("no medal"),
}


def standing_lines(position: Position, names: Names) -> str:
    """A line for each seat: the value of its stash, and the tokens in its colony."""
    seats = range(1, len(position.seats) + 1)
    return "\n".join(_standing_words(position, seat, names) for seat in seats)


def _standing_words(position: Position, seat: int, names: Names) -> str:
    own, player = position.seats[seat - 1], mark_player(seat, names)
    if not own.playing:
        return " · ".join((player, tr("has left")))
    treasure = trn("{count} treasure", "{count} treasure", own.treasure)
    counts = zip(own.tokens_now.counts, colony_words.TOKENS.values(), strict=True)
    tokens = [f"{sign} {count}" for count, sign in counts if count]
    if prisoners := own.tokens_now.prisoners.bit_count():
        tokens[-1] += f" ({PRISONER_WORTH * prisoners})"
    return " · ".join(filter(None, (player, treasure, " ".join(tokens))))


def scores_text(position: Position, names: Names) -> str:
    """The treasure so far, and the profit of each round, by source; or the final count."""
    count, head = final_count([position]), list[str]()
    if position.outcome is None:
        head = [standing_lines(position, names)]
    if position.setup.seats == 1:
        head.append(f"-# {medal_words(position)}")
    return count_words.scores_page(count, names, head)


_DECIDED = {
    "left": mark("🏆 {player} won {totals}, as all other players have left"),
    "treasure": mark("🏆 {player} won {totals}"),
    "gems": mark("🏆 {player} won {totals} by more gems"),
}


def verdict_words(position: Position, names: Names) -> str:
    """The winner and the treasure; for a player alone, the medal."""
    if (outcome := position.outcome) is None:
        return ""
    if position.setup.seats == 1:
        end = {"total": outcome.totals[0], "medal": tr(MEDALS[outcome.by])}
        return tr("{player} ends with {total} treasure: {medal}", player=names[0], **end)
    return plain_words.result_sentence(outcome, names, _DECIDED)


def losses_line(line: Line, seat: int) -> str:
    """The losses of a colony in the last round."""
    if not (lost := [it.told for it in _losses(account.cards_of_round(line), seat)]):
        return tr("-# Nobody took any treasure from you.")
    return tr("-# You lost: {list}.", list=" · ".join(lost))


def all_losses_lines(line: Line, seat: int) -> str:
    """The losses of a colony in each round of a match that is over, and the advice that follows."""
    now, lost = line[-1], [*_losses(account.all_cards(line), seat)]
    lines = [tr("-# Nobody took any treasure from you."), _stopping_advice(line, seat)]
    if lost:
        parts = [
            label_text(tr("round {round}", round=at), ", ".join(it.thief for it in them))
            for at, them in groupby(lost, key=lambda it: it.round)
        ]
        lines[0] = trn(
            "-# You lost {count} treasure: {list}.",
            "-# You lost {count} treasure: {list}.",
            sum(it.worth for it in lost),
            list=in_parts(parts),
        )
        most = max(lost, key=lambda it: it.worth)
        fields = {"loss": most.told, "advice": most.advice, "round": most.round}
        told = tr("-# 💡 Greatest loss, in round {round} · {loss}. {advice}", **fields)
        lines.append(told.rstrip())
    if not now.seats[seat - 1].treasure and not (lost and lost[-1].round == ROUNDS):
        only = mark(
            "-# 💡 Only what round {round} leaves counts: seal chests and deep veins in it, and use"
            " your stash before its invasion."
        )
        lines[2:] = [tr(only, round=ROUNDS)]
    return "\n".join(filter(None, lines))


def _stopping_advice(line: Line, seat: int) -> str:
    """The rounds in which a player stopped building with half of the turns left, as advice."""
    drafted = {
        now.round: now
        for now in line
        if now.shown and now.setup.build == "brisk" and not now.seats[seat - 1].done
    }
    early = [
        tr("{turn} of {turns} in round {round}", turn=it.turn, turns=all_, round=it.round)
        for it in drafted.values()
        if not it.last and 2 * it.turn < (all_ := BRISK_TURNS[it.round] + 1)
    ]
    if not early:
        return ""
    told = mark("-# 💡 You stopped building at turn {list}: further tiles bring treasure.")
    return tr(told, list=listing(early))


class _Loss(NamedTuple):
    round: int
    worth: int
    thief: str
    """The card with its loot."""
    told: str
    advice: str


def _losses(cards: Iterable[Shown], seat: int) -> Iterator[_Loss]:
    """The losses of a colony to each of these cards."""
    for visit, seats_before in cards:
        own = visit.shown.seats[seat - 1]
        effect = effect_of(visit.shown, own, seats_before[seat - 1])
        changed = dict(effect.changes) if effect is not None else {}
        taken = {it: -changed[it] for it in ("gold", "gem") if changed.get(it, 0) < 0}
        if not taken:
            continue
        tokens = ", ".join(colony_words.amount_words(*each) for each in taken.items())
        invader = invader_name(visit.shown)
        told, advice = label_text(card_name(visit.shown), tokens), ""
        thief = f"{card_name(visit.shown) if visit.shown.event else invader} {tokens}"
        if isinstance(effect, Fate):
            met = -sum(changed.get(kind, 0) for kind in ("trap", "guard"))
            traps, sealed = colony_words.features_of_squares(own.colony), own.colony.sealed
            unsealed = any(traps.get(at) == "trap" and not sealed >> at & 1 for at, _ in own.trace)
            if card := INVADERS.get(visit.shown.invader):
                hearts = colony_words.amount_words("heart", card.hearts)
                invader = tr("{invader} ({hearts})", invader=invader, hearts=hearts)
            told = _loot_words(invader, tokens, met, unsealed=unsealed)
            advice = tr("It takes a trap or guard for each heart.")
            if not met:
                advice = tr("Put a trap or guard on every way to your treasure.")
                if unsealed:
                    advice = tr("Close the open edges of your traps.")
        worth = taken.get("gold", 0) + GEM_WORTH * taken.get("gem", 0)
        yield _Loss(visit.round, worth, thief, told, advice)


def _loot_words(invader: str, tokens: str, met: int, *, unsealed: bool) -> str:
    """An invader's loot, with the number of traps and guards in its way."""
    if not met:
        told = mark("{invader}: {tokens}, met no trap or guard")
        if unsealed:
            told = mark("{invader}: {tokens}; a trap on an unsealed tile did nothing")
        return tr(told, invader=invader, tokens=tokens)
    return trn(
        "{invader}: {tokens}, met {count} trap or guard",
        "{invader}: {tokens}, met {count} traps and guards",
        met,
        invader=invader,
        tokens=tokens,
    )


_HEAD, _OWN, _CARD, _EDGES, _WAYS, _OTHERS, _LAST = range(7)
"""The ranks of parts: an alt text loses the last ones first."""


def spoken_parts(
    position: Position, viewer: int | None, names: Names, ended: Ranks | None
) -> Iterator[Part]:
    """The moment, the table, the listener's colony, then the others, each of them a topic."""
    if position.outcome is not None:
        count = final_count([position])
        why = ". ".join((*count.reasons, *count.notes))
        yield Part(f"{tr('Final position.')} {verdict_words(position, names)}. {why}.")
        yield from count_words.scoring_parts(count, names)
    elif ended is not None:
        yield Part(early_end_sentence(ended, names))
    else:
        waiting = [names[seat - 1] for seat in sorted(position.to_move - {CHANCE})]
        yield Part(f"{moment_words(position)}. {decision_sentence(waiting)}".rstrip())
        yield from _table_parts(position, names)
    seats = range(1, len(position.seats) + 1)
    for seat in sorted(seats, key=lambda seat: seat != viewer):  # the listener's first
        topic = ""
        if viewer not in {seat, None}:
            topic = tr("Colony of {player}", player=names[seat - 1])
        for part in _seat_parts(position, seat, names, viewer):
            yield part._replace(topic=topic)


def _without_signs(told: Callable[[], str], names: Names) -> str:
    """A text of a board without signs and markdown."""
    with coloured("night", words=True):
        marks = {colony_words.seat_mark(seat): name for seat, name in enumerate(names, 1)}
        text = in_words(told(), marks)
    for sign in ("**", "-# ", f"{happened.EVENT_SIGN} ", f"{happened.MAP_SIGN} "):
        text = text.replace(sign, "")
    return " ".join(f"{line.removesuffix('.')}." for line in text.split("\n"))


def _table_parts(position: Position, names: Names) -> Iterator[Part]:
    """The medals, the card, the offer, the pile: all that lies between the colonies."""
    if aims := medal_words(position):
        yield Part(aims, _CARD)
    if position.phase == "invasion" and (position.event or position.map):
        yield Part(_without_signs(partial(card_text, position), names), _CARD)
    if position.choosing:
        offer = [
            f"{_counted_piece(each, count)}: {colony_words.shape_words(each)}"
            for each, count in Counter(position.offer).items()
        ]
        yield Part(tr("On offer: {pieces}.", pieces=in_parts(offer)), _CARD)
        order = ", ".join(names[seat - 1] for seat in position.choosing)
        yield Part(tr("Order of choosing: {players}.", players=order), _EDGES)
    if position.face_up:
        tiles = ", ".join(f"{tile} {tr(PIECES[str(tile)].name)}" for tile in position.face_up)
        yield Part(tr("Face up beside the pile: {tiles}.", tiles=tiles), _EDGES)
    if position.phase == "planning":
        patches = trn("{count} more patch", "{count} more patches", position.supply)
        yield Part(tr("In the supply: {pieces}.", pieces=patches), _LAST)


def _counted_piece(id_: str, count: int) -> str:
    return f"{count} × {tr(PIECES[id_].name)}" if count > 1 else tr(PIECES[id_].name)


def _seat_parts(position: Position, seat: int, names: Names, viewer: int | None) -> Iterator[Part]:
    own, player = position.seats[seat - 1], names[seat - 1]
    heading = tr("Colony of {player}", player=player)
    if not own.playing:
        yield Part(tr("{player} has left.", player=player), _OWN, heading)
        return
    if position.outcome is not None and not own.colony.pieces:
        return
    listens = viewer == seat
    holdings = _holdings_words(own, shapes=listens, building=position.building)
    yield Part(holdings, _OWN if listens else _CARD, heading)
    if listens:
        yield from _queue_parts(own)
    if position.phase != "planning":
        far = 0 if viewer in {seat, None} else _OTHERS - _EDGES
        yield Part(_edges_words(own.colony), _EDGES + far)
        yield Part("\n".join(_square_lines(position, own)), _WAYS + far)
    shown = card_position(position)
    walked = shown.seats[seat - 1]
    if shown.phase == "invasion" and shown.draw != "map" and effect_of(shown, walked, None):
        named = {"invader": invader_name(shown), "way": way_words(shown, walked)}
        yield Part(tr("Way of {invader}: {way}.", **named), _LAST)


def _holdings_words(own: Seat, *, shapes: bool, building: bool) -> str:
    """The stash, the tokens in the colony, and the reserve."""
    stash = colony_words.counts_words((own.gold, own.gems, 0, 0, 0)) or tr("nothing")
    sentences = [tr("In the stash: {tokens}.", tokens=stash)]
    if tokens := colony_words.counts_words(own.tokens_now.counts):
        sentences.append(tr("In the colony: {tokens}.", tokens=tokens))
    pieces = [
        label_text(_counted_piece(id_, count), colony_words.shape_words(id_))
        if shapes and id_ != PATCH
        else _counted_piece(id_, count)
        for id_, count in Counter(own.reserve).items()
    ]
    if pieces:
        sentences.append(tr("Reserve: {pieces}.", pieces=in_parts(pieces)))
    if building and own.done:
        sentences.append(tr("No more building in this round."))
    return " ".join(sentences)


def _queue_parts(own: Seat) -> Iterator[Part]:
    names, tiles = colony_words.queue_words(own.queue), list[str]()
    for place, tile in enumerate(own.queue, 1):
        if tile not in {GONE, FACE_DOWN}:
            sides = colony_words.sides_words(PIECES[str(tile)].orientations[0].cells[0])
            tiles.append(f"{place} {names[place - 1]} ({sides})")
    if down := own.queue.count(FACE_DOWN):
        tiles.append(trn("{count} face down", "{count} face down", down))
    if tiles:
        yield Part(tr("Queue: {tiles}.", tiles=in_parts(tiles)), _OWN)
    if own.hand:
        piece = str(own.hand)
        held = label_text(tr(PIECES[piece].name), colony_words.shape_words(piece))
        yield Part(tr("In hand: {piece}.", piece=held), _OWN)


def _edges_words(colony: Colony) -> str:
    """The open edges by kind, and the squares that do not match."""
    kinds = []
    for kind, words in colony_words.SIDE_KINDS.items():
        edges: dict[int, list[int]] = {}
        for square, side in colony_words.open_edges_at(colony, colony.area):
            if kind == colony_words.side_kind(colony, square, side):
                edges.setdefault(square, []).append(side)
        told = [f"{NAME[at]} {colony_words.directions_words(sides)}" for at, sides in edges.items()]
        if told:
            kinds.append(f"{tr(words)} {', '.join(told)}")
    sentences = [tr("Open edges: {list}.", list=in_parts(kinds)) if kinds else tr("No open edge.")]
    if wrong := [NAME[square] for square in squares_in(colony.invalid)]:
        sentences.append(tr("Sides that do not fit: {squares}.", squares=", ".join(wrong)))
    return " ".join(sentences)


def _square_lines(position: Position, own: Seat) -> Iterator[str]:
    """All passages, from square to square; then the larger pieces."""
    colony = own.colony
    if not colony.pieces:
        yield tr("Nothing is built but the entrance, G7, H7, I7 and H8.")
        return
    filled = position.phase == "invasion" or bool(own.tokens_now.anywhere)
    features, lacking = colony_words.features_of_squares(colony), colony_words.obstacles_of(colony)
    names = {
        at: _square_words(own, at, features.get(at, ""), None if filled else lacking.get(at, ""))
        for at in squares_in(colony.area)
    }
    if held := [names[at] for at in squares_in(NEW_COLONY.area & own.tokens_now.anywhere)]:
        yield tr("On the entrance: {squares}.", squares=", ".join(held))
    walks = _walks_of(colony)
    for walk in walks:
        steps = [
            f"{tr(colony_words.SIDE_KINDS[kind])} {', '.join(names[step.there] for step in run)}"
            for kind, run in groupby(walk, key=lambda step: step.kind)
        ]
        yield tr("From {square}: {steps}.", square=NAME[walk[0].start], steps=", ".join(steps))
    passed = {frozenset((step.start, step.there)) for walk in walks for step in walk}
    more = [
        f"{tr(colony_words.SIDE_KINDS[kind])} {NAME[at]}-{NAME[there]}"
        for at in squares_in(colony.area)
        for kind, _, there in _passages_from(colony, at)
        if at < there and not NEW_COLONY.area >> at & NEW_COLONY.area >> there & 1
        if frozenset((at, there)) not in passed
    ]
    if more:
        yield tr("Also joined: {list}.", list=", ".join(more))
    large = [
        f"{tr(placed.piece.name)} {'-'.join(NAME[square] for square, _ in placed.cells)}"
        for placed in colony.by_name
        if len(placed.cells) > 1
    ]
    if large:
        yield tr("Larger pieces: {list}.", list=", ".join(large))


class _Passage(NamedTuple):
    kind: str
    start: int
    there: int


def _walks_of(colony: Colony) -> list[list[_Passage]]:
    """The passages that lead to each square once, in walks that begin at a square known already."""
    known, begun, walks = NEW_COLONY.area, [*squares_in(NEW_COLONY.area)], list[list[_Passage]]()
    while begun:
        for first in _passages_from(colony, begun.pop(0)):
            walk, step = list[_Passage](), first
            while not known >> step.there & 1:
                known |= 1 << step.there
                walk.append(step)
                begun.append(step.there)
                further = _passages_from(colony, step.there)
                step = next((it for it in further if not known >> it.there & 1), step)
            if walk:
                walks.append(walk)
    return walks


def _passages_from(colony: Colony, square: int) -> Iterator[_Passage]:
    for side in DIRECTIONS:
        if colony.ways[side] >> square & 1:
            kind = "s" if colony.stone_ways[side] >> square & 1 else "c"
            yield _Passage(kind, square, square + STEP[side])


def _square_words(own: Seat, square: int, feature: str, lacking: str | None) -> str:
    """A square with its feature; in brackets its obstacle, or its tokens if ``lacking`` is None."""
    name, placed = NAME[square], own.colony.piece_at.get(square)
    if feature:
        name = f"{name} {tr(FEATURE_NAMES[feature])}"
    elif placed is not None and placed.id == PATCH:
        name = f"{name} {tr(PIECES[PATCH].name)}"
    there = [lacking]
    if lacking is None:
        there = [colony_words.tokens_words(own.tokens_now, square, armed=feature == "trap")]
        if feature == "trap" and not own.tokens_now.traps >> square & 1:
            there.insert(0, tr("not armed"))
    inside = ", ".join(filter(None, there))
    return f"{name} ({inside})" if inside else name


def alt_text(position: Position, viewer: int | None, names: Names, ended: Ranks | None) -> str:
    return fit_parts([*spoken_parts(position, viewer, names, ended)], ALT_LIMIT)


def spoken_cards(shown: Sequence[Shown], names: Names, seat: int = 0) -> str:
    """Cards that are over: their outcomes in every colony, or in that of one seat."""
    told = []
    for rank, each in enumerate(shown):
        told.append(Part(_without_signs(partial(card_line, each, names, seat), names), rank))
        for walker in [] if seat else each.visit.shown.playing:
            if walked := way_words(each.visit.shown, each.visit.shown.seats[walker - 1]):
                words = label_text(names[walker - 1], f"{walked}.")
                told.append(Part(words, len(shown) + rank))
    return fit_parts(told, ALT_LIMIT)
