"""The rules of calls: the duties of a match, the players to call, and the calls that are outdated.

All of them follow from the match, so a restart changes nothing. A change of calls follows from the
match before and after it, and both are stored together.

A duty says when to look at a match. The look does the work that is due by then and returns the time
of the next look. So a look may come too early or once too often, but never too late.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import NamedTuple, Self

from prowlerbot.core.clock import DAY, Outage
from prowlerbot.core.game import LEAVE
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import HELD, Post
from prowlerbot.match import deadlines
from prowlerbot.match.lobby import stands_until
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.preferences import end_of_peace, is_in_peace
from prowlerbot.match.ratings import LEAST_PLAYS
from prowlerbot.match.scene import Access, Scene

THERE = 60
"""Seconds after their own press within which players need no call to their next turn."""
PAUSE, LIVE_PAUSE = 2 * 60, 15
"""Seconds without a move after which the bot calls such players too; the fewer in a live match."""
_SEVERAL = 2
"""The number of other people who must be done before the last one is called as awaited."""


def pause_of(match: Match) -> int:
    return LIVE_PAUSE if match.terms.is_timed else PAUSE


def is_there(match: Match, seat: int, now: int) -> bool:
    """Whether the player of a seat to move made a move within a minute before the turn began, and
    the turn has not paused since.

    A challenge counts as the first press of its host, except in competitions, where the bot makes
    the matches. A move made by a plan does not show that its player is there.
    """
    since = match.decision(seat).since
    if match.phase is not Phase.PLAYING or now >= since + pause_of(match):
        return False
    plays = (play for play in reversed(match.plays) if play.seat == seat and not play.planned)
    own = (play.at for play in plays if play.moment >= 0)
    hosted = seat == match.challenger and not match.terms.competition
    first = match.created_at if hosted else since - THERE - 1
    return next(own, first) >= since - THERE


def last_awaited(match: Match, to_move: Collection[int], now: int) -> int:
    """The only seat that has not finished a stage, if several other people have finished it and
    nothing has happened for the length of a pause; 0 for none.
    """
    latest = match.plays[-1].at if match.plays else 0  # perhaps in secret
    if len(to_move) != 1 or now < max(match.changed_at, latest) + pause_of(match):
        return 0
    (last,) = to_move
    people = [seat for seat in match.seats if match.player(seat).is_person and seat != last]
    done = sum(match.decision(seat).concealed > 0 for seat in people)
    return last if done >= _SEVERAL else 0


LEFT_OVER = HELD
"""Seconds from a change until a duty shows the board and has the machine move."""


class MatchDuty(StrEnum):
    """A look at a match: whether its challenge has expired, everybody has left it, a reminder is
    due, the bot has to claim a move, or its players may now, an offer of a seat is over, its board
    is behind, all wait for one player alone, the machine has not moved, the time of a live stage is
    up, an outage has given players more time, or it ended a day ago and was hardly played. In a
    match of no competition the bot claims only what a clock for the whole match has ended
    (``FLAG``).

    ``COMPUTE`` means all of them if an older version of the bot has stored the match.
    """

    EXPIRE = "expire"
    ABANDON = "abandon"
    REMIND = "remind"
    CLAIM = "claim"
    LATE = "late"
    FLAG = "flag"
    OFFER = "offer"
    BOARD = "board"
    AWAITED = "awaited"
    MACHINE = "machine"
    STOPWATCH = "stopwatch"
    FORGIVE = "forgive"
    DROP = "drop"
    COMPUTE = "compute"


def is_unplayed(match: Match) -> bool:
    """Whether a match alone, or against the machine, ended before its player had made three moves
    of their own. One that was played out is none, and no try of the day's challenge is.
    """
    people = [seat for seat in match.seats if match.player(seat).id or match.player(seat).leaver]
    if match.ending in {None, Ending.PLAYED} or not match.setup or match.terms.day:
        return False
    if len(people) != 1 or any(each.former for each in match.players):
        return False
    begins = match.origin.ply if match.origin else 0
    made = sum(play.seat in people and play.move != LEAVE for play in match.plays[begins:])
    return made < LEAST_PLAYS


def _duties_at_deadlines(match: Match) -> dict[str, int]:
    times: dict[str, int] = {}
    if (deadline := deadlines.earliest_deadline(match)) is None:
        return times
    if (reminder := deadlines.first_reminder(match)) is not None:
        times[MatchDuty.REMIND] = reminder
    if (claim := deadlines.earliest_claim(match)) is not None:
        times[MatchDuty.CLAIM if match.terms.competition else MatchDuty.FLAG] = claim
    else:
        times[MatchDuty.ABANDON] = max(deadline, match.changed_at) + deadlines.LEFT_ALONE
        if len(match.people) > 1:
            times[MatchDuty.LATE] = deadline
    return times


def duties(match: Match) -> dict[str, int]:
    """The duties of a match with their times, except the stopwatch, which needs the position."""
    latest = max(match.changed_at, match.plays[-1].at if match.plays else 0)  # perhaps in secret
    times: dict[str, int] = {MatchDuty.BOARD: latest + LEFT_OVER}
    if match.phase is Phase.LOBBY:
        times[MatchDuty.EXPIRE] = stands_until(match)
    if is_unplayed(match):
        times[MatchDuty.DROP] = match.changed_at + DAY
    if match.phase is not Phase.PLAYING:
        return times
    times |= _duties_at_deadlines(match)
    if offers := [player.offered for player in match.players if player.offered]:
        times[MatchDuty.OFFER] = min(offers)
    if any(decision.concealed for decision in match.decisions):
        times[MatchDuty.AWAITED] = latest + pause_of(match)
    if match.has_machine:
        times[MatchDuty.MACHINE] = latest + LEFT_OVER
    return times


FREE = 100
"""The number in a CallKey of a free seat is above this one."""
GONE = 200
"""The number in a CallKey is above this one if others made the player of the seat leave."""
_CALLED_LIVE = 45
"""Seconds in a live stage without a move of a player until the player is called."""


class Word(StrEnum):
    """The reason for a call: a turn or the end of the match (``TURN``), the same ``AGAIN`` after a
    question, the same for a board that is shown again (``SHOWN_AGAIN``), the others wait, a player
    is absent, half of the time or the last part of it is left, the time of others is up, a
    question, its refusal, a free seat, or the called player had to leave. The values are in
    storage, so they never change.
    """

    TURN = "turn"
    AGAIN = "again"
    SHOWN_AGAIN = "anew"
    AWAITED = "awaited"
    ABSENCE = "absence"
    HALF = "half"
    LAST = "last"
    CLAIM = "claim"
    QUESTION = "question"
    REFUSED = "refused"
    SEAT = "seat"
    GONE = "gone"


class Until(Enum):
    """The end of the time in which a call is right."""

    DECIDED = "the decision is made; for good if the match is over"
    LATE = "the same, or the time for the decision is up"
    ANSWERED = "play goes on after the question"
    NEXT = "the next call of the match"
    TAKEN = "the seat is no longer free"
    OVER = "the match is over"


class Whom(Enum):
    PLAYER = "the player of a seat"
    ASKED = "all who have to answer, in public and each where they want calls"
    PLACE = "the readers of the place, nobody by name"
    LEAVER = "the player who had to leave a seat"


class Reason(NamedTuple):
    """The way and the time of a call; without a ``text``, the match's state says the sentence."""

    until: Until
    whom: Whom = Whom.PLAYER
    loud: bool = True
    text: str = ""


