"""What a game puts on the screen of one viewer: a text, pictures, rows of buttons and menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme

IN_A_ROW = 4
"""Buttons that stand side by side: Discord allows five, but a phone breaks the fifth one, if they
have an emoji or a word, into a line of its own."""
MOST_IN_A_MENU = 25
"""Discord's limit for the options of a select."""


@dataclass(frozen=True, slots=True)
class Key:
    """One button or option of a screen: a move, or (``opens``) a choice that completes one.

    ``hint`` stands below the label of an option, in at most 100 characters. ``final`` is a step of
    a plan that cannot be taken back as others can.
    """

    label: str
    argument: str
    emoji: str | None = None
    enabled: bool = True
    opens: bool = False
    hint: str = ""
    final: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A menu to choose one of at most 25 keys from; those that are not enabled are left out."""

    placeholder: str
    keys: Sequence[Key]

    @property
    def offered(self) -> list[Key]:
        return [key for key in self.keys if key.enabled]


Row = Sequence[Key] | Select
"""At most five buttons, or one menu."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture still to be drawn, with the words that replace it for people who cannot see it.

    ``draw`` is picklable, as another process does it.
    """

    filename: str
    draw: Callable[[], bytes]
    alt: str


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order that a player can give, ``key`` as the rules have it, where what it is about
    is ``asked`` now; one that is given can always be taken back.
    """

    key: str
    label: str
    asked: bool = True


ROUND = "round"


@dataclass(frozen=True, slots=True)
class Chapter:
    """``key`` is what commands and buttons call it, in any language; ``label`` is for its readers.

    It goes from the position after ``first`` moves to the one after ``last``. Chapters may lie
    within others. The key of a round is ``ROUND`` and its number.
    """

    key: str
    label: str
    first: int
    last: int


class Film(NamedTuple):
    """The animation of a chapter, as a button: the key of the chapter, and what the button says."""

    chapter: str
    label: str


@dataclass(frozen=True, slots=True)
class Screen:
    """``orders`` are the standing orders that are of use at this moment. ``film`` is
    worth being watched now. ``look`` is what the button says that opens a player's own view, where
    the board that all share offers it.
    """

    text: str
    drawings: Sequence[Drawing] = ()
    rows: Sequence[Row] = ()
    orders: Sequence[Order] = ()
    film: Film | None = None
    more: int = 0
    """Pages that follow this one; nothing can be done on it."""
    look: str = ""

    def has_room_for(self, more: int) -> bool:
        """Whether so many buttons more fit into the last row."""
        last = self.rows[-1] if self.rows else None
        if last is None or isinstance(last, Select):
            return False
        return len(last) + more <= IN_A_ROW


@dataclass(frozen=True, slots=True)
class Look:
    """How a screen is told and drawn.

    ``names`` are ready for markdown, ``plain`` ones are for pictures and spoken words; seat 1 comes
    first. ``ended`` is for the last position of a match that ended before it was played out: the
    rank of each seat as in an outcome, or nothing where there is no result. With ``listed`` the
    moves stand in menus, each with what it is about, rather than in short on buttons. With
    ``words`` the reader wants words first. ``page`` is which of several things is looked at that
    the latest move has brought, 0 the first of them; behind the last one comes the present. With
    ``replayed`` nobody decides, so help for a decision is left out.
    """

    names: Sequence[str]
    plain: Sequence[str]
    theme: Theme = "night"
    ended: Ranks | None = None
    listed: bool = False
    words: bool = False
    page: int = 0
    replayed: bool = False


def keys_of(row: Row) -> list[Key]:
    """All that can be pressed or chosen in a row."""
    return row.offered if isinstance(row, Select) else list(row)


def in_rows(keys: Sequence[Key]) -> list[Row]:
    """Buttons side by side, as many as a phone shows so."""
    return [keys[at : at + IN_A_ROW] for at in range(0, len(keys), IN_A_ROW)]


def menus(prompt: str, keys: Sequence[Key]) -> list[Row]:
    """As few menus as these keys fit into, each about as long."""
    chunks = in_menus([key for key in keys if key.enabled])
    if len(chunks) == 1:
        return [Select(prompt, chunks[0])]
    return [
        Select(
            tr("{prompt} ({number} of {all})", prompt=prompt, number=number, all=len(chunks)), chunk
        )
        for number, chunk in enumerate(chunks, 1)
    ]


def in_menus(keys: Sequence[Key]) -> list[Sequence[Key]]:
    """The keys of as few menus as they fit into, each about as long."""
    if not keys:
        return []
    parts = -(-len(keys) // MOST_IN_A_MENU)
    most = -(-len(keys) // parts)
    return [keys[at : at + most] for at in range(0, len(keys), most)]
