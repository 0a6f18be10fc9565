"""What a host ends counts in the table of the competition, and for no rating."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from prowlerbot.competitions.competition_record import CompetitionTerms
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import prolong, remove
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.match.agreements import resign
from prowlerbot.match.closing import seats_that_moved
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.ratings import Verdict
from prowlerbot.match.scene import Scene
from tests.competitions import kinds
from tests.persistence.looks import claim_late, take_steps
from tests.persistence.matches import ADA, BEN, CLEO, DORA, Clock, play_on
from tests.persistence.opened_service import clock, service

__all__ = ["clock", "service"]

FOUR = (ADA, BEN, CLEO, DORA)
HOST = ADA.id


async def begun(it: Competitions, clock: Clock) -> tuple[Stored, Match]:
    """A tournament of its host, and the match of two others after 26 moves."""
    terms = CompetitionTerms(kinds.SWISS, "prowler", it.service.now() + 60, round_time=DAY)
    stored = await it.create(
        replace(terms, rounds=1), name="Cup", guild=7, channel=8, host=HOST, pace=DAY
    )
    for player in FOUR:
        await it.enter(stored.id, player)
    clock.now += 60
    await take_steps(it, stored.id)
    stored = await it.get(stored.id)
    for match_id in stored.matches.values():
        match = await it.service.match(match_id)
        if match.seat_of(HOST) is None:
            match = await play_on(it.service, match, 26)
            assert (match.phase, len(seats_that_moved(match))) == (Phase.PLAYING, 2)
            return stored, match
    raise AssertionError


async def verdict(it: Competitions, match: Match) -> Verdict:
    found = await it.service.store.results.finished_match(match.id)
    assert found is not None
    return found.verdict


async def test_whoever_is_taken_out_by_a_host_loses_the_place_and_no_rating(
    competitions: Competitions, clock: Clock
) -> None:
    stored, match = await begun(competitions, clock)
    rival = match.players[0].id
    with pytest.raises(Denied, match="You have entered this competition"):
        await competitions.apply(stored.id, partial(remove, by=HOST), rival)
    await competitions.apply(stored.id, partial(remove, by=99), rival)
    await CompetitionSteps(competitions).step(stored.id)
    assert await verdict(competitions, match) is Verdict.FRIENDLY
    course = (await competitions.get(stored.id)).competition.course
    assert rival in course.results[match.terms.pairing].absent


async def test_whoever_leaves_by_themselves_loses_rating_too(
    competitions: Competitions, clock: Clock
) -> None:
    stored, match = await begun(competitions, clock)
    await competitions.leave(stored.id, match.players[0].id)
    assert await verdict(competitions, match) is Verdict.COUNTED


async def test_a_round_that_a_host_ends_counts_in_the_table_alone(
    competitions: Competitions, clock: Clock
) -> None:
    stored, match = await begun(competitions, clock)
    (own,) = {*stored.matches.values()} - {match.id}
    await competitions.service.apply(own, resign, ADA.id)
    await CompetitionSteps(competitions).step(stored.id)
    with pytest.raises(Denied, match="You have entered this competition"):
        await CompetitionSteps(competitions).end_round(stored.id, by=HOST)
    clock.now += 20
    after = await CompetitionSteps(competitions).end_round(stored.id, by=99)
    assert await verdict(competitions, match) is Verdict.FRIENDLY
    assert {*after.competition.course.results[match.terms.pairing].ranks} == {1, 2}


async def test_a_round_that_ends_by_its_clock_is_rated(
    competitions: Competitions, clock: Clock
) -> None:
    stored, match = await begun(competitions, clock)
    clock.now += DAY + 3600
    await CompetitionSteps(competitions).step(stored.id)
    assert await verdict(competitions, match) is Verdict.COUNTED


@pytest.mark.parametrize("ends", ["claim", "round"])
async def test_the_bot_asks_who_is_kept_out_before_somebody_loses_by_the_clock(
    competitions: Competitions, clock: Clock, ends: str
) -> None:
    stored, match = await begun(competitions, clock)
    late = competitions.service.to_move(match)

    async def kept_out(scene: Scene) -> list[int]:
        return [player.id for player in scene.match.players_at(late)]

    competitions.kept_out = kept_out
    if ends == "claim":
        await competitions.apply(stored.id, prolong, clock.now + 9 * DAY)
    clock.now += 2 * DAY
    if ends == "claim":
        assert match.id in {each.id for each in await claim_late(competitions)}
    else:
        await CompetitionSteps(competitions).step(stored.id)
    assert (await competitions.service.match(match.id)).phase is Phase.OVER
    assert await verdict(competitions, match) is Verdict.FRIENDLY
