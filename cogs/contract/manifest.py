"""The manifest of a game: everything the shared cogs know about it besides its rules.

The registry names the rules of a game; its manifest is found in the module ``face`` beside them, or
for a game of the house in ``cogs/games/<key>``. The rules alone are enough to play a game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cogs.contract.face import Face
from prowlerbot.core.game import Game, Registry
from prowlerbot.core.game_parts import module_of_part, part_of
from prowlerbot.games.from_outside import BadPackage, is_from_outside, problem_sentence


@dataclass(frozen=True, slots=True)
class Option:
    """An option for a text, or for another ``kind`` of value; its words are in English."""

    name: str
    description: str
    choices: tuple[tuple[str, str | int], ...] = ()
    """The only values, each with its label before it; any value if there are none."""
    required: bool = False
    kind: Any = str  # a type, ``Range`` or transformer of discord.py, which have no common type


class NoManifest(BadPackage):
    """The module with the face of a game lacks something."""


_MOVE_OPTION = Option("move", "The move, as the list has it", required=True)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The parts of a game for its commands; only the face is required."""

    face: Face
    description: str = ""  # that of its group of commands
    move: Option = _MOVE_OPTION  # the option for a typed move in `play`; the face suggests moves
    detail: Option | None = None  # an option that completes a typed move
    setup: tuple[Option, ...] = ()  # the game's own options of `challenge`
    read_setup: Callable[[Mapping[str, str]], Mapping[str, str]] = dict
    """Turns the given ones into options of the rules."""
    live: Callable[[Mapping[str, str]], bool] | None = None
    """Whether, with these options, all act at once in some stages, so that they share a clock."""
    sides: tuple[str, ...] = ()
    """The names of the seats in `branch`, seat 1 first; none if the set-ups name them."""
    draw: str = ""
    """Describes `draw`, for a game with positions whose moves may be drawn if all agree."""
    plan: Option | None = None  # the option of `plan`, for a game with plans
    choice: Option | None = None  # the option by which a challenger picks a choice of the game

    def __post_init__(self) -> None:
        if not self.description:
            object.__setattr__(self, "description", f"Play {self.face.title}")

    @property
    def key(self) -> str:
        return self.face.key

    @property
    def title(self) -> str:
        return self.face.title


Manifests = Mapping[str, Manifest]  # by key, in the order of the registry


def find_manifests(games: Registry) -> Manifests:
    """The manifest of each game, ``MANIFEST`` in its module ``face``; without such a module, one
    derived from the rules. Raises NoManifest with the missing part and its place. A game from
    outside is left out instead.
    """
    found: dict[str, Manifest] = {}
    for key, game in [*games.items()]:
        try:
            found[key] = _manifest_of(game)
        except Exception as error:
            if not is_from_outside(game):
                raise
            games.leave_out(key, problem_sentence(key, type(game).__module__, error))
    return found


def _manifest_of(game: Game) -> Manifest:
    if (module := part_of(game, "face")) is None:
        return Manifest(Face(game))
    manifest, place = getattr(module, "MANIFEST", None), module_of_part(game, "face")
    if not isinstance(manifest, Manifest):
        raise NoManifest(f"{place} has no MANIFEST.")
    if manifest.key != game.key:
        raise NoManifest(f"The MANIFEST in {place} is that of “{manifest.key}”.")
    return manifest
