"""Games from outside: packages beside the bot, each of which names its game by an entry point.

``docs/adding-a-game.md`` tells how to write one. The host trusts the code of a package.
"""

import re
from collections.abc import Iterable
from importlib.metadata import EntryPoint
from pathlib import Path
from traceback import extract_tb

from prowlerbot.core.game import CONTRACT, Game, Registry
from prowlerbot.packages import game_entry_points

_KEY = re.compile(r"[a-z][a-z0-9_]{0,31}")
MAX_GAMES = 25
"""As many as a menu of Discord has."""
_MAX_ERROR_CHARACTERS = 200
"""The most characters of an error in a sentence for the host."""
COMMAND_NAMES = frozenset(
    {"avoid", "daily", "find", "ladder", "league", "leaderboard", "matches", "play", "preferences"}
    | {"privacy", "profile", "prowler-admin", "puzzle", "server", "tournament"}
)
"""The names of the bot's own commands."""


class BadPackage(Exception):
    """A package has no game that the bot can play."""


def registry_with_packages(house: Iterable[Game]) -> Registry:
    """The games of the house and those of the packages; the registry says which are left out."""
    games = Registry(house)
    for entry in game_entry_points():
        try:
            games.add(_load_game(entry, games))
        except Exception as error:  # noqa: BLE001 - of any kind; the other games are played
            games.left_out[entry.name] = problem_sentence(entry.name, entry.module, error)
    return games


def is_key(text: str) -> bool:
    """Whether a game from outside can have this key: a command of Discord has it as its name."""
    return bool(_KEY.fullmatch(text)) and text not in COMMAND_NAMES


def is_from_outside(game: Game) -> bool:
    return "contract" in vars(type(game))


def problem_sentence(key: str, module: str, error: Exception) -> str:
    """Why a game is left out, in one line for its host."""
    problem = str(error) if isinstance(error, BadPackage) else _error_words(error)
    return f"The game “{key}” of the package {module} is left out: {problem}"


def _error_words(error: Exception) -> str:
    """An unexpected error in words, with the place where it came up."""
    place = ""
    for last in extract_tb(error.__traceback__)[-1:]:
        place = f" ({'/'.join(Path(last.filename).parts[-2:])}, line {last.lineno})"
    return " ".join(f"{type(error).__name__}: {str(error)[:_MAX_ERROR_CHARACTERS]}{place}.".split())


def _load_game(entry: EntryPoint, others: Registry) -> Game:
    """The game of an entry point. Raises BadPackage, or any error of the package."""
    kind = entry.load()
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise BadPackage(f"{entry.value} is no class that inherits Game.")
    if kind.__module__ != entry.module:
        raise BadPackage(
            f"{kind.__name__} stands in {kind.__module__}. Move it to {entry.module}, as the parts"
            " of a game are found beside its class."
        )
    written = vars(kind).get("contract")
    if written != CONTRACT:
        raise BadPackage(
            f"{kind.__name__} has contract = {written!r}, and this bot has {CONTRACT}: install the"
            " version of the package that is made for this bot."
        )
    game = kind()
    if game.key != entry.name:
        raise BadPackage(f"Its key is “{game.key}”; give the entry point the same name.")
    if not is_key(game.key):
        raise BadPackage(
            "Choose another key: at most 32 lower-case letters, digits and “_”, a letter first,"
            " and no command of the bot."
        )
    if len(others) == MAX_GAMES:
        raise BadPackage(f"The bot plays at most {MAX_GAMES} games.")
    if game.key in others:
        raise BadPackage("Another game has the same key.")
    return game
