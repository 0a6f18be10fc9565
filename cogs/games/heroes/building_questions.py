"""The keys of building, in a draft turn, live and in the closing.

They choose the piece, then its place and orientation. A ``Choice`` has the answers of a question,
and their places on the picture. The argument of the next keys holds the choice so far. ``b2`` is
the tile on place 2 of the queue, ``b2@J7`` that tile with its square a on J7. Only legal moves are
offered. Standing orders are offered on a player's own board, where they are of use.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from cogs.contract.screen import IN_A_ROW, LONGEST_LABEL, Key, Order, Row, in_rows, menus
from cogs.contract.sign import worded
from cogs.games.heroes import colony_words, situation
from cogs.games.heroes.colony_words import KIND_SIGNS
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, tr, trn
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import NAME, PIECES, SQUARE
from prowlerbot.games.heroes.position import (
    ANY_PLACE,
    FIGHT_FIRST,
    NEVER_ARM,
    NO_GUARDS,
    REVEAL_STUCK,
    ROUNDS,
    reveal_of_stuck_queue,
)
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import FACE_DOWN, GONE, Seat
from prowlerbot.games.heroes.stages.draft import MAX_BUILT, QUEUE_LENGTH
from prowlerbot.games.heroes.words import use_words
from renderer.heroes.board import OptionMark
from renderer.heroes.shelf import RESERVE

MOST_BUTTONS = 20
_MOST_PIECES = 2
_SHORT = 7  # characters of a button that leaves room for two more


class Choice(NamedTuple):
    """``keys`` are the answers: up to ``buttons`` of them are buttons, more go into menus.
    ``above`` and ``below`` are the other rows and keys. ``options`` are the ways in which a piece
    could lie, numbered from 1. ``words`` describe each answer to players who want words first, and
    ``shorter`` takes their place where all together would be too long.
    """

    question: str
    keys: Sequence[Key] = ()
    marks: Sequence[OptionMark] = ()
    prompt: str = ""
    above: Sequence[Row] = ()
    below: Sequence[Key] = ()
    options: Sequence[Placed] = ()
    words: Sequence[str] = ()
    shorter: Sequence[str] = ()
    buttons: int = MOST_BUTTONS
    reserve: Sequence[Key] = ()
    """The pieces of the reserve, in a menu if they are many."""

    def rows(self) -> list[Row]:
        many = len(self.reserve) > _MOST_PIECES
        keys = self.keys if many else [*self.keys, *self.reserve]
        short = all(len(key.label) <= _SHORT for key in keys[:3])
        wide = 3 if short and len(keys) >= QUEUE_LENGTH else IN_A_ROW  # as many as a phone shows
        rows = in_rows(keys, wide)
        if len(keys) > self.buttons:
            rows = menus(self.prompt or tr("Choose"), keys)
        reserve = menus(tr(RESERVE), self.reserve) if many else []
        return [*self.above, *rows, *reserve, *in_rows(self.below)]


def number_keys(
    moves: Sequence[Move], label: Callable[[Move], tuple[str, str | None]], *, to: bool = False
) -> tuple[list[Key], list[OptionMark]]:
    """A key for each move, numbered like the square of the move in the picture. ``label`` gives the
    text after number and square, and the sign of the key. ``to`` selects the second square of the
    move.
    """
    keys, marks = [], []
    for number, move in enumerate(moves, 1):
        square = move.to if to else move.at
        words, sign = label(move)
        place = f"{number} · {NAME[square]}"
        keys.append(Key(f"{place} · {words}" if words else place, str(move), sign))
        marks.append(OptionMark((square,), str(number)))
    return keys, marks


def moves_of_kind(moves: Sequence[Move], *kinds: str) -> list[Move]:
    return [move for move in moves if move.kind in kinds]


def fitting_words(own: Seat, moves: Sequence[Move], most: int = MOST_BUTTONS) -> list[str]:
    """The squares at which pieces fit, for players who want words first; more squares than ``most``
    are counted. Tiles go by their numbers in the queue. Squares too near for a vein say so.
    """
    squares: dict[tuple[str, str], list[str]] = {}
    pieces = dict[str, list[str]]()
    for move in moves_of_kind(moves, "queue", "reserve"):
        piece = f"{move.number}" if move.number else colony_words.piece_words(move.piece)
        squares.setdefault((piece, too_near_words(own, move)), []).append(NAME[move.at])
    for (piece, near), found in squares.items():
        there = dict.fromkeys(found)
        place = ", ".join(there)
        if len(there) > most:
            place = trn("{count} square", "{count} squares", len(there))
        pieces.setdefault(f"{place} ({near})" if near else place, []).append(piece)
    alike = {there: listing(found) for there, found in pieces.items()}
    told = [tr("{piece} at {square}", piece=it, square=there) for there, it in alike.items()]
    return [tr("Fits: {list}.", list=in_parts(told))] if told else []


# ---------------------------------------------------------------------- building

ASK_REVEAL, ASK_DONE, ASK_END = "reveal", "done?", "end?"
"""Open the choice of the tile to pass, and the questions before being done and before ending."""
PLACING = frozenset(("queue", "hand", "reserve"))
"""The kinds of moves that build a piece."""
_CONFIRMED = "!"
"""Ends the argument of a placement that needs a confirmation."""
_MOST_PLACES = 6  # buttons for places; more of them go into menus
_MOST_DRAWN = 4  # the most orientations drawn one by one
_MOST_NAMED = 2  # squares named for a piece where a text has too many words
_LONGEST_HINT = 100  # characters below an option of a menu
_MOST_FACE_UP = 11  # buttons for face-up tiles of the pile; more of them go into menus


def piece_prefix(move: Move) -> str:
    """The piece in the text of a placement: the part before the square."""
    return move.text.partition("@")[0]


def turn_choice(position: Position, seat: int) -> Choice:
    """The question of a turn; with others, the key to end it says which tile goes to the next."""
    passes = len(position.playing) > 1 and not position.last
    own, moves = position.seats[seat - 1], position.moves(seat)
    below = [*_end_turn_keys(own, passes=passes), *_reveal_keys(own)]
    if not own.built_now and not own.colony.frontier:
        question = tr(
            "▶️ Your colony has no open edge left, so nothing more can be built in this round."
        )
        done = [Key(tr("Done for this round"), "done", "🏁")] if _is_legal(own, "done") else []
        return Choice(question, done, below=below)
    words = colony_words.queue_words(own.queue)
    tiles = [
        tile_key(own, place, moves, words[place - 1], last=position.last)
        for place, number in enumerate(own.queue, 1)
        if number not in {GONE, FACE_DOWN} and moves_of_kind(moves, "queue")
    ]
    reserve = [] if own.built_now else reserve_keys(own, moves)  # takes a turn of its own
    if _is_legal(own, "done"):
        below.append(Key(tr("Done for this round"), ASK_DONE, "🏁", opens=True))
    question = _turn_question(position, own, moves)
    words, shorter = fitting_words(own, moves), fitting_words(own, moves, _MOST_NAMED)
    return Choice(question, tiles, below=below, words=words, shorter=shorter, reserve=reserve)


def closing_choice(position: Position, seat: int) -> Choice:
    """The end of building, when pieces of the reserve can still be built."""
    own = position.seats[seat - 1]
    question = tr("▶️ Before the invasion you can still build pieces of your reserve.")
    if position.round < ROUNDS:
        question += " " + tr("After the round you have all of them again, built or not.")
    end = Key(tr("That is all"), "end", "✅", final=True)
    moves = position.moves(seat)
    words, reserve = fitting_words(own, moves), reserve_keys(own, moves)
    return Choice(question, below=[end], words=words, shorter=words, reserve=reserve)


def _turn_question(position: Position, own: Seat, moves: Sequence[Move]) -> str:
    fields = {"most": MAX_BUILT, "count": own.built_now}
    fits = bool(moves_of_kind(moves, "queue"))
    match own.built_now, fits, position.last:
        case 0, True, True:
            words = mark("▶️ The last turn of this round: build up to {most} tiles, then end it.")
            text = tr(words, **fields)
        case 0, True, False:
            text = tr("▶️ Build up to {most} tiles, then end your turn.", **fields)
        case 0, False, True:
            text = tr("▶️ The last turn of this round, and none of your tiles fits. End it.")
        case 0, False, False:
            text = tr("▶️ None of your tiles fits. Reveal your queue, to turn up other tiles.")
        case _:
            text = tr("▶️ {count} of {most} tiles built: build on, or end.", **fields)
    note = _end_note(own, "")
    if own.built_now == 1 and not position.last:
        note = tr("Reserve, reveal and “done” come back next turn.")
    return f"{text}\n-# {note}" if note else text


_WORTH_TOLD = frozenset(("ore", "campfire", "chest"))
"""The features of tiles whose names do not say what they bring."""


def tile_key(own: Seat, place: int, moves: Sequence[Move], words: str, *, last: bool) -> Key:
    """A face-up tile of the queue, also if it fits nowhere; a press builds an only placement."""
    argument, number = f"b{place}", own.queue[place - 1]
    label, sign = f"{place} · {words}", colony_words.piece_mark(str(number))
    if not worded() and sign is not None:
        ((*_, edges, _),) = PIECES[str(number)].squares
        label = f"{place} · {''.join(KIND_SIGNS[each] for each in 'cs' if each in edges)}"
    elif worths := [it for it in colony_words.features_of_piece(str(number)) if it in _WORTH_TOLD]:
        label = f"{label} ({use_words(worths[0], 1)})"
    fitting = [move for move in moves if piece_prefix(move) == argument]
    if len(fitting) != 1:
        return Key(label, argument, sign, bool(fitting), opens=True)
    at = NAME[fitting[0].at]
    label = tr("{piece} at {square}", piece=label, square=at) if worded() else f"{label} · {at}"
    return _placement_key(own, label, fitting[0], sign, last=last)


def reserve_keys(own: Seat, moves: Sequence[Move]) -> list[Key]:
    """The pieces of the reserve, each kind once; the picture has them below the word."""
    fitting = {piece_prefix(move) for move in moves_of_kind(moves, "reserve")}
    named = {id_: tr(PIECES[id_].name) for id_ in own.reserve}
    if worded():
        named = {id_: label_text(tr(RESERVE), name) for id_, name in named.items()}
    return [
        Key(label, id_, colony_words.piece_mark(id_), id_ in fitting, opens=True)
        for id_, label in named.items()
    ]


def _is_legal(own: Seat, move: str) -> bool:
    return any(str(each) == move for each in own.legal)


def _end_turn_keys(own: Seat, *, passes: bool) -> list[Key]:
    """The key to end a turn, with the tile that it ``passes`` to another player. It asks first if
    nothing was built, so that a second press wastes no turn, except in a colony where nothing more
    can be built.
    """
    if not _is_legal(own, "end"):
        return []
    opens = not own.built_now and bool(own.colony.frontier)
    label, left = tr("End turn"), [at for at, tile in enumerate(own.queue, 1) if tile != GONE]
    if passes and left:
        label = tr("End turn (pass tile {number})", number=left[-1])
    return [Key(label, ASK_END if opens else "end", "✅", opens=opens, final=not opens)]


def _reveal_keys(own: Seat) -> list[Key]:
    """The key to reveal, which asks for the tile to pass; in an open queue that is all it does."""
    label = tr("Reveal") if FACE_DOWN in own.queue else tr("Pass a tile")
    return [Key(label, ASK_REVEAL, opens=True)] if _is_legal(own, "reveal1") else []


def pile_rows(position: Position) -> list[Row]:
    """The pile that all players press."""
    flip = Key(tr("Flip ({count} left)", count=position.pile), "flip", "🎴", bool(position.pile))
    takes = []
    for tile in position.face_up:
        name, sign = colony_words.tile_words(str(tile)), colony_words.piece_mark(str(tile))
        takes.append(Key(f"{tile} · {name}", f"take{tile}", sign))
    if len(takes) <= _MOST_FACE_UP:
        return in_rows([flip, *takes])
    return [*in_rows([flip]), *menus(tr("Take a face-up tile"), takes)]


def live_choice(position: Position, seat: int) -> Choice:
    own, moves = position.seats[seat - 1], position.moves(seat)
    done = Key(tr("Done for this round"), ASK_DONE, "🏁", opens=True)
    reserve, below = reserve_keys(own, moves), [done]
    if not own.hand:
        question = f"▶️ {situation.flip_words()}"
        return Choice(question, above=pile_rows(position), below=below, reserve=reserve)
    below = [Key(tr("Drop it"), "drop", "🫳"), *below]
    question = tr(
        "▶️ In your hand: **{piece}**. Build it or, if it fits nowhere, drop it, face up for"
        " everybody.",
        piece=colony_words.piece_words(str(own.hand)),
    )
    if placements := moves_of_kind(moves, "hand"):
        choice = placement_choice(position, seat, "h", placements)
        return choice._replace(question=question, below=below, reserve=reserve)
    return Choice(question, below=below, reserve=reserve)


def open_choice(position: Position, seat: int, argument: str) -> Choice:
    """The choice behind a key; raises IllegalMove if there is none."""
    own, moves = position.seats[seat - 1], position.moves(seat)
    if argument == ASK_REVEAL and moves_of_kind(moves, "reveal"):
        return _reveal_choice(own, moves_of_kind(moves, "reveal"))
    if argument == ASK_DONE and moves_of_kind(moves, "done"):
        question = tr(
            "▶️ You build no more tiles in this round. Pieces of your reserve can still be built"
            " when all have finished. Are you done?"
        )
        question = f"{question}\n{colony_words.colony_summary(own.colony)}".strip()
        return Choice(question, [Key(tr("Yes, done for this round"), "done", "🏁")])
    if argument == ASK_END and moves_of_kind(moves, "end") and own.stage == "draft":
        question = tr("▶️ You have built nothing in this turn. End it all the same?")
        return Choice(question, [Key(tr("Yes, end turn"), "end", "✅")])
    what, _, square = argument.removesuffix(_CONFIRMED).partition("@")
    placements = [move for move in moves if move.kind in PLACING and piece_prefix(move) == what]
    if not placements:
        raise IllegalMove("“{typed}” opens no choice.", typed=argument)
    if argument.endswith(_CONFIRMED):
        return _last_edge_choice(what, argument.removesuffix(_CONFIRMED), placements)
    if not square:
        return placement_choice(position, seat, what, placements)
    if not (here := [move for move in placements if move.at == SQUARE.get(square)]):
        raise IllegalMove("Nothing can be placed at “{typed}”.", typed=square)
    return placement_choice(position, seat, what, here)


def _last_edge_choice(what: str, text: str, moves: Sequence[Move]) -> Choice:
    """A warning before the last open edge closes."""
    if not any(str(move) == text for move in moves):
        raise IllegalMove("“{typed}” opens no choice.", typed=text)
    question = tr(
        "⚠️ This closes your last open edge, so nothing more can be built in this round, not even"
        " from your reserve. Build it all the same?"
    )
    another = Key(tr("Another place"), what, "↩️", opens=True)
    return Choice(question, [Key(tr("Yes, build it"), text, "✅")], below=[another])


def _reveal_choice(own: Seat, moves: Sequence[Move]) -> Choice:
    keys, words = [], colony_words.queue_words(own.queue)
    for move in moves:
        tile = own.queue[move.number - 1]
        sign = colony_words.piece_mark(str(tile)) if tile else None
        keys.append(Key(f"{move.number} · {words[move.number - 1]}", str(move), sign))
    question = tr(
        "▶️ This takes your whole turn: you pass on one tile, and the rest is turned up. Which one"
        " do you pass on?"
    )
    return Choice(question, keys)


def piece_of(own: Seat, what: str) -> str:
    """The id of the piece in a placement, given the part before the square."""
    if what in PIECES:
        return what
    return str(own.hand if what == "h" else own.queue[int(what[1:]) - 1])


def placed_piece(own: Seat, move: Move) -> Placed:
    """The piece of a placement in its place."""
    return Placed(piece_of(own, piece_prefix(move)), move.at, move.to)


def placement_choice(position: Position, seat: int, what: str, moves: Sequence[Move]) -> Choice:
    """The legal placements of a piece, in all places or in one, numbered on the picture."""
    own = position.seats[seat - 1]
    id_ = piece_of(own, what)
    placed = [Placed(id_, move.at, move.to) for move in moves]
    squares = sorted({move.at for move in moves})
    ghosts = {each.at: each for each in reversed(placed)}
    marks = [OptionMark((at,), str(number), ghosts[at]) for number, at in enumerate(squares, 1)]
    alone, ways = len(squares) == 1, Counter(move.at for move in moves)
    keys, words, seen = list[Key](), list[str](), Counter[int]()
    for move, each in zip(moves, placed, strict=True):
        number = str(squares.index(move.at) + 1)
        if alone:  # the picture then numbers the orientations
            number = str(len(keys) + 1)
        elif ways[move.at] > 1:
            number += ascii_lowercase[seen[move.at]]
        seen[move.at] += 1
        to = listing([NAME[at] for at in colony_words.joined_squares(own.colony, each)])
        sides = colony_words.sides_of_piece(each)
        lying = tr("joins {squares}; open {sides}", squares=to, sides=sides)
        hint = "" if worded() else lying[:_LONGEST_HINT]
        label = _lying_label(own, number, move)
        keys.append(_placement_key(own, label, move, last=position.last, hint=hint))
        words.append(tr("{square} to {squares}", square=NAME[move.at], squares=to))
    if alone:
        marks = [OptionMark((squares[0],))]
    question = _place_question(id_, NAME[squares[0]] if alone else "")
    if note := _end_note(own, what):
        question = f"{question}\n-# {note}"
    larger = len(PIECES[id_].squares) > 1  # the colony shows all of a smaller piece
    drawn = placed if alone or (larger and len(squares) == len(placed) <= _MOST_DRAWN) else ()
    joins = [tr("Joins: {list}.", list=in_parts(dict.fromkeys(words)))]
    choice = Choice(question, keys, marks, tr("Place"), options=drawn, buttons=_MOST_PLACES)
    return choice._replace(words=joins, shorter=joins)


def _lying_label(own: Seat, number: str, move: Move) -> str:
    """The number of a way to lie, its square and open sides, and the tokens that it brings."""
    placed, name = placed_piece(own, move), NAME[move.at]
    sides = colony_words.open_sides_words(placed, briefly=True)
    parts = [number, *([] if sides.startswith(f"{name} ") else [name]), sides]
    if not worded():
        brought = colony_words.brought_tokens(own.colony, own.colony.with_piece(placed))
        tokens = colony_words.counts_words(brought)
        parts.append(f"+{tokens}" if tokens else too_near_words(own, move))
    return " · ".join(filter(None, parts))[:LONGEST_LABEL]


def too_near_words(own: Seat, move: Move) -> str:
    """The number of steps by which a piece would lie too near to bring anything, if it does."""
    placed = placed_piece(own, move)
    after = own.colony.with_piece(placed)
    if any(colony_words.brought_tokens(own.colony, after)):
        return ""
    near = (colony_words.nearness_words(after, square, it.feature) for square, it in placed.cells)
    return next(filter(None, near), "")


def _place_question(id_: str, square: str) -> str:
    """The question for the place of a piece, or for its orientation on the only ``square``."""
    name = f"**{colony_words.piece_words(id_)}**"
    if square:
        return tr("▶️ How does the {piece} lie at **{square}**?", piece=name, square=square)
    asked = tr("▶️ Where does the {piece} go?", piece=name)
    if worded():
        return asked
    kinds = {"cavern": colony_words.CAVERN, "stone": colony_words.STONE}
    legend = tr("Arrows are its open sides: {cavern} cavern, {stone} stone.", **kinds)
    if len(PIECES[id_].squares) > 1:
        sign = str(colony_words.FEATURES.get(PIECES[id_].squares[0][-1], colony_words.TUNNEL))
        legend = tr("Numbers mark its {sign}, arrows its open sides.", sign=sign)
    return f"{asked}\n-# {legend}"


def _placement_key(
    own: Seat, label: str, move: Move, sign: str | None = None, *, last: bool, hint: str = ""
) -> Key:
    """The key of a placement; it asks first if the last open edge would close too early."""
    if asks := asking_argument(own, move, last=last):
        return Key(label, asks, sign, opens=True, hint=hint)
    return Key(label, str(move), sign, hint=hint, final=is_final(own, move))


def asking_argument(own: Seat, move: Move, *, last: bool) -> str:
    """The argument that asks before a placement closes the last open edge too early, before a turn
    ends in which nothing is built, and before somebody is done; else empty.
    """
    if own.stage in {"draft", "live"} and own.colony.frontier:
        if move.kind == "done":
            return ASK_DONE
        if move.kind == "end" and not own.built_now:
            return ASK_END
    early = own.stage in {"draft", "live"} and not last
    if not early or move.kind not in PLACING:
        return ""
    return "" if own.colony.with_piece(placed_piece(own, move)).frontier else f"{move}{_CONFIRMED}"


def is_final(own: Seat, move: Move) -> bool:
    """Whether a step cannot be taken back: the choice or loss of a piece, or the end of a turn."""
    third = own.stage == "draft" and own.built_now + 1 == MAX_BUILT
    return move.kind in _FINAL or (third and move.kind in {"queue", "hand"})


_FINAL = frozenset(("take", "choose", "reserve", "reveal", "end", "done", "lose"))
"""The kinds of moves that cannot be taken back."""


def _end_note(own: Seat, what: str) -> str:
    """A note if a placement ends the turn at once; else empty."""
    if own.stage != "draft" or what == "h":
        return ""
    if what in PIECES:
        return tr("A piece of your reserve takes the whole turn, and cannot be taken back.")
    if own.built_now + 1 == MAX_BUILT:
        return tr("The third tile ends your turn for good.")
    return ""


# ---------------------------------------------------------------------- standing orders


def has_turned_up(line: Sequence[Position], seat: int) -> bool:
    """Whether a seat's queue was turned up last turn because no tile fitted."""
    now = line[-1]
    own = now.seats[seat - 1]
    if own.stage != "draft" or own.built_now or FACE_DOWN in own.queue[1:]:
        return False
    for before in reversed(line):
        if (before.round, before.turn) < (now.round, now.turn - 1):
            return False
        if before.shown and before.turn == now.turn - 1:
            stuck = before.seats[seat - 1]
            if stuck.stage == "draft" and reveal_of_stuck_queue(stuck) is not None:
                return True
    return False


