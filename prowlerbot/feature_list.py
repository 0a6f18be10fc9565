"""The features and what each contributes to the spine, above which this file stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from prowlerbot.daily.daily_match_service import contribute_daily
from prowlerbot.finding.avoidance_service import contribute_avoidance
from prowlerbot.service.match_service import Service

CONTRIBUTIONS: Mapping[str, Callable[[Service], None]] = {
    "daily": contribute_daily,
    "finding": contribute_avoidance,
}
"""The features that the spine calls, by the names of their rooms."""


def with_features(service: Service, without: Collection[str] = ()) -> Service:
    """The service, with the contributions of all features but those left out."""
    for feature, contribute in CONTRIBUTIONS.items():
        if feature not in without:
            contribute(service)
    return service
