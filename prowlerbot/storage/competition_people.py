"""The SQL of people in competitions: limits, medals, exports, and deletions of data."""

from __future__ import annotations

import json

from prowlerbot.competition.events import read_event
from prowlerbot.competition.limits import AT_ONCE, HOSTED, IN_SERVER, TOO_MANY, Kind, kind_of
from prowlerbot.competition.record import Format
from prowlerbot.core.errors import Denied
from prowlerbot.match.match import SOMEONE
from prowlerbot.storage.competition_posts import forget_posts, hold_posts, without_others
from prowlerbot.storage.competitions import Stored, load
from prowlerbot.storage.engines.database import Work

_CHANGE_EVENT = "UPDATE competition_events SET event = $1 WHERE competition = $2 AND number = $3"


def check_entries(db: Work, it: Stored, player: int) -> None:
    """Raise Denied for a player who takes part in too many competitions, this one included."""
    kind = kind_of(it.competition.terms.format)
    db.alone(f"entries of {player}")
    found = db.fetch(
        "SELECT c.format, c.guild FROM competition_players p"
        " JOIN competitions c ON c.id = p.competition"
        " WHERE p.player = $1 AND p.present = 1 AND c.ended = 0",
        player,
    )
    places = [guild for other, guild in found if kind_of(Format(other)) is kind]
    count = places.count(it.guild) if kind is Kind.LADDER else len(places)
    if count > AT_ONCE[kind]:
        raise Denied(TOO_MANY[kind], count=AT_ONCE[kind])


def check_hosted(db: Work, new: Stored, *, admin: bool) -> None:
    """Raise Denied if a server or a host has too many competitions that are not over."""
    ladder = new.competition.terms.format is Format.LADDER
    db.alone(f"competitions of {new.guild}")
    found = db.fetch(
        "SELECT host, format FROM competitions WHERE guild = $1 AND ended = 0", new.guild
    )
    if ladder and any(other == Format.LADDER for _, other in found):
        raise Denied("This server has a ladder already; `/ladder off` ends it.")
    wide = not new.guild  # a league of all servers, where the limit is for each host
    if len(found) >= IN_SERVER and not wide:
        raise Denied("This server has {count} competitions, the most at once.", count=IN_SERVER)
    if (wide or not admin) and sum(host == new.host for host, _ in found) >= HOSTED:
        raise Denied("You host {count} competitions here, the most at once.", count=HOSTED)


def competitions_of(db: Work, player: int) -> list[str]:
    """All competitions that a player has entered, within a transaction."""
    rows = db.fetch(
        "SELECT competition FROM competition_players WHERE player = $1 ORDER BY competition", player
    )
    return [str(found) for (found,) in rows]


def hold_competitions(db: Work, player: int) -> None:
    """Keep others from noting messages of a player's competitions until the transaction ends."""
    for competition_id in competitions_of(db, player):
        hold_posts(db, competition_id)


def takes_part(db: Work, player: int) -> bool:
    """Whether a player takes part in a competition that is not over."""
    return bool(
        db.fetch(
            "SELECT 1 FROM competition_players p JOIN competitions c ON c.id = p.competition"
            " WHERE p.player = $1 AND p.present = 1 AND c.ended = 0 LIMIT 1",
            player,
        )
    )


def forget_competitions(db: Work, player: int, nobody: int) -> None:
    """Give all entries of a player to nobody, within a transaction that keeps writers out.

    A change that was made from the record before this comes too late.
    """
    for competition_id in competitions_of(db, player):
        it = load(db, competition_id)
        if it is None:
            continue
        renamed = it.competition.renamed(player, nobody)
        pairs = zip(it.competition.events, renamed.events, strict=True)
        for number, (old, new) in enumerate(pairs):
            if old != new:
                db.execute(_CHANGE_EVENT, json.dumps(new.written()), competition_id, number)
        db.execute("UPDATE competitions SET revision = revision + 1 WHERE id = $1", competition_id)
        forget_posts(db, competition_id, player)
    db.execute(
        "UPDATE competition_players SET player = $1, name = $2 WHERE player = $3",
        nobody,
        SOMEONE,
        player,
    )
    db.execute(
        "UPDATE competitions SET host = 0, revision = revision + 1 WHERE host = $1",
        player,
    )


def own_events(rows: list[dict[str, object]], player: int) -> list[dict[str, object]]:
    """The events of a player among rows of an export, with 0 in the place of other players."""
    found = []
    for row in rows:
        event = read_event(json.loads(str(row["event"])))
        if player in event.people:
            for other in event.people - {player}:
                event = event.renamed(other, 0)
            found.append({**row, "event": event.written()})
    return found


def others_hidden(rows: list[dict[str, object]], player: int) -> list[dict[str, object]]:
    """The competitions of an export without other hosts, without their texts, and without the
    messages to others.
    """
    found = []
    for row in rows:
        posts = without_others(str(row["posts"]), player)
        hidden = {} if row["host"] == player else {"host": 0, "about": ""}
        found.append({**row, **hidden, "posts": posts})
    return found
