"""The screen of a game for one viewer: a text, pictures, rows of buttons and menus."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme

ALT_LIMIT = 1_024
"""Characters of the alt text of a picture."""
TEXT_LIMIT = 4_000
"""Characters of all texts of a message."""
IN_A_ROW = 4
"""Buttons side by side: Discord allows five, but a phone wraps the fifth if they have words."""
MOST_IN_A_MENU = 25
"""Discord's limit for the options of a select."""

Names = Sequence[str]
"""The names of the players, seat 1 first."""


@dataclass(frozen=True, slots=True)
class Key:
    """One button or option of a screen: a move, or (``opens``) a choice that completes one.

    ``hint`` is the text below the label of an option, at most 100 characters. ``final`` marks a
    secret step that, unlike others, cannot be taken back.
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
    """A menu of at most 25 keys for one choice; it omits disabled keys."""

    placeholder: str
    keys: Sequence[Key]

    @property
    def offered(self) -> list[Key]:
        return [key for key in self.keys if key.enabled]


Row = Sequence[Key] | Select
"""At most five buttons, or one menu."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to draw, with the words that replace it for people who cannot see it.

    ``draw`` is picklable, as another process runs it. ``words`` are longer, for readers of words
    first, if it shows another position than its screen. ``counted`` says that it shows the final
    count, which readers of words first get in words.
    """

    filename: str
    draw: Callable[[], bytes]
    alt: str
    words: str = ""
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order that a player can give. ``key`` is its name in the rules; ``asked`` says
    that its question is open now. An order can always be taken back.
    """

    key: str
    label: str
    asked: bool = True


ROUND = "round"


@dataclass(frozen=True, slots=True)
class Chapter:
    """``key`` is its name for commands and buttons, in any language; ``label`` is for its readers.

    It goes from the position after ``first`` moves to the one after ``last``. Chapters may lie
    within others. The key of a round is ``ROUND`` and its number.
    """

    key: str
    label: str
    first: int
    last: int


class Film(NamedTuple):
    """The animation of a chapter, as a button: the key of the chapter and the button's label."""

    chapter: str
    label: str


@dataclass(frozen=True, slots=True)
class Screen:
    """``orders`` are the standing orders of use at this moment. ``film`` is worth watching now.
    ``look`` is the label of the button on the shared board that opens a player's own view. With
    ``has_table``, a scoring is news, and the board has a button to its table.
    """

    text: str
    drawings: Sequence[Drawing] = ()
    rows: Sequence[Row] = ()
    orders: Sequence[Order] = ()
    film: Film | None = None
    pages: Sequence[str] = ()
    """The pages that follow this one, the present last; this one then allows no action."""
    look: str = ""
    has_table: bool = False

    def has_room_for(self, more: int) -> bool:
        """Whether this many more buttons fit into the last row."""
        last = self.rows[-1] if self.rows else None
        if last is None or isinstance(last, Select):
            return False
        return len(last) + more <= IN_A_ROW


@dataclass(frozen=True, slots=True)
class Look:
    """The style of texts and drawings of a screen.

    ``names`` are ready for markdown, ``plain`` ones are for pictures and spoken words; seat 1 comes
    first. ``ended`` is for the last position of a match that ended before it was played out: the
    rank of each seat as in an outcome, or nothing if there is no result. ``listed`` puts the moves
    into menus with a hint for each, rather than on short buttons. ``words`` puts words first.
    ``page`` names the first event that the viewer has not turned over; empty, it is the present.
    With ``aside``, the texts do not say whose turn it is: another text does.
    ``replayed`` omits help for decisions, as nobody decides.
    """

    names: Names
    plain: Names
    theme: Theme = "night"
    ended: Ranks | None = None
    listed: bool = False
    words: bool = False
    page: str = ""
    aside: bool = False
    replayed: bool = False

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
