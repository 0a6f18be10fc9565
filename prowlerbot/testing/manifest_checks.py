"""Checks of a manifest: what Discord takes as a command, and what the rules take as options."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import get_args

from cogs.contract.face import Face
from cogs.contract.manifest import Option
from prowlerbot.core.errors import BadSetup, Refused
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.match.preferences import Theme
from prowlerbot.testing import limits
from prowlerbot.testing.picture_checks import mistakes_of_picture
from prowlerbot.testing.random_matches import Played

LONGEST_DESCRIPTION, MOST_CHOICES = 100, 25
LONGEST_PITCH, SHORTEST_PITCH = 120, 20
LONGEST_RULES = 4_000
_DRAWN = 8
"""The set-ups that are drawn from the same random source."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")


def _commands(played: Played) -> Iterator[str]:
    manifest, game = played.manifest, played.game
    if manifest.key != game.key:
        yield f"The manifest is that of “{manifest.key}”, not of “{game.key}”."
    yield from limits.line("`description`", manifest.description, LONGEST_DESCRIPTION)
    beside = (manifest.move, manifest.detail, manifest.plan, manifest.choice)
    for option in (*manifest.setup, *(each for each in beside if each is not None)):
        yield from _option(option)
    if manifest.sides:
        yield from limits.one_each("`sides`", manifest.sides, max(game.seats))


def _options(played: Played) -> Iterator[str]:
    """A set-up with each option begins a match, and the random source alone decides it."""
    manifest, game = played.manifest, played.game
    chosen = [{each.name: str(value)} for each in manifest.setup for _, value in each.choices]
    for said in ({}, *chosen):
        given, refused = manifest.read_setup(said), 0
        for players in game.seats:
            try:
                drawn = {game.setup(random.Random(1), players, given) for _ in range(_DRAWN)}
            except BadSetup as error:  # an option can be for other numbers of players
                refused += 1
                if refused == len(game.seats):
                    yield (
                        f"`setup` never takes {given}, which `setup` of the manifest offers:"
                        f" {error}"
                    )
                continue
            if len(drawn) > 1:
                yield "`setup` differs for the same random source: use only `rng`."
            try:
                game.start(min(drawn))
            except BadSetup as error:
                yield f"`setup` with {given} draws “{min(drawn)}”, and `start` refuses it: {error}"


def _typed_options(played: Played) -> Iterator[str]:
    """`setup` knows each option that players type, whatever it says to the text."""
    manifest, game = played.manifest, played.game
    for option in manifest.setup:
        if option.choices:
            continue
        said = {option.name: "1"}
        try:
            game.setup(random.Random(1), game.seats[0], manifest.read_setup(said))
        except Refused as error:
            if error.fields.get("option") == option.name:
                yield f"`setup` does not know the option “{option.name}” of the manifest: {error}"


def _option(option: Option) -> Iterator[str]:
    if not _NAME.fullmatch(option.name):
        yield f"The option “{option.name}” is not a name in small letters of at most 32."
    what = f"The description of the option “{option.name}”"
    yield from limits.line(what, option.description, LONGEST_DESCRIPTION)
    if len(option.choices) > MOST_CHOICES:
        yield f"The option “{option.name}” has more than {MOST_CHOICES} choices."


def _inviting(played: Played) -> Iterator[str]:
    face = played.manifest.face
    least = SHORTEST_PITCH if type(face).pitch is not Face.pitch else 1
    yield from limits.text("`pitch`", face.pitch, LONGEST_PITCH, least)
    for language in LANGUAGES:
        with speaking(language):
            yield from limits.text(f"`rules` in {language}", face.rules, LONGEST_RULES)
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


CHECKS = (_commands, _options, _typed_options, _inviting, _seats)
