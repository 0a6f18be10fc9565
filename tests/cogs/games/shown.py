"""Whole matches of each game as its players see them, for the tests of screens and texts."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from cogs.contract.manifest import find_manifests
from cogs.contract.screen import Look
from prowlerbot.core.game import CHANCE, AnyState, AnyView
from prowlerbot.games import GAMES
from prowlerbot.games.heroes.rules import Position as HeroesPosition
from prowlerbot.games.landgrab.rules import Position as LandgrabPosition
from tests.games.heroes import matches as heroes
from tests.games.landgrab import matches as landgrab

FACES = {key: it.face for key, it in find_manifests(GAMES).items()}
NAMES = ("*" * 32, "Wm" * 16, "Ben", "Cleo with a very long name, too!")
"""The first one doubles in a text with markdown, the second one is as wide as names get."""
HEROES = [
    ("1/brisk/guided/full", 0),
    ("1/live/free/short", 1),
    ("2/brisk/free/full", 2),
    ("2/turns/guided/short", 3),
    ("3/live/guided/full", 4),
    ("3/brisk/free/short", 5),
    ("4/brisk/guided/full", 6),
    ("4/live/free/full", 7),
]
LANDGRAB = [
    (f"{seats}/{'drawn' if seed % 2 else 'together'}", seed)
    for seats in (2, 3, 4)
    for seed in range(4)
]
PROWLER = [("2", seed) for seed in range(3)]
MATCHES = [
    *(("heroes", *each) for each in HEROES),
    *(("landgrab", *each) for each in LANDGRAB),
    *(("prowler", *each) for each in PROWLER),
]
"""Matches by the key of their game, the number of players with options, and the seed."""


@lru_cache(maxsize=32)
def match(game: str, setup: str, seed: int) -> Sequence[AnyState]:
    """A whole match, by players who build sensibly or who do anything."""
    rng = random.Random(seed)
    if game == "heroes":
        choose = heroes.CHOICES["any" if seed % 3 == 1 else "sensible"]
        return heroes.play_out(setup, rng, choose)[1]
    seats, _, kind = setup.partition("/")
    rules = GAMES[game]
    begun = rules.setup(rng, int(seats), {"map": kind} if kind else {})
    line: list[AnyState] = [rules.start(begun)]
    player = list(landgrab.CHOICES.values())[seed % len(landgrab.CHOICES)]
    while line[-1].to_move:
        now, (seat,) = line[-1], line[-1].to_move
        moves = now.moves(seat)
        chosen = player(rng, now, seat) if isinstance(now, LandgrabPosition) else rng.choice(moves)
        line.append(now.after(seat, chosen))
    return line


def sampled(line: Sequence[AnyState]) -> Iterator[int]:
    """The plies of some positions, the last one and some of every kind of decision among them."""
    seen = Counter[str]()
    most, every = (4, 41) if isinstance(line[0], HeroesPosition) else (1, 29)
    for ply, position in enumerate(line):
        kinds = _kinds(position)
        rare = any(seen[kind] < most for kind in kinds) or "eviction" in kinds
        chance = position.to_move == {CHANCE} and isinstance(position, HeroesPosition)
        if not chance and (rare or ply % every == 0 or position is line[-1]):
            seen.update(kinds)
            yield ply


def _kinds(position: AnyState) -> set[str]:
    """The kinds of decisions in a position, by which a match is sampled."""
    if isinstance(position, HeroesPosition):
        kinds: set[str] = {position.seats[it - 1].stage for it in position.to_move - {CHANCE}}
        return kinds | {f"{position.phase} hand {seat.hand > 0}" for seat in position.seats}
    if isinstance(position, LandgrabPosition):
        return {position.phase}
    return {
        str(position.facts().get("scores")),
        str(len(position.moves(min(position.to_move, default=1)))),
    }


def views(line: Sequence[AnyState], viewer: int | None) -> list[AnyView]:
    return [position.view(viewer) for position in line]


def look(seats: int, *, listed: bool = True) -> Look:
    return Look(NAMES[:seats], NAMES[:seats], listed=listed)
