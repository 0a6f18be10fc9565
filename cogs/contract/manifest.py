"""The manifest of a game: everything the shared cogs know about it besides its rules.

A game is up to three folders of one name: ``prowlerbot/games/<key>`` has the rules,
``cogs/games/<key>`` the words and the manifest, ``renderer/<key>`` the pictures. The registry names
the rules; the manifest is found by the key. Without the others a game is played by its rules alone.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cogs.contract.face import Face
from cogs.contract.lesson import Lesson
from cogs.contract.option import Option
from prowlerbot.core.game import Game


class NoManifest(Exception):
    """The folder of a game in ``cogs/games`` lacks something."""


_MOVE = Option("move", "The move, as the list has it", required=True)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a game brings along for its commands.

    Only the face has to be given. ``description`` is that of its group of commands. ``move`` is how
    a move is typed in `play`, with suggestions by the face, and ``detail`` what may complete it.
    ``setup`` are the options of `challenge` that are the game's own; ``read_setup`` turns those
    that were given into options of the rules. ``live`` says whether a match with these options of
    the rules has stages in which all act at once, so that a clock for all of them is offered.
    ``sides`` name the seats in `branch`, seat 1 first; in a game whose set-ups name them there are
    none, and the seats are numbered there. ``draw`` describes the command `draw`, in a game with
    positions from which moves may be drawn if all agree. With ``choice`` whoever challenges can say
    at once which of the game's choices is theirs.
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
    choice: Option | None = None
    lessons: Sequence[Lesson] = ()

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
    """The manifest of each game, from ``MANIFEST`` in ``cogs.games.<key>``; without such a folder
    one that follows from the rules.

    Raises NoManifest, saying what is missing where.
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
    found = getattr(module, "MANIFEST", None)
    if not isinstance(found, Manifest):
        raise NoManifest(f"cogs/games/{game.key}/__init__.py has no MANIFEST.")
    if found.key != game.key:
        raise NoManifest(f"The MANIFEST in cogs/games/{game.key} is that of “{found.key}”.")
    return found
