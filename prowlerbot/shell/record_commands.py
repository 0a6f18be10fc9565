"""The shell commands about games and records.

They check a game, make random records, verify them, draw a position, and print the report of a
review.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, get_args

from prowlerbot.core.errors import BadRecord, Refused
from prowlerbot.core.game_parts import part_of
from prowlerbot.core.i18n import tr
from prowlerbot.core.record import Record, random_record
from prowlerbot.core.record_json import MAX_BYTES, read_record, record_of_file, to_json
from prowlerbot.games import GAMES
from prowlerbot.match.preferences import Theme
from prowlerbot.opponent.judge import REVIEW_SECONDS
from prowlerbot.opponent.judgement import (
    Estimate,
    JudgedMove,
    Judgement,
    Outlook,
    Review,
    review_to_text,
)
from prowlerbot.opponent.reviewing import ReviewedMatch, find_events, join_reviews, piece_count
from prowlerbot.opponent.task import house_roster, run_review_piece
from prowlerbot.reviews import review_digest
from prowlerbot.shell.arguments import (
    add_seed_argument,
    game_keys,
    positive_number,
    progress_bar,
    whole_number,
)
from prowlerbot.testing import find_mistakes

_SLIGHT_CHANCE = 0.005  # a chance to win that is too small to mention
_COURSE_ROWS = 12
"""About the number of positions that are listed with the prospects in them."""
_VERDICT_NOUNS: tuple[tuple[review_digest.Verdict, str], ...] = (
    ("inaccuracy", "inaccuracies"),
    ("mistake", "mistakes"),
    ("blunder", "blunders"),
)
"""Each name of a loss, with its plural."""


def write_records(options: argparse.Namespace) -> None:
    """Write random matches as JSON lines; the same seed always gives the same ones."""
    game = GAMES.named(options.game)
    with progress_bar("Playing", options.matches) as bar:
        for number in range(1, options.matches + 1):
            # A random source for each match makes it independent of the number of matches.
            record = random_record(game, random.Random(f"{options.seed}/{number}"), options.players)
            sys.stdout.write(json.dumps(to_json(record, states=options.states)) + "\n")
            bar.advance()


def check_game(options: argparse.Namespace) -> None:
    """Check a game against the contract; each mistake is one sentence."""
    game, found = GAMES.named(options.game), 0
    with progress_bar("Checking", None):
        for sentence in find_mistakes(game, matches=options.matches, seed=options.seed):
            found += 1
            sys.stdout.write(f"{sentence}\n")
            sys.stdout.flush()
    if found:
        raise SystemExit(1)
    sys.stdout.write(f"{game.title}: no mistakes found.\n")


def verify_records(options: argparse.Namespace) -> None:
    """Replay every record of a file and check everything it states."""
    count = 0
    with (
        options.file.open("rb") as file,
        progress_bar("Replaying", options.file.stat().st_size) as bar,
    ):
        for count, line in enumerate(_read_lines(file), 1):
            _read_line(count, line)
            bar.advance(len(line))
    if not count:
        raise BadRecord("There is no record in {file}.", file=options.file)
    sys.stdout.write(f"Records that agree with their replay: {count}\n")


def draw_position(options: argparse.Namespace) -> None:
    """Draw a position of a record as a PNG file."""
    with options.file.open("rb") as file:
        for number, line in enumerate(_read_lines(file), 1):
            if number == options.line:
                record = _read_line(number, line)
                break
        else:
            raise BadRecord("{file} has no line {line}.", file=options.file, line=options.line)
    states = record.states()
    last = len(record.moves)
    ply = last if options.move is None else options.move
    if ply > last:
        raise BadRecord("This match has {last} moves, not {at}.", last=last, at=ply)
    state: Any = states[ply]
    names = [tr("Player {seat}", seat=seat) for seat in range(1, max(record.game.seats) + 1)]
    drawing: Any = part_of(record.game, "drawing")  # only this command needs Pillow
    if drawing is None:
        raise BadRecord("{game} has no pictures of its own.", game=record.game.title)
    options.output.write_bytes(drawing.draw_board(state, names, theme=options.theme))


def _read_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, each read up to the limit of its length."""
    while line := file.readline(MAX_BYTES + 2):
        yield line.rstrip(b"\r\n")


