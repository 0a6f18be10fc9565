"""The review of a whole match from its record."""

import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.__main__ import main
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, Game, Outcome, State
from prowlerbot.core.game_parts import NO_HINTS, AnyHints, Forecast, Hints
from prowlerbot.core.record import Record, random_record
from prowlerbot.core.record_json import to_json
from prowlerbot.games import GAMES
from prowlerbot.opponent.budget import Budget
from prowlerbot.opponent.judgement import Estimate, Review, from_text
from prowlerbot.opponent.reviewing import (
    MOST_PIECES,
    ReviewedMatch,
    chunk_order,
    events,
    join_reviews,
    piece_count,
    review_piece,
)
from tests.opponent.games import GUESS, Small, determinise_guess, roster

ROSTER = roster()


def match(
    key: str, players: int, seed: int = 1, *, leaves: int = 0, most: int = 10_000
) -> tuple[Game, AnyHints, ReviewedMatch]:
    """A match of random candidates; seat ``leaves`` leaves it as soon as it can after 40 moves."""
    game, hints = ROSTER[key]
    rng = random.Random(seed)
    setup = game.setup(rng, players, {})
    state, moves = game.start(setup), list[tuple[int, str]]()
    while state.to_move and len(moves) < most:
        left = state.leave(leaves) if leaves and len(moves) > 40 else None
        if left is not None:
            moves.append((leaves, LEAVE))
            state, leaves = left, 0
            continue
        seat = min(state.to_move)
        legal = state.moves(seat)
        if hints.candidates and seat and len(legal) > 1:
            legal = hints.candidates(state, seat, legal, rng)
        move = rng.choice(legal)
        moves.append((seat, str(move)))
        state = state.after(seat, move)
    return game, hints, ReviewedMatch(key, setup, tuple(moves))


def reviewed(
    game: Game,
    hints: AnyHints,
    played: ReviewedMatch,
    playouts: int,
    numbers: Sequence[int] | None = None,
) -> Review:
    count = piece_count(len(events(game, played)))
    return join_reviews(
        [
            review_piece(
                game,
                hints,
                played,
                number,
                seed=1,
                budget=Budget(playouts=playouts),
                clock=time.perf_counter,
            )
            for number in (range(count) if numbers is None else numbers)
        ]
    )


def cases(landgrab: int, heroes: int) -> list[tuple[str, int, dict[str, Any]]]:
    """Beginnings of matches with at most so many moves, in some of which a player leaves."""
    return [
        ("prowler", 2, {"most": 11}),
        ("landgrab", 2, {"most": landgrab}),
        ("landgrab", 4, {"leaves": 2, "most": landgrab}),
        ("heroes", 1, {"most": heroes}),
        ("heroes", 3, {"leaves": 3, "most": heroes}),
    ]


WHOLE: list[tuple[str, int, dict[str, Any]]] = [("prowler", 2, {}), ("tell", 3, {}), ("nim", 2, {})]
LONG = [pytest.param(*each, marks=pytest.mark.full) for each in cases(170, 120)]


@pytest.mark.parametrize(("key", "players", "more"), [*cases(50, 46), *WHOLE, *LONG])
def test_a_review_judges_choices_only_and_all_its_moves_were_legal(
    key: str, players: int, more: dict[str, Any]
) -> None:
    game, hints, played = match(key, players, **more)
    review = reviewed(game, hints, played, 150)
    choices = {event.ply: event for event in events(game, played)}
    plies = [each.ply for each in review.judgements]
    assert plies == sorted({*plies})
    assert plies
    for each in review.judgements:
        event = choices[each.ply]
        legal = {str(move) for move in event.state.moves(event.seat)}
        assert (each.seat, each.played) == (event.seat, event.move)
        moves = [option.move for option in each.options]
        assert each.played in moves
        assert {*moves} <= legal
        assert each.options[0].behind.mean == 0
    for luck in review.luck:
        assert choices[luck.ply].seat == CHANCE
        assert len(luck.worth) == players
    assert all(len(each.margins) == players for each in review.course)
    for outlook in review.course:
        if key == "heroes":
            assert outlook.chances == ()
        else:
            assert sum(each.mean for each in outlook.chances) == pytest.approx(1)


def test_two_reviews_of_a_match_are_the_same_in_any_order_of_their_pieces() -> None:
    game, hints, played = match("landgrab", 2, most=40)
    count = piece_count(len(events(game, played)))
    forth = reviewed(game, hints, played, 800, range(count))
    back = [reviewed(game, hints, played, 800, [number]) for number in reversed(range(count))]
    assert join_reviews(back[::-1]) == forth


