"""The machine helps with no line that is being played for a result, by whatever way it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.core.record import Record
from prowlerbot.daily.days import DAY, counts_until
from prowlerbot.match.fair_help import FIRST, NoHelp, are_alike
from prowlerbot.match.hints import WHERE, Asked
from prowlerbot.match.match import VACANT, Match, Phase, Player, machine
from prowlerbot.match.terms import Terms
from prowlerbot.service.archive import Archive
from prowlerbot.service.daily import Daily
from prowlerbot.service.hints import Hints
from prowlerbot.service.lobby import Beginning, Lobby
from prowlerbot.service.machine_seats import MachineSeats
from prowlerbot.service.retries import Retries
from prowlerbot.service.reviews import Reviews
from prowlerbot.service.service import Service
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.store import Store
from tests.opponent.quick import QuickThinkers
from tests.persistence.matches import ADA, ALL, BEN, CLEO, Clock
from tests.positions import states
from tests.reviews import MadeReviewer

RATED = Terms(rated=True, pace=DAY)
OF_A_COMPETITION = Terms(pace=DAY, competition="cup", pairing=1)
EXPERT = machine("expert")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def service(database: Database, clock: Clock) -> Service:
    return Service(Store(database), games=ALL, clock=clock)


async def running(
    service: Service, terms: Terms = RATED, game: str = "prowler", plies: int = 8
) -> Match:
    """A match of Ada against Ben after so many moves."""
    match = await Lobby(service).challenge(game, [ADA, BEN], {}, terms)
    await Lobby(service).accept(match.id, BEN.id)
    match = await service.match(match.id)
    while match.ply < plies:
        seat = min(service.to_move(match))
        move, own = states(service, match)[-1].moves(seat)[0], match.decision(seat).own
        user = match.player(seat).id
        match = await service.play(match.id, user, match.moment, str(move), own=own)
    return match


async def branched(
    service: Service,
    source: Match,
    *others: Player,
    by: Player = ADA,
    terms: Terms = Terms(),  # noqa: B008 - frozen
) -> Match:
    seat = source.seat_of(by.id) or 1
    ply = len(service.visible_record(source, by.id).moves)
    beginning = Beginning(source, ply, seat)
    return await Lobby(service).branch(beginning, [by, *others], terms)


async def imported(service: Service, record: Record, by: Player = ADA) -> Match:
    return await Archive(service).add(by.id, replace(record, players=("X", "Y")))


def to_the_end(record: Record) -> Record:
    """The record, completed with any legal moves."""
    moves, states = [*record.moves], record.states()
    state = states[-1]
    while state.outcome is None:
        seat = min(state.to_move)
        move = state.moves(seat)[0]
        state = state.after(seat, move)
        moves.append(type(record.moves[0])(seat, str(move)))
    return replace(record, moves=tuple(moves))


@pytest.mark.parametrize("terms", [RATED, OF_A_COMPETITION])
@pytest.mark.parametrize("asker", [ADA, CLEO])
async def test_the_machine_takes_no_seat_in_a_branch_of_a_match_that_counts(
    service: Service, terms: Terms, asker: Player
) -> None:
    match = await running(service, terms)
    with pytest.raises(NoHelp):
        await branched(service, match, EXPERT, by=asker)
    with_a_friend = await branched(service, match, Player(99, "Friend"), by=asker)
    assert with_a_friend.phase is Phase.LOBBY, "playing on with a friend stays possible"
    begun = await Lobby(service).accept(with_a_friend.id, 99)
    again = await branched(service, begun, VACANT, by=Player(98, "X"))
    with pytest.raises(NoHelp):
        await Lobby(service).add_machine(again.id, 98, "expert")


async def test_nothing_is_asked_of_the_machine_in_a_branch_of_a_branch(service: Service) -> None:
    match = await running(service)
    friend = Player(99, "Friend")
    first = await branched(service, match, friend, by=CLEO)
    first = await Lobby(service).accept(first.id, friend.id)
    second = await branched(service, first, friend, by=CLEO, terms=Terms(hints=True))
    second = await Lobby(service).accept(second.id, friend.id)
    (seat,) = service.to_move(second)
    asked = Asked(second.player(seat).id, second.moment, second.decision(seat).own, WHERE)
    hints = Hints(service, QuickThinkers())
    with pytest.raises(NoHelp):
        await hints.find(second, asked)
    await service.resign(match.id, ADA.id)
    await hints.find(second, asked)  # allowed once that match is over


async def test_a_machine_that_takes_over_in_a_branch_does_not_move(service: Service) -> None:
    match = await running(service)
    friend = Player(99, "Friend")
    branch = await branched(service, match, friend, by=ADA)
    branch = await Lobby(service).accept(branch.id, friend.id)
    (seat,) = service.to_move(branch)
    players = [EXPERT if each == seat else branch.player(each) for each in branch.seats]
    with pytest.raises(NoHelp):
        await MachineSeats(service, QuickThinkers()).find(
            replace(branch, players=tuple(players)), seat
        )


@pytest.mark.parametrize("game", ["prowler", "landgrab", "heroes"])
async def test_an_import_of_a_match_that_counts_has_neither_machine_nor_review(
    service: Service, game: str
) -> None:
    match = await running(service, game=game, plies=24)
    record = service.visible_record(match, ADA.id)
    kept = await imported(service, record)
    with pytest.raises(NoHelp):
        await branched(service, kept, EXPERT)
    finished = await imported(service, to_the_end(record))
    assert finished.phase is Phase.OVER
    reviews = Reviews(service, Archive(service), MadeReviewer())
    with pytest.raises(NoHelp):
        await reviews.ask(finished, ADA.id)
    await service.resign(match.id, BEN.id)
    await branched(service, kept, EXPERT)
    assert (await reviews.ask(finished, ADA.id)).under_way
    await reviews.close()


async def test_a_try_at_a_moment_of_a_review_is_refused_too(service: Service) -> None:
    match = await running(service)
    finished = await imported(service, to_the_end(service.visible_record(match, ADA.id)))
    with pytest.raises(NoHelp):
        await Retries(service, QuickThinkers()).judged(
            finished,
            None,  # type: ignore[arg-type] # is not looked at
            None,  # type: ignore[arg-type] # likewise
            "1",
            ADA.id,
        )


async def test_a_drawn_set_up_decides_alone_whoever_is_said_to_begin(service: Service) -> None:
    match = await running(service, plies=0)
    record = service.visible_record(match, ADA.id)
    for start in ("1", "2"):
        setup = record.setup.rpartition("/")[0] + f"/{start}"
        kept = await imported(service, replace(record, setup=setup, moves=()))
        with pytest.raises(NoHelp):
            await branched(service, kept, EXPERT)


@pytest.mark.parametrize("terms", [Terms(), Terms(hints=False)])
async def test_a_friendly_match_is_no_reason_to_refuse_help(service: Service, terms: Terms) -> None:
    match = await running(service, terms)
    await branched(service, match, EXPERT)
    await branched(service, await imported(service, service.visible_record(match, 1)), EXPERT)


async def test_the_match_of_somebody_else_refuses_no_import(service: Service) -> None:
    match = await running(service, game="landgrab", plies=12)
    kept = await imported(service, service.visible_record(match, CLEO.id), by=CLEO)
    await branched(service, kept, EXPERT, by=CLEO)


async def test_the_set_up_of_a_day_has_no_help_while_a_try_can_count(
    service: Service, clock: Clock
) -> None:
    daily = Daily(service)
    tried = await daily.begin("prowler", daily.today, ADA, 0)
    practice = await imported(service, service.visible_record(tried, ADA.id), by=CLEO)
    with pytest.raises(NoHelp, match="day's challenge"):
        await branched(service, practice, EXPERT, by=CLEO)
    seats = MachineSeats(service, QuickThinkers())
    if due := seats.due(tried):
        await seats.find(tried, due[0])  # the machine of the try itself plays
    clock.now = counts_until(daily.today)
    await branched(service, practice, EXPERT, by=CLEO)


def line(*moves: str) -> Sequence[tuple[int, str]]:
    return [(at % 2 + 1, move) for at, move in enumerate(moves)]


def test_lines_are_alike_in_any_order_and_with_one_move_changed() -> None:
    moves = line("a", "b", "c", "d", "e", "f", "g", "h")
    assert are_alike(moves, moves)
    assert are_alike(moves, [*reversed(moves)])
    assert are_alike(moves, [*moves[:3], (2, "x"), *moves[4:]])
    assert are_alike(moves, [*moves, *line(*"qrstuvwxyz")]), "however the copy goes on"
    assert not are_alike(moves, moves[: FIRST - 1]), "too short to tell"
    assert not are_alike(moves, [*moves[:3], *line(*"uvwxyz")])


async def test_the_refusal_is_one_sentence(service: Service) -> None:
    match = await running(service)
    with pytest.raises(Denied, match=r"^This line is being played in a match that counts, .*\.$"):
        await branched(service, match, EXPERT)
