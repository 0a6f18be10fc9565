"""The links of the host: an invitation, terms, privacy, support."""

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
    """The addresses from the host's settings; an empty address is not shown."""

    invite: str = ""
    terms: str = ""
    privacy: str = ""
    support: str = ""

    def line(self) -> str:
        """All links in small print; empty if the host has set none."""
        links = [
            f"[{tr(label)}](<{address}>)"
            for name, label in _LABELS.items()
            if (address := str(getattr(self, name)))
        ]
        return f"-# {' · '.join(links)}" if links else ""
