"""All custom_ids of the bot, like the addresses of a web application, each as a typed ``Press``.

They carry everything that a press needs, so buttons work after any restart. They are in messages
already sent, so none of them ever changes. The name up to the first colon leads to a route. The
modules of the messages make the buttons.
"""

import re
import typing
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeAlias

CUSTOM_ID_LIMIT = 100  # Discord's limit for the length of a custom_id
_MAX_NUMBER = 2**63 - 1  # the greatest number that Discord and the database take
_NUMBER = "[0-9]{1,19}"  # the pattern of a number, up to about the greatest one
_ADDRESS_PART = re.compile(r"(\[?)([^\[{]*)\{(\w+)\}\]?")
"""A part of an address: a bracket if it may be left out, the text before a field, the field."""


class Press:
    """A frozen dataclass whose ``address`` is the form of its custom_id.

    The address has each field in braces. A press writes the text in brackets only if its field
    differs from its default. The annotation of a field allows some words, a number up to a greatest
    one, or else any text up to the text behind it. A press whose fields contradict each other
    raises ValueError.
    """

    __slots__ = ()
    address: ClassVar[str]

    def __str__(self) -> str:
        custom_id = ""
        for part in self._form().parts:
            if (value := getattr(self, part.field)) != part.default:
                custom_id += f"{part.text}{value}"
        return custom_id or self.address

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """None for a text that no button carries."""
        parts, pattern = cls._form()
        if (match := pattern.fullmatch(custom_id)) is None:
            return None
        groups = match.groupdict().items()
        values: dict[str, Any] = {field: text for field, text in groups if text is not None}
        for part in parts:
            if part.limit and part.field in values:
                number = values[part.field] = int(values[part.field])
                if number > part.limit:
                    return None
        try:
            return cls(**values)
        except ValueError:
            return None

    @classmethod
    @cache
    def _form(cls) -> "_Form":
        parts = _read_address(cls)
        pattern = _address_pattern(parts) or re.escape(cls.address)
        return _Form(parts, re.compile(pattern, re.DOTALL))


class _AddressField(NamedTuple):
    """A field of an address with the text before it."""

    text: str
    field: str
    default: object  # with this value both are left out; MISSING if they never are
    pattern: str  # that of the field; empty for any text
    limit: int  # 0 unless the field is a number


class _Form(NamedTuple):
    parts: list[_AddressField]
    pattern: re.Pattern[str]


def _read_address(kind: type[Any]) -> list[_AddressField]:
    annotations = typing.get_type_hints(kind, include_extras=True)
    defaults = {field.name: field.default for field in fields(kind)}
    parts = list[_AddressField]()
    for bracket, text, field in _ADDRESS_PART.findall(kind.address):
        default = defaults[field] if bracket else MISSING
        parts.append(_AddressField(text, field, default, *_pattern_and_limit(annotations[field])))
    return parts


def _pattern_and_limit(annotation: Any) -> tuple[str, int]:
    """The last fields of ``_AddressField`` by the annotation of a field."""
    if isinstance(annotation, UnionType):  # with None
        annotation = typing.get_args(annotation)[0]
    if typing.get_origin(annotation) is Literal:
        return "|".join(map(re.escape, typing.get_args(annotation))), 0
    if typing.get_origin(annotation) is Annotated:
        return _NUMBER, typing.get_args(annotation)[1]
    return (_NUMBER, _MAX_NUMBER) if annotation is int else ("", 0)


def _address_pattern(parts: list[_AddressField]) -> str:
    pattern = ""
    for number, part in enumerate(parts, 1):
        value = part.pattern or _text_pattern_before(parts[number:])
        field = f"{re.escape(part.text)}(?P<{part.field}>{value})"
        pattern += field if part.default is MISSING else f"(?:{field})?"
    return pattern


