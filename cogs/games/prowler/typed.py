"""Typed moves: suggestions and parsing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogs.contract.plain_words import in_any_language
from cogs.games.prowler import texts
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import LANGUAGES, mark, speaking, tr
from prowlerbot.games.prowler.board import PATHWAYS, pathways_in
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.setup import DISTRICTS, TILES, WILD
from prowlerbot.games.prowler.words import DISTRICT_NAMES, TILE_NAMES

_NUMBERED = re.compile(r"(\d{1,2})(?!\d)[\s·,:>→(-]*(.*?)\)?")
"""A number and the words behind it, as in “9 (Castle)”, “9 → Castle”, “9 · dig shovel · …”."""


def options(position: Position) -> list[tuple[str, str]]:
    """List a wild shovel once: its marker is an option of its own."""
    found = {str(move.pathway or move): texts.move_label(position, move) for move in position.legal}
    return [(label, value) for value, label in found.items()]


def move(position: Position, text: str, detail: str | None) -> str:
    """The text of a move as it is typed: a pathway by its number or by the words that texts have
    for it, a marker by its letter or name.
    """
    if not position.ply:
        return f">{_opening(detail or text)}"
    typed = text.strip().casefold()
    for words in in_any_language(mark("pathway {number}")):
        before, _, after = words.casefold().partition("{number}")
        typed = typed.removeprefix(before).removesuffix(after).strip()
    numbered = _NUMBERED.fullmatch(typed)
    if numbered is None:
        return _dug(position, _named(position, text, typed), detail)
    number, words = int(numbered[1]), numbered[2]
    if not 1 <= number <= len(PATHWAYS):
        raise _no_pathway(text)
    if not words or words.startswith(tuple(_told(position, number))):
        return _dug(position, number, detail)
    marker = _marker(words)
    if marker is None or detail not in {None, marker}:
        raise _no_pathway(text)
    return _dug(position, number, marker)


def _dug(position: Position, number: int, detail: str | None) -> str:
    if not position.free >> number & 1:
        raise IllegalMove("Pathway {number} is already taken.", number=number)
    wild = position.setup.tile(number) == WILD
    if wild and detail is None:
        raise IllegalMove(
            "There is a wild shovel on pathway {number}: use the option “marker” to say"
            " which marker it moves.",
            number=number,
        )
    if not wild and detail is not None:
        raise IllegalMove(
            "There is no wild shovel on pathway {number}, so leave out the marker.",
            number=number,
        )
    return f"{number}>{detail}" if wild else str(number)


def _named(position: Position, text: str, typed: str) -> int:
    """The only free pathway with a tile or beside a district of this name."""
    tiles = {face for face in TILES if _is(typed, TILE_NAMES[face])}
    district = _marker(typed) if len(typed) > 1 else None
    fits = [
        number
        for number in pathways_in(position.free)
        if position.setup.tile(number) in tiles
        or (district and DISTRICTS.index(district) in position.setup.beside[number])
    ]
    if len(fits) == 1:
        return fits[0]
    if not fits:
        raise _no_pathway(text)
    raise IllegalMove(
        "“{typed}” can be several pathways: {pathways}.",
        typed=text,
        pathways=", ".join(map(str, fits)),
    )


def _no_pathway(text: str) -> IllegalMove:
    return IllegalMove("“{typed}” is not a pathway; they are numbered 1 to 27.", typed=text)


def _is(typed: str, name: str) -> bool:
    return typed in {each.casefold() for each in in_any_language(name)}


def _told(position: Position, number: int) -> Iterator[str]:
    """The words that texts have for a pathway: its tile, and the districts beside it."""
    for language in LANGUAGES:
        with speaking(language):
            yield tr(TILE_NAMES[position.setup.tile(number)]).casefold()
            for words in (texts.beside, texts.beside_briefly):
                yield words(position, number).casefold()


def _marker(typed: str) -> str | None:
    """The letter of a marker typed as ``R``, ``Residential`` or ``Residential marker``, in any case
    or language.
    """
    wanted = {typed.strip()}
    for words in in_any_language(mark("{district} marker")):
        before, _, after = words.casefold().partition("{district}")
        wanted.add(typed.removeprefix(before).removesuffix(after).strip())
    for letter, name in DISTRICT_NAMES.items():
        if wanted & {each.casefold() for each in (letter, *in_any_language(name))}:
            return letter
    return None


def _opening(text: str) -> str:
    letter = _marker(text.strip().removeprefix(">").casefold())
    if letter is None:
        raise IllegalMove(
            "The match opens with a control marker: {markers}. “{typed}” is not one of them.",
            markers=tuple(DISTRICT_NAMES.values()),
            typed=text.strip(),
        )
    return letter
