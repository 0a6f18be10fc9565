"""``python -m prowlerbot compete``: a whole competition with made-up results, as JSON lines.

It prints the terms, the events of the record and the standings after each round, so that anybody
can compute the standings independently.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from fractions import Fraction

from prowlerbot.competition import league
from prowlerbot.competition.record import DAY, MOST, Competition, Format, Terms
from prowlerbot.competition.standings import Standing, standings
from prowlerbot.core.errors import Refused
from prowlerbot.games import GAMES
from prowlerbot.shell.common import whole_number
from prowlerbot.shell.made_up import MadeUp

_START = 1_800_000_000
"""The start of the first season, in epoch seconds: any would do."""
_BREAK = 30 * DAY
_SEASON = 30 * DAY
"""A season of a ladder."""


def compete(options: argparse.Namespace) -> None:
    """Play a whole competition with made-up results and print its record as JSON lines."""
    game = GAMES.named(options.game)
    kind = Format(options.format)
    many = kind is Format.PODS or (kind is Format.LEAGUE and 4 in game.seats)
    table = 4 if many else 2
    if table not in game.seats:
        raise Refused("{title} is not for {count} players.", title=game.title, count=table)
    if options.players > MOST:
        raise Refused("A competition has {count} players at most.", count=MOST)
    if options.late and kind not in {Format.SWISS, Format.PODS}:
        raise Refused("Late entries are for the formats swiss and pods.")
    if options.seasons > 1 and kind is not Format.LEAGUE:
        raise Refused("Several seasons are for the format league.")
    rng = random.Random(options.seed)
    ratings = {player: round(rng.gauss(1500, 200)) for player in range(1, options.players + 1)}
    previous: list[Competition] = []
    starts = _START
    for _ in range(options.seasons):
        terms = Terms(
            kind,
            game.key,
            starts,
            table,
            options.rounds,
            check_in=0 if kind in {Format.LEAGUE, Format.LADDER} else DAY,
            round_time=7 * DAY,
            at_once=kind is Format.LEAGUE,
            idle=7 * DAY,
            season=_SEASON,
        )
        for line in lines(_season(terms, ratings, rng, options, previous)):
            sys.stdout.write(json.dumps(line) + "\n")
        starts += _BREAK + 40 * DAY


def _season(
    terms: Terms,
    ratings: dict[int, int],
    rng: random.Random,
    options: argparse.Namespace,
    previous: list[Competition],
) -> Iterator[Competition]:
    """One season, without those who left one of the last two."""
    out = league.barred(previous)
    coming = {player: rating for player, rating in ratings.items() if player not in out}
    late = min(options.late, len(coming))
    made_up = MadeUp(terms, coming, rng, leave=options.leave, late=late, previous=previous)
    yield from made_up.played()
    previous.append(made_up.competition)


def lines(stages: Iterator[Competition]) -> Iterator[dict[str, object]]:
    """The terms, then the events as they came, with the standings after each stage."""
    told = -1
    for competition in stages:
        if told < 0:
            yield {"terms": competition.terms.written()}
            told = 0
        yield from (event.written() for event in competition.events[told:])
        told = competition.revision
        yield {"standings": [written(line) for line in standings(competition)]}


def written(line: Standing) -> dict[str, object]:
    """A line of the standings, ready for JSON; fractions as decimals of four places."""
    return {
        "division": line.division,
        "place": line.place,
        "player": line.player,
        "points": _decimal(line.points),
        **{name: _decimal(value) for name, value in line.ties.items()},
        **({"left": True} if line.left else {}),
    }


def _decimal(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else round(float(value), 4)


def _probability(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError
    return value


_probability.__name__ = "probability"  # argparse shows it


def compete_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "format",
        choices=[each.value for each in Format],
        metavar="FORMAT",
        help=", ".join(each.value for each in Format),
    )
    parser.add_argument("--game", default="prowler", help="for example landgrab")
    parser.add_argument("--players", type=whole_number, default=16, metavar="N")
    parser.add_argument(
        "--leave",
        type=_probability,
        default=0.0,
        metavar="P",
        help="the probability for each player to drop out in each round, or day of a ladder",
    )
    parser.add_argument("--seed", type=whole_number, default=0, metavar="S")
    parser.add_argument(
        "--rounds", type=whole_number, default=0, metavar="R", help="of swiss and pods"
    )
    parser.add_argument(
        "--late", type=whole_number, default=0, metavar="N", help="players who enter after round 1"
    )
    parser.add_argument("--seasons", type=whole_number, default=1, metavar="N", help="of a league")
