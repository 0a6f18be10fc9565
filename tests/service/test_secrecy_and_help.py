"""Nobody learns others' secrets, nor the machine's help in a match for a result."""

import contextlib
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest
import tall_tale.face

from cogs.board.call_messages import CallWords
from cogs.board.views.agreement_views import question_line, taken_back_line
from cogs.board.views.match_boards import with_earlier_moves
from cogs.board.views.match_views import Keyboard
from cogs.contract import plain_words
from cogs.contract.face import Face
from cogs.contract.screen import Look
from cogs.frame.layout import layout
from cogs.games.heroes import MANIFEST as HEROES
from cogs.replays.replay_commands import Moment
from prowlerbot.core.capabilities import ConcealedMoves
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import BadRecord
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.core.posts import PostKind, PostState
from prowlerbot.core.record import MadeMove, Record, replay
from prowlerbot.core.record_json import write_record
from prowlerbot.daily.daily_service import Daily, DailyTries
from prowlerbot.daily.daily_store import DailyStore
from prowlerbot.following_store import public_turning_points
from prowlerbot.games.landgrab.position import map_parts_of
from prowlerbot.match import lobby, machine_help
from prowlerbot.match.agreements import withdraw_secret_step
from prowlerbot.match.call_rules import CALL_PAUSE_SECONDS, CallKey, MatchDuty
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import BranchPoint, accept_challenge
from prowlerbot.match.machine_help import (
    MIN_SHARED,
    WHERE,
    CountingLine,
    HintRequest,
    NoHelp,
    begin_alike,
)
from prowlerbot.match.match import VACANT, Context, Match, Phase, Play, Player, Takeback, machine
from prowlerbot.match.play import give_order
from prowlerbot.match.terms import Motion, Question, Terms, counts_until
from prowlerbot.match.timeline import make_timeline, tells_secrets, visible_record
from prowlerbot.privacy import Privacy, _without_secrets
from prowlerbot.reviews.review_service import Retries, Reviews
from prowlerbot.service.archive import Archive
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.machine_service import HintService, MachineSeats
from prowlerbot.service.match_service import Service
from prowlerbot.storage.import_store import latest_matches
from prowlerbot.testing.knowledge_checks import TwinLines, twin_lines
from prowlerbot.testing.trials import Trial, play_trials
from tests.core import race
from tests.games import tell_face
from tests.opponent.quick import QuickThinkers
from tests.persistence.looks import due
from tests.persistence.matches import ADA, BEN, CLEO, Clock, Hosted, begin, states, there
from tests.reviews import MadeReviewer

RATED = Terms(rated=True, pace=DAY)
OF_A_COMPETITION = Terms(pace=DAY, competition="cup", pairing=1)
EXPERT = machine("expert")


async def running(
    service: Service, terms: Terms = RATED, game: str = "prowler", plies: int = 8
) -> Match:
    """A match of Ada against Ben after so many moves."""
    match = await begin(service, game=game, terms=terms)
    while match.ply < plies:
        seat = min(service.facts.to_move(match))
        move, step = states(service, match)[-1].moves(seat)[0], match.decision(seat).step
        user = match.player(seat).id
        match = await service.make_move(match.id, user, match.moment, str(move), step=step)
    return match


async def branched(
    service: Service,
    source: Match,
    *others: Player,
    by: Player = ADA,
    terms: Terms = Terms(),  # noqa: B008 - frozen
) -> Match:
    seat = source.seat_of(by.id) or 1
    ply = len(service.facts.visible_record(source, by.id).moves)
    return await Lobby(service).make_branch(BranchPoint(source, ply, seat), [by, *others], terms)


async def imported(service: Service, record: Record, by: Player = ADA) -> Match:
    return await Archive(service).keep_record(by.id, replace(record, players=("X", "Y")))


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
    begun = await service.apply(with_a_friend.id, accept_challenge, 99)
    again = await branched(service, begun, VACANT, by=Player(98, "X"))
    with pytest.raises(NoHelp):
        await Lobby(service).add_machine(again, 98, "expert")


async def test_nothing_is_asked_of_the_machine_in_a_branch_of_a_branch(service: Service) -> None:
    match = await running(service)
    friend = Player(99, "Friend")
    first = await branched(service, match, friend, by=CLEO)
    first = await service.apply(first.id, accept_challenge, friend.id)
    second = await branched(service, first, friend, by=CLEO, terms=Terms(hints=True))
    second = await service.apply(second.id, accept_challenge, friend.id)
    (seat,) = service.facts.to_move(second)
    asked = HintRequest(second.player(seat).id, second.moment, second.decision(seat).step, WHERE)
    hints = HintService(service, QuickThinkers())
    with pytest.raises(NoHelp):
        await hints.appraise(second, asked)
    await service.apply(match.id, resign, ADA.id)
    await hints.appraise(second, asked)  # allowed once that match is over


