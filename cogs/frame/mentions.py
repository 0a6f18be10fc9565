"""How a slash command is called in the language of the moment."""

from __future__ import annotations

from prowlerbot.core.i18n import COMMAND, spoken, translated


def command(*names: str) -> str:
    """The command that a reader types, by its names from the group on: “/prowler board”.

    Texts take it as a field, so that one text serves the commands of all games.
    """
    return "/" + " ".join(translated(name, spoken(), COMMAND) or name for name in names)
