"""A reader of Landgrab's spoken positions, who has nothing but the words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

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
