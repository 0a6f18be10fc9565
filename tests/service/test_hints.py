"""Hints: counted once a step, from what the player's seat may know, and kept with the match."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Hashable

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.record import Hinted, from_json
from prowlerbot.match.agreements import resign, withdraw_secret_step
from prowlerbot.match.lobby import accept
from prowlerbot.match.machine_help import CANDIDATES, CHOICE, WHERE, HintRequest
from prowlerbot.match.match import HintTaken, Match
from prowlerbot.match.terms import Terms
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.task import AppraisalTask
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.service.archive import Archive
from prowlerbot.service.hint_service import HintService
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.games.prowler.matches import EXAMPLE
from tests.opponent.quick import QuickThinkers
from tests.persistence.matches import ADA, ALL, BEN
from tests.positions import states

AGREED = Terms(hints=True)


class WatchedThinkers(QuickThinkers):
    """``asked`` are the appraisals that they were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[AppraisalTask] = []

    async def appraise(self, match: Hashable, task: AppraisalTask) -> Appraisal:
        self.asked.append(task)
        return await super().appraise(match, task)


@pytest.fixture
def thinkers() -> WatchedThinkers:
    return WatchedThinkers()


async def begun(service: Service, game: str = "prowler", **options: str) -> Match:
    match = await Lobby(service).challenge(game, [ADA, BEN], options, AGREED)
    return await service.apply(match.id, accept, BEN.id)


def asked(match: Match, user: int, step: int = WHERE) -> HintRequest:
    seat = match.seat_of(user)
    assert seat is not None
    return HintRequest(user, match.moment, match.decision(seat).own, step)


@pytest.mark.both_databases
async def test_a_step_is_stored_once_however_often_it_is_asked_for(
    service: Service, thinkers: WatchedThinkers
) -> None:
    match = await begun(service, first="2")
    hinting = HintService(service, thinkers)
    stored = match
    for step in (WHERE, CANDIDATES, CHOICE):
        wanted = asked(match, ADA.id, step)
        await asyncio.gather(*(hinting.take(match, wanted) for _ in range(5)))
        stored = await service.match(match.id)
        assert stored.hints == (HintTaken(0, 1, step, moment=0),)
    assert stored.revision == match.revision + 3


@pytest.mark.both_databases
async def test_a_step_and_a_move_at_once_both_stay(
    service: Service, thinkers: WatchedThinkers
) -> None:
    match = await begun(service, first="2")
    hinting = HintService(service, thinkers)
    made, taken = await asyncio.gather(
        service.play(match.id, ADA.id, match.moment, ">C"),
        hinting.take(match, asked(match, ADA.id)),
        return_exceptions=True,
    )
    stored = await service.match(match.id)
    assert isinstance(made, Match)
    assert stored.ply == 1
    assert bool(stored.hints) != isinstance(taken, Stale)


async def test_the_next_step_needs_no_search(service: Service, thinkers: WatchedThinkers) -> None:
    match = await begun(service, first="2")
    hinting = HintService(service, thinkers)
    first = asked(match, ADA.id)
    assert hinting.known_appraisal(match, first) is None
    found = await asyncio.gather(*(hinting.appraisal(match, first) for _ in range(3)))
    after = await hinting.take(match, first)
    assert hinting.known_appraisal(after, asked(after, ADA.id, CANDIDATES)) == found[0]
    assert len(thinkers.asked) == 1


async def test_after_a_restart_the_same_question_is_asked_of_the_machine(
    service: Service, thinkers: WatchedThinkers
) -> None:
    match = await begun(service, first="2")
    for step in (WHERE, CANDIDATES):
        hinting = HintService(service, thinkers)
        match = await service.match(match.id)
        await hinting.appraisal(match, asked(match, ADA.id, step))
        match = await hinting.take(match, asked(match, ADA.id, step))
    assert thinkers.asked[0] == thinkers.asked[1]
    assert match.hints[0].steps == CANDIDATES


async def test_a_hint_that_the_machine_cannot_give_does_not_count(
    service: Service, thinkers: WatchedThinkers
) -> None:
    match = await begun(service, first="2")
    thinkers.broken = True
    with pytest.raises(Denied, match="cut short"):
        await HintService(service, thinkers).appraisal(match, asked(match, ADA.id))
    assert (await service.match(match.id)).hints == ()


async def test_a_hint_is_the_same_whatever_the_player_cannot_know(
    service: Service, thinkers: WatchedThinkers
) -> None:
    """Ben plans in secret in one of two ways; Ada asks the same of the machine."""
    match = await begun(service, "heroes", build="turns")
    opened = {}
    for number in (0, -1):
        first = states(service, match)[-1].moves(2)
        move = str([each for each in first if str(each).startswith("b")][number])
        own = match.decision(2).own
        ahead = await service.play(match.id, BEN.id, match.moment, move, own=own)
        assert ahead.ply == match.ply + 1
        assert ahead.moment == match.moment, "nobody has seen it"
        opened[move] = await HintService(service, thinkers).appraisal(ahead, asked(ahead, ADA.id))
        step = ahead.decision(2).own
        match = await service.apply(match.id, withdraw_secret_step, BEN.id, ahead.moment, step)
    assert len(opened) == 2
    one, other = thinkers.asked
    assert one == other
    assert len({*opened.values()}) == 1
    assert all(move not in {text for _, text in one.moves} for move in opened)


async def test_an_imported_record_keeps_its_hints(service: Service) -> None:
    written = {"game": "prowler", "setup": EXAMPLE, "moves": [">R", "14"]}
    record = from_json({**written, "hints": [{"ply": 1, "seat": 1, "steps": 2}]}, ALL)
    imported = await Archive(service).add(ADA.id, record)
    found = await Archive(service).unchecked_match(imported.id)
    assert service.visible_record(found, ADA.id).hints == (Hinted(1, 1, 2),)


@pytest.mark.both_databases
async def test_hints_are_exported_and_stay_without_the_name_of_a_deleted_player(
    service: Service, thinkers: WatchedThinkers
) -> None:
    match = await begun(service, first="2")
    await HintService(service, thinkers).take(match, asked(match, ADA.id, CHOICE))
    privacy = Privacy(service)
    exported = json.loads(await privacy.export(ADA.id))
    (row,) = exported["matches"]
    assert row["hints"] == [[0, 1, 3, 0, 0]]
    await service.apply(match.id, resign, BEN.id)
    await privacy.forget(ADA.id)
    stored = await service.match(match.id)
    assert stored.hints == (HintTaken(0, 1, 3, moment=0),)
    assert stored.player(1).forgotten
