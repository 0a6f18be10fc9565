"""The games; none of them knows another."""

from __future__ import annotations

from prowlerbot.core.registry import Registry

from .prowler import Prowler

GAMES = Registry((Prowler(),))
"""The registry, which the entry points pass down."""