REASONS: Mapping[Word, Reason] = {
    Word.TURN: Reason(Until.DECIDED),
    Word.AGAIN: Reason(Until.DECIDED, loud=False),
    Word.SHOWN_AGAIN: Reason(Until.DECIDED, loud=False),
    Word.AWAITED: Reason(
        Until.DECIDED,
        text=mark("{player}, all others have decided: the match of {game} waits for you."),
    ),
    Word.ABSENCE: Reason(Until.NEXT),
    Word.HALF: Reason(
        Until.LATE,
        text=mark("{player}, half of your time in {game} has passed. Your move is due {when}."),
    ),
    Word.LAST: Reason(
        Until.LATE,
        text=mark("{player}, your time in {game} is nearly up. Your move is due {when}."),
    ),
    Word.CLAIM: Reason(Until.NEXT),
    Word.QUESTION: Reason(Until.ANSWERED, Whom.ASKED),
    Word.REFUSED: Reason(Until.ANSWERED),
    Word.SEAT: Reason(Until.TAKEN, Whom.PLACE),
    Word.GONE: Reason(
        Until.OVER,
        Whom.LEAVER,
        text=mark(
            "{player}, your time ran out, and you had to leave the match of {game}. It goes on"
            " without you."
        ),
    ),
}


class CallKey(NamedTuple):
    """The subject of a call: a seat's decision that began at ``moment``.

    Seat 0 means a question to all, a negative seat the end of the match, a number above FREE a free
    seat, and a number above GONE a seat whose player had to leave.
    """

    seat: int
    moment: int

    @property
    def called(self) -> int:
        """The seat of the called player; 0 or above FREE if several players or none are called."""
        return self.seat - GONE if self.seat > GONE else abs(self.seat)

    @classmethod
    def read(cls, written: str) -> Self:
        seat, _, moment = written.partition(":")
        return cls(int(seat), int(moment))

    def __str__(self) -> str:
        return f"{self.seat}:{self.moment}"