def _read_line(number: int, line: bytes) -> Record:
    try:
        return read_record(line, GAMES)
    except BadRecord as error:
        raise BadRecord("Line {number}: {problem}", number=number, problem=error) from error


def report_review(options: argparse.Namespace) -> None:
    """Report the turning points, costliest moves and luck of a match, each with its error (±)."""
    if options.seconds <= 0:
        raise Refused("A review needs some time.")
    record = record_of_file(options.file.read_bytes(), options.line, GAMES)
    match = ReviewedMatch(record.game.key, record.setup, tuple(record.moves))
    count = piece_count(len(find_events(record.game, match)))
    parts = []
    with progress_bar("Reviewing", count) as bar:
        for number in range(count):
            parts.append(run_review_piece(house_roster, match, number, options.seconds))
            bar.advance()
    result = join_reviews(parts)
    if options.json:
        sys.stdout.write(json.dumps(json.loads(review_to_text(result))) + "\n")
        return
    sys.stdout.write("".join(f"{line}\n" for line in review_lines(record, result)))


def add_simulate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=game_keys())
    parser.add_argument("--matches", type=positive_number, default=1, metavar="N", help="how many")
    parser.add_argument("--players", type=positive_number, metavar="N", help="of each match")
    add_seed_argument(parser, 0)
    parser.add_argument("--states", action="store_true", help="with the state after each move")


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"its key: {game_keys()}")
    about = "random matches of each number of players"
    parser.add_argument("--matches", type=positive_number, default=4, metavar="N", help=about)
    add_seed_argument(parser, 1)


def add_verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="records as JSON lines")


def add_draw_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="records as JSON lines")
    parser.add_argument("--line", type=whole_number, default=1, metavar="N", help="which record")
    about = "after how many moves; else all"
    parser.add_argument("--move", type=whole_number, metavar="N", help=about)
    parser.add_argument("--theme", choices=get_args(Theme), default="night", help="the colours")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.png")


def add_review_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a record, or records as JSON lines")
    about = "which record; else the first"
    parser.add_argument("--line", type=positive_number, metavar="N", help=about)
    parser.add_argument("--json", action="store_true", help="all numbers, for other programs")
    about = "the most time that it takes; less makes larger errors"
    parser.add_argument("--seconds", type=float, default=REVIEW_SECONDS, metavar="S", help=about)


