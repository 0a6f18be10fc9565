"""Helpers for tests of all tutorials: a way to each task, solved and missed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.discord.message import Answer, Message
from tests.discord.room import Room

Way = Sequence[str]
"""What stands on the buttons that are pressed, or the part of it that tells them apart."""


def itself(labels: Sequence[str], wanted: str) -> str:
    """The label that is written out."""
    (found,) = {label for label in labels if label == wanted}
    return found


@dataclass(frozen=True)
class Tutorial:
    """The tutorial of one game: a lesson that is read, then one for each of ``solved``."""

    solved: Sequence[Way]
    missed: Sequence[Way]
    group: str = "prowler"
    meant: Callable[[Sequence[str], str], str] = itself
    """Of the labels of a message, the one that a word of a way means."""

    async def begun(self, room: Room) -> Answer:
        answer = await room.command(room.ada, "tutorial", group=self.group)
        assert not answer.public
        return answer

    async def opened(self, room: Room, lesson: int = 1) -> Message:
        """A task of the tutorial; what is to be read stands before the first one."""
        message = (await self.begun(room)).message
        await room.press(room.ada, message, "Next lesson")
        for _ in range(1, lesson):
            await room.press(room.ada, message, "Skip")
        return message

    async def presses(self, room: Room, message: Message, way: Way) -> None:
        for wanted in way:
            await room.press(room.ada, message, self.meant(message.labels, wanted))

    async def begins_with_how_to_read(self, room: Room, what: str, letters: str) -> None:
        """The first lesson names every letter on its picture, and there is nothing to do in it."""
        answer = await self.begun(room)
        assert f"Lesson 1 of {len(self.solved) + 1}: How to read {what}" in answer.told
        for letter in letters:
            assert f"**{letter}** " in answer.told
        ways_on = ["Next lesson", "Play the machine"]
        assert answer.message.labels == ways_on, "there is nothing to do but to read"
        assert f"letters A to {letters[-1]}" in answer.message.alts[0]

    async def is_played_to_the_last(self, room: Room) -> Message:
        message = await self.opened(room)
        lessons = len(self.solved) + 1
        for number, way in enumerate(self.solved, 2):
            assert f"Lesson {number} of {lessons}" in message.text
            assert len(message.components) <= 40
            await self.presses(room, message, way)
            assert "✅" in message.text
            assert "❌" not in message.text
            if number < lessons:
                assert message.labels == ["Next lesson", "Play the machine"]
                await room.press(room.ada, message, "Next lesson")
        assert "You are ready" in message.text
        assert message.labels == ["Play the machine", "Another game", "Start over"]
        return message

    async def offers_a_match_while_the_last_is_unsolved(self, room: Room) -> None:
        """No lesson keeps anybody: each unsolved one has "Skip", the last one a match."""
        message = await self.opened(room)
        for _ in self.solved[1:]:
            assert "Skip" in message.labels
            await room.press(room.ada, message, "Skip")
        await self.presses(room, message, self.missed[-1])
        assert message.labels[-2:] == ["Try again", "Play the machine"]
        assert (await room.press(room.ada, message, "Play the machine")).public

    async def is_missed_then_solved(self, room: Room, lesson: int) -> None:
        """A wrong move brings a hint and another try of the same task."""
        message = await self.opened(room, lesson)
        task = message.text
        await self.presses(room, message, self.missed[lesson - 1])
        assert ("❌ Not yet." in message.text) != ("👍" in message.text)
        assert task.splitlines()[1] in message.text, "the task is still to be read"
        assert "💡" in message.text
        await room.press(room.ada, message, "Try again")
        assert message.text == task
        await self.presses(room, message, self.solved[lesson - 1])
        assert "✅" in message.text
