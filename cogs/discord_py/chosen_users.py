"""The users chosen in a select, as objects of discord.py.

Replaces ``discord.ui.UserSelect.values``, which needs a view in memory, whereas buttons and selects
of this bot outlive restarts. ``Namespace._get_resolved_items`` is the only reader of that data
outside a view. If it changes, the menus can no longer invite anybody.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.app_commands import Namespace


def chosen_users(interaction: discord.Interaction[Any]) -> list[discord.User | discord.Member]:
    data: Any = interaction.data or {}
    resolved: Any = data.get("resolved") or {}
    resolved_items = Namespace._get_resolved_items(interaction, resolved)  # noqa: SLF001 - see above
    return [
        each for each in resolved_items.values() if isinstance(each, (discord.User, discord.Member))
    ]
