"""The state of a competition: the replay of its record."""

from __future__ import annotations

from dataclasses import dataclass, field

from prowlerbot.competitions.competition_events import (
    Away,
    Began,
    By,
    Called,
    CheckedIn,
    Decided,
    Ended,
    Entered,
    Event,
    Found,
    Interrupted,
    Lost,
    Paired,
    Pardoned,
    Prolonged,
    Reminded,
    Struck,
    Withdrew,
    Words,
)
from prowlerbot.core.clock import Outage


@dataclass(slots=True)
class Course:
    """``entries``, ``left`` and ``holidays`` are by player, ``pairings`` and ``results`` by number.

    ``missed`` counts the rounds before a late entry. If everybody meets everybody, ``taken_out``
    has the players who left before half of their matches: none of their results counts. Players are
    ``reminded`` once before the beginning and once after it; a check-in also reminds them after
    each of the ``outages`` that moved the start. ``cut`` has the rounds that a host or admin has
    shortened, with that role: there a clock that still ran takes nobody out. ``struck`` has the
    words that only admins can change. The ``contestants`` have taken part at the check-in, at the
    start or since; some have left. ``put_out`` has the players who cannot enter again, and
    ``pardoned`` those who can, as their bar is lifted.
    """

    all_meet: bool
    table: int
    entries: dict[int, Entered] = field(default_factory=dict[int, Entered])
    left: dict[int, Withdrew] = field(default_factory=dict[int, Withdrew])
    waiting: dict[int, Entered] = field(default_factory=dict[int, Entered])
    """Where everybody meets everybody: those who have entered after the beginning, who wait for the
    next season.
    """
    checked_in: set[int] = field(default_factory=set[int])
    missed: dict[int, int] = field(default_factory=dict[int, int])
    taken_out: set[int] = field(default_factory=set[int])
    contestants: set[int] = field(default_factory=set[int])
    put_out: dict[int, Withdrew] = field(default_factory=dict[int, Withdrew])
    pardoned: set[int] = field(default_factory=set[int])
    holidays: dict[int, Away] = field(default_factory=dict[int, Away])
    pairings: dict[int, Paired] = field(default_factory=dict[int, Paired])
    results: dict[int, Decided] = field(default_factory=dict[int, Decided])
    prolonged: dict[int, Prolonged] = field(default_factory=dict[int, Prolonged])
    outages: list[Outage] = field(default_factory=list[Outage])
    cut: dict[int, By] = field(default_factory=dict[int, By])
    struck: set[Words] = field(default_factory=set["Words"])
    began: Began | None = None
    called: Called | None = None
    interrupted_at: int = 0
    lost_at: int = 0
    """The time since which there is no channel, 0 while there is one."""
    losses: int = 0
    warned: bool = True
    """Whether players have been reminded since the latest outage."""
    reminded: bool = False
    ended: bool = False
    cancelled: bool = False
    ended_by: By = ""

    def apply(self, event: Event) -> None:  # noqa: C901, PLR0912 - a case for each kind
        """Apply an event. ``ladder.py`` has the order of a ladder."""
        match event:
            case Entered():
                self._enter(event)
            case CheckedIn():
                self.checked_in.add(event.player)
            case Withdrew():
                self._withdraw(event)
            case Pardoned():
                self.put_out.pop(event.player, None)
                self.pardoned.add(event.player)
            case Away():
                self.holidays[event.player] = event
            case Lost():
                self.lost_at, self.losses = event.at, self.losses + 1
            case Found():
                self.lost_at = 0
            case Struck():
                self.struck.update(event.words)
            case Began():
                self.began = event
                self.reminded = False
                self.contestants.update(self.present)
            case Paired():
                self.pairings[event.pairing] = event
            case Decided():
                self.results[event.pairing] = event
            case Prolonged():
                had = max(map(self.until, self.of_round(event.round)), default=0)
                if not had or event.until < had:
                    self.cut[event.round] = event.by or "host"
                self.prolonged[event.round] = event
            case Interrupted():
                self.outages.append(Outage(event.began, event.ended))
                self.warned, self.interrupted_at = False, event.at
            case Called():
                self.called = event
                self.contestants.update(self.present)
            case Reminded():
                self.reminded = self.warned = True
            case Ended():
                self.ended, self.cancelled, self.ended_by = True, event.early, event.by
            case _:
                pass

    def _enter(self, event: Entered) -> None:
        if self.is_under_way:
            self.contestants.add(event.player)
        if self.began is not None and self.all_meet:
            self.waiting[event.player] = event
            return
        self.entries.pop(event.player, None)  # a returning player is the last to enter
        self.entries[event.player] = event
        self.left.pop(event.player, None)
        if self.began is not None and event.player not in self.players:
            self.missed[event.player] = self.round

    def _withdraw(self, event: Withdrew) -> None:
        player = event.player
        self.pardoned.discard(player)
        if event.stays_out:
            self.put_out[player] = event
        if self.waiting.pop(player, None) is not None:
            return
        self.left[player] = event
        self.checked_in.discard(player)
        if self.began is not None and self.all_meet:
            played = sum(
                player in self.pairings[number].players and player not in result.absent
                for number, result in self.results.items()
            )
            if 2 * played < self.scheduled(player):
                self.taken_out.add(player)

    @property
    def is_under_way(self) -> bool:
        """Whether the check-in has been opened, or the competition has begun."""
        return self.called is not None or self.began is not None

    def scheduled(self, player: int) -> int:
        """The number of matches of a player in a schedule."""
        size = len(self.divisions[self.division(player) - 1])
        return size if self.table > 2 else size - 1

    @property
    def divisions(self) -> tuple[tuple[int, ...], ...]:
        return self.began.divisions if self.began is not None else ()

    def division(self, player: int) -> int:
        """The number of a player's division; late entries belong to the first."""
        numbered = enumerate(self.divisions, 1)
        return next((number for number, players in numbered if player in players), 1)

    @property
    def players(self) -> tuple[int, ...]:
        """All players in the order of their seeds, with late entries at the end, and also those who
        left.
        """
        seeded = [player for division in self.divisions for player in division]
        return (*seeded, *(player for player in self.missed if player not in seeded))

    @property
    def present(self) -> tuple[int, ...]:
        """The players who have not left, in that order; before the beginning all entries."""
        known = self.players if self.began is not None else tuple(self.entries)
        return tuple(player for player in known if player not in self.left)

    @property
    def round(self) -> int:
        """The number of the latest round that was paired, 0 before the first."""
        return max((each.round for each in self.pairings.values()), default=0)

    def of_round(self, number: int) -> list[Paired]:
        return [each for each in self.pairings.values() if each.round == number]

    @property
    def open(self) -> list[Paired]:
        """The pairings without a result; byes need none."""
        waiting = self.pairings.keys() - self.results.keys()
        return [self.pairings[n] for n in sorted(waiting) if not self.pairings[n].is_bye]

    def until(self, pairing: Paired) -> int:
        """The end of the time for a pairing, 0 for none."""
        prolonged = self.prolonged.get(pairing.round)
        return pairing.until if prolonged is None else prolonged.until

    @property
    def deadline(self) -> int | None:
        """The earliest end of the time for an open pairing; None if none has one."""
        return min(filter(None, map(self.until, self.open)), default=None)

    @property
    def prolonged_by(self) -> Outage | None:
        """The outage that prolonged a round last; None if the host did that."""
        latest = max((each.at for each in self.prolonged.values()), default=0)
        return self.outages[-1] if self.outages and latest == self.interrupted_at else None
