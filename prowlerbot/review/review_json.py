"""A review as JSON, in the form that is stored: lists of numbers, without any names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from prowlerbot.review.judgement import Estimate, Judgement, Luck, Option, Outlook, Review

_DIGITS = 4
"""Chances are told in percent and margins in whole points, so this is plenty."""


def to_text(review: Review) -> str:
    written = {
        "machine": review.machine,
        "course": [
            [each.ply, _estimates(each.margins), _estimates(each.chances)] for each in review.course
        ],
        "judgements": [
            [each.ply, each.seat, each.played, int(each.exact), [*map(_option, each.options)]]
            for each in review.judgements
        ],
        "luck": [[each.ply, _estimates(each.worth)] for each in review.luck],
    }
    return json.dumps(written, separators=(",", ":"))


def from_text(text: str) -> Review:
    """The review of a text that ``to_text`` has written."""
    stored = json.loads(text)
    return Review(
        machine=stored["machine"],
        course=tuple(
            Outlook(ply, _read(margins), _read(chances))
            for ply, margins, chances in stored["course"]
        ),
        judgements=tuple(
            Judgement(ply, seat, tuple(map(_read_option, options)), played, bool(exact))
            for ply, seat, played, exact, options in stored["judgements"]
        ),
        luck=tuple(Luck(ply, _read(worth)) for ply, worth in stored["luck"]),
    )


def _estimate(it: Estimate) -> list[float]:
    return [round(it.mean, _DIGITS), round(it.error, _DIGITS)]


def _estimates(several: Sequence[Estimate]) -> list[list[float]]:
    return [*map(_estimate, several)]


def _option(it: Option) -> list[Any]:
    chance = None if it.chance is None else _estimate(it.chance)
    return [it.move, _estimate(it.margin), chance, _estimate(it.behind)]


def _read(stored: Sequence[Sequence[float]]) -> tuple[Estimate, ...]:
    return tuple(Estimate(*each) for each in stored)


def _read_option(stored: Sequence[Any]) -> Option:
    move, margin, chance, behind = stored
    told = None if chance is None else Estimate(*chance)
    return Option(move, Estimate(*margin), told, Estimate(*behind))
