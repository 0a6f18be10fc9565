"""A simulated year of the services: players in ten time zones, and a machine that fails them.

Whatever happens, nobody is late by the bot's absence, nobody is reminded of what has passed or
called in their quiet hours, every deadline has a reminder that its player could see, and nothing is
ended by a clock that was wrong.
"""

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from prowlerbot.core.clock import DAY, HOUR
from tests.persistence.fresh import open_database
from tests.persistence.matches import url_of
from tests.year.machine import Machine, Trouble
from tests.year.people import DILIGENT, People
from tests.year.watch import Watch

_BEFORE_THE_CLOCKS_CHANGE = datetime(2026, 3, 24, tzinfo=UTC)
"""North and south: four zones change theirs within the two weeks after it."""
_WRONG = (20, 15 * 60, 2 * HOUR, 4 * DAY, 365 * DAY)
"""Seconds by which the clock of the machine is wrong."""


@pytest.mark.full
async def test_nobody_loses_to_a_clock_in_a_year(path: Path) -> None:
    rng, watch = random.Random(2), Watch(DILIGENT)
    database = await open_database(url_of(path))
    try:
        start = int(_BEFORE_THE_CLOCKS_CHANGE.timestamp())
        machine = Machine(database, rng, start, watch.reminded, watch.stepped, watch.watched)
        watch.machine = machine
        await machine.start()
        people = People(machine, rng)
        await people.settle()
        trouble = machine.true + 2 * DAY
        while machine.true < start + 370 * DAY:
            await machine.run_until(min(people.coming[0][0], trouble))
            if machine.true >= trouble:
                trouble = await troubled(machine, rng)
                people.come_back()
            else:
                await people.next()
                await machine.show_boards()
            assert not watch.broken, watch.broken
    finally:
        await database.close()
    assert len(machine.outages) > 20
    assert machine.settings > 20
    assert people.visits > 5_000
    assert watch.counted["reminders"] > 2_000
    assert watch.counted["dropped"] > 10


async def troubled(machine: Machine, rng: random.Random) -> int:
    """Let something go wrong; returns when the next thing does."""
    if machine.off:  # the clock is put right again
        await machine.set_clock(0)
    elif rng.random() < 0.4:
        await machine.set_clock(rng.choice((1, -1)) * rng.choice(_WRONG))
        return machine.true + length(rng)
    else:
        without_battery = rng.random() < 0.2
        before = machine.true
        await machine.suffer(rng.choice([*Trouble]), length(rng))
        if without_battery:
            await machine.set_clock(before - machine.true)
            return machine.true + 30
    return machine.true + rng.randrange(HOUR, 9 * DAY)


def length(rng: random.Random) -> int:
    """The seconds of an outage: a restart, some minutes, some hours, or days."""
    shortest, longest = rng.choice(((5, 60), (400, HOUR), (HOUR, DAY), (DAY, 4 * DAY)))
    return rng.randrange(shortest, longest)
