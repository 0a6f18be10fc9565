"""The command that asks for a match, with only those options that the game can use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import discord
from discord import Interaction, app_commands

from cogs.contract.manifest import Manifest, Option
from cogs.frame.options import Command, offering
from cogs.life.challenge import Challenges
from cogs.views.seating import LEVELS, Invitation
from cogs.views.terms import (
    HINT_CHOICES,
    PACE_CHOICES,
    RATED_CHOICES,
    STOPWATCHES,
    TAKEBACK_CHOICES,
    USUAL_STOPWATCH,
    WEEKEND_CHOICES,
)
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark
from prowlerbot.match.terms import Takebacks

_ANOTHER = mark("Another opponent")
_SEATS = mark("How many players; anyone can take the seats that are left")
_SEATS_OR_ALONE = mark("How many players, 1 to play alone; anyone can take the seats that are left")
_TAKEOVER = Option(
    "takeover",
    mark("The seat of a player who leaves (default: as the rules say)"),
    (
        (mark("Another player can take it, else the machine"), "people"),
        (mark("The machine plays on"), "machine"),
        (mark("As the rules say"), "rules"),
    ),
)
_CLOCK = Option(
    "clock",
    mark("Time for all players together in the live stage (default: 2:30)"),
    STOPWATCHES,
)


def challenge_command(manifest: Manifest, game: Game, challenges: Challenges) -> Command:
    seating = seating_options(game.seats)
    own = [manifest.choice] if manifest.choice is not None else []

    @app_commands.command(description="Challenge a player, anyone or the machine to a match")
    @app_commands.describe(
        opponent="Your opponent; leave it out to let anyone join",
        pace="Time limit for each move",
        weekend="Whether the time limit pauses on weekends, in the time zone that you chose",
        takebacks="When a move can be taken back (default: if all agree)",
        rated="Rated or friendly; always friendly alone or with the machine",
        hints="Hints from the machine, in friendly matches (default: only alone or against it)",
    )
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.choices(weekend=WEEKEND_CHOICES)
    @app_commands.choices(takebacks=TAKEBACK_CHOICES)
    @app_commands.choices(rated=RATED_CHOICES)
    @app_commands.choices(hints=HINT_CHOICES)
    @offering([_CLOCK] if manifest.live is not None else [], after="pace")
    @offering([_TAKEOVER] if game.seats[-1] > 2 else [], after="rated")
    @offering([*seating, *manifest.setup, *own], after="opponent")
    async def challenge(
        interaction: Interaction,
        /,
        *,
        opponent: discord.User | None = None,
        pace: int | None = None,
        weekend: Literal["pause", "counts"] = "counts",
        takebacks: Takebacks = "ask",
        rated: Literal["yes", "no"] | None = None,
        hints: Literal["yes", "no"] | None = None,
        **said: Any,
    ) -> None:
        setup = {each.name for each in manifest.setup}
        options = {name: it for name, it in said.items() if name in setup and it is not None}
        rules = manifest.read_setup(options)
        live = manifest.live is not None and manifest.live(rules)
        await challenges.challenge(
            interaction,
            manifest.key,
            invitation(opponent, said),
            rules,
            choice="".join(said.get(each.name) or "" for each in own),
            pace=pace,
            weekend=weekend == "pause",
            stopwatch=int(said.get("clock") or USUAL_STOPWATCH) if live else 0,
            takebacks=takebacks,
            rated=rated,
            hints=None if hints is None else hints == "yes",
        )

    return challenge


def seating_options(seats: range, *, fixed: bool = False) -> list[Option]:
    """The options for the other players; ``fixed`` means a settled number of seats."""
    options = [
        Option(f"opponent_{number}", _ANOTHER, kind=discord.User) for number in range(2, seats[-1])
    ]
    options.append(Option("machine", mark("The machine takes the seats that are left"), LEVELS))
    if len(seats) > 1 and not fixed:
        kind = app_commands.Range[int, seats.start, seats[-1]]
        words = _SEATS_OR_ALONE if 1 in seats else _SEATS
        options.append(Option("seats", words, kind=kind))
    return options


def invitation(opponent: discord.User | None, said: Mapping[str, Any]) -> Invitation:
    """The invitation that these options describe."""
    others = [said.get(f"opponent_{number}") for number in range(2, 10)]
    return Invitation(
        opponents=tuple(filter(None, [opponent, *others])),
        level=said.get("machine"),
        seats=said.get("seats"),
        takeover=said.get("takeover") in {"people", "machine"},
        substitutes=said.get("takeover") == "people",
    )
