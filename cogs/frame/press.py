"""What a button carries: everything needed to act on it, so that it works after any restart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

CUSTOM_ID_LIMIT = 100
"""Discord's limit for the text that a button carries."""


class Action(StrEnum):
    """What a press asks for; the values are in messages already sent, so they stay."""

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
    HISTORY = "history"
    LEADERS = "leaders"
    LISTED = "listed"
    ASK = "ask"
    AGREE = "agree"
    REFUSE = "refuse"
    WITHDRAW = "withdraw"
    CLAIM = "claim"
    REMATCH = "rematch"
    PROFILE = "profile"


_ACTIONS = frozenset(Action)


@dataclass(frozen=True, slots=True)
class CustomId:
    """The wire form ``<action>:<subject>:<number>:<argument>``, as it is in messages already sent.

    What a number and an argument mean is up to each kind of press.
    """

    action: Action
    subject: str = ""
    number: int = 0
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.action}:{self.subject}:{self.number}:{self.argument}"

    @classmethod
    def read(cls, custom_id: str) -> CustomId | None:
        """None for anything that no such button carries."""
        parts = custom_id.split(":", 3)
        if len(parts) != 4 or parts[0] not in _ACTIONS:
            return None
        number = read_number(parts[2])
        return None if number is None else cls(Action(parts[0]), parts[1], number, parts[3])


@dataclass(frozen=True, slots=True)
class MatchPress:
    """A press about a match as it stood at a ``moment`` (see Match.moment).

    ``argument`` is a move or a part of it, or what is asked. ``own`` is the step of the presser's
    secret plan (see Decision); it stands behind the moment, as in ``plan:<match>:12.3:<move>``.
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
        action, _, rest = custom_id.partition(":")
        match, _, rest = rest.partition(":")
        at, _, argument = rest.partition(":")
        moment, dot, own = at.partition(".")
        read = CustomId.read(f"{action}:{match}:{moment}:{argument}")
        step = read_number(own) if dot else 0
        if read is None or step is None or rest.find(":") < 0:
            return None
        return cls(read.action, read.subject, read.number, read.argument, step)


@dataclass(frozen=True, slots=True)
class ReplayPress:
    """A press about the position of a match or imported record after ``ply`` moves.

    ``argument`` is the seat to play on from, a pace, or only keeps two buttons of one message
    apart. ``chapter`` is the key of the one that is looked at, if not the whole match; it stands
    behind the argument, as in ``step:<match>:12:first@round2``.
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


def read_number(written: str) -> int | None:
    """A number as the bot writes it, None for anything else."""
    well = written.isascii() and written.isdecimal() and len(written) <= CUSTOM_ID_LIMIT
    return int(written) if well else None
