"""``python -m tools.compete``: a whole competition with made-up results.

It prints the results and the standings after each round. With ``--json`` these are the terms, the
events of the record and the standings as JSON lines, so that anybody can compute the standings
independently.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from prowlerbot.competitions.competition_record import (
    MAX_PLAYERS,
    Competition,
    CompetitionTerms,
    Standing,
)
from prowlerbot.competitions.course import CompetitionEvent, Decided, Paired
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.standings import standings
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Refused
from prowlerbot.games import GAMES
from prowlerbot.shell.arguments import (
    Command,
    add_seed_argument,
    game_keys,
    run_command,
    whole_number,
)
from tools.made_up import MadeUp

_START = 1_800_000_000
"""The start of the first season, in epoch seconds: any would do."""
FEWEST = 2
_BREAK = 30 * DAY
_SEASON = 30 * DAY
"""A season of a ladder."""


def compete(options: argparse.Namespace) -> None:
    """Play a whole competition with made-up results and print its rounds and standings."""
    game = GAMES.named(options.game)
    kind = FORMATS[options.format]
    table = kind.table_size(game.seats)
    if table not in game.seats:
        raise Refused("{title} is not for {count} players.", title=game.title, count=table)
    if options.players < FEWEST:
        raise Refused("A competition has {count} players at least.", count=FEWEST)
    if options.players > MAX_PLAYERS:
        raise Refused("A competition has {count} players at most.", count=MAX_PLAYERS)
    if options.late and not kind.sets_rounds:
        raise Refused("This format takes no late entries.")
    if options.seasons > 1 and not kind.has_seasons:
        raise Refused("This format has a single season.")
    rng = random.Random(options.seed)
    ratings = {player: round(rng.gauss(1500, 200)) for player in range(1, options.players + 1)}
    terms = CompetitionTerms(
        kind,
        game.key,
        _START,
        table,
        options.rounds,
        check_in=0 if kind.has_seasons else DAY,
        round_time=7 * DAY,
        at_once=kind.at_once,
        idle=7 * DAY,
        season=_SEASON,
    )
    made_up = MadeUp(terms, ratings, rng, leave=options.leave, late=options.late)
    for season in range(options.seasons):
        if season and not made_up.next_season(_BREAK):
            break
        stages = made_up.played()
        for line in map(json.dumps, lines(stages)) if options.json else told(stages):
            sys.stdout.write(f"{line}\n")


def lines(stages: Iterator[Competition]) -> Iterator[dict[str, object]]:
    """The terms, then the events as they came, with the standings after each stage."""
    told = -1
    for competition in stages:
        if told < 0:
            yield {"terms": competition.terms.as_json()}
            told = 0
        yield from (event.as_json() for event in competition.events[told:])
        told = competition.revision
        yield {"standings": [written(line) for line in standings(competition)]}


def told(stages: Iterator[Competition]) -> Iterator[str]:
    """The results of each round as people read them, with the standings after it; without rounds,
    those of each day, with the standings at the end alone.
    """
    seen, shown = 0, list[Standing]()
    latest = None
    for latest in stages:
        terms, course = latest.terms, latest.course
        if not seen:
            yield f"{terms.format}, {terms.game}, {len(course.entries)} players"
        results = [line for event in latest.events[seen:] for line in _result(latest, event)]
        seen = latest.revision
        if not results:
            continue
        day = 1 + (latest.events[-1].at - terms.starts) // DAY
        yield from (
            "",
            f"Round {course.round}" if terms.format.has_rounds else f"Day {day}",
            *results,
        )
        if terms.format.has_rounds:
            shown = standings(latest)
            yield from _table(shown)
    if latest is not None and standings(latest) != shown:
        yield from ("", "At the end", *_table(standings(latest)))
    yield ""


def _result(competition: Competition, event: CompetitionEvent) -> Iterator[str]:
    """A line about a result, or about who has nobody to play against; none for other events."""
    if isinstance(event, Paired) and event.is_bye:
        yield f"  {event.players[0]} has no opponent"
    if not isinstance(event, Decided):
        return
    players = competition.course.pairings[event.pairing].players
    line = f"  {' – '.join(map(str, players))}"
    if event.totals:
        yield f"{line}   {' : '.join(map(str, event.totals))}"
        return
    ranks = dict(zip(players, event.ranks, strict=True))
    first = [str(who) for who in players if ranks[who] == 1 and who not in event.absent]
    why = [f"{who} did not play" for who in event.absent]
    why += [f"{who} ran out of time" for who in event.late]
    yield f"{line}   {' and '.join(first) or 'nobody'} won{'; ' if why else ''}{', '.join(why)}"


def _table(lines: Sequence[Standing]) -> Iterator[str]:
    """The standings in columns, division by division."""
    for division, some in groupby(lines, lambda line: line.division):
        found = [(line, _cells(line)) for line in some]
        yield f"  Division {division}" if lines[-1].division > 1 else ""
        yield "".join(f"{head:>{len(head) + 2}}" for head in found[0][1])
        for line, cells in found:
            row = "".join(f"{cell:>{len(head) + 2}}" for head, cell in cells.items())
            yield f"{row}{'  left' if line.left else ''}"


def _cells(line: Standing) -> dict[str, float | int]:
    values = {"points": line.points, **line.ties}
    return {
        "place": line.place,
        "player": line.player,
        **{name.replace("_", "-"): _decimal(value) for name, value in values.items()},
    }


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


def add_compete_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("format", choices=[*FORMATS], metavar="FORMAT", help=", ".join(FORMATS))
    parser.add_argument("--game", default="prowler", metavar="GAME", help=game_keys())
    parser.add_argument(
        "--players",
        type=whole_number,
        default=16,
        metavar="N",
        help=f"from {FEWEST} to {MAX_PLAYERS}",
    )
    parser.add_argument(
        "--leave",
        type=_probability,
        default=0.0,
        metavar="P",
        help="the probability for each player to drop out in each round, or day of a ladder",
    )
    add_seed_argument(parser, 0)
    parser.add_argument(
        "--rounds",
        type=whole_number,
        default=0,
        metavar="R",
        help="of swiss and pods; 0 for as many as the players need",
    )
    parser.add_argument(
        "--late", type=whole_number, default=0, metavar="N", help="players who enter after round 1"
    )
    parser.add_argument("--seasons", type=whole_number, default=1, metavar="N", help="of a league")
    parser.add_argument("--json", action="store_true", help="the record, for other programs")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = Command(prog="python -m tools.compete", description=compete.__doc__)
    add_compete_arguments(parser)
    return run_command(compete, parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
