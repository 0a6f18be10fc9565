"""The worth of moves as the machine sees it: of one decision, and of a whole match, also as JSON.

A game in which a chance to win can be known gives it for every option, from 0 to 1. A game without
one, such as Heroes Beware, gives margins only; its margin is treasure.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

_DIGITS = 4
"""The digits that are stored: chances are shown in percent and margins in whole points."""
SURE_ERRORS = 2.0
"""The standard errors behind “±”, beyond which hints, reviews, retries and puzzles are sure."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over searches or playouts with its standard error; an exact value has the error 0."""

    mean: float
    error: float = 0.0

    @property
    def bound(self) -> float:
        """The number that readers see behind “±”."""
        return SURE_ERRORS * self.error

    def combine_with(self, other: "Estimate") -> "Estimate":
        """The mean of two estimates of the same, by their errors; self if both are exact."""
        if not self.error and not other.error:
            return self
        weight = self.error**2 / (self.error**2 + other.error**2)
        mean = self.mean + weight * (other.mean - self.mean)
        return Estimate(mean, self.error * other.error / hypot(self.error, other.error))

    @property
    def is_likely(self) -> bool:
        """Whether it is farther from 0 than one standard error."""
        return abs(self.mean) > self.error

    @property
    def is_sure(self) -> bool:
        """Whether nobody has to doubt its sign."""
        return abs(self.mean) > self.bound


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of the seat to choose, by its text, with the prospects of that seat after it.

    ``margin`` is the lead in points over the best other seat at the end. If the game has no known
    chance to win, it is the treasure of the seat.
    """

    move: str
    margin: Estimate
    chance: Estimate | None = None
    loss: Estimate = Estimate(0.0)
    """The loss against the best option: in chance to win, or in margin in a game without chances.
    Both were compared under the same luck, so its error is smaller than theirs together.
    """


@dataclass(frozen=True, slots=True)
class Appraisal:
    """The options that the machine compared at one decision.

    The first one is the move that it would make. Another option replaces it only if that one is
    better by more than its error. The rest are sorted by their means, so the mean of the first
    option may be slightly lower than that of the next.
    """

    options: tuple[JudgedMove, ...]
    exact: bool = False
    """Whether the rest of the match was searched to its end."""

    def option(self, move: str) -> JudgedMove | None:
        return next((each for each in self.options if each.move == move), None)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision of a match: ``options`` are those that the machine compared, the best first. A
    forced move is no decision. ``played`` is always one of the options.
    """

    ply: int
    """The number of plays before the decision."""
    seat: int
    options: tuple[JudgedMove, ...]
    played: str
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Luck:
    """The worth of a roll or a draw to each seat, seat 1 first: the value of the result less the
    mean value of all results. A value is a chance to win or, in a game without chances, a margin.
    """

    ply: int
    worth: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """The prospects of each seat after ``ply`` plays, seat 1 first; no ``chances`` if unknown."""

    ply: int
    margins: tuple[Estimate, ...]
    chances: tuple[Estimate, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a match; ``machine`` is the version of the machine that judged it."""

    machine: str
    course: tuple[Outlook, ...]
    judgements: tuple[Judgement, ...]
    luck: tuple[Luck, ...]


def review_to_text(review: Review) -> str:
    """The text in which a review is stored: lists without names, whose order must stay."""
    written = {
        "machine": review.machine,
        "course": [
            [each.ply, _write_estimates(each.margins), _write_estimates(each.chances)]
            for each in review.course
        ],
        "judgements": [
            [each.ply, each.seat, each.played, int(each.exact), [*map(_write_option, each.options)]]
            for each in review.judgements
        ],
        "luck": [[each.ply, _write_estimates(each.worth)] for each in review.luck],
    }
    return json.dumps(written, separators=(",", ":"))


def review_from_text(text: str) -> Review:
    """The review in a text that ``review_to_text`` has made."""
    stored = json.loads(text)
    return Review(
        machine=stored["machine"],
        course=tuple(
            Outlook(ply, _read_estimates(margins), _read_estimates(chances))
            for ply, margins, chances in stored["course"]
        ),
        judgements=tuple(
            Judgement(ply, seat, tuple(map(_read_option, options)), played, bool(exact))
            for ply, seat, played, exact, options in stored["judgements"]
        ),
        luck=tuple(Luck(ply, _read_estimates(worth)) for ply, worth in stored["luck"]),
    )


def _write_estimates(estimates: Iterable[Estimate]) -> list[list[float]]:
    return [[round(each.mean, _DIGITS), round(each.error, _DIGITS)] for each in estimates]


def _write_option(option: JudgedMove) -> list[Any]:
    margin, loss = _write_estimates((option.margin, option.loss))
    chance = None if option.chance is None else _write_estimates((option.chance,))[0]
    return [option.move, margin, chance, loss]


def _read_estimates(stored: Sequence[Sequence[float]]) -> tuple[Estimate, ...]:
    return tuple(Estimate(*each) for each in stored)


def _read_option(stored: Sequence[Any]) -> JudgedMove:
    move, margin, chance, loss = stored  # the order of ``_write_option``
    known_chance = None if chance is None else Estimate(*chance)
    return JudgedMove(move, Estimate(*margin), known_chance, Estimate(*loss))
