"""A reader of the spoken positions of Heroes Beware, who has nothing but the words."""

import re
from dataclasses import dataclass, field
from typing import Final

FEATURES: Final = {
    "ore vein": "ore",
    "campfire": "campfire",
    "treasure chest": "chest",
    "cell": "cell",
    "trap": "trap",
    "gem vein": "gem vein",
    "mess hall": "mess hall",
    "infirmary": "infirmary",
    "Patch": "",
}
ENTRANCE: Final = {"G7": "", "H7": "", "I7": "", "H8": ""}
_HEAD: Final = re.compile(
    r"(?:Before round (?P<next>\d)|Round (?P<round>\d)) of 3"
    r"(?: · (?P<before>before the invasion))?"
    r"(?: · (?:(?P<last>last turn)|turn (?P<turn>\d+)(?: of \d+)?))?"
    r"(?: · (?P<pile>\d+) tiles? in the pile)?"
    r"(?: · (?:(?P<cards>\d+) more cards? to come|(?P<final>last card)))?"
    r"\.(?: To decide: (?P<deciding>.+)\.)?"
)
_SQUARE: Final = re.compile(r"(?:(cavern|stone) )?([A-O]\d+)(?: ([A-Za-z ]+?))?(?: \((.+?)\))?$")
_TOKEN: Final = re.compile(r"(\d+) (gold|gem|guard|trap|prisoner)s?")


@dataclass
class Colony:
    """A player's colony and possessions; passages are pairs of squares with their kind."""

    stash: dict[str, int] = field(default_factory=dict)
    reserve: dict[str, int] = field(default_factory=dict)
    squares: dict[str, str] = field(default_factory=lambda: dict(ENTRANCE))
    passages: dict[frozenset[str], str] = field(default_factory=dict)
    edges: dict[tuple[str, str], str] = field(default_factory=dict)
    large: set[tuple[str, ...]] = field(default_factory=set)
    lying: dict[str, list[str]] = field(default_factory=dict)
    mismatched: set[str] = field(default_factory=set)
    queue: dict[int, str] = field(default_factory=dict)
    face_down: int = 0
    hand: str = ""
    done: bool = False


@dataclass
class Read:
    """The things that a listener knows of a position, by the names of players and squares."""

    head: dict[str, str] = field(default_factory=dict)
    card: str = ""
    offer: dict[str, int] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    face_up: list[int] = field(default_factory=list)
    supply: int = 0
    colonies: dict[str, Colony] = field(default_factory=dict)


def read(words: str) -> Read:
    first, *lines = words.splitlines()
    known, own = Read(), Colony()
    head = _HEAD.fullmatch(first)
    assert head is not None, first
    known.head = {name: value for name, value in head.groupdict().items() if value}
    for line in lines:
        if line.startswith("### Colony of "):
            own = known.colonies[line.removeprefix("### Colony of ")] = Colony()
        elif known.colonies:
            _colony(own, line)
        else:
            _table(known, line)
    return known


def _table(known: Read, line: str) -> None:
    if line.startswith("Treasure: "):
        return
    if line.startswith("On offer: "):
        for piece in re.split("; (?!from there)", _list(line)):
            name, count = _times(piece.partition(": ")[0])
            known.offer[name] = count
    elif line.startswith("Order of choosing: "):
        known.order = _list(line).split(", ")
    elif line.startswith("Face up beside the pile: "):
        known.face_up = [int(each.split()[0]) for each in re.split(r", (?=\d)", _list(line))]
    elif line.startswith("In the supply: "):
        known.supply = int(line.split()[3])
    else:
        known.card = line


def _colony(own: Colony, line: str) -> None:
    head, reads = next((each for each in _LINES.items() if line.startswith(each[0])), ("", None))
    if reads is not None:
        reads(own, line.removeprefix(head).removesuffix("."))
    elif not line.startswith(("Nothing is built but the entrance", "Way of ", "No open edge.")):
        _holdings(own, line)


def _holdings(own: Colony, line: str) -> None:
    found = re.fullmatch(r"In the stash: (.+?)\.(.*)", line)
    assert found is not None, line
    own.stash = {kind: int(count) for count, kind in _TOKEN.findall(found[1])}
    if reserve := re.search(r" Reserve: (.+?)\.(?= No more|$)", found[2]):
        for piece in re.split("; (?!from there)", reserve[1]):
            name, count = _times(piece.partition(": ")[0])
            own.reserve[name] = count
    own.done = found[2].endswith("No more building in this round.")


def _edges(own: Colony, edges: str) -> None:
    edges, _, wrong = edges.partition(". ")
    _mismatched(own, wrong)
    for part in edges.split("; "):
        kind = re.match("cavern|stone|any kind", part)
        assert kind is not None, part
        for at, sides in re.findall(r"([A-O]\d+) ((?:[a-z]+(?:, | and )?)+)", part):
            for side in re.findall("[a-z]+", sides.replace(" and ", " ")):
                assert (at, side) not in own.edges, "told twice"
                own.edges[at, side] = kind[0]


def _mismatched(own: Colony, squares: str) -> None:
    own.mismatched = set(re.findall(r"[A-O]\d+", squares))


def _ways(own: Colony, line: str) -> None:
    at, _, steps = line.partition(": ")
    kind = ""
    for step in re.split(r", (?![^(]*\))", steps):
        found = _SQUARE.match(step)
        assert found is not None, step
        kind = found[1] or kind
        own.passages[frozenset((at, found[2]))] = kind
        at = found[2]
        assert at not in own.squares, "told twice"
        own.squares[at] = FEATURES[found[3] or "Patch"]
        lying = [] if "too near" in (found[4] or "too near") else found[4].split(", ")
        if tokens := sorted(each for each in lying if each != "not armed"):
            own.lying[at] = tokens


def _entrance(own: Colony, squares: str) -> None:
    for at, tokens in re.findall(r"(\w+) \((.+?)\)", squares):
        own.lying[at] = sorted(tokens.split(", "))


def _hand(own: Colony, piece: str) -> None:
    own.hand = piece.partition(": ")[0]


def _joined(own: Colony, passages: str) -> None:
    for kind, at, there in re.findall(r"(cavern|stone) (\w+)-(\w+)", passages):
        own.passages[frozenset((at, there))] = kind


def _large(own: Colony, pieces: str) -> None:
    own.large = {tuple(each.split("-")) for each in re.findall(r"[A-O]\d+(?:-\w+)+", pieces)}


def _queue(own: Colony, tiles: str) -> None:
    for tile in tiles.split("; "):
        if tile.endswith("face down"):
            own.face_down = int(tile.split()[0])
        else:
            place, rest = tile.split(" ", 1)
            own.queue[int(place)] = rest


def _list(line: str) -> str:
    return line.partition(": ")[2].removesuffix(".")


def _times(piece: str) -> tuple[str, int]:
    count, times, name = piece.partition(" × ")
    return (name, int(count)) if times else (piece, 1)


_LINES = {
    "Queue: ": _queue,
    "In hand: ": _hand,
    "On the entrance: ": _entrance,
    "Open edges: ": _edges,
    "No open edge. ": _mismatched,
    "From ": _ways,
    "Also joined: ": _joined,
    "Larger pieces: ": _large,
}
