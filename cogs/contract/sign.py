"""The signs of pictures in texts and on buttons: the application's own emoji, else Unicode's.

A sign is drawn in the colours of each theme, so that the text looks like the picture beside it.
Each answer sets the theme once (``coloured``), like the language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from prowlerbot.match.preferences import Theme

_theme: ContextVar[Theme] = ContextVar("theme", default="night")
_spelled: ContextVar[bool] = ContextVar("spelled", default=False)


@contextmanager
def coloured(theme: Theme) -> Iterator[None]:
    """Signs inside have the colours of the pictures in this theme."""
    token = _theme.set(theme)
    try:
        yield
    finally:
        _theme.reset(token)


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
    """``name`` is for screen readers: letters, digits and underscores.

    ``plain`` is the Unicode emoji that replaces the drawn one if Discord does not have it;
    ``plain_in`` is for themes in which that would have another colour. ``drawing`` makes the PNG in
    a ``theme``. A sign in a text or label reads as the current emoji: convert it at the point of
    use, never before.
    """

    name: str
    plain: str
    drawing: Callable[..., bytes]
    plain_in: Mapping[Theme, str] = field(default_factory=dict)
    _drawn: dict[Theme, str] = field(default_factory=dict)
    """The uploaded emoji in Discord's notation; a process serves one application with one set."""

    def __str__(self) -> str:
        """The sign as text or button label, in the current theme."""
        theme = _theme.get()
        drawn = None if _spelled.get() else self._drawn.get(theme)
        return drawn or self.plain_in.get(theme, self.plain)

    def draw(self, theme: Theme) -> bytes:
        return self.drawing(theme=theme)

    def show(self, theme: Theme, emoji: str | None) -> None:
        """Use this emoji from now on; None: the Unicode one."""
        if emoji is None:
            self._drawn.pop(theme, None)
        else:
            self._drawn[theme] = emoji
