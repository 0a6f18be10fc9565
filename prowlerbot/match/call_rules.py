"""The rules of calls: the duties of a match, the players to call, and the calls that are outdated.

All of them follow from the match, so a restart changes nothing. A change of calls follows from the
match before and after it, and both are stored together.

A duty has the time at which to look at a match. The look does the work that is due by then, and
returns the time of the next look. So a look that comes too early or once too often does no harm.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import NamedTuple, Self

from prowlerbot.core.clock import DAY, Outage
from prowlerbot.core.game import LEAVE
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import HELD_SECONDS, Post
from prowlerbot.match import deadlines
from prowlerbot.match.lobby import expiry_of
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.preferences import end_of_peace, is_in_peace
from prowlerbot.match.ratings import MIN_PLAYS
from prowlerbot.match.scene import Access, Scene

AT_BOARD_SECONDS = 60
"""Seconds after their own press within which players need no call to their next turn."""
CALL_PAUSE_SECONDS, LIVE_CALL_PAUSE_SECONDS = 2 * 60, 15
"""Seconds without a move after which players at the board are called; fewer in a live match."""
_MIN_OTHERS_DONE = 2
"""The number of other people who must be done before the last one is called as awaited."""
DUTY_DELAY = HELD_SECONDS
"""Seconds from a change until a duty shows the board and has the machine move."""
FREE_SEAT_OFFSET, GONE_SEAT_OFFSET = 100, 200
"""Added to the seat in a CallKey if the seat is free, or if others made its player leave."""
_LIVE_CALL_DELAY = 45
"""Seconds in a live stage without a move of a player until the player is called."""


def call_pause(match: Match) -> int:
    return LIVE_CALL_PAUSE_SECONDS if match.terms.is_timed else CALL_PAUSE_SECONDS


def is_at_board(match: Match, seat: int, now: int) -> bool:
    """Whether the player of a seat to move made a move within a minute before the turn began, and
    the turn has not paused since.

    A challenge counts as the first press of its host, except in competitions, where the bot makes
    the matches. A move made by a plan does not show that its player is at the board.
    """
    since = match.decision(seat).since
    if match.phase is not Phase.PLAYING or now >= since + call_pause(match):
        return False
    for play in reversed(match.plays):
        if play.seat == seat and not play.planned and play.moment >= 0:
            return play.at >= since - AT_BOARD_SECONDS
    is_host = seat == match.challenger and not match.terms.competition
    return is_host and match.created_at >= since - AT_BOARD_SECONDS


def last_awaited_seat(match: Match, to_move: Collection[int], now: int) -> int | None:
    """The only seat that has not finished a stage, a pause after several others have; else None."""
    if len(to_move) != 1 or now < end_of_call_pause(match):
        return None
    (last,) = to_move
    people = [seat for seat in match.seats if match.player(seat).is_person and seat != last]
    done_count = sum(match.decision(seat).concealed > 0 for seat in people)
    return last if done_count >= _MIN_OTHERS_DONE else None


def _latest_change_at(match: Match) -> int:
    """The time of the latest change, perhaps in secret."""
    return max(match.changed_at, match.plays[-1].at if match.plays else 0)


def end_of_call_pause(match: Match) -> int:
    """The time at which nothing will have happened for the length of a pause."""
    return _latest_change_at(match) + call_pause(match)


class MatchDuty(StrEnum):
    """A look at a match, by the question that it answers. The values are in storage."""

    EXPIRE = "expire"  # has its challenge expired?
    ABANDON = "abandon"  # has everybody left it alone?
    REMIND = "remind"  # is a reminder due?
    CLAIM = "claim"  # does the bot have to claim a move in a competition?
    LATE = "late"  # can its players claim a move now?
    FLAG = "flag"  # has a clock for a whole match of no competition run out?
    OFFER = "offer"  # is the offer of a seat over?
    BOARD = "board"  # is its board behind?
    AWAITED = "awaited"  # do all wait for one player alone?
    MACHINE = "machine"  # has the machine not moved?
    STOPWATCH = "stopwatch"  # is the time of a live stage up?
    FORGIVE = "forgive"  # has an outage given players more time?
    DROP = "drop"  # did it end a day ago, hardly played?
    COMPUTE = "compute"  # which of these are due, after an older version has stored it?


def is_unplayed(match: Match) -> bool:
    """Whether a match alone, or against the machine, ended before its player had made MIN_PLAYS
    moves. A match that was played out is not unplayed, and neither is a try of the day's challenge.
    """
    people = [seat for seat in match.seats if match.player(seat).id or match.player(seat).leaver]
    if match.ending in {None, Ending.PLAYED} or not match.setup or match.terms.day:
        return False
    if len(people) != 1 or any(each.former for each in match.players):
        return False
    own_plays = match.plays[match.first_own_ply :]
    return sum(play.seat in people and play.move != LEAVE for play in own_plays) < MIN_PLAYS


def _duties_at_deadlines(match: Match) -> dict[str, int]:
    """The duties that follow from the time to think, with their times."""
    times: dict[str, int] = {}
    if (due := deadlines.earliest_deadline(match)) is None:
        return times
    if (reminder := deadlines.first_reminder(match)) is not None:
        times[MatchDuty.REMIND] = reminder
    if (claim := deadlines.earliest_claim(match)) is not None:
        times[MatchDuty.CLAIM if match.terms.competition else MatchDuty.FLAG] = claim
    else:
        times[MatchDuty.ABANDON] = max(due, match.changed_at) + deadlines.MAX_IDLE_SECONDS
        if len(match.people) > 1:
            times[MatchDuty.LATE] = due
    return times


def duties_of_match(match: Match) -> dict[str, int]:
    """The duties of a match with their times, except the stopwatch, which needs the position."""
    latest = _latest_change_at(match)
    times: dict[str, int] = {MatchDuty.BOARD: latest + DUTY_DELAY}
    if match.phase is Phase.LOBBY:
        times[MatchDuty.EXPIRE] = expiry_of(match)
    if is_unplayed(match):
        times[MatchDuty.DROP] = match.changed_at + DAY
    if match.phase is not Phase.PLAYING:
        return times
    times |= _duties_at_deadlines(match)
    if offers := [player.offered for player in match.players if player.offered]:
        times[MatchDuty.OFFER] = min(offers)
    if any(decision.concealed for decision in match.decisions):
        times[MatchDuty.AWAITED] = end_of_call_pause(match)
    if match.has_machine:
        times[MatchDuty.MACHINE] = latest + DUTY_DELAY
    return times


class CallKind(StrEnum):
    """The reason of a call. The values are in storage, so they never change."""

    TURN = "turn"  # it is the player's turn, or the match is over
    AGAIN = "again"  # the turn goes on after a question
    SHOWN_AGAIN = "anew"  # the board of the turn is shown again
    AWAITED = "awaited"  # all others wait for the player
    ABSENCE = "absence"  # a player cannot be found
    HALF = "half"  # half of the time is left
    LAST = "last"  # the last part of the time is left
    CLAIM = "claim"  # the time of others is up
    QUESTION = "question"  # a question waits for an answer
    REFUSED = "refused"  # the question was refused
    SEAT = "seat"  # a seat is free
    GONE = "gone"  # the called player had to leave


class Lapse(Enum):
    """The end of the time in which a call is right."""

    DECIDED = "the decision is made; never if the match is over"
    LATE = "the decision is made, or the time for it is up"
    ANSWERED = "play goes on after the question"
    NEXT = "the next call of the match"
    TAKEN = "the seat is no longer free"
    OVER = "the match is over"


class CallAudience(Enum):
    """The people that a call is for."""

    PLAYER = "the player of a seat"
    ASKED = "all who have to answer, in public and each where they want calls"
    PLACE = "the readers of the place, nobody by name"
    LEAVER = "the player who had to leave a seat"


class CallRule(NamedTuple):
    """The end and the audience of a call; without a ``text`` the match decides its sentence."""

    lapse: Lapse
    audience: CallAudience = CallAudience.PLAYER
    loud: bool = True
    """Whether it makes a sound."""
    text: str = ""


RULES_OF_KINDS: Mapping[CallKind, CallRule] = {
    CallKind.TURN: CallRule(Lapse.DECIDED),
    CallKind.AGAIN: CallRule(Lapse.DECIDED, loud=False),
    CallKind.SHOWN_AGAIN: CallRule(Lapse.DECIDED, loud=False),
    CallKind.AWAITED: CallRule(
        Lapse.DECIDED,
        text=mark("{player}, all others have decided: the match of {game} waits for you."),
    ),
    CallKind.ABSENCE: CallRule(Lapse.NEXT),
    CallKind.HALF: CallRule(
        Lapse.LATE,
        text=mark("{player}, half of your time in {game} has passed. Your move is due {when}."),
    ),
    CallKind.LAST: CallRule(
        Lapse.LATE,
        text=mark("{player}, your time in {game} is nearly up. Your move is due {when}."),
    ),
    CallKind.CLAIM: CallRule(Lapse.NEXT),
    CallKind.QUESTION: CallRule(Lapse.ANSWERED, CallAudience.ASKED),
    CallKind.REFUSED: CallRule(Lapse.ANSWERED),
    CallKind.SEAT: CallRule(Lapse.TAKEN, CallAudience.PLACE),
    CallKind.GONE: CallRule(
        Lapse.OVER,
        CallAudience.LEAVER,
        text=mark(
            "{player}, your time ran out, and you had to leave the match of {game}. It goes on"
            " without you."
        ),
    ),
}


class CallKey(NamedTuple):
    """The subject of a call: a seat's decision that began at ``moment``.

    It is stored as text, so one number says the kind too. Seat 0 means a question to all, and a
    negative seat the end of the match. A number above FREE_SEAT_OFFSET means a free seat, one above
    GONE_SEAT_OFFSET a seat whose player had to leave.
    """

    seat: int
    moment: int

    @property
    def called_seat(self) -> int:
        """The seat of the called player; 0 for a question, no seat of the match for a free seat."""
        return self.seat - GONE_SEAT_OFFSET if self.seat > GONE_SEAT_OFFSET else abs(self.seat)

    @classmethod
    def read(cls, written: str) -> Self:
        seat, _, moment = written.partition(":")
        return cls(int(seat), int(moment))

    def __str__(self) -> str:
        return f"{self.seat}:{self.moment}"


class CallPart(NamedTuple):
    """The kind of a call, its moment or revision, and the seat of a player asked in private."""

    kind: CallKind
    occasion: int | str = ""
    seat: int = 0

    def __str__(self) -> str:
        written = (self.kind, self.occasion, self.seat or "")
        return ":".join(str(each) for each in written if each != "")


def key_of(call: Post) -> CallKey:
    return CallKey.read(call.name.key)


def part_of(call: Post) -> CallPart:
    """The part of a call as it is stored; a kind of an older version means a turn."""
    kind, occasion, seat = (*call.name.part.split(":"), "", "")[:3]
    number = int(occasion) if occasion.isdecimal() else occasion
    known_kind = CallKind(kind) if kind in set(CallKind) else CallKind.TURN
    return CallPart(known_kind, number, int(seat or 0))


def rule_of(call: Post) -> CallRule:
    return RULES_OF_KINDS[part_of(call).kind]


class DueCall(NamedTuple):
    """A call due ``at`` a time, else by a duty DUTY_DELAY later."""

    key: CallKey
    part: CallPart
    at: int


@dataclass(frozen=True, slots=True)
class CallChange:
    """The effect of a change of a match on its calls.

    ``due`` calls are sent now. ``needless`` ones are not, as their player has made the change.
    Earlier calls stay if their key is among the ``valid_keys``. A key among the ``dormant_keys``
    may become valid again.
    """

    match: str
    due: tuple[DueCall, ...]
    needless: tuple[DueCall, ...]
    valid_keys: frozenset[CallKey]
    dormant_keys: frozenset[CallKey]


def call_key(match: Match, seat: int) -> CallKey:
    """The subject of a call to a seat: its decision, or the finished match."""
    if match.phase is Phase.OVER:
        return CallKey(-seat, match.moment)
    return CallKey(seat, match.decision(seat).moment)


def free_seat_keys(match: Match) -> frozenset[CallKey]:
    """The subjects of the messages about the seats that people may take."""
    if match.phase is not Phase.PLAYING:
        return frozenset()
    free = (seat for seat in match.seats if match.player(seat).offered)
    return frozenset(CallKey(FREE_SEAT_OFFSET + seat, 0) for seat in free)


def gone_seat_keys(match: Match) -> frozenset[CallKey]:
    """The subjects of the messages to the players who have left while others play on."""
    if match.phase is not Phase.PLAYING:
        return frozenset()
    gone = {seat for seat in match.seats if match.player(seat).leaver}.union(match.left)
    return frozenset(CallKey(GONE_SEAT_OFFSET + seat, 0) for seat in gone)


def call_keys(match: Match, to_move: Collection[int]) -> frozenset[CallKey]:
    """The subjects of the calls to the players that are right for the match."""
    if match.phase is Phase.LOBBY or not match.setup:
        return frozenset()
    if match.phase is Phase.OVER:
        return frozenset(call_key(match, seat) for seat in match.seats)
    if (question := match.open_question) is not None:
        return frozenset({CallKey(0, question.moment)})
    refused = {match.question.seat} if match.question is not None else set[int]()
    return frozenset(call_key(match, seat) for seat in {*to_move} | refused)


def valid_call_keys(match: Match, to_move: Collection[int]) -> frozenset[CallKey]:
    """The subjects of all calls that are right for the match. An open question replaces the calls
    to a turn, but no reminder. The clock runs on, and a question must not silence it.
    """
    keys = call_keys(match, to_move) | free_seat_keys(match) | gone_seat_keys(match)
    reminded = to_move if match.open_question is not None else ()
    return keys | {call_key(match, seat) for seat in reminded}


def first_calls(
    match: Match, to_move: Collection[int], now: int, *, live: bool = False
) -> tuple[DueCall, ...]:
    """The calls to a turn in a newly shown match; a pause later for a player at the board."""
    if match.phase is not Phase.PLAYING or match.open_question is not None:
        return ()
    calls: list[DueCall] = []
    earliest = now + _LIVE_CALL_DELAY if live else now
    for seat in sorted(to_move):
        if match.player(seat).is_person:
            due = earliest
            if is_at_board(match, seat, earliest):
                due = max(due, match.decision(seat).since + call_pause(match) - DUTY_DELAY)
            calls.append(DueCall(call_key(match, seat), CallPart(CallKind.TURN), due))
    return tuple(calls)


def change_of_calls(
    before: Match,
    after: Match,
    now: int,
    *,
    to_move_before: Collection[int],
    to_move: Collection[int],
    live: bool = False,
    mover: int = 0,
) -> CallChange | None:
    """The effect of a change on the calls of a match; None if there is none. ``to_move`` are the
    seats to move after it, ``mover`` is the user who made it, or 0.
    """
    keys_before, keys_after = call_keys(before, to_move_before), call_keys(after, to_move)
    # Players who had to leave a match that goes on, because of the ``mover``.
    gone = [
        DueCall(key, CallPart(CallKind.GONE), now)
        for key in sorted(gone_seat_keys(after) - gone_seat_keys(before))
        if mover and before.player(key.called_seat).is_person
        if before.player(key.called_seat).id != mover
    ]
    same_keys = keys_before == keys_after and free_seat_keys(before) == free_seat_keys(after)
    if same_keys and not gone:
        return None
    turns = first_calls(after, to_move, now, live=live)
    due = _due_calls(before, after, now, keys_before, turns) + gone
    seat = after.seat_of(mover) if after.phase is Phase.PLAYING else None
    own_call = (call_key(after, seat), CallPart(CallKind.TURN)) if seat is not None else None
    return CallChange(
        after.id,
        due=tuple(call for call in due if (call.key, call.part) != own_call),
        needless=tuple(call for call in due if (call.key, call.part) == own_call),
        valid_keys=valid_call_keys(after, to_move),
        dormant_keys=keys_after | {call_key(after, seat) for seat in after.seats if after.setup},
    )


def _due_calls(
    before: Match, after: Match, now: int, known_keys: Collection[CallKey], turns: Iterable[DueCall]
) -> list[DueCall]:
    """The calls of a change, without ``turns`` and questions whose keys were known before."""
    former_question, question = before.open_question, after.open_question
    if after.phase is Phase.OVER:
        people = (seat for seat in after.seats if after.setup and after.player(seat).is_person)
        return [DueCall(call_key(after, seat), CallPart(CallKind.TURN), now) for seat in people]
    if question is not None:
        key, part = CallKey(0, question.moment), CallPart(CallKind.QUESTION, after.revision)
        return [] if key in known_keys else [DueCall(key, part, now)]
    if former_question is not None and former_question.moment == after.moment:
        # The question has replaced the calls; now they come back without a sound.
        return [call._replace(part=CallPart(CallKind.AGAIN, after.revision)) for call in turns]
    return [call for call in turns if call.key not in known_keys]


def wants_calls(scene: Scene, seat: int) -> bool:
    """Whether the player of a seat is called at all."""
    setting, board = scene.choices_of(seat).calls, scene.board
    direct = setting == "dm" or (board is not None and board.in_a_chat)
    return setting != "off" and (direct or scene.server.calls)


def seats_with_calls_on(scene: Scene, seats: Iterable[int]) -> list[int]:
    """The seats whose players have not switched calls off."""
    people = (seat for seat in sorted(seats) if scene.match.player(seat).is_person)
    return [seat for seat in people if scene.choices_of(seat).calls != "off"]


def awaited_calls(scene: Scene, to_move: Collection[int], now: int) -> list[DueCall]:
    """The call to the seat that all others wait for, unless they wait for an answer, too."""
    match = scene.match
    seat = last_awaited_seat(match, to_move, now)
    if seat is None or match.open_question is not None or not seats_with_calls_on(scene, {seat}):
        return []
    part = CallPart(CallKind.AWAITED, match.decision(seat).since)
    return [DueCall(call_key(match, seat), part, now)]


def further_calls(
    scene: Scene,
    called_keys: Collection[CallKey],
    now: int,
    *,
    to_move: Collection[int],
    unaware: Collection[int],
    presser: int,
    reposted: bool,
) -> list[DueCall]:
    """The calls to record besides those of a change, without those to ``called_keys``. They are for
    a match without a message, to players that no call could reach so far, for a board that is
    ``reposted``, for a change of a question, and to free seats.

    The players of ``unaware`` seats cannot know of their turn.
    """
    match, board, calls = scene.match, scene.board, list[DueCall]()
    if board is None:
        return calls
    new_message = board.message if reposted and match.phase is Phase.PLAYING else 0
    if (question := match.open_question) is not None:
        to_move, question_part = (), CallPart(CallKind.QUESTION, match.revision)
        calls.append(DueCall(CallKey(0, question.moment), question_part, now))
    if match.phase is Phase.OVER:  # later only its message changes, as for a forgotten player
        to_move = match.seats if match.setup and now - match.changed_at <= DAY else ()
    for seat in sorted(to_move):
        player, key = match.player(seat), call_key(match, seat)
        if key in called_keys or not player.is_person or player.id == presser:
            continue
        if board.access is Access.MEMBER and is_at_board(match, seat, now):
            continue
        part = _turn_part(scene, seat, now, new_message, is_unaware=seat in unaware)
        if part is not None:
            calls.append(DueCall(key, part, now))
    return calls + _free_seat_calls(scene, called_keys, now)


def _turn_part(
    scene: Scene, seat: int, now: int, new_message: int, *, is_unaware: bool
) -> CallPart | None:
    """The call to a seat's turn; None if its player wants none. A call for a ``new_message``, 0 for
    none, has a link to it, and makes no sound if it repeats one.
    """
    wants = wants_calls(scene, seat)
    if new_message and wants:
        repeats = not is_unaware and call_key(scene.match, seat) in map(key_of, scene.calls)
        return CallPart(CallKind.SHOWN_AGAIN if repeats else CallKind.TURN, new_message)
    if is_unaware:
        return CallPart(CallKind.TURN, now)
    return CallPart(CallKind.TURN) if wants else None


def _free_seat_calls(scene: Scene, called_keys: Collection[CallKey], now: int) -> list[DueCall]:
    match, board = scene.match, scene.board
    if board is None or not board.guild or not scene.server.free_seats:
        return []
    keys = sorted(free_seat_keys(match).difference(called_keys))
    moments = (match.decision(key.seat - FREE_SEAT_OFFSET).moment for key in keys)
    parts = (CallPart(CallKind.SEAT, moment) for moment in moments)
    return [DueCall(key, part, now) for key, part in zip(keys, parts, strict=True)]


def due_reminders(
    scene: Scene, to_move: Collection[int], now: int, outages: Sequence[Outage]
) -> tuple[list[DueCall], int | None]:
    """The reminders of a match that are due now, and the time to look for the next one."""
    match, due, next_looks = scene.match, list[DueCall](), list[int]()
    for seat in seats_with_calls_on(scene, to_move):
        found = deadlines.find_due_reminder(match, seat, scene.choices_of(seat), now, outages)
        if found.next_look is not None:
            next_looks.append(found.next_look)
        if found.due is not None:
            # The same reminders come again after an outage.
            part = CallPart(CallKind(found.due), found.since)
            due.append(DueCall(call_key(match, seat), part, now))
    return due, min(next_looks, default=None)


def claim_calls(
    scene: Scene, to_move: Collection[int], late: Collection[int], now: int
) -> tuple[list[DueCall], int | None]:
    """The calls to players who wait for ``late`` seats, and the next look for those in peace."""
    match, due, next_looks = scene.match, list[DueCall](), list[int]()
    since = max((match.decision(seat).since for seat in late), default=0)
    for seat in seats_with_calls_on(scene, match.voters.difference(to_move) if late else ()):
        if is_in_peace(choices := scene.choices_of(seat), now):
            next_looks.append(end_of_peace(choices, now))
        else:
            due.append(DueCall(call_key(match, seat), CallPart(CallKind.CLAIM, since), now))
    return due, min(next_looks, default=None)
