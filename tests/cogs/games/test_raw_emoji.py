"""Discord shows an emoji of the application in texts and as the emoji of a button or option, but as
raw code in every label, hint, placeholder and suggestion.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import get_args

import pytest

from cogs.contract.face import Face
from cogs.contract.manifest import find_manifests
from cogs.contract.screen import Key, Look, Screen, Select, keys_of
from cogs.contract.sign import spelled
from prowlerbot.core.game import CHANCE, AnyState, AnyView
from prowlerbot.games import GAMES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.match.preferences import Theme
from tests.games.heroes.matches import CHOICES

MANIFESTS = find_manifests(GAMES)
SIGNS = [sign for it in MANIFESTS.values() for sign in it.face.signs]
THEMES: tuple[Theme, ...] = get_args(Theme)
RAW = re.compile(r"<a?:\w")
"""How the code begins; a label that is cut off may have lost its end."""
SETUPS: list[tuple[str, int, dict[str, str]]] = [
    ("prowler", 2, {}),
    ("landgrab", 2, {"map": "duel"}),
    ("landgrab", 3, {"map": "drawn"}),
    ("heroes", 1, {}),
    ("heroes", 2, {}),
    ("heroes", 2, {"build": "live"}),
]
NAMES = ("Ada", "Ben", "Cleo", "Dan")


@pytest.fixture(autouse=True)
def signs_are_uploaded() -> Iterator[None]:
    for sign in SIGNS:
        for theme in THEMES:
            sign.show(theme, f"<:{sign.name}_abcdef:123456789012345678>")
    yield
    for sign in SIGNS:
        for theme in THEMES:
            sign.show(theme, None)


def read_raw(screen: Screen) -> Iterator[str]:
    """All that Discord shows as it is written."""
    for row in screen.rows:
        if isinstance(row, Select):
            yield row.placeholder
        for key in keys_of(row):
            yield from (key.label, key.hint)
    yield from (order.label for order in screen.orders)
    if screen.film is not None:
        yield screen.film.label


def labels(
    face: Face, views: list[AnyView], names: Sequence[str], rng: random.Random
) -> Iterator[str]:
    """The labels of a screen, and those of one of the choices that can be opened from it."""
    for listed in (False, True):
        look = Look(names, names, listed=listed)
        screen = face.screen(views, look)
        yield from read_raw(screen)
        yield from (drawing.alt for drawing in screen.drawings)
        opening = [key for row in screen.rows for key in keys_of(row) if key.opens and key.enabled]
        if opening:
            key: Key = rng.choice(opening)
            yield from read_raw(face.screen(views, look, key.argument))


def said(
    face: Face, views: list[AnyView], names: Sequence[str], rng: random.Random
) -> Iterator[str]:
    """The same with suggestions, and with menus of chapters and moves."""
    yield from labels(face, views, names, rng)
    with spelled():
        yield face.recap(views, names)
        yield from (label for label, _ in face.typed_options(views[-1], names))
        yield from (chapter.label for chapter in face.chapters(views))


@pytest.mark.parametrize(("game", "players", "options"), SETUPS)
def test_no_label_or_suggestion_of_a_match_has_the_code_of_an_emoji(
    game: str, players: int, options: dict[str, str]
) -> None:
    rng = random.Random(3)
    face, rules = MANIFESTS[game].face, GAMES[game]
    states: list[AnyState] = [rules.start(rules.setup(rng, players, options))]
    found: set[str] = set()
    for _ in range(400):
        now = states[-1]
        if not now.to_move:
            break
        seat = rng.choice(sorted(now.to_move))
        if seat != CHANCE:
            views = [state.view(seat) for state in states[-3:]]
            found |= {each for each in said(face, views, NAMES[:players], rng) if RAW.search(each)}
        if isinstance(now, Position) and seat != CHANCE:
            states.append(now.after(seat, CHOICES["sensible"](rng, now, seat)))
        else:
            states.append(now.after(seat, rng.choice(now.moves(seat))))
    assert sorted(found) == []
