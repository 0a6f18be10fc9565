"""What somebody who has never seen the bot can type, as a message in a channel."""

from __future__ import annotations

import discord

from cogs.frame.layout import layout
from cogs.frame.mentions import command
from cogs.games.manifest import Manifests
from cogs.life.seating import LEVELS
from prowlerbot.core.i18n import tr


def greeting_view(manifests: Manifests, friend: str) -> discord.ui.LayoutView:
    """Each game in a sentence, and what to type for it; ``friend`` is somebody to challenge."""
    lines = [f"### {tr('Type a line to play')}"]
    for key, manifest in manifests.items():
        lines += [
            f"**{manifest.title}** · {manifest.face.pitch}",
            "- " + tr("Against the machine: `{command}`", command=_typed(key, "machine", tr(LEVELS[0][0]))),
            "- "
            + tr(
                "Against {friend}: `{command}`",
                friend=friend,
                command=_typed(key, "opponent", friend),
            ),
            "- " + tr("The rules in short: `{command}`", command=command(key, "rules")),
        ]
        if manifest.lessons:
            lines.append(
                "- " + tr("To learn it by playing: `{command}`", command=command(key, "tutorial"))
            )
    lines.append("-# " + tr("`{command}` lists your matches.", command=command("matches")))
    return layout("\n".join(lines))


def _typed(game: str, option: str, value: str) -> str:
    """A challenge as it is typed, with one option."""
    named = command(option).removeprefix("/")
    return f"{command(game, 'challenge')} {named}: {value}"
