"""The words of a position hold all that its reader may know of it, and stay within their room."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from cogs.contract.screen import ALT_LIMIT, Look
from cogs.contract.sign import coloured
from prowlerbot.core.game import CHANCE, AnyState, AnyView
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.rules import Position as HeroesPosition
from prowlerbot.games.landgrab.rules import Position as LandgrabPosition
from prowlerbot.games.landgrab.words import squares_of
from prowlerbot.games.prowler.rules import Position as ProwlerPosition
from tests.cases import each_of
from tests.cogs.games.shown import FACES, LANDGRAB, MATCHES, match, sampled, views

NAMES = ("Ada", "Ben", "Cleo", "Dan")
MOST_WORDS = {"2": 240, "2/brisk/free/full": 300, **{setup: 300 for setup, _ in LANDGRAB}}
_FEW = [*MATCHES[2:8:3], *MATCHES[9:20:5], MATCHES[-1]]  # enough for a quick run


def facts(position: AnyState, viewer: int | None) -> object:
    """All that a viewer may know of a position, in a form of no game's words."""
    seen: Any = position.view(viewer).seen
    if isinstance(seen, ProwlerPosition):
        held = (seen.statues, seen.achievements, seen.unclaimed, seen.mid)
        return (seen.track, seen.passages, *held, seen.to_move)
    if isinstance(seen, LandgrabPosition):
        fight: tuple[int, ...] = (seen.target, seen.rolled, seen.returning)
        fight = fight if seen.phase in {"claim", "attack", "defence", "eviction"} else ()
        about = (seen.phase, seen.map, seen.end or seen.round, seen.to_move - {CHANCE}, fight)
        return (*about, seen.pawns, seen.spawns, seen.lives, seen.owners, seen.points)
    assert isinstance(seen, HeroesPosition)
    head = (seen.phase, seen.round, seen.turn * (not seen.last), seen.choosing, seen.face_up)
    card = (seen.invaders + seen.events, seen.event, seen.map) * (seen.phase == "invasion")
    seats = []
    for number, own in enumerate(seen.seats, 1):
        hidden = (own.queue, own.hand) if number == viewer else ()
        stash = (own.gold, own.gems, sorted(own.reserve), own.done and seen.building)
        built = _of_colony(own.colony) if seen.phase != "planning" else ()
        seats.append((stash, built, own.tokens_now, hidden))
    pile = seen.pile * (seen.building and seen.shown != ())
    return (head, card, seen.to_move - {CHANCE}, pile, seats)


def _of_colony(built: Colony) -> object:
    """Where invaders can go and where one can build, whatever lies there."""
    sides = zip(built.open_edges, built.cavern, built.stone, strict=True)
    edges = [(out, out & cavern, out & stone) for out, cavern, stone in sides]
    squares = {square: cell.feature for each in built.pieces for square, cell in each.cells}
    return (built.area, built.invalid, built.ways, built.stone_ways, edges, sorted(squares.items()))


@pytest.mark.parametrize(
    ("game", "setup", "seed"),
    [*_FEW, *(pytest.param(*it, marks=pytest.mark.full) for it in MATCHES if it not in _FEW)],
)
def test_positions_that_a_reader_can_tell_apart_have_other_words(
    game: str, setup: str, seed: int
) -> None:
    face, names, line = FACES[game], NAMES[: int(setup[0])], match(game, setup, seed)
    for viewer in (None, *range(1, len(names) + 1)):
        known = dict[str, object]()
        for each in _with_some_that_follow([line[at] for at in sampled(line)]):
            told, true = face.describe(each.view(viewer), names), facts(each, viewer)
            assert known.setdefault(told, true) == true
            assert len(told.split()) <= MOST_WORDS.get(setup, 999)


def _with_some_that_follow(positions: Sequence[AnyState]) -> Iterator[AnyState]:
    for position in positions:
        for seat in sorted(position.to_move - {CHANCE})[:1]:
            moves = position.moves(seat)
            ends = [position.after(seat, each) for each in moves[:: max(1, len(moves) // 3)]]
            yield from (each for each in (position, *ends) if each.to_move - {CHANCE})


@each_of(("setup", "seed"), LANDGRAB[::3])
def test_alt_texts_of_landgrab_have_every_building_beside_long_names(setup: str, seed: int) -> None:
    for position in match("landgrab", setup, seed)[::3]:
        assert isinstance(position, LandgrabPosition)
        alt = FACES["landgrab"].brief(position.view(1), ("W" * 32,) * int(setup[0]))
        assert all(squares_of(each) in alt for each in position.map.buildings)
        assert len(alt) <= ALT_LIMIT


@pytest.mark.parametrize("most", [3, pytest.param(99, marks=pytest.mark.full)])
def test_the_words_are_the_same_whatever_another_player_does_in_secret(most: int) -> None:
    line, compared = match("heroes", "2/brisk/free/full", 2), [0, 0]
    for at, position in enumerate(line):
        assert isinstance(position, HeroesPosition)
        steps = position.moves(2) if position.shown and 2 in position.to_move else ()
        made = [position.after(2, move) for move in steps]
        secret = [each for each in made if each.shown and each.turn == position.turn]
        goes_on = [each for each in secret if 2 in each.to_move]
        ends = [each for each in secret if 2 not in each.to_move]
        for few in (goes_on[:: max(1, len(goes_on) // most)], ends):
            told = {_all_words([*views(line[: at + 1], 1), each.view(1)]) for each in few}
            assert len(told) <= 1
            compared[few is ends] += len(few) > 1
    assert min(compared) > 5


def _all_words(seen: Sequence[AnyView]) -> str:
    face, names = FACES["heroes"], NAMES[:2]
    page = face.opening_page(seen, ())
    with coloured("night", words=True):
        screen = face.screen(seen, Look(names, names, words=True, page=page))
    alts = (drawing.alt for drawing in screen.drawings)
    return "\n".join((screen.text, face.describe(seen[-1], names), face.recap(seen, names), *alts))
