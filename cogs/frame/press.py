"""What a button carries: everything needed to act on it, so that it works after any restart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

CUSTOM_ID_LIMIT = 100
"""Discord's limit for the text that a button carries."""


class Action(StrEnum):
    """What a press asks for; the values stand in messages that are out there, so they stay."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
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
    RESIGN_SURELY = "resign!"
    REPLAY = "replay"
    STEP = "step"
    JUMP = "jump"
    TELL = "tell"
    SHARE = "share"
    ANIMATE = "animate"
    PLAY_ON = "playon"
    BRANCH = "branch"
    LOOK = "look"
    LOOK_BACK = "lookback"
    TRY = "try"
    WONDER = "wonder"
    CONFIRM = "confirm"
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
class Press:
    """``ply`` is the moment of the position the button was shown for (see Match.moment).

    ``argument`` is a move or a part of it, or what is asked.
    """

    action: Action
    match: str
    ply: int = 0
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.action}:{self.match}:{self.ply}:{self.argument}"

    @classmethod
    def read(cls, custom_id: str) -> Press | None:
        """The press of a custom_id, or None where it is no button of these."""
        parts = custom_id.split(":", 3)
        if len(parts) != 4 or parts[0] not in _ACTIONS:
            return None
        if not (parts[2].isascii() and parts[2].isdecimal()):
            return None
        return cls(Action(parts[0]), parts[1], int(parts[2]), parts[3])
