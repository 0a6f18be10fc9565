"""Two matches that differ in what a reader may not know give that reader the same bytes at every
place, in every game with secrets.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
import tall_tale.face

from cogs.board.call_messages import CallWords
from cogs.board.match_message import with_earlier_moves
from cogs.board.views.question_views import question_line, taken_back_line
from cogs.contract import plain_words
from cogs.contract.face import Face
from cogs.contract.screen import Look
from cogs.frame.layout import layout
from cogs.games.heroes import MANIFEST as HEROES
from cogs.replays.replay_commands import Moment
from prowlerbot.core.capabilities import ConcealedMoves
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.core.record import Made, dumps
from prowlerbot.following.turning_points import turns
from prowlerbot.match import lobby
from prowlerbot.match.machine_help import Counting
from prowlerbot.match.match import Context, Match, Phase, Play, Player, TakenBack
from prowlerbot.match.terms import Asked, Question, Terms
from prowlerbot.match.timeline import tells_secrets, timeline, visible_record
from prowlerbot.privacy.privacy_service import _without_secrets
from prowlerbot.testing.knowledge_checks import Twins, twins
from prowlerbot.testing.random_matches import Trial, trials
from tests.core import race
from tests.games import tell_face

GAMES = {
    "tall_tale": tall_tale.face.MANIFEST,
    "heroes": HEROES,
    "tell": tell_face.MANIFEST,
    "race": race.manifest(race.RaceGame()),
}
LONG = {"tall_tale", "heroes"}
EACH = [pytest.param(key, marks=[pytest.mark.full] if key == "heroes" else []) for key in GAMES]
"""Heroes Beware takes longer than all others together."""
NAMES = ("Ada", "Ben", "Cleo", "Dora")
LEAST, MOST = 10, 30
"""The pairs of matches of a game that are compared."""


@cache
def pairs(key: str) -> Sequence[tuple[Trial, int | None, Twins]]:
    """Pairs of lines of a game that a viewer cannot tell apart."""
    manifest = GAMES[key]
    played = trials(manifest.face.game, manifest, 1 if key in LONG else 3, 3).matches
    found = [
        (trial, viewer, pair)
        for trial in played
        for viewer in trial.viewers
        for pair in twins(trial, viewer)
    ]
    assert len(found) >= LEAST
    return found[:: 1 + len(found) // MOST]


def match_of(game: Game, trial: Trial, made: Sequence[Made]) -> Match:
    people = [Player(number, NAMES[number - 1]) for number in trial.seats]
    asked = lobby.challenge("abc", game, people, {}, terms=Terms(), now=1)
    begun = lobby.begin_match(asked, Context(game, random.Random(1), 1), trial.setup)
    plays = tuple(Play(seat, text, 10 * at, at) for at, (seat, text) in enumerate(made))
    return replace(begun, plays=plays)


def told_everywhere(match: Match, face: Face, viewer: int | None) -> Iterator[object]:
    """What a reader gets at each place that looks at the moves of a running match."""
    game, known = face.game, timeline(match, face.game, viewer)
    names = NAMES[: len(match.players)]
    look, stops = Look(names, names), plain_words.stops(known.views, face.rolling)
    yield known
    for stop in sorted({*stops[:: 1 + len(stops) // 4], stops[-1]}):
        moment = Moment(match, known, stop, face)
        screen = face.screen(known.views_until(stop), look)
        yield layout(moment.text(screen), rows=moment.rows(stops, None)).to_components()
        yield face.describe(known.views[stop], names)
    yield face.captions(known.views, names), face.chapters(known.views)
    yield with_earlier_moves(match, known, face, look, "")
    yield [CallWords._last_event_words(known, face, seat, names) for seat in match.seats]
    yield [face.out_of_turn(known.views, seat, names) for seat in known.present.to_move - {CHANCE}]
    yield question_line(match, known, face)
    yield turns(known, game.points)
    record = visible_record(match, game, viewer)
    yield "refused" if tells_secrets(record, viewer) else dumps(record, states=True)
    yield Counting.counting_of(match, game, viewer)
    yield _without_secrets("plays", [], {"abc": known})


def told_of_takebacks(match: Match, face: Face, viewer: int | None) -> Iterator[object]:
    known = timeline(match, face.game, viewer)
    yield known.undone
    yield taken_back_line(match, known, face), question_line(match, known, face)
    rows = [{"match": "abc", "seat": it.seat, "move": it.move} for it in match.takebacks]
    yield _without_secrets("takebacks", [*rows], {"abc": known})
    record = visible_record(match, face.game, viewer)
    if not isinstance(known.present.seen, ConcealedMoves):  # which are taken back without a trace
        yield "refused" if tells_secrets(record, viewer) else dumps(record, states=True)


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


def test_the_set_up_of_a_running_match_with_secrets_is_not_exported_as_it_may_deal_some() -> None:
    face = GAMES["tall_tale"].face
    trial, viewer, (_, (made, _), _) = pairs("tall_tale")[0]
    rows: list[dict[str, object]] = [{"id": "abc", "setup": trial.setup}]
    match = match_of(face.game, trial, made)
    for told, exported in ((match, ""), (replace(match, phase=Phase.OVER), trial.setup)):
        known = timeline(told, face.game, viewer)
        (row,) = _without_secrets("matches", rows, {"abc": known})
        assert row["setup"] == exported
