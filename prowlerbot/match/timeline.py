"""A match as one viewer may know it. No other module shows a match or decides who may see it.

While a match runs, a viewer sees neither the secret choices of others nor whether there are any. In
a game with secrets the text of a move may say more than its viewer sees, as of a roll under a cup.
Such texts are left out, and words about them come from the views before and after the move. After
the end everything is open.

The players of a match can look at it anywhere. So can everybody who can see the channel where it is
played, or where it was shown after its end. If its players have made it public, everybody who knows
its id can look at it. A channel where a match was shown before it moved shows nothing that follows.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from prowlerbot.core.capabilities import ConcealedMoves, Secrets
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE, LEAVE, AnyView, Game, View
from prowlerbot.core.record import Record, replay
from prowlerbot.match.agreements import retractable_ply
from prowlerbot.match.match import Match, Phase, Play, Takeback
from prowlerbot.match.play import known_plies, record_of_match, replay_match
from prowlerbot.match.terms import counts_until


@dataclass(frozen=True, slots=True)
class Timeline:
    """The plays that a viewer knows, and the positions between them."""

    viewer: int | None
    plays: tuple[Play, ...]
    """In a running match with secrets, the moves of chance and of other seats have no text."""
    views: tuple[AnyView, ...]
    """The position before the first play, and after each. The last one is the present one and also
    shows the seats that still have to choose.
    """
    retractable: int | None = None
    """The ply of the move that can be taken back; spectators know it while there is a question."""
    undone: Takeback | None = None
    drawn_plays: frozenset[int] = frozenset()
    """The numbers, from 0, of the plays that were drawn by lot with the consent of all."""
    plan: str = ""
    plies: Sequence[int] = ()
    """The places of the plays in the whole match."""
    has_secrets: bool = False
    """Whether the match runs and has secrets."""

    @property
    def ply(self) -> int:
        return len(self.plays)

    @property
    def drawn(self) -> int:
        """The number of latest plays that were drawn by lot."""
        latest_first = range(self.ply - 1, -1, -1)
        return len([*takewhile(self.drawn_plays.__contains__, latest_first)])

    def count_moves(self, ply: int | None = None) -> int:
        """The moves, without those of chance, among the first ``ply`` plays or among all."""
        return sum(play.seat != CHANCE for play in self.plays[:ply])

    def ply_after_moves(self, count: int) -> int:
        """The ply after ``count`` moves and the moves of chance that follow the last of them."""
        plies = [ply for ply, play in enumerate(self.plays) if play.seat != CHANCE]
        return [*plies, self.ply][count] if count else 0

    def first_ply_of_change(self, ply: int) -> int:
        """The first play of a change, which is a move, planned answers and moves of chance."""
        while ply > 0 and (self.plays[ply].planned or self.plays[ply].seat == CHANCE):
            ply -= 1
        return ply

    def views_until(self, ply: int | None = None) -> tuple[AnyView, ...]:
        """The views up to the one after ``ply`` plays, for the text about the last play. If the
        last play was drawn by lot, the result is its view alone, as no player made it.
        """
        end = self.ply if ply is None else ply
        return self.views[end if end - 1 in self.drawn_plays else 0 : end + 1]

    def count_shared(self, other: "Timeline", ply: int) -> int:
        """The number of these plays among the first ``ply`` plays of another viewer."""
        return len({*self.plies} & {*other.plies[:ply]})

    def text_of(self, seat: int, move: str) -> str:
        """The text of a move of a seat; empty if it may tell more than the viewer sees of it."""
        return move if seat == self.viewer or move == LEAVE or not self.has_secrets else ""

    @property
    def present(self) -> AnyView:
        return self.views[-1]


def make_timeline(
    match: Match, game: Game, viewer: int | None, *, all_open: bool = False
) -> Timeline:
    """The timeline of a match that has begun, for a seat (None: a spectator). With ``all_open``
    nothing is secret. Imported records are read in this way.
    """
    positions = replay_match(match, game)
    undone = match.takebacks[-1] if match.takebacks else None
    is_open = all_open or match.phase is Phase.OVER
    plies = range(match.ply) if is_open else known_plies(match, positions[-1], viewer)
    # An imported record does not mark the drawn plays.
    drawn = () if all_open else (number for number, ply in enumerate(plies) if match.is_drawn(ply))
    plays = tuple(match.plays[ply] for ply in plies)
    known = Timeline(viewer, plays, (), undone=undone, drawn_plays=frozenset(drawn), plies=plies)
    if is_open:
        return replace(known, views=tuple(View(state, viewer) for state in positions))
    known_positions = positions
    if len(plays) < match.ply:
        line = replay(game, match.setup, ((play.seat, play.move) for play in plays))
        known_positions = [*line[:-1], positions[-1]]  # only this one has the seats yet to choose
    # Takebacks look at what really happened. A spectator reads of one only in a question.
    shows_takeback = viewer is not None or match.question is not None
    running = replace(
        known,
        views=tuple(state.view(viewer) for state in known_positions),
        retractable=retractable_ply(match, positions) if shows_takeback else None,
        plan=match.player(viewer).plan if viewer is not None else "",
        has_secrets=isinstance(positions[-1], Secrets),
    )
    return _without_hidden_texts(running) if running.has_secrets else running


def _without_hidden_texts(known: Timeline) -> Timeline:
    """The timeline without the texts of moves that may tell more than the viewer sees of them."""
    undone, text_of = known.undone, known.text_of
    return replace(
        known,
        plays=tuple(replace(play, move=text_of(play.seat, play.move)) for play in known.plays),
        undone=undone and replace(undone, move=text_of(undone.seat, undone.move)),
    )


def match_as_of(match: Match, ply: int) -> Match:
    """A match as it was after ``ply`` plays, with everything that was secret at that time."""
    return replace(
        match, plays=match.plays[:ply], phase=Phase.PLAYING, ending=None, ended_by=0, takebacks=()
    )


def finished_views(match: Match, game: Game) -> tuple[AnyView, ...]:
    """The views of a match that is over. Everything is open, and the replay is not cached."""
    moves = ((play.seat, play.move) for play in match.plays)
    return tuple(View(state) for state in replay(game, match.setup, moves, again=False))


def visible_record(
    match: Match, game: Game, viewer: int | None, *, all_open: bool = False
) -> Record:
    """The record of a match as far as a viewer may know it; it can be replayed like any record. The
    texts of its moves may tell what the viewer sees nowhere: see ``tells_secrets``.
    """
    if all_open or match.phase is Phase.OVER:
        return record_of_match(match, game)
    plies = known_plies(match, replay_match(match, game)[-1], viewer)
    return record_of_match(match, game, [match.plays[ply] for ply in plies])


def tells_secrets(record: Record, viewer: int | None) -> bool:
    """Whether the set-up and the moves of a running match tell more than the viewer may see, such
    as the cards of others. Concealed moves are open once they are in the record, and none of those
    that were taken back was ever seen.
    """
    positions = record.states()
    never_open = isinstance(positions[0], Secrets) and not isinstance(positions[0], ConcealedMoves)
    if never_open and any(undone.seat != viewer for undone in record.takebacks):
        return True
    public_positions = (state for state in positions if not {*state.concealed} - {viewer})
    return any(state.view(viewer).seen != state for state in public_positions)


@dataclass(frozen=True, slots=True)
class Place:
    """A channel where a match is or was shown; ``guild`` is 0 outside of servers.

    ``audience`` is the channel whose viewers see the place too: itself, or the parent of a public
    thread. It is 0 where the bot cannot know them: in groups, foreign servers and private threads.
    """

    guild: int
    channel: int
    audience: int


@dataclass(frozen=True, slots=True)
class Looker:
    """A user who asks in a ``channel``, and the known audiences to which they belong."""

    user: int
    channel: int
    audiences: Collection[int] = ()


def can_see_place(looker: Looker, place: Place) -> bool:
    """Whether a user can see a place, so that a link may lead there."""
    return looker.channel == place.channel or place.audience in looker.audiences


def may_look(
    looker: Looker, players: Collection[int], places: Collection[Place], *, public: bool
) -> bool:
    """Whether a user may look at a match with these players that is or was shown in these places.
    The player of an imported record is the user who imported it.
    """
    return public or looker.user in players or any(can_see_place(looker, place) for place in places)


def opens_to_readers(
    looker: Looker, players: Collection[int], places: Collection[Place], *, public: bool
) -> bool:
    """Whether showing a match here lets the people here look at it from now on.

    Only its players can open a match to others. Anyone may show a match again that is public or was
    shown here before: that opens it to nobody. Raises Denied for any other match.
    """
    if looker.user in players:
        return True
    if not public and not any(looker.channel == place.channel for place in places):
        raise Denied("Only the players of this match can show it in a channel where it never was.")
    return False


def is_public(wishes: Mapping[int, bool]) -> bool:
    """Whether at least one player wants a match to be public and none is against it."""
    return bool(wishes) and all(wishes.values())


def check_spoilers(match: Match, now: int, *, only_in_chats: bool) -> None:
    """Raise Denied for a match that must not be made visible to others yet.

    This is so while a match runs that is played ``only_in_chats``. Its players may share no server,
    so one of them could show it where the others cannot look. It is also so for a try of the day's
    challenge, while it runs and as long as a try of somebody else can still count.
    """
    if only_in_chats and match.phase is not Phase.OVER:
        raise Denied(
            "The players of this match may share no server, so nothing of it can be shown, saved or"
            " played on before it is over."
        )
    if not match.terms.day:
        return
    if match.phase is not Phase.OVER:
        raise Denied("Only you see your try of the daily challenge until it is over.")
    if now < counts_until(match.terms.day):
        raise Denied(
            "Others may still be at their try; you can show yours once the day after the challenge"
            " is over."
        )


def can_publish(match: Match, user: int) -> bool:
    """Whether this user may make a match public or private: its players may once it is over. One of
    them is enough to make it public, and one to keep or make it private again.
    """
    return match.seat_of(user) is not None and match.phase is Phase.OVER and bool(match.setup)
