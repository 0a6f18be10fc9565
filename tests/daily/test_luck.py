"""The luck of a day: the same for the same moves, and nothing gives another away."""

from __future__ import annotations

from prowlerbot.daily.luck import DayLuck, line_key

SECRET = bytes(range(32))
LUCK = DayLuck(SECRET, "landgrab", 20_000)
MOVES = [(1, "e4"), (0, "3")]


def drawn(luck: DayLuck, moves: list[tuple[int, str]]) -> list[float]:
    rng = luck.chance("x", moves)
    return [rng.random() for _ in range(3)]


def test_the_same_moves_meet_the_same_luck() -> None:
    assert drawn(LUCK, MOVES) == drawn(DayLuck(SECRET, "landgrab", 20_000), [*MOVES])
    assert LUCK.beginning().random() == LUCK.beginning().random()
    assert LUCK.thought("x", MOVES, 2) == LUCK.thought("x", MOVES, 2)


def test_other_moves_days_games_and_hosts_meet_other_luck() -> None:
    others = [
        drawn(LUCK, MOVES),
        drawn(LUCK, [(1, "e4"), (0, "4")]),
        drawn(LUCK, [(2, "e4"), (0, "3")]),
        drawn(LUCK, MOVES[:1]),
        drawn(DayLuck(SECRET, "landgrab", 20_001), MOVES),
        drawn(DayLuck(SECRET, "heroes", 20_000), MOVES),
        drawn(DayLuck(bytes(32), "landgrab", 20_000), MOVES),
    ]
    assert len({tuple(each) for each in others}) == len(others)


def test_a_line_cannot_be_read_as_another_one() -> None:
    keys = [
        line_key("x", [(1, "a"), (1, "b")]),
        line_key("x", [(1, "a b")]),
        line_key("x", [(1, "a")]),
        line_key("x\n1 a", []),
        line_key("x", [(1, None)]),
    ]
    assert len({*keys}) == len(keys) - 1  # a set-up has no line of its own


def test_nothing_shows_the_secret() -> None:
    assert SECRET.hex() not in repr(LUCK)
    assert repr(SECRET) not in repr(LUCK)
    assert "secret" not in repr(LUCK)


def test_the_key_of_a_deleted_try_needs_the_secret_and_fits_one_player_game_and_day() -> None:
    others = [
        LUCK.deleted(7),
        LUCK.deleted(8),
        DayLuck(SECRET, "landgrab", 20_001).deleted(7),
        DayLuck(SECRET, "heroes", 20_000).deleted(7),
        DayLuck(bytes(32), "landgrab", 20_000).deleted(7),
    ]
    assert len({*others}) == len(others)
