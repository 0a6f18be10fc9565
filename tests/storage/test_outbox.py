"""Posts in the database: noted once, held by one process, and known until they are gone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from prowlerbot.competitions.competition_record import CompetitionTerms
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.errors import StoreError
from prowlerbot.core.posts import HELD, POST_DUTY, Post, PostKind, PostName, PostState, nonce
from prowlerbot.feature_list import open_store
from prowlerbot.following.follow_store import FOLLOW
from prowlerbot.games import GAMES
from prowlerbot.match.scene import REMOVE_NAMES, Board, ContentKind, PostPlace, Showing, board_post
from prowlerbot.match.timeline import Place
from prowlerbot.service.match_service import Service
from prowlerbot.storage.boards import note_showing
from prowlerbot.storage.engines.database import (
    Connection,
    Database,
    Manner,
    Work,
    _statements,
    migrations,
)
from prowlerbot.storage.match_store import Store
from tests.competitions import kinds
from tests.persistence.matches import NOON, begun

pytestmark = pytest.mark.both_databases


@pytest.fixture
def store(database: Database) -> Store:
    return open_store(database)


def made(key: str = "1:0") -> Post:
    return Post(PostName(PostKind.CALL, "m", key, "turn"), NOON, 7)


async def states(store: Store) -> list[tuple[str, str, int]]:
    return await store.database.read("SELECT key, state, message FROM messages ORDER BY key")


async def test_a_post_is_noted_once_and_its_subject_seen_to_once_its_sender_must_be_done(
    store: Store,
) -> None:
    post, outbox = made(), store.outbox
    assert sorted(await asyncio.gather(*(outbox.note_post(post) for _ in range(4)))) == [0, 0, 0, 1]
    assert await outbox.waiting_posts("m") == [post]
    room = {POST_DUTY: 9}
    assert await store.duties.due_duties(room, NOON + HELD - 1, NOON) == []
    (duty,) = await store.duties.due_duties(room, NOON + HELD, NOON)
    assert duty.subject == "m"


async def test_a_post_that_stands_waits_for_nothing_until_another_takes_its_place(
    store: Store,
) -> None:
    first, second, outbox = made("1:0"), made("2:1"), store.outbox
    for post in (first, second):
        assert await outbox.note_post(post)
    first, second = replace(first, channel=8, message=91), replace(second, channel=8, message=92)
    assert await outbox.note_sent(first)
    assert await outbox.note_sent(second)
    await outbox.outdate([first])
    (outdated,) = await outbox.waiting_posts("m")
    assert (outdated.message, outdated.state) == (91, PostState.OUTDATED)
    outbox.note_gone(outdated)
    assert await outbox.waiting_posts("m") == []
    assert await states(store) == [("1:0", "gone", 0), ("2:1", "stands", 92)]
    assert not await outbox.note_post(first), "it never comes again"


async def test_the_call_to_an_end_that_its_board_tells_leaves_the_channel_with_the_next_board(
    store: Store,
) -> None:
    fortnight = 15 * 24 * 60 * 60 * 1000 << 22
    for match, channel, shown, told_at in (
        ("told", 8, 3, 1),
        ("behind", 8, 2, 1),
        ("elsewhere", 9, 3, 1),
        ("old", 8, 3, 1 - fortnight),
    ):
        assert await store.add(begun(match))
        await store.boards.put(Board(match, 7, channel, 5, shown))
        await store.database.write("UPDATE boards SET wanted = 3 WHERE match = $1", match)
        for key in ("-2:4", "2:3"):
            call = Post(PostName(PostKind.CALL, match, key, "turn"), NOON)
            await store.outbox.note_post(call)
            await store.outbox.note_sent(
                replace(call, channel=channel, message=told_at + fortnight)
            )
    assert await store.add(begun("next"))
    await store.boards.put(Board("next", 7, 8, 2 + fortnight))
    outdated = "SELECT subject, key FROM messages WHERE state = 'outdated'"
    assert await store.database.read(outdated) == [("told", "-2:4")]
    assert [post.name.subject for post in await store.outbox.waiting_posts("told")] == ["told"]


async def test_a_message_whose_post_was_outdated_as_it_was_sent_has_to_go(store: Store) -> None:
    post, outbox = made(), store.outbox
    assert await outbox.note_post(post)
    await store.database.write("UPDATE messages SET state = 'outdated'")
    assert not await outbox.note_sent(replace(post, channel=8, message=91))
    (found,) = await outbox.waiting_posts("m")
    assert (found.message, found.state) == (91, PostState.OUTDATED)


async def test_a_refused_post_is_sent_again_later_under_another_nonce(store: Store) -> None:
    post, outbox = made(), store.outbox
    assert await outbox.note_post(post)
    await outbox.note_refused(post, NOON + 99)
    (found,) = await outbox.waiting_posts("m")
    assert found.begun_at == NOON + 99 - HELD
    assert nonce(found) != nonce(post)
    assert len(nonce(found)) <= 25


async def test_deletions_that_could_not_be_written_are_written_the_next_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = made()
    assert await store.outbox.note_post(post)
    store.outbox.note_gone(post)

    async def fails(_work: object) -> None:
        raise StoreError("locked")

    with monkeypatch.context() as patch:
        patch.setattr(store.database, "run", fails)
        with pytest.raises(StoreError):
            await store.write_behind()
    await store.write_behind()
    assert await states(store) == [("1:0", "gone", 0)]


@pytest.mark.parametrize("channel", [8, 0])
async def test_the_note_of_a_board_goes_with_the_change_that_stores_the_board(
    store: Store, channel: int
) -> None:
    match = begun()
    place = PostPlace(7, channel)
    assert await store.add(match, place=place)
    thread = Post(PostName(PostKind.THREAD, match.id, "91", ""), NOON, 7, 91)
    assert await store.outbox.note_post(thread)
    assert await store.outbox.note_post(board_post(match.id, place, NOON, own=True))
    assert len(await store.outbox.waiting_posts(match.id)) == 3, (
        "an answer, a thread, the bot's own"
    )
    await store.boards.put(Board(match.id, 7, channel or 8, 90))
    assert await store.outbox.waiting_posts(match.id) == [thread]
    await store.boards.put(Board(match.id, 7, 91, 92))
    left = await states(store)
    assert left == [("91", "noted", 0)], "the thread's goes once its message leads there"


# ------------------------------------------------------------------------------- older versions


async def _raised(database: Database, work: Callable[[Work], None]) -> None:
    """Change the schema as an upgrade does: what was prepared for the one before is forgotten."""

    def change(connection: Connection) -> None:
        if not database.remote:
            connection.transact(Manner.WRITING, work)
            return
        connection.close()
        vars(connection)["_prepare"] = None
        try:
            connection.transact(Manner.WRITING, work)
        finally:
            vars(connection)["_prepare"] = 0
            connection.close()

    await database.retry_job(change)


async def test_what_an_older_version_had_still_to_tell_to_scrub_and_to_post_goes_on(
    store: Store,
) -> None:
    about = "To tell the followers", "The day's challenge in a server is a post"
    steps = [each for each in migrations() if any(it in each for it in about)]

    def raise_from_before(db: Work) -> None:
        for before in (
            "ALTER TABLE follows ADD COLUMN due INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX follows_due ON follows (match) WHERE due = 1",
            "CREATE INDEX follows_ended ON follows (followed_at) WHERE told < 0",
        ):
            db.execute(before)
        db.execute("INSERT INTO chores VALUES ('daily-post 5000', '{\"day\": 20454}')")
        for player in (1, 2):
            db.execute("INSERT INTO follows VALUES ('m', $1, 7, 0, 1)", player)
            assert note_showing(
                db, Showing(Place(5000, 8, 8), 90 + player, ContentKind.MOMENT, "m"), 0
            )
        db.execute("UPDATE showings SET stale = 1")
        db.execute("DELETE FROM duties")
        for step in steps:
            for statement in _statements(step):
                db.execute(statement)

    await _raised(store.database, raise_from_before)
    due = await store.duties.due_duties({FOLLOW: 9, REMOVE_NAMES: 9}, NOON, NOON)
    told = {(it.subject, it.what, it.home) for it in due}
    assert told == {("m", FOLLOW, 0), ("5000", REMOVE_NAMES, 5000)}
    posted = Post(PostName(PostKind.DAILY, "5000", "", "20454"), NOON, 5000, 8)
    assert not await store.outbox.note_post(posted), "it stands already"
    assert await store.outbox.waiting_posts("5000") == []
    assert await store.database.read("SELECT * FROM chores") == []


_GUILD = 5000
_POSTED = {
    "round1": 11, "round2": 0, "call1": 0, "call1@77": 12, "confirm@78": -1, "waits": 1,
    "event": 13, "event-over": 1, "event-named": 99, "forgotten": 2,
}  # fmt: skip
_POSTED_IN_SERVERS = {f"main@{_GUILD}": 21, "begin@6000": 22, "remind@79": 0, "some-match": 0}
_OLD = ("posts TEXT NOT NULL DEFAULT '{}'", "message BIGINT NOT NULL DEFAULT 0")


async def test_what_competitions_of_an_older_version_have_posted_becomes_posts(
    store: Store,
) -> None:
    service = Service(store, games=GAMES, clock=lambda: NOON)
    competitions, database = Competitions(service), service.store.database
    terms = CompetitionTerms(kinds.SWISS, "prowler", service.now() + 60)
    own, wide, new = [
        await competitions.create(terms, name="", guild=guild, channel=8, host=1, pace=600)
        for guild in (7, 0, 7)
    ]
    await competitions.servers.join(wide.id, _GUILD, 9)
    (step,) = [each for each in migrations() if "What competitions have posted" in each]

    def raise_from_before(db: Work) -> None:
        db.execute("DELETE FROM messages")
        db.execute("DELETE FROM duties WHERE what = 'stand'")
        for column in _OLD:
            db.execute(f"ALTER TABLE competitions ADD COLUMN {column}")
        for it, posts, message in ((own, _POSTED, 10), (wide, _POSTED_IN_SERVERS, 0)):
            sql = "UPDATE competitions SET posts = $1, message = $2, shown = 0 WHERE id = $3"
            db.execute(sql, json.dumps(posts), message, it.id)
        for statement in _statements(step):
            db.execute(statement)

    await _raised(database, raise_from_before)
    columns = "key, part, guild, channel, message, state"
    rows = f"SELECT {columns} FROM messages WHERE subject = $1 ORDER BY key, part"  # noqa: S608 - of a test
    assert await database.read(rows, own.id) == [
        ("call1", "", 7, 8, 0, "noted"),
        ("call1", "77", 0, 0, 12, "stands"),
        ("confirm", "78", 0, 0, 0, "gone"),
        ("event", "", 7, 8, 13, "gone"),
        ("main", "", 7, 8, 10, "stands"),
        ("round1", "", 7, 8, 11, "stands"),
        ("round2", "", 7, 8, 0, "noted"),
        ("waits", "", 7, 8, 0, "gone"),
    ]
    assert await database.read(rows, wide.id) == [
        ("main", str(_GUILD), _GUILD, 9, 21, "stands"),
        ("remind", "79", 0, 0, 0, "noted"),
    ]
    assert await database.read(rows, new.id) == [("main", "", 7, 8, 0, "noted")]
    due = await service.store.duties.due_duties({POST_DUTY: 9}, service.now(), service.now())
    assert {(each.subject, each.home) for each in due} == {(own.id, 7), (wide.id, 0), (new.id, 7)}
    assert (await competitions.get(own.id)).message == 10


async def test_boards_and_threads_that_an_older_version_was_making_become_posts(
    store: Store,
) -> None:
    (step,) = [each for each in migrations() if "Boards and threads are noted" in each]
    match = (
        "INSERT INTO matches (id, game, options, setup, phase, ended_by, revision, created_at,"
        " changed_at) VALUES ($1, 'prowler', '{}', '', $2, 0, 1, 100, 100)"
    )
    competition = (
        "INSERT INTO competitions (id, name, about, guild, channel, host, created_at, options,"
        " pace, terms, series, season, pause, revision, format, ended, shown)"
        " VALUES ($1, '', '', $2, 71, 1, 1, '{}', 1, '{}', $1, 1, 0, 1, '', $3, 0)"
    )

    def raise_from_before(db: Work) -> None:
        for name, phase in {**dict.fromkeys("abcdef", "playing"), "u": "lobby"}.items():
            db.execute(match, name, phase)
        for name, guild, ended in (("open", 70, 0), ("over", 70, 1), ("wide", 0, 0)):
            db.execute(competition, name, guild, ended)
        held = [("open", "a"), ("open", "b"), ("open", "c"), ("over", "d"), ("wide", "e")]
        for pairing, (of, played) in enumerate(held):
            db.execute(
                "INSERT INTO competition_matches VALUES ($1, $2, $3, 0)", of, pairing, played
            )
        db.execute(
            "INSERT INTO boards (match, guild, channel, message, shown, reach, wanted)"
            " VALUES ('c', 70, 71, 5, 1, 'member', 1)"
        )
        db.execute(
            "CREATE TABLE unfinished_posts (match TEXT NOT NULL, guild BIGINT NOT NULL,"
            " channel BIGINT NOT NULL, root BIGINT NOT NULL, began_at BIGINT NOT NULL)"
        )
        for played, root in (("a", 0), ("f", 0), ("f", 9)):
            db.execute("INSERT INTO unfinished_posts VALUES ($1, 70, 71, $2, 150)", played, root)
        for statement in _statements(step):
            db.execute(statement)

    await _raised(store.database, raise_from_before)
    found = await store.database.read(
        "SELECT kind, subject, key, part, begun_at, guild, channel FROM messages"
        " WHERE state = 'noted' ORDER BY kind, subject, key"
    )
    assert found == [
        ("board", "a", "71", "own", 150, 70, 71),
        ("board", "b", "71", "own", 100, 70, 71),
        ("board", "f", "71", "150", 150, 70, 71),
        ("board", "u", "0", "100", 1060, 0, 0),
        ("thread", "f", "9", "150", 150, 70, 9),
    ]
    due = await store.duties.due_duties({POST_DUTY: 9}, NOON, NOON)
    assert {(each.subject, each.home) for each in due} == {
        ("a", 70),
        ("b", 70),
        ("f", 70),
        ("u", 0),
    }
