"""The questions of an invasion and of the time before it, with their keys.

An invasion asks for ways, tokens, cells, campfires, traps, and losses to events. Each option
describes its effect, and has its number on the picture. Before it come repairs and purchases.
"""

from itertools import groupby
from typing import NamedTuple

from cogs.contract.screen import LONGEST_LABEL, Key
from cogs.contract.sign import Sign, worded
from cogs.games.heroes import colony_words
from cogs.games.heroes.building_questions import Choice, moves_of_kind, number_keys
from cogs.games.heroes.colony_words import FEATURES, GEM, GOLD, GUARD, TOKENS, piece_mark
from cogs.games.heroes.happened import invader_name
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import in_parts, label_text, mark, tr, trn
from prowlerbot.core.squares import squares_in, unite
from prowlerbot.games.heroes.moves import PASS, READY, Move
from prowlerbot.games.heroes.pieces import NAME, PATCH, PIECES, SQUARE
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat, Stage, Walk
from prowlerbot.games.heroes.stages.events import spent_traps
from prowlerbot.games.heroes.stages.invasion import routes
from prowlerbot.games.heroes.words import FEATURE_NAMES, TOKEN_NAMES, use_lines
from renderer.heroes.board import OptionMark


def stage_choice(position: Position, seat: int) -> Choice:
    own, moves = position.seats[seat - 1], list(position.moves(seat))
    match own.stage:
        case "walk":
            return _walk_choice(position, own, moves)
        case "arm":
            return _arm_choice(own, moves)
        case "cave-in":
            return _cave_in_choice(own, moves)
    question, sign = _SQUARE_QUESTIONS[own.stage]
    keys, marks = number_keys(
        moves, lambda move: _price_label(own, move) if own.stage == "pay" else ("", str(sign))
    )
    prompt = tr("Which gold or guard?") if own.stage == "pay" else tr("Which square?")
    return Choice(tr(question), keys, marks, prompt, buttons=_MOST_GIVEN)


_SQUARE_QUESTIONS: dict[Stage, tuple[str, Sign]] = {
    "cell": (mark("▶️ A prisoner! Into which cell?"), FEATURES["cell"]),
    "recruit": (mark("▶️ A guard joins you. At which campfire?"), FEATURES["campfire"]),
    "seepage": (
        mark("▶️ Seepage: one gold is lost of those farthest from the entrance. Which one?"),
        GOLD,
    ),
    "pay": (mark("▶️ Pay Day: which gold or guard do you give up?"), GOLD),
    "jailbreak": (
        mark("▶️ Jailbreak: a guard nearest to the entrance runs away. Which one?"),
        GUARD,
    ),
    "seam": (mark("▶️ New Seam: which empty chest gets a gold?"), FEATURES["chest"]),
}
"""The questions about one square, with the sign of each answer."""


def _walk_choice(position: Position, own: Seat, moves: list[Move]) -> Choice:
    if (walk := own.walk) is None:
        raise AssertionError("nobody walks")
    invader = invader_name(position)
    fields = {
        "invader": f"**{invader}**",
        "square": NAME[walk.square],
        "hearts": trn("{count} heart", "{count} hearts", walk.hearts),
        "bags": trn("{count} free bag", "{count} free bags", walk.bags),
    }
    if moves[0].kind == "step":
        keys, marks = number_keys(moves, lambda it: (step_effects(position, own, walk, it), None))
        question = tr(
            "▶️ {invader} stands at **{square}** with {hearts} and {bags}. Several ways are equally"
            " short: which one?",
            **fields,
        )
        return Choice(question, keys, marks)
    keys = [
        Key(tr(TOKEN_NAMES[move.piece]).capitalize(), str(move), str(TOKENS[move.piece]))
        for move in moves
    ]
    question = tr(
        "▶️ {invader} stands at **{square}** with {hearts} and {bags}. What acts first?", **fields
    )
    return Choice(question, keys, [OptionMark((walk.square,))])


_MOST_MET = 4  # the most encounters that a button lists one by one; more are counted by kind
_LONGEST_EFFECT = 64
"""Characters after the number and the square."""


def step_effects(position: Position, own: Seat, walk: Walk, step: Move) -> str:
    """The certain effects of a step: the tokens that act on the way, in order, then the end of the
    walk or the square of the next question.
    """
    leading = routes(own.colony, position.invader, position.map)
    now, _, trace = leading.continue_after(walk, step, ())
    met = [what for _, what in trace if what in TOKEN_NAMES]
    if len(met) > _MOST_MET:
        met.sort(key=[*TOKEN_NAMES].index)
    # Equal neighbours are counted together, and many tokens by kind.
    counted = (colony_words.amount_words(kind, len(list(it))) for kind, it in groupby(met))
    encounters = ", ".join(counted)
    square = NAME[trace[-1][0]]
    end: str = mark("leaves from {square}")
    if isinstance(now, Walk):
        end = "" if square == NAME[step.at] else mark("then {square}")
    elif now.defeated:
        end = mark("defeated at {square}")
    told = (encounters, end and tr(end, square=square))
    return ", ".join(filter(None, told))[:_LONGEST_EFFECT]