@pytest.mark.parametrize("game", ["prowler", "landgrab", "heroes"])
async def test_an_import_of_what_counts_has_no_machine_or_review(
    service: Service, game: str
) -> None:
    match = await running(service, game=game, plies=24)
    record = service.facts.visible_record(match, ADA.id)
    kept = await imported(service, record)
    with pytest.raises(NoHelp):
        await branched(service, kept, EXPERT)
    finished = await imported(service, to_the_end(record))
    assert finished.phase is Phase.OVER
    reviews = Reviews(service, Archive(service), MadeReviewer())
    with pytest.raises(NoHelp):
        await reviews.ask_for_review(finished, ADA.id)
    with pytest.raises(NoHelp):  # a try at a moment of a review
        await Retries(service, QuickThinkers()).judge_move(
            finished,
            None,  # type: ignore[arg-type] # is not looked at
            None,  # type: ignore[arg-type] # likewise
            "1",
            ADA.id,
        )
    await service.apply(match.id, resign, BEN.id)
    await branched(service, kept, EXPERT)
    assert (await reviews.ask_for_review(finished, ADA.id)).under_way


async def test_the_machine_does_not_play_on_in_a_copy_for_whoever_left_it(service: Service) -> None:
    counting = await begin(service, ADA, BEN, CLEO, game="landgrab", terms=RATED)
    while counting.ply < 8 or service.facts.to_move(counting) != {1}:
        (seat,) = service.facts.to_move(counting)
        user, move = counting.player(seat).id, states(service, counting)[-1].moves(seat)[0]
        counting = await service.make_move(counting.id, user, counting.moment, str(move))
    record = service.facts.visible_record(counting, ADA.id)
    kept = await Archive(service).keep_record(ADA.id, record)
    friends = [Player(98, "Friend"), Player(99, "Other")]
    copy = await branched(service, kept, *friends, terms=Terms(takeover=True))
    for friend in friends:
        copy = await service.apply(copy.id, accept_challenge, friend.id)
    left = await service.apply(copy.id, resign, ADA.id)
    assert left.player(1).leaver == ADA.id
    machines = MachineSeats(service, QuickThinkers())
    with pytest.raises(NoHelp):
        await machines.search_move(left, 1)
    for player in (BEN, CLEO):
        await service.apply(counting.id, resign, player.id)
    assert (await machines.search_move(left, 1)).seat == 1


async def test_a_friendly_match_or_none_is_no_reason_to_refuse_help(service: Service) -> None:
    await running(service)
    for terms in (Terms(), Terms(hints=False)):
        match = await running(service, terms)
        await branched(service, match, EXPERT)
        record = service.facts.visible_record(match, 1)
        await branched(service, await imported(service, record), EXPERT)
    lobby = await Lobby(service).make_challenge("prowler", [ADA, VACANT], {})
    assert (await Lobby(service).add_machine(lobby, ADA.id, "easy")).has_machine


async def test_the_set_up_of_a_day_has_no_help_on_its_day(service: Service, clock: Clock) -> None:
    daily = Daily(service, DailyStore(service.store.database))
    tried = await daily.begin_try("prowler", daily.today, ADA, 0)
    practice = await imported(service, service.facts.visible_record(tried, ADA.id), by=CLEO)
    with pytest.raises(NoHelp, match="daily challenge"):
        await branched(service, practice, EXPERT, by=CLEO)
    seats = MachineSeats(service, QuickThinkers())
    if due := service.facts.machines_to_move(tried):
        await seats.search_move(tried, due[0])  # the machine of the try itself plays
    heroes = await daily.begin_try("heroes", daily.today, ADA, 0)
    assert await refused(service, service.facts.visible_record(heroes, ADA.id), by=CLEO)
    game, moves = service.facts.game(heroes), [(play.seat, play.move) for play in heroes.plays]
    assert moves, "what the day draws first counts too"
    found = await DailyTries().counting_starts(service.store.database, game, service.now())
    assert [*found.starts.values()] == [CountingLine.of_beginning(game, heroes.setup, moves)]
    clock.now = counts_until(daily.today)
    await branched(service, practice, EXPERT, by=CLEO)