def review_lines(record: Record, result: Review) -> Iterator[str]:
    names = _player_names(record, result)
    lost = review_digest.losses_in(result)
    chances = any(each.chances for each in result.course)
    yield f"{record.game.title}, {len(record.moves)} moves. {_final_result(record, names)}"
    for seat, name in enumerate(names, 1):
        yield ""
        yield from _player_lines(name, seat, result, lost)
    if turns := review_digest.turning_points(result, lost):
        yield ""
        yield "Where the match turned:"
        for turn in turns:
            yield f"  {_turning_point_line(record, turn, names, chances=chances)}"
    yield ""
    yield "What each could expect, after so many moves:"
    for outlook in result.course[:: max(1, -(-len(result.course) // _COURSE_ROWS))]:
        yield f"  {_expected_words(outlook, names)}"


def _player_names(record: Record, result: Review) -> list[str]:
    seats = max(
        len(record.players),
        *(len(outlook.margins) for outlook in result.course[:1]),
        *(move.seat for move in record.moves),
        1,
    )
    given = dict(enumerate(record.players, 1))
    return [given.get(seat) or f"Player {seat}" for seat in range(1, seats + 1)]


def _final_result(record: Record, names: Sequence[str]) -> str:
    if (outcome := record.states()[-1].outcome) is None:
        return "It was not played to its end."
    totals = zip(names, outcome.totals, strict=True)
    return ", ".join(f"{name} {total}" for name, total in totals) + "."


def _player_lines(
    name: str, seat: int, result: Review, lost: Sequence[review_digest.Loss]
) -> Iterator[str]:
    if (accuracy := review_digest.player_accuracy(lost, seat)) is None:
        yield f"{name} had nothing to choose."
        return
    counts = Counter(each.verdict for each in lost if each.judgement.seat == seat)
    kinds = [f"{counts[one]} {one if counts[one] == 1 else many}" for one, many in _VERDICT_NOUNS]
    decisions = counts.total()
    share = review_digest.accuracy_percent(accuracy)
    yield f"{name}: accuracy {share} % in {decisions} decisions; {', '.join(kinds)}."
    if (luck := review_digest.luck_of(result, seat)) is not None:
        chances = any(outlook.chances for outlook in result.course)
        size = _chance_words(luck) if chances else _treasure_words(luck)
        kind = "good" if luck.mean > 0 else "bad"
        yield f"  Luck: {size}, {kind if luck.is_likely else 'neither good nor bad'} on the whole."
    for loss in review_digest.costliest_losses(lost, seat):
        yield f"  {_loss_words(loss)}"


def _loss_words(loss: review_digest.Loss) -> str:
    judgement = loss.judgement
    played, best = review_digest.played_option(judgement), judgement.options[0]
    words = f"played {played.move}; better {best.move}, {_gain_words(judgement, played, best)}"
    return f"move {judgement.ply + 1}: {words} ({loss.verdict})"


def _gain_words(judgement: Judgement, played: JudgedMove, best: JudgedMove) -> str:
    """The gain from the best move over the played one, in words."""
    lead = best.margin.mean - played.margin.mean
    if best.chance is None or played.chance is None:
        return f"worth {played.loss.mean:.1f} ± {played.loss.bound:.1f} treasure more"
    if judgement.exact:
        results = {1.0: "a win", 0.5: "a shared first place", 0.0: "a loss"}
        gained, had = results[best.chance.mean], results[played.chance.mean]
        if gained == had:
            return f"{gained} all the same, by {lead:.0f} points more"
        return f"{gained} rather than {had}, if all play their best"
    if played.loss.mean < _SLIGHT_CHANCE:
        return f"{lead:.0f} points more of lead"
    more, bound = 100 * played.loss.mean, 100 * played.loss.bound
    chance = f"{100 * best.chance.mean:.0f} % to win, {more:.0f} ± {bound:.0f} % more"
    return f"{chance}, and {lead:+.0f} points of lead"


def _turning_point_line(
    record: Record, turn: review_digest.Point, names: Sequence[str], *, chances: bool
) -> str:
    name = names[turn.seat - 1]
    if turn.judgement is not None:
        return f"{name}, {_loss_words(review_digest.Loss(turn.judgement, turn.points))}"
    size = _chance_words(turn.points) if chances else _treasure_words(turn.points)
    return f"move {turn.at + 1}: luck, {record.moves[turn.at].text}; {size} for {name}"


def _chance_words(points: Estimate) -> str:
    return f"{points.mean:+.0f} ± {points.bound:.0f} % of winning"


def _treasure_words(points: Estimate) -> str:
    treasures, bound = (value / review_digest.TREASURE for value in (points.mean, points.bound))
    return f"{treasures:+.1f} ± {bound:.1f} treasure"


def _expected_words(outlook: Outlook, names: Sequence[str]) -> str:
    if outlook.chances:
        prospects = zip(names, outlook.chances, outlook.margins, strict=True)
        words = [
            f"{who} {100 * won.mean:3.0f} % ({lead.mean:+.0f})" for who, won, lead in prospects
        ]
    else:
        earned = zip(names, outlook.margins, strict=True)
        words = [f"{name} {treasure.mean:4.1f} treasure" for name, treasure in earned]
    return f"{outlook.ply:4}  {'   '.join(words)}"