def _arm_choice(own: Seat, moves: list[Move]) -> Choice:
    traps = squares_in(spent_traps(own))
    given = [move for move in moves if move != PASS]
    keys, marks = number_keys(given, lambda move: _price_label(own, move))
    question = trn(
        "▶️ {count} trap can come back ({squares}) for one gold or one guard. What do you give?",
        "▶️ {count} traps can come back ({squares}) for one gold or one guard. What do you give?",
        len(traps),
        squares=", ".join(NAME[square] for square in traps),
    )
    no, prompt = Key(tr("Do not re-arm"), str(PASS), "🚫"), tr("Which gold or guard?")
    return Choice(question, keys, marks, prompt, below=[no], buttons=_MOST_GIVEN)


_MOST_GIVEN = 7
"""Buttons for things to give up; more of them go into a menu."""


def _price_label(own: Seat, move: Move) -> tuple[str, str | None]:
    if move.kind in {"arm for gold", "pay gold"}:
        left = own.tokens.gold_on(move.at)
        alone = tr("gold") if worded() else ""
        return tr("1 of {count} gold", count=left) if left > 1 else alone, str(GOLD)
    return tr("guard") if worded() else "", str(GUARD)


def _cave_in_choice(own: Seat, moves: list[Move]) -> Choice:
    keys, marks = [], []
    for number, move in enumerate(moves, 1):
        placed = own.colony.piece_at[move.at]
        gone = own.colony.remove_pieces(placed)
        lost = own.tokens.only_on(unite([placed.area, *(each.area for each in gone.cut_off)]))
        label = f"{number} · {NAME[move.at]} · {tr(placed.piece.name)}"
        if words := colony_words.counts_words(lost.counts):
            label = tr("{piece}, with {tokens}", piece=label, tokens=words)
        if len(label) > LONGEST_LABEL:
            label = f"{label[: LONGEST_LABEL - 1]}…"
        keys.append(Key(label, str(move), piece_mark(placed.id), final=True))
        marks.append(OptionMark(tuple(squares_in(placed.area)), str(number)))
    question = tr(
        "▶️ Cave-in: which piece do you lose? Pieces that this cuts off go as well, with"
        " everything on them."
    )
    return Choice(question, keys, marks, tr("Which piece?"), buttons=_MOST_GIVEN)


def inspection_choice(position: Position, seat: int) -> Choice:
    """The pieces with sides that do not match; each opens its repairs."""
    own, moves = position.seats[seat - 1], position.moves(seat)
    keys, marks = [], []
    for number, (name, here) in enumerate(_moves_by_piece(own, moves).items(), 1):
        placed = own.colony.piece_at[SQUARE[name]]
        label = f"{number} · {name}"
        if worded():
            label = f"{label} · {tr(placed.piece.name)}"
        opens = len(here) > 1
        argument = f"repair:{name}" if opens else str(here[0])
        keys.append(Key(label, argument, piece_mark(placed.id), opens=opens))
        marks.append(OptionMark(tuple(squares_in(placed.area)), str(number)))
    question = tr(
        "▶️ Inspection: sides meet that do not match. Which piece do you mend? Pieces that a"
        " removal cuts off go as well."
    )
    return Choice(question, keys, marks, tr("Which piece?"))


def _moves_by_piece(own: Seat, moves: tuple[Move, ...]) -> dict[str, list[Move]]:
    keys: dict[str, list[Move]] = {}
    for move in moves:
        keys.setdefault(NAME[own.colony.piece_at[move.at].first], []).append(move)
    return keys


def _repair_choice(position: Position, seat: int, name: str) -> Choice:
    own, moves = position.seats[seat - 1], position.moves(seat)
    if not (here := _moves_by_piece(own, moves).get(name)):
        raise IllegalMove("Nothing is wrong with the piece at “{typed}”.", typed=name)
    placed = own.colony.piece_at[SQUARE[name]]
    price = tr("from your reserve") if PATCH in own.reserve else tr("for a gem")
    keys = [
        Key(tr("Remove it"), str(move), "🗑️")
        if move.kind == "remove"
        else Key(tr("Put a patch there, {price}", price=price), str(move), piece_mark(PATCH))
        for move in here
    ]
    piece = f"**{tr(placed.piece.name)}**"
    question = tr("▶️ What happens to the {piece} at **{square}**?", piece=piece, square=name)
    return Choice(question, keys, [OptionMark(tuple(squares_in(placed.area)))])


class _Offer(NamedTuple):
    """An action with a target: the kind of its move, its label, and the question for the square."""

    kind: str
    label: str
    sign: Sign
    question: str


_ASK_WASTE = "ready?"
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


