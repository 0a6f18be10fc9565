"""All stored data about a person are found, and all are forgotten."""

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

import prowlerbot.privacy as module
from cogs.admin.server_log import _act_text
from prowlerbot.copies.rebuild import rebuild
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import Registry
from prowlerbot.core.posts import ACT_SECONDS, NO_PERSON, Act, ActKind, Person
from prowlerbot.following_store import FollowStore
from prowlerbot.games import GAMES
from prowlerbot.match import play
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Ending, Match, Phase, Player, machine
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Board, ContentKind, PostPlace, Showing
from prowlerbot.match.terms import Origin, Terms
from prowlerbot.match.timeline import Place
from prowlerbot.privacy import DataAmount, Privacy
from prowlerbot.privacy_store import STORED
from prowlerbot.profiles_store import Leaderboards
from prowlerbot.reviews.review_store import ReviewStore
from prowlerbot.service.archive import Archive
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Destination, Lobby
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.engines.database import Database
from tests.persistence.looks import due
from tests.persistence.matches import ADA, BEN, CLEO, DORA, Hosted, asker, begin, play_on, there

pytestmark = pytest.mark.both_databases

ONE, TWO, THREE = Player(987654321, "Ada Lovelace"), Player(22, "Ben"), Player(33, "Cleo")


async def started(service: Hosted, one: Player, other: Player) -> Match:
    match = await Lobby(service).make_challenge("prowler", [one, other], {}, Terms(rated=True))
    await service.store.boards.put_board(Board(match.id, 1, 2, 3, shown=0))
    return await service.apply(match.id, accept_challenge, other.id)


async def finished(service: Hosted, one: Player, other: Player) -> Match:
    return await play_on(service, await started(service, one, other))


NOT_ABOUT_PEOPLE = {
    "schema_version": "One number.",
    "chores": "When the bot did its own work last.",
    "bounds": "Numbers of players, without their ids.",
    "shard_leases": "Processes of the bot.",
    "bot_processes": "Processes of the bot.",
    "identify_times": "When processes logged in.",
    "duties": "Ids of matches and times, and no players.",
    "competition_servers": "Servers, and where each has the posts of a competition.",
    "daily_secrets": "The host's secret.",
    "daily_days": "The challenges of a day, the same for everybody.",
    "daily_replies": "The machine's moves, for everybody.",
    "daily_deleted": "Keyed hashes of deleted players, which lead back to nobody.",
    "puzzles": "Positions without the players of their matches.",
}
"""The tables without any person's data, each with the reason."""


async def everything(database: Database) -> str:
    """All that is stored, as text to search in."""
    return str([await database.read(f"SELECT * FROM {each}") for each in await database.tables()])  # noqa: S608 - our tables


async def test_every_table_and_column_is_either_about_people_or_not(database: Database) -> None:
    columns = await database.tables()
    assert columns.keys() == STORED.keys() | NOT_ABOUT_PEOPLE.keys(), "each says which it is"
    assert not STORED.keys() & NOT_ABOUT_PEOPLE.keys()
    for table, rows in STORED.items():
        who = {
            "preferences": {"kind", "id"},
            "imports": {"owner"},
            "showings": {"player", "shown_by"},
            "acts": {"actor", "actor_name", "target", "target_name"},
        }.get(table, {"player"})
        assert set(columns[table]) - who == set(rows.columns), table


