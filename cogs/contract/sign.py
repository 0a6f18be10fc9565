"""The signs of pictures in texts and on buttons: the application's own emoji, else Unicode's.

A sign is drawn in the colours of each theme, so that the text looks like the picture beside it.
Each answer sets the theme once (``coloured``), like the language.

For readers of words first, each sign is a letter of Unicode's area for private use, which no name
or text has. ``in_words`` puts words in its place when a message is put together.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import Any

from cogs.contract.screen import LONGEST_LABEL
from prowlerbot.core.i18n import tr
from prowlerbot.match.preferences import Theme

_theme: ContextVar[Theme] = ContextVar("theme", default="night")
_in_words: ContextVar[bool] = ContextVar("words", default=False)
_spelled: ContextVar[bool] = ContextVar("spelled", default=False)
_letters = map(chr, count(0x100000))  # the letters for private use, one for each sign
signs_by_letter: "dict[str, Sign]" = {}


@contextmanager
def coloured(theme: Theme, *, words: bool = False) -> Iterator[None]:
    """Signs inside have the colours of the pictures in this theme, or become ``words``."""
    tokens = _theme.set(theme), _in_words.set(words)
    try:
        yield
    finally:
        _theme.reset(tokens[0])
        _in_words.reset(tokens[1])


def worded() -> bool:
    """Whether the reader wants words in the place of signs."""
    return _in_words.get()


@contextmanager
def spelled() -> Iterator[None]:
    """Signs inside are Unicode's, for texts that show the code of an emoji as written."""
    token = _spelled.set(True)
    try:
        yield
    finally:
        _spelled.reset(token)


@dataclass(frozen=True, slots=True, eq=False)
class Sign:
    """A sign as an emoji, or as a word for readers of words first.

    In a text or label it reads as the current emoji: convert it at the point of use, never before.
    """

    name: str  # the name of its emoji: letters, digits and underscores
    plain: str  # the Unicode emoji that replaces the drawn one if Discord does not have it
    drawing: Callable[..., bytes]  # makes the PNG in a ``theme``
    plain_in: Mapping[Theme, str] = field(default_factory=dict)
    """The same for themes in which that would have another colour."""
    word: str | None = None  # the word in its place; nothing takes it if that is empty
    counted: Callable[[int], str] | None = None
    """The words for a number of such things, also for one without ``word``."""
    seat: bool = False  # whether it is the sign of a player, whose name takes its place
    _drawn: dict[Theme, str] = field(default_factory=dict)
    """The uploaded emoji in Discord's notation; a process serves one application with one set."""
    _letter: str = field(default_factory=lambda: next(_letters))

    def __post_init__(self) -> None:
        signs_by_letter[self._letter] = self

    def __str__(self) -> str:
        """The sign as text or button label, in the current theme."""
        if _in_words.get():
            return self._letter
        theme = _theme.get()
        drawn = None if _spelled.get() else self._drawn.get(theme)
        return drawn or self.plain_in.get(theme, self.plain)

    @property
    def words(self) -> str:
        """The sign in words, in the current language."""
        if self.word is not None:
            return tr(self.word)
        return self.counted(1).removeprefix("1 ") if self.counted else self.name.replace("_", " ")

    def draw(self, theme: Theme) -> bytes:
        return self.drawing(theme=theme)

    def show(self, theme: Theme, emoji: str | None) -> None:
        """Use this emoji from now on; None: the Unicode one."""
        if emoji is None:
            self._drawn.pop(theme, None)
        else:
            self._drawn[theme] = emoji


_SIGN = "[\U00100000-\U0010fffd]"
_NUMBER = r"(?<![\d.])\d+"
_UNIT = rf"{_NUMBER}(?:\*\*)? {_SIGN}|{_SIGN} \d+(?!\d|[:.–-]\d)|(?P<%s>{_SIGN})(?P=%s)*"
_ONE_UNIT = re.compile(_UNIT.replace("%s", "one"))
_FIRST, _NEXT = _UNIT.replace("%s", "first"), _UNIT.replace("%s", "next")
_ROW_OF_SIGNS = re.compile(rf"(?P<gap> ?)(?:{_FIRST})(?: ?(?:{_NEXT}))*(?P<space> ?)")
_EMOJI = "(?![🥇🥈🥉])[\u21a9\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f? "
_EMOJI_FIRST = re.compile(rf"^((?:-# |#+ )?)(?:{_EMOJI})+|{_EMOJI}(?=\*\*)", re.MULTILINE)
"""The emoji that begin a line or a bold word say nothing that the words do not; medals do."""
_LETTERS_AROUND = 40
"""Letters on each side of a sign in which its own word is looked for, which makes it needless."""
_WORDS_BEFORE = 2  # words before a sign among which its own word makes it needless
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


