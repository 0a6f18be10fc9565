"""Text as runs, each of which one font draws in one direction: letters of any script."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from renderer import fonts

ISOLATE, ISOLATED = "\u2068", "\u2069"
"""Around a name within a longer text: the text beside it does not change its order."""
_JOINERS = frozenset("\u200c\u200d") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Characters without a form, which join letters, or the parts of an emoji."""
_WORDS_FROM_RIGHT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?: +[\u0590-\u08ff]+)*")
_WORD_FROM_LEFT = re.compile(r"[^\s\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+")
_MAX_MARKS = 3  # marks kept per letter: enough for every living script, too few to leave the line
_MAX_CHARACTERS = 100  # characters of a name that are drawn; Discord allows 32


class Run(NamedTuple):
    """A piece of a text that one font draws, in logical order."""

    file: str
    text: str
    right_to_left: bool = False
    """Whether its part of the text begins at the right."""
    part: int = 0
    """The number of its isolated name, or of the text between two of them."""

    @property
    def direction(self) -> str | None:
        if not fonts.CAN_SHAPE:
            return None
        return "rtl" if self.right_to_left else "ltr"

    @property
    def shown(self) -> str:
        """The text as Pillow takes it: without shaping it sets characters as they come."""
        if fonts.CAN_SHAPE:
            return self.text
        if self.right_to_left:
            return _WORD_FROM_LEFT.sub(_reverse_match, self.text[::-1])
        return _WORDS_FROM_RIGHT.sub(_reverse_match, self.text)


def _reverse_match(found: re.Match[str]) -> str:
    return found[0][::-1]


def split_runs(name: str) -> tuple[Run, ...]:
    """The drawable part of a text, split by font; empty if no character is drawable. Control and
    formatting characters are dropped, direction overrides too. Fancy letters become plain ones.
    """
    runs = _runs_of_characters(name[:_MAX_CHARACTERS])
    while runs and not runs[-1].text.rstrip():
        runs.pop()
    if not any(unicodedata.category(c)[0] in "LNSP" for run in runs for c in run.text):
        return ()
    runs[-1] = runs[-1]._replace(text=runs[-1].text.rstrip())
    directed = [(run, _begins_at_right(part)) for part in _split_by_part(runs) for run in part]
    return tuple(run._replace(right_to_left=right_to_left) for run, right_to_left in directed)


def _runs_of_characters(text: str) -> list[Run]:
    """The drawable characters by font and part, with single spaces and a few marks on a letter."""
    runs: list[Run] = []
    marks = part = 0
    for character in _plain_text(text):
        if character in {ISOLATE, ISOLATED}:
            part += 1
            continue
        if (file := _font_of_character(character, runs[-1].file if runs else None)) is None:
            continue
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        is_second_space = character == " " and (not runs or runs[-1].text.endswith(" "))
        if marks > _MAX_MARKS or is_second_space:
            continue
        if runs and runs[-1].file == file and runs[-1].part == part:
            runs[-1] = runs[-1]._replace(text=runs[-1].text + character)
        else:
            runs.append(Run(file, character, part=part))
    return runs


def _plain_text(name: str) -> str:
    """The name without controls, with single whitespace and plain forms of unsupported letters."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", name):
        category = unicodedata.category(character)
        if category.startswith("Z") or character in "\t\n\r":
            kept.append(" ")
        elif character in _JOINERS or character in {ISOLATE, ISOLATED}:
            kept.append(character)
        elif not category.startswith("C"):
            drawable = any(ord(character) in fonts.covered_characters(it) for it in fonts.SCRIPTS)
            kept.append(character if drawable else unicodedata.normalize("NFKC", character))
    return "".join(kept)


def _font_of_character(character: str, before: str | None) -> str | None:
    """The font for a character: that of the character before it if possible."""
    code = ord(character)
    neutral = unicodedata.category(character)[0] in "MZPNS" or character in _JOINERS
    if before is not None and neutral and code in fonts.covered_characters(before):
        return before
    if character in _JOINERS or unicodedata.combining(character):
        return None  # cannot combine with a letter of another font
    return next((file for file in fonts.SCRIPTS if code in fonts.covered_characters(file)), None)


def _split_by_part(runs: Iterable[Run]) -> Iterator[list[Run]]:
    return (list(each) for _, each in groupby(runs, key=lambda run: run.part))


def _begins_at_right(runs: Sequence[Run]) -> bool:
    """Whether the first letter with a direction is one that is written from right to left."""
    directions = (unicodedata.bidirectional(letter) for run in runs for letter in run.text)
    return next((found for found in directions if found in {"L", "R", "AL"}), "L") != "L"


def shorten_runs(runs: Sequence[Run]) -> tuple[Run, ...]:
    """The same text without its last letter and that letter's marks; empty at the end."""
    if not runs:
        return ()
    *rest, last = runs
    text = last.text
    while text and (unicodedata.category(text[-1])[0] == "M" or text[-1] in _JOINERS):
        text = text[:-1]
    text = text[:-1].rstrip()
    return (*rest, last._replace(text=text)) if text else tuple(rest)


def arrange_visually(runs: Sequence[Run]) -> list[Run]:
    """Runs from left to right: those of a name that begins at the right the other way round."""
    parts = _split_by_part(runs)
    return [run for part in parts for run in (part[::-1] if part[0].right_to_left else part)]
