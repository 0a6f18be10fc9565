"""Prowler's Passage in Discord: its manifest."""

from collections.abc import Mapping

from cogs.contract.manifest import Manifest, Option
from cogs.games.prowler.face import ProwlerFace
from cogs.games.prowler.lessons import LESSONS
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.position import DISTRICTS
from prowlerbot.games.prowler.words import DISTRICT_NAMES

_FIRST_SEATS = {"me": "1", "them": "2"}
"""Seat 1 for the challenger; any other answer leaves the seats to chance."""


def _read_setup(said: Mapping[str, str]) -> Mapping[str, str]:
    first = _FIRST_SEATS.get(said.get("first", ""))
    return {"first": first} if first else {}


MANIFEST = Manifest(
    face=ProwlerFace(Prowler(), LESSONS),
    description="Play Prowler's Passage against a friend",
    move=Option(
        "pathway", "Number of the pathway, or the marker that opens the match", required=True
    ),
    detail=Option(
        "marker",
        "Which marker a wild shovel moves",
        tuple((f"{DISTRICT_NAMES[letter]} marker", letter) for letter in DISTRICTS),
    ),
    setup=(
        Option(
            "first",
            "The player who digs the first passage",
            (
                ("I go first", "me"),
                ("They go first", "them"),
                ("Draw lots (the default)", "random"),
            ),
        ),
    ),
    read_setup=_read_setup,
    sides=("🔴 Red", "🔷 Teal"),
    plan=Option("answers", "Such as 9: 12; 4 or 5: 8 (7: 6); leave it out to see your plan"),
)
