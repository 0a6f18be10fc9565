"""The signs of pictures in texts and on buttons: the application's own emoji, else Unicode's.

A sign is drawn in the colours of each theme, so that the text looks like the picture beside it.
Each answer sets the theme once (``coloured``), like the language. For readers of words first, each
sign is a letter that no text has, until ``in_words`` puts words in its place (``signs_in_words``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import count

from prowlerbot.core.i18n import tr
from prowlerbot.match.preferences import Theme

_theme: ContextVar[Theme] = ContextVar("theme", default="night")
_words: ContextVar[bool] = ContextVar("words", default=False)
_spelled: ContextVar[bool] = ContextVar("spelled", default=False)
_letters = map(chr, count(0x100000))
"""Letters for private use, which no name or text has: one for each sign."""
by_letter: dict[str, Sign] = {}


@contextmanager
def coloured(theme: Theme, *, words: bool = False) -> Iterator[None]:
    """Signs inside have the colours of the pictures in this theme, or become ``words``."""
    tokens = _theme.set(theme), _words.set(words)
    try:
        yield
    finally:
        _theme.reset(tokens[0])
        _words.reset(tokens[1])


def worded() -> bool:
    """Whether the reader wants words in the place of signs."""
    return _words.get()


@contextmanager
def spelled() -> Iterator[None]:
    """Signs inside are Unicode's, for labels, suggestions and pictures: Discord and the drawings
    show the code of an emoji there as written.
    """
    token = _spelled.set(True)
    try:
        yield
    finally:
        _spelled.reset(token)


@dataclass(frozen=True, slots=True, eq=False)
class Sign:
    """``name`` is that of its emoji: letters, digits and underscores.

    ``plain`` is the Unicode emoji that replaces the drawn one if Discord does not have it;
    ``plain_in`` is for themes in which that would have another colour. ``drawing`` makes the PNG in
    a ``theme``. A sign in a text or label reads as the current emoji: convert it at the point of
    use, never before.

    For readers of words first, ``word`` takes its place, and nothing if that is empty; ``counted``
    makes the words for a number of such things, also for one if there is no ``word``. ``seat``
    marks the sign of a player, whose name takes its place.
    """

    name: str
    plain: str
    drawing: Callable[..., bytes]
    plain_in: Mapping[Theme, str] = field(default_factory=dict)
    word: str | None = None
    counted: Callable[[int], str] | None = None
    seat: bool = False
    _drawn: dict[Theme, str] = field(default_factory=dict)
    """The uploaded emoji in Discord's notation; a process serves one application with one set."""
    _letter: str = field(default_factory=lambda: next(_letters))

    def __post_init__(self) -> None:
        by_letter[self._letter] = self

    def __str__(self) -> str:
        """The sign as text or button label, in the current theme."""
        if _words.get():
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