def key_of(call: Post) -> CallKey:
    return CallKey.read(call.name.key)


def word_of(call: Post) -> Word:
    word = call.name.part.partition(":")[0]
    return Word(word) if word in set(Word) else Word.TURN


def reason_of(call: Post) -> Reason:
    return REASONS[word_of(call)]


class DueCall(NamedTuple):
    """A call due ``at`` a time, else by a duty LEFT_OVER later; ``part`` begins with its word."""

    key: CallKey
    part: str
    at: int


@dataclass(frozen=True, slots=True)
class CallChange:
    """The effect of a change of a match on its calls.

    ``due`` calls are sent now. ``needless`` ones are not, as their player has made the change.
    Earlier calls stay if their key is ``standing``. A key that is ``kept`` may return later and
    then calls nobody again.
    """

    match: str
    due: tuple[DueCall, ...]
    needless: tuple[DueCall, ...]
    standing: frozenset[CallKey]
    kept: frozenset[CallKey]


def call_key(match: Match, seat: int) -> CallKey:
    """The subject of a call to a seat: its decision, or the finished match."""
    if match.phase is Phase.OVER:
        return CallKey(-seat, match.moment)
    return CallKey(seat, match.decision(seat).moment)


def free_seats(match: Match) -> frozenset[CallKey]:
    """The subjects of the messages about the seats that people may take."""
    playing = match.phase is Phase.PLAYING
    free = [seat for seat in match.seats if playing and match.player(seat).offered]
    return frozenset(CallKey(FREE + seat, 0) for seat in free)


def gone_seats(match: Match) -> frozenset[CallKey]:
    """The subjects of the messages to the players who have left while others play on."""
    seats = match.seats if match.phase is Phase.PLAYING else ()
    gone = [seat for seat in seats if seat in match.left or match.player(seat).leaver]
    return frozenset(CallKey(GONE + seat, 0) for seat in gone)


