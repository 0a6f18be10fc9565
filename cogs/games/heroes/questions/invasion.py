"""The questions of an invasion: ways, tokens, cells, campfires, traps, and losses to events.

Each option describes its effect, and has its number on the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from cogs.contract.screen import Key
from cogs.contract.sign import Sign
from cogs.games.heroes.colony_words import counted
from cogs.games.heroes.event_words import invader_name
from cogs.games.heroes.questions.choices import LONGEST_LABEL, Choice, numbered
from cogs.games.heroes.signs import FEATURES, GOLD, GUARD, TOKENS, amount, piece_mark
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.colony import Seat, Stage
from prowlerbot.games.heroes.grid import NAME
from prowlerbot.games.heroes.moves import PASS, Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages.events import spent_traps
from prowlerbot.games.heroes.stages.invasion import routes
from prowlerbot.games.heroes.stages.walk import Walk
from prowlerbot.games.heroes.words import TOKEN_NAMES
from renderer.heroes.own import Mark


def asked(position: Position, seat: int) -> Choice:
    own, moves = position.seats[seat - 1], list(position.moves(seat))
    match own.stage:
        case "walk":
            return _walk(position, own, moves)
        case "arm":
            return _arm(own, moves)
        case "cave-in":
            return _cave_in(own, moves)
    question, sign = _SQUARES[own.stage]
    keys, marks = numbered(
        moves, lambda move: _price(own, move) if own.stage == "pay" else ("", str(sign))
    )
    prompt = tr("Which gold or guard?") if own.stage == "pay" else tr("Which square?")
    return Choice(tr(question), keys, marks, prompt, buttons=_MOST_GIVEN)


_SQUARES: dict[Stage, tuple[str, Sign]] = {
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


def _walk(position: Position, own: Seat, moves: list[Move]) -> Choice:
    walk = own.walk
    if walk is None:
        raise AssertionError("nobody walks")
    invader = invader_name(position)
    fields = {
        "invader": f"**{invader}**",
        "square": NAME[walk.square],
        "hearts": trn("{count} heart", "{count} hearts", walk.hearts),
        "bags": trn("{count} free bag", "{count} free bags", walk.bags),
    }
    if moves[0].kind == "step":
        keys, marks = numbered(
            moves, lambda move: (where_to(position, own, walk, move)[:_LONGEST], None)
        )
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
    return Choice(question, keys, [Mark((walk.square,))])


_MOST_MET = 4
"""The most encounters that a button lists one by one; more are counted by kind."""
_LONGEST = 64
"""Characters after the number and the square."""


def where_to(position: Position, own: Seat, walk: Walk, step: Move) -> str:
    """The certain effects of a step: the tokens that act on the way, in order, then the end of the
    walk or the square of the next question.
    """
    leading = routes(own.colony, position.invader, position.map)
    now, _, trace = leading.after(walk, step, ())
    met = [what for _, what in trace if what in TOKEN_NAMES]
    encounters = ", ".join(_grouped(met)) if len(met) <= _MOST_MET else _counted_words(met)
    square = NAME[trace[-1][0]]
    if isinstance(now, Walk):
        if square == NAME[step.at]:
            return encounters
        return _joined(encounters, tr("then {square}", square=square))
    if now.defeated:
        return _joined(encounters, tr("defeated at {square}", square=square))
    return _joined(encounters, tr("leaves from {square}", square=square))


def _joined(met: str, end: str) -> str:
    return f"{met}, {end}" if met else end


def _grouped(met: Sequence[str]) -> Iterator[str]:
    """The tokens that act in sequence, equal neighbours counted together."""
    for kind, alike in groupby(met):
        yield amount(kind, len(list(alike)))


def _counted_words(met: Sequence[str]) -> str:
    return ", ".join(amount(kind, met.count(kind)) for kind in TOKEN_NAMES if kind in met)


def _arm(own: Seat, moves: list[Move]) -> Choice:
    traps = squares_in(spent_traps(own))
    keys, marks = numbered([move for move in moves if move != PASS], lambda move: _price(own, move))
    question = trn(
        "▶️ {count} trap can come back ({squares}) for one gold or one guard. What do you give?",
        "▶️ {count} traps can come back ({squares}) for one gold or one guard. What do you give?",
        len(traps),
        squares=", ".join(NAME[square] for square in traps),
    )
    no = Key(tr("Do not re-arm"), str(PASS), "🚫")
    return Choice(
        question, keys, marks, tr("Which gold or guard?"), below=[no], buttons=_MOST_GIVEN
    )


_MOST_GIVEN = 7
"""Buttons for things to give up; more of them go into a menu."""


def _price(own: Seat, move: Move) -> tuple[str, str | None]:
    if move.kind in {"arm for gold", "pay gold"}:
        left = own.tokens.gold_on(move.at)
        return tr("1 of {count} gold", count=left) if left > 1 else tr("gold"), str(GOLD)
    return tr("guard"), str(GUARD)


def _cave_in(own: Seat, moves: list[Move]) -> Choice:
    keys, marks = [], []
    for number, move in enumerate(moves, 1):
        placed = own.colony.piece_at[move.at]
        gone = own.colony.without(placed)
        area = placed.area
        for each in gone.cut_off:
            area |= each.area
        lost = own.tokens.only_on(area)
        label = f"{number} · {NAME[move.at]} · {tr(placed.piece.name)}"
        if words := counted(lost.counts):
            label = tr("{piece}, with {tokens}", piece=label, tokens=words)
        if len(label) > LONGEST_LABEL:
            label = f"{label[: LONGEST_LABEL - 1]}…"
        keys.append(Key(label, str(move), piece_mark(placed.id)))
        marks.append(Mark(tuple(squares_in(placed.area)), str(number)))
    question = tr(
        "▶️ Cave-in: which piece do you lose? Pieces that this cuts off go as well, with"
        " everything on them."
    )
    return Choice(question, keys, marks, tr("Which piece?"))
