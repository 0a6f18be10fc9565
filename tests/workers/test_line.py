"""The line of matches in front of the machine."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from prowlerbot.workers.line import Line, Place


def served(line: Line[str], matches: dict[str, int]) -> list[str]:
    """All requests in the order in which they are served, given the match of each."""
    order = []
    while (taken := line.take()) is not None:
        order.append(taken)
        line.leave(matches[taken], taken)
    return order


def test_matches_are_served_in_the_order_they_came() -> None:
    line: Line[str] = Line()
    matches = {"a": 7, "b": 3, "c": 5}
    for request, match in matches.items():
        line.join(match, request)
    assert served(line, matches) == ["a", "b", "c"]


def test_a_match_that_wants_more_goes_to_the_end() -> None:
    line: Line[str] = Line()
    matches = {"a": 1, "b": 1, "c": 1, "d": 2, "e": 3}
    for request, match in matches.items():
        line.join(match, request)
    assert served(line, matches) == ["a", "d", "e", "b", "c"]


def test_one_search_of_a_match_at_a_time() -> None:
    line: Line[str] = Line()
    line.join(1, "a")
    line.join(1, "b")
    assert line.take() == "a"
    assert line.take() is None
    line.leave(1, "a")
    assert line.take() == "b"


def test_ahead_are_those_served_and_those_who_came_before() -> None:
    line: Line[str] = Line()
    for match in (1, 2, 3):
        line.join(match, "x")
    line.take()
    assert [line.ahead(match) for match in (1, 2, 3, 4)] == [0, 1, 2, 3]


def test_later_requests_are_served_after_all_others() -> None:
    line: Line[str] = Line()
    line.join(1, "review", later=True)
    line.join(2, "a")
    assert line.take() == "a"
    line.join(3, "b")
    line.leave(2, "a")
    assert line.take() == "b"
    assert line.take() == "review"
    assert line.take() is None


def test_a_move_of_a_match_does_not_wait_for_its_review() -> None:
    line: Line[str] = Line()
    line.join(1, "review", later=True)
    line.join(1, "more", later=True)
    assert line.take() == "review"
    line.join(1, "move")
    assert line.ahead(1) == 1
    assert line.take() == "move"
    line.leave(1, "move")
    assert line.take() is None
    line.leave(1, "review", later=True)
    assert line.take() == "more"


def test_waiting_reviews_are_ahead_of_nobody() -> None:
    line: Line[str] = Line()
    line.join(1, "review", later=True)
    assert line.ahead(2) == 0
    assert line.clear() == ["review"]
    assert line.take() is None


def test_a_player_who_withdraws_is_ahead_of_nobody() -> None:
    line: Line[str] = Line()
    line.join(1, "a")
    line.join(2, "b")
    line.leave(1, "a")
    assert line.ahead(2) == 0
    assert line.take() == "b"


def test_people_take_turns_however_many_matches_each_of_them_has() -> None:
    line: Line[str] = Line()
    places = {f"a{at}": Place("Ada", at) for at in range(60)} | {"b": Place("Ben", 99)}
    places["c"] = Place("Cleo", 98)
    for request, place in places.items():
        line.join(place, request)
    assert line.ahead(places["b"]) == 1
    assert line.ahead(places["c"]) == 2
    assert line.ahead(places["a1"]) == 3
    assert line.ahead(Place("Ada", "new")) == 62
    order = []
    while (taken := line.take()) is not None:
        order.append(taken)
        line.leave(places[taken], taken)
    assert order[:4] == ["a0", "b", "c", "a1"]


def test_a_hint_takes_its_turn_among_the_matches_of_its_person() -> None:
    line: Line[str] = Line()
    for place, request in (
        (Place("Ada", 1), "a1"),
        (Place("Ada", 2), "a2"),
        (Place("Ben", (3, "hint")), "b"),
    ):
        line.join(place, request)
    assert [line.take(), line.take(), line.take()] == ["a1", "b", "a2"]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=20), st.data())
def test_ahead_counts_the_matches_that_are_served_before(
    joined: list[tuple[int, int]], data: st.DataObject
) -> None:
    line: Line[Place] = Line()
    for person, about in joined:
        place = Place(person, (person, about))
        if place not in waiting_in(line):
            line.join(place, place)
    waiting = waiting_in(line)
    if not waiting:
        return
    wanted = data.draw(st.sampled_from(waiting))
    ahead = line.ahead(wanted)
    order = []
    while (taken := line.take()) is not None:
        order.append(taken)
        line.leave(taken, taken)
    assert order.index(wanted) == ahead


def waiting_in(line: Line[Place]) -> list[Place]:
    return [place for own in line._waiting[False].values() for place in own if place is not None]  # type: ignore[misc]
