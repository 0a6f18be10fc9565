"""The games; none of them knows another."""

from prowlerbot.core.game import Registry
from prowlerbot.games.from_outside import registry_with_packages
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.prowler import Prowler

HOUSE = Registry((Prowler(), Landgrab(), Heroes()))
"""The games that come with the bot."""
GAMES = registry_with_packages(HOUSE.values())
"""These games and those of packages beside the bot: the registry, which entry points hand down."""
