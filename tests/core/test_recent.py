"""Of recent results only so many are kept."""

from __future__ import annotations

from prowlerbot.core.recent_cache import Recent


def test_the_value_unused_for_longest_makes_room() -> None:
    recent: Recent[str, int] = Recent(2)
    recent.keep("a", 0)
    recent.keep("b", 1)
    assert recent.find("a") == 0
    recent.keep("c", 2)
    assert [recent.find(key) for key in "abc"] == [0, None, 2]


def test_a_value_kept_anew_replaces_the_one_before_and_a_dropped_one_is_gone() -> None:
    recent: Recent[str, int] = Recent(2)
    for key, value in (("a", 0), ("b", 1), ("a", 2), ("c", 3)):
        recent.keep(key, value)
    assert [recent.find(key) for key in "abc"] == [2, None, 3]
    recent.drop("a")
    recent.drop("a")
    assert recent.find("a") is None