def _text_pattern_before(following: list[_AddressField]) -> str:
    """The pattern of any text that contains none of the texts that may follow it."""
    stops = list[str]()
    for part in following:
        stops.append(re.escape(part.text))
        if part.default is MISSING:
            break
    return f"(?:(?!{'|'.join(stops)}).)*" if stops else ".*"


def read_number(digits: str) -> int | None:
    """A number in the bot's own notation; None for any other text, and for too large a number."""
    is_number = re.fullmatch(_NUMBER, digits) and int(digits) <= _MAX_NUMBER
    return int(digits) if is_number else None


PAGE, TAB = "page", "tab"  # the actions of buttons that only show something, and cannot be pressed


@dataclass(frozen=True, slots=True)
class PlainPress(Press):
    """A press that carries nothing."""

    address = "{what}"
    what: Literal[
        "avoid",
        "club:open",
        "doctor:repair",
        "greeting:post",
        "greeting:remove",
        "page:post",
        "page:remove",
        "preferences:",
        "privacy:delete",
        "puzzles:",
    ]


_Seats: TypeAlias = Literal["accept", "decline", "cancel", "join", "stepout", "machine", "start"]
_Moves: TypeAlias = Literal["m", "choose", "back", "pick"]
_Reading: TypeAlias = Literal[
    "menu", "scores", "describe", "rules", "record", "repost", "repost!", "follow", "refresh"
]
_OwnBoard: TypeAlias = Literal["look", "lookback", "topic", "try", "try1", "wonder", "wonder1"]
"""A 1 is for the list of moves beside the shared board; ``wonder`` opens a choice."""
_Help: TypeAlias = Literal["hint", "confirm", "confirm1", "atonce"]
_Steps: TypeAlias = Literal["plan", "planpick", "unplan", "order"]
_Plans: TypeAlias = Literal[
    "pre", "preback", "preline", "preset", "predrop", "presame", "prepick", "prego"
]
"""``pre`` opens the plan, ``preback`` returns to it. ``preline`` shows a line, ``presame`` other
moves for its last answer. ``preset`` adds, ``predrop`` removes, ``prepick`` is a menu of these,
``prego`` begins.
"""
_Agreements: TypeAlias = Literal["ask", "agree", "refuse", "withdraw", "claim", "claim!", "giveday"]
_Leaving: TypeAlias = Literal["resign", "resign!", "takeseat", "rematch", "nextboard"]
_Moderation: TypeAlias = Literal["end", "end!"]
MatchAction: TypeAlias = Literal[
    _Seats, _Moves, _Reading, _OwnBoard, _Help, _Steps, _Plans, _Agreements, _Leaving, _Moderation
]


@dataclass(frozen=True, slots=True)
class MatchPress(Press):
    """A press about a match as it stood at a ``moment`` (see Match.moment).

    ``argument`` is a move, a part of one, or the subject of a question. ``step`` is the step of the
    presser's turn in secret steps (see Decision).
    """

    address = "{action}:{match}:{moment}[.{step}]:{argument}"
    action: MatchAction
    match: str
    moment: int = 0
    argument: str = ""
    step: int = 0


@dataclass(frozen=True, slots=True)
class UnfollowPress(Press):
    """Ends the following of a match; carries the moves so far, or its ``end``."""

    address = "unfollow:{match}:{ply}:{end}"
    match: str
    ply: int = 0
    end: str = ""


@dataclass(frozen=True, slots=True)
class MatchesPress(Press):
    """A page of somebody's open matches, from 0; of all games without one."""

    address = "matches::{page}:{game}"
    page: int
    game: str = ""


ReplayAction: TypeAlias = Literal[
    "replay", "step", "jump", "chapter", "tell", "share", "publish", "unpublish", "animate"
]
ReviewStep: TypeAlias = Literal["review", "reviewed", "review!", "sharereview"]


@dataclass(frozen=True, slots=True)
class ReplayPress(Press):
    """A press about the position of a match or imported record after ``ply`` moves.

    ``argument`` is a pace, or only distinguishes two buttons of one message. ``chapter`` is the key
    of the shown chapter, if not the whole match.
    """

    address = "{action}:{match}:{ply}:{argument}[@{chapter}]"
    action: ReplayAction
    match: str
    ply: int = 0
    argument: str = ""
    chapter: str = ""


