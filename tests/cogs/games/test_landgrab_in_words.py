"""The words of Landgrab hold the whole position: a reader rebuilds it from nothing else."""

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import pytest

from cogs.contract.screen import ALT_LIMIT, Look
from prowlerbot.core.game import CHANCE
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import NAME
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.words import COLOUR_NAMES, squares_of
from tests.cases import each_of
from tests.cogs.games.shown import FACES, LANDGRAB, match

COLUMNS: Final = "ABCDEFGHIJKL"
_TASKS: Final = {
    "tiles": re.compile(r"Tile \d+ of \d+: (?P<actor>\w+) places it\."),
    "buildings": re.compile(r"(?P<actor>\w+) places a building\."),
    "spawns": re.compile(r"(?P<actor>\w+) chooses a spawn\."),
    "claim": re.compile(r"(?P<actor>\w+) rolls for (?P<building>[\w-]+)\."),
    "defence": re.compile(
        r"(?P<actor>\w+) attacks (?P<other>\w+) with a roll of (?P<rolled>\d+); (?P=other) rolls\."
    ),
    "attack": re.compile(r"(?P<actor>\w+) attacks (?P<other>\w+)\."),
    "eviction": re.compile(r"(?P<other>\w+) returns to the spawn where (?P<actor>\w+) stands;"),
    "turn": re.compile(r"(?P<actor>\w+)'s turn\."),
    "over": re.compile(r"Final position\."),
}
_PLAYER: Final = re.compile(
    r"(?P<name>\w+), (?P<colour>\w+): (?P<where>.+); spawn: (?P<spawn>[\w ]+); (?P<lives>\d+)"
    r" (?:life|lives); \d+ points?\."
)
_NEWCOMER: Final = re.compile(r"(?P<name>\w+): (?P<colour>Red|Blue|Green|Yellow)\.")
_CLAIM: Final = re.compile(
    r"(?P<squares>[\w-]+) (?:small|large), [\w-]+, (?:nobody's|of (?P<owner>\w+)), strength"
    r" (?P<left>\d+), "
)
_WHOLE: Final = re.compile(
    r"(?:Small|Large), (?:nobody's|of (?P<owner>\w+)), strength (?P<left>\d+): (?P<list>.+)\."
)
_OWNED: Final = re.compile(r"Damaged, (?:nobody's|of (?P<owner>\w+)): (?P<list>.+)\.")
_DAMAGED: Final = re.compile(r"(?P<squares>[\w-]+) (?:small|large), strength (?P<left>\d+)")


