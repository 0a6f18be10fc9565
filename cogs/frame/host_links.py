"""The pages of whoever hosts the bot: an invitation, terms, privacy, support."""

from __future__ import annotations

from dataclasses import dataclass

from prowlerbot.core.i18n import mark, tr

_LABELS = {
    "invite": mark("Invite me"),
    "terms": mark("Terms"),
    "privacy": mark("Privacy"),
    "support": mark("Support"),
}


@dataclass(frozen=True, slots=True)
class HostLinks:
    """The addresses of the settings; an empty one is not shown."""

    invite: str = ""
    terms: str = ""
    privacy: str = ""
    support: str = ""

    def line(self) -> str:
        """All of them in small print; empty if the host has set none."""
        links = [
            f"[{tr(label)}](<{address}>)"
            for name, label in _LABELS.items()
            if (address := str(getattr(self, name)))
        ]
        return f"-# {' · '.join(links)}" if links else ""
