"""Stored matches come back unchanged, and a change that comes too late has no effect."""

import asyncio
import random
from dataclasses import replace

import pytest

from cogs.frame.outbox import nonce
from prowlerbot.core.errors import StoreError
from prowlerbot.core.posts import HELD_SECONDS, POST_DUTY, Post, PostKind, PostName, PostState
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match import leaving, lobby
from prowlerbot.match.match import Context, Ending, Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Board, ContentKind, PostPlace, Showing, board_post
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import Place
from prowlerbot.privacy import Privacy
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.match_store import Store
from tests.persistence.matches import (
    ADA,
    BEN,
    CLEO,
    NOON,
    PROWLER,
    TELL,
    begun,
    challenged,
    played,
    there,
)

pytestmark = pytest.mark.both_databases


@pytest.fixture
def store(database: Database) -> Store:
    return open_store(database)


async def put(store: Store, match: Match) -> Match:
    """Store a match that has been going on, as the one change after its challenge."""
    if not match.revision:
        assert await store.add_new(match)
        return match
    game = TELL if match.game == "tell" else PROWLER
    asked = lobby.make_challenge(
        match.id, game, match.players, match.options, terms=match.terms, now=match.created_at
    )
    assert await store.add_new(asked)
    assert await store.commit(asked, match)
    return match


def resigned(match: Match, player: Player, at: int = NOON + 50) -> Match:
    return leaving.resign(match, Context(PROWLER, random.Random(1), at), player.id)


async def count(database: Database, table: str) -> int:
    ((rows,),) = await database.read(f"SELECT count(*) FROM {table}")  # noqa: S608 - a table of ours
    return int(rows)


@pytest.mark.parametrize(
    "match",
    [
        challenged(),
        replace(challenged(), options={"first": "2", "ünïcode": "✓"}),
        begun(),
        played(7),
        played(1000),
        replace(played(2), plays=tuple(replace(it, moment=-1) for it in played(2).plays)),  # drawn
        resigned(played(3), ADA, NOON + 99),
        lobby.decline_challenge(challenged(), Context(PROWLER, random.Random(1), NOON + 9), BEN.id),
        replace(challenged(), players=(Player(2**63 - 1, "🦝 ' \" ; --"), Player(1, ""))),
    ],
    ids=lambda match: f"{match.phase}-{match.ply}",
)
async def test_a_match_comes_back_as_it_was_stored(store: Store, match: Match) -> None:
    assert await store.find_match(match.id) is None
    await put(store, match)
    assert await store.find_match(match.id) == match
    assert not await store.add_new(replace(match, players=(CLEO, BEN))), "an id is taken once"
    assert await store.find_match(match.id) == match


async def test_a_second_change_of_a_revision_or_a_move_is_late(
    store: Store, database: Database
) -> None:
    before = await put(store, played(4))
    one, other = (resigned(before, player) for player in (ADA, BEN))
    assert await store.commit(before, one)
    assert not await store.commit(before, other)
    assert not await store.commit(before, one)
    assert await store.find_match("m") == one
    assert await count(database, "plays") == 4
    before = await put(store, replace(played(4), id="other"))
    elsewhere = replace(before, changed_at=before.changed_at + 1)
    assert not await store.commit(elsewhere, resigned(elsewhere, ADA))
    assert await store.find_match("other") == before
    before = await put(store, replace(played(4), id="third"))
    damaged = replace(before, plays=before.plays[:3])
    with pytest.raises(StoreError, match="contradicts itself"):
        await store.commit(damaged, replace(before, revision=before.revision + 1))
    assert await store.find_match("third") == before
    assert await count(database, "plays") == 12


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM plays WHERE ply = 1",
        "UPDATE plays SET ply = 9 WHERE ply = 3",
        "UPDATE matches SET phase = 'dreaming'",
        "UPDATE matches SET ending = 'badly'",
        "UPDATE matches SET options = '{'",
    ],
)
async def test_a_damaged_record_is_not_shown(store: Store, database: Database, damage: str) -> None:
    await put(store, played(4))
    await database.write(damage)
    with pytest.raises(StoreError, match="“m” contradicts itself"):
        await store.find_match("m")


async def test_open_matches_of_a_player_and_game_come_longest_untouched_first(store: Store) -> None:
    await put(store, replace(begun("new"), changed_at=NOON + 300))
    await put(store, replace(begun("old"), changed_at=NOON + 100))
    await put(store, replace(challenged("mid"), changed_at=NOON + 200))
    await put(store, played(1000, "over"))
    await put(store, replace(begun("others"), players=(CLEO, BEN)))
    await put(
        store, lobby.make_challenge("tell", TELL, [ADA, BEN, CLEO], {}, terms=Terms(), now=NOON)
    )
    assert [each.match.id for each in await store.open_matches(ADA.id, "prowler")] == [
        "old",
        "mid",
        "new",
    ]
    assert [each.match.id for each in await store.open_matches(CLEO.id, "tell")] == ["tell"]
    assert await store.open_matches(99, "prowler") == []


