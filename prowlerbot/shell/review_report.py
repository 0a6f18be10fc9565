"""The report of a review in the shell: accuracy, luck, and where the match turned."""

from collections import Counter
from collections.abc import Iterator, Sequence

from prowlerbot.core.record import Record
from prowlerbot.opponent.judgement import Estimate, JudgedMove, Judgement, Outlook, Review
from prowlerbot.reviews.review_digest import (
    TREASURE,
    Loss,
    Point,
    Verdict,
    costliest_losses,
    in_whole_percent,
    losses,
    luck_of,
    played_option,
    player_accuracy,
    turning_points,
)

_SLIGHT_CHANCE = 0.005
"""A chance to win that is too small to mention."""
_COURSE_ROWS = 12
"""The rows of the course of a match."""
_VERDICT_NOUNS: tuple[tuple[Verdict, str], ...] = (
    ("inaccuracy", "inaccuracies"),
    ("mistake", "mistakes"),
    ("blunder", "blunders"),
)
"""Each name of a loss, with its plural."""


def review_lines(record: Record, result: Review) -> Iterator[str]:
    names = _player_names(record, result)
    lost = losses(result)
    chances = any(each.chances for each in result.course)
    yield f"{record.game.title}, {len(record.moves)} moves. {_final_result(record, names)}"
    for seat, name in enumerate(names, 1):
        yield ""
        yield from _player_lines(name, seat, result, lost)
    turns = turning_points(result, lost)
    if turns:
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
        *(len(each.margins) for each in result.course[:1]),
        *(each.seat for each in record.moves),
        1,
    )
    given = dict(enumerate(record.players, 1))
    return [given.get(seat) or f"Player {seat}" for seat in range(1, seats + 1)]


def _final_result(record: Record, names: Sequence[str]) -> str:
    outcome = record.states()[-1].outcome
    if outcome is None:
        return "It was not played to its end."
    totals = zip(names, outcome.totals, strict=True)
    return ", ".join(f"{name} {total}" for name, total in totals) + "."


def _player_lines(name: str, seat: int, result: Review, lost: Sequence[Loss]) -> Iterator[str]:
    accuracy = player_accuracy(lost, seat)
    if accuracy is None:
        yield f"{name} had nothing to choose."
        return
    counts = Counter(each.verdict for each in lost if each.judgement.seat == seat)
    kinds = [f"{counts[one]} {one if counts[one] == 1 else many}" for one, many in _VERDICT_NOUNS]
    decisions = counts.total()
    share = in_whole_percent(accuracy)
    yield f"{name}: accuracy {share} % in {decisions} decisions; {', '.join(kinds)}."
    luck = luck_of(result, seat)
    if luck is not None:
        chances = any(each.chances for each in result.course)
        size = _chance_words(luck) if chances else _treasure_words(luck)
        kind = ("good" if luck.mean > 0 else "bad") if luck.likely else "neither good nor bad"
        yield f"  Luck: {size}, {kind} on the whole."
    for each in costliest_losses(lost, seat):
        yield f"  {_loss_words(each)}"


def _loss_words(loss: Loss) -> str:
    judgement = loss.judgement
    made, best = played_option(judgement), judgement.options[0]
    words = f"played {made.move}; better {best.move}, {_gain_words(judgement, made, best)}"
    return f"move {judgement.ply + 1}: {words} ({loss.verdict})"


def _gain_words(judgement: Judgement, made: JudgedMove, best: JudgedMove) -> str:
    lead = best.margin.mean - made.margin.mean
    if best.chance is None or made.chance is None:
        return f"worth {made.behind.mean:.1f} ± {made.behind.bound:.1f} treasure more"
    if judgement.exact:
        results = {1.0: "a win", 0.5: "a shared first place", 0.0: "a loss"}
        gained, had = results[best.chance.mean], results[made.chance.mean]
        if gained == had:
            return f"{gained} all the same, by {lead:.0f} points more"
        return f"{gained} rather than {had}, if all play their best"
    if made.behind.mean < _SLIGHT_CHANCE:
        return f"{lead:.0f} points more of lead"
    more, bound = 100 * made.behind.mean, 100 * made.behind.bound
    chance = f"{100 * best.chance.mean:.0f} % to win, {more:.0f} ± {bound:.0f} % more"
    return f"{chance}, and {lead:+.0f} points of lead"


def _turning_point_line(record: Record, turn: Point, names: Sequence[str], *, chances: bool) -> str:
    name = names[turn.seat - 1]
    if turn.judgement is not None:
        return f"{name}, {_loss_words(Loss(turn.judgement, turn.points))}"
    size = _chance_words(turn.points) if chances else _treasure_words(turn.points)
    return f"move {turn.at + 1}: luck, {record.moves[turn.at].text}; {size} for {name}"


def _chance_words(points: Estimate) -> str:
    return f"{points.mean:+.0f} ± {points.bound:.0f} % of winning"


def _treasure_words(points: Estimate) -> str:
    return f"{points.mean / TREASURE:+.1f} ± {points.bound / TREASURE:.1f} treasure"


def _expected_words(outlook: Outlook, names: Sequence[str]) -> str:
    if outlook.chances:
        prospects = zip(names, outlook.chances, outlook.margins, strict=True)
        each = [
            f"{name} {100 * chance.mean:3.0f} % ({lead.mean:+.0f})"
            for name, chance, lead in prospects
        ]
    else:
        earned = zip(names, outlook.margins, strict=True)
        each = [f"{name} {treasure.mean:4.1f} treasure" for name, treasure in earned]
    return f"{outlook.ply:4}  {'   '.join(each)}"
