"""How often one user may have somebody pinged."""

from __future__ import annotations

import pytest

from cogs.frame import throttles
from cogs.frame.throttles import PINGS_A_MINUTE, Pings, TooMuch
from prowlerbot.match.match import VACANT, Player
from tests.cogs.frame.test_buckets import Clock

ADA, BEN, CLEO = 1, 2, 3


def test_one_user_pings_another_six_times_at_once_and_then_once_in_ten_seconds() -> None:
    clock = Clock()
    pings = Pings(clock)
    assert [pings.take(ADA, BEN) for _ in range(PINGS_A_MINUTE + 1)] == [True] * 6 + [False]
    clock.now = 9.9
    assert not pings.take(ADA, BEN)
    clock.now = 10.0
    assert [pings.take(ADA, BEN) for _ in range(2)] == [True, False]
    clock.now = 70.0
    assert [pings.take(ADA, BEN) for _ in range(PINGS_A_MINUTE + 1)] == [True] * 6 + [False]


def test_the_pings_of_others_and_at_others_are_counted_apart() -> None:
    pings = Pings(Clock())
    assert all(pings.take(ADA, BEN) for _ in range(PINGS_A_MINUTE))
    assert not pings.take(ADA, BEN)
    assert pings.take(CLEO, BEN)
    assert pings.take(ADA, CLEO)


def test_what_the_bot_does_by_itself_is_not_counted() -> None:
    pings = Pings(Clock())
    assert all(pings.take(0, BEN) for _ in range(2 * PINGS_A_MINUTE))


def test_a_player_who_answers_with_a_move_may_be_called_to_the_next_one() -> None:
    pings = Pings(Clock())
    for _ in range(3):
        assert all(pings.take(ADA, BEN) for _ in range(PINGS_A_MINUTE))
        pings.answered(BEN, [ADA, BEN])
    assert pings.take(ADA, BEN)
    assert all(pings.take(CLEO, BEN) for _ in range(PINGS_A_MINUTE))
    pings.answered(BEN, [ADA, BEN])
    assert not pings.take(CLEO, BEN), "they are in no match together"


def test_the_sentence_says_who_and_how_long() -> None:
    clock = Clock()
    pings, ben = Pings(clock), Player(BEN, "Ben")
    pings.check(ADA, [ben, VACANT])
    for _ in range(PINGS_A_MINUTE):
        pings.take(ADA, BEN)
    clock.now = 2.5
    with pytest.raises(TooMuch) as refused:
        pings.check(ADA, [VACANT, ben])
    assert refused.value.fields == {"player": ben, "count": 6, "seconds": 8}
    pings.check(CLEO, [ben])


def test_pairs_without_a_ping_for_longest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttles, "_REMEMBERED", 1)
    pings = Pings(Clock())
    for _ in range(PINGS_A_MINUTE):
        pings.take(ADA, BEN)
    assert pings.take(ADA, CLEO)
    assert pings.take(ADA, BEN)
