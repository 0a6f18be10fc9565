"""A position of Heroes Beware in plain words: alt texts and the spoken description.

The order never changes, so listeners know when each part comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cogs.contract.plain_words import ended_early
from cogs.contract.screen import ALT_LIMIT, TEXT_LIMIT, fitted
from cogs.games.heroes.colony_words import (
    DIRECTION_NAMES,
    KINDS,
    counted,
    directions_words,
    features,
    joined,
    lacking,
    open_edges_at,
    queue_words,
    shape_words,
    tokens_words,
)
from cogs.games.heroes.invader_way import way
from cogs.games.heroes.itemised import verdict
from cogs.games.heroes.questions.building import prefix
from cogs.games.heroes.signs import amount
from cogs.games.heroes.situation import Names, moment
from cogs.games.heroes.texts import card_name, card_of, invader_name
from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import in_parts, labelled, listed
from prowlerbot.games.heroes.chronicle import Visit
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.grid import DIRECTIONS, NAME
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import GONE, Seat
from prowlerbot.games.heroes.words import FEATURE_NAMES
from prowlerbot.match.match import Ranks
from renderer.heroes import fate_of, toll_of


def describe(
    position: Position, viewer: int | None, names: Names, ended: Ranks | None = None
) -> str:
    """The whole position: moment, awaited players, the listener's own colony, then the others."""
    parts = [
        _headline(position, names, ended),
        *ways(position, names, viewer),
        *(_player(position, seat, names) for seat in _in_order(position, viewer)),
    ]
    if viewer is not None:
        parts += _to_build_with(position.seats[viewer - 1])
    for seat in _in_order(position, viewer):
        own = position.seats[seat - 1]
        if own.playing:
            parts += _open_edges(own, names[seat - 1])
            parts += _squares(own)
    return fitted(parts, TEXT_LIMIT, "\n")


def ways(position: Position, names: Names, viewer: int | None = None) -> Iterator[str]:
    """The way of the present or latest invader through each colony, a line for each."""
    shown = card_of(position)
    if shown.phase != "invasion" or shown.draw == "map" or not _invaded(shown):
        return
    invader = invader_name(shown)
    for seat in _in_order(position, viewer):
        if told := way(shown, shown.seats[seat - 1]):
            yield tr(
                "{invader}'s way, {player}: {way}.",
                invader=invader,
                player=names[seat - 1],
                way=told,
            )


def _invaded(shown: Position) -> bool:
    """Whether an invader has been in the colonies with the card that is shown."""
    return any(fate_of(shown, own) is not None for own in shown.seats)


def alt(position: Position, viewer: int | None, names: Names, ended: Ranks | None = None) -> str:
    parts = [_headline(position, names, ended)]
    if viewer is not None:
        own = position.seats[viewer - 1]
        parts += [_player(position, viewer, names), *_shelf(own), *_colony(own)]
    else:
        parts += [_player(position, seat, names) for seat in _in_order(position, None)]
        parts += ways(position, names)
    return fitted(parts, ALT_LIMIT)


def card(visit: Visit, seats_before: Sequence[Seat], names: Names, only: int | None = None) -> str:
    """A card that is over: its outcome in every colony, or in that of the ``only`` seat."""
    shown = visit.shown
    title = tr("Card {number} of round {round}.", number=visit.number, round=visit.round)
    parts = [f"{title} {card_name(shown)}."]
    for seat in shown.playing:
        if only in {None, seat}:
            outcome = _card_outcome(shown, seats_before[seat - 1], shown.seats[seat - 1])
            parts.append(labelled(names[seat - 1], outcome))
    parts += ways(shown, names) if only is None else []
    return fitted(parts, ALT_LIMIT)


def cards(visits: Iterable[tuple[Visit, Sequence[Seat]]], names: Names, only: int | None) -> str:
    """Several cards that are over, as many as fit."""
    return fitted([card(visit, before, names, only) for visit, before in visits], ALT_LIMIT)


def _card_outcome(shown: Position, before: Seat, own: Seat) -> str:
    """The outcome of a card in a colony: the end of an invader, or the effect of an event."""
    walked, done = fate_of(shown, own), toll_of(shown, before, own)
    if walked is not None:
        lost = ", ".join(amount(kind, count) for kind, count in walked.lost)
        hearts = trn("{count} heart left", "{count} hearts left", walked.hearts)
        bags = trn("{count} bag free", "{count} bags free", walked.bags)
        outcome = tr("lost {tokens}", tokens=lost) if lost else tr("nothing lost")
        return f"{in_parts([walked.sentence, f'{hearts}, {bags}', outcome])}."
    changed = done.changed if done is not None else ()
    outcome = ", ".join(
        f"{'+' if count > 0 else '−'}{amount(kind, abs(count))}" for kind, count in changed
    )
    sentence = done.sentence if done is not None else tr("nothing")
    return f"{labelled(sentence, outcome)}." if outcome else f"{sentence}."


def sheet(position: Position, names: Names) -> str:
    """The final sheet in words: the winner, and the profit of each round."""
    parts = [tr("Final count."), f"{verdict(position, names)}."]
    for number, totals in enumerate(position.rounds, 4 - len(position.rounds)):
        listed_totals = ", ".join(
            f"{name} {total}" for name, total in zip(names, totals, strict=False)
        )
        parts.append(tr("Round {round}: {list}.", round=number, list=listed_totals))
    return fitted(parts, ALT_LIMIT)


def _in_order(position: Position, viewer: int | None) -> list[int]:
    """The seats, the listener's first."""
    seats = list(range(1, len(position.seats) + 1))
    return seats if viewer is None else [viewer, *(seat for seat in seats if seat != viewer)]


