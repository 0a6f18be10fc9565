"""Who may see what of matches: decided here and nowhere else.

A match can be looked at by its players wherever they are, by everybody who can see a channel where
it is or was shown, and, once its players have made it public, by whoever knows its id. Lists about
somebody else (history, statistics, card, head to head, leaderboards) tell only of what was played
where they are asked for, unless that person has chosen to be seen everywhere, or nowhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from prowlerbot.core.errors import Denied
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import Seen


@dataclass(frozen=True, slots=True)
class Place:
    """A channel where something is or was shown; ``guild`` is 0 outside of servers.

    ``audience`` is the channel whose viewers see the place too: itself, or what a public thread
    hangs on. It is 0 where the bot cannot know them: in groups, in servers that it is no member of
    and in private threads.
    """

    guild: int
    channel: int
    audience: int

    @property
    def home(self) -> int:
        """The server, or outside of one the channel: what people who meet there have in common."""
        return self.guild or self.channel


@dataclass(frozen=True, slots=True)
class Looker:
    """A user who asks in a ``channel``, and the audiences that they are known to belong to."""

    user: int
    channel: int
    audiences: Collection[int] = ()


def may_go(looker: Looker, place: Place) -> bool:
    """Whether somebody can see a place, so that a link may lead there."""
    return looker.channel == place.channel or place.audience in looker.audiences


def may_look(
    looker: Looker, players: Collection[int], places: Collection[Place], *, public: bool
) -> bool:
    """Whether somebody may look at a match with these players that is or was shown there.

    Of an imported record the player is whoever imported it.
    """
    return public or looker.user in players or any(may_go(looker, place) for place in places)


def opens(
    looker: Looker, players: Collection[int], places: Collection[Place], *, public: bool
) -> bool:
    """Whether what somebody shows to all here lets people here look at the match from now on.

    Only its players can open a match to others. What is public, or was shown here before, anybody
    may show again: that opens it to nobody. Raises Denied for what is neither.
    """
    if looker.user in players:
        return True
    if not public and not any(looker.channel == place.channel for place in places):
        raise Denied("Only the players of this match can show it in a channel where it never was.")
    return False


def is_public(wishes: Mapping[int, bool]) -> bool:
    """Whether one of the players wants a match to be public and none is against it."""
    return bool(wishes) and all(wishes.values())


def can_publish(match: Match, user: int) -> bool:
    """Whether it is up to this user whether a match is public: its players decide once it is over.

    One of them is enough to make it public, and one to keep or make it private again.
    """
    return match.seat_of(user) is not None and match.phase is Phase.OVER and bool(match.setup)


class Extent(Enum):
    """How much of somebody's finished matches a list may tell."""

    ALL = "all"
    HERE = "here"
    """What was played in this server, or outside of one in this very chat."""
    NOTHING = "nothing"


def extent(asker: int, about: int, chosen: Seen) -> Extent:
    """What a list may tell to somebody, 0 for everybody who is here, about a player."""
    if asker == about or chosen == "everywhere":
        return Extent.ALL
    return Extent.HERE if chosen == "server" else Extent.NOTHING


def listing(asker: int, player: int, chosen: Seen) -> Extent:
    """The same for leaderboards: who is seen nowhere is not on their own either."""
    return Extent.NOTHING if chosen == "nowhere" else extent(asker, player, chosen)


def is_named(
    asker: int, player: int, chosen: Seen, *, players: Collection[int], played_here: bool
) -> bool:
    """Whether a list about somebody else may name this player of a finished match.

    Who has played in it knows everybody in it anyway.
    """
    if asker in players:
        return True
    told = extent(asker, player, chosen)
    return told is Extent.ALL or (told is Extent.HERE and played_here)
