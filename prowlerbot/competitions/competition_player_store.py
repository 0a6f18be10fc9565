"""The SQL of people in competitions: limits, interests, exports and deletions.

A competition that is not over, or whose next season looks back at it, knows people again after a
deletion of their data: by a key that identifies nobody without the secret of the host.
"""

import hmac
import json
from collections import Counter
from collections.abc import Sequence

from prowlerbot.competitions import competition_store as store
from prowlerbot.competitions.competition_changes import has_interest
from prowlerbot.competitions.competition_post_store import post_again
from prowlerbot.competitions.competition_record import Competition, Stored
from prowlerbot.competitions.course import read_event
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import PostKind
from prowlerbot.match.match import SOMEONE, Player
from prowlerbot.storage import contributions
from prowlerbot.storage.contributions import IN_MATCHES, known_secret, personal_rows
from prowlerbot.storage.engines.database import Work

MAX_HOSTED = 3
"""The most competitions that a member hosts in a server at the same time without managing it."""
MAX_IN_SERVER = 20
"""The most competitions of a server at the same time."""
MAX_OF_MEMBERS = MAX_IN_SERVER // 2
"""The most of them whose hosts do not manage the server, so that nobody fills the limit."""
_NO_PLACE_AFTER_CREATING = 12 * 60 * 60
"""Seconds after a creation in which its host gets no place of another competition."""
_KEEPS_PLACE_BEFORE = 60 * 60
"""Seconds before its start from which a competition keeps its place."""
BOTH_ENTERED = mark(
    "You and {player} have entered the same competition, so only another moderator can do that."
)
_HOSTED = "SELECT id FROM competitions WHERE host = $1 AND ended = 0 AND season = 1 ORDER BY id"
_RUNNING = (
    "SELECT c.id, c.host, c.format, c.by_member FROM competitions c"
    " JOIN competitions first ON first.id = c.series"
    " WHERE c.guild = $1 AND c.ended = 0 ORDER BY first.created_at DESC, c.id"
)
"""The competitions of a server, those of the newest series first."""
_CREATED = "SELECT 1 FROM competitions WHERE guild = $1 AND host = $2 AND created_at > $3 LIMIT 1"
_LEFT_KEYS = (
    "SELECT player, left_key FROM competition_players WHERE competition = $1 AND left_key <> ''"
)
_LATEST = "SELECT id FROM competitions WHERE series = $1 ORDER BY season DESC LIMIT 1"
_RUNNING_IDS = "SELECT id FROM competitions WHERE guild = $1 AND ended = 0 ORDER BY id"
_ENTERED = "SELECT competition FROM competition_players WHERE player = $1"
_CHANGE_EVENT = "UPDATE competition_events SET event = $1 WHERE competition = $2 AND number = $3"
_FORGET_PLAYER = (
    "UPDATE competition_players SET player = $1, left_key = $3,"
    " name = CASE WHEN name = '' THEN '' ELSE $2 END"
    " WHERE competition = $4 AND player = $5"
)
_FORGET_CHAT = "DELETE FROM messages WHERE kind = $1 AND subject = $2 AND part = $3"


def check_entries(db: Work, stored: Stored, player: int, *, again: bool = False) -> None:
    """Raise Denied for a player who takes part in too many competitions, this one included. One who
    was here before and has deleted their data enters ``again``, if the format lets them back.
    """
    form = stored.competition.format
    db.lock(f"entries of {player}")
    entries = db.fetch(f"SELECT c.format, c.guild{store.FROM_RUNNING_OF_PLAYER}", player)
    places = [guild for other, guild in entries if FORMATS[other].kind is form.kind]
    count = places.count(stored.guild) if form.second_refusal else len(places)
    if count > form.max_entries:
        raise Denied(form.too_many_refusal, count=form.max_entries)
    if form.allows_reentry and not again and _former_ids(db, stored, player):
        raise Denied(form.left_refusal)