def called_for(match: Match, to_move: Collection[int]) -> frozenset[CallKey]:
    """The subjects of the calls to the players that are right for the match."""
    if match.phase is Phase.LOBBY or not match.setup:
        return frozenset()
    if match.phase is Phase.OVER:
        return frozenset(call_key(match, seat) for seat in match.seats)
    if (question := match.open_question) is not None:
        return frozenset({CallKey(0, question.moment)})
    refused = {match.question.seat} if match.question is not None else set[int]()
    return frozenset(call_key(match, seat) for seat in {*to_move} | refused)


def standing_calls(match: Match, to_move: Collection[int]) -> frozenset[CallKey]:
    """The subjects of all calls that are right for the match. An open question replaces the calls
    to a turn, but no reminder: the clock runs on, and whoever asks must not silence it.
    """
    standing = called_for(match, to_move) | free_seats(match) | gone_seats(match)
    if match.open_question is None:
        return standing
    return standing | {call_key(match, seat) for seat in to_move}


def first_calls(
    match: Match, to_move: Collection[int], now: int, *, live: bool = False
) -> tuple[DueCall, ...]:
    """The calls to a turn in a match that is shown for the first time. A call to a player who is
    at the board already is due after a pause.
    """
    if match.phase is not Phase.PLAYING or match.open_question is not None:
        return ()
    calls, now = list[DueCall](), now + live * _CALLED_LIVE
    for seat in sorted(to_move):
        if match.player(seat).is_person:
            paused = match.decision(seat).since + pause_of(match) - LEFT_OVER
            at = max(now, paused) if is_there(match, seat, now) else now
            calls.append(DueCall(call_key(match, seat), Word.TURN, at))
    return tuple(calls)


def change_of_calls(
    before: Match,
    after: Match,
    waited_for: tuple[Collection[int], Collection[int]],
    now: int,
    *,
    live: bool = False,
    mover: int = 0,
) -> CallChange | None:
    """The effect of a change on the calls of a match; None if there is none.

    ``waited_for`` has the seats to move before and after. ``mover`` is the user who made it, or 0.
    """
    stood, to_move = called_for(before, waited_for[0]), waited_for[1]
    stay = called_for(after, to_move)
    # Players who had to leave a match that goes on, because of the ``mover``.
    gone = [
        DueCall(key, Word.GONE, now)
        for key in sorted(gone_seats(after) - gone_seats(before))
        if mover and before.player(key.called).is_person
        if before.player(key.called).id != mover
    ]
    if stood == stay and free_seats(before) == free_seats(after) and not gone:
        return None
    due = _due_calls(before, after, now, stood, first_calls(after, to_move, now, live=live)) + gone
    seat = after.seat_of(mover) if after.phase is Phase.PLAYING else None
    own = (call_key(after, seat), Word.TURN) if seat is not None else None
    return CallChange(
        after.id,
        tuple(call for call in due if (call.key, call.part) != own),
        tuple(call for call in due if (call.key, call.part) == own),
        standing_calls(after, to_move),
        stay | {call_key(after, seat) for seat in after.seats if after.setup},
    )


def _due_calls(
    before: Match, after: Match, now: int, stood: Collection[CallKey], turns: Iterable[DueCall]
) -> list[DueCall]:
    """The calls that a change brings about; ``turns`` are those to all seats to move."""
    asked, question = before.open_question, after.open_question
    if after.phase is Phase.OVER:
        people = (seat for seat in after.seats if after.setup and after.player(seat).is_person)
        return [DueCall(call_key(after, seat), Word.TURN, now) for seat in people]
    if question is not None:
        key = CallKey(0, question.moment)
        return [] if key in stood else [DueCall(key, f"{Word.QUESTION}:{after.revision}", now)]
    if asked is not None and asked.moment == after.moment:
        # The question has replaced the calls; now they come back without a sound.
        return [call._replace(part=f"{Word.AGAIN}:{after.revision}") for call in turns]
    return [call for call in turns if call.key not in stood]


def wants_calls(scene: Scene, seat: int) -> bool:
    """Whether the player of a seat is called at all."""
    wish, board = scene.choices_of(seat).calls, scene.board
    direct = wish == "dm" or (board is not None and board.in_a_chat)
    return wish != "off" and (direct or scene.server.calls)


