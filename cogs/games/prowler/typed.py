"""The reading of typed moves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogs.contract import typed_reader
from cogs.games.prowler import texts
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import tr
from prowlerbot.games.prowler.board import PATHWAYS
from prowlerbot.games.prowler.position import DISTRICTS, WILD, Move
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.words import DISTRICT_NAMES, TILE_NAMES

_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_SIGNS = str.maketrans(dict.fromkeys(">→():", " "))


def move(position: Position, text: str, detail: str | None) -> str:
    """The text of a move as it is typed: a pathway by its number or by the words that texts have
    for it, a marker by its letter or name.
    """
    named, _, _ = text.partition(",")  # after it, texts tell the gains
    typed = f"{named} {detail or ''}" if position.ply else detail or text
    found = _NUMBER.search(text)
    number = int(found[0]) if found else 0
    return typed_reader.read(
        typed.translate(_SIGNS).strip(),
        [move for move in position.legal if number in {0, move.pathway}],
        told=lambda move: _told(position, move),
        called=lambda move: _called(position, move),
        refusal=lambda _: _refusal(position, text.strip(), detail, number),
    )


def _told(position: Position, move: Move) -> Iterator[str]:
    """The words of texts for a pathway, with each name of the marker that a wild shovel moves."""
    markers = [""]
    if move.marker is not None:
        letter = DISTRICTS[move.marker]
        name = tr(DISTRICT_NAMES[letter])
        markers = [letter, name, tr("{district} marker", district=name)]
    for place in _places(position, move.pathway) if move.pathway else ("",):
        yield from (f"{place} {marker}".strip() for marker in markers)


def _places(position: Position, number: int) -> Iterator[str]:
    tile = tr(TILE_NAMES[position.setup.tile(number)])
    for beside in (texts.beside(position, number), texts.beside_briefly(position, number)):
        yield from (f"{number} {beside}", f"{number} {tile} {beside}")
    yield from (f"{number} {tile}", str(number), tr("pathway {number}", number=number))


def _called(position: Position, move: Move) -> Iterator[str]:
    """The tile of a pathway, and the districts beside it."""
    if move.pathway:
        yield from _places(position, move.pathway)
        yield tr(TILE_NAMES[position.setup.tile(move.pathway)])
        for at in position.setup.beside[move.pathway]:
            yield tr(DISTRICT_NAMES[DISTRICTS[at]])


def _refusal(position: Position, text: str, detail: str | None, number: int) -> IllegalMove:
    if not position.ply:
        return IllegalMove(
            "The match opens with a control marker: {markers}. “{typed}” is not one of them.",
            markers=tuple(DISTRICT_NAMES.values()),
            typed=detail or text,
        )
    if 1 <= number <= len(PATHWAYS):
        if not position.free >> number & 1:
            return IllegalMove("Pathway {number} is already taken.", number=number)
        if detail is not None and position.setup.tile(number) != WILD:
            return IllegalMove(
                "There is no wild shovel on pathway {number}, so leave out the marker.",
                number=number,
            )
    return IllegalMove("“{typed}” is not a pathway; they are numbered 1 to 27.", typed=text)
