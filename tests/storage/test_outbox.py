"""Posts in the database: noted once, held by one process, and known until they are gone."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from prowlerbot.core.errors import StoreError
from prowlerbot.core.posts import HELD, POST_DUTY, Post, PostKind, PostName, PostState, nonce
from prowlerbot.feature_list import open_store
from prowlerbot.match.scene import Board, PostPlace, board_post
from prowlerbot.storage.engines.database import (
    Database,
)
from prowlerbot.storage.match_store import Store
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
