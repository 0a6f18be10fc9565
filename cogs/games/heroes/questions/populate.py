"""The keys between building and invasions: repairs, gems into chests, guards, special pieces."""

from __future__ import annotations

from typing import NamedTuple

from cogs.contract.screen import Key
from cogs.contract.sign import Sign
from cogs.games.heroes.questions.choices import Choice, numbered, of_kind
from cogs.games.heroes.signs import FEATURES, GEM, GOLD, GUARD, piece_mark
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import in_parts, labelled
from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.colony import Seat
from prowlerbot.games.heroes.grid import NAME, SQUARE
from prowlerbot.games.heroes.moves import READY, Move
from prowlerbot.games.heroes.pieces import PATCH, PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.words import FEATURE_NAMES
from renderer.heroes.own import Mark

# ------------------------------------------------------------------------------ inspection


def inspection(position: Position, seat: int) -> Choice:
    """The pieces with sides that do not match; each opens its repairs."""
    own, moves = position.seats[seat - 1], position.moves(seat)
    keys, marks = [], []
    for number, (name, here) in enumerate(_repairs(own, moves).items(), 1):
        placed = own.colony.piece_at[SQUARE[name]]
        label = f"{number} · {name} · {tr(placed.piece.name)}"
        opens = len(here) > 1
        argument = f"repair:{name}" if opens else str(here[0])
        keys.append(Key(label, argument, piece_mark(placed.id), opens=opens))
        marks.append(Mark(tuple(squares_in(placed.area)), str(number)))
    if of_kind(moves, "patch"):
        question = tr(
            "▶️ Inspection: sides meet that do not match. Which piece do you remove, or replace by"
            " a patch? Pieces that this cuts off go as well."
        )
    else:
        question = tr(
            "▶️ Inspection: sides meet that do not match. Which piece do you remove? Pieces"
            " that this cuts off go as well."
        )
    return Choice(question, keys, marks, tr("Which piece?"))


def _repairs(own: Seat, moves: tuple[Move, ...]) -> dict[str, list[Move]]:
    keys: dict[str, list[Move]] = {}
    for move in moves:
        placed = own.colony.piece_at[move.at]
        keys.setdefault(NAME[placed.first], []).append(move)
    return keys


def _repair(position: Position, seat: int, name: str) -> Choice:
    own, moves = position.seats[seat - 1], position.moves(seat)
    here = _repairs(own, moves).get(name)
    if not here:
        raise IllegalMove("Nothing is wrong with the piece at “{typed}”.", typed=name)
    placed = own.colony.piece_at[SQUARE[name]]
    price = tr("from your reserve") if PATCH in own.reserve else tr("for a gem")
    keys = [
        Key(tr("Remove it"), str(move), "🗑️")
        if move.kind == "remove"
        else Key(tr("Put a patch there, {price}", price=price), str(move), piece_mark(PATCH))
        for move in here
    ]
    question = tr(
        "▶️ What happens to the {piece} at **{square}**?",
        piece=f"**{tr(placed.piece.name)}**",
        square=name,
    )
    return Choice(question, keys, [Mark(tuple(squares_in(placed.area)))])


# -------------------------------------------------------------------------------- populate


class _Offer(NamedTuple):
    """An action with a target: the kind of its move, its label, and the question for the square."""

    kind: str
    label: str
    sign: Sign
    question: str


_WASTE = "ready?"
"""The argument that asks before a stash is thrown away."""

_OFFERS = {
    "store": _Offer(
        "store",
        mark("Store a gem"),
        GEM,
        mark("▶️ In which chest do you store a gem? It takes the place of the gold there."),
    ),
    "buy2": _Offer(
        "buy for gold",
        mark("Guard for 2 gold"),
        GUARD,
        mark("▶️ Where does the guard go that you buy for 2 gold?"),
    ),
    "buyg": _Offer(
        "buy for gem",
        mark("Guard for a gem"),
        GUARD,
        mark("▶️ Where does the guard go that you buy for a gem?"),
    ),
    "move": _Offer(
        "move",
        mark("Move a guard"),
        FEATURES["mess hall"],
        mark("▶️ Which guard moves next to a mess hall? Nothing can be bought after that."),
    ),
}