@pytest.mark.parametrize(
    ("key", "playouts"),
    [pytest.param("landgrab", 40_000, marks=pytest.mark.full), ("prowler", 20_000)],
)
def test_a_review_takes_no_more_playouts_than_it_may(key: str, playouts: int) -> None:
    game, hints, played = match(key, 2, most=220)
    taken = 0

    def counted(state: AnyState, last: int, rng: random.Random) -> Forecast:
        nonlocal taken
        taken += 1
        assert hints.forecast is not None
        return hints.forecast(state, last, rng)

    review = reviewed(game, replace(hints, forecast=counted), played, playouts)
    assert len(review.judgements) > 20
    assert playouts / 20 < taken <= 1.05 * playouts


@dataclass(frozen=True, slots=True)
class Coins(State[int]):
    """Two coins for seat 1, then it bets on a third one, or calls, which loses a won match."""

    coins: tuple[int, ...] = ()
    bet: int = 0

    @property
    def to_move(self) -> frozenset[int]:
        if self.bet:
            return frozenset()
        return frozenset({CHANCE if len(self.coins) < 2 else 1})

    @property
    def outcome(self) -> Outcome | None:
        if not self.bet:
            return None
        heads = self.coins.count(1)
        won = heads > 1 and self.bet == 1
        return Outcome((1, 2) if won else (2, 1), "coins", (heads, 1))

    def moves(self, seat: int) -> tuple[int, ...]:
        return (1, 2) if seat in self.to_move else ()

    def after(self, seat: int, move: int) -> "Coins":
        return (
            replace(self, coins=(*self.coins, move)) if seat == CHANCE else replace(self, bet=move)
        )


def test_luck_is_what_came_less_the_mean_of_what_could_have_come() -> None:
    game = Small("coins", Coins(), range(2, 3))
    hints: AnyHints = Hints(forecast=coins_forecast)
    played = ReviewedMatch("coins", "2", ((CHANCE, "1"), (CHANCE, "1"), (1, "2")))
    review = reviewed(game, hints, played, 4000)
    first, second = (luck.worth[0] for luck in review.luck)
    assert first.mean == pytest.approx(0.25, abs=0.06)
    assert second == Estimate(0.5, 0.0)
    assert [luck.worth[1].mean for luck in review.luck] == [-first.mean, -0.5]
    (judged,) = review.judgements
    assert [option.move for option in judged.options] == ["1", "2"]
    assert judged.options[1].behind == Estimate(1.0)
    assert [each.ply for each in review.course] == [1, 2, 3]
    assert review.course[-1].chances == (Estimate(0.0), Estimate(1.0))


def coins_forecast(state: Coins, last: int, rng: random.Random) -> Forecast:
    del last, rng
    won = float(state.coins == (1, 1))
    return (won, 1 - won), (won, -won)


def test_a_decision_is_judged_with_what_its_seat_knew() -> None:
    hints: AnyHints = Hints(determinise=determinise_guess)

    def judged(hidden: str) -> Review:
        return reviewed(
            GUESS, hints, ReviewedMatch("guess", "2", ((1, hidden), (2, "3"))), 800, [1]
        )

    assert judged("3").judgements == judged("5").judgements


def test_the_end_of_prowlers_passage_is_judged_exactly() -> None:
    game, hints, played = match("prowler", 2)
    review = reviewed(game, hints, played, 60_000, [25, 26])
    assert [each.exact for each in review.judgements] == [True, True]
    assert all(option.margin.error == 0 for option in review.judgements[0].options)
    last = game.start(played.setup)
    for seat, move in played.moves:
        last = last.after(seat, next(each for each in last.moves(seat) if str(each) == move))
    assert last.outcome is not None
    one, two = last.outcome.totals
    assert [each.mean for each in review.course[-1].margins] == [one - two, two - one]


@pytest.mark.parametrize(("key", "players", "more"), [*cases(50, 46)[::2], *WHOLE])
def test_the_order_of_the_work_has_each_piece_once_and_large_swings_first(
    key: str, players: int, more: dict[str, Any]
) -> None:
    game, hints, played = match(key, players, **more)
    arranged = chunk_order(game, hints, played, rng=random.Random(1), clock=lambda: 0.0)
    assert sorted(arranged) == [*range(piece_count(len(events(game, played))))]
    if key == "prowler":
        lost = {
            each.ply: option.behind.mean
            for each in reviewed(game, hints, played, 300).judgements
            for option in each.options
            if option.move == each.played
        }
        half = len(arranged) // 2
        plies = [event.ply for event in events(game, played)]
        swings = [lost.get(plies[number], 0.0) for number in arranged]
        assert sum(swings[:half]) > sum(swings[half:])


