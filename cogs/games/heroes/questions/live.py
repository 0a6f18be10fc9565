"""The keys of building live: the shared pile for everybody, the tile in hand for its owner."""

from __future__ import annotations

from cogs.contract.screen import Key, Row, in_rows, menus
from cogs.games.heroes.piece_words import tile_words
from cogs.games.heroes.questions import draft
from cogs.games.heroes.questions.choices import Choice, of_kind
from cogs.games.heroes.signs import piece_mark
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.words import piece_name

_MOST_FACE_UP = 11
"""Buttons for face-up tiles; more of them go into menus."""


def shared(position: Position) -> list[Row]:
    """The pile that all players press."""
    return _pile(position)


def _flip(position: Position) -> Key:
    label = tr("Flip ({count} left)", count=position.pile)
    return Key(label, "flip", "🎴", bool(position.pile))


def _pile(position: Position) -> list[Row]:
    takes = [
        Key(f"{tile} · {tile_words(str(tile))}", f"take{tile}", piece_mark(str(tile)))
        for tile in position.face_up
    ]
    if len(takes) <= _MOST_FACE_UP:
        return in_rows([_flip(position), *takes])
    return [*in_rows([_flip(position)]), *menus(tr("Take a face-up tile"), takes)]


def own_board(position: Position, seat: int) -> tuple[Choice, list[Row]]:
    """A player's current actions: the question with its marks, and all rows."""
    own, moves = position.seats[seat - 1], position.moves(seat)
    reserve = draft.reserve_keys(own, moves)
    done = Key(tr("Done for this round"), draft.DONE, "🏁", opens=True)
    if not own.hand:
        question = tr("▶️ Flip a tile, or take one that lies face up.")
        return Choice(question), [*_pile(position), *in_rows([*reserve, done])]
    drop = Key(tr("Drop it"), "drop", "🫳")
    below = in_rows([drop, *reserve, done])
    name = tr(piece_name(str(own.hand)))
    placements = of_kind(moves, "hand")
    if not placements:
        question = tr("▶️ In your hand: **{piece}**. It fits nowhere; drop it.", piece=name)
        return Choice(question), below
    choice = draft.where(position, seat, "h", placements)
    question = tr("▶️ In your hand: **{piece}**. Where do you build it?", piece=name)
    choice = choice._replace(question=question)
    return choice, [*choice.rows(), *below]
