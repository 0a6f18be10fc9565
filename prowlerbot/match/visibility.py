"""The visibility of matches. No other module decides it.

The players of a match can look at it anywhere. So can everybody who can see the channel where it is
played, or where it was shown after its end. If its players have made it public, everybody who knows
its id can look at it. A channel where a match was shown before it moved shows nothing that follows.

Lists about another player (history, statistics, card, leaderboards) cover only matches played in
the place of the request, unless that player has chosen to be seen everywhere or nowhere. A head to
head has all matches of its reader with a player who can be seen anywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from prowlerbot.core.errors import Denied
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import Seen
from prowlerbot.match.terms import counts_until


@dataclass(frozen=True, slots=True)
class Place:
    """A channel where a match is or was shown; ``guild`` is 0 outside of servers.

    ``audience`` is the channel whose viewers see the place too: itself, or the parent of a public
    thread. It is 0 where the bot cannot know them: in groups, in servers that it is no member of
    and in private threads.
    """

    guild: int
    channel: int
    audience: int

    @property
    def home(self) -> int:
        """The server or, outside of one, the channel: the common place of the people there."""
        return self.guild or self.channel


@dataclass(frozen=True, slots=True)
class Looker:
    """A user who asks in a ``channel``, and the known audiences to which they belong."""

    user: int
    channel: int
    audiences: Collection[int] = ()


def may_go(looker: Looker, place: Place) -> bool:
    """Whether a user can see a place, so that a link may lead there."""
    return looker.channel == place.channel or place.audience in looker.audiences


def may_look(
    looker: Looker, players: Collection[int], places: Collection[Place], *, public: bool
) -> bool:
    """Whether a user may look at a match with these players that is or was shown in these places.

    The player of an imported record is the user who imported it.
    """
    return public or looker.user in players or any(may_go(looker, place) for place in places)


def opens(
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

    This is so while a match runs that is played ``only_in_chats``: its players may share no server,
    so one of them could show it where the others cannot look. It is also so for a try of the day's
    challenge: while it runs, and as long as a try of somebody else can still count.
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
    """Whether this user may make a match public or private: its players may once it is over.

    One of them is enough to make it public, and one to keep or make it private again.
    """
    return match.seat_of(user) is not None and match.phase is Phase.OVER and bool(match.setup)


def may_review(players: Collection[int], user: int, *, public: bool) -> bool:
    """Whether a user who can look at a finished match may have it reviewed, and see its review: its
    players always, others once it is public.
    """
    return public or user in players


class Extent(Enum):
    """The part of a player's finished matches that a list may show."""

    ALL = "all"
    HERE = "here"
    """The matches played in this server or, outside of one, in this very chat."""
    NOTHING = "nothing"


def extent(asker: int, about: int, chosen: Seen) -> Extent:
    """The extent of a list about a player for one user, 0 for everybody here."""
    if asker == about or chosen == "everywhere":
        return Extent.ALL
    return Extent.HERE if chosen == "server" else Extent.NOTHING


def listing(asker: int, player: int, chosen: Seen) -> Extent:
    """The same for leaderboards. A player who is seen nowhere does not see themselves either."""
    return Extent.NOTHING if chosen == "nowhere" else extent(asker, player, chosen)


def is_named(
    asker: int, player: int, chosen: Seen, *, players: Collection[int], played_here: bool
) -> bool:
    """Whether a list about another player may name this player of a finished match.

    Its players know everybody in it anyway.
    """
    if asker in players:
        return True
    shown = extent(asker, player, chosen)
    return shown is Extent.ALL or (shown is Extent.HERE and played_here)
