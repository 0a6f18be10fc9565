"""The words of a format, wherever a text about a competition depends on it."""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from typing import ClassVar

from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Format, Stored
from prowlerbot.core.i18n import mark, tr
from renderer.competition.table import Way


class FormatWords(ABC):
    """A format has a ``name`` and says ``how`` it is played; all texts are marked for ``tr``."""

    name: ClassVar[str]
    title: ClassVar[str] = mark("Tournament")
    """The name of a competition without one."""
    how: ClassVar[str]
    """The idea of the format, as the first of its rules."""
    has_points: ClassVar[bool] = True
    """Whether the values of the standings are points."""

    last_rounds: ClassVar[Sequence[str]] = ()
    """The names of its last rounds, which may be one less than planned."""

    confirm: ClassVar[str] = mark("Check in")
    confirmed: ClassVar[str] = mark("You have checked in.")
    call: ClassVar[str] = mark(
        "The check-in of {name} is open. Confirm before the start ({when}) that you are there, or"
        " you do not take part."
    )
    last_call: ClassVar[str] = call
    check_in: ClassVar[str] = mark(
        "The check-in opens {time} before the start. Players who do not check in do not take part."
    )
    late_entry: ClassVar[str] = ""
    """The rule of entering after the beginning; empty if nobody can."""
    bye: ClassVar[str] = mark("{player}: no match in this round, which counts as a win")
    short: ClassVar[str] = ""
    """The words beside the result of a short match; empty if it counts as any other."""
    leave: ClassVar[str] = mark("Leave {name}?")
    after_leaving: ClassVar[str] = mark("You cannot come back.")
    join_first: ClassVar[str] = ""
    """The refusal to confirm for a player who has not joined; empty for the usual one."""
    missed: ClassVar[str] = mark("{player}, you are out of {name}, as you made no move in time.")
    end: ClassVar[str] = mark(
        "End {name} for good? Matches that are being played go on as matches of their own."
    )
    cancel: ClassVar[str] = mark("{name} is cancelled.")
    cancelled: ClassVar[str] = ""
    """The state after a cancellation; empty if it says who did it, and when."""
    too_few: ClassVar[str] = ""
    """The state of a competition that did not begin; empty if it says how many players came."""

    @abstractmethod
    def state(self, stored: Stored) -> str:
        """The present and the next step of a competition."""

    def round_title(self, competition: Competition, number: int) -> str:
        """The name of a round, or its number."""
        left = competition.rounds - number
        if left < len(self.last_rounds):
            return tr(self.last_rounds[-1 - left])
        return tr("Round {number} of {all}", number=number, all=competition.rounds)

    def called_words(self, stored: Stored, starts: str) -> str:
        """The state before the beginning, after the call to check in; empty if it counts who came.
        ``starts`` is the sentence about the start.
        """
        return ""

    def beside_name(self, stored: Stored) -> list[str]:
        """The words that follow the name of the format in headings and lists."""
        return []

    def ways(self, competition: Competition) -> dict[int, Way]:
        """The sign of each player in the standings who would not stay where they are."""
        return {}

    def terms(self, stored: Stored) -> list[str]:
        """The terms that only this format has, for a line of them."""
        return []

    def rules(self, stored: Stored, least: int) -> Iterable[str]:
        """The rules that only this format has, in sentences; ``least`` is as in ``Game``."""
        return []

    def missing_rule(self, terms: CompetitionTerms) -> str:
        """The rule about players who make no move; empty if the other rules have it."""
        return mark("A player who makes no move at all in time is out, so nobody waits for them.")


@cache
def words_of(kind: Format) -> FormatWords:
    """The words of a format, from the list of faces."""
    # The faces know the views, and the views ask for words: hence no import at the top.
    faces = importlib.import_module("cogs.competitions.formats.season_faces")
    face: FormatWords = faces.FACES[kind.key]
    return face
