"""Estimates of the machine as people read them, with no more digits than are sure."""

from __future__ import annotations

from prowlerbot.core.formats import decimal, in_percent
from prowlerbot.review.judgement import Estimate


def matters(behind: Estimate) -> bool:
    """Whether a move gives away a chance that shows, and more than its error."""
    return behind.mean >= 0.005 and behind.mean > behind.error


def share(mean: float) -> int:
    """A chance in whole percent; 0 and 100 only where it is certain."""
    return round(100 * mean) if mean in {0.0, 1.0} else min(99, max(1, round(100 * mean)))


def percent(value: Estimate) -> str:
    """A chance in percent, of which only the first digits are sure."""
    return in_percent(share(value.mean))


def with_sign(number: float) -> str:
    """A number with its sign and a decimal."""
    return f"{'−' if number < 0 else '+'}{decimal(abs(number))}"
