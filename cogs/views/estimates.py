"""Estimates of the machine as people read them: with their error, and no more digits."""

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


def with_error(value: Estimate) -> str:
    """A number of points with its error, with a decimal where it matters."""
    mean, error = value.mean, value.error if value.error >= 0.05 else 0.0
    whole = not mean % 1 if not error else abs(mean) >= 10 and error >= 0.5
    told = [f"{each:.0f}" if whole else decimal(each) for each in (mean, error)]
    return " ± ".join(told) if error else told[0]


def with_sign(number: float) -> str:
    """A number with its sign and a decimal."""
    return f"{'−' if number < 0 else '+'}{decimal(abs(number))}"