@dataclass(frozen=True, slots=True)
class RemovePress(Press):
    """Removes a post about a match or a ``player`` that somebody had shown to all."""

    address = "unshow:{match}:{player}"
    match: str = ""
    player: int = 0


@dataclass(frozen=True, slots=True)
class BranchPress(Press):
    """Plays on after ``ply`` moves: asks how, or begins with a ``seat`` and against a level."""

    address = "{action}:{match}:{ply}:{seat}[/{against}]"
    action: Literal["playon", "branch"]
    match: str
    ply: int
    seat: str = ""
    against: str = ""


@dataclass(frozen=True, slots=True)
class ReviewPress(Press):
    """A press about a point of a review; about all of it without a ``series`` of points."""

    address = "{action}:{match}:{ply}:{series}[.{beside}]"
    action: ReviewStep
    match: str
    ply: int = 0
    series: str = ""
    beside: str | None = None
    """Says whether the point is answered, or only distinguishes two buttons."""


_NO_MOVE = "-"  # in the place of the moves of a ``LessonPress`` that has none yet
TRIES = 3  # the tries before the solution is shown


@dataclass(frozen=True, slots=True)
class TryPress(Press):
    """``subject`` and ``at`` name a position; ``origin`` is the theme or list that it came from.

    ``made`` counts the tries made, ``move`` is the latest of them, ``choosing`` the open choice. A
    press on a menu has only its row, as ``menu``, and the count; its options carry the rest. So
    Discord does not show what was chosen before the last try.
    """

    address = "{action}:{subject}:{at}:{origin},{made}[#{menu}][?{choosing}][!{move}]"
    action: Literal["retry", "puzzle"]
    subject: str
    at: int = 0
    origin: str = ""
    made: Annotated[int, TRIES] = 0
    choosing: str | None = None
    move: str | None = None
    menu: int | None = None

    def __post_init__(self) -> None:
        if self.move is not None and not self.made:
            raise ValueError("a move that is no try")

    @property
    def tried(self) -> str | None:
        """The move that this press tries; None if it asks for one."""
        return self.move if self.choosing is None else None

    def with_try(self, move: str) -> "TryPress":
        return replace(self, made=self.made + 1, choosing=None, move=move)


@dataclass(frozen=True, slots=True)
class NextPuzzlePress(Press):
    """Opens another puzzle of a game, perhaps of one theme."""

    address = "nextpuzzle:{game}:{theme}"
    game: str
    theme: str = ""


@dataclass(frozen=True, slots=True)
class RulesPress(Press):
    """Turns to a page of the rules of a game, from 0; ``match`` is where they were opened."""

    address = "rulespage:{game}:{page}[@{match}]"
    game: str
    page: int
    match: str = ""


@dataclass(frozen=True, slots=True)
class TeachPress(Press):
    """Opens the first lesson of a game."""

    address = "teach:{game}"
    game: str


@dataclass(frozen=True, slots=True)
class LessonPress(Press):
    """A learner's place: the lesson, the moves so far as one text, and the open choice, if any."""

    address = "lesson:{game}:{lesson}:{made}:?{choosing}"
    game: str
    lesson: int = 0
    made: str = _NO_MOVE
    choosing: str = ""

    @property
    def moves(self) -> tuple[str, ...]:
        return () if self.made == _NO_MOVE else tuple(self.made.split(","))

    def with_move(self, move: str) -> "LessonPress":
        return replace(self, made=",".join((*self.moves, move)), choosing="")


DailyWay: TypeAlias = Literal[
    "open", "posted", "game", "play", "begin", "fun", "result", "post", "here", "all", "earlier"
]
"""``posted`` opens the card, too; only the message that announces a day to a server has it.
``game`` shows the game that is chosen in a menu.
``play`` goes on with a try and asks before one that counts, ``begin`` begins that, ``fun`` one that
does not count.
"""