def make_room(db: Work, new: Stored) -> None:
    """Raise Denied if a server or a host has too many competitions that are not over. If only other
    members have too many, one of theirs is withdrawn for a member who hosts none.
    """
    form = new.competition.format
    db.lock(f"competitions of {new.guild}")
    running = db.fetch(_RUNNING, new.guild)
    if form.second_refusal and any(other == form.key for _, _, other, _ in running):
        raise Denied(form.second_refusal)
    own = sum(host == new.host for _, host, *_ in running)
    if (new.is_wide or new.by_member) and own >= MAX_HOSTED:
        raise Denied("You host {count} competitions here, the most at once.", count=MAX_HOSTED)
    of_members = [(found, host) for found, host, _, by_member in running if by_member]
    is_full = len(running) >= MAX_IN_SERVER
    if new.is_wide or not (is_full or (new.by_member and len(of_members) >= MAX_OF_MEMBERS)):
        return
    recently = new.created_at - _NO_PLACE_AFTER_CREATING
    is_new = new.by_member and not own and not db.fetch(_CREATED, new.guild, new.host, recently)
    if is_new and (spare := _find_replaceable(db, of_members, new.created_at)) is not None:
        store.end_for_its_place(db, spare, new.created_at)
    elif is_full:
        raise Denied("This server has {count} competitions, the most at once.", count=MAX_IN_SERVER)
    else:
        raise Denied(
            "Members host {count} competitions here, the most at once. Only people who can manage"
            " the server can create another one.",
            count=MAX_OF_MEMBERS,
        )


def _find_replaceable(db: Work, of_members: Sequence[tuple[str, int]], now: int) -> Stored | None:
    """The first competition to withdraw, of the member who hosts most; every member keeps one."""
    hosts, keeps_until = Counter(host for _, host in of_members), now + _KEEPS_PLACE_BEFORE
    for found, host in sorted(of_members, key=lambda each: -hosts[each[1]]):
        stored = store.load_competition(db, found) if hosts[host] > 1 else None
        is_empty = stored is not None and len(stored.course.present) < 2
        if stored is not None and is_empty and stored.terms.starts > keeps_until:
            return stored
    return None


def ids_hosted_ahead(db: Work, host: int) -> list[str]:
    """A host's competitions that are not under way; a further season of a begun one is none."""
    hosted = [store.load_competition(db, str(found)) for (found,) in db.fetch(_HOSTED, host)]
    return [each.id for each in hosted if each and not each.course.is_under_way]


def takes_part(db: Work, player: int) -> bool:
    """Whether a player takes part in a competition that is not over."""
    return bool(db.fetch(f"SELECT 1{store.FROM_RUNNING_OF_PLAYER} LIMIT 1", player))


def as_known(db: Work, stored: Stored, person: int) -> Competition:
    """The competition as if a person had never deleted their data."""
    competition = stored.competition
    for former in _former_ids(db, stored, person):
        competition = competition.with_alias(former, person)
    return competition


def has_interest_in(db: Work, stored: Stored, person: int) -> bool:
    """Whether a person has an interest in a competition, also after a deletion of their data."""
    known, *last = _season_and_last(db, stored, person)
    return has_interest(known, person, *last)


def note_bar_as_act(db: Work, guild: int, player: Player, by: int) -> None:
    """Note a user's bar of a player as an act, within its transaction. It counts in all
    competitions of the server that the player has entered in this season or the last one. Raise
    Denied if the user has an interest in one of them.
    """
    db.keep_writers_out("competitions")
    for (found,) in db.fetch(_RUNNING_IDS, guild):
        if (stored := store.load_competition(db, str(found))) is None:
            continue
        courses = [season.course for season in _season_and_last(db, stored, player.id)]
        if not any(player.id in {*course.entries, *course.contestants} for course in courses):
            continue
        if has_interest_in(db, stored, by):
            raise Denied(BOTH_ENTERED, player=player)
        store.add_actor(db, stored.id, by)
        db.execute(store.COUNT_REVISION, stored.id)


