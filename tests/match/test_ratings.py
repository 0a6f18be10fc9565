"""Ratings follow from results alone, in the order in which matches ended."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.core.clock import DAY
from prowlerbot.core.game import Game
from prowlerbot.games import GAMES
from prowlerbot.match import agreements, lobby, play
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.ratings import (
    NEW,
    PROVISIONAL,
    RATED_A_DAY,
    Rating,
    Result,
    Verdict,
    enter,
    enter_all,
    is_provisional,
    medal,
    result_of,
)
from prowlerbot.match.terms import Terms
from tests.games.tell import TellGame

RATED = Terms(rated=True)


def ended(number: int, ranks: tuple[int, ...] = (1, 2), **changes: object) -> Result:
    """The result of a match that ended on a day of its own."""
    players = tuple(range(1, len(ranks) + 1))
    result = Result(f"m{number}", "prowler", number * DAY, players, ranks)
    return replace(result, **changes)  # type: ignore[arg-type] # each test names fields of its own


def played(game: str = "prowler", seed: int = 1, plies: int = 99, terms: Terms = RATED) -> Match:
    """A match between as many players as it takes, every move of it drawn."""
    rng = random.Random(seed)
    rules: Game = TellGame() if game == "tell" else GAMES[game]
    players = [Player(10 * seat, f"P{seat}") for seat in range(1, min(rules.seats) + 1)]
    match = lobby.challenge("m", rules, players, {}, terms=terms, now=0)
    for player in players[1:]:
        match = lobby.accept(match, Context(rules, rng, 1), player.id)
    while match.ending is None and match.ply < plies:
        state = play.states(match, rules)[-1]
        seat = min(state.to_move)
        move = str(rng.choice(state.moves(seat)))
        match = play.make_move(
            match, Context(rules, rng, 2), match.player(seat).id, match.moment, move
        )
    return match


def rated(result: Result, *ratings: Rating) -> tuple[Rating, ...]:
    entry = enter(result, ratings or [NEW] * len(result.players), 0)
    assert entry.verdict is Verdict.COUNTED
    return entry.after


# ------------------------------------------------------------------ effects of a match on ratings


def test_the_numbers_are_the_same_to_the_digit_everywhere() -> None:
    entries = list(enter_all([ended(1), ended(2, (2, 1)), ended(3, (1, 1)), ended(4, (1, 2))]))
    assert entries[-1].after == (Rating(27_081_852, 7_353_734), Rating(22_918_148, 7_353_734))


def test_a_day_ends_at_midnight_in_utc() -> None:
    at_midnight = 1_767_225_600  # 1 January 2026
    before, after, late = (
        replace(ended(1), ended_at=at_midnight + seconds).day for seconds in (-1, 0, 86_399)
    )
    assert before + 1 == after == late


def test_a_rating_is_shown_as_the_nearest_whole_number() -> None:
    for mu, points in [(25_008_333, 1500), (25_008_334, 1501)]:
        assert Rating(mu, 0).points == points  # 1500.49998 and 1500.50004
        assert Rating(0, mu).range == round(mu * 120 / 1_000_000)


def test_a_shared_victory_brings_two_players_closer() -> None:
    strong, weak = Rating(NEW.mu + 5_000_000, NEW.sigma), NEW
    after = rated(ended(1, (1, 1)), strong, weak)
    assert weak.mu < after[1].mu < after[0].mu < strong.mu


def test_beating_somebody_strong_is_worth_more() -> None:
    strong, weak = (Rating(NEW.mu + by, NEW.sigma) for by in (5_000_000, -5_000_000))
    assert rated(ended(1), NEW, strong)[0].mu > rated(ended(1), NEW, weak)[0].mu


def test_three_players_are_rated_by_their_ranks() -> None:
    first, second, third = rated(ended(1, (2, 1, 3)))
    assert second.mu > first.mu > third.mu


def test_ratings_of_one_game_say_nothing_about_another() -> None:
    entries = list(enter_all([ended(1), ended(2, game="other")]))
    assert entries[1].before == (NEW, NEW)


# ------------------------------------------------------------------ which matches count


def test_a_friendly_match_changes_no_rating() -> None:
    entry = enter(ended(1, rated=False), [NEW, NEW], 0)
    assert (entry.verdict, entry.after) == (Verdict.FRIENDLY, ())


def test_the_same_players_have_so_many_rated_matches_a_day() -> None:
    together = [ended(1, match=f"m{n}", ended_at=n) for n in range(RATED_A_DAY + 1)]
    turned = replace(together[-1], players=(2, 1))
    other = replace(together[-1], players=(1, 3))
    tomorrow = replace(together[-1], ended_at=DAY)
    entries = list(enter_all([*together, turned, other, tomorrow]))
    verdicts = [entry.verdict for entry in entries]
    assert verdicts == [
        *[Verdict.COUNTED] * RATED_A_DAY,
        *[Verdict.OFTEN] * 2,
        Verdict.COUNTED,
        Verdict.COUNTED,
    ]


def test_matches_that_did_not_count_leave_room_for_others_that_day() -> None:
    friendly = [ended(1, match=f"f{n}", rated=False) for n in range(RATED_A_DAY)]
    assert [*enter_all([*friendly, ended(1)])][-1].verdict is Verdict.COUNTED


def test_a_match_that_was_resigned_counts_once_everybody_made_three_moves() -> None:
    for plies, short in [(5, True), (6, False), (20, False)]:
        match = agreements.resign(
            played(plies=plies), Context(GAMES["prowler"], random.Random(1), 3), 10
        )
        result = result_of(match, GAMES["prowler"])
        assert result is not None
        assert (result.ranks, result.totals, result.short) == ((2, 1), (), short)


def test_a_match_that_was_played_out_counts_with_its_ranks_and_totals() -> None:
    match = played()
    outcome = play.states(match, GAMES["prowler"])[-1].outcome
    assert outcome is not None
    result = result_of(match, GAMES["prowler"])
    assert result == Result(
        "m", "prowler", 2, (10, 20), outcome.ranks, outcome.totals, rated=True, short=False
    )


def test_a_short_game_that_was_played_out_counts() -> None:
    result = result_of(played("tell"), TellGame())
    assert result is not None
    assert len(result.ranks) == 3
    assert not result.short


def test_whether_a_match_is_rated_is_one_of_its_terms() -> None:
    result = result_of(played(terms=Terms(rated=False)), GAMES["prowler"])
    assert result is not None
    assert not result.rated


# ------------------------------------------------------------------ in any order


@st.composite
def results(draw: st.DrawFn) -> list[Result]:
    """Results of a few players in a few days, in any order of ends, some at the same time."""
    found = []
    for number in range(draw(st.integers(0, 25))):
        players = draw(st.permutations(range(1, 5)))[: draw(st.integers(2, 3))]
        ranks = tuple(draw(st.integers(1, 3)) for _ in players)
        ranks = tuple(rank - min(ranks) + 1 for rank in ranks)
        found.append(
            Result(
                f"m{number}",
                draw(st.sampled_from(["prowler", "other"])),
                draw(st.integers(0, 2 * DAY)),
                tuple(players),
                ranks,
                rated=draw(st.integers(0, 5)) > 0,
                short=draw(st.integers(0, 5)) == 0,
            )
        )
    return found


@settings(max_examples=25)
@given(results())
def test_each_rating_begins_where_it_stood(given: list[Result]) -> None:
    stands: dict[tuple[str, int], Rating] = {}
    for entry in enter_all(given):
        for at, (before, after) in enumerate(zip(entry.before, entry.after, strict=True)):
            key = entry.result.game, entry.result.players[at]
            assert before == stands.get(key, NEW)
            assert after.sigma > 0
            stands[key] = after


def test_a_medal_is_for_who_is_ahead_of_more_than_half() -> None:
    for places, medals in [
        (1, []),
        (2, []),
        (3, [1]),
        (4, [1]),
        (5, [1, 2]),
        (6, [1, 2]),
        (7, [1, 2, 3]),
        (99, [1, 2, 3]),
    ]:
        given = [medal(place, places, PROVISIONAL) for place in range(1, places + 1)]
        assert [each for each in given if each] == medals
        assert given[: len(medals)] == medals


def test_a_provisional_rating_has_no_medal() -> None:
    assert [medal(1, 99, matches) for matches in (1, PROVISIONAL - 1)] == [None, None]
    assert [is_provisional(matches) for matches in (0, 9, 10, 11)] == [True, True, False, False]