def in_words(text: str, names: Mapping[str, str] = _NO_NAMES) -> str:
    """A text with words in the place of its signs: ``2 💎 ❤❤❤`` becomes ``2 gems, 3 hearts``. A
    sign goes where its own word stands beside it, and so does an emoji before a line or bold words.
    ``names`` has the players by their signs.
    """
    if worded():
        text = _EMOJI_FIRST.sub(r"\1", text).replace(" 🏅", "")
    for seat_sign, name in names.items():
        if seat_sign in signs_by_letter:
            text = re.sub(rf"{seat_sign} (?=\**{re.escape(name)})", "", text)
            text = text.replace(seat_sign, f"**{name}**:")
    return _ROW_OF_SIGNS.sub(_row_words, text)


def _row_words(row: re.Match[str]) -> str:
    """The words for signs in a row, with the blanks around them."""
    before = row.string[max(0, row.start() - _LETTERS_AROUND) : row.start()].casefold()
    after = row.string[row.end() : row.end() + _LETTERS_AROUND].casefold()
    units = [unit[0] for unit in _ONE_UNIT.finditer(row[0])]
    words = ", ".join(filter(None, (_unit_words(unit, before, after) for unit in units)))
    if not words:
        return row["gap"] and row["space"]
    if len(units) > 1 and before[-1:].isalpha() and not re.search(r"\d", row[0]):
        words = f"({words})"  # the kinds of the thing before
    return f"{row['gap']}{words}{row['space']}"


def _unit_words(unit: str, before: str, after: str) -> str:
    """A number and a sign, or a row of equal signs, as a number of things."""
    letters = re.findall(_SIGN, unit)
    sign, digits = signs_by_letter[letters[0]], re.search(r"\d+", unit)
    bold = "**" if "**" in unit else ""
    if digits is not None:
        number = int(digits[0])
        if unit.startswith(letters[0]) and (not sign.words or _ends_with(sign, before)):
            return f"{number}{bold}"
        return (sign.counted(number) if sign.counted else f"{sign.words} {number}") + bold
    if len(letters) > 1 and sign.counted:
        return sign.counted(len(letters))
    return "" if _is_needless(sign, before, after) else sign.words


def _is_needless(sign: Sign, before: str, after: str) -> bool:
    """Whether the text around a sign has its word, or the name of its player."""
    if sign.seat:
        return bool(re.match(r"\**[^\W\d]", after))
    word, (first_word, *_) = sign.words.casefold(), re.findall(r"\w+", after) or [""]
    return word in after or first_word in word.split() or _ends_with(sign, before)


def _ends_with(sign: Sign, text: str) -> bool:
    """Whether one of the last words of a text begins like that of a sign, as in a plural."""
    word, *_ = sign.words.casefold().split() or [""]
    *_, clause = re.split(r"[.,:;!?()]", text.rstrip(" *("))
    last_words = re.findall(r"\w+", clause)[-_WORDS_BEFORE:]
    return bool(word) and any(word_before.startswith(word) for word_before in last_words)


_TEXT_KEYS = frozenset(("content", "label", "description", "placeholder"))
_PART_KEYS = frozenset(("components", "options", "items"))


def replace_signs(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Components as Discord takes them, with words in the place of signs and of emoji on labels."""
    return [_without_signs(component) for component in components]


def _without_signs(component: dict[str, Any]) -> dict[str, Any]:
    copy = dict(component)
    for key in component.keys() & _TEXT_KEYS:
        copy[key] = in_words(copy[key]) if isinstance(copy[key], str) else copy[key]
    for key in component.keys() & _PART_KEYS:
        copy[key] = replace_signs(copy[key])
    sign = signs_by_letter.get((component.get("emoji") or {}).get("name") or "")
    if sign is not None:
        del copy["emoji"]
        copy["label"] = _label_with_word(copy.get("label") or "", "" if sign.seat else sign.words)
    elif copy.get("label"):
        copy.pop("emoji", None)
    return copy


def _label_with_word(label: str, word: str) -> str:
    """A label with the word for its emoji, unless it has that already, perhaps in short."""
    folded, (_, *additions) = word.casefold(), label.casefold().split(", ")
    if folded in label.casefold() or any(folded.endswith(it.split(" ", 1)[0]) for it in additions):
        return label
    return f"{label}, {word}"[:LONGEST_LABEL] if label else word
