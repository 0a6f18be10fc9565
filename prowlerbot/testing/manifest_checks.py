"""Checks of a manifest: what Discord takes as a command, and what the rules take as options."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import get_args

from cogs.contract.face import Face
from cogs.contract.manifest import Option
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.match.preferences import Theme
from prowlerbot.testing.picture_checks import mistakes_of_picture
from prowlerbot.testing.random_matches import Played

LONGEST_DESCRIPTION, MOST_CHOICES = 100, 25
LONGEST_PITCH, SHORTEST_PITCH = 120, 20
LONGEST_RULES = 4_000
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")


def _commands(played: Played) -> Iterator[str]:
    manifest, game = played.manifest, played.game
    if manifest.key != game.key:
        yield f"The manifest is that of “{manifest.key}”, not of “{game.key}”."
    if not 1 <= len(manifest.description) <= LONGEST_DESCRIPTION:
        yield f"`description` has {len(manifest.description)} characters; 1 to 100 fit."
    beside = (manifest.move, manifest.detail, manifest.plan, manifest.choice)
    for option in (*manifest.setup, *(each for each in beside if each is not None)):
        yield from _option(option)
    if manifest.sides and len(manifest.sides) != max(game.seats):
        yield f"`sides` has {len(manifest.sides)} names for up to {max(game.seats)} seats."
    given = manifest.read_setup({})
    for players in game.seats:
        game.start(game.setup(random.Random(1), players, given))


def _option(option: Option) -> Iterator[str]:
    if not _NAME.fullmatch(option.name):
        yield f"The option “{option.name}” is not a name in small letters of at most 32."
    if not 1 <= len(option.description) <= LONGEST_DESCRIPTION:
        yield f"The description of the option “{option.name}” is empty or longer than 100."
    if len(option.choices) > MOST_CHOICES:
        yield f"The option “{option.name}” has more than {MOST_CHOICES} choices."


def _inviting(played: Played) -> Iterator[str]:
    face = played.manifest.face
    least = SHORTEST_PITCH if type(face).pitch is not Face.pitch else 1
    if not least <= len(face.pitch) <= LONGEST_PITCH:
        yield f"`pitch` has {len(face.pitch)} characters: write {SHORTEST_PITCH} to 120."
    for language in LANGUAGES:
        with speaking(language):
            if not 1 <= len(face.rules) <= LONGEST_RULES:
                yield f"`rules` has {len(face.rules)} characters in {language}: write up to 4,000."
    for theme in get_args(Theme):
        yield from mistakes_of_picture(face.cover(theme), f"The cover in the theme {theme}")
        for drawing in face.rules_drawings(theme):
            yield from mistakes_of_picture(drawing, f"A picture of the rules in {theme}")


def _seats(played: Played) -> Iterator[str]:
    face, game = played.manifest.face, played.game
    for trial in played.matches[:: max(1, len(played.matches) // 4)]:
        for setup in ("", trial.setup):
            marks = [face.seat_mark(seat, setup) for seat in trial.seats]
            if len(set(marks)) < len(marks):
                yield f"`seat_mark` gives two seats the same sign: {' '.join(marks)}."
    if game.choices and len(game.choices) < max(game.seats):
        yield f"`choices` has {len(game.choices)} values for up to {max(game.seats)} seats."
    for choice in game.choices:
        face.seat_choice(choice)


CHECKS = (_commands, _inviting, _seats)
