"""The rows of a match: itself, its seats, its plays and the plays that were taken back."""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import Any

from prowlerbot.core.clock import Outage
from prowlerbot.match.call_rules import duties
from prowlerbot.match.deadlines import earliest_deadline
from prowlerbot.match.match import (
    Decision,
    Ending,
    Former,
    HintTaken,
    Match,
    Phase,
    Play,
    Player,
    TakenBack,
)
from prowlerbot.match.terms import Origin, Question, Terms
from prowlerbot.storage.columns import (
    TableColumn,
    attributes,
    column,
    insert,
    json_column,
    names,
    update,
    values,
)
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Row, Work

MATCH = (
    column("id"),
    column("game"),
    column("options", write=lambda options: json.dumps(dict(options)), read=json.loads),
    json_column("terms", Terms.read),
    column("setup"),
    column("phase", read=Phase),
    column("ending", read=lambda ending: Ending(ending) if ending else None),
    column("ended_by"),
    column("revision"),
    column("created_at"),
    column("changed_at"),
    column("turn_at"),
    TableColumn("due", "", earliest_deadline),
    column(
        "unseen",
        write=json.dumps,
        read=lambda stored: tuple(Outage(*each) for each in json.loads(stored)),
    ),
    column("challenger"),
    column("rules"),
    column("reason"),
    json_column("question", Question.read),
    json_column("origin", Origin.read),
    column(
        "hints",
        write=lambda hints: json.dumps([astuple(each) for each in hints]),
        read=lambda stored: tuple(HintTaken(*each) for each in json.loads(stored)),
    ),
)
PLAYER = (
    column("player", "id"),
    column("name"),
    column("level"),
    column("joined", write=int, read=bool),
    column("choice"),
    column(
        "orders",
        write=lambda orders: ",".join(sorted(orders)),
        read=lambda orders: frozenset(filter(None, orders.split(","))),
    ),
    column("premoves", "plan"),
    column("leaver"),
    column("offered"),
)
# There may be many of the following rows. They are read without names, in the order of the fields.
DECISION = (column("since"), column("moment"), column("own"), column("concealed"))
PLAY = (
    column("seat"),
    column("move"),
    column("played_at", "at"),
    column("moment"),
    column("own"),
    column("clock"),
)
FORMER = (column("player", "id"), column("name"), column("plays"))
TAKEN_BACK = (column("ply"), column("seat"), column("move"), column("taken_at", "at"))

FORMER_PLAYERS = f"match, seat, {names(FORMER)}"
SEATS = f"match, seat, {names(PLAYER)}, {names(DECISION)}"
PLAYS = f"match, ply, {names(PLAY)}"
TAKEBACKS = f"match, number, {names(TAKEN_BACK)}"

OPEN = f"('{Phase.LOBBY}', '{Phase.PLAYING}')"
"""The phases of matches that are not over. An index serves this list, but not “unequal to over”."""

_CHANGING = tuple(each for each in MATCH if each.name not in {"id", "game", "created_at", "origin"})
_ADD_MATCH = insert("matches", names(MATCH))
_CHANGE_MATCH = update("matches", _CHANGING, "id", "revision", "changed_at")
_WANT = "UPDATE boards SET wanted = $1 WHERE match = $2"
_ADD_SEAT = insert("seats", SEATS)
_CHANGE_DECISION = update("seats", DECISION, "match", "seat")
_ADD_FORMER = insert("former_players", FORMER_PLAYERS)
_CHANGE_FORMER = update("former_players", (column("plays"),), "match", "seat")
_ADD_PLAY = insert("plays", PLAYS)
_ADD_TAKEBACK = insert("takebacks", TAKEBACKS)


def read_match(row: Row, seats: list[Any], plays: list[Any], takebacks: list[Any]) -> Match:
    """The match of this row, with the rows of its lists from their numbers on."""
    fields = attributes(MATCH, row)
    begins, ends = len(PLAYER), len(PLAYER) + len(DECISION)
    decisions = (seat[begins:ends] for seat in seats)
    formers = (seat[ends : ends + len(FORMER)] for seat in seats)
    return Match(
        **fields,
        players=tuple(
            Player(**attributes(PLAYER, seat), former=Former(*former) if former[1] else None)
            for seat, former in zip(seats, formers, strict=True)
        ),
        decisions=tuple(Decision(*each) for each in decisions) if fields["setup"] else (),
        plays=tuple(Play(*each) for each in plays),
        takebacks=tuple(TakenBack(*each) for each in takebacks),
    )


def add_match(db: Work, match: Match) -> None:
    """Store a new match, within a transaction."""
    db.execute(_ADD_MATCH, *values(MATCH, match))
    _add_seats(db, match)
    _add_plays(db, match, 0)
    put_duties(db, match.id, duties(match))


def change_match(db: Work, before: Match, after: Match, contributions: Contributions) -> bool:
    """Store the change from one revision to the next; False if another change came first.

    Two guards protect it: the revision that the change starts from (with its time, as a restored
    database may count the same revisions once more), and the key (match, ply) of each new play.
    """
    guards = before.id, before.revision, before.changed_at
    if not db.change(_CHANGE_MATCH, *values(_CHANGING, after), *guards):
        return False
    db.execute(_WANT, after.revision, after.id)
    for feature in contributions:
        feature.match_changed(db, after.id, after.changed_at)
    _write_seats(db, before, after)
    # The plays from the first different one on are stored, and those taken back.
    pairs = enumerate(zip(before.plays, after.plays, strict=False))
    same = next((ply for ply, (old, new) in pairs if old != new), min(before.ply, after.ply))
    if same < before.ply:
        db.execute("DELETE FROM plays WHERE match = $1 AND ply >= $2", after.id, same)
    _add_plays(db, after, same)
    for number in range(len(before.takebacks), len(after.takebacks)):
        db.execute(_ADD_TAKEBACK, after.id, number, *values(TAKEN_BACK, after.takebacks[number]))
    put_duties(db, after.id, dict.fromkeys(duties(before)) | duties(after))
    return True


def _add_seats(db: Work, match: Match) -> None:
    for seat in match.seats:
        player = values(PLAYER, match.player(seat))
        db.execute(_ADD_SEAT, match.id, seat, *player, *values(DECISION, match.decision(seat)))


def _write_seats(db: Work, before: Match, after: Match) -> None:
    """Store the players and decisions of seats. If no player changed, names stay as last seen."""
    if after.players != before.players:
        db.execute("DELETE FROM seats WHERE match = $1", after.id)
        _add_seats(db, after)
        _write_formers(db, before, after)
        return
    for seat in after.seats:
        decision = after.decision(seat)
        if decision != before.decision(seat):
            db.execute(_CHANGE_DECISION, *values(DECISION, decision), after.id, seat)


def _write_formers(db: Work, before: Match, after: Match) -> None:
    """Store former players of seats; their ids and names, perhaps deleted meanwhile, stay."""
    for seat in after.seats:
        old, new = before.player(seat).former, after.player(seat).former
        if new is None or new == old:
            continue
        if old is None:
            db.execute(_ADD_FORMER, after.id, seat, *values(FORMER, new))
        else:
            db.execute(_CHANGE_FORMER, new.plays, after.id, seat)


def _add_plays(db: Work, match: Match, first: int) -> None:
    for ply in range(first, match.ply):
        db.execute(_ADD_PLAY, match.id, ply, *values(PLAY, match.plays[ply]))
