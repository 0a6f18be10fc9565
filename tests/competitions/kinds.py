"""The formats by short names."""

from prowlerbot.competitions.formats import FORMATS

ROUND_ROBIN, SWISS, KNOCKOUT = FORMATS["round-robin"], FORMATS["swiss"], FORMATS["knockout"]
ARENA = FORMATS["arena"]
PODS, LEAGUE, LADDER = FORMATS["pods"], FORMATS["league"], FORMATS["ladder"]