@dataclass
class Read:
    """The things that a listener knows of a position, by the names of players and squares."""

    phase: str = ""
    actor: str = ""
    other: str = ""
    rolled: int = 0
    building: str = ""
    round: int = 0
    squares: set[str] = field(default_factory=set)
    colours: dict[str, str] = field(default_factory=dict)
    pawns: dict[str, str] = field(default_factory=dict)
    spawns: dict[str, str] = field(default_factory=dict)
    lives: dict[str, int] = field(default_factory=dict)
    buildings: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The owner and the strength left of each building, by all its squares."""

    def add(self, squares: str, owner: str, left: str) -> None:
        """Add a building; a text that names one twice says something twice."""
        assert squares not in self.buildings, squares
        self.buildings[squares] = owner, int(left)


def read(words: str) -> Read:
    head, *lines = words.splitlines()
    known = Read()
    known.phase, found = _task(head)
    told = found.groupdict()
    known.actor, known.other = told.get("actor", ""), told.get("other", "")
    known.rolled, known.building = int(told.get("rolled", 0)), told.get("building", "")
    if moment := re.search(r"Round (\d+) of", head):
        known.round = int(moment[1])
    for line in lines:
        _read_line(known, line)
    return known


def _task(head: str) -> tuple[str, re.Match[str]]:
    for phase, task in _TASKS.items():
        if found := task.match(head):
            return phase, found
    raise AssertionError(head)


def _read_line(known: Read, line: str) -> None:
    if player := _PLAYER.fullmatch(line):
        name, where = player["name"], player["where"]
        known.colours[name] = player["colour"]
        known.pawns[name] = where.removeprefix("at ") if where.startswith("at ") else ""
        known.spawns[name] = player["spawn"] if player["spawn"] != "none yet" else ""
        known.lives[name] = int(player["lives"])
    elif newcomer := _NEWCOMER.fullmatch(line):
        known.colours[newcomer["name"]] = newcomer["colour"]
    elif line.startswith("Row "):
        for row in line.removeprefix("Row ").removesuffix(".").split("; "):
            numbers, _, columns = row.partition(": ")
            for number in numbers.split(", "):
                known.squares |= {f"{column}{number}" for column in _columns(columns)}
    else:
        _read_buildings(known, line)


def _read_buildings(known: Read, line: str) -> None:
    if line.startswith("To claim: "):
        for claim in _CLAIM.finditer(line):
            known.add(claim["squares"], claim["owner"] or "", claim["left"])
    elif whole := _WHOLE.fullmatch(line):
        for item in whole["list"].split("; "):
            known.add(item.partition(",")[0], whole["owner"] or "", whole["left"])
    elif owned := _OWNED.fullmatch(line):
        for each in _DAMAGED.finditer(owned["list"]):
            known.add(each["squares"], owned["owner"] or "", each["left"])


def _columns(text: str) -> str:
    found = ""
    for run in text.split(", "):
        first, _, last = run.partition(" to ")
        found += COLUMNS[COLUMNS.index(first) : COLUMNS.index(last or first) + 1]
    return found


NAMES = ("Ada", "Ben", "Cleo", "Dan")
FACE = FACES["landgrab"]
_MOST_BEFORE, _MOST_WORDS = 120, 300
_FEW = LANDGRAB[1::5]
"""Enough for a quick run."""


def _known(position: Position) -> Read:
    """The position itself, in the form in which a reader notes it down."""
    names = NAMES[: len(position.seats)]
    fighting = position.phase in {"attack", "defence"}
    other = position.target if fighting else position.returning
    on = position.map
    called = ["-".join(NAME[it] for it in squares_in(each.squares)) for each in on.buildings]
    acting = 0 if position.end else next(iter(position.to_move - {CHANCE}), position.turn)
    placing = position.phase in {"tiles", "buildings"}
    seats = [
        seat for seat in position.seats if not placing and _has_begun(position, seat)
    ]  # others have a colour alone

    def name(seat: int) -> str:
        return names[seat - 1] if seat else ""

    return Read(
        phase=position.phase,
        actor=name(acting),
        other=name(other),
        rolled=position.rolled if position.phase == "defence" else 0,
        building=called[position.target] if position.phase == "claim" else "",
        round=0 if position.end else position.round,
        squares={NAME[square] for square in squares_in(on.squares)},
        colours={
            player: COLOUR_NAMES[letter]
            for player, letter in zip(names, position.setup.colours, strict=True)
        },
        pawns={name(seat): _square(position.pawns[seat - 1]) for seat in seats},
        spawns={name(seat): _square(position.spawns[seat - 1]) for seat in seats},
        lives={name(seat): position.lives[seat - 1] for seat in seats},
        buildings={
            each: (name(owner), left)
            for each, owner, left in zip(called, position.owners, position.points, strict=True)
        },
    )


def _has_begun(position: Position, seat: int) -> bool:
    return position.spawns[seat - 1] >= 0 or not position.is_in(seat)


def _square(at: int) -> str:
    return NAME[at] if at >= 0 else ""


@pytest.mark.parametrize(
    ("setup", "seed"),
    [*_FEW, *(pytest.param(*it, marks=pytest.mark.full) for it in LANDGRAB if it not in _FEW)],
)
def test_the_words_of_each_ply_rebuild_the_position_for_every_seat(setup: str, seed: int) -> None:
    for position in match("landgrab", setup, seed):
        assert isinstance(position, Position)
        names, known = NAMES[: int(setup[0])], _known(position)
        for viewer in (None, *position.seats):
            words = FACE.describe(position.view(viewer), names)
            assert read(words) == known
            assert len(words.split()) <= _MOST_WORDS


@each_of(("setup", "seed"), LANDGRAB[::3])
def test_alt_texts_have_every_building_with_four_long_names_too(setup: str, seed: int) -> None:
    names = ("W" * 32,) * int(setup[0])
    for position in match("landgrab", setup, seed)[::3]:
        assert isinstance(position, Position)
        for viewer in position.seats:
            alt = FACE.brief(position.view(viewer), names)
            assert all(squares_of(each) in alt for each in position.map.buildings)
            assert len(alt) <= ALT_LIMIT


@each_of(("setup", "seed"), LANDGRAB[::3])
def test_words_first_readers_hear_120_words_before_the_position(setup: str, seed: int) -> None:
    names = NAMES[: int(setup[0])]
    look = Look(names, names, words=True, listed=True)
    for before, after in pairwise(match("landgrab", setup, seed)):
        text = FACE.screen([before.view(1), after.view(1)], look).text
        assert len(text.split()) <= _MOST_BEFORE
