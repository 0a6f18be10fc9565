"""Whatever two secrets differ in, everybody else is told and shown the same, byte by byte."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.board.views.common_buttons import Keyboard
from cogs.contract.face import Face
from cogs.contract.screen import Look
from cogs.frame.layout import layout
from cogs.games.heroes.face import HeroesFace
from prowlerbot.core.errors import Refused
from prowlerbot.core.game import Game
from prowlerbot.core.record import to_json
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.rules import Position
from prowlerbot.match import agreements, lobby, play
from prowlerbot.match.match import Context, Match, Phase, Player
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import timeline, visible_record
from tests.games.tell import Tell, TellGame
from tests.games.tell_face import TellFace

GAME = TellGame(range(3, 4), picks=2)
FACE = TellFace(TellGame())
PLAYERS = (Player(1, "Ada"), Player(2, "Ben"), Player(3, "Cleo"))
SECRET = 1
OTHERS = (2, 3, None)
BACK = 0
"""Instead of a number: the last step is taken back."""
LOOK = Look([each.name for each in PLAYERS], [each.name for each in PLAYERS])

LINES = st.lists(st.tuples(st.integers(1, 3), st.integers(BACK, 3)), max_size=16)


class Step(NamedTuple):
    seat: int
    number: int
    round: int


def begun() -> Match:
    match = lobby.challenge("abc", GAME, PLAYERS, {}, terms=Terms(), now=1)
    for player in PLAYERS[1:]:
        match = lobby.accept(match, Context(GAME, random.Random(1), 1), player.id)
    return match


def present(match: Match) -> Tell:
    state = play.states(match, GAME)[-1]
    assert isinstance(state, Tell)
    return state


def after(match: Match, seat: int, number: int, now: int, rng: random.Random) -> Match:
    """The match after a step, or as it was where that is refused."""
    own, it = match.decision(seat).own, Context(GAME, rng, now)
    try:
        if number == BACK:
            return agreements.withdraw_secret_step(match, it, seat, match.moment, own)
        return play.make_move(match, it, seat, match.moment, str(number), own=own)
    except Refused:
        return match


def played(line: list[tuple[int, int]], seed: int) -> tuple[Match, list[Step]]:
    match, rng, steps = begun(), random.Random(seed), []
    for now, (seat, number) in enumerate(line, 2):
        steps.append(Step(seat, number, present(match).round))
        match = after(match, seat, number, now, rng)
    return match, steps


def told_of(match: Match, game: Game, face: Face, viewer: int | None) -> list[object]:
    """What every game tells and what buttons carry for a viewer."""
    known = timeline(match, game, viewer)
    record = visible_record(match, game, viewer)
    now, screen = known.present, face.screen(known.views, LOOK)
    keyboard = Keyboard(match, own=match.decision(viewer).own if viewer else 0)
    return [
        known.plays,
        known.retractable,
        known.views,
        (screen.text, screen.rows, screen.orders),
        layout("", rows=keyboard.rows(screen.rows)).to_components(),
        to_json(record, states=True),
        json.dumps(to_json(record, states=False)),
        face.describe(now, LOOK.names),
        face.brief(now, LOOK.names),
        face.scores(now, LOOK.names),
        face.news(known.views, LOOK.names),
        face.recap(known.views, LOOK.names),
        face.typed_options(now, LOOK.plain),
        match.moment,
        sorted(now.to_move),
        [match.decision(seat).since for seat in sorted(now.to_move)],
        match.turn_at,
        match.question,
        match.takebacks,
    ]


def shown(match: Match, viewer: int | None) -> str:
    """All that is told and carried by buttons for a viewer; pictures follow from the views."""
    return repr(told_of(match, GAME, FACE, viewer))


@settings(max_examples=300, deadline=None)
@given(line=LINES, seed=st.integers(0, 99))
def test_hidden_numbers_show_in_nothing_for_others(line: list[tuple[int, int]], seed: int) -> None:
    match, steps = played(line, seed)
    last = present(match).round
    other = [
        (seat, number % 3 + 1 if seat == SECRET and round_ == last and number else number)
        for seat, number, round_ in steps
    ]
    twin, _ = played(other, seed)
    if match.phase is Phase.OVER:
        return
    assert present(twin).round == last
    for viewer in OTHERS:
        assert shown(match, viewer) == shown(twin, viewer)


@settings(max_examples=300, deadline=None)
@given(line=LINES, seed=st.integers(0, 99), number=st.integers(1, 3))
def test_a_step_after_which_one_is_still_to_choose_shows_in_nothing_either(
    line: list[tuple[int, int]], seed: int, number: int
) -> None:
    match, _ = played(line, seed)
    planned = after(match, SECRET, number, 99, random.Random(seed))
    if planned is match or SECRET not in present(planned).to_move:
        return
    if planned.moment > match.moment:
        return  # that was the last one, and all has been laid open
    undone = after(planned, SECRET, BACK, 100, random.Random(seed))
    for viewer in OTHERS:
        assert shown(match, viewer) == shown(planned, viewer) == shown(undone, viewer)


@settings(max_examples=100, deadline=None)
@given(line=LINES, seed=st.integers(0, 99))
def test_once_a_match_is_over_everybody_sees_all(line: list[tuple[int, int]], seed: int) -> None:
    match, _ = played(line, seed)
    over = replace(match, phase=Phase.OVER)
    for viewer in OTHERS:
        assert timeline(over, GAME, viewer).plays == match.plays


# ---------------------------------------------------------- plans of a draft turn of Heroes Beware

HEROES, HEROES_FACE = Heroes(), HeroesFace(Heroes())


def drafting() -> Match:
    options = {"build": "brisk"}
    match = lobby.challenge("abc", HEROES, PLAYERS, options, terms=Terms(), now=1)
    for player in PLAYERS[1:]:
        match = lobby.accept(match, Context(HEROES, random.Random(1), 1), player.id)
    return match


def colonies(match: Match) -> Position:
    state = play.states(match, HEROES)[-1]
    assert isinstance(state, Position)
    return state


def made(match: Match, seat: int, move: str, rng: random.Random) -> Match:
    own = match.decision(seat).own
    return play.make_move(match, Context(HEROES, rng, 9), seat, match.moment, move, own=own)


def shown_colonies(match: Match, viewer: int | None) -> str:
    screen = HEROES_FACE.screen(timeline(match, HEROES, viewer).views, LOOK)
    pictures = [(each.filename, each.alt, each.draw()) for each in screen.drawings]
    return repr([told_of(match, HEROES, HEROES_FACE, viewer), pictures])


def test_two_different_plans_look_the_same_to_everybody_else() -> None:
    compared = 0
    for seed in range(4):
        rng, match = random.Random(seed), drafting()
        for _ in range(seed * 3):  # some turns first
            seat = rng.choice(sorted(colonies(match).to_move))
            moves = [move for move in colonies(match).moves(seat) if str(move) != "done"]
            match = made(match, seat, str(rng.choice(moves)), rng)
        placements = [str(m) for m in colonies(match).moves(SECRET) if m.kind == "queue"]
        if len(placements) < 2:
            continue
        compared += 1
        one, other = (made(match, SECRET, move, rng) for move in (placements[0], placements[-1]))
        own = [shown_colonies(each, SECRET) for each in (one, other)]
        assert own[0] != own[1], "the player sees it"
        for viewer in OTHERS:
            assert shown_colonies(one, viewer) == shown_colonies(other, viewer)
            if SECRET in colonies(one).to_move:
                assert shown_colonies(match, viewer) == shown_colonies(one, viewer)
    assert compared > 1


def test_how_a_turn_was_ended_is_not_told_before_all_have_finished() -> None:
    rng, match = random.Random(1), drafting()
    usual = made(match, SECRET, "end", rng)
    for ends in ("reveal1", "reveal5", "done"):
        finished = made(match, SECRET, ends, rng)
        for viewer in OTHERS:
            assert shown_colonies(finished, viewer) == shown_colonies(usual, viewer), ends
        views = timeline(finished, HEROES, None).views
        assert "Finished this turn: 🔴 **Ada**" in HEROES_FACE.screen(views, LOOK).text
