"""A machine whose clocks do as a test says, and a Discord that knows the right time."""

from dataclasses import dataclass

from prowlerbot.core.clock import Clock, ClockReading


@dataclass
class Machine:
    """``off`` is by how much its clock is ahead, ``up`` what its other clock shows."""

    right: float
    off: float = 0.0
    up: float = 50.0

    def __call__(self) -> ClockReading:
        return ClockReading(self.right + self.off, self.up)

    def runs(self, seconds: float) -> None:
        self.right += seconds
        self.up += seconds

    def sleeps(self, seconds: float) -> None:
        """Sleep as a machine whose clock that nobody sets stands still meanwhile."""
        self.right += seconds

    def freezes(self, seconds: float) -> None:
        """Stand still with all clocks."""
        self.right += seconds
        self.off -= seconds


def answers(machine: Machine, clock: Clock, took: float = 0.2) -> None:
    """Have Discord answer a request, half of whose time passes after the answer."""
    asked = clock.read()
    machine.runs(took / 2)
    said = int(machine.right)
    machine.runs(took / 2)
    clock.check_answer(said, asked)
