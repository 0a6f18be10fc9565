"""Chosen users are read without a view in memory."""

from __future__ import annotations

import discord

from cogs.discord_py.interactions import chosen_users
from tests.discord_py.client import USER, bot, interaction, press

BEN = {**USER, "id": "12", "username": "ben"}


async def test_chosen_users_are_those_of_the_press_if_it_has_any() -> None:
    assert chosen_users(interaction(bot(), press())) == []
    resolved = {"users": {"7": USER, "12": BEN}}
    found = chosen_users(interaction(bot(), press(values=["7", "12"], resolved=resolved)))
    assert [(each.id, each.name) for each in found] == [(7, "ada"), (12, "ben")]
    assert all(isinstance(each, discord.User) for each in found)
