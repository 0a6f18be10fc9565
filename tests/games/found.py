"""The games in a package, so that no list of them has to be kept."""

from __future__ import annotations

import importlib
import pkgutil

from prowlerbot.core.game import Game


def games_in(package: str) -> list[Game]:
    """One of each class of games that a module of the package defines and that needs no argument,
    by key.
    """
    root = importlib.import_module(package)
    modules = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(root.__path__, f"{package}.")
        if ".test_" not in module.name
    ]
    found = [
        each()
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Game) and each.__module__ == module.__name__
    ]
    return sorted(found, key=lambda game: game.key)
