"""The games; none of them knows another."""

from __future__ import annotations

from prowlerbot.core.game import Registry

from .heroes import Heroes
from .landgrab import Landgrab
from .prowler import Prowler

GAMES = Registry((Prowler(), Landgrab(), Heroes()))
"""The registry, which the entry points pass down."""