@dataclass(frozen=True, slots=True)
class DailyPress(Press):
    """A press about the challenge of a ``day``, 0 for today; ``game`` is empty for all games."""

    address = "day:{way}:{game}:{day}"
    way: DailyWay
    game: str = ""
    day: Annotated[int, 99_999] = 0


Scope: TypeAlias = Literal["server", "overall"]
PlayerAction: TypeAlias = Literal["profile", "card", "history", "statistics", "against"]


@dataclass(frozen=True, slots=True)
class PlayerPress(Press):
    """The profile of a player in a game: a tab, and the page of it, from 0."""

    address = "{action}::{page}:{game}:{player}"
    action: PlayerAction
    game: str
    player: int
    page: int = 0


@dataclass(frozen=True, slots=True)
class LeaderboardPress(Press):
    """A page of a leaderboard, from 0, or whether it is to list the presser, 0 or 1."""

    address = "{action}::{number}:{game}:{scope}"
    action: Literal["leaders", "listed"]
    game: str
    scope: Scope
    number: int


@dataclass(frozen=True, slots=True)
class SettingPress(Press):
    """Changes a setting of the presser or of this server, or turns to a page of them."""

    address = "{action}:{setting}"
    action: Literal["mine", "server"]
    setting: str


@dataclass(frozen=True, slots=True)
class TellPress(Press):
    """Lets the presser be told when the next of a ``subject`` opens, or no longer; or of nothing.
    “switch” only begins it, as its button looks the same to all.

    The subject is a kind of competition, a series of them, or the day's challenge.
    """

    address = "told:{way}:{subject}"
    way: Literal["switch", "off", "stop"]
    subject: str = ""


@dataclass(frozen=True, slots=True)
class LogPress(Press):
    """A page of the log of a server, from 0."""

    address = "log:{page}:{beside}"
    page: Annotated[int, 99_999] = 0
    beside: str = ""  # only distinguishes buttons and messages


@dataclass(frozen=True, slots=True)
class HostedPress(Press):
    """Cancels the competitions of a barred ``host``."""

    address = "hosted:{host}"
    host: int


@dataclass(frozen=True, slots=True)
class HubPress(Press):
    """A way to begin a match from the list of games."""

    address = "hub:{way}:{subject}[@{other}]"
    way: Literal["open", "game", "now", "ask", "asked", "anybody", "alone", "again", "with", "help"]
    subject: str = ""
    """The key of a game, empty if a menu has it; to play ``again``, the id of a match."""
    other: str = ""
    """To play ``again``, another level of the machine; ``with`` a user, their id; else the pace."""


@dataclass(frozen=True, slots=True)
class FindPress(Press):
    """A step of a search for opponents."""

    address = "find:{way}:{about}"
    way: Literal["open", "seek", "change", "submit", "stop", "yes", "no"]
    about: str = ""  # the question that is answered, or the only game sought


_Entry: TypeAlias = Literal["join", "leave", "leave!", "checkin", "mine", "play", "pause", "again"]
_Ladder: TypeAlias = Literal["challenge", "challenge!", "holiday", "holiday!", "endladder"]
_Standings: TypeAlias = Literal["standings", "table", "pairings", "rules", "record"]
_Hosting: TypeAlias = Literal["end!", "endround!", "remove!"]
CompetitionAction: TypeAlias = Literal[_Entry, _Ladder, _Standings, _Hosting]


@dataclass(frozen=True, slots=True)
class CompetitionPress(Press):
    """A press about a competition; ``number`` is a round, and ``page`` counts from 0."""

    address = "comp:{way}:{competition}:{number}.{page}:{place}"
    way: CompetitionAction
    competition: str
    number: Annotated[int, 9_999] = 0
    page: Annotated[int, 9_999] = 0
    place: str = ""
    """Finds the message that has the button again; in a question about a player, their id."""
