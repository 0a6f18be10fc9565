"""Which matches a test plays: a few by number in the first set, the others in the full one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest


def numbers_of_matches(first: Sequence[int], count: int, *, pieces: int) -> pytest.MarkDecorator:
    """Run a test with the first ``numbers``, and in the full set with all others below ``count``,
    in pieces that test runners can share.
    """
    others = [number for number in range(count) if number not in set(first)]
    parts = [pytest.param(others[at::pieces], marks=pytest.mark.full) for at in range(pieces)]
    ids = ["first", *(f"full-{piece}" for piece in range(1, pieces + 1))]
    return pytest.mark.parametrize("numbers", [first, *parts], ids=ids)
