"""Whatever two secrets differ in, everybody else is told and shown the same, byte by byte."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

import pytest
import tall_tale.face

from cogs.board.call_messages import CallWords
from cogs.board.match_message import with_earlier_moves
from cogs.board.views.agreement_views import question_line, taken_back_line
from cogs.board.views.match_views import Keyboard
from cogs.contract import plain_words
from cogs.contract.face import Face
from cogs.contract.screen import Look
from cogs.frame.layout import layout
from cogs.games.heroes import MANIFEST as HEROES
from cogs.replays.replay_commands import Moment
from prowlerbot.core.capabilities import ConcealedMoves
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.core.posts import PostKind, PostState
from prowlerbot.core.record import Made
from prowlerbot.core.record_json import write_record
from prowlerbot.following.follow_store import public_turning_points
from prowlerbot.match import lobby, machine_help
from prowlerbot.match.agreements import withdraw_secret_step
from prowlerbot.match.call_rules import PAUSE, CallKey, MatchDuty
from prowlerbot.match.leaving import resign
from prowlerbot.match.machine_help import CountingLine, HintRequest
from prowlerbot.match.match import Context, Match, Phase, Play, Player, TakenBack
from prowlerbot.match.play import give_order
from prowlerbot.match.terms import Asked, Question, Terms
from prowlerbot.match.timeline import make_timeline, tells_secrets, visible_record
from prowlerbot.privacy.privacy_service import Privacy, _without_secrets
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.storage.player_matches import latest_matches
from prowlerbot.testing.knowledge_checks import TwinLines, twin_lines
from prowlerbot.testing.random_matches import Trial, play_trials
from tests.core import race
from tests.games import tell_face
from tests.persistence.looks import due
from tests.persistence.matches import ADA, BEN, Hosted, begin, states


def told_of(match: Match, face: Face, viewer: int | None, look: Look) -> list[object]:
    """What every game tells and what buttons carry for a viewer."""
    known = make_timeline(match, face.game, viewer)
    now, screen = known.present, face.screen(known.views, look)
    keyboard = Keyboard(match, own=match.decision(viewer).own if viewer else 0)
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


CLEO = Player(3, "Cleo")


async def begun_match(service: Hosted, game: str = "heroes", *players: Player) -> Match:
    options = {"build": "turns"} if game == "heroes" else {}
    return await begin(service, *players, game=game, terms=Terms(hints=True), **options)


async def planned(service: Hosted, match: Match, player: Player = BEN) -> Match:
    """Let a player take a secret step that does not end their turn."""
    seat = match.seat_of(player.id) or 0
    moves = [str(each) for each in states(service, match)[-1].moves(seat)]
    move = next(each for each in moves if each.startswith("b"))
    own = match.decision(seat).own
    return await service.make_move(match.id, player.id, match.moment, move, own=own)


async def hinted(service: Hosted, match: Match, player: Player) -> Match:
    seat = match.seat_of(player.id) or 0
    asked = HintRequest(player.id, match.moment, match.decision(seat).own, 1)

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
    own = step.decision(2).own
    back = await service.apply(step.id, withdraw_secret_step, BEN.id, step.moment, own)
    order = next(iter(service.game(back).orders))
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
    service.clock.now += PAUSE - 1
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


def match_of(game: Game, trial: Trial, made: Sequence[Made]) -> Match:
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
        asked = Question(Asked.TAKEBACK, made[0][-1].seat)
        check_alike(replace(ones, question=asked), replace(others, question=asked), face, viewer)


@pytest.mark.parametrize("key", GAMES)
def test_a_move_that_another_seat_took_back_is_not_told_either(key: str) -> None:
    face = GAMES[key].face
    for trial, viewer, (at, made, _) in pairs(key):
        before = match_of(face.game, trial, trial.made[:at])
        ones, others = (
            list(
                told_of_takebacks(
                    replace(before, takebacks=(TakenBack(at, *line[at], 9),)), face, viewer
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
