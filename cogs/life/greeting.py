"""What somebody who has never seen the bot can type, as a message in a channel."""

from __future__ import annotations

from collections.abc import Collection

import discord

from cogs.frame.layout import layout
from cogs.frame.mentions import command
from cogs.games.manifest import Manifest, Manifests
from cogs.life.seating import LEVELS
from prowlerbot.core.i18n import tr


def greeting_view(
    manifests: Manifests, friend: str, alone: Collection[str] = ()
) -> discord.ui.LayoutView:
    """Each game in a sentence, and what to type for it; ``friend`` is somebody to challenge,
    ``alone`` has the keys of the games that one can play alone.
    """
    lines = [f"### {tr('Board games, right here: type a line to begin')}"]
    for manifest in manifests.values():
        told = _game_lines(manifest, friend, alone=manifest.key in alone)
        lines += ["", *told] if len(lines) > 1 else told
    lines.append("\n-# " + tr("`{command}` lists your matches.", command=command("matches")))
    return layout("\n".join(lines))


def _game_lines(manifest: Manifest, friend: str, *, alone: bool) -> list[str]:
    key, (easy, _) = manifest.key, LEVELS[0]
    machine = _challenge(key, "machine", tr(easy))
    person = _challenge(key, "opponent", friend)
    found = [
        f"**{manifest.title}** · {manifest.face.pitch}",
        "- " + tr("Against the machine: `{command}`", command=machine),
        "- " + tr("Against {friend}: `{command}`", friend=friend, command=person),
        "- " + tr("The rules in short: `{command}`", command=command(key, "rules")),
    ]
    if alone:
        found.insert(1, "- " + tr("Alone: `{command}`", command=_challenge(key, "seats", "1")))
    if manifest.face.teaches:
        lessons = command(key, "tutorial")
        found.append("- " + tr("To learn it by playing: `{command}`", command=lessons))
    return found


def _challenge(game: str, option: str, value: str) -> str:
    """A challenge as it is typed, with one option."""
    return f"{command(game, 'challenge')} {command(option).removeprefix('/')}: {value}"