def test_a_long_match_has_a_limited_number_of_pieces() -> None:
    assert (piece_count(0), piece_count(7), piece_count(700)) == (1, 7, MOST_PIECES)


def test_a_match_without_any_choice_has_a_review_of_one_empty_piece() -> None:
    game = Small("coins", Coins(), range(2, 3))
    review = reviewed(game, NO_HINTS, ReviewedMatch("coins", "2", ()), 100)
    assert (review.judgements, review.luck, review.course) == ((), (), ())


@dataclass(frozen=True, slots=True)
class Fork(State[int]):
    """Seat 1 chooses one of two ways; then a coin decides, whichever it chose."""

    way: int = 0
    coin: int = 0

    @property
    def to_move(self) -> frozenset[int]:
        return frozenset() if self.coin else frozenset({2 if self.way else 1})

    @property
    def outcome(self) -> Outcome | None:
        ranks = (1, 2) if self.coin == 1 else (2, 1)
        return Outcome(ranks, "coin", (2 - ranks[0], 2 - ranks[1])) if self.coin else None

    def moves(self, seat: int) -> tuple[int, ...]:
        return (1, 2) if seat in self.to_move else ()

    def after(self, seat: int, move: int) -> "Fork":
        return replace(self, way=move) if seat == 1 else replace(self, coin=move)


def fork_reviewed(playouts: int) -> Estimate:
    """What the second way gives away, where coarse playouts take it for lost, and wrongly so."""

    def forecast(state: Fork, last: int, rng: random.Random) -> Forecast:
        del last
        won = float(state.way == 1 and rng.random() < 0.8)
        return (won, 1 - won), (won, -won)

    hints: AnyHints = Hints(
        flat=True, endgame=0, forecast=forecast, playout=lambda _, __, moves, rng: rng.choice(moves)
    )
    game = Small("fork", Fork(), range(2, 3))
    review = reviewed(game, hints, ReviewedMatch("fork", "2", ((1, "2"), (2, "1"))), playouts)
    return review.judgements[0].options[-1].behind


def test_a_loss_of_coarse_playouts_is_sure_only_if_matches_played_on_agree() -> None:
    checked = fork_reviewed(40_000)
    assert checked.mean == pytest.approx(0.4, abs=0.08)
    assert checked.error > checked.mean / 2


def test_a_loss_without_a_second_opinion_is_never_sure() -> None:
    unchecked = fork_reviewed(600)
    assert unchecked.mean == pytest.approx(0.8, abs=0.15)
    assert unchecked.error > unchecked.mean / 2


# ------------------------------------------------------------------ ``python -m prowlerbot review``


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of a match, and a whole one with names."""
    whole = random_record(GAMES["prowler"], random.Random(2))
    begun = Record(whole.game, whole.setup, whole.moves[:9])
    named = Record(whole.game, whole.setup, whole.moves, players=("Ann", "Ben"))
    path = tmp_path_factory.mktemp("records") / "records.jsonl"
    lines = [json.dumps(to_json(each, states=False)) for each in (begun, named)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["review", *map(str, arguments), "--seconds", "1"]) == 0
    return capsys.readouterr().out


def test_a_review_tells_every_player_their_accuracy_and_costliest_moves(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, file, "--line", "2")
    first, *rest = out.splitlines()
    assert first.startswith("Prowler's Passage, 27 moves. Ann ")
    for name in ("Ann", "Ben"):
        assert any(line.startswith(f"{name}: accuracy ") for line in rest)
    assert ": played " in out
    assert "; better " in out
    assert "Where the match turned:" in rest
    assert "Luck" not in out


def test_a_match_that_was_not_played_to_its_end_is_reviewed_as_far_as_it_went(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, file)
    assert out.startswith("Prowler's Passage, 9 moves. It was not played to its end.")
    assert "Player 2: accuracy " in out


def test_a_review_as_json_is_one_that_can_be_read(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = from_text(printed(capsys, file, "--json"))
    assert [each.ply for each in review.judgements] == [*range(9)]
    assert review.course


def test_a_review_without_time_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--seconds", "0"]) == 1
    assert "needs some time" in capsys.readouterr().err
