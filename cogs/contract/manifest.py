"""The manifest of a game: everything the shared cogs know about it besides its rules.

A game is up to three folders of one name: ``prowlerbot/games/<key>`` has the rules,
``cogs/games/<key>`` the words and the manifest, ``renderer/<key>`` the pictures. The registry names
the rules; the key finds the manifest. The rules alone are enough to play a game.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cogs.contract.face import Face
from prowlerbot.core.game import Game


@dataclass(frozen=True, slots=True)
class Option:
    """An option for a text, or for another ``kind`` of value that discord.py knows; ``choices``
    (label, value) restrict it to a list.

    All texts are in English, as in the catalogues.
    """

    name: str
    description: str
    choices: tuple[tuple[str, str | int], ...] = ()
    required: bool = False
    kind: Any = str


class NoManifest(Exception):
    """The folder of a game in ``cogs/games`` lacks something."""


_MOVE = Option("move", "The move, as the list has it", required=True)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The parts of a game for its commands.

    Only the face is required. ``description`` is that of its group of commands. ``move`` is the
    option for a typed move in `play`, with suggestions by the face, and ``detail`` an option that
    completes it. ``setup`` are the game's own options of `challenge`; ``read_setup`` turns the
    given ones into options of the rules. ``live`` says whether a match with these options of the
    rules has stages in which all act at once, so that `challenge` offers a clock for all. ``sides``
    name the seats in `branch`, seat 1 first. They are empty in a game whose set-ups name the seats;
    `branch` then numbers them. ``draw`` describes the command `draw`, for a game with positions
    whose moves may be drawn if all agree. With ``choice`` a challenger can pick one of the game's
    choices at once.
    """

    face: Face
    description: str = ""
    move: Option = _MOVE
    detail: Option | None = None
    setup: tuple[Option, ...] = ()
    read_setup: Callable[[Mapping[str, str]], Mapping[str, str]] = dict
    live: Callable[[Mapping[str, str]], bool] | None = None
    sides: tuple[str, ...] = ()
    draw: str = ""
    plan: Option | None = None
    choice: Option | None = None

    def __post_init__(self) -> None:
        if not self.description:
            object.__setattr__(self, "description", f"Play {self.face.title}")

    @property
    def key(self) -> str:
        return self.face.key

    @property
    def title(self) -> str:
        return self.face.title


Manifests = Mapping[str, Manifest]
"""By key, in the order of the registry."""


def find_manifests(games: Mapping[str, Game]) -> Manifests:
    """The manifest of each game, from ``MANIFEST`` in ``cogs.games.<key>``; without such a folder,
    one derived from the rules.

    Raises NoManifest with the missing part and its place.
    """
    return {key: _manifest(game) for key, game in games.items()}


def _manifest(game: Game) -> Manifest:
    place = f"cogs.games.{game.key}"
    try:
        module = importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name != place:
            raise
        return Manifest(Face(game))
    manifest = getattr(module, "MANIFEST", None)
    if not isinstance(manifest, Manifest):
        raise NoManifest(f"cogs/games/{game.key}/__init__.py has no MANIFEST.")
    if manifest.key != game.key:
        raise NoManifest(f"The MANIFEST in cogs/games/{game.key} is that of “{manifest.key}”.")
    return manifest