def _season_and_last(db: Work, stored: Stored, person: int) -> list[Competition]:
    """A season and the one before it, if any, as if a person had never deleted their data."""
    before = store.load_season(db, stored.series, stored.season - 1)
    return [as_known(db, season, person) for season in (stored, before) if season is not None]


def _former_ids(db: Work, stored: Stored, person: int) -> list[int]:
    """The ids under which a competition knows somebody from before a deletion of their data."""
    keys = db.fetch(_LEFT_KEYS, stored.id)
    key_of_person = _left_key(known_secret(db) or b"", stored.id, person) if keys else ""
    return [int(former) for former, key in keys if key == key_of_person]


def _left_key(secret: bytes, competition_id: str, player: int) -> str:
    """A key of a person in one competition; without the secret it identifies nobody."""
    return hmac.digest(secret, f"left {competition_id}\n{player}".encode(), "sha256").hex()


def _must_know(db: Work, stored: Stored, person: int) -> bool:
    """Whether a competition must still know a person after the deletion of their data."""
    acted = person in stored.competition.actors
    if not acted and person not in stored.course.contestants:
        return False
    ((latest_id,),) = db.fetch(_LATEST, stored.series)
    return stored.season >= store.first_season_that_matters(
        store.load_competition(db, str(latest_id)) or stored, acted=acted
    )


def _delete_person(db: Work, deletion: contributions.Deletion) -> None:
    """Give all entries of a player to nobody, within a transaction that keeps writers out."""
    player, nobody = deletion.user, deletion.nobody
    for (competition_id,) in db.fetch(f"{_ENTERED} ORDER BY competition", player):
        if (stored := store.load_competition(db, competition_id)) is None:
            continue
        renamed = stored.competition.with_alias(player, nobody)
        pairs = zip(stored.competition.events, renamed.events, strict=True)
        for number, (old, new) in enumerate(pairs):
            if old != new:
                db.execute(_CHANGE_EVENT, json.dumps(new.as_json()), competition_id, number)
        db.execute(store.COUNT_REVISION, competition_id)
        post_again(db, "id = $1", competition_id)
        db.execute(_FORGET_CHAT, PostKind.NEWS, competition_id, str(player))
        matters = _must_know(db, stored, player)
        key = _left_key(contributions.host_secret(db), competition_id, player) if matters else ""
        db.execute(_FORGET_PLAYER, nobody, SOMEONE, key, competition_id, player)
    post_again(db, "host = $1", player)
    db.execute("UPDATE competitions SET host = 0, revision = revision + 1 WHERE host = $1", player)


def events_of_player(rows: list[dict[str, object]], player: int) -> list[dict[str, object]]:
    """The events of a player among rows of an export, with 0 in the place of other players."""
    events = []
    for row in rows:
        event = read_event(json.loads(str(row["event"])))
        if player in event.people:
            for other in event.people - {player}:
                event = event.with_alias(other, 0)
            events.append({**row, "event": event.as_json()})
    return events


PERSONAL = contributions.PersonalData(
    stored=(
        personal_rows(
            "competitions",
            store.COMPETITION_COLUMNS,
            f"id IN ({_ENTERED} UNION SELECT id FROM competitions WHERE host = $1)",  # noqa: S608 - constant parts
        ),
        personal_rows("competition_events", store.EVENT_COLUMNS, f"competition IN ({_ENTERED})"),
        personal_rows(
            "competition_players",
            f"{store.ENTRY_COLUMNS}, left_key, acted",
            "player = $1",
            person="player",
        ),
        personal_rows("competition_matches", store.PAIRING_COLUMNS, f"match {IN_MATCHES}"),
    ),
    posts=f"kind = 'news' AND part = CAST($1 AS VARCHAR) AND subject IN ({_ENTERED})",
    nobody_in=("competition_players",),
    delete=_delete_person,
)
