"""The queue: who is asked, what an answer does, and that one match comes of it."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest

from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.posts import Act, ActKind, Bar, Person
from prowlerbot.finding.avoidance_store import Avoidance, Avoided
from prowlerbot.finding.finding_service import FindingService
from prowlerbot.finding.finding_store import (
    FindingDuty,
    FindingStore,
    Proposal,
    ProposalState,
    QueueEntry,
)
from prowlerbot.finding.matchmaking import APART_SECONDS, MAX_SECONDS_TO_ASK, Wish, time_to_answer
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import PostPlace
from prowlerbot.privacy import Privacy
from tests.persistence.looks import due, let_be_away
from tests.persistence.matches import ADA, BEN, CLEO, DORA, NOON, Hosted, play_on, there
from tests.persistence.scans import proposals
from tests.storage.test_duties import Killed, killed_at

pytestmark = pytest.mark.both_databases

PROWLER = Wish(("prowler",), paces=(DAY,))
LONGER = replace(PROWLER, lasts=3 * DAY)
HERE, CHANNEL = 7, 77
SETUPS = {key: dict[str, str]() for key in GAMES}


class Finding(FindingService):
    """The queue on a service whose clock a test sets."""

    def __init__(self, service: Hosted) -> None:
        super().__init__(service, SETUPS)
        self.service, self.clock, self.database = service, service.clock, service.database
        self.privacy, self.avoidance = Privacy(service), Avoidance(service.database)


@pytest.fixture
def finding(service: Hosted) -> Finding:
    return Finding(service)


async def seek(finding: Finding, *players: Player, wish: Wish = PROWLER, guild: int = HERE) -> None:
    for player in players:
        await finding.seek(player, PostPlace(guild, CHANNEL), wish)


async def found(finding: Finding) -> Proposal:
    """The one proposal that can be made now."""
    (made,) = await finding.propose_matches()
    return made.proposal


async def asked(finding: Finding, *players: Player, wish: Wish = PROWLER) -> Proposal:
    """The proposal to these players, who are being asked in their channel."""
    await seek(finding, *players, wish=wish)
    made = await found(finding)
    chats = [CHANNEL] * len(made.seats)
    return there(await finding.begin_asking(made, HERE, chats, shared=True))


async def agree(finding: Finding, proposal_id: str, user: int) -> tuple[Proposal, Match | None]:
    """Say yes; whoever then sees to the proposal begins its match if that was the last one."""
    proposal = await finding.agree(proposal_id, user)
    settled, match = await finding.settle(proposal)
    return settled or proposal, match


async def agreed(finding: Finding, proposal: Proposal) -> Match:
    match = None
    for seat in proposal.seats:
        _, match = await agree(finding, proposal.id, seat.player)
    assert match is not None
    return match


async def wish_of(finding: Finding, player: Player) -> QueueEntry:
    return there(await finding.queue.wish_of(player.id))


async def waits(finding: Finding, player: Player) -> bool:
    wish = await finding.queue.wish_of(player.id)
    return wish is not None and wish.waits(finding.clock.now)


async def test_two_who_both_say_yes_are_in_a_match_and_out_of_the_queue(finding: Finding) -> None:
    proposal = await asked(finding, ADA, BEN)
    _, early = await agree(finding, proposal.id, ADA.id)
    assert early is None
    proposal, match = await agree(finding, proposal.id, BEN.id)
    assert match is not None
    stored = await finding.service.match(match.id)
    assert stored.phase is Phase.PLAYING
    assert stored.people == {ADA.id, BEN.id}
    assert stored.terms.pace == DAY
    assert proposal.state is ProposalState.PLAYING
    assert not await waits(finding, ADA)
    assert not await waits(finding, BEN)
    assert await finding.propose_matches() == []


async def test_a_first_match_is_rated_for_those_who_want_no_other(finding: Finding) -> None:
    rated = replace(PROWLER, friendly=False)
    for one, two, wish, is_rated in (
        (ADA, BEN, PROWLER, False),
        (ADA, BEN, PROWLER, True),  # the second match of both
        (ADA, CLEO, PROWLER, False),
        (BEN, DORA, rated, True),
    ):
        proposal = await asked(finding, one, two, wish=wish)
        match = await agreed(finding, proposal)
        assert (proposal.rated, match.terms.rated) == (is_rated, is_rated)
        await play_on(finding.service, match)
        finding.clock.now += 1


async def test_of_a_match_in_two_chats_each_player_opens_a_board(finding: Finding) -> None:
    await seek(finding, ADA)
    await seek(finding, BEN, guild=8)
    made = await found(finding)
    proposal = there(await finding.begin_asking(made, 0, [501, 502], shared=False))
    match = await agreed(finding, proposal)
    board = there(await finding.service.store.boards.board_of(match.id))
    assert (board.guild, board.channel, board.message) == (0, 501, 0)
    assert await finding.service.store.outbox.waiting_posts(match.id) == []


async def test_the_asked_alone_answer_be_their_channel_open_or_closed(finding: Finding) -> None:
    proposal = await asked(finding, ADA, BEN)
    for answer in (finding.agree, finding.refuse):
        with pytest.raises(Denied, match="to other players"):
            await answer(proposal.id, CLEO.id)
    with pytest.raises(Stale, match="say yes or no first"):
        await seek(finding, ADA)
    await finding.queue.close_channel(proposal.id)
    for player in (ADA, BEN):
        wish = await wish_of(finding, player)
        assert (wish.channel, wish.missed, wish.waits(finding.clock.now)) == (0, 0, True)
    assert [seat.channel for seat in (await found(finding)).seats] == [0, 0]


async def test_a_no_lets_both_wait_on_but_not_for_each_other(finding: Finding) -> None:
    proposal = await asked(finding, ADA, BEN)
    refused = await finding.refuse(proposal.id, BEN.id)
    assert refused.state is ProposalState.OFF
    assert await finding.propose_matches() == []
    await seek(finding, CLEO)
    other = await found(finding)
    assert [seat.player for seat in other.seats] == [ADA.id, CLEO.id]
    await finding.refuse(other.id, ADA.id)
    await seek(finding, ADA, BEN, wish=replace(PROWLER, lasts=3 * DAY))
    finding.clock.now += APART_SECONDS + 1
    again = await found(finding)
    assert [seat.player for seat in again.seats] == [ADA.id, BEN.id]
    await finding.refuse(again.id, ADA.id)
    export = json.loads(await finding.privacy.export_data(ADA.id))
    assert [it["other"] for it in export["avoided"]] == [BEN.id], "of those that have not ended"


async def test_without_an_answer_a_player_goes_to_the_end_and_then_out(finding: Finding) -> None:
    since = finding.clock.now
    proposal = await asked(finding, ADA, BEN, wish=replace(PROWLER, lasts=DAY))
    proposal, _ = await agree(finding, proposal.id, BEN.id)
    finding.clock.now += time_to_answer(DAY)
    settled, _ = await finding.settle(proposal)
    assert settled is not None
    assert settled.state is ProposalState.OFF
    assert [(await wish_of(finding, it)).since for it in (ADA, BEN)] == [finding.clock.now, since]
    assert await finding.propose_matches() == [], "the two are kept apart"
    await seek(finding, CLEO)
    again = await found(finding)
    assert again.seats[0].player == BEN.id
    await finding.refuse(again.id, CLEO.id)
    second = await found(finding)
    assert {seat.player for seat in second.seats} == {ADA.id, CLEO.id}
    placed = there(await finding.begin_asking(second, HERE, [CHANNEL] * 2, shared=True))
    finding.clock.now += time_to_answer(DAY)
    await finding.settle(placed)
    assert not await waits(finding, ADA)
    assert await waits(finding, BEN)


@pytest.mark.parametrize("deletes", [False, True])
async def test_two_missed_answers_put_out_for_a_day(finding: Finding, *, deletes: bool) -> None:
    kept = "SELECT name, guild, channel, until FROM wishes WHERE player < 0"
    for rival in (BEN, CLEO):
        await finding.stop_seeking(ADA.id)
        await missed(finding, rival)
        if deletes:
            await finding.privacy.delete_data(ADA.id)
            assert await finding.database.read(kept) == [("", 0, 0, 0)]
        else:
            with suppress(Denied):  # a wish anew changes nothing about what was missed
                await seek(finding, ADA, wish=LONGER)
            assert (await wish_of(finding, ADA)).missed == 1 + (rival is CLEO)
    assert not await waits(finding, ADA)
    for seconds in (0, DAY - 1):
        finding.clock.now += seconds
        with pytest.raises(Denied, match="a day after"):
            await seek(finding, ADA)
    finding.clock.now += 1
    await seek(finding, ADA)
    assert (await wish_of(finding, ADA)).missed == 0
    assert await finding.database.read(kept) == []
    assert await waits(finding, ADA)


async def missed(finding: Finding, rival: Player) -> None:
    """Ada is asked whether she plays with a rival, and does not answer."""
    proposal = await asked(finding, ADA, rival, wish=LONGER)
    await agree(finding, proposal.id, rival.id)
    finding.clock.now += time_to_answer(DAY)
    await finding.settle(proposal)
    await finding.stop_seeking(rival.id)


@pytest.mark.parametrize("after", [-HOUR, HOUR - 1])
async def test_nobody_misses_a_question_by_an_outage(finding: Finding, after: int) -> None:
    proposal = await asked(finding, ADA, BEN)
    by = finding.clock.now + time_to_answer(DAY)
    let_be_away(finding.service, finding.clock, by - after - finding.clock.now)
    finding.clock.now = max(finding.clock.now, by)
    await finding.settle(proposal)
    for player in (ADA, BEN):
        assert (await wish_of(finding, player)).missed == 0


async def test_nobody_misses_a_question_asleep_or_one_that_is_never_asked(finding: Finding) -> None:
    since = finding.clock.now
    await seek(finding, ADA, BEN, wish=LONGER)
    made = await found(finding)
    finding.clock.now += MAX_SECONDS_TO_ASK
    await finding.settle(made)
    for player in (ADA, BEN):
        wish = await wish_of(finding, player)
        assert (wish.since, wish.missed, wish.proposal) == (since, 0, "")
    quiet = {"quiet_from": (NOON // 3600 - 1) % 24, "quiet_to": (NOON // 3600 + 8) % 24}
    await finding.service.store.choices.change(PlayerChoices, ADA.id, **quiet)
    proposal = await asked(finding, ADA, BEN)  # just after they looked, at night
    finding.clock.now += time_to_answer(DAY)
    await finding.settle(proposal)
    assert (await wish_of(finding, ADA)).missed == 0
    assert (await wish_of(finding, BEN)).missed == 1


async def test_a_changed_wish_keeps_its_place_and_an_ended_one_is_not_met(finding: Finding) -> None:
    await seek(finding, ADA)
    since = finding.clock.now
    finding.clock.now += 60
    await seek(finding, ADA, wish=Wish(("landgrab",)))
    wish = await wish_of(finding, ADA)
    assert (wish.since, wish.wish.games) == (since, ("landgrab",))
    await seek(finding, ADA)
    finding.clock.now += PROWLER.lasts
    await seek(finding, BEN)
    assert await finding.propose_matches() == []
    assert not await waits(finding, ADA)
    assert (await wish_of(finding, ADA)).wish == PROWLER, "for the next time"


async def test_who_stops_or_is_unreachable_goes_out_and_the_other_stays(finding: Finding) -> None:
    proposal = await asked(finding, ADA, BEN)
    await finding.stop_seeking(ADA.id)
    assert not await waits(finding, ADA)
    assert await waits(finding, BEN)
    with pytest.raises(Stale):
        await agree(finding, proposal.id, BEN.id)
    await seek(finding, CLEO)
    await finding.queue.end_unreachable((await found(finding)).id, [BEN.id])
    assert await waits(finding, CLEO)
    assert not await waits(finding, BEN)


async def test_a_wish_that_nothing_meets_or_rated_and_endless_is_refused(finding: Finding) -> None:
    with pytest.raises(Denied):
        await seek(finding, ADA, wish=Wish(("prowler",), seats=(4,)))
    assert await finding.queue.wish_of(ADA.id) is None
    endless = replace(PROWLER, paces=(0,), rated=True, friendly=False)
    with pytest.raises(Denied, match="needs a time limit"):
        await seek(finding, ADA, wish=endless)
    await seek(finding, ADA, wish=replace(endless, friendly=True))
    await seek(finding, BEN, guild=0, wish=replace(PROWLER, everywhere=False))
    assert (await wish_of(finding, BEN)).wish.everywhere, "outside of servers one looks everywhere"


async def test_deleted_data_end_an_open_question_and_the_other_waits_on(finding: Finding) -> None:
    proposal = await asked(finding, ADA, BEN)
    await agree(finding, proposal.id, BEN.id)
    export = (await finding.privacy.export_data(ADA.id)).decode()
    assert '"wish"' in export
    assert "Ben" not in export
    await finding.privacy.delete_data(ADA.id)
    assert await waits(finding, BEN)
    assert await finding.queue.wish_of(ADA.id) is None
    with pytest.raises(Stale):
        await agree(finding, proposal.id, BEN.id)
    assert await finding.avoidance.pairs_apart([ADA.id, BEN.id], finding.clock.now), "as after a no"
    for table in ("wishes", "proposal_seats", "avoided"):
        rows = await finding.database.read(f"SELECT * FROM {table} WHERE player = {ADA.id}")  # noqa: S608 - our tables
        assert rows == []


async def whole_search(finding: Finding, one: Player, two: Player) -> None:
    """All that a process does from two wishes to a match, as far as it is not done yet."""
    for player in (one, two):
        if await finding.queue.wish_of(player.id) is None:
            await seek(finding, player)
    await finding.propose_matches()
    for proposal in await proposals(finding.queue._db):
        await finding.begin_asking(proposal, HERE, [CHANNEL] * 2, shared=True)
        for seat in proposal.seats:
            with suppress(Stale):
                await agree(finding, proposal.id, seat.player)
        left = there(await finding.queue.load_proposal(proposal.id))
        await finding.settle(left)


async def test_a_kill_at_any_statement_leaves_exactly_one_match(service: Hosted) -> None:
    number, died = 0, True
    while died:
        number, died = number + 1, False
        one, two = Player(1_000 + number, "Ada"), Player(2_000 + number, "Ben")
        try:
            with killed_at(service.database, number):
                await whole_search(Finding(service), one, two)
        except Killed:
            died = True
        finding = Finding(service)
        await whole_search(finding, one, two)
        matches = await service.lists.open_matches(one.id)
        assert [it.match.people for it in matches] == [{one.id, two.id}]
        for proposal in await proposals(finding.queue._db):
            assert proposal.match == matches[0].match.id
            await FindingStore(service.database).delete_proposal(proposal.id)
    assert number > 20, "there are statements to die at"


async def test_a_holiday_and_quiet_hours_bar_questions_but_after_a_look(finding: Finding) -> None:
    hour, choices = finding.clock.now // 3600 % 24, finding.service.store.choices
    quiet = {"quiet_from": hour, "quiet_to": (hour + 3) % 24}
    await choices.change(PlayerChoices, ADA.id, **quiet)
    await seek(finding, ADA)
    finding.clock.now += 16 * 60
    await seek(finding, BEN)
    assert await finding.propose_matches() == []
    await choices.change(PlayerChoices, BEN.id, away_until=finding.clock.now + DAY)
    await seek(finding, ADA)
    assert await finding.propose_matches() == []
    with pytest.raises(Denied, match="You are on holiday"):
        await seek(finding, BEN)
    await choices.change(PlayerChoices, BEN.id, away_until=0)
    assert len(await finding.propose_matches()) == 1


async def test_a_barred_player_meets_nobody_who_looks_from_that_server(finding: Finding) -> None:
    bar = Bar(HERE, ADA.id, "Ada", finding.clock.now, finding.clock.now + DAY)
    act = Act(HERE, ActKind.BARRED, Person(CLEO.id, "Cleo"), at=finding.clock.now)
    await finding.service.store.bars.put_bar(bar, act, lambda _: None)
    anywhere = replace(PROWLER, everywhere=True)
    await seek(finding, ADA, wish=anywhere, guild=0)
    await seek(finding, BEN, wish=anywhere, guild=HERE)
    assert await finding.propose_matches() == []
    await seek(finding, CLEO, wish=anywhere, guild=HERE + 1)
    assert {seat.player for seat in (await found(finding)).seats} in (
        {ADA.id, CLEO.id},
        {BEN.id, CLEO.id},
    )


async def test_to_avoid_somebody_says_no_to_a_match_with_them(finding: Finding) -> None:
    proposal = await asked(finding, ADA, BEN)
    await agree(finding, proposal.id, ADA.id)
    await finding.queue.avoid_player(Avoided(ADA.id, CLEO.id, "Cleo", finding.clock.now))
    await finding.queue.avoid_player(Avoided(ADA.id, BEN.id, "Ben", finding.clock.now))
    with pytest.raises(Stale):
        await agree(finding, proposal.id, BEN.id)
    (off,) = await proposals(finding.queue._db)
    assert off.state is ProposalState.OFF, "as after a no"
    for player in (ADA, BEN):
        assert await waits(finding, player)
    assert await finding.propose_matches() == []


async def test_a_deletion_ends_no_day_that_two_are_kept_apart(finding: Finding) -> None:
    proposal = await asked(finding, ADA, BEN)
    await finding.refuse(proposal.id, BEN.id)
    for player in (ADA, BEN, ADA):
        await finding.privacy.delete_data(player.id)
    await seek(finding, ADA, BEN)
    assert await finding.propose_matches() == []
    assert await finding.database.read("SELECT 1 FROM avoided WHERE player > 0 OR other > 0") == []
    finding.clock.now += APART_SECONDS
    await seek(finding, ADA, BEN)
    assert len(await finding.propose_matches()) == 1
    await finding.privacy.delete_data(CLEO.id)
    assert await finding.database.read("SELECT 1 FROM avoided") == [], "gone with its use"


PLAYERS = [Player(number, f"Player {number}") for number in range(1, 11)]
WISHES = [
    Wish(("prowler",), seats=(2,), paces=(DAY,)),
    Wish(("landgrab",), seats=(2, 3), paces=(DAY,)),
    Wish(("heroes",), seats=(3, 4), paces=(DAY,)),
]
STEPS, AT_ONCE = 50, 5


@dataclass
class Crowd:
    rng: random.Random
    services: list[Hosted]
    begun: int = 0
    """How many matches were returned to whoever said the last yes."""

    async def act(self) -> None:
        """Somebody does something in some process."""
        service, player = self.rng.choice(self.services), self.rng.choice(PLAYERS)
        other = self.rng.choice([each for each in PLAYERS if each != player])
        finding = Finding(service)
        wish = self.rng.choice(WISHES)
        avoided = Avoided(player.id, other.id, other.name, 1)
        deeds: list[tuple[int, Callable[[], Awaitable[object]]]] = [
            (12, lambda: finding.seek(player, PostPlace(HERE, CHANNEL), wish)),
            (9, finding.propose_matches),
            (24, lambda: self.answer(finding, player)),
            (3, lambda: finding.stop_seeking(player.id)),
            (1, lambda: FindingStore(service.database).avoid_player(avoided)),
            (3, lambda: Privacy(service).delete_data(player.id)),
        ]
        weights, ways = zip(*deeds, strict=True)
        with suppress(Denied):
            await self.rng.choices(ways, weights)[0]()

    async def answer(self, finding: Finding, player: Player) -> None:
        wish = await finding.queue.wish_of(player.id)
        proposal = await finding.queue.load_proposal(wish.proposal) if wish is not None else None
        if proposal is None:
            return
        await finding.begin_asking(proposal, HERE, [CHANNEL] * len(proposal.seats), shared=True)
        if self.rng.random() < 0.15:
            await finding.refuse(proposal.id, player.id)
        else:
            _, match = await agree(finding, proposal.id, player.id)
            self.begun += match is not None


async def test_each_is_in_one_proposal_and_meets_nobody_they_avoid(services: list[Hosted]) -> None:
    crowd, store = Crowd(random.Random(3), services), services[0].store
    known, step = set[str](), 0
    while step < STEPS or not crowd.begun:  # who acts first differs from machine to machine
        step += 1
        apart = await Avoidance(store.database).pairs_apart([each.id for each in PLAYERS])
        await asyncio.gather(*(crowd.act() for _ in range(AT_ONCE)))
        matches = {*await store.database.column("SELECT id FROM matches")}
        assert len(matches) == crowd.begun, "one match of each proposal"
        for match_id in matches - known:
            people = (await services[0].match(match_id)).people
            assert not any(pair <= people for pair in apart)
        known = matches
        asked_about = {*await due(services[0], FindingDuty.ASK)}
        assert asked_about >= {each.id for each in await proposals(store.database)}
        assert await due(services[0], FindingDuty.COMPARE)
        for proposal in [each for each in await proposals(store.database) if each.is_open]:
            for seat in proposal.seats:
                wish = there(await FindingStore(store.database).wish_of(seat.player))
                assert wish.proposal == proposal.id
    assert known


async def test_whoever_avoids_one_as_they_are_put_together_is_not_asked(
    finding: Finding, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = finding._make_seekers

    async def meanwhile(*read: Any) -> Any:
        await finding.queue.avoid_player(Avoided(BEN.id, ADA.id, "Ada", finding.clock.now))
        return await real(*read)

    monkeypatch.setattr(finding, "_make_seekers", meanwhile)
    await seek(finding, ADA, BEN)
    assert await finding.propose_matches() == []
    assert await proposals(finding.queue._db) == []
