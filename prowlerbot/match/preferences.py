"""The choices of players and servers. Everything has a default, so nobody has to choose.

Stored as JSON of the differences from the defaults; the reader skips a field that a newer version
removed or changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, ClassVar, Literal, Self

from prowlerbot.core.i18n import Language
from prowlerbot.match.absences import Absence, remembered

Calls = Literal["off", "channel", "dm"]
"""The place of a player's calls to their turn."""

Theme = Literal["night", "day", "safe"]

SAFE_MATCHES = 2
"""The number of first matches of a game in which each move is shown before it counts, unless the
player has chosen otherwise."""

Seen = Literal["server", "everywhere", "nowhere"]
"""The visibility of a player's finished matches, rating and card to others: in each server the
matches played there, or everything everywhere, or nothing anywhere."""

DAY = 24 * 60 * 60
PACES = (0, 10 * 60, 60 * 60, DAY, 3 * DAY)
"""Seconds that a player has for a move; 0 stands for no limit."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    kind: ClassVar[str]

    @classmethod
    def read(cls, chosen: Mapping[str, object]) -> Self:
        """The choices as written; a value that no longer fits keeps its default."""
        fitting = {
            field.name: tuple(value) if isinstance(value, list) else value
            for field in fields(cls)
            if field.name in chosen
            and isinstance(value := chosen[field.name], (str, int, bool, list, type(None)))
        }
        return cls(**fitting)

    def written(self) -> dict[str, object]:
        """The differences from the defaults, ready for JSON."""
        usual = asdict(type(self)())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


@dataclass(frozen=True, slots=True)
class PlayerChoices(_Chosen):
    """``quiet_from`` and ``quiet_to`` are hours in ``timezone``; equal ones: never quiet. An empty
    ``timezone`` is none that the player has chosen.

    ``confirm`` tells whether a move is shown before it counts (None: in the first matches), and
    ``at_once_told`` whether the player knows that these are over. ``away_until`` is in epoch
    seconds, 0 for not away, and ``away_from`` is the start of that; ``holidays`` are the starts and
    ends of the earlier absences, in turn. ``seen`` is for lists that others read.
    ``hours_told`` allows challenges to tell at which hours of a day the player usually moves.
    ``language`` is not a choice here: it is the language of the player's Discord at their latest
    visit.
    """

    kind = "player"

    theme: Theme | None = None
    text_first: bool = False
    confirm: bool | None = None
    at_once_told: bool = False
    calls: Calls = "channel"
    quiet_from: int = 0
    quiet_to: int = 0
    timezone: str = ""
    away_until: int = 0
    away_from: int = 0
    holidays: tuple[int, ...] = ()
    seen: Seen = "server"
    hours_told: bool = False
    language: Language | None = None

    @property
    def zone_name(self) -> str:
        """The time zone of the player's hours."""
        return self.timezone or "UTC"

    @property
    def absences(self) -> list[Absence]:
        """The player's holidays, the earliest first."""
        past = zip(self.holidays[::2], self.holidays[1::2], strict=False)
        present = [(self.away_from, self.away_until)] if self.away_from else []
        return [*past, *((start, end) for start, end in present if start < end)]

    def away(self, until: int, now: int) -> dict[str, Any]:
        """The changes with which the player is away from now to a time, or 0: is back."""
        running = self.away_until > now
        if running and until:
            return {"away_until": until}
        past, ended = self.holidays, min(self.away_until, now)
        if 0 < self.away_from < ended:
            before = replace(self, away_from=0).absences
            past = tuple(at for it in remembered([*before, (self.away_from, ended)]) for at in it)
        return {"away_until": until, "away_from": now if until else 0, "holidays": past}


@dataclass(frozen=True, slots=True)
class ServerChoices(_Chosen):
    """``channels`` are those where people may have the bot post; none: all of them.

    ``language`` None means that of the server itself. ``greeting`` is the channel and the message
    with all games: empty where it no longer exists, None before the first one. The day's challenge
    is posted in ``daily_channel``, 0 for nowhere, at ``daily_hour`` in ``timezone``.
    ``free_seats`` tells whether a message in the channel tells of a free seat of a running match.
    ``moderators`` is the id of the role whose members are moderators, 0 for none. What admins,
    moderators and hosts do is posted in ``log_channel``, 0 for nowhere.
    """

    kind = "server"

    channels: tuple[int, ...] = ()
    threads: bool = False
    pace: int = 3 * DAY
    theme: Theme = "night"
    language: Language | None = None
    calls: bool = True
    rated: bool = True
    machine: bool = True
    free_seats: bool = False
    open_challenges: int = 5
    presses_a_minute: int = 60
    greeting: tuple[int, ...] | None = None
    daily_channel: int = 0
    daily_hour: int = 9
    timezone: str = "UTC"
    moderators: int = 0
    log_channel: int = 0

    def theme_for(self, reader: PlayerChoices) -> Theme:
        """The theme of everything in this server that only one user reads."""
        return reader.theme or self.theme
