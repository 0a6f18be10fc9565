"""The line of matches in front of the machine."""

from __future__ import annotations

from prowlerbot.opponent.line import Line


def served(line: Line[str], count: int) -> list[str]:
    order = []
    for _ in range(count):
        taken = line.take()
        assert taken is not None
        order.append(taken[1])
        line.done(taken[0])
    return order


def test_matches_are_served_in_the_order_they_came() -> None:
    line: Line[str] = Line()
    for match, request in ((7, "a"), (3, "b"), (5, "c")):
        line.join(match, request)
    assert served(line, 3) == ["a", "b", "c"]
    assert line.take() is None


def test_a_match_that_wants_more_goes_to_the_end() -> None:
    line: Line[str] = Line()
    for match, request in ((1, "a"), (1, "b"), (1, "c"), (2, "d"), (3, "e")):
        line.join(match, request)
    assert served(line, 5) == ["a", "d", "e", "b", "c"]


def test_one_search_of_a_match_at_a_time() -> None:
    line: Line[str] = Line()
    line.join(1, "a")
    line.join(1, "b")
    assert line.take() == (1, "a")
    assert line.take() is None
    line.done(1)
    assert line.take() == (1, "b")


def test_ahead_are_those_served_and_those_who_came_before() -> None:
    line: Line[str] = Line()
    for match in (1, 2, 3):
        line.join(match, "x")
    line.take()
    assert [line.ahead(match) for match in (1, 2, 3, 4)] == [0, 1, 2, 3]


def test_who_withdraws_is_ahead_of_nobody() -> None:
    line: Line[str] = Line()
    line.join(1, "a")
    line.join(2, "b")
    line.withdraw(1, "a")
    assert line.ahead(2) == 0
    assert line.take() == (2, "b")
