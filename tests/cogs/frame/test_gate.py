"""The limits of one user in all servers together, for presses and for typing."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.frame.interaction_gate import Gate
from cogs.frame.rate_limits import AT_ONCE, EVERYWHERE_A_MINUTE, TooMuch
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service


def asked(user: int = 1, guild: int | None = 7, *, done: bool = False) -> discord.Interaction:
    response = SimpleNamespace(is_done=lambda: done)
    named: Any = SimpleNamespace(user=SimpleNamespace(id=user), guild_id=guild, response=response)
    return cast("discord.Interaction", named)


def gate() -> Gate:
    return Gate(cast("Service", None))  # which is asked for what a server allows, known here


def let_in(gate: Gate, interaction: discord.Interaction, choices: ServerChoices) -> bool:
    try:
        gate.count(interaction, choices)
    except TooMuch:
        return False
    return True


async def test_presses_in_many_servers_are_counted_together() -> None:
    it, choices = gate(), ServerChoices(presses_a_minute=60)
    passed = sum(let_in(it, asked(guild=guild), choices) for guild in [*range(5)] * 60)
    assert passed == EVERYWHERE_A_MINUTE
    assert let_in(it, asked(user=2), choices)


async def test_in_one_server_its_own_limit_holds_even_if_it_is_higher() -> None:
    for allowed in (20, 240):
        it, choices = gate(), ServerChoices(presses_a_minute=allowed)
        assert sum(let_in(it, asked(), choices) for _ in range(300)) == allowed


async def test_what_is_refused_in_one_place_uses_up_nothing_elsewhere() -> None:
    it = gate()
    for _ in range(1000):
        let_in(it, asked(guild=1), ServerChoices(presses_a_minute=20))
    more = ServerChoices(presses_a_minute=60)
    assert sum(let_in(it, asked(guild=guild), more) for guild in [2, 3] * 60) == 100


async def test_answers_on_the_way_are_counted_over_all_servers_until_they_are_given() -> None:
    it = gate()
    with it.at_once(asked(guild=1)), it.at_once(asked(guild=2)), it.at_once(asked(guild=None)):
        assert AT_ONCE == 3
        with pytest.raises(TooMuch), it.at_once(asked(guild=4)):
            pass
        with it.at_once(asked(user=2, guild=1)):
            pass
    done = [asked(done=True) for _ in range(AT_ONCE)]
    with it.at_once(done[0]), it.at_once(done[1]), it.at_once(done[2]), it.at_once(asked()):
        pass


async def test_of_what_somebody_types_only_the_newest_waits() -> None:
    it, found = gate(), list[int]()
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def letter(number: int, user: int = 1) -> None:
        async with it.suggesting(asked(user=user)) as wanted:
            if wanted:
                found.append(number)
                begun.set()
                await go_on.wait()

    first = asyncio.create_task(letter(1))
    await begun.wait()
    others = [asyncio.create_task(letter(number)) for number in range(2, 30)]
    elsewhere = asyncio.create_task(letter(99, user=2))
    await asyncio.sleep(0)
    assert found == [1, 99], "each user has a line of their own"
    go_on.set()
    await asyncio.gather(first, *others, elsewhere)
    assert found == [1, 99, 29]
