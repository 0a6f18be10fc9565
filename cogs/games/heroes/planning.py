"""The keys of planning: the pieces on offer."""

from __future__ import annotations

from cogs.board.screen import Key
from cogs.games.heroes.choices import Choice
from cogs.games.heroes.signs import piece_mark
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.words import piece_name


def offered(position: Position, seat: int) -> Choice:
    keys = []
    for move in position.moves(seat):
        count = position.offer.count(move.piece)
        name = tr(piece_name(move.piece))
        label = tr("{piece}, {count} of them", piece=name, count=count) if count > 1 else name
        keys.append(Key(label, str(move), piece_mark(move.piece), final=True))
    question = tr("▶️ Take a piece for your reserve. You can build it in every round from now on.")
    return Choice(question, keys, prompt=tr("Piece"))
