"""The keys of planning: the pieces on offer and, in words, the use of each."""

from __future__ import annotations

from cogs.contract.screen import Key
from cogs.games.heroes.piece_words import shape_words
from cogs.games.heroes.questions.choices import Choice
from cogs.games.heroes.signs import piece_mark
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.pieces import PATCH, PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.words import piece_name

_GOOD_FOR = {
    "gem vein": mark("a gem, deep inside"),
    "mess hall": mark("a guard, and guards where you need them"),
    "infirmary": mark("a new guard after each invader"),
    "cell": mark("prisoners, 2 gold each"),
    "trap": mark("a trap on the way"),
    "ore": mark("2 gold, deep inside"),
    "campfire": mark("a guard"),
    "chest": mark("1 gold, or a gem that you store"),
}
"""Uses by feature of a square."""


def offered(position: Position, seat: int) -> Choice:
    keys, words = [], []
    for move in position.moves(seat):
        count = position.offer.count(move.piece)
        name = tr(piece_name(move.piece))
        label = tr("{piece}, {count} of them", piece=name, count=count) if count > 1 else name
        keys.append(Key(label, str(move), piece_mark(move.piece), final=True))
        words.append(f"{name}: {good_for(move.piece)}; {shape_words(move.piece)}")
    question = tr("▶️ Take a piece for your reserve. You can build it in every round from now on.")
    return Choice(question, keys, prompt=tr("Piece"), words=words)


def good_for(id_: str) -> str:
    """The uses of a piece's features, each once with its count."""
    if id_ == PATCH:
        return tr("fits anywhere, as its sides go with any")
    features = [feature for *_, feature in PIECES[id_].squares if feature]
    told = []
    for feature in dict.fromkeys(features):
        count = features.count(feature)
        told.append(f"{count} × {tr(_GOOD_FOR[feature])}" if count > 1 else tr(_GOOD_FOR[feature]))
    return "; ".join(told)
