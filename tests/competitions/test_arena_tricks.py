"""Whether a person with several accounts wins an arena more often than as many honest players."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from prowlerbot.games import GAMES
from tests.competitions.arena_hours import LENGTHS, Trick, honestly, with_trick

MARGIN = 0.03
TRICKS = {
    "the others let one win": Trick(),
    "the others give up early to one": Trick("early"),
    "the others give up early to everybody": Trick(others="early"),
    "the others give up to everybody once that is not early": Trick(others="late"),
    "the others stall": Trick(others="stall"),
    "all give up early to strangers": Trick(main="early", others="early"),
    "all give up to strangers once that is not early": Trick(main="late", others="late"),
}
LEADER = Trick(leads=True)
LEADER_MARGIN = 0.08
"""Three accounts can agree that whichever leads wins: no rule tells a match that is lost on purpose
from another one.
"""


def mean(shares: Collection[float]) -> float:
    return sum(shares) / len(shares)


def test_the_least_moves_of_a_game_are_about_half_of_a_short_match_at_most() -> None:
    assert LENGTHS.keys() == GAMES.keys()
    for key, lengths in LENGTHS.items():
        assert 3 < GAMES[key].least_moves <= 0.65 * min(lengths.moves)


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
def test_no_trick_with_three_accounts_wins_most_arenas(trick: Trick) -> None:
    assert with_trick("heroes", 30, 3, trick) <= honestly("heroes", 30, 3) + 0.15


def test_by_the_first_rules_three_accounts_won_nearly_every_arena() -> None:
    for game in LENGTHS:
        trick = TRICKS["the others give up early to everybody"]
        assert with_trick(game, 5, 3, trick, rules=0) == 1


@pytest.mark.full
@pytest.mark.parametrize("accounts", [1, 2, 3])
def test_in_two_hundred_hours_of_each_game_no_trick_is_worth_more_than_three_of_a_hundred(
    accounts: int,
) -> None:
    honest = mean([honestly(game, 200, accounts) for game in LENGTHS])
    for name, trick in TRICKS.items():
        first = mean([with_trick(game, 200, accounts, trick) for game in LENGTHS])
        assert first <= honest + MARGIN, name
    leader = mean([with_trick(game, 200, accounts, LEADER) for game in LENGTHS])
    assert leader <= honest + (MARGIN if accounts < 3 else LEADER_MARGIN)