def test_lines_are_alike_in_any_order_and_with_one_move_changed_whoever_has_which_seat() -> None:
    moves = [*"abcdefgh"]
    assert begin_alike(moves, moves)
    assert begin_alike(moves, [*reversed(moves)])
    assert begin_alike(moves, [*moves[:3], "x", *moves[4:]])
    assert begin_alike(moves, [*moves, *"qrstuvwxyz"]), "however the copy goes on"
    assert begin_alike(moves, moves[: MIN_SHARED - 1]), "all of the shorter one"
    assert not begin_alike(moves, []), "nothing tells nothing"
    assert not begin_alike(moves, ["x", *moves[1 : MIN_SHARED - 1]]), "too short to have changes"
    assert not begin_alike(moves, [*moves[:3], *"uvwxyz"])


async def refused(service: Service, record: Record, by: Player = ADA) -> bool:
    """Whether the machine does not think for somebody who imports a record."""
    try:
        await service.fair_help.check_may_help(await imported(service, record, by), by.id)
    except NoHelp:
        return True
    return False


async def test_a_set_up_with_a_few_changes_is_still_that_of_the_match(service: Service) -> None:
    match = await running(service, plies=0)
    record = service.facts.visible_record(match, ADA.id)
    hexes, tiles, cards, start = record.setup.split("/")
    places = [at for at, tile in enumerate(tiles) if tile in "bmrpw"]
    for swaps in (1, 3):
        changed = [*tiles]
        for swap in range(swaps):
            one = places[swap]
            partner = next(at for at in reversed(places) if changed[at] != changed[one])
            changed[one], changed[partner] = changed[partner], changed[one]
        setup = "/".join([hexes, "".join(changed), cards, start])
        assert await refused(service, replace(record, setup=setup, moves=()))
    for start in ("1", "2"):
        setup = f"{hexes}/{tiles}/{cards}/{start}"
        assert await refused(service, replace(record, setup=setup, moves=())), "whoever begins"
    other = await running(service, plies=0, terms=Terms())
    assert not await refused(service, service.facts.visible_record(other, ADA.id))


async def test_tiles_that_have_been_dug_may_lie_elsewhere_in_a_copy(service: Service) -> None:
    match = await running(service, plies=20)
    record = service.facts.visible_record(match, ADA.id)
    hexes, tiles, cards, start = record.setup.split("/")
    position: Any = states(service, match)[-1]
    changed = [*tiles]
    for passages in position.passages:
        dug = [at for at, tile in enumerate(tiles) if passages >> at + 1 & 1 and tile in "bmpr"]
        for at, other in zip(dug, reversed(dug), strict=True):
            changed[at] = tiles[other]
    setup = "/".join([hexes, "".join(changed), cards, start])
    assert setup != record.setup
    assert await refused(service, replace(record, setup=setup))


async def test_a_drawn_map_told_as_one_built_together_is_the_same_map(service: Service) -> None:
    match = await begin(service, game="landgrab", terms=RATED, map="drawn")
    record, game = service.facts.visible_record(match, ADA.id), service.games["landgrab"]
    colours, first, *_ = record.setup.split("/")
    wanted = game.traits(game.start(record.setup))[0]
    setup, state = f"{colours}/{first}/together", game.start(f"{colours}/{first}/together")
    made: list[MadeMove] = []

    def kept(state: Any) -> int:
        """How many tiles and buildings of the map are those of the match."""
        return len(wanted & map_parts_of(state.setup, state.map))

    while state.drawable:
        seat = min(state.to_move)
        moves = [(move, state.after(seat, move)) for move in state.moves(seat)]
        move, state = max(moves, key=lambda it: kept(it[1]))
        made.append(MadeMove(seat, str(move)))
    assert kept(state) >= 0.75 * len(wanted)
    copy = replace(record, setup=setup, moves=tuple(made))
    assert await refused(service, copy)
    other = await Lobby(service).make_challenge("landgrab", [CLEO, BEN], {"map": "drawn"})
    assert not await refused(service, copy, by=CLEO), other.id


async def test_a_copy_with_swapped_seats_is_the_same_position(service: Service) -> None:
    match = await begin(service, game="landgrab", terms=RATED, map="duel")
    rng = random.Random(3)
    while match.ply < 40:
        seat = min(service.facts.to_move(match))
        move = rng.choice(states(service, match)[-1].moves(seat))
        match = await service.make_move(
            match.id, match.player(seat).id, match.moment, str(move), step=match.decision(seat).step
        )
    record = service.facts.visible_record(match, ADA.id)
    colours, first, *rest = record.setup.split("/")
    swapped = replace(
        record,
        setup="/".join([colours[::-1], str(3 - int(first)), *rest]),
        moves=tuple(MadeMove((0, 2, 1)[seat], text) for seat, text in record.moves),
    )
    assert await refused(service, swapped)