def populate_choice(position: Position, seat: int) -> Choice:
    """The actions for stash and guards; the guards themselves if only they can still move."""
    own, moves = position.seats[seat - 1], position.moves(seat)
    asks = asking_argument(own, READY)
    ready = Key(tr("Ready"), asks or "ready", "✅", opens=bool(asks))
    movable = moves_of_kind(moves, "move")
    if len(movable) == len(moves) - 1:
        which = mark("▶️ {set_out} Which guard moves next to a mess hall? Each moves once.")
        asked = tr(which, set_out=_colony_words(own))
        return _moving_choice(own, movable, "", asked)._replace(below=[ready])
    keys = [
        Key(tr(offer.label), argument, str(offer.sign), opens=True)
        for argument, offer in _OFFERS.items()
        if moves_of_kind(moves, offer.kind)
    ]
    question = tr(
        "▶️ {set_out} In your stash: {stash}. Store gems in chests or buy guards: you lose"
        " everything that you do not use now.",
        set_out=_colony_words(own),
        stash=f"{own.gold} {GOLD} · {own.gems} {GEM}",
    )
    return Choice(question, keys, below=[ready])


def _colony_words(own: Seat) -> str:
    if own.tokens.anywhere:
        return tr("Your colony has {tokens}.", tokens=colony_words.counts_words(own.tokens.counts))
    return tr("Your colony has no treasure, guard or trap.")


def open_choice(position: Position, seat: int, argument: str) -> Choice:
    """The choice behind a key; raises IllegalMove if there is none."""
    own = position.seats[seat - 1]
    if argument == _ASK_WASTE and asking_argument(own, READY) and READY in position.moves(seat):
        amounts = ((own.gold, GOLD), (own.gems, GEM))
        question = tr(
            "▶️ You still have {stash} in your stash, which is lost if you do not use it. Are you"
            " ready all the same?",
            stash=" · ".join(f"{count} {sign}" for count, sign in amounts if count),
        )
        return Choice(question, [Key(tr("Yes, lose it"), "ready", "✅")])
    what, _, square = argument.partition(":")
    if own.stage == "inspection" and what == "repair":
        return _repair_choice(position, seat, square)
    offer = _OFFERS.get(what)
    moves = moves_of_kind(position.moves(seat), offer.kind) if offer else []
    if offer is None or not moves or own.stage != "populate":
        raise IllegalMove("“{typed}” opens no choice.", typed=argument)
    if what == "move":
        return _moving_choice(own, moves, square, tr(offer.question))
    keys, marks = number_keys(moves, lambda move: _feature_label(own, move.at))
    return Choice(tr(offer.question), keys, marks, tr("Which square?"))


def asking_argument(own: Seat, move: Move) -> str:
    """The argument that asks before a player throws away a stash of use; else empty."""
    useful = moves_of_kind(own.legal, "store", "buy for gold", "buy for gem")
    return _ASK_WASTE if own.stage == "populate" and move == READY and useful else ""


def _feature_label(own: Seat, square: int) -> tuple[str, str | None]:
    feature = colony_words.features_of_squares(own.colony).get(square)
    return "", str(FEATURES[feature]) if feature else None


def _moving_choice(own: Seat, moves: list[Move], square: str, question: str) -> Choice:
    """The question for the guard to move or, given its square, for its goal."""
    if here := [move for move in moves if NAME[move.at] == square]:
        keys, marks = number_keys(here, lambda it: _feature_label(own, it.to), to=True)
        asked = tr("▶️ Where does the guard of **{square}** go?", square=square)
        another = Key(tr("Another guard"), "move", "↩️", opens=True)
        return Choice(asked, keys, marks, tr("Which square?"), below=[another])
    if square:
        raise IllegalMove("No guard can move from “{typed}”.", typed=square)
    keys, marks = [], []
    for number, at in enumerate(sorted({move.at for move in moves}), 1):
        keys.append(Key(f"{number} · {NAME[at]}", f"move:{NAME[at]}", str(GUARD), opens=True))
        marks.append(OptionMark((at,), str(number)))
    return Choice(question, keys, marks, tr("Which guard?"))


def planning_choice(position: Position, seat: int) -> Choice:
    keys, words = [], []
    for move in position.moves(seat):
        count = position.offer.count(move.piece)
        name = tr(PIECES[move.piece].name)
        label = name
        if count > 1 and worded():  # the picture has the number beside the piece
            label = tr("{piece}, {count} of them", piece=name, count=count)
        uses = in_parts(use for _, use in use_lines(move.piece))
        keys.append(Key(label, str(move), piece_mark(move.piece), hint=uses, final=True))
        features = [tr(FEATURE_NAMES[it]) for *_, it in PIECES[move.piece].squares if it]
        words.append(label_text(name, ", ".join(features) or tr("fits anywhere")))
    question = tr("▶️ Take a piece for your reserve. You can build it in every round from now on.")
    words = [f"{in_parts(words)}."]
    return Choice(question, keys, prompt=tr("Which piece?"), words=words, buttons=0)
