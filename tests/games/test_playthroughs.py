"""The recorded playthroughs are what the rules make of their moves."""

from __future__ import annotations

import re
from difflib import unified_diff

import pytest

from tests.games.playthroughs import FOLDER, PLAYTHROUGHS, Playthrough, again, legal_text

PHASES = {
    "landgrab": "tiles buildings spawns turn claim attack defence eviction over",
    "heroes": "build invasion planning over",
}
MOVES = {
    "prowler": ">",
    "landgrab": "t: s: l: p: c: a: F d leave",
    "heroes": (
        "t d v m e I L P b h end done reveal remove patch buy ready flip drop take"
        " cell gold armg armw lose leave"
    ),
}
SHOWN_OF_A_DIFFERENCE = 20


@pytest.mark.parametrize("play", PLAYTHROUGHS, ids=lambda play: f"{play.game}-{play.name}")
def test_the_moves_of_a_playthrough_still_make_the_match_that_is_recorded(
    play: Playthrough,
) -> None:
    recorded, now = play.path.read_text(encoding="utf-8"), again(play)
    if recorded == now:
        return
    # Only the beginning: to compare all of two long texts that differ takes minutes.
    lines, others = recorded.splitlines(), now.splitlines()
    pairs = enumerate(zip(lines, others, strict=False))
    first = next((at for at, (one, other) in pairs if one != other), 0)
    part = slice(max(0, first - 3), first + SHOWN_OF_A_DIFFERENCE)
    told = unified_diff(lines[part], others[part], str(play.path), "by the rules now", lineterm="")
    pytest.fail("\n".join(["python -m tests.games.playthroughs writes it anew:", *told]))


def test_every_recorded_playthrough_is_in_the_list() -> None:
    assert set(FOLDER.glob("*/playthroughs/*")) == {play.path for play in PLAYTHROUGHS}


def test_every_phase_and_every_kind_of_move_is_in_a_playthrough() -> None:
    told = dict.fromkeys(MOVES, "")
    for play in PLAYTHROUGHS:
        told[play.game] += play.path.read_text(encoding="utf-8")
    for game, phases in PHASES.items():
        assert set(re.findall("^match: ([a-z]+)", told[game], re.MULTILINE)) == {*phases.split()}
    for game, kinds in MOVES.items():
        made = set(re.findall("^> [0-9] ([a-z]+:?|[A-Z>]?)", told[game], re.MULTILINE))
        assert made >= {*kinds.split()}, game


def test_legal_moves_are_told_without_what_they_have_in_common() -> None:
    moves = ["b1@F7r0", "b1@F7r1", "b1@F7r2", "b1@G7r1", "P@F7r0", "end", "t1", "t2"]
    assert legal_text(moves) == "b1@F7r0–F7r2 G7r1; P@F7r0; end t1 t2"
