"""The traces of people who have deleted their data, and of matches that were hardly played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.admin.server_log import _act_lines
from prowlerbot.core.errors import NotFound, Stale
from prowlerbot.core.posts import KEPT, NOBODY, Act, Person, What
from prowlerbot.following.follow_store import FollowStore
from prowlerbot.match.agreements import resign
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Ending, Match, Phase, Player, machine
from prowlerbot.match.scene import Board, ContentKind, PostPlace, Scene, Showing
from prowlerbot.match.terms import Origin, Terms
from prowlerbot.match.timeline import Place
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.reviews.review_store import ReviewStore
from prowlerbot.service.archive import Archive
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.match_store import Store
from tests.persistence.looks import due
from tests.persistence.matches import ADA, BEN, CLEO, DORA, Clock, asker, begin, play_on
from tests.service.test_privacy import everything

pytestmark = pytest.mark.both_databases

HERE, ELSEWHERE = 1, 2
SOMEONE = "somebody who has deleted their data"


async def acted(service: Service, by: Player, guild: int = HERE, target: Player = DORA) -> None:
    actor, about = Person(by.id, by.name), Person(target.id, target.name)
    await service.store.acts.put(Act(guild, What.LIFTED, actor, about, at=service.now()))


async def told(service: Service, guild: int = HERE) -> list[str]:
    """Who acted, the latest act first, as the log says it."""
    acts = (await service.store.acts.page(guild, 0)).acts
    lines = [_act_lines(act, lambda _: "").split("> ", 1)[1] for act in acts]
    return [line.split("**")[1] for line in lines]


async def test_the_acts_of_somebody_who_deleted_their_data_stay_those_of_one_person(
    service: Service,
) -> None:
    for by in (ADA, BEN, ADA, CLEO):
        await acted(service, by)
    await acted(service, BEN, ELSEWHERE)
    for each in (BEN, ADA):
        await Privacy(service).forget(each.id)
    ben, ada = f"{SOMEONE} (1)", f"{SOMEONE} (2)"
    assert await told(service) == ["Cleo (<@3>)", ada, ben, ada]
    assert await told(service, ELSEWHERE) == [ben], "no number leads to another server"
    await acted(service, ADA)
    assert (await told(service))[0] == "Ada (<@1>)", "a new act of somebody who has come back"
    await Privacy(service).forget(ADA.id)
    assert await told(service) == [ada, "Cleo (<@3>)", ada, ben, ada]


async def test_a_number_leads_back_to_nobody_and_is_the_same_nowhere_else(service: Service) -> None:
    for guild in (HERE, ELSEWHERE):
        await acted(service, ADA, guild)
    await Privacy(service).forget(ADA.id)
    actors = {
        (await service.store.acts.page(guild, 0)).acts[0].actor for guild in (HERE, ELSEWHERE)
    }
    assert len({each.id for each in actors}) == 2
    assert all(each.id < -1_000_000 and each.name == "1" for each in actors)


async def test_of_somebody_about_whom_an_act_was_no_number_stays(service: Service) -> None:
    await acted(service, BEN, target=ADA)
    await Privacy(service).forget(ADA.id)
    (act,) = (await service.store.acts.page(HERE, 0)).acts
    assert act.target == Person(0, "someone")


async def test_a_number_is_not_given_anew_while_the_log_has_it(
    service: Service, clock: Clock
) -> None:
    await acted(service, ADA)
    await Privacy(service).forget(ADA.id)
    clock.now += KEPT - 1
    await acted(service, BEN)
    await Privacy(service).forget(BEN.id)
    assert await told(service) == [f"{SOMEONE} (2)", f"{SOMEONE} (1)"]
    await service.store.acts.sweep(HERE, service.now() + 1)
    assert await told(service) == [f"{SOMEONE} (2)"], "it keeps its number"


async def test_a_challenge_whose_message_is_deleted_leaves_a_line_in_the_log_of_the_server(
    service: Service,
) -> None:
    match = await Lobby(service).challenge("prowler", [ADA, BEN], {})
    await Lobby(service).lose(match, HERE)
    assert (await service.match(match.id)).ending is Ending.DELETED
    (act,) = (await service.store.acts.page(HERE, 0)).acts
    assert (act.what, act.actor, act.target) == (What.LOST, NOBODY, Person(ADA.id, "Ada"))
    line = _act_lines(act, lambda _: "").split("> ", 1)[1]
    assert line == (
        f"Challenge {match.id} of **Ada (<@1>)** was withdrawn,"
        " as its message was deleted in Discord."
    )


async def test_a_board_that_is_deleted_is_no_act_and_nor_is_a_challenge_in_a_chat(
    service: Service,
) -> None:
    match = await Lobby(service).challenge("prowler", [ADA, BEN], {})
    await service.apply(match.id, accept, BEN.id)
    with pytest.raises(Stale):
        await Lobby(service).lose(match, HERE)
    assert (await service.store.acts.page(HERE, 0)).acts == []
    await Lobby(service).lose(await Lobby(service).challenge("prowler", [ADA, BEN], {}), 0)
    assert (await service.store.acts.page(0, 0)).acts == []


# ------------------------ a deleted player is no longer in the records that others have imported


async def played_and_imported(service: Service, name: str, exported: str) -> Match:
    """A match against a player, whose export somebody else has imported."""
    other = Player(77, name)
    asked = await Lobby(service).challenge("prowler", [ADA, other], {})
    match = await play_on(service, await service.apply(asked.id, accept, other.id))
    record = replace(service.visible_record(match, None), players=("Ada", exported))
    return await Archive(service).add(ADA.id, record)


@pytest.mark.parametrize(
    ("name", "exported"),
    [("Ben", "Ben"), ("_Ben_ *the* 100%", "Ben the 100%"), ("Zoë", "Zoë"), ("🦊", "🦊")],
)
async def test_a_forgotten_name_is_taken_out_of_imported_records(
    service: Service, name: str, exported: str
) -> None:
    imported = await played_and_imported(service, name, exported)
    archive = Archive(service)
    reader = asker(ADA.id)
    assert [each.name for each in (await archive.match(imported.id, reader)).players][1] == exported
    await Privacy(service).forget(77)
    found = await archive.match(imported.id, reader)
    assert [each.name for each in found.players] == ["Ada", "Player 2"]
    assert found.plays == imported.plays
    rows = await service.store.database.read("SELECT record, bytes FROM imports")
    assert [len(record) for record, _ in rows] == [size for _, size in rows]


# ---- a match that its only player has hardly played is dropped, with all that belongs to it

DAY = 24 * 60 * 60
EASY = machine("easy")


async def resigned(service: Service, *players: Player, terms: Terms | None = None) -> Match:
    """A match of Ada alone, or against the machine, that she has given up at once."""
    game = "heroes" if len(players) == 1 else "prowler"
    match = await Lobby(service).challenge(game, players, {}, terms or Terms())
    return await service.apply(match.id, resign, ADA.id)


async def dropped(service: Service) -> list[str]:
    """The matches that are dropped now."""
    house, gone = Housekeeping(service), list[str]()
    for match_id in await due(service, MatchDuty.DROP):
        again = await house.drop(match_id)
        gone += [match_id] if again is None else []
    return sorted(gone)


async def test_it_goes_a_day_after_its_end_and_not_before(service: Service, clock: Clock) -> None:
    gone = [await resigned(service, ADA), await resigned(service, ADA, EASY)]
    played = await service.apply((await begin(service)).id, resign, ADA.id)
    clock.now += DAY - 1
    assert await dropped(service) == []
    clock.now += 1
    assert await dropped(service) == sorted(each.id for each in gone)
    for each in gone:
        with pytest.raises(NotFound, match="There is no match"):
            await service.match(each.id)
    assert (await service.match(played.id)).phase is Phase.OVER


async def test_nothing_of_it_is_left_in_any_table(service: Service, clock: Clock) -> None:
    before = await resigned(service, ADA, EASY)
    match = await Lobby(service).rematch(before.id, ADA.id, place=PostPlace(1, 2))
    store, database = service.store, service.store.database
    await store.boards.put(Board(match.id, 1, 2, 3))
    await store.showings.add(Showing(Place(0, 9, 9), 4, ContentKind.MOMENT, match.id))
    await store.showings.wish(match.id, ADA.id, public=True)
    await FollowStore(database).follow(match.id, CLEO.id, service.now(), 0)
    await service.apply(match.id, resign, ADA.id)
    await ReviewStore(database, store.contributions).request(match.id, ADA.id, "", 1, most=9)
    await store.broken.note(match.id, "no matter", 1)
    await Lobby(service).rematch(match.id, ADA.id)
    assert len(await store.results.history("prowler", ADA.id)) == 2
    assert match.id in await everything(database)
    clock.now += DAY
    assert await dropped(service) == sorted([before.id, match.id])
    await database.write("DELETE FROM preferences WHERE kind = 'asked'")
    left = await everything(database)
    assert match.id not in left
    assert before.id not in left
    assert await store.results.history("prowler", ADA.id) == []


async def test_a_change_that_comes_first_leaves_it_to_the_next_look(
    service: Service, clock: Clock
) -> None:
    match = await resigned(service, ADA, EASY)
    known = await service.scene(match.id)
    await Privacy(service).forget(ADA.id)
    clock.now += DAY
    assert not await service.store.dropped.drop(known)
    assert await dropped(service) == [match.id]
    assert await service.store.database.read("SELECT * FROM preferences") == []


async def test_a_look_at_one_that_is_gone_is_no_damage(service: Service, clock: Clock) -> None:
    match = await resigned(service, ADA, EASY)
    clock.now += DAY
    assert await dropped(service) == [match.id]
    async with Housekeeping(service).sparing(match.id):
        await service.match(match.id)
    assert await service.store.broken.all_broken() == []


async def test_a_branch_stays_while_what_it_plays_on_from_counts_for_somebody(
    service: Service, clock: Clock
) -> None:
    counts = await Lobby(service).challenge("prowler", [BEN, CLEO], {}, Terms(rated=True, pace=1))
    counts = await service.apply(counts.id, accept, CLEO.id)
    match = await resigned(service, ADA, EASY)
    origin = Origin(counts.id, counts.setup, ())
    branch = replace(match, id="branch22", origin=origin)
    await service.store.add(branch)
    clock.now += DAY
    assert await dropped(service) == [match.id]
    await service.apply(counts.id, resign, BEN.id)
    clock.now += DAY
    assert await dropped(service) == [branch.id]


# ------------------------------------------------------------------ what stays


def wish(scene: Scene | None) -> tuple[object, ...]:
    assert scene is not None
    match = scene.match
    levels = [each.level for each in match.players]
    return match.id, match.game, match.options, match.terms, match.challenger, levels


async def test_what_was_asked_for_last_is_known_after_the_match_is_dropped(
    service: Service, clock: Clock
) -> None:
    options, terms = {"map": "drawn"}, Terms(takebacks="never", pace=600)
    players = [ADA, machine("hard"), EASY]
    match = await Lobby(service).challenge("landgrab", players, options, terms)
    await service.apply(match.id, resign, ADA.id)
    asked = wish(await service.store.last_asked(ADA.id))
    clock.now += DAY
    assert await dropped(service) == [match.id]
    assert wish(await service.store.last_asked(ADA.id)) == asked
    assert [each.id for each in await _players(service.store)] == [ADA.id, 0, 0]
    later = await begin(service, ADA, BEN)
    assert wish(await service.store.last_asked(ADA.id))[0] == later.id
    assert await service.store.last_asked(BEN.id) is None


async def _players(store: Store) -> tuple[Player, ...]:
    scene = await store.last_asked(ADA.id)
    assert scene is not None
    return scene.match.players


async def test_a_match_that_was_asked_for_later_is_not_forgotten_for_an_earlier_one(
    service: Service, clock: Clock
) -> None:
    early = await Lobby(service).challenge("prowler", [ADA, EASY], {})
    clock.now += 1
    late = await resigned(service, ADA)
    clock.now += 1
    await service.apply(early.id, resign, ADA.id)
    clock.now += DAY
    assert await dropped(service) == sorted([early.id, late.id])
    assert wish(await service.store.last_asked(ADA.id))[0] == late.id


async def test_what_was_asked_for_is_exported_and_deleted(service: Service, clock: Clock) -> None:
    match = await resigned(service, ADA, EASY)
    clock.now += DAY
    await dropped(service)
    privacy = Privacy(service)
    assert match.id in (await privacy.export(ADA.id)).decode()
    assert match.id not in (await privacy.export(BEN.id)).decode()
    assert (await privacy.data_amount(ADA.id)).anything
    await privacy.forget(ADA.id)
    assert await service.store.last_asked(ADA.id) is None
    assert match.id not in await everything(service.store.database)


async def test_messages_in_servers_lose_the_name_with_its_data_and_those_in_chats_are_forgotten(
    service: Service, clock: Clock, database: Database
) -> None:
    match = await resigned(service, ADA, EASY)
    for guild, channel, message in ((1, 2, 3), (1, 4, 5), (0, 6, 7)):
        place = Place(guild, channel, channel)
        await service.store.showings.add(Showing(place, message, ContentKind.BOARD, match.id))
    clock.now += DAY
    await dropped(service)
    assert await service.store.showings.stale_showings(9) == []
    await Privacy(service).forget(ADA.id)
    stale = await service.store.showings.stale_showings(9)
    assert [(each.message, each.match, each.player) for each in stale] == [(3, "", 0), (5, "", 0)]
    for each in stale:
        await service.store.showings.note_name_removed(each)
    assert await database.read("SELECT * FROM showings") == []