async def test_a_new_name_is_kept_in_that_match_only(store: Store) -> None:
    await put(store, begun("m"))
    await put(store, begun("n"))
    await store.store_name("m", Player(BEN.id, "Benedict"))
    one, other = [there(await store.find_match(each)) for each in ("m", "n")]
    assert one.players == (ADA, Player(BEN.id, "Benedict"))
    assert (one.revision, other.players) == (begun().revision, (ADA, BEN))


async def test_what_is_shown_never_goes_back_and_is_told_by_the_board_itself(store: Store) -> None:
    await put(store, played(5))
    await store.boards.put_board(Board("m", guild=1, channel=2, message=3))
    for message, revision, shown in [(3, 2, 2), (3, 1, 2), (99, 5, 2), (3, 5, 5)]:
        store.boards.note_shown("m", message, revision)
        for _ in ("in memory", "in the database"):
            assert there(await store.boards.board_of("m")).shown == shown
            await store.boards.write_shown()
    store.boards.note_shown("m", 3, played(5).revision + 1)
    assert await store.boards.outdated_matches() == ["m"], (
        "one that a restored database does not know"
    )


async def test_what_is_shown_is_written_behind_and_many_at_a_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put(store, played(5))
    await store.boards.put_board(Board("m", guild=1, channel=2, message=3))

    async def stored() -> int:
        ((shown,),) = await store.database.read("SELECT shown FROM boards")
        return int(shown)

    for revision in (2, 3, 4):
        store.boards.note_shown("m", 3, revision)
    assert await stored() == -1

    async def out_of_reach(*_: object) -> None:
        raise StoreError("out of reach")

    with monkeypatch.context() as patch:
        patch.setattr(store.database, "run", out_of_reach)
        with pytest.raises(StoreError):
            await store.boards.write_shown()
    await store.boards.write_shown()  # what could not be written then
    assert await stored() == 4


async def test_the_choices_of_a_server_and_of_a_player_are_read_together(store: Store) -> None:
    assert await store.choices.choices_in_server(1, 2) == (ServerChoices(), PlayerChoices(), ())
    await store.choices.put_choices(1, ServerChoices(pace=60))
    await store.choices.put_choices(2, PlayerChoices(text_first=True))
    await store.choices.put_choices(3, PlayerChoices(theme="day"))
    chosen = ServerChoices(pace=60), PlayerChoices(text_first=True), ()
    assert await store.choices.choices_in_server(1, 2) == chosen
    assert await store.choices.choices_in_server(2, 1) == (ServerChoices(), PlayerChoices(), ())


async def test_a_message_that_is_gone_is_forgotten_unless_it_is_elsewhere(store: Store) -> None:
    await put(store, begun())
    gone, elsewhere = Board("m", 1, 2, message=3), Board("m", 1, 20, message=30)
    await store.boards.put_board(elsewhere)
    await store.boards.forget_messages(gone.channel, [gone.message])
    assert await store.boards.board_of("m") == elsewhere
    await store.boards.forget_messages(elsewhere.channel, [elsewhere.message])
    assert there(await store.boards.board_of("m")).message == 0


SERVER, TAVERN, CELLAR = 70, 71, 72


async def kept(store: Store, match_id: str = "m") -> Match:
    match = Match(match_id, "prowler", (ADA, BEN), 0, setup="x", phase=Phase.PLAYING)
    assert await store.add_new(match)
    return match


async def test_a_match_that_comes_back_is_looked_at_there_again(store: Store) -> None:
    await kept(store)
    for channel, message in ((TAVERN, 1), (CELLAR, 2), (TAVERN, 1)):
        await store.boards.put_board(Board("m", SERVER, channel, message))
    facts = await store.showings.facts_of("m")
    assert facts.places == (Place(SERVER, TAVERN, TAVERN),)
    assert facts.former == (Place(SERVER, CELLAR, CELLAR),)
    await kept(store, "other")
    await store.boards.put_board(Board("other", SERVER, TAVERN, 1))
    await store.boards.put_board(Board("other", SERVER, CELLAR, 2), audience=TAVERN)
    assert (await store.showings.facts_of("other")).former == ()


