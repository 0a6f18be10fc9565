"""``python -m prowlerbot puzzles``: make the puzzles that come with the bot, prove them again."""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Container, Iterator
from pathlib import Path

from prowlerbot.core.errors import Refused
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.core.game_parts import AnyHints, puzzle_file, puzzle_rules
from prowlerbot.core.record import MadeMove, replay
from prowlerbot.games import GAMES
from prowlerbot.opponent.choice import LEVELS
from prowlerbot.opponent.task import house_roster
from prowlerbot.puzzles.proof import Prover, PuzzlePlace
from prowlerbot.puzzles.puzzle import Puzzle, puzzles_of_text, write_puzzles
from prowlerbot.shell.arguments import add_seed_argument, game_keys, positive_number, progress_bar
from prowlerbot.shell.duel_command import Player, play_contest

_EARLY_DIVISOR, _LATE_DIVISOR = 3, 2
"""The part of all puzzles that one theme may have, as a divisor, in the first two thirds and in the
rest. The rest would take long with rare themes alone.
"""
_MAX_PLACES = 40  # the maximum number of decisions of a match that the command examines
_MAX_PUZZLES, _MAX_OF_A_THEME = 3, 2
"""The maximum numbers of puzzles of a match, and of those with one theme."""
_MIN_DISTANCE = 6  # the minimum number of moves from one puzzle of a match to the next


def make_or_check_puzzles(options: argparse.Namespace) -> None:
    """Make puzzles from matches of the machine, or with --check prove the stored ones again. A
    later call with the same seed goes on after an interruption.
    """
    game = GAMES.named(options.game)
    file = options.file or puzzle_file(game)
    if options.check:
        _check_puzzles(game.key, file, options.seed)
    elif options.make:
        _make_puzzles(game.key, file, options.make, options.seed)
    else:
        raise Refused("Say what to do: --make N, or --check.")


def _make_puzzles(key: str, file: Path, count: int, seed: int) -> None:
    game, hints = house_roster()[key]
    puzzles, matches = list[Puzzle](), 0
    if file.exists():
        text = file.read_text("utf-8")
        header = json.loads(text.partition("\n")[0])
        if (header["game"], header["seed"]) != (key, seed):
            raise Refused("{file} was made with another seed or of another game.", file=file)
        puzzles, matches = list(puzzles_of_text(key, text)), int(header["matches"])
    ids = {puzzle.id for puzzle in puzzles}
    themes = Counter(puzzle.theme for puzzle in puzzles)
    # With few themes, a limit for each would leave too few puzzles.
    is_varied = len(puzzle_rules(game).themes) > _EARLY_DIVISOR
    with progress_bar("Making", count) as bar:
        while len(puzzles) < count:
            divisor = _EARLY_DIVISOR if 3 * len(puzzles) < 2 * count else _LATE_DIVISOR
            limit = max(1, count // divisor)
            full = {theme for theme, many in themes.items() if is_varied and many >= limit}
            for puzzle in puzzles_of_match(game, hints, f"{seed}/{matches}", full):
                if puzzle.id not in ids and len(puzzles) < count:
                    puzzles.append(puzzle)
                    ids.add(puzzle.id)
                    themes[puzzle.theme] += 1
            matches += 1
            # Replace a file in one step, so that a crash leaves the old one.
            new_file = file.with_suffix(".new")
            header = {"game": key, "seed": seed, "matches": matches}
            new_file.write_text(write_puzzles(puzzles, header), "utf-8")
            new_file.replace(file)
            bar.show(len(puzzles))
    words = ", ".join(f"{theme or 'none'} {many}" for theme, many in themes.most_common())
    sys.stdout.write(f"{len(puzzles)} puzzles from {matches} matches: {words}\n")


def _check_puzzles(key: str, file: Path, seed: int) -> None:
    game, hints = house_roster()[key]
    prover = Prover(game, hints, puzzle_rules(game))
    stored = list(puzzles_of_text(key, file.read_text("utf-8")))
    proved = 0
    with progress_bar("Proving", len(stored)) as bar:
        for number, puzzle in enumerate(stored, 1):
            state = replay(game, puzzle.setup, puzzle.moves, again=False)[-1]
            if prover.still_holds(puzzle, state, f"{seed}/check/{puzzle.id}"):
                proved += 1
            else:
                sys.stdout.write(f"Puzzle {number}, {puzzle.id}, does not hold.\n")
            bar.advance()
    sys.stdout.write(f"Puzzles that hold: {proved} of {len(stored)}\n")
    if proved < len(stored):
        sys.stdout.flush()
        raise Refused("Puzzles that do not hold: {count}.", count=len(stored) - proved)


def add_puzzles_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=game_keys())
    parser.add_argument("--make", type=positive_number, metavar="N", help="until there are so many")
    parser.add_argument("--check", action="store_true", help="prove all again by fresh searches")
    add_seed_argument(parser, 1)
    parser.add_argument(
        "--file", type=Path, metavar="F", help="in place of the file that comes with the bot"
    )


def puzzles_of_match(
    game: Game, hints: AnyHints, seed: str, full_themes: Container[str] = ()
) -> Iterator[Puzzle]:
    """The puzzles of one match that the machine plays against itself, in the order of their moves,
    without those of ``full_themes``. The same seed gives the same puzzles.
    """
    rng = random.Random(seed)
    places = _list_places(game, hints, rng, seed)
    prover = Prover(game, hints, puzzle_rules(game))
    counts, latest = Counter[str](), -_MIN_DISTANCE
    if len(places) > _MAX_PLACES:
        chosen = sorted(rng.sample(range(len(places)), _MAX_PLACES))
        places = [places[index] for index in chosen]
    for place in places:
        if len(place.moves) - latest < _MIN_DISTANCE or counts.total() >= _MAX_PUZZLES:
            continue
        puzzle = prover.prove_place(place, f"{seed}/{len(place.moves)}")
        if puzzle is None or puzzle.theme in full_themes:
            continue
        if counts[puzzle.theme] >= _MAX_OF_A_THEME:
            continue
        counts[puzzle.theme] += 1
        latest = len(place.moves)
        yield puzzle


def _list_places(game: Game, hints: AnyHints, rng: random.Random, seed: str) -> list[PuzzlePlace]:
    """The decisions of one match that can be puzzles, in their order.

    Small matches come more often, as they are shorter and easier to understand. The fast simple
    players of the game play, or a level of the machine if there are none.
    """
    seats = min(rng.choice(game.seats), rng.choice(game.seats))
    setup = game.setup(rng, seats, {})
    simple: list[Player] = [*hints.players.values()]
    level = LEVELS["medium" if hints.levels else "easy"]
    players = [rng.choice(simple or [level]) for _ in range(seats)]
    # The budgets of these levels are in playouts, so they need no clock.
    played = play_contest(game, hints, setup, players, seed=seed, clock=lambda: 0.0)
    moves = tuple(MadeMove(*move) for move in played.moves)
    rules, states = puzzle_rules(game), replay(game, setup, moves, again=False)
    # No move follows the last position.
    return [
        PuzzlePlace(setup, moves[:ply], seats=seats, seat=seat, state=state)
        for ply, (state, (seat, _)) in enumerate(zip(states, moves, strict=False))
        if seat != CHANCE and rules.fits(state, seat)
    ]
