"""The content of custom_ids: all data of a press, so that buttons work after any restart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

CUSTOM_ID_LIMIT = 100
"""Discord's limit for the length of a custom_id."""


class Action(StrEnum):
    """The kinds of presses; the values are in messages already sent, so they must stay."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    JOIN = "join"
    STEP_OUT = "stepout"
    ADD_MACHINE = "machine"
    START = "start"
    MOVE = "m"
    CHOOSE = "choose"
    BACK = "back"
    SCORES = "scores"
    MENU = "menu"
    DESCRIBE = "describe"
    RULES = "rules"
    RECORD = "record"
    REPOST = "repost"
    RESIGN = "resign"
    CONFIRM_RESIGNING = "resign!"
    REPLAY = "replay"
    STEP = "step"
    JUMP = "jump"
    CHAPTER = "chapter"
    TELL = "tell"
    SHARE = "share"
    PUBLISH = "publish"
    UNPUBLISH = "unpublish"
    ANIMATE = "animate"
    PLAY_ON = "playon"
    BRANCH = "branch"
    LOOK = "look"
    LOOK_BACK = "lookback"
    TRY = "try"
    TRY_ONCE = "try1"
    WONDER = "wonder"
    CONFIRM = "confirm"
    CONFIRM_ONCE = "confirm1"
    AT_ONCE = "atonce"
    PICK = "pick"
    PLAN = "plan"
    PLAN_PICK = "planpick"
    UNPLAN = "unplan"
    ORDER = "order"
    PREMOVES = "pre"
    PREMOVES_BACK = "preback"
    PREMOVE_LINE = "preline"
    PREMOVE_SET = "preset"
    PREMOVE_DROP = "predrop"
    PREMOVE_SAME = "presame"
    PREMOVE_PICK = "prepick"
    HISTORY = "history"
    LEADERS = "leaders"
    LISTED = "listed"
    ASK = "ask"
    AGREE = "agree"
    REFUSE = "refuse"
    WITHDRAW = "withdraw"
    CLAIM = "claim"
    TAKE_SEAT = "takeseat"
    REMATCH = "rematch"
    PROFILE = "profile"
    CARD = "card"
    STATISTICS = "statistics"
    AGAINST = "against"
    HINT = "hint"
    REVIEW = "review"
    REVIEWED = "reviewed"
    REVIEW_ANEW = "review!"
    SHARE_REVIEW = "sharereview"
    RETRY = "retry"
    PUZZLE = "puzzle"
    MATCHES = "matches"
    FOLLOW = "follow"
    UNFOLLOW = "unfollow"


_ACTIONS = frozenset(Action)


@dataclass(frozen=True, slots=True)
class CustomId:
    """The wire form ``<action>:<subject>:<number>:<argument>``, as it is in messages already sent.

    Each kind of press defines the meaning of its number and argument.
    """

    action: Action
    subject: str = ""
    number: int = 0
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.action}:{self.subject}:{self.number}:{self.argument}"

    @classmethod
    def read(cls, custom_id: str) -> CustomId | None:
        """None for a text without this form."""
        action, subject, written, argument = _parts(custom_id)
        number = read_number(written)
        return None if action is None or number is None else cls(action, subject, number, argument)


@dataclass(frozen=True, slots=True)
class MatchPress:
    """A press about a match as it stood at a ``moment`` (see Match.moment).

    ``argument`` is a move, a part of one, or the subject of a question. ``own`` is the step of the
    presser's secret plan (see Decision); it follows the moment, as in ``plan:<match>:12.3:<move>``.
    """

    action: Action
    match: str
    moment: int = 0
    argument: str = ""
    own: int = 0

    def __str__(self) -> str:
        at = f"{self.moment}.{self.own}" if self.own else str(self.moment)
        return f"{self.action}:{self.match}:{at}:{self.argument}"

    @classmethod
    def read(cls, custom_id: str) -> MatchPress | None:
        action, match, at, argument = _parts(custom_id)
        moment, dot, own = at.partition(".")
        number, step = read_number(moment), read_number(own) if dot else 0
        if action is None or number is None or step is None:
            return None
        return cls(action, match, number, argument, step)


@dataclass(frozen=True, slots=True)
class ReplayPress:
    """A press about the position of a match or imported record after ``ply`` moves.

    ``argument`` is the seat to play on from, a pace, or only distinguishes two buttons of one
    message. ``chapter`` is the key of the shown chapter, if not the whole match; it follows the
    argument, as in ``step:<match>:12:first@round2``.
    """

    action: Action
    match: str
    ply: int
    argument: str = ""
    chapter: str = ""

    def __str__(self) -> str:
        behind = f"{self.argument}@{self.chapter}" if self.chapter else self.argument
        return str(CustomId(self.action, self.match, self.ply, behind))

    @classmethod
    def read(cls, custom_id: str) -> ReplayPress | None:
        read = CustomId.read(custom_id)
        if read is None:
            return None
        argument, _, chapter = read.argument.partition("@")
        return cls(read.action, read.subject, read.number, argument, chapter)


def _parts(custom_id: str) -> tuple[Action | None, str, str, str]:
    """Action, subject, number and argument as they are written; no action without this form."""
    parts = custom_id.split(":", 3)
    if len(parts) != 4 or parts[0] not in _ACTIONS:
        return None, "", "", ""
    return Action(parts[0]), parts[1], parts[2], parts[3]


def read_number(written: str) -> int | None:
    """A number in the bot's own notation; None for any other text."""
    well = written.isascii() and written.isdecimal() and len(written) <= CUSTOM_ID_LIMIT
    return int(written) if well else None
