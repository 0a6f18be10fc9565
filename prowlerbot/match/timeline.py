"""A match as one viewer may know it. No other module gives out the contents of a match.

While a match runs, a viewer sees neither the secret choices of others nor whether they have made
them. In a game with secrets a move may say more than the viewer sees of it, such as a roll under a
cup: its text is left out, and words about it are made from the views before and after. After the
end everything is open. Messages, pictures, replays, records, exports, branches and suggestions use
timelines only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from prowlerbot.core.capabilities import ConcealedMoves, Secrets
from prowlerbot.core.game import CHANCE, LEAVE, AnyView, Game, View
from prowlerbot.core.record import Record, replay
from prowlerbot.match.agreements import takeback
from prowlerbot.match.decisions import Play, TakenBack
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.play import known_plies, record, states


@dataclass(frozen=True, slots=True)
class Timeline:
    """The plays that a viewer knows, and the positions between them.

    In a running match with secrets, the moves of chance and of other seats have no text.
    ``views`` has the position before the first of the ``plays`` and the position after each play.
    The last view is the present one and also shows the seats that still have to choose.
    ``retractable`` is the ply of the one move that its player could ask to take back now, or None.
    ``undone`` is the move that was taken back last, if any. ``lots`` has the numbers, from 0, of
    the plays that were drawn by lot with the consent of all. ``plan`` is the viewer's own plan.
    ``plies`` are the places of the plays in the whole match. ``secret`` is whether the match runs
    and has secrets.
    """

    viewer: int | None
    plays: tuple[Play, ...]
    views: tuple[AnyView, ...]
    retractable: int | None = None
    undone: TakenBack | None = None
    lots: frozenset[int] = frozenset()
    plan: str = ""
    plies: Sequence[int] = ()
    secret: bool = False

    @property
    def ply(self) -> int:
        return len(self.plays)

    @property
    def drawn(self) -> int:
        """The number of latest plays that were drawn by lot."""
        return next((n for n in range(self.ply) if self.ply - 1 - n not in self.lots), self.ply)

    def count(self, at: int | None = None) -> int:
        """The number of moves among the first ``at`` plays, or among all; moves of chance are not
        counted.
        """
        return sum(play.seat != CHANCE for play in self.plays[:at])

    def after(self, count: int) -> int:
        """The ply after ``count`` moves and the moves of chance that follow the last of them."""
        made = [at for at, play in enumerate(self.plays) if play.seat != CHANCE]
        return ([*made, self.ply][count]) if count else 0

    def begun_with(self, at: int) -> int:
        """The first play of the change that the play ``at`` belongs to.

        One change holds a move, the planned moves that answer it and the moves of chance.
        """
        while at > 0 and (self.plays[at].planned or self.plays[at].seat == CHANCE):
            at -= 1
        return at

    def since(self, seat: int) -> int:
        """The number of the play after the last one that the player of a seat made in person."""
        made = [at for at, play in enumerate(self.plays) if play.seat == seat and not play.planned]
        return made[-1] + 1 if made else 0

    def views_until(self, at: int | None = None) -> tuple[AnyView, ...]:
        """The views up to the one after ``at`` plays, for the text about the last play.

        If the last play was drawn by lot, the result is its view alone, as no player made it.
        """
        at = self.ply if at is None else at
        return self.views[at : at + 1] if at - 1 in self.lots else self.views[: at + 1]

    def shared(self, other: Timeline, ply: int) -> int:
        """The number of these plays among the first ``ply`` plays of another viewer."""
        return len({*self.plies} & {*other.plies[:ply]})

    def text_of(self, seat: int, move: str) -> str:
        """The text of a move of a seat; empty if it may tell more than the viewer sees of it."""
        return move if seat == self.viewer or move == LEAVE or not self.secret else ""

    @property
    def present(self) -> AnyView:
        return self.views[-1]


def timeline(match: Match, game: Game, viewer: int | None, *, all_open: bool = False) -> Timeline:
    """The timeline of a match that has begun, for a seat (None: a spectator).

    With ``all_open`` nothing is secret. Imported records are read in this way.
    """
    whole = states(match, game)
    undone = match.takebacks[-1] if match.takebacks else None
    if all_open or match.phase is Phase.OVER:
        views = tuple(View(state, viewer) for state in whole)
        # An imported record does not mark the drawn plays.
        lots = _lots(match, () if all_open else range(match.ply))
        return Timeline(viewer, match.plays, views, None, undone, lots, plies=range(match.ply))
    plies = known_plies(match, whole[-1], viewer)
    known = tuple(match.plays[ply] for ply in plies)
    if len(known) < match.ply:
        line = replay(game, match.setup, ((play.seat, play.move) for play in known))
        whole = [*line[:-1], whole[-1]]
    views = tuple(state.view(viewer) for state in whole)
    actual = states(match, game)  # takebacks look at what really happened
    offers = (takeback(match, actual, seat) for seat in sorted(match.voters))
    retractable = next((ply for ply in offers if ply is not None), None)
    plan = match.player(viewer).plan if viewer is not None else ""
    lots, secret = _lots(match, plies), isinstance(whole[-1], Secrets)
    all_told = Timeline(viewer, known, views, retractable, undone, lots, plan, plies, secret)
    if not secret:
        return all_told
    return replace(
        all_told,
        plays=tuple(replace(it, move=all_told.text_of(it.seat, it.move)) for it in known),
        undone=undone and replace(undone, move=all_told.text_of(undone.seat, undone.move)),
    )


def as_it_stood(match: Match, at: int) -> Match:
    """A match as it was after ``at`` plays, with everything that was secret at that time."""
    return replace(
        match, plays=match.plays[:at], phase=Phase.PLAYING, ending=None, ended_by=0, takebacks=()
    )


def finished_views(match: Match, game: Game) -> tuple[AnyView, ...]:
    """The views of a match that is over. Everything is open, and the replay is not cached."""
    moves = ((play.seat, play.move) for play in match.plays)
    return tuple(View(state) for state in replay(game, match.setup, moves, again=False))


def _lots(match: Match, plies: Iterable[int]) -> frozenset[int]:
    """The numbers of the drawn plays among the known plays."""
    return frozenset(at for at, ply in enumerate(plies) if match.drawn(ply))


def visible_record(
    match: Match, game: Game, viewer: int | None, *, all_open: bool = False
) -> Record:
    """The record of a match as far as a viewer may know it; it can be replayed like any record.

    The texts of its moves may tell what the viewer sees nowhere: see ``tells_secrets``.
    """
    if all_open or match.phase is Phase.OVER:
        return record(match, game)
    plies = known_plies(match, states(match, game)[-1], viewer)
    return record(match, game, [match.plays[ply] for ply in plies])


def tells_secrets(told: Record, viewer: int | None) -> bool:
    """Whether the set-up and the moves of a running match tell more than the viewer may see, such
    as the cards of others. Concealed moves are open once they are in the record, and none of those
    that were taken back was ever seen.
    """
    states = told.states()
    never_open = isinstance(states[0], Secrets) and not isinstance(states[0], ConcealedMoves)
    if never_open and any(undone.seat != viewer for undone in told.takebacks):
        return True
    return any(
        state.view(viewer).seen != state for state in states if not {*state.concealed} - {viewer}
    )
