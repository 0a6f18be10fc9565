"""A match as one viewer may know it: the only gate for its contents.

While a match runs, a viewer sees neither the secret choices of others nor that they have made them;
once it is over, all is open. Messages, pictures, replays, records, exports, branches and
suggestions use timelines only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from prowlerbot.core.game import CHANCE, AnyView, Game, View
from prowlerbot.core.record import Record, replay
from prowlerbot.match.agreements import takeback
from prowlerbot.match.decisions import Play
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.play import known_plies, record, states


@dataclass(frozen=True, slots=True)
class Timeline:
    """``views`` has the position before the first of the ``plays`` and after each; the last one is
    the present and also shows the seats still to choose. ``retractable`` is the ply of the one move
    that its player could ask to take back now, if there is one. ``lots`` are the plays, counted
    from 0, that were drawn by lot with the consent of all. ``plan`` is the viewer's own plan.
    """

    viewer: int | None
    plays: tuple[Play, ...]
    views: tuple[AnyView, ...]
    retractable: int | None = None
    lots: frozenset[int] = frozenset()
    plan: str = ""

    @property
    def ply(self) -> int:
        return len(self.plays)

    @property
    def drawn(self) -> int:
        """The number of latest plays that were drawn by lot."""
        return next((n for n in range(self.ply) if self.ply - 1 - n not in self.lots), self.ply)

    def count(self, at: int | None = None) -> int:
        """The moves among the first ``at`` plays, or all, as people count them: without chance."""
        return sum(play.seat != CHANCE for play in self.plays[:at])

    def after(self, count: int) -> int:
        """The ply after so many moves, with what chance made of the last one."""
        made = [at for at, play in enumerate(self.plays) if play.seat != CHANCE]
        return ([*made, self.ply][count]) if count else 0

    def begun_with(self, at: int) -> int:
        """The play that began the change with the play ``at``: planned moves are made in one change
        with the move that they answer.
        """
        while at > 0 and (self.plays[at].planned or self.plays[at].seat == CHANCE):
            at -= 1
        return at

    def since(self, seat: int) -> int:
        """The first play after the last one that the player of a seat made in person."""
        made = [at for at, it in enumerate(self.plays) if it.seat == seat and not it.planned]
        return made[-1] + 1 if made else 0

    def views_until(self, at: int | None = None) -> tuple[AnyView, ...]:
        """The views after up to ``at`` plays, for telling the last play.

        No player made a drawn play, so only the last view remains then.
        """
        at = self.ply if at is None else at
        return self.views[at : at + 1] if at - 1 in self.lots else self.views[: at + 1]

    def shared(self, other: Timeline, ply: int) -> int:
        """The number of these plays among the first ``ply`` plays of another viewer."""
        mine = {*self.plays}
        return sum(play in mine for play in other.plays[:ply])

    @property
    def present(self) -> AnyView:
        return self.views[-1]


def timeline(match: Match, game: Game, viewer: int | None, *, all_open: bool = False) -> Timeline:
    """The timeline of a match that has begun, for a seat (None: a spectator).

    With ``all_open`` nothing is secret, as in an imported record.
    """
    whole = states(match, game)
    if all_open or match.phase is Phase.OVER:
        views = tuple(View(state, viewer) for state in whole)
        # An imported record does not mark the drawn plays.
        lots = _lots(match, () if all_open else range(match.ply))
        return Timeline(viewer, match.plays, views, lots=lots)
    plies = known_plies(match, whole[-1], viewer)
    known = tuple(match.plays[ply] for ply in plies)
    if len(known) < match.ply:
        line = replay(game, match.setup, ((play.seat, play.move) for play in known))
        whole = [*line[:-1], whole[-1]]
    seen = tuple(state.view(viewer) for state in whole)
    replayed = states(match, game)
    offers = (takeback(match, replayed, seat) for seat in sorted(match.voters))
    retractable = next((ply for ply in offers if ply is not None), None)
    plan = match.player(viewer).plan if viewer is not None else ""
    return Timeline(viewer, known, seen, retractable, _lots(match, plies), plan)


def as_it_stood(match: Match, at: int) -> Match:
    """A match as it was after ``at`` plays, with all that was secret then."""
    return replace(
        match, plays=match.plays[:at], phase=Phase.PLAYING, ending=None, ended_by=0, takebacks=()
    )


def finished_views(match: Match, game: Game) -> tuple[AnyView, ...]:
    """The views of a match that is over, with all open, for a single use."""
    moves = ((play.seat, play.move) for play in match.plays)
    return tuple(View(state) for state in replay(game, match.setup, moves, again=False))


def _lots(match: Match, plies: Iterable[int]) -> frozenset[int]:
    """The drawn plays among the known ones, by their place there."""
    return frozenset(at for at, ply in enumerate(plies) if match.drawn(ply))


def visible_record(
    match: Match, game: Game, viewer: int | None, *, all_open: bool = False
) -> Record:
    """The record of a match as far as a viewer may know it; it replays like any other."""
    return record(match, game, timeline(match, game, viewer, all_open=all_open).plays)