async def test_draws_that_a_decision_does_not_need_may_differ_in_a_copy(service: Service) -> None:
    secret = await running(service, game="heroes", plies=10)
    record = service.facts.visible_record(secret, ADA.id)
    assert await refused(service, record), "before the first move of a secret turn"
    assert not await refused(service, record, by=CLEO)
    match = await running(service, game="heroes", plies=30)
    record, game = service.facts.visible_record(match, ADA.id), service.games["heroes"]
    seat = there(match.seat_of(ADA.id))
    made = [(each.seat, each.text) for each in record.moves]
    own = replay(game, record.setup, made)[-1].moves(seat)
    changes = 0
    for at, (by, text) in enumerate(made):
        state = replay(game, record.setup, made[:at])[-1]
        others = [str(move) for move in state.moves(CHANCE) if str(move) != text]
        for other in others[:20] if by == CHANCE else []:
            changed = [*made[:at], (CHANCE, other), *made[at + 1 :]]
            with contextlib.suppress(BadRecord):
                if replay(game, record.setup, changed)[-1].moves(seat) == own:
                    made, changes = changed, changes + 1
                    break
    assert changes
    moves = tuple(MadeMove(by, text) for by, text in made)
    assert await refused(service, replace(record, moves=moves))


async def test_a_press_replays_no_match_again_that_has_not_changed(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        await running(service, game="heroes", plies=12)
    asked = await running(service, Terms(), game="heroes", plies=12)
    loaded: list[str] = []
    real = service.store.find_match

    async def load(match: str) -> Match | None:
        loaded.append(match)
        return await real(match)

    monkeypatch.setattr(service.store, "find_match", load)
    for times in (3, 3):
        await service.fair_help.check_may_help(asked)
        assert len(loaded) == times


def told_of(match: Match, face: Face, viewer: int | None, look: Look) -> list[object]:
    """What every game tells and what buttons carry for a viewer."""
    known = make_timeline(match, face.game, viewer)
    now, screen = known.present, face.screen(known.views, look)
    keyboard = Keyboard(match, step=match.decision(viewer).step if viewer else 0)
    return [
        known.plays,
        known.retractable,
        known.views,
        (screen.text, screen.rows, screen.orders),
        layout("", rows=keyboard.rows(screen.rows)).to_components(),
        face.describe(now, look.names),
        face.brief(now, look.names),
        face.scores(now, look.names),
        face.news(known.views, look.names),
        face.recap(known.views, look.names),
        face.typed_options(now, look.plain),
        match.moment,
        sorted(now.to_move),
        [match.decision(seat).since for seat in sorted(now.to_move)],
        match.turn_at,
        match.question,
        match.takebacks,
    ]


async def begun_match(service: Hosted, game: str = "heroes", *players: Player) -> Match:
    options = {"build": "turns"} if game == "heroes" else {}
    return await begin(service, *players, game=game, terms=Terms(hints=True), **options)


async def planned(service: Hosted, match: Match, player: Player = BEN) -> Match:
    """Let a player take a secret step that does not end their turn."""
    seat = match.seat_of(player.id) or 0
    moves = [str(each) for each in states(service, match)[-1].moves(seat)]
    move = next(each for each in moves if each.startswith("b"))
    step = match.decision(seat).step
    return await service.make_move(match.id, player.id, match.moment, move, step=step)


async def hinted(service: Hosted, match: Match, player: Player) -> Match:
    seat = match.seat_of(player.id) or 0
    asked = HintRequest(player.id, match.moment, match.decision(seat).step, 1)

    def take(before: Match, it: Context) -> Match:
        return machine_help.take_hint(before, it, asked)

    return await service.apply(match.id, take)


@pytest.mark.both_databases
async def test_secret_steps_hints_and_orders_move_no_list(service: Hosted) -> None:
    one = await begun_match(service)
    service.clock.now += 5
    other = await begun_match(service)
    before = await latest_matches(service.database, ADA.id, "heroes", 25)
    assert [each.id for each in before] == [other.id, one.id]
    opened_before = [each.match.id for each in await service.store.open_matches(ADA.id)]
    service.clock.now += 5
    step = await planned(service, one)
    assert step.moment == one.moment, "nobody has seen it"
    step = await hinted(service, step, BEN)
    own = step.decision(2).step
    back = await service.apply(step.id, withdraw_secret_step, BEN.id, step.moment, own)
    order = next(iter(service.facts.game(back).orders))
    ordered = await service.apply(
        back.id, partial(give_order, given=order not in back.player(2).orders), BEN.id, order
    )
    assert ordered.revision == one.revision + 4
    assert ordered.changed_at == one.changed_at
    assert await latest_matches(service.database, ADA.id, "heroes", 25) == before
    assert [each.match.id for each in await service.store.open_matches(ADA.id)] == opened_before
    three = await begun_match(service, "tell", ADA, BEN, CLEO)
    service.clock.now += 5
    chosen = await service.make_move(three.id, BEN.id, three.moment, "1")
    assert chosen.changed_at == service.clock.now, "that nobody waits for Ben is no secret"


@pytest.mark.both_databases
async def test_the_last_one_for_whom_all_wait_is_found_by_the_latest_step(service: Hosted) -> None:
    match = await begun_match(service, "tell", ADA, BEN, CLEO)
    for player in (ADA, BEN):
        service.clock.now += 5
        await service.make_move(match.id, player.id, match.moment, "1")
    house = Housekeeping(service)
    service.clock.now += CALL_PAUSE_SECONDS - 1
    assert await house.note_awaited_call(await service.scene(match.id)) == (
        [],
        service.clock.now + 1,
    )
    service.clock.now += 1
    assert await due(service, MatchDuty.AWAITED) == [match.id]
    (post,), again = await house.note_awaited_call(await service.scene(match.id))
    assert CallKey.read(post.name.key).seat == 3
    assert again is None


@pytest.mark.both_databases
async def test_an_export_of_a_running_match_has_the_own_hints_alone(service: Hosted) -> None:
    match = await begun_match(service)
    first, moment = match.ply, match.moment
    match = await planned(service, match, BEN)
    match = await hinted(service, match, BEN)
    match = await hinted(service, match, ADA)
    assert [each.ply for each in match.hints] == [first + 1] * 2

    async def exported(player: Player) -> list[list[int]]:
        (row,) = json.loads(await Privacy(service).export_data(player.id))["matches"]
        found: list[list[int]] = row["hints"]
        return found

    assert await exported(ADA) == [[first, 1, 1, moment, 0]], "a secret step came before it"
    assert await exported(BEN) == [[first + 1, 2, 1, moment, 1]]
    await service.apply(match.id, resign, ADA.id)
    assert len(await exported(ADA)) == 2


GAMES = {
    "tall_tale": tall_tale.face.MANIFEST,
    "heroes": HEROES,
    "tell": tell_face.MANIFEST,
    "race": race.MANIFEST,
}
LONG = {"tall_tale", "heroes"}
EACH = [pytest.param(key, marks=[pytest.mark.full] if key == "heroes" else []) for key in GAMES]
"""Heroes Beware takes longer than all others together."""
NAMES = ("Ada", "Ben", "Cleo", "Dora")
LEAST, MOST = 10, 16
"""The pairs of matches of a game that are compared."""


@cache
def pairs(key: str) -> Sequence[tuple[Trial, int | None, TwinLines]]:
    """Pairs of lines of a game that a viewer cannot tell apart."""
    manifest = GAMES[key]
    played = play_trials(manifest.face.game, manifest, 1 if key in LONG else 3, 3).matches
    found = [
        (trial, viewer, pair)
        for trial in played
        for viewer in trial.viewers
        for pair in twin_lines(trial, viewer)
    ]
    assert len(found) >= LEAST
    return found[:: 1 + len(found) // MOST]


def match_of(game: Game, trial: Trial, made: Sequence[MadeMove]) -> Match:
    people = [Player(number, NAMES[number - 1]) for number in trial.seats]
    asked = lobby.make_challenge("abc", game, people, {}, terms=Terms(), now=1)
    begun = lobby.begin_match(asked, Context(game, random.Random(1), 1), trial.setup)
    plays = tuple(Play(seat, text, 10 * at, at) for at, (seat, text) in enumerate(made))
    return replace(begun, plays=plays)


def told_everywhere(match: Match, face: Face, viewer: int | None) -> Iterator[object]:
    """The answers to a reader at each place that looks at the moves of a running match."""
    game, known = face.game, make_timeline(match, face.game, viewer)
    names = NAMES[: len(match.players)]
    look, stops = Look(names, names), plain_words.replay_stops(known.views, face.rolling)
    yield known
    yield told_of(match, face, viewer, look)
    for stop in sorted({*stops[:: 1 + len(stops) // 4], stops[-1]}):
        moment = Moment(match, known, stop, face)
        screen = face.screen(known.views_until(stop), look)
        yield layout(moment.text(screen), rows=moment.rows(None)).to_components()
        yield face.describe(known.views[stop], names)
    yield face.captions(known.views, names), face.chapters(known.views)
    yield with_earlier_moves(match, known, face, look, "")
    yield [CallWords._last_event_words(known, face, seat, names) for seat in match.seats]
    yield [face.out_of_turn(known.views, seat, names) for seat in known.present.to_move - {CHANCE}]
    yield question_line(match, known, face)
    yield public_turning_points(known, game.points)
    record = visible_record(match, game, viewer)
    yield "refused" if tells_secrets(record, viewer) else write_record(record, states=True)
    yield CountingLine.of_match(match, game, viewer)
    yield _without_secrets("plays", [], {"abc": known})


def told_of_takebacks(match: Match, face: Face, viewer: int | None) -> Iterator[object]:
    known = make_timeline(match, face.game, viewer)
    yield known.undone
    yield taken_back_line(match, known, face), question_line(match, known, face)
    rows = [{"match": "abc", "seat": it.seat, "move": it.move} for it in match.takebacks]
    yield _without_secrets("takebacks", [*rows], {"abc": known})
    record = visible_record(match, face.game, viewer)
    if not isinstance(known.present.seen, ConcealedMoves):  # which are taken back without a trace
        yield "refused" if tells_secrets(record, viewer) else write_record(record, states=True)


def check_alike(ones: Match, others: Match, face: Face, viewer: int | None) -> None:
    assert ones != others
    both = told_everywhere(ones, face, viewer), told_everywhere(others, face, viewer)
    for one, other in zip(*both, strict=True):
        assert one == other


@pytest.mark.parametrize("key", EACH)
def test_what_a_reader_may_not_know_changes_no_byte_for_them(key: str) -> None:
    face = GAMES[key].face
    for trial, viewer, (_, made, _) in pairs(key):
        ones, others = (match_of(face.game, trial, line) for line in made)
        check_alike(ones, others, face, viewer)
        asked = Question(Motion.TAKEBACK, made[0][-1].seat)
        check_alike(replace(ones, question=asked), replace(others, question=asked), face, viewer)


@pytest.mark.parametrize("key", GAMES)
def test_a_move_that_another_seat_took_back_is_not_told_either(key: str) -> None:
    face = GAMES[key].face
    for trial, viewer, (at, made, _) in pairs(key):
        before = match_of(face.game, trial, trial.entries[:at])
        ones, others = (
            list(
                told_of_takebacks(
                    replace(before, takebacks=(Takeback(at, *line[at], 9),)), face, viewer
                )
            )
            for line in made
        )
        assert ones == others


def test_the_set_up_of_a_running_match_with_secrets_is_not_exported() -> None:
    face = GAMES["tall_tale"].face
    trial, viewer, (_, (made, _), _) = pairs("tall_tale")[0]
    rows: list[dict[str, object]] = [{"id": "abc", "setup": trial.setup}]
    match = match_of(face.game, trial, made)
    for told, exported in ((match, ""), (replace(match, phase=Phase.OVER), trial.setup)):
        known = make_timeline(told, face.game, viewer)
        (row,) = _without_secrets("matches", rows, {"abc": known})
        assert row["setup"] == exported


def test_only_present_calls_to_oneself_are_exported_while_the_match_runs() -> None:
    face = GAMES["tall_tale"].face
    trial, _, (_, (made, _), _) = pairs("tall_tale")[0]
    known = make_timeline(match_of(face.game, trial, made), face.game, 1)
    rows: list[dict[str, object]] = [
        {"subject": "abc", "kind": kind, "key": str(CallKey(seat, 3)), "state": state}
        for kind in (PostKind.CALL, PostKind.FOLLOW)
        for seat in (0, 1, 2)
        for state in (PostState.SENT, PostState.OUTDATED)
    ]
    exported = _without_secrets("messages", rows, {"abc": known})
    assert [(row["key"], row["kind"], row["state"]) for row in exported] == [
        (str(CallKey(seat, 3)), PostKind.CALL, PostState.SENT) for seat in (0, 1)
    ]
