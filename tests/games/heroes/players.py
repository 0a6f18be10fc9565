"""Who plays the matches that the reference is held against: from blind chance to some sense.

They choose by what the reference knows, so a match can be made without the rules that it is for.
"""

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from tests.games.heroes.reference import Match, Recorder
from tests.games.heroes.reference_colony import (
    BY_NAME,
    Piece,
    is_passage,
    is_valid,
    placed,
    sides_of,
    turned,
)
from tests.games.heroes.reference_table import Seat

Player = Callable[[random.Random, Match, int, Sequence[str]], str]

FLIPS = 25
"""Tiles that a sensible builder turns up in a round of live building."""
WORTH = {
    "ore": 2.0,
    "chest": 2.5,
    "campfire": 1.5,
    "trap": 1.5,
    "cell": 1.0,
    "gem vein": 3.0,
    "mess hall": 3.0,
    "infirmary": 2.5,
}
NEEDS = {"ore": 6, "gem vein": 11}
"""The distances at which they yield something."""
USEFUL = {"gem vein", "mess hall", "infirmary"}


def blind(rng: random.Random, _match: Match, _seat: int, legal: Sequence[str]) -> str:
    return rng.choice(legal)


def busy(rng: random.Random, _match: Match, _seat: int, legal: Sequence[str]) -> str:
    """Any kind of move alike, and then any move of this kind; hardly ever the last one."""
    kinds: dict[str, list[str]] = {}
    for text in legal:
        kinds.setdefault(kind(text), []).append(text)
    if len(kinds) > 1 and rng.random() < 0.95:
        kinds.pop("done", None)
    if len(kinds) > 1 and rng.random() < 0.6:
        kinds.pop("ready", None)
        kinds.pop("pass", None)
    return rng.choice(kinds[rng.choice(list(kinds))]) if kinds else rng.choice(legal)


def kind(text: str) -> str:
    """The kind of a move: its verb, or the piece that is built."""
    return ">" if ">" in text else re.split("@|(?<=[a-z])[0-9]", text)[0]


def sensible(
    rng: random.Random, match: Match, seat: int, legal: Sequence[str], *, digging: float = 0.1
) -> str:
    """Joins tiles, seals pieces, likes features, and puts its tokens to use."""
    each = match.seats[seat]
    if match.phase in {"draft", "live"} or each.stage == "closing":
        return _build(rng, match, each, legal, digging)
    wishes: tuple[str, ...]
    if match.phase == "settling":
        wishes = ("patch", "store", "remove", "buy")
        moves = [text for text in legal if ">" in text]
        if moves and rng.random() < 0.7:
            beside_others = [
                text for text in moves if BY_NAME[text.split(">")[1]] in each.colony.tokens
            ]
            return rng.choice(beside_others or moves)
    elif match.phase == "invasion":
        wishes = ("trap", "guard", "armg", "cell", "payw")
        if "armg" in {kind(text) for text in legal} and rng.random() < 0.5:
            wishes = ("pass",)
    else:
        wishes = ("L", "I") if rng.random() < 0.7 else ("P",)
        useful = [text for text in legal if text != "P" and USEFUL & features(turned(text, 0))]
        if useful and rng.random() < 0.8:
            return rng.choice(useful)
    for wish in wishes:
        wanted = [text for text in legal if text.startswith(wish)]
        if wanted and rng.random() < 0.8:
            return rng.choice(wanted)
    return rng.choice(legal)


def digging(rng: random.Random, match: Match, seat: int, legal: Sequence[str]) -> str:
    """As sensible, but goes far away from the entrance, where gem veins yield something."""
    return sensible(rng, match, seat, legal, digging=1.2)


def features(piece: Piece) -> set[str]:
    return {feature for _, feature in piece.squares.values() if feature}


def _build(
    rng: random.Random, match: Match, each: Seat, legal: Sequence[str], digging: float
) -> str:
    late = match.last_turn or each.stage == "closing" or match.pile < 6
    scores = {
        text: worth(each, text, late=late, digging=digging) + rng.random()
        for text in legal
        if "@" in text
    }
    best = max(scores, key=lambda text: scores[text], default="")
    others = [text for text in legal if text not in scores]
    if best and scores[best] > (-4 if late else 0):
        return best
    if "end" in others and (each.built or late):
        return "end"
    if best and rng.random() < 0.2:
        return best
    return _pass_time(rng, match, others)


def _pass_time(rng: random.Random, match: Match, others: Sequence[str]) -> str:
    seats = len(match.playing())
    wishes = ["reveal", "drop", "take"] if rng.random() < 0.2 else ["reveal", "drop"]
    if 24 + 20 * seats - match.pile < FLIPS * seats:
        wishes.append("flip")
    for wish in wishes:
        wanted = [text for text in others if text.startswith(wish)]
        if wanted:
            return rng.choice(wanted)
    return others[-1]


def worth(each: Seat, text: str, *, late: bool, digging: float) -> float:
    """How much a placement is liked."""
    what, where = text.split("@")
    at, turns = where.split("r")
    if what[0] == "b":
        what = str(each.queue[int(what[1:]) - 1])
    elif what == "h":
        what = str(each.hand)
    colony, piece = each.colony, placed(what, BY_NAME[at], int(turns))
    pairs = colony.meetings(piece)
    joined = sum(is_passage(one, other) for one, other in pairs)
    wrong = sum(not is_valid(one, other) for one, other in pairs)
    open_edges = _open_sides(colony.all()) - sum(map(len, colony.passages().values()))
    open_edges += _open_sides([piece]) - 2 * joined
    liked = 0 if late else min(6, 2 + len(colony.pieces) // 4)
    away = 1 + min(
        distance
        for square, distance in colony.distances().items()
        for own in piece.squares
        if abs(own[0] - square[0]) + abs(own[1] - square[1]) == 1
    )
    needed = max((NEEDS.get(feature, 0) for feature in features(piece)), default=0)
    depth = 0.8 * min(away - needed, 3) if needed else digging * away
    liking = sum(WORTH[feature] for feature in features(piece))
    return liking + 2 * joined - 3 * wrong - abs(open_edges - liked) + depth


def _open_sides(pieces: Iterable[Piece]) -> int:
    """Where one could go from square to square if something lay there."""
    return sum(side != "." for sides in sides_of(pieces).values() for side in sides)


PLAYERS: Mapping[str, Player] = {
    "blind": blind,
    "busy": busy,
    "sensible": sensible,
    "digging": digging,
}


def play_out(setup: str, rng: random.Random, player: Player, *, leaving: float = 0) -> Recorder:
    """A whole match; before each move somebody leaves with this probability, more often in the
    phases that have few moves.
    """
    recorder = Recorder(setup)
    match = recorder.match
    while match.to_move():
        often = {"settling": 4, "invasion": 2, "planning": 8}.get(match.phase, 1)
        if leaving and rng.random() < often * leaving:
            staying = [seat for seat in match.playing() if match.may_leave(seat)]
            if staying:
                recorder.play(rng.choice(staying), "leave")
                continue
        seat = rng.choice(match.to_move())
        legal = match.legal(seat)
        recorder.play(
            seat, rng.choice(legal) if seat == 0 else player(rng, match, seat, legal), legal
        )
    return recorder
