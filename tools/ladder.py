"""``python -m tools.ladder``: the strengths of the machine's levels on one scale.

Every player meets every other one, or only its neighbours in the list: players far apart cost most
and tell least. A plain search of fixed playouts uses none of the game's hints,
so it stays the same while the levels improve, and its rating is the fixed point of the scale.

A round of a pair is a set of matches with one set-up, in which both take every seat equally often.
The results of a round are one observation, and a line of the file.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path

from prowlerbot.core.errors import Refused
from prowlerbot.core.game import Outcome
from prowlerbot.games import GAMES
from prowlerbot.opponent.choice import LEVELS
from prowlerbot.opponent.task import house_roster
from prowlerbot.shell.arguments import Command, positive_number, progress_bar, run_command
from prowlerbot.shell.duel_command import (
    PLAIN_PREFIX,
    add_contest_arguments,
    ended_jobs,
    named_player,
    play_contest,
    player_with_time,
    process_pool,
    write_progress,
)
from tools.elo import Meeting, Ratings

ANCHOR = 1000.0
"""The rating of the first plain search, or else of the first player."""
_PLAIN = ("plain-30", "plain-300")


@dataclass(frozen=True, slots=True)
class Settings:
    """Rounds of the same settings belong to one ladder."""

    game: str
    seats: int
    options: Mapping[str, str]
    seconds: float | None
    seed: int


@dataclass(frozen=True, slots=True)
class Round:
    """The result of one round of a pair."""

    one: str
    two: str
    number: int
    points: float
    """The share of the points that ``one`` got."""
    matches: int
    seconds: float
    """Processor time."""

    @property
    def place(self) -> tuple[str, str, int]:
        return self.one, self.two, self.number


def ladder(options: argparse.Namespace) -> None:
    """Rate the levels of the machine, simple players and plain searches against each other.

    With a file, a later call goes on where an earlier one was interrupted.
    """
    game = GAMES.named(options.game)
    hints = house_roster()[game.key][1]
    names = options.players.split(",") if options.players else [*_PLAIN, *hints.players, *LEVELS]
    for name in names:
        named_player(name, hints)
    if len({*names}) < max(2, len(names)):
        raise Refused("A ladder needs two players or more, and none of them twice.")
    settings = Settings(
        game.key, options.seats, dict(options.option), options.seconds, options.seed
    )
    game.setup(random.Random(0), settings.seats, settings.options)  # raises BadSetup
    file = Log(options.file, settings) if options.file else None
    rounds = (
        [] if file is None else [each for each in file.rounds if {each.one, each.two} <= {*names}]
    )
    wanted = [
        (one, two, number)
        for number in range(options.rounds)
        for one, two in (pairwise(names) if options.neighbours else combinations(names, 2))
    ]
    known = {each.place for each in rounds}
    for each in _play(settings, wanted, known, options.processes):
        rounds.append(each)
        if file is not None:
            file.add(each)
    if not rounds:
        raise Refused("No round has ended.")
    sys.stdout.write("".join(f"{line}\n" for line in table(names, rounds)))


def _play(
    settings: Settings,
    wanted: Sequence[tuple[str, str, int]],
    known: Container[tuple[str, str, int]],
    count: int,
) -> Iterator[Round]:
    """Play the rounds that are not known, and give each as it ends."""
    missing = [place for place in wanted if place not in known]
    with process_pool(count) as pool, progress_bar("Playing", len(wanted)) as bar:
        bar.advance(len(wanted) - len(missing))
        jobs = [pool.submit(play_round, settings, *place) for place in missing]
        try:
            write = partial(write_progress, "rounds") if bar.is_silent else None
            for job in ended_jobs(jobs, write):
                yield job.result()
                bar.advance()
        except (KeyboardInterrupt, BrokenProcessPool):  # Ctrl-C reaches the processes as well
            sys.stderr.write("Interrupted; the table has the rounds that have ended.\n")


def play_round(settings: Settings, one: str, two: str, number: int) -> Round:
    """Play one round, in a process of its own; time for moves is the processor time it got."""
    begun = time.process_time()
    game, hints = house_roster()[settings.game]
    seats, seed = settings.seats, settings.seed
    setup = game.setup(random.Random(f"{seed}/{number}"), seats, settings.options)
    players = [player_with_time(named_player(name, hints), settings.seconds) for name in (one, two)]
    seatings = arrangements(seats)
    outcomes = []
    for turn, seating in enumerate(seatings):
        # Alone, both players meet the same luck.
        luck = f"{seed}/{number}/{turn if seats > 1 else 0}"
        who = [players[side] for side in seating]
        outcomes.append(
            play_contest(game, hints, setup, who, seed=luck, clock=time.process_time).outcome
        )
    points = share(seatings, outcomes)
    return Round(one, two, number, points, len(seatings), time.process_time() - begun)


def arrangements(seats: int) -> list[tuple[int, ...]]:
    """Who takes each seat in the matches of a round: 0 is the first player, 1 the second.

    Alone, both play for themselves; two to four seats are divided as evenly as they can be.
    """
    patterns: dict[int, list[tuple[int, ...]]] = {
        1: [(0,), (1,)],
        2: [(0, 1), (1, 0)],
        3: [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
        4: [(0, 1, 0, 1), (1, 0, 1, 0)],
    }
    return patterns[seats]


def share(seatings: Sequence[Sequence[int]], outcomes: Sequence[Outcome]) -> float:
    """The part of the comparisons of two seats that the first player's seat won, ties halved."""
    if len(seatings[0]) == 1:
        return _point(*(outcome.totals[0] for outcome in outcomes))
    points = [
        _point(-outcome.ranks[own], -outcome.ranks[other])
        for seating, outcome in zip(seatings, outcomes, strict=True)
        for own, side in enumerate(seating)
        for other, against in enumerate(seating)
        if (side, against) == (0, 1)
    ]
    return sum(points) / len(points)


