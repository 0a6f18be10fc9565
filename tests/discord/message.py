"""Messages and answers as a player sees them, read from the simulated Discord's storage."""

from typing import Any, TypeAlias

import simcord
from simcord.components import walk_components

from cogs.presses import MatchPress, ReplayPress, ReviewPress

Wire: TypeAlias = dict[str, Any]
BUTTON, TEXT, GALLERY, ROW, SELECT, USER_SELECT = 2, 10, 12, 1, 3, 5
BESIDE = {
    *("Rematch", "Play again", "Easier", "Harder", "Another game", "Last board", "Menu", "Back"),
    *("Replay", "Animation", "Review", "Refresh", "Describe", "Invasion", "Look again"),
    *("Bring it back here", "What does it bring?", "Plan", "How to play"),
}
"""Buttons of a board that make no move."""


def _read(component: Wire) -> str:
    """The label without the invisible signs that only make it as wide as others."""
    return str(component.get("label") or "").strip("\u200b\u2007")


class Message:
    """A message as it is at the moment it is asked."""

    def __init__(self, env: simcord.Env, channel: int, message: int) -> None:
        self.env = env
        self.channel = channel
        self.id = message
        self._match = ""

    @property
    def stored(self) -> Any:
        return self.env.backend.get_message(self.channel, self.id)

    @property
    def exists(self) -> bool:
        return self.id in self.env.backend.messages[self.channel]

    @property
    def components(self) -> list[Wire]:
        """All components, the nested ones too, in the order they are read."""
        return list(walk_components(self.stored.components))

    def _of(self, kind: int) -> list[Wire]:
        return [each for each in self.components if each["type"] == kind]

    @property
    def text(self) -> str:
        shown = [each["content"] for each in self._of(TEXT)]
        return "\n".join([self.stored.content, *shown]).strip()

    @property
    def buttons(self) -> list[Wire]:
        return [{**each, "label": _read(each)} for each in self._of(BUTTON)]

    @property
    def selects(self) -> list[Wire]:
        return [*self._of(SELECT), *self._of(USER_SELECT)]

    @property
    def labels(self) -> list[str]:
        return [each["label"] for each in self.buttons]

    @property
    def rows(self) -> list[list[str]]:
        return [
            [_read(each) or each.get("placeholder", "") for each in row["components"]]
            for row in self._of(ROW)
        ]

    @property
    def moves(self) -> list[Wire]:
        """The buttons that can be pressed to get on with the match."""
        return [
            each
            for each in self.buttons
            if not each.get("disabled") and each["label"] not in BESIDE
        ]

    @property
    def plain(self) -> list[str]:
        """The labels of moves that one press makes."""
        return [each["label"] for each in self.moves if each["custom_id"].startswith("m:")]

    @property
    def alts(self) -> list[str]:
        return [item["description"] for each in self._of(GALLERY) for item in each["items"]]

    @property
    def pings(self) -> list[int]:
        """The users whom this message notified when it was sent."""
        return list(self.stored.ping_user_ids)

    @property
    def match(self) -> str:
        """The id of the match whose buttons this message bears, or bore when it was asked."""
        if not self.exists:
            return self._match
        kinds = (MatchPress, ReplayPress, ReviewPress)
        read = (kind.read(each.get("custom_id", "")) for each in self.buttons for kind in kinds)
        self._match = next((press.match for press in read if press is not None), self._match)
        return self._match

    def button(self, label: str) -> Wire:
        (found,) = [each for each in self.buttons if each["label"] == label]
        return found

    def snapshot(self) -> Wire:
        """The message as Discord sends it along with a press; kept, it is a late press's view."""
        return dict(simcord.backend.serializers.message_payload(self.env.backend, self.stored))


class Answer:
    """The result of one command or press."""

    def __init__(self, env: simcord.Env, result: simcord.InteractionResult) -> None:
        self.env = env
        self.result = result

    @property
    def acknowledged(self) -> bool:
        return self.result.acknowledged

    @property
    def message(self) -> Message:
        """The message that answered, or that was changed by the answer."""
        response = self.result.response
        assert response is not None, "the bot did not answer with a message"
        return Message(self.env, response.channel_id, response.id)

    @property
    def private(self) -> Message:
        """The latest message that only the presser sees, which an update of a board may precede."""
        return self.privates[-1]

    @property
    def privates(self) -> list[Message]:
        responses = [self.result.response, *self.result.followups]
        found = [each for each in responses if each is not None and each.ephemeral]
        return [Message(self.env, each.channel_id, each.id) for each in found]

    @property
    def told(self) -> str:
        """The private answer to the presser."""
        return "\n".join(each.text for each in self.privates)

    @property
    def public(self) -> bool:
        return self.acknowledged and not self.result.ephemeral