def offered_orders(line: Sequence[Position], seat: int) -> list[Order]:
    """All orders, each marked if it answers the present question."""
    position = line[-1]
    if seat not in position.to_move or position.outcome is not None:
        return []
    present = asked_order(position, seat)
    labels = {
        NO_GUARDS: tr("Never buy or move guards"),
        NEVER_ARM.format(round=position.round): tr(
            "No re-arming, round {round}", round=position.round
        ),
        ANY_PLACE: tr("Choose cells and campfires for me"),
        FIGHT_FIRST: tr("Traps and guards act first"),
    }
    if present == REVEAL_STUCK or has_turned_up(line, seat):  # on by default, so only here
        labels = {REVEAL_STUCK: tr("Turn up if nothing fits"), **labels}
    if position.phase == "planning":  # the round for which traps stay as they are is over
        labels.pop(NEVER_ARM.format(round=position.round))
    return [Order(key, label, asked=key == present) for key, label in labels.items()]


def asked_order(position: Position, seat: int) -> str:
    """The order that would answer the present question; empty if there is none."""
    own = position.seats[seat - 1]
    kinds = {move.kind for move in own.legal}
    match own.stage:
        case "draft" if "reveal" in kinds and "queue" not in kinds and own.colony.frontier:
            return REVEAL_STUCK
        case "populate" if kinds & {"buy for gold", "buy for gem", "move"}:
            return NO_GUARDS
        case "arm":
            return NEVER_ARM.format(round=position.round)
        case "cell" | "recruit":
            return ANY_PLACE
        case "walk" if {"trap", "guard"} & {move.piece for move in own.legal}:
            return FIGHT_FIRST
    return ""