async def test_an_export_has_all_that_is_mine_and_nobody_elses_name_or_id(service: Hosted) -> None:
    over = await finished(service, ONE, TWO)
    running = await started(service, THREE, ONE)
    await finished(service, TWO, THREE)
    await service.store.choices.change(PlayerChoices, ONE.id, timezone="Europe/Paris")
    others = await started(service, TWO, THREE)
    await FollowStore(service.database).follow(others.id, ONE.id, 7, 0)
    assert await Privacy(service).data_amount(ONE.id) == DataAmount(1, 1, anything=True)
    text = (await Privacy(service).export_data(ONE.id)).decode()
    told = json.loads(text)
    assert told["player"] == ONE.id
    counted = {each["id"]: {"revision", "changed_at"} <= each.keys() for each in told["matches"]}
    assert counted == {over.id: True, running.id: False}, "it would tell of what others do unseen"
    assert {each["id"] for each in told["matches"]} == {over.id, running.id}
    assert {each["match"] for each in told["plays"]} == {over.id}
    assert len(told["plays"]) == over.ply
    assert told["seats"][0]["name"] == ONE.name
    assert told["preferences"] == [{"chosen": {"timezone": "Europe/Paris"}}]
    assert [each["matches"] for each in told["ratings"]] == [1]
    followed = {"match": others.id, "followed_at": 7, "told": 0}
    assert told["follows"] == [followed], "that it is due would tell of what others do unseen"
    assert TWO.name not in text
    assert str(TWO.id) not in {str(value) for row in told["seats"] for value in row.values()}