def _point(own: int, other: int) -> float:
    return 0.5 if own == other else float(own > other)


class Log:
    """A file of rounds: a line with the settings, and one for each round."""

    def __init__(self, file: Path, settings: Settings) -> None:
        self._file = file
        self.rounds: list[Round] = []
        text = file.read_text("utf-8") if file.exists() else ""
        whole = text[: text.rfind("\n") + 1]  # a crash may leave half a line
        lines = whole.splitlines()
        try:
            found = [json.loads(line) for line in lines]
            self.rounds = [Round(**each) for each in found[1:]]
        except (ValueError, TypeError):
            raise Refused("{file} is no file of a ladder.", file=file) from None
        if found and found[0] != asdict(settings):
            raise Refused("{file} is of a ladder with other settings.", file=file)
        file.write_text(whole or json.dumps(asdict(settings)) + "\n", "utf-8")

    def add(self, each: Round) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(each)) + "\n")


def table(names: Sequence[str], rounds: Sequence[Round]) -> Iterator[str]:
    """The ratings, the leads of each level over the one before, and the shares of all pairs."""
    meetings = [Meeting(each.one, each.two, each.points) for each in rounds]
    met = [name for name in names if any(name in (each.one, each.two) for each in meetings)]
    anchor = next((name for name in met if name.startswith(PLAIN_PREFIX)), met[0])
    rated = Ratings(meetings, random.Random(len(meetings)))  # the same table each time
    found = {name: rated.lead(name, anchor) for name in met}
    shares: dict[tuple[str, str], list[float]] = defaultdict(list)
    for each in meetings:
        shares[each.one, each.two].append(each.points)
        shares[each.two, each.one].append(1 - each.points)
    ordered = sorted(met, key=lambda name: -found[name].value)
    width = max(map(len, ordered))
    heads = "".join(f" {name:>{max(6, len(name))}}" for name in ordered)
    yield f"{'player':{width}} {'Elo':>6} {'95 %':>13}  share of points against{heads}"
    for name in ordered:
        own = found[name]
        cells = "".join(f" {_mean(shares[name, other]):>{max(6, len(other))}}" for other in ordered)
        bounds = f"{ANCHOR + own.low:.0f} – {ANCHOR + own.high:.0f}"
        yield f"{name:{width}} {ANCHOR + own.value:6.0f} {bounds:>13}  {'':23}{cells}"
    levels = [name for name in LEVELS if name in met]
    for one, two in pairwise(levels):
        lead = rated.lead(two, one)
        yield f"{two} over {one}: {lead.value:+.0f} ({lead.low:+.0f} – {lead.high:+.0f})"
    matches, seconds = sum(r.matches for r in rounds), sum(r.seconds for r in rounds)
    yield f"{matches} matches in {len(rounds)} rounds; {seconds / 60:.1f} minutes of processor time"


def _mean(points: Sequence[float]) -> str:
    return f"{sum(points) / len(points):.0%}" if points else "–"


def add_ladder_arguments(parser: argparse.ArgumentParser) -> None:
    add_contest_arguments(parser)
    parser.add_argument(
        "--seats", type=positive_number, default=2, metavar="N", help="the players of a match"
    )
    parser.add_argument(
        "--players",
        metavar="PLAYERS",
        help="levels, simple players of the game, and plain searches such as plain-300, joined by"
        " commas; by default all levels and simple players, and two plain searches",
    )
    parser.add_argument(
        "--rounds", type=positive_number, default=20, metavar="N", help="rounds of each pair"
    )
    parser.add_argument(
        "--neighbours", action="store_true", help="only neighbours in the list of players meet"
    )
    parser.add_argument("--file", type=Path, metavar="F", help="keeps the rounds, to go on later")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = Command(prog="python -m tools.ladder", description=ladder.__doc__)
    add_ladder_arguments(parser)
    return run_command(ladder, parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
