"""A match as it is shown: its board, its other messages, and the scene with all that they need."""

import itertools
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from prowlerbot.core.posts import ANSWER_SECONDS, Bar, Post, PostKind, PostName
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import SAFE_MATCHES, PlayerChoices, ServerChoices, Theme
from prowlerbot.match.timeline import Place

OWN_POST = "own"
"""The part of the name of a board that the bot posts by itself; an answer has its time there."""
REMOVE_NAMES_DUTY = "scrub"
"""The duty to remove names from the messages in a server."""
tick = itertools.count(1).__next__
"""A number above all earlier ones, to order events in this process, as clocks can show the same."""


class PostPlace(NamedTuple):
    """The place where a match is about to be shown. ``channel`` is 0 if the bot cannot search it
    for its own messages; ``guild`` is 0 for a private chat.
    """

    guild: int
    channel: int


class Access(StrEnum):
    """Whether the bot may post at a board's place, or can only answer presses and commands."""

    MEMBER = "member"
    INTERACTION = "interaction"


@dataclass(frozen=True, slots=True)
class Board:
    """The message that shows a match. Ids are 0 if there is none."""

    match: str
    guild: int
    channel: int
    message: int
    shown: int = -1
    """The revision of the match that the message shows."""
    access: Access = Access.MEMBER
    lost_at: int = 0
    """The time at which its channel or message was deleted; 0 if that forgives nothing."""

    @property
    def in_a_chat(self) -> bool:
        """Whether the board is in one player's chat with the bot, invisible to others."""
        return not self.guild and self.access is Access.MEMBER


def board_post(match_id: str, place: PostPlace, at: int, *, own: bool = False) -> Post:
    """The message that is about to show a match: an answer to a command or press, or the bot's
    ``own``. The bot gives up an answer that it cannot search for when it can no longer appear.
    """
    begun_at = at if place.channel else at + ANSWER_SECONDS
    part = OWN_POST if own else str(at)
    return Post(PostName(PostKind.BOARD, match_id, str(place.channel), part), begun_at, *place)


def shown_by(post: Post, match: Match) -> int:
    """The revision that a post's message shows, even if it was sent earlier; -1 if unsure."""
    return match.revision if match.changed_at <= post.begun_at else -1


class ContentKind(StrEnum):
    """The content of a message: the board of a match, also one that the match has left since, a
    moment of a match, the animation of one, or the card of a player.
    """

    BOARD = "board"
    MOMENT = "moment"
    ANIMATION = "animation"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Showing:
    """A message for all readers of its place."""

    place: Place
    message: int
    """Before it is sent, the negative id of the interaction that it answers."""
    kind: ContentKind
    match: str = ""
    """The id of the match; empty for a card, and for a match that was dropped since."""
    player: int = 0
    """The player of a card; 0 for all else."""
    opens: bool = True
    """Whether the readers of the place may look at the match from then on."""
    by: int = 0
    """The id of the user who asked for the post, or 0."""
    moment: str = ""
    """A name of the content if a channel should show it only once."""


@dataclass(frozen=True, slots=True)
class AccessFacts:
    """The facts about access to a match."""

    places: tuple[Place, ...]
    former: tuple[Place, ...]
    """The places that the match has left."""
    wishes: dict[int, bool]
    """For each player who has a wish, whether the match is to be public."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A match with everything that its messages need. Tuples of players hold seat 1 first."""

    match: Match
    board: Board | None
    choices: tuple[PlayerChoices, ...]
    server: ServerChoices
    """The choices of the requested server, or of the board's server."""
    calls: tuple[Post, ...]
    """The messages that call players; outdated ones stay among them until they are deleted."""
    finished: tuple[int, ...]
    """The number of matches of the game that each player has finished, up to SAFE_MATCHES."""
    read_at: int = field(default=0, compare=False)
    """The ``tick`` at which the reading began: later changes here may be missing."""
    reader: PlayerChoices = field(default=PlayerChoices(), compare=False)
    bars: tuple[Bar, ...] = field(default=(), compare=False)
    """The bars in that server that may concern the reader."""

    @property
    def unshared(self) -> bool:
        """Whether each player opens a board of their own, and no message shows the match to all.
        This is so in a try of the day's challenge, and if the board is a chat without a message.
        """
        board = self.board
        is_in_chat = board is not None and board.in_a_chat and not board.message
        return is_in_chat or bool(self.match.terms.day)

    @property
    def unseen_since(self) -> int:
        """The time since which nobody can see the board of a match of a competition; else 0."""
        if not self.match.terms.competition:
            return 0
        return self.match.created_at if self.board is None else self.board.lost_at

    @property
    def was_never_seen(self) -> bool:
        """Whether nobody could ever see the board of a match, and not all players have moved."""
        return self.board is None and not self.match.moved_seats.issuperset(self.match.seats)

    def choices_of(self, seat: int) -> PlayerChoices:
        return self.choices[seat - 1]

    def reader_choices(self, user: int) -> PlayerChoices:
        """The choices of a player, or of the reader of the scene."""
        seat = self.match.seat_of(user)
        return self.reader if seat is None else self.choices_of(seat)

    def theme_of(self, user: int) -> Theme:
        """The theme of everything that only this user reads, pictures and emoji alike."""
        return self.reader_choices(user).theme or self.server.theme

    def confirms_moves(self, seat: int) -> bool:
        """Whether the player of a seat sees a move before it counts. Unless they have chosen
        otherwise, those who read words first always do.
        """
        choices = self.choices_of(seat)
        if choices.confirm is None:
            return choices.text_first or self.finished[seat - 1] < SAFE_MATCHES
        return choices.confirm

    def needs_at_once_notice(self, seat: int) -> bool:
        """Whether a seat's moves count at once by now, and its player does not know this yet."""
        choices = self.choices_of(seat)
        knows = choices.confirm is not None or choices.at_once_told or choices.text_first
        return 0 < SAFE_MATCHES <= self.finished[seat - 1] and not knows
