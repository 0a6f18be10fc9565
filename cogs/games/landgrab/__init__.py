"""Landgrab in Discord: its manifest."""

from collections.abc import Mapping

from cogs.contract.manifest import Manifest, Option
from cogs.games.landgrab.face import LandgrabFace
from cogs.games.landgrab.lessons import LESSONS
from prowlerbot.core.i18n import mark
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.position import DRAWN
from prowlerbot.games.landgrab.words import COLOUR_NAMES

_MAPS = (
    (mark("Drawn: a new one each time, for 2 to 4 (the default)"), "drawn"),
    (mark("Together: you build it first, for 2 to 4"), "together"),
    (mark("Mill: a fixed map, for 2 to 4"), "mill"),
    (mark("Hall: a fixed map, for 2 or 4"), "hall"),
    (mark("Ring: a fixed map, for 2 or 4"), "ring"),
    (mark("Duel: a fixed map with all buildings, for 2"), "duel"),
)


def _read_setup(said: Mapping[str, str]) -> Mapping[str, str]:
    """A drawn map by default: a first match should start with a race, not 35 turns of building."""
    return {"map": said.get("map", DRAWN)}


MANIFEST = Manifest(
    face=LandgrabFace(Landgrab(), LESSONS),
    description="Play Landgrab, two to four at a time",
    move=Option("move", "A square to go to, building to claim or player to attack", required=True),
    setup=(Option("map", "Which map you play on", _MAPS),),
    read_setup=_read_setup,
    choice=Option(
        "colour",
        "Your colour; other players choose theirs when they join",
        tuple((name, letter) for letter, name in COLOUR_NAMES.items()),
    ),
    plan=Option("way", "Such as go to G7, claim E5; leave it out to see your plan"),
    draw="Have the rest of the map drawn, if all of you agree",
)
