"""The log of a server: what stays of people who have deleted their data, and deleted challenges."""

from __future__ import annotations

import pytest

from cogs.admin.server_log import _act_lines
from prowlerbot.core.errors import Stale
from prowlerbot.core.posts import KEPT, NOBODY, Act, Person, What
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Ending, Player
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.persistence.matches import ADA, BEN, CLEO, DORA, Clock

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
