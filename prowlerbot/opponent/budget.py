"""The budget of a search: playouts, seconds, or both. The first limit that is reached ends it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

Clock = Callable[[], float]
"""A source of seconds; the caller provides it, as a search has no clock of its own."""


@dataclass(frozen=True, slots=True)
class Budget:
    """At least one of the two limits; with playouts alone a search depends only on its seed."""

    playouts: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.playouts is None and self.seconds is None:
            raise ValueError("A search without an end was asked for.")

    def part(self, share: float, playouts: int = 0, seconds: float = 0.0) -> "Budget":
        """A share of what is left after so many playouts and seconds."""
        return Budget(
            None if self.playouts is None else int(share * (self.playouts - playouts)),
            None if self.seconds is None else share * max(0.0, self.seconds - seconds),
        )

    def times(self, factor: int) -> "Budget":
        """The budget with a multiple of the playouts, in the same time."""
        playouts = None if self.playouts is None else self.playouts * factor
        return Budget(playouts, self.seconds)


_LOOKS = 100
"""The least number of looks at the clock until the time is up."""
_ENDLESS = 1 << 62
"""More playouts than any search makes."""


class BudgetMeter:
    """A meter of a budget, which starts when it is made."""

    def __init__(self, budget: Budget, clock: Clock) -> None:
        self._budget = budget
        self._clock = clock if budget.seconds is not None else None
        self._begin = clock() if budget.seconds is not None else 0.0
        self.done = 0
        """The playouts so far."""
        self.next_look = 0
        """The count of playouts at the next look at the budget."""

    @property
    def gone(self) -> float:
        """The seconds so far, where they count."""
        return self._clock() - self._begin if self._clock is not None else 0.0

    def part(self, share: float) -> Budget:
        return self._budget.part(share, self.done, self.gone)

    def limits(self, share: float, each: int) -> tuple[float, Callable[[], bool]]:
        """The number of samples that a share of the rest pays for, and whether its time is up."""
        part = self.part(share)
        end = None if part.seconds is None else self.gone + part.seconds
        most = inf if part.playouts is None else max(1, part.playouts // each)
        return most, lambda: end is not None and self.gone >= end

    def playouts_left(self, a_second: int) -> int:
        """About the playouts left; before the first one, at half the usual speed."""
        part = self.part(1.0)
        if part.playouts is not None or part.seconds is None:
            return part.playouts or 0
        speed = self.done / self.gone if self.done else a_second / 2
        return int(speed * part.seconds)

    def plan_next_look(self) -> int:
        """An estimate of the remaining playouts, which decides when to look again."""
        most = self._budget.playouts
        left = most - self.done if most is not None else _ENDLESS
        if self._budget.seconds is not None:
            gone = self.gone
            rest = self._budget.seconds - gone
            if rest <= 0:
                return 0
            # Slow playouts may be few, so at first a look follows each one.
            affordable = int(self.done * rest / gone) + 1 if self.done and gone > 0 else 1
            left = min(left, affordable)
        self.next_look = self.done + max(1, min(32, left // _LOOKS))
        return max(left, 0)

    def is_share_used(self, share: float) -> Callable[[int], bool]:
        """Whether work of so many steps has used more than a share of the budget. A step of a
        full-width search costs about a tenth of a playout.
        """
        most = None if self._budget.playouts is None else int(10 * share * self._budget.playouts)
        seconds = self._budget.seconds

        def beyond(steps: int) -> bool:
            if most is not None and steps > most:
                return True
            return seconds is not None and self.gone > share * seconds

        return beyond
