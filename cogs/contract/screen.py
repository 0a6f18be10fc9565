"""The screen of a game for one viewer: a text, pictures, rows of keys and menus."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme

ALT_LIMIT = 1_024  # characters of the alt text of a picture
TEXT_LIMIT = 4_000  # characters of all texts of a message
IN_A_ROW = 4
"""Buttons side by side: Discord allows five, but a phone wraps the fifth if they have words."""
LONGEST_LABEL = 80  # Discord's limit for the label of a button
MOST_IN_A_MENU = 25  # Discord's limit for the options of a select

Names = Sequence[str]  # the names of the players, seat 1 first


@dataclass(frozen=True, slots=True)
class Key:
    """One button or option of a screen."""

    label: str
    argument: str  # the move, or the part of one whose choice it ``opens``
    emoji: str | None = None
    enabled: bool = True
    opens: bool = False
    hint: str = ""  # the text below the label of an option, at most 100 characters
    final: bool = False  # whether it is a secret step that, unlike others, cannot be taken back


@dataclass(frozen=True, slots=True)
class Select:
    """A menu of at most 25 keys for one choice; it omits disabled keys."""

    placeholder: str
    keys: Sequence[Key]

    @property
    def offered(self) -> list[Key]:
        return [key for key in self.keys if key.enabled]


Row = Sequence[Key] | Select  # at most five buttons, or one menu


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to draw, with the words that replace it for people who cannot see it."""

    filename: str
    draw: Callable[[], bytes]  # it is picklable, as another process runs it
    alt: str
    words: str = ""
    """Longer ones for readers of words first, if it shows another position than its screen."""
    counted: bool = False
    """Whether it shows the final count, which readers of words first get in words."""


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order that a player can give, and always take back."""

    key: str  # its name in the rules
    label: str
    asked: bool = True  # whether its question is open now


ROUND = "round"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a match: from the position after ``first`` moves to the one after ``last``.

    Chapters may lie within others.
    """

    key: str
    """The name for commands and buttons in any language; of a round, ``ROUND`` and its number."""
    label: str
    first: int
    last: int


class Film(NamedTuple):
    """The animation of a chapter, as a button: the key of the chapter and the button's label."""

    chapter: str
    label: str


@dataclass(frozen=True, slots=True)
class Screen:
    """A position of a game as one viewer sees it."""

    text: str
    drawings: Sequence[Drawing] = ()
    rows: Sequence[Row] = ()
    orders: Sequence[Order] = ()  # the standing orders of use at this moment
    film: Film | None = None  # an animation that is worth watching now
    pages: Sequence[str] = ()
    """The pages that follow this one, the present last; this one then allows no action."""
    look: str = ""  # the label of the button on the shared board that opens a player's own view
    has_table: bool = False
    """Whether a scoring is news, so that the board has a button to its table."""

    def has_room_for(self, more: int) -> bool:
        """Whether this many more buttons fit into the last row."""
        last = self.rows[-1] if self.rows else None
        if last is None or isinstance(last, Select):
            return False
        return len(last) + more <= IN_A_ROW


@dataclass(frozen=True, slots=True)
class Look:
    """The style of texts and drawings of a screen."""

    names: Names  # ready for markdown
    plain: Names  # for pictures and spoken words
    theme: Theme = "night"
    ended: Ranks | None = None
    """The rank of each seat in a match that was not played out; empty if it has no result."""
    listed: bool = False
    """Whether the moves stand in menus with a hint for each, rather than on short buttons."""
    words: bool = False  # whether words come first
    page: str = ""  # the first event that the viewer has not turned over; empty for the present
    aside: bool = False  # whether another text says whose turn it is
    replayed: bool = False  # whether nobody decides, so that no text helps with decisions

    @property
    def sees_board(self) -> bool:
        """Whether the reader plays on this board and sees it, so the texts can be short."""
        return not (self.listed or self.words or self.replayed)

    @property
    def wants_menus(self) -> bool:
        """Whether the moves stand in menus; a reader of words first cannot see a pad of keys."""
        return self.listed or self.words


def keys_of(row: Row) -> list[Key]:
    return row.offered if isinstance(row, Select) else list(row)


def in_rows(keys: Sequence[Key], wide: int = IN_A_ROW) -> list[Row]:
    """Buttons side by side, as many in a row as a phone shows."""
    return [keys[at : at + wide] for at in range(0, len(keys), wide)]


def enabled_rows(rows: Sequence[Row]) -> list[Row]:
    """The same rows if all can be pressed, else without the buttons that cannot."""
    buttons = [key for row in rows if not isinstance(row, Select) for key in row]
    enabled = [key for key in buttons if key.enabled]
    if len(enabled) == len(buttons):
        return [*rows]
    return [*in_rows(enabled), *(row for row in rows if isinstance(row, Select))]


def menus(prompt: str, keys: Sequence[Key]) -> list[Row]:
    """As few menus as possible for these keys, of about equal length."""
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
    """The keys of as few menus as possible, of about equal length."""
    if not keys:
        return []
    parts = -(-len(keys) // MOST_IN_A_MENU)
    most = -(-len(keys) // parts)
    return [keys[at : at + most] for at in range(0, len(keys), most)]


def capitalized(words: str) -> str:
    """The words as they begin a sentence or a label."""
    return words[:1].upper() + words[1:]


def fitted(parts: Iterable[str], limit: int, between: str = " ") -> str:
    """As many of the parts as fit, the first ones first; empty ones are left out."""
    text = ""
    for part in filter(None, parts):
        longer = f"{text}{between}{part}" if text else part
        if len(longer) > limit:
            break
        text = longer
    return text