def _headline(position: Position, names: Names, ended: Ranks | None) -> str:
    if position.outcome is not None:
        return f"{tr('Final position.')} {verdict(position, names)}."
    if ended is not None:
        return ended_early(ended, names)
    parts = [f"{moment(position)}."]
    if position.phase == "invasion" and (position.event or position.map):
        parts.append(f"{card_name(position)}.")
    waiting = [names[seat - 1] for seat in sorted(position.to_move - {CHANCE})]
    if waiting:
        parts.append(tr("To decide: {players}.", players=", ".join(waiting)))
    return " ".join(parts)


def _player(position: Position, seat: int, names: Names) -> str:
    own, player = position.seats[seat - 1], names[seat - 1]
    if not own.playing:
        return tr("{player} has left.", player=player)
    return tr(
        "{player}: {gold} and {gems} in the stash, {squares} squares, {sealed} of them sealed;"
        " {tokens}.",
        player=player,
        gold=amount("gold", own.gold),
        gems=amount("gem", own.gems),
        squares=own.colony.area.bit_count(),
        sealed=own.colony.sealed.bit_count(),
        tokens=counted(own.tokens_now.counts) or tr("no tokens"),
    )


def _shelf(own: Seat) -> Iterator[str]:
    if own.queue:
        words_of_tiles = queue_words(own.queue)
        tiles = [
            f"{place} {words}"
            for place, (tile, words) in enumerate(zip(own.queue, words_of_tiles, strict=True), 1)
            if tile != GONE
        ]
        yield tr("Queue: {tiles}.", tiles=", ".join(tiles))
    if own.hand:
        yield tr("In hand: {piece}.", piece=tr(PIECES[str(own.hand)].name))
    if own.reserve:
        pieces = ", ".join(tr(PIECES[id_].name) for id_ in own.reserve)
        yield tr("Reserve: {pieces}.", pieces=pieces)


def _to_build_with(own: Seat) -> Iterator[str]:
    fitting: dict[str, list[Move]] = {}
    for move in own.legal:
        if move.kind in {"queue", "hand", "reserve"}:
            fitting.setdefault(prefix(move), []).append(move)
    for place, tile in enumerate(own.queue, 1):
        if tile > 0:
            piece = tr("Tile {place}", place=place)
            yield _buildable(own, piece, str(tile), fitting.get(f"b{place}", []))
        elif tile != GONE:
            yield tr("Tile {place}: face down.", place=place)
    if own.hand:
        yield _buildable(own, tr("In hand"), str(own.hand), fitting.get("h", []))
    for id_, count in Counter(own.reserve).items():
        where = f"{tr('Reserve')} ({count} ×)" if count > 1 else tr("Reserve")
        yield _buildable(own, where, id_, fitting.get(id_, []))


def _buildable(own: Seat, where: str, id_: str, moves: Sequence[Move]) -> str:
    """A piece in words, with its legal squares and the squares it would join there."""
    sentence = tr(
        "{where}: {piece}; {shape}.",
        where=where,
        piece=tr(PIECES[id_].name),
        shape=shape_words(id_),
    )
    if not moves:
        return sentence
    squares = {
        move.at: tr(
            "{square} beside {joined}",
            square=NAME[move.at],
            joined=listed([NAME[at] for at in joined(own.colony, Placed(id_, move.at, move.to))]),
        )
        for move in moves
    }
    return " ".join((sentence, tr("It fits at {squares}.", squares=", ".join(squares.values()))))


def _open_edges(own: Seat, player: str) -> Iterator[str]:
    """The open edges of the colony, each with its kind."""
    yield tr("Colony of {player}:", player=player)
    colony, edges = own.colony, []
    kinds = ("c", colony.cavern), ("s", colony.stone)
    for at, side in open_edges_at(colony, colony.area):
        kind = tr(KINDS[next((kind for kind, masks in kinds if masks[side] >> at & 1), "p")])
        named = {"square": NAME[at], "side": tr(DIRECTION_NAMES[side]), "kind": kind}
        edges.append(tr("{square} {side} ({kind})", **named))
    yield tr("Open edges: {list}.", list=", ".join(edges)) if edges else tr("No open edge.")


def _squares(own: Seat, *, briefly: bool = False) -> Iterator[str]:
    """Every built square in reading order: its feature, its ways and its tokens. ``briefly``: only
    squares with a feature or tokens, without the ways.
    """
    colony, tokens = own.colony, own.tokens_now
    needs = lacking(colony)
    cells = {square: cell for placed in colony.pieces for square, cell in placed.cells}
    with_tokens = {square for square in colony.distance if tokens.anywhere >> square & 1}
    for square in sorted({*(features(colony) if briefly else cells), *with_tokens}):
        parts, cell = [], cells.get(square)
        if cell and cell.feature:
            parts.append(tr(FEATURE_NAMES[cell.feature]))
        if cell and not briefly:
            parts += [] if cell.feature else [tr("plain square")]
            ways = [d for d in DIRECTIONS if colony.ways[d] >> square & 1]
            sides = directions_words(ways)
            parts.append(tr("way {sides}", sides=sides) if sides else tr("no way on"))
        if there := tokens_words(tokens, square):
            parts.append(there)
        if square in needs:
            parts.append(needs[square])
        yield f"{NAME[square]} {', '.join(parts)}."


def _colony(own: Seat) -> Iterator[str]:
    """Features and tokens by square in reading order, then the open edges, for an alt text."""
    yield from _squares(own, briefly=True)
    edges = [
        f"{NAME[square]} {tr(DIRECTION_NAMES[direction])}"
        for square, direction in open_edges_at(own.colony, own.colony.area)
    ]
    if edges:
        yield tr("Open edges: {list}.", list=", ".join(edges))