def populate(position: Position, seat: int) -> Choice:
    """The actions for stash and guards; the guards themselves if only they can still move."""
    own, moves = position.seats[seat - 1], position.moves(seat)
    asks = asked_before(own, READY)
    ready = Key(tr("Ready"), asks or "ready", "✅", opens=bool(asks))
    movable = of_kind(moves, "move")
    if len(movable) == len(moves) - 1:
        asked = tr(
            "▶️ {set_out} Which guard moves next to a mess hall? Each moves once.",
            set_out=_set_out(own),
        )
        return _moving(own, movable, "", asked)._replace(below=[ready])
    keys = [
        Key(tr(offer.label), argument, str(offer.sign), opens=True)
        for argument, offer in _OFFERS.items()
        if of_kind(moves, offer.kind)
    ]
    stash = f"{own.gold} {GOLD} · {own.gems} {GEM}"
    question = tr(
        "▶️ {set_out} In your stash: {stash}. You lose everything that you do not use now.",
        set_out=_set_out(own),
        stash=stash,
    )
    return Choice(question, keys, below=[ready])


def _set_out(own: Seat) -> str:
    if own.tokens.anywhere:
        return tr("Treasure, guards and traps are set out.")
    return tr("Your colony has no treasure, guard or trap.")


def opened(position: Position, seat: int, argument: str) -> Choice:
    """The choice behind a key; raises IllegalMove if there is none."""
    own = position.seats[seat - 1]
    if argument == _WASTE and asked_before(own, READY) and READY in position.moves(seat):
        return _wasting(own)
    what, _, square = argument.partition(":")
    if own.stage == "inspection" and what == "repair":
        return _repair(position, seat, square)
    offer = _OFFERS.get(what)
    moves = of_kind(position.moves(seat), offer.kind) if offer else []
    if offer is None or not moves or own.stage != "populate":
        raise IllegalMove("“{typed}” opens no choice.", typed=argument)
    if what == "move":
        return _moving(own, moves, square, tr(offer.question))
    keys, marks = numbered(moves, lambda move: _sign_at(own, move))
    return Choice(tr(offer.question), keys, marks, tr("Which square?"))


def asked_before(own: Seat, move: Move) -> str:
    """The argument that asks before a player throws away a stash of use; else empty."""
    useful = of_kind(own.legal, "store", "buy for gold", "buy for gem")
    return _WASTE if own.stage == "populate" and move == READY and useful else ""


def _wasting(own: Seat) -> Choice:
    amounts = ((own.gold, GOLD), (own.gems, GEM))
    question = tr(
        "▶️ You still have {stash} in your stash, which is lost if you do not use it. Are you ready"
        " all the same?",
        stash=" · ".join(f"{count} {sign}" for count, sign in amounts if count),
    )
    return Choice(question, [Key(tr("Yes, lose it"), "ready", "✅")])


def _sign_at(own: Seat, move: Move) -> tuple[str, str | None]:
    placed = own.colony.piece_at.get(move.at)
    cells = dict(placed.cells) if placed else {}
    feature = cells[move.at].feature if move.at in cells else ""
    return "", str(FEATURES[feature]) if feature else None


def _moving(own: Seat, moves: list[Move], square: str, question: str) -> Choice:
    """The question for the guard to move or, given its square, for its goal."""
    here = [move for move in moves if NAME[move.at] == square]
    if here:
        keys, marks = numbered(here, lambda move: _sign_at(own, move._replace(at=move.to)), to=True)
        asked = tr("▶️ Where does the guard of **{square}** go?", square=square)
        another = Key(tr("Another guard"), "move", "↩️", opens=True)
        return Choice(asked, keys, marks, tr("Which square?"), below=[another])
    if square:
        raise IllegalMove("No guard can move from “{typed}”.", typed=square)
    keys, marks = [], []
    for number, at in enumerate(sorted({move.at for move in moves}), 1):
        keys.append(Key(f"{number} · {NAME[at]}", f"move:{NAME[at]}", str(GUARD), opens=True))
        marks.append(Mark((at,), str(number)))
    return Choice(question, keys, marks, tr("Which guard?"))


# -------------------------------------------------------------------------------- planning


def planning(position: Position, seat: int) -> Choice:
    keys, words = [], []
    for move in position.moves(seat):
        count = position.offer.count(move.piece)
        name = tr(PIECES[move.piece].name)
        label = tr("{piece}, {count} of them", piece=name, count=count) if count > 1 else name
        keys.append(Key(label, str(move), piece_mark(move.piece), final=True))
        features = [tr(FEATURE_NAMES[it]) for *_, it in PIECES[move.piece].squares if it]
        words.append(labelled(name, ", ".join(features) or tr("fits anywhere")))
    question = tr("▶️ Take a piece for your reserve. You can build it in every round from now on.")
    return Choice(question, keys, prompt=tr("Which piece?"), words=[f"{in_parts(words)}."])
