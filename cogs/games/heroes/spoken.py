"""A position of Heroes Beware in plain words: alt texts and the description for the ear.

The order is always the same, so that a listener knows when to expect what they want to hear.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.board.text_limits import ALT_LIMIT, TEXT_LIMIT, fitted
from cogs.games.heroes.colony_words import COUNTED, amount, features, open_edges_at, tokens_words
from cogs.games.heroes.itemised import verdict
from cogs.games.heroes.outlook import lacking
from cogs.games.heroes.piece_words import DIRECTION_NAMES, queue_words
from cogs.games.heroes.situation import Names, moment
from cogs.games.heroes.texts import card_name
from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.heroes.chronicle import Visit
from prowlerbot.games.heroes.grid import NAME
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import GONE, Seat
from prowlerbot.games.heroes.words import FEATURE_NAMES, piece_name
from prowlerbot.match.match import Ranks
from renderer.heroes import fate_of, toll_of


def describe(
    position: Position, viewer: int | None, names: Names, ended: Ranks | None = None
) -> str:
    """The whole position: moment, who is to do what, the listener's own colony, then the others."""
    parts = [
        _headline(position, names, ended),
        *(_player(position, seat, names) for seat in _in_order(position, viewer)),
    ]
    if viewer is not None:
        parts += _shelf(position.seats[viewer - 1])
    for seat in _in_order(position, viewer):
        own = position.seats[seat - 1]
        if own.playing:
            parts += _colony(own, names[seat - 1])
    return fitted(parts, TEXT_LIMIT, "\n")


def alt(position: Position, viewer: int | None, names: Names, ended: Ranks | None = None) -> str:
    """The picture in at most 1,024 characters; ``describe`` has the rest."""
    parts = [_headline(position, names, ended)]
    if viewer is not None:
        own = position.seats[viewer - 1]
        parts += [_player(position, viewer, names), *_shelf(own), *_colony(own, "")]
    else:
        parts += [_player(position, seat, names) for seat in _in_order(position, None)]
    return fitted(parts, ALT_LIMIT)


def card(visit: Visit, came: Sequence[Seat], names: Names, only: int | None = None) -> str:
    """A card that is over in words: how it fared in every colony, or in the ``only`` one told."""
    shown = visit.shown
    title = tr("Card {number} of round {round}.", number=visit.number, round=visit.round)
    parts = [f"{title} {card_name(shown)}."]
    for seat in shown.playing:
        if only in {None, seat}:
            told = _fared(shown, came[seat - 1], shown.seats[seat - 1])
            parts.append(f"{names[seat - 1]}: {told}")
    return fitted(parts, ALT_LIMIT)


def _fared(shown: Position, came: Seat, own: Seat) -> str:
    """How a colony fared: what the invader had left and what is gone, or what an event did."""
    walked, done = fate_of(shown, own), toll_of(shown, came, own)
    if walked is not None:
        lost = ", ".join(amount(kind, count) for kind, count in walked.lost)
        hearts = trn("{count} heart left", "{count} hearts left", walked.hearts)
        bags = trn("{count} bag free", "{count} bags free", walked.bags)
        told = tr("lost {tokens}", tokens=lost) if lost else tr("nothing lost")
        return f"{walked.sentence}; {hearts}, {bags}; {told}."
    changed = done.changed if done is not None else ()
    told = ", ".join(
        f"{'+' if count > 0 else '−'}{amount(kind, abs(count))}" for kind, count in changed
    )
    sentence = done.sentence if done is not None else tr("nothing")
    return f"{sentence}: {told}." if told else f"{sentence}."


def sheet(position: Position, names: Names) -> str:
    """The sheet of the end in words: who has won, and what each round brought."""
    parts = [tr("Final count."), f"{verdict(position, names)}."]
    for number, totals in enumerate(position.rounds, 4 - len(position.rounds)):
        told = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=False))
        parts.append(tr("Round {round}: {list}.", round=number, list=told))
    return fitted(parts, ALT_LIMIT)


def _in_order(position: Position, viewer: int | None) -> list[int]:
    """The listener's seat first."""
    seats = list(range(1, len(position.seats) + 1))
    return seats if viewer is None else [viewer, *(seat for seat in seats if seat != viewer)]


def _headline(position: Position, names: Names, ended: Ranks | None) -> str:
    if position.outcome is not None:
        return f"{tr('Final position.')} {verdict(position, names)}."
    if ended is not None:
        if not ended:
            return tr("The match is over, without a result.")
        return tr("The match is over: {player} won.", player=names[ended.index(1)])
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
    squares = own.colony.area.bit_count()
    return tr(
        "{player}: {gold} and {gems} in the stash, {squares} squares, {sealed} of them sealed;"
        " {tokens}.",
        player=player,
        gold=amount("gold", own.gold),
        gems=amount("gem", own.gems),
        squares=squares,
        sealed=own.colony.sealed.bit_count(),
        tokens=_counted(own),
    )


def _counted(own: Seat) -> str:
    tokens = own.walk.tokens if own.walk is not None else own.tokens
    counts = zip(COUNTED, tokens.counts, strict=True)
    return ", ".join(amount(kind, count) for kind, count in counts if count) or tr("no tokens")


def _shelf(own: Seat) -> Iterator[str]:
    """What the owner can build with."""
    if own.queue:
        told = queue_words(own.queue)
        tiles = [
            f"{place} {words}"
            for place, (tile, words) in enumerate(zip(own.queue, told, strict=True), 1)
            if tile != GONE
        ]
        yield tr("Queue: {tiles}.", tiles=", ".join(tiles))
    if own.hand:
        yield tr("In hand: {piece}.", piece=tr(piece_name(str(own.hand))))
    if own.reserve:
        pieces = ", ".join(tr(piece_name(id_)) for id_ in own.reserve)
        yield tr("Reserve: {pieces}.", pieces=pieces)


def _colony(own: Seat, player: str) -> Iterator[str]:
    """Features and tokens by square in reading order, then the open edges."""
    colony = own.colony
    tokens = own.walk.tokens if own.walk is not None else own.tokens
    needs = lacking(colony)
    if player:
        yield tr("Colony of {player}:", player=player)
    squares = sorted({*features(colony), *_with_tokens(own)})
    for square in squares:
        feature = features(colony).get(square)
        told = [tr(FEATURE_NAMES[feature])] if feature else []
        there = tokens_words(tokens, square)
        if there:
            told.append(there)
        if square in needs:
            told.append(needs[square].partition(": ")[2])
        yield f"{NAME[square]} {', '.join(told)}."
    edges = [
        f"{NAME[square]} {tr(DIRECTION_NAMES[direction])}"
        for square, direction in open_edges_at(colony, colony.area)
    ]
    if edges:
        yield tr("Open edges: {list}.", list=", ".join(edges))


def _with_tokens(own: Seat) -> list[int]:
    tokens = own.walk.tokens if own.walk is not None else own.tokens
    return [square for square in own.colony.distance if tokens.anywhere >> square & 1]
