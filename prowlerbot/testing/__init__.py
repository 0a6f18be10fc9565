"""A check of a game against the contract: ``check_game`` for a test, ``find_mistakes`` one by one.

It plays matches at random, with players who leave, and asks for everything that the bot asks for.
That is moves, views, records, words and pictures of each moment for each viewer, lessons, hints.
Each mistake is one sentence that says what is wrong and what to do.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial

from cogs.contract.manifest import Manifest, find_manifests
from prowlerbot.core.game import Game, Registry
from prowlerbot.testing import face_checks, knowledge_checks, rule_checks, trials

__all__ = ["check_game", "find_mistakes"]

_CHECKS: tuple[Callable[[trials.CheckedGame], Iterator[str]], ...] = (
    *rule_checks.RULE_CHECKS,
    *knowledge_checks.KNOWLEDGE_CHECKS,
    *face_checks.FACE_CHECKS,
    *knowledge_checks.MACHINE_CHECKS,
)
_MATCHES = 4
"""The matches of each number of players, every other one with players who leave."""


def check_game(
    game: Game, manifest: Manifest | None = None, *, matches: int = _MATCHES, seed: int = 1
) -> None:
    """Raise AssertionError with a sentence for each mistake in a game or in its manifest."""
    if found := [*find_mistakes(game, manifest, matches=matches, seed=seed)]:
        raise AssertionError("\n".join([f"Mistakes in “{game.key}”: {len(found)}.", *found]))


def find_mistakes(
    game: Game, manifest: Manifest | None = None, *, matches: int = _MATCHES, seed: int = 1
) -> Iterator[str]:
    """A sentence for each mistake in a game or in its manifest, the first of each kind. Without a
    manifest it is the one that the bot finds for the game.
    """
    luck = random.getstate()
    for begin in rule_checks.START_CHECKS:
        yield from trials.first_mistake(partial(begin, game))
    try:
        with trials.check_in_time("The manifest"):
            found = manifest or find_manifests(Registry([game]))[game.key]
        played = trials.play_trials(game, found, matches, seed)
    except trials.Mistake as mistake:
        yield str(mistake)
        return
    told = set[str]()
    for check in _CHECKS:
        found_now = {*trials.first_mistake(partial(check, played))} - told
        told |= found_now
        yield from found_now
    if random.getstate() != luck:
        yield (
            "The game draws from the module `random` itself: draw from the `rng` that it is given,"
            " or as moves of CHANCE."
        )
