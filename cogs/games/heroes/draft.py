"""The keys of a draft turn and of the closing: what to build, then where, then how it is turned.

What is chosen so far stands in the argument of the next keys: ``b2`` is the tile on place 2 of the
queue, ``b2@J7`` that tile with its square a on J7. Only what is legal is offered.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.board.screen import Key
from cogs.games.heroes.choices import Choice, of_kind
from cogs.games.heroes.piece_words import open_sides, queue_words
from cogs.games.heroes.signs import FEATURES, TUNNEL, piece_mark
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.draft import MOST_BUILT
from prowlerbot.games.heroes.grid import NAME, SQUARE
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import GONE, Seat
from prowlerbot.games.heroes.words import piece_name
from renderer.heroes import Mark

REVEAL, DONE = "reveal", "done?"
"""What opens the choice of the tile to pass, and the question whether to be done."""


def prefix(move: Move) -> str:
    """What a placement builds: the part before the square."""
    return move.text.partition("@")[0]


def turn(position: Position, seat: int) -> Choice:
    """What can be done in a turn of the draft."""
    own, moves = position.seats[seat - 1], position.moves(seat)
    told = queue_words(own.queue)
    tiles = [
        tile_key(place, number, moves, told[place - 1])
        for place, number in enumerate(own.queue, 1)
        if number != GONE
    ]
    builds = bool(of_kind(moves, "queue"))
    question = _question(position, own, builds=builds)
    return Choice(question, [*tiles, *reserve_keys(own, moves)], below=_ends(own))


def closing(position: Position, seat: int) -> Choice:
    """Building is over; pieces of the reserve can still be built."""
    own = position.seats[seat - 1]
    question = tr("▶️ The draft is over. You can still build pieces of your reserve.")
    end = Key(tr("That is all"), "end", "✅")
    return Choice(question, reserve_keys(own, position.moves(seat)), below=[end])


def _question(position: Position, own: Seat, *, builds: bool) -> str:
    """``builds`` is whether a tile of the queue can be built now."""
    built = own.built_now
    if not built and not builds and not position.last:
        return tr(
            "▶️ None of your tiles can be built now. Reveal your queue, so that its tiles are turned"
            " up; or end your turn, or build a piece of your reserve."
        )
    if not built:
        return tr(
            "▶️ Build up to {most} tiles of your queue and end your turn; or build one piece of"
            " your reserve, or reveal your queue.",
            most=MOST_BUILT,
        )
    if position.last:
        return tr("▶️ Build more, or end the last turn of this round.")
    return tr(
        "▶️ You have built {count} of at most {most} tiles. Build more, or end your turn.",
        count=built,
        most=MOST_BUILT,
    )


def tile_key(place: int, number: int, moves: Sequence[Move], words: str) -> Key:
    """A tile of the queue; it stays where it is even if it fits nowhere."""
    argument = f"b{place}"
    label = f"{place} · {words}"
    if not number:
        return Key(label, argument, enabled=False, opens=True)
    fits = any(prefix(move) == argument for move in moves)
    return Key(label, argument, piece_mark(str(number)), fits, opens=True)


def reserve_keys(own: Seat, moves: Sequence[Move]) -> list[Key]:
    """The pieces of the reserve, each kind once."""
    fitting = {prefix(move) for move in of_kind(moves, "reserve")}
    return [
        Key(tr(piece_name(id_)), id_, piece_mark(id_), id_ in fitting, opens=True)
        for id_ in dict.fromkeys(own.reserve)
    ]


def _ends(own: Seat) -> list[Key]:
    """How to end a turn."""
    legal = {str(move) for move in own.legal}
    keys = [Key(tr("End turn"), "end", "✅", "end" in legal)]
    last = f"reveal{len(own.queue)}"
    if last in legal:
        keys += [
            Key(tr("Reveal, pass the last"), last, "👁️"),
            Key(tr("Reveal, pass another"), REVEAL, "👁️", opens=True),
        ]
    if "done" in legal:
        keys.append(Key(tr("Done for this round"), DONE, "🏁", opens=True))
    return keys


# ------------------------------------------------------------------------- what is opened


def opened(position: Position, seat: int, argument: str) -> Choice:
    """The choice behind a key; raises IllegalMove where there is no such one."""
    own, moves = position.seats[seat - 1], position.moves(seat)
    if argument == REVEAL and of_kind(moves, "reveal"):
        return _revealing(own, of_kind(moves, "reveal"))
    if argument == DONE and of_kind(moves, "done"):
        return _done(own)
    what, _, square = argument.partition("@")
    placements = [
        move for move in of_kind(moves, "queue", "hand", "reserve") if prefix(move) == what
    ]
    if not placements:
        raise IllegalMove("“{typed}” opens no choice.", typed=argument)
    if not square:
        return where(position, seat, what, placements)
    here = [move for move in placements if move.at == SQUARE.get(square)]
    if not here:
        raise IllegalMove("Nothing can be placed at “{typed}”.", typed=square)
    return _turned(position, seat, what, here)


def _done(own: Seat) -> Choice:
    question = tr(
        "▶️ You build no more tiles in this round. Pieces of your reserve can still be built when"
        " all have finished. Are you done?"
    )
    if own.stage == "draft":
        question = tr(
            "▶️ You build no more tiles in this round; your queue only passes them on. Pieces of"
            " your reserve can still be built when the draft is over. Are you done?"
        )
    return Choice(question, [Key(tr("Yes, done for this round"), "done", "🏁")])


def _revealing(own: Seat, moves: Sequence[Move]) -> Choice:
    keys, told = [], queue_words(own.queue)
    for move in moves:
        tile = own.queue[move.number - 1]
        sign = piece_mark(str(tile)) if tile else None
        keys.append(Key(f"{move.number} · {told[move.number - 1]}", str(move), sign))
    question = tr("▶️ You turn up your queue. Which tile do you pass on, as it lies?")
    return Choice(question, keys)


def piece_of(own: Seat, what: str) -> str:
    """The id of what a placement builds, by its part before the square."""
    if what in PIECES:
        return what
    return str(own.hand if what == "h" else own.queue[int(what[1:]) - 1])


def where(position: Position, seat: int, what: str, moves: Sequence[Move]) -> Choice:
    """The squares where a piece fits, numbered on the picture."""
    own = position.seats[seat - 1]
    id_ = piece_of(own, what)
    keys, marks = [], []
    squares = sorted({move.at for move in moves})
    for number, square in enumerate(squares, 1):
        here = [move for move in moves if move.at == square]
        argument = str(here[0]) if len(here) == 1 else f"{what}@{NAME[square]}"
        keys.append(Key(f"{number} · {NAME[square]}", argument, opens=len(here) > 1))
        marks.append(Mark((square,), str(number)))
    name = f"**{tr(piece_name(id_))}**"
    if len(PIECES[id_].squares) == 1:
        question = tr("▶️ Where does the {piece} go? The squares are numbered.", piece=name)
    else:
        _, _, _, feature = PIECES[id_].squares[0]
        question = tr(
            "▶️ Where does the square {sign} of the {piece} go? The squares are numbered.",
            sign=str(FEATURES.get(feature, TUNNEL)),
            piece=name,
        )
    if note := _ends_turn(own, what):
        question = f"{question}\n-# {note}"
    return Choice(question, keys, marks, tr("Square"))


def _ends_turn(own: Seat, what: str) -> str:
    """Whether a placement ends the turn at once."""
    if own.stage != "draft" or what == "h":
        return ""
    if what in PIECES:
        return tr("A piece of the reserve ends your turn at once.")
    if own.built_now + 1 == MOST_BUILT:
        return tr("This is the last tile of your turn, which ends with it.")
    return ""


def _turned(position: Position, seat: int, what: str, moves: Sequence[Move]) -> Choice:
    """How a piece can be turned on a square."""
    id_ = piece_of(position.seats[seat - 1], what)
    placed = [Placed(id_, move.at, move.to) for move in moves]
    keys = [
        Key(f"{number} · {open_sides(each)}", str(move))
        for number, (move, each) in enumerate(zip(moves, placed, strict=True), 1)
    ]
    square = NAME[moves[0].at]
    question = tr(
        "▶️ How does the {piece} lie at **{square}**?",
        piece=f"**{tr(piece_name(id_))}**",
        square=square,
    )
    another = Key(tr("Another square"), what, "↩️", opens=True)
    return Choice(question, keys, below=[another], options=placed)
