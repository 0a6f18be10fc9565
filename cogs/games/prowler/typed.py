"""Moves of Prowler's Passage as lists name them, and as players type them."""

import re
from collections.abc import Iterator

from cogs.contract import plain_words
from cogs.contract.sign import worded
from cogs.games.prowler.texts import beside_briefly, list_beside
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import tr
from prowlerbot.games.prowler import board
from prowlerbot.games.prowler.position import DISTRICTS, WILD, Move
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.words import DISTRICT_NAMES, TILE_NAMES


def move_label(position: Position, move: Move) -> str:
    """A legal move as a line of a list, for players who type it."""
    if not move.pathway:
        return tr("{district} marker", district=tr(DISTRICT_NAMES[DISTRICTS[move.marker or 0]]))
    tile = tr(TILE_NAMES[position.setup.tile(move.pathway)])
    between = ", " if worded() else " · "
    return between.join((str(move.pathway), tile, list_beside(position, move.pathway)))


def move_words(move: Move) -> str:
    """A move within a sentence, after “plays”."""
    marker = "" if move.marker is None else tr(DISTRICT_NAMES[DISTRICTS[move.marker]])
    if not move.pathway:
        return tr("{district} marker", district=marker)
    if not marker:
        return tr("pathway {number}", number=move.pathway)
    return tr("pathway {number} (wild shovel: {district})", number=move.pathway, district=marker)


_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_AS_BLANKS = str.maketrans(dict.fromkeys(">→():", " "))


def move_as_typed(position: Position, text: str, detail: str | None) -> str:
    """A move as it is typed: a pathway by number or words, a marker by letter or name."""
    named, _, _ = text.partition(",")  # after it, texts tell the gains
    typed = f"{named} {detail or ''}" if position.ply else detail or text
    found = _NUMBER.search(text)
    number = int(found[0]) if found else 0
    return plain_words.read_move(
        typed.translate(_AS_BLANKS).strip(),
        [move for move in position.legal if number in {0, move.pathway}],
        told=lambda move: _words_of_pathway(position, move),
        called=lambda move: _further_names(position, move),
        refusal=lambda _: _refusal(position, text.strip(), detail, number),
    )


def _words_of_pathway(position: Position, move: Move) -> Iterator[str]:
    """The words of texts for a pathway, with each name of the marker that a wild shovel moves."""
    markers = [""]
    if move.marker is not None:
        letter = DISTRICTS[move.marker]
        name = tr(DISTRICT_NAMES[letter])
        markers = [letter, name, tr("{district} marker", district=name)]
    for place in _place_words(position, move.pathway) if move.pathway else ("",):
        yield from (f"{place} {marker}".strip() for marker in markers)
    yield move_words(move).translate(_AS_BLANKS)


def _place_words(position: Position, number: int) -> Iterator[str]:
    tile = tr(TILE_NAMES[position.setup.tile(number)])
    for beside in (list_beside(position, number), beside_briefly(position, number)):
        yield from (f"{number} {beside}", f"{number} {tile} {beside}")
    yield from (f"{number} {tile}", str(number), tr("pathway {number}", number=number))


def _further_names(position: Position, move: Move) -> Iterator[str]:
    """The tile of a pathway, and the districts beside it."""
    if move.pathway:
        yield from _place_words(position, move.pathway)
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
    if 1 <= number <= len(board.PATHWAYS):
        if not position.free >> number & 1:
            return IllegalMove("Pathway {number} is already taken.", number=number)
        if detail is not None and position.setup.tile(number) != WILD:
            return IllegalMove(
                "There is no wild shovel on pathway {number}, so leave out the marker.",
                number=number,
            )
    return IllegalMove("“{typed}” is not a pathway; they are numbered 1 to 27.", typed=text)
