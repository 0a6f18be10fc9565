"""How many sequences of moves there are from a position, counted to some depth over all seats that
are to move, and over all that chance may bring.

The counts of ``perft.json`` were made by the references; the ones written here come with the rules.
"""

import json
import re
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

import pytest

from prowlerbot.core.game import AnyState, after
from prowlerbot.games import GAMES
from tests.games.playthroughs import FOLDER, PLAYTHROUGHS, Playthrough, again
from tests.games.prowler.matches import EXAMPLE


class Row(NamedTuple):
    """A position by its set-up and the moves to it, and the counts from there."""

    setup: str
    moves: Sequence[str | tuple[int, str]]
    counts: Sequence[int]


def _table(game: str) -> list[Row]:
    rows = json.loads((Path(__file__).parent / game / "perft.json").read_text(encoding="utf-8"))
    return [Row(**row) for row in rows]


PROWLER = [
    Row(EXAMPLE, [], [5, 175, 5750]),
    Row("CRB-MPC-RPM-BCP-RCM-PBR/wbpmrbpmrbwpmrbpmrdbpmrbpdw/4,9,15/2", [], [5, 195, 7110]),
    *_table("prowler"),
]
LANDGRAB = [
    Row("RB/1/together", [], [12, 192, 3636]),
    Row("RB/1/F6,H6/F6/", [], [7, 42, 174, 1054, 7938]),
    *_table("landgrab"),
]
TABLES = {"prowler": PROWLER, "landgrab": LANDGRAB}


def position_of(game: str, row: Row) -> AnyState:
    state = GAMES[game].start(row.setup)
    for entry in row.moves:
        (due,) = state.to_move
        seat, text = (due, entry) if isinstance(entry, str) else entry
        state = after(state, seat, text)
    return state


def perft(position: AnyState, depth: int) -> int:
    moves = [(seat, move) for seat in position.to_move for move in position.moves(seat)]
    if depth == 1:
        return len(moves)
    return sum(perft(position.after(seat, move), depth - 1) for seat, move in moves)


@pytest.mark.parametrize("game", TABLES)
def test_there_are_as_many_sequences_of_moves_as_stated(game: str) -> None:
    phases = set()
    for row in TABLES[game]:
        position = position_of(game, row)
        depths = range(1, len(row.counts) + 1)
        assert [perft(position, depth) for depth in depths] == row.counts, row
        phases.add(position.facts().get("phase"))
    if game == "landgrab":
        assert phases >= {"tiles", "buildings", "spawns", "turn", "attack", "eviction"}


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


@pytest.mark.parametrize("play", PLAYTHROUGHS, ids=lambda play: f"{play.game}-{play.name}")
def test_the_moves_of_a_playthrough_still_make_the_recorded_match(play: Playthrough) -> None:
    recorded, now = play.path.read_text(encoding="utf-8"), again(play)
    if recorded == now:
        return
    # Only the beginning: to compare all of two long texts that differ takes minutes.
    lines, others = recorded.splitlines(), now.splitlines()
    pairs = enumerate(zip(lines, others, strict=False))
    first = next((at for at, (one, other) in pairs if one != other), 0)
    part = slice(max(0, first - 3), first + 20)
    told = unified_diff(lines[part], others[part], str(play.path), "by the rules now", lineterm="")
    pytest.fail("\n".join(["python -m tests.games.playthroughs writes it anew:", *told]))


def test_every_phase_and_every_kind_of_move_is_in_a_playthrough_of_the_list() -> None:
    assert set(FOLDER.glob("*/playthroughs/*")) == {play.path for play in PLAYTHROUGHS}
    told = dict.fromkeys(MOVES, "")
    for play in PLAYTHROUGHS:
        told[play.game] += play.path.read_text(encoding="utf-8")
    for game, phases in PHASES.items():
        assert set(re.findall("^match: ([a-z]+)", told[game], re.MULTILINE)) == {*phases.split()}
    for game, kinds in MOVES.items():
        made = set(re.findall("^> [0-9] ([a-z]+:?|[A-Z>]?)", told[game], re.MULTILINE))
        assert made >= {*kinds.split()}, game
