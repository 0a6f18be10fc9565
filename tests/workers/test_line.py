"""The line of matches in front of the machine."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from prowlerbot.workers.line import FairQueue, QueuePlace


def served(line: FairQueue[str], matches: dict[str, int]) -> list[str]:
    """All requests in the order in which they are served, given the match of each."""
    order = []
    while (taken := line.take()) is not None:
        order.append(taken)
        line.leave(matches[taken], taken)
    return order


def test_matches_are_served_in_the_order_they_came() -> None:
    line: FairQueue[str] = FairQueue()
    matches = {"a": 7, "b": 3, "c": 5}
    for request, match in matches.items():
        line.join(match, request)
    assert served(line, matches) == ["a", "b", "c"]


def test_a_match_that_wants_more_goes_to_the_end() -> None:
    line: FairQueue[str] = FairQueue()
    matches = {"a": 1, "b": 1, "c": 1, "d": 2, "e": 3}
    for request, match in matches.items():
        line.join(match, request)
    assert served(line, matches) == ["a", "d", "e", "b", "c"]


def test_one_search_of_a_match_at_a_time() -> None:
    line: FairQueue[str] = FairQueue()
    line.join(1, "a")
    line.join(1, "b")
    assert line.take() == "a"
    assert line.take() is None
    line.leave(1, "a")
    assert line.take() == "b"


def test_ahead_are_those_served_and_those_who_came_before() -> None:
    line: FairQueue[str] = FairQueue()
    for match in (1, 2, 3):
        line.join(match, "x")
    line.take()
    assert [line.count_ahead(match) for match in (1, 2, 3, 4)] == [0, 1, 2, 3]


def test_later_requests_are_served_after_all_others() -> None:
    line: FairQueue[str] = FairQueue()
    line.join(1, "review", later=True)
    line.join(2, "a")
    assert line.take() == "a"
    line.join(3, "b")
    line.leave(2, "a")
    assert line.take() == "b"
    assert line.take() == "review"
    assert line.take() is None


def test_a_move_of_a_match_does_not_wait_for_its_review() -> None:
    line: FairQueue[str] = FairQueue()
    line.join(1, "review", later=True)
    line.join(1, "more", later=True)
    assert line.take() == "review"
    line.join(1, "move")
    assert line.count_ahead(1) == 1
    assert line.take() == "move"
    line.leave(1, "move")
    assert line.take() is None
    line.leave(1, "review", later=True)
    assert line.take() == "more"


def test_waiting_reviews_are_ahead_of_nobody() -> None:
    line: FairQueue[str] = FairQueue()
    line.join(1, "review", later=True)
    assert line.count_ahead(2) == 0
    assert line.clear() == ["review"]
    assert line.take() is None


def test_a_player_who_withdraws_is_ahead_of_nobody() -> None:
    line: FairQueue[str] = FairQueue()
    line.join(1, "a")
    line.join(2, "b")
    line.leave(1, "a")
    assert line.count_ahead(2) == 0
    assert line.take() == "b"


def test_people_take_turns_however_many_matches_each_of_them_has() -> None:
    line: FairQueue[str] = FairQueue()
    places = {f"a{at}": QueuePlace("Ada", at) for at in range(60)} | {"b": QueuePlace("Ben", 99)}
    places["c"] = QueuePlace("Cleo", 98)
    for request, place in places.items():
        line.join(place, request)
    assert line.count_ahead(places["b"]) == 1
    assert line.count_ahead(places["c"]) == 2
    assert line.count_ahead(places["a1"]) == 3
    assert line.count_ahead(QueuePlace("Ada", "new")) == 62
    order = []
    while (taken := line.take()) is not None:
        order.append(taken)
        line.leave(places[taken], taken)
    assert order[:4] == ["a0", "b", "c", "a1"]


def test_a_hint_takes_its_turn_among_the_matches_of_its_person() -> None:
    line: FairQueue[str] = FairQueue()
    for place, request in (
        (QueuePlace("Ada", 1), "a1"),
        (QueuePlace("Ada", 2), "a2"),
        (QueuePlace("Ben", (3, "hint")), "b"),
    ):
        line.join(place, request)
    assert [line.take(), line.take(), line.take()] == ["a1", "b", "a2"]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=20), st.data())
def test_ahead_counts_the_matches_that_are_served_before(
    joined: list[tuple[int, int]], data: st.DataObject
) -> None:
    line: FairQueue[QueuePlace] = FairQueue()
    for person, about in joined:
        place = QueuePlace(person, (person, about))
        if place not in waiting_in(line):
            line.join(place, place)
    waiting = waiting_in(line)
    if not waiting:
        return
    wanted = data.draw(st.sampled_from(waiting))
    ahead = line.count_ahead(wanted)
    order = []
    while (taken := line.take()) is not None:
        order.append(taken)
        line.leave(taken, taken)
    assert order.index(wanted) == ahead


def waiting_in(line: FairQueue[QueuePlace]) -> list[QueuePlace]:
    return [place for own in line._waiting[False].values() for place in own if place is not None]  # type: ignore[misc]
