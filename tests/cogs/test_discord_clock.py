"""The clock hears each answer of Discord, and says by how much the machine's is off."""

from __future__ import annotations

from email.utils import formatdate

import pytest
from prometheus_client import CollectorRegistry

from cogs.board.board_access import Answers
from cogs.connection.discord_requests import DiscordClock
from cogs.frame.replies import set_arrival
from tests.discord_py.client import bot, interaction, press
from tests.machine import Machine

AT = 1_767_225_600


class House:
    def __init__(self, off: float = 0.0) -> None:
        self.machine = Machine(AT, off)
        self.registry = CollectorRegistry()
        self.clock = DiscordClock(self.registry, self.machine)

    def hears(self, *, date: str | None = None) -> None:
        """Ask Discord for something."""
        now = formatdate(self.machine.right, usegmt=True)
        self.clock.end(self.clock.read(), {"Date": now if date is None else date})

    @property
    def ahead(self) -> float | None:
        return self.registry.get_sample_value("prowler_clock_ahead_seconds")


def test_the_log_says_once_by_how_much_the_machines_clock_is_off_and_when_it_is_right_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    house = House()
    for off in (0.0, 900.0, 900.0, -3 * 24 * 3600.0, 1.0, 0.0):
        house.machine.off = off
        for _ in range(3):
            house.machine.runs(20)
            house.hears()
        assert house.ahead == pytest.approx(off, abs=1)
    goes_on = "set it right. Until then the bot goes by Discord's"
    assert [each.getMessage() for each in caplog.records] == [
        f"The clock of the bot's computer is 15 minutes ahead of Discord's: {goes_on}",
        f"The clock of the bot's computer is 3 days behind Discord's: {goes_on}",
        "The clock of the bot's computer agrees with Discord's",
    ]


def test_an_answer_without_a_readable_date_tells_nothing() -> None:
    house = House()
    house.clock.end(house.clock.read(), {})
    for date in ("", "now", "Thu, 99 Foo 2026 00:00:00 GMT"):
        house.hears(date=date)
    assert not house.clock.is_sure
    house.hears()
    assert house.clock.is_sure


def test_the_id_of_a_press_tells_a_machine_that_was_frozen_how_late_it_is() -> None:
    house = House()
    house.hears()
    house.machine.freezes(3600)
    house.clock.hear_of(house.machine.right)
    assert house.clock() == int(house.machine.right)
    assert not house.clock.is_sure


async def test_a_message_stays_within_reach_for_a_quarter_of_an_hour_whatever_the_clock_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = 100.0
    monkeypatch.setattr("cogs.frame.replies.clock", lambda: time)
    pressed, answers = interaction(bot(), press()), Answers(None)  # type: ignore[arg-type]  # which deletes nothing here
    set_arrival(pressed)
    answers.keep(5, pressed)
    assert pressed.is_expired(), "discord.py goes by a clock that is far ahead of the press"
    time += 14 * 60
    assert answers.reach(5)
    time += 60
    assert not answers.reach(5)