@pytest.mark.expects_errors
@pytest.mark.parametrize("gone", ["package", "rules"])
async def test_exports_and_forgetting_hold_while_a_match_rests(
    service: Hosted, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    over, running = await finished(service, ONE, TWO), await started(service, ONE, THREE)
    if gone == "package":
        monkeypatch.setattr(service.facts, "games", Registry(()))
    else:
        monkeypatch.setattr(play, "replay_match", Mock(side_effect=KeyError("no such rule")))
    told = json.loads(await Privacy(service).export_data(ONE.id))
    assert {each["id"] for each in told["matches"]} == {over.id, running.id}
    await Privacy(service).delete_data(ONE.id)
    assert "Lovelace" not in await everything(service.database)
    assert there(await service.store.find_match(running.id)).phase is Phase.OVER


async def test_an_export_is_put_together_beside_the_event_loop(
    service: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(service, ONE, TWO)
    await started(service, THREE, ONE)
    here, threads = threading.current_thread(), set[threading.Thread]()

    def noting(real: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*values: Any, **more: Any) -> Any:
            threads.add(threading.current_thread())
            return real(*values, **more)

        return noted

    for each in ("name_rows", "_without_secrets"):
        monkeypatch.setattr(module, each, noting(getattr(module, each)))
    monkeypatch.setattr(json, "dumps", noting(json.dumps))
    await Privacy(service).export_data(ONE.id)
    assert threads
    assert here not in threads


async def test_open_matches_end_and_nothing_of_who_was_forgotten_is_left(service: Hosted) -> None:
    over, running = await finished(service, ONE, TWO), await started(service, ONE, THREE)
    asked = [await Lobby(service).make_challenge("prowler", [ONE, TWO], {})]
    asked.append(await Lobby(service).make_challenge("prowler", [THREE, ONE], {}))
    await service.database.write(
        "INSERT INTO imports VALUES ('i', $1, 'prowler', '{}', 5, 1, 0, 0, 2)", ONE.id
    )
    privacy = Privacy(service)
    assert json.loads(await privacy.export_data(ONE.id))["imports"][0]["id"] == "i"
    await service.store.choices.change(PlayerChoices, ONE.id, timezone="Europe/Paris")
    others = await started(service, TWO, THREE)
    await FollowStore(service.database).follow(others.id, ONE.id, 7, 0)
    forgotten = await privacy.delete_data(ONE.id)
    endings = [(await service.match(each.id)).ending for each in (running, *asked)]
    assert endings == ["resigned", "cancelled", "declined"]
    assert set(forgotten.ended) == {running.id, *(each.id for each in asked)}
    assert forgotten.others == (over.id,)
    left = await everything(service.database)
    assert not [trace for trace in (str(ONE.id), "Lovelace", "Europe/Paris") if trace in left]
    assert (await privacy.data_amount(ONE.id)).anything is False
    stays = await service.match(over.id)
    assert stays.plays == over.plays
    assert stays.players == (Player(-1, "someone"), TWO)
    assert stays.revision == over.revision + 1
    await Privacy(service).delete_data(TWO.id)
    players = (await service.match(over.id)).players
    assert players == (Player(-1, "someone"), Player(-2, "someone")), "they stay two"


async def test_opponents_of_who_is_gone_keep_ratings_and_challenge_nobody(service: Hosted) -> None:
    for _ in range(2):
        await finished(service, ONE, TWO)
        await finished(service, THREE, ONE)
    results = service.store.results
    before = [await results.standing("prowler", each.id) for each in (TWO, THREE)]
    await Privacy(service).delete_data(ONE.id)
    await Privacy(service).delete_data(THREE.id)
    assert await results.standing("prowler", TWO.id) == before[0]
    assert (await rebuild(service.database, GAMES, lambda *_: None, check=True)).rows == 0
    board = await Leaderboards(service.database).read_leaderboard(
        Reader(0, 1), "prowler", TWO.id, only_here=True
    )
    assert [each.player for each in board.shown] == [TWO.id]
    with pytest.raises(Denied, match="no longer here"):
        await Lobby(service).make_challenge("prowler", [TWO, Player(-1, "someone")], {})
    match = await started(service, ONE, TWO)
    told = json.loads(await Privacy(service).export_data(ONE.id))
    assert [each["id"] for each in told["matches"]] == [match.id], "who comes back is new"


HERE, ELSEWHERE = 1, 2
SOMEONE = "somebody who has deleted their data"


async def acted(service: Hosted, by: Player, guild: int = HERE, target: Player = DORA) -> None:
    actor, about = Person(by.id, by.name), Person(target.id, target.name)
    await service.store.acts.add_act(Act(guild, ActKind.LIFTED, actor, about, at=service.now()))


async def told(service: Hosted, guild: int = HERE) -> list[str]:
    """Who acted, the latest act first, as the log says it."""
    acts = (await service.store.acts.acts_page(guild, 0)).acts
    lines = [_act_text(act, lambda _: "").split("> ", 1)[1] for act in acts]
    return [line.split("**")[1] for line in lines]


async def test_the_acts_of_a_deleted_player_stay_those_of_one_person(service: Hosted) -> None:
    for by in (ADA, BEN, ADA, CLEO):
        await acted(service, by)
    await acted(service, BEN, ELSEWHERE)
    for each in (BEN, ADA):
        await Privacy(service).delete_data(each.id)
    ben, ada = f"{SOMEONE} (1)", f"{SOMEONE} (2)"
    assert await told(service) == ["Cleo (<@3>)", ada, ben, ada]
    assert await told(service, ELSEWHERE) == [ben], "no number leads to another server"
    await acted(service, ADA)
    assert (await told(service))[0] == "Ada (<@1>)", "a new act of somebody who has come back"
    await Privacy(service).delete_data(ADA.id)
    assert await told(service) == [ada, "Cleo (<@3>)", ada, ben, ada]
    for guild in (HERE, ELSEWHERE):
        await acted(service, DORA, guild, target=ADA)
    await Privacy(service).delete_data(DORA.id)
    acts = [(await service.store.acts.acts_page(guild, 0)).acts[0] for guild in (HERE, ELSEWHERE)]
    assert len({each.actor.id for each in acts}) == 2, "a number leads back to nobody"
    assert all(each.actor.id < -1_000_000 for each in acts)
    await Privacy(service).delete_data(ADA.id)
    (act, *_) = (await service.store.acts.acts_page(HERE, 0)).acts
    assert act.target == Person(0, "someone"), "no number stays of whom an act was about"


async def test_a_number_is_not_given_anew_while_the_log_has_it(service: Hosted) -> None:
    await acted(service, ADA)
    await Privacy(service).delete_data(ADA.id)
    service.clock.now += ACT_SECONDS - 1
    await acted(service, BEN)
    await Privacy(service).delete_data(BEN.id)
    assert await told(service) == [f"{SOMEONE} (2)", f"{SOMEONE} (1)"]
    await service.store.acts.forget_old(HERE, service.now() + 1)
    assert await told(service) == [f"{SOMEONE} (2)"], "it keeps its number"


async def test_a_challenge_whose_message_is_deleted_is_an_act(service: Hosted) -> None:
    match = await Lobby(service).make_challenge("prowler", [ADA, BEN], {})
    await Lobby(service).withdraw_lost_challenge(match, HERE)
    assert (await service.match(match.id)).ending is Ending.DELETED
    (act,) = (await service.store.acts.acts_page(HERE, 0)).acts
    assert (act.kind, act.actor, act.target) == (ActKind.LOST, NO_PERSON, Person(ADA.id, "Ada"))
    line = _act_text(act, lambda _: "").split("> ", 1)[1]
    assert line == (
        f"Challenge {match.id} of **Ada (<@1>)** was withdrawn,"
        " as its message was deleted in Discord."
    )
    begun = await begin(service)
    with pytest.raises(Stale):
        await Lobby(service).withdraw_lost_challenge(begun, HERE)
    in_chat = await Lobby(service).make_challenge("prowler", [ADA, BEN], {})
    await Lobby(service).withdraw_lost_challenge(in_chat, 0)
    assert len((await service.store.acts.acts_page(HERE, 0)).acts) == 1, (
        "a board that is deleted is no act"
    )
    assert (await service.store.acts.acts_page(0, 0)).acts == [], "nor is a challenge in a chat"


@pytest.mark.parametrize(
    ("name", "exported"),
    [("Ben", "Ben"), ("_Ben_ *the* 100%", "Ben the 100%"), ("Zoë", "Zoë"), ("🦊", "🦊")],
)
async def test_a_forgotten_name_is_taken_out_of_imported_records(
    service: Hosted, name: str, exported: str
) -> None:
    match = await play_on(service, await begin(service, ADA, Player(77, name)))
    record = replace(service.facts.visible_record(match, None), players=("Ada", exported))
    archive, reader = Archive(service), asker(ADA.id)
    imported = await archive.keep_record(ADA.id, record)
    assert [each.name for each in (await archive.find_match(imported.id, reader)).players][
        1
    ] == exported
    await Privacy(service).delete_data(77)
    found = await archive.find_match(imported.id, reader)
    assert [each.name for each in found.players] == ["Ada", "Player 2"]
    assert found.plays == imported.plays
    rows = await service.database.read("SELECT record, bytes FROM imports")
    assert [len(record) for record, _ in rows] == [size for _, size in rows]


EASY = machine("easy")


async def resigned(service: Hosted, *players: Player) -> Match:
    """A match of Ada alone, or against the machine, that she has given up at once."""
    game = "heroes" if len(players) == 1 else "prowler"
    match = await Lobby(service).make_challenge(game, players, {})
    return await service.apply(match.id, resign, ADA.id)


async def dropped(service: Hosted) -> list[str]:
    """The matches that are dropped now."""
    house, gone = Housekeeping(service), list[str]()
    for match_id in await due(service, MatchDuty.DROP):
        again = await house.drop_unplayed(match_id)
        gone += [match_id] if again is None else []
    return sorted(gone)


async def test_nothing_of_a_dropped_match_is_left_in_any_table(service: Hosted) -> None:
    before = await resigned(service, ADA, EASY)
    match = await Lobby(service).make_rematch(before.id, ADA.id, Destination(place=PostPlace(1, 2)))
    store, database = service.store, service.database
    await store.boards.put_board(Board(match.id, 1, 2, 3))
    await store.showings.add_showing(Showing(Place(0, 9, 9), 4, ContentKind.MOMENT, match.id))
    await store.showings.note_wish(match.id, ADA.id, public=True)
    await FollowStore(database).follow(match.id, CLEO.id, service.now(), 0)
    await service.apply(match.id, resign, ADA.id)
    await ReviewStore(database, store.contributions).request(match.id, ADA.id, "", 1, most=9)
    await store.broken.note_problem(match.id, "no matter", 1)
    await Lobby(service).make_rematch(match.id, ADA.id)
    assert len(await store.results.finished_matches("prowler", ADA.id)) == 2
    assert match.id in await everything(database)
    service.clock.now += DAY
    assert await dropped(service) == sorted([before.id, match.id])
    await database.write("DELETE FROM preferences WHERE kind = 'asked'")
    left = await everything(database)
    assert match.id not in left
    assert before.id not in left
    assert await store.results.finished_matches("prowler", ADA.id) == []


async def test_a_change_that_comes_first_leaves_it_to_the_next_look(service: Hosted) -> None:
    match = await resigned(service, ADA, EASY)
    known = await service.scene(match.id)
    await Privacy(service).delete_data(ADA.id)
    service.clock.now += DAY
    assert not await service.store.dropped.drop_match(known)
    assert await dropped(service) == [match.id]
    assert await service.database.read("SELECT * FROM preferences") == []
    async with Housekeeping(service).isolating(match.id):
        await service.match(match.id)
    assert await service.store.broken.all_broken() == [], "a look at one that is gone is no damage"


async def test_a_branch_stays_while_its_source_counts_for_somebody(service: Hosted) -> None:
    counts = await begin(service, BEN, CLEO, terms=Terms(rated=True, pace=1))
    match = await resigned(service, ADA, EASY)
    origin = Origin(counts.id, counts.setup, ())
    branch = replace(match, id="branch22", origin=origin)
    await service.store.add_new(branch)
    service.clock.now += DAY
    assert await dropped(service) == [match.id]
    await service.apply(counts.id, resign, BEN.id)
    service.clock.now += DAY
    assert await dropped(service) == [branch.id]


async def asked_last(service: Hosted) -> Match:
    return there(await service.store.last_requested(ADA.id)).match


async def test_what_was_asked_for_last_is_known_after_the_match_is_dropped(service: Hosted) -> None:
    options, terms = {"map": "drawn"}, Terms(takebacks="never", pace=600)
    players = [ADA, machine("hard"), EASY]
    match = await Lobby(service).make_challenge("landgrab", players, options, terms)
    await service.apply(match.id, resign, ADA.id)
    before = await asked_last(service)
    service.clock.now += DAY
    assert await dropped(service) == [match.id]
    after, keys = await asked_last(service), ("id", "game", "options", "terms", "challenger")
    assert [getattr(after, key) for key in keys] == [getattr(before, key) for key in keys]
    levels = [(each.id, each.level) for each in after.players]
    assert levels == [(ADA.id, None), (0, "hard"), (0, "easy")]
    assert match.id in (await Privacy(service).export_data(ADA.id)).decode()
    assert match.id not in (await Privacy(service).export_data(BEN.id)).decode()
    assert (await Privacy(service).data_amount(ADA.id)).anything
    later = await begin(service, ADA, BEN)
    assert (await asked_last(service)).id == later.id
    assert await service.store.last_requested(BEN.id) is None
    await Privacy(service).delete_data(ADA.id)
    assert await service.store.last_requested(ADA.id) is None
    assert match.id not in await everything(service.database)


async def test_a_later_wish_stays_known_and_messages_in_servers_lose_names(service: Hosted) -> None:
    early = await Lobby(service).make_challenge("prowler", [ADA, EASY], {})
    service.clock.now += 1
    late = await resigned(service, ADA)
    service.clock.now += 1
    await service.apply(early.id, resign, ADA.id)
    for guild, channel, message in ((1, 2, 3), (1, 4, 5), (0, 6, 7)):
        place = Place(guild, channel, channel)
        await service.store.showings.add_showing(
            Showing(place, message, ContentKind.BOARD, late.id)
        )
    service.clock.now += DAY
    assert await dropped(service) == sorted([early.id, late.id])
    assert (await asked_last(service)).id == late.id
    assert await service.store.showings.stale_showings(9) == []
    await Privacy(service).delete_data(ADA.id)
    stale = await service.store.showings.stale_showings(9)
    assert [(each.message, each.match, each.player) for each in stale] == [(3, "", 0), (5, "", 0)]
    for each in stale:
        await service.store.showings.note_name_removed(each)
    assert await service.database.read("SELECT * FROM showings") == []