def wanting_calls(scene: Scene, seats: Iterable[int]) -> list[int]:
    """The seats whose players have not switched calls off."""
    people = (seat for seat in sorted(seats) if scene.match.player(seat).is_person)
    return [seat for seat in people if scene.choices_of(seat).calls != "off"]


def further_calls(
    scene: Scene,
    waited_for: tuple[Collection[int], Collection[int]],
    called: Collection[CallKey],
    now: int,
    *,
    presser: int,
    reposted: bool,
) -> list[DueCall]:
    """The calls to record beside those of a change: for a match without a message, to players whom
    none could reach so far, for a board that is ``reposted``, for a change of a question, and to
    free seats. Those recorded before are no new ones.

    ``waited_for`` has the seats to move and those whose players cannot know of their turn. In a new
    message a call has a link to it, and makes no sound if it repeats one.
    """
    match, board, calls = scene.match, scene.board, list[DueCall]()
    if board is None:
        return []
    before, (to_move, unaware) = {key_of(call) for call in scene.calls}, waited_for
    if (question := match.open_question) is not None:
        part = f"{Word.QUESTION}:{match.revision}"
        calls, to_move = [DueCall(CallKey(0, question.moment), part, now)], ()
    if match.phase is Phase.OVER:  # later only its message changes, as for a forgotten player
        to_move = match.seats if match.setup and now - match.changed_at <= DAY else ()
    for seat in sorted(to_move):
        player, key = match.player(seat), call_key(match, seat)
        if key in called or not player.is_person or player.id == presser:
            continue
        wants = wants_calls(scene, seat)
        if board.access is Access.MEMBER and is_there(match, seat, now):
            continue
        if reposted and wants and match.phase is Phase.PLAYING:
            repeats = seat not in unaware and key in before
            word = Word.SHOWN_AGAIN if repeats else Word.TURN
            calls.append(DueCall(key, f"{word}:{board.message}", now))
        elif seat in unaware:
            calls.append(DueCall(key, f"{Word.TURN}:{now}", now))
        elif wants:
            calls.append(DueCall(key, Word.TURN, now))
    free = free_seats(match) if board.guild and scene.server.free_seats else frozenset[CallKey]()
    return calls + [
        DueCall(key, f"{Word.SEAT}:{match.decision(key.seat - FREE).moment}", now)
        for key in sorted(free.difference(called))
    ]


def due_reminders(
    scene: Scene, to_move: Collection[int], now: int, outages: Sequence[Outage]
) -> tuple[list[DueCall], int | None]:
    """The reminders of a match that are due now, and the time to look for the next one."""
    match, due, again = scene.match, list[DueCall](), list[int]()
    for seat in wanting_calls(scene, to_move):
        found = deadlines.look_for_reminder(match, seat, scene.choices_of(seat), now, outages)
        if found.again is not None:
            again.append(found.again)
        if found.due is not None:
            # The same reminders come again after an outage.
            due.append(DueCall(call_key(match, seat), f"{found.due}:{found.since}", now))
    return due, min(again, default=None)


def claim_calls(
    scene: Scene, to_move: Collection[int], late: Collection[int], now: int
) -> tuple[list[DueCall], int | None]:
    """The calls to the players who wait for ``late`` seats, and the time to look again for those
    whose quiet hours postpone theirs.
    """
    match, due, again = scene.match, list[DueCall](), list[int]()
    since = max((match.decision(seat).since for seat in late), default=0)
    for seat in wanting_calls(scene, match.voters.difference(to_move) if late else ()):
        if is_in_peace(choices := scene.choices_of(seat), now):
            again.append(end_of_peace(choices, now))
        else:
            due.append(DueCall(call_key(match, seat), f"{Word.CLAIM}:{since}", now))
    return due, min(again, default=None)