async def test_a_quote_opens_nothing_and_only_who_plays_has_a_wish(store: Store) -> None:
    match = await kept(store)
    quoted, opened, after = (Place(SERVER, TAVERN + number, TAVERN) for number in range(3))
    await store.showings.add_showing(Showing(quoted, 1, ContentKind.MOMENT, "m", opens=False))
    await store.showings.add_showing(Showing(opened, 2, ContentKind.MOMENT, "m"))
    facts = await store.showings.facts_of("m")
    assert (facts.places, facts.former) == ((), (opened,)), "nothing that follows"
    over = replace(match, phase=Phase.OVER, ending=Ending.PLAYED, revision=1)
    assert await store.commit(match, over)
    await store.showings.add_showing(Showing(after, 3, ContentKind.MOMENT, "m"))
    assert (await store.showings.facts_of("m")).places == (after,)
    for player in (ADA.id, BEN.id, 33):
        await store.showings.note_wish("m", player, public=player != BEN.id)
    assert (await store.showings.facts_of("m")).wishes == {ADA.id: True, BEN.id: False}
    await Privacy(Service(store, games=GAMES)).delete_data(BEN.id)
    assert (await store.showings.facts_of("m")).wishes == {ADA.id: True}
    await store.showings.note_wish("m", BEN.id, public=False)
    assert (await store.showings.facts_of("m")).wishes == {ADA.id: True}
    card = Showing(Place(SERVER, TAVERN, TAVERN), 5, ContentKind.CARD, player=BEN.id)
    assert not await store.showings.add_showing(card), (
        "nor has a card of who was forgotten meanwhile"
    )
    assert await store.showings.add_showing(replace(card, player=ADA.id))
    cards = "SELECT player FROM showings WHERE kind = 'card'"
    assert await store.database.column(cards) == [ADA.id]


def made(key: str = "1:0") -> Post:
    return Post(PostName(PostKind.CALL, "m", key, "turn"), NOON, 7)


async def states(store: Store) -> list[tuple[str, str, int]]:
    return await store.database.read("SELECT key, state, message FROM messages ORDER BY key")


async def test_a_post_is_noted_once_and_sent_again_when_it_is_refused(store: Store) -> None:
    post, outbox = made(), store.outbox
    assert sorted(await asyncio.gather(*(outbox.note_post(post) for _ in range(4)))) == [0, 0, 0, 1]
    assert await outbox.waiting_posts("m") == [post]
    room = {POST_DUTY: 9}
    assert await store.duties.due_duties(room, NOON + HELD_SECONDS - 1, NOON) == []
    (duty,) = await store.duties.due_duties(room, NOON + HELD_SECONDS, NOON)
    assert duty.subject == "m"
    await outbox.note_refused(post, NOON + 99)
    (found,) = await outbox.waiting_posts("m")
    assert found.begun_at == NOON + 99 - HELD_SECONDS, "and sent again later under another nonce"
    assert nonce(found) != nonce(post)
    assert len(nonce(found)) <= 25


async def test_a_post_that_stands_waits_until_another_takes_its_place(store: Store) -> None:
    first, second, outbox = made("1:0"), made("2:1"), store.outbox
    for post in (first, second):
        assert await outbox.note_post(post)
    first, second = replace(first, channel=8, message=91), replace(second, channel=8, message=92)
    assert await outbox.note_sent(first)
    assert await outbox.note_sent(second)
    await outbox.outdate_posts([first])
    (outdated,) = await outbox.waiting_posts("m")
    assert (outdated.message, outdated.state) == (91, PostState.OUTDATED)
    outbox.note_gone(outdated)
    assert await outbox.waiting_posts("m") == []
    assert await states(store) == [("1:0", "gone", 0), ("2:1", "stands", 92)]
    assert not await outbox.note_post(first), "it never comes again"


async def test_the_call_to_an_end_that_a_board_tells_goes_with_the_next_board(store: Store) -> None:
    fortnight = 15 * 24 * 60 * 60 * 1000 << 22
    for match, channel, shown, told_at in (
        ("told", 8, 3, 1),
        ("behind", 8, 2, 1),
        ("elsewhere", 9, 3, 1),
        ("old", 8, 3, 1 - fortnight),
    ):
        assert await store.add_new(begun(match))
        await store.boards.put_board(Board(match, 7, channel, 5, shown))
        await store.database.write("UPDATE boards SET wanted = 3 WHERE match = $1", match)
        for key in ("-2:4", "2:3"):
            call = Post(PostName(PostKind.CALL, match, key, "turn"), NOON)
            await store.outbox.note_post(call)
            await store.outbox.note_sent(
                replace(call, channel=channel, message=told_at + fortnight)
            )
    assert await store.add_new(begun("next"))
    await store.boards.put_board(Board("next", 7, 8, 2 + fortnight))
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
            await store.write_notes()
    await store.write_notes()
    assert await states(store) == [("1:0", "gone", 0)]


@pytest.mark.parametrize("channel", [8, 0])
async def test_the_note_of_a_board_goes_as_the_board_is_stored(store: Store, channel: int) -> None:
    match = begun()
    place = PostPlace(7, channel)
    assert await store.add_new(match, place=place)
    thread = Post(PostName(PostKind.THREAD, match.id, "91", ""), NOON, 7, 91)
    assert await store.outbox.note_post(thread)
    assert await store.outbox.note_post(board_post(match.id, place, NOON, own=True))
    assert len(await store.outbox.waiting_posts(match.id)) == 3, (
        "an answer, a thread, the bot's own"
    )
    await store.boards.put_board(Board(match.id, 7, channel or 8, 90))
    assert await store.outbox.waiting_posts(match.id) == [thread]
    await store.boards.put_board(Board(match.id, 7, 91, 92))
    left = await states(store)
    assert left == [("91", "noted", 0)], "the thread's goes once its message leads there"
