"""Heroes Beware in Discord: its manifest."""

from cogs.contract.manifest import Manifest, Option
from cogs.games.heroes.face import HeroesFace
from cogs.games.heroes.lessons import LESSONS
from prowlerbot.core.i18n import mark
from prowlerbot.games.heroes import Heroes

_BUILD = (
    (mark("Brisk: draft turns in secret, about 15 a round (the default)"), "brisk"),
    (mark("Turns: as in the rulebook, up to 40 draft turns a round"), "turns"),
    (mark("Live: everybody at once from one pile, against the clock"), "live"),
)
_HAND = (
    (mark("Guided: only what fits can be built (the default)"), "guided"),
    (mark("Free: mistakes are possible and have to be repaired"), "free"),
)
_LENGTH = (
    (mark("Full: three rounds (the default)"), "full"),
    (mark("Short: two rounds, with special pieces from the start"), "short"),
)

MANIFEST = Manifest(
    face=HeroesFace(Heroes(), LESSONS),
    description="Play Heroes Beware, alone or up to four at a time",
    move=Option("move", "A piece to build and its square, or another move", required=True),
    setup=(
        Option("build", "How colonies are built", _BUILD),
        Option("hand", "Whether only what fits can be built", _HAND),
        Option("length", "How many rounds", _LENGTH),
    ),
    live=lambda options: options.get("build") == "live",
)
