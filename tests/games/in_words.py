"""The positions of the games in words, line by line, for playthroughs that people read.

Each line has a label of its own, so that a playthrough need only tell the lines that changed.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes import rules as heroes
from prowlerbot.games.heroes.pieces import NAME as HEROES_SQUARE
from prowlerbot.games.heroes.seat import FACE_DOWN, GONE, Seat, Tokens
from prowlerbot.games.landgrab import rules as landgrab
from prowlerbot.games.landgrab.map import NAME as LANDGRAB_SQUARE
from prowlerbot.games.prowler import rules as prowler
from prowlerbot.games.prowler.board import pathways_in
from prowlerbot.games.prowler.position import DISTRICTS, TILES
from prowlerbot.games.prowler.rules import Score

Lines = Mapping[str, str]


def listed(parts: Iterable[object]) -> str:
    return " ".join(map(str, parts)) or "none"


def named(**parts: object) -> str:
    """Those parts that there are, each after its name."""
    return ", ".join(f"{name} {part}" for name, part in parts.items() if part) or "nothing"


# ------------------------------------------------------------------------------- Prowler's Passage


def of_prowler(position: prowler.Position) -> Lines:
    lines = {
        "markers": listed(f"{d}{at:+d}" for d, at in zip(DISTRICTS, position.track, strict=True)),
        "cards": listed(position.unclaimed),
    }
    for seat in (1, 2):
        passages = pathways_in(position.passages[seat - 1])
        tiles = zip(TILES, position.tiles_of(seat), strict=True)
        lines[f"seat {seat}"] = (
            f"passages {listed(passages)}; longest {position.longest_passage(seat)};"
            f" tiles {listed(f'{tile}{count}' for tile, count in tiles if count)};"
            f" statues {listed(position.statues[seat - 1])};"
            f" cards {listed(position.achievements[seat - 1])}"
        )
    for seat, score in enumerate(position.mid or (), 1):
        named_ = zip(Score._fields, score, strict=True)
        lines[f"mid-game of seat {seat}"] = ", ".join(f"{name} {count}" for name, count in named_)
    return lines


# --------------------------------------------------------------------------------------- Landgrab


def of_landgrab(position: landgrab.Position) -> Lines:
    on = position.map

    def square(at: int) -> str:
        return LANDGRAB_SQUARE[at] if at >= 0 else "none"

    lines = {
        "match": f"{position.phase}, round {position.round}, progress {position.progress},"
        f" turn of seat {position.turn}",
        "pending": named(
            target=position.target, rolled=position.rolled, returning=position.returning
        ),
        "tiles": listed(map(square, on.tiles)),
    }
    standing = list(zip(on.buildings, position.owners, position.points, strict=True))
    wide = dict(on.large)
    for seat in (0, *position.seats):
        buildings = [
            "-".join(square(at) for at in (each.first, wide.get(each.first, -1)) if at >= 0)
            + (f" ({points} of {each.full})" if points < each.full else "")
            for each, owner, points in standing
            if owner == seat
        ]
        lines[f"buildings of {f'seat {seat}' if seat else 'nobody'}"] = listed(buildings)
    for seat in position.seats:
        left = "left the match; " if seat in position.left else ""
        lines[f"seat {seat}"] = (
            f"{left}pawn {square(position.pawns[seat - 1])};"
            f" spawn {square(position.spawns[seat - 1])}; lives {position.lives[seat - 1]}"
        )
    return lines


# ----------------------------------------------------------------------------------- Heroes Beware


def of_heroes(position: heroes.Position) -> Lines:
    at = position
    lines = {
        "match": f"{at.phase}, round {at.round}, turn {at.turn}{', the last' if at.last else ''}",
        "table": named(
            pile=at.pile, beside=" ".join(map(str, at.face_up)), patches=at.supply, draw=at.draw
        ),
        "card": named(
            invader=at.invader,
            map=at.map,
            event=at.event,
            to_come=f"{at.invaders}+{at.events}" if at.phase == "invasion" else "",
        ),
        "offer": named(pieces=" ".join(at.offer), choosing=" ".join(map(str, at.choosing))),
        "treasure by round": listed(at.rounds),
    }
    for number, seat in enumerate(at.seats, 1):
        lines |= {f"seat {number}{label}": text for label, text in _seat(seat).items()}
    return lines


def _seat(seat: Seat) -> Lines:
    signs = {FACE_DOWN: "?", GONE: "-"}
    queue = listed(signs.get(tile, tile) for tile in seat.queue)
    colony = (f"{each.id}@{HEROES_SQUARE[each.at]}r{each.turns}" for each in seat.colony.pieces)
    return {
        "": f"{seat.stage}{', done' if seat.done else ''}; gold {seat.gold}, gems {seat.gems};"
        f" reserve {listed(seat.reserve)}; queue {queue}; hand {seat.hand or 'none'}",
        "'s colony": listed(colony),
        "'s open pieces": listed(each.id for each in seat.colony.open_pieces),
        "'s tokens": _tokens(seat.tokens),
        "'s invader": listed(what or HEROES_SQUARE[square] for square, what in seat.trace),
    }


def _tokens(tokens: Tokens) -> str:
    gold = [square for square in squares_in(tokens.gold) for _ in range(tokens.gold_on(square))]
    kinds = {"gold": gold} | {
        kind: squares_in(getattr(tokens, kind)) for kind in ("gems", "guards", "traps", "prisoners")
    }
    return named(**{
        kind: " ".join(HEROES_SQUARE[square] for square in squares)
        for kind, squares in kinds.items()
    })  # fmt: skip


WORDS: Mapping[str, Callable[[Any], Lines]] = {
    "prowler": of_prowler,
    "landgrab": of_landgrab,
    "heroes": of_heroes,
}
