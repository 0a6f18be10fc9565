"""The plans of a seat of Heroes Beware in a draft turn show in nothing that others get."""

from __future__ import annotations

import json
import random

import pytest

from cogs.contract.screen import Look
from cogs.games.heroes.face import HeroesFace
from cogs.views.keys import Keyboard
from prowlerbot.core.record_json import to_json
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.rules import Position
from prowlerbot.match import lobby, play
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import timeline, visible_record

GAME, FACE = Heroes(), HeroesFace(Heroes())
PLAYERS = (Player(1, "Ada"), Player(2, "Ben"), Player(3, "Cleo"))
SECRET, OTHERS = 1, (2, 3, None)
LOOK = Look([each.name for each in PLAYERS], [each.name for each in PLAYERS])


def begun() -> Match:
    match = lobby.challenge("abc", GAME, PLAYERS, {"build": "brisk"}, terms=Terms(), now=1)
    for player in PLAYERS[1:]:
        match = lobby.accept(match, Context(GAME, random.Random(1), 1), player.id)
    return match


def present(match: Match) -> Position:
    state = play.states(match, GAME)[-1]
    assert isinstance(state, Position)
    return state


def made(match: Match, seat: int, move: str, rng: random.Random) -> Match:
    own = match.decision(seat).own
    return play.make_move(match, Context(GAME, rng, 9), seat, match.moment, move, own=own)


def shown(match: Match, viewer: int | None) -> str:
    """All that is told, drawn and carried by buttons for a viewer."""
    known, record = timeline(match, GAME, viewer), visible_record(match, GAME, viewer)
    now = known.present
    screen = FACE.screen(known.views, LOOK)
    keyboard = Keyboard(match, own=match.decision(viewer).own if viewer else 0)
    told: list[object] = [
        known.plays,
        known.views,
        (screen.text, screen.rows, screen.orders),
        [(each.filename, each.alt, each.draw()) for each in screen.drawings],
        [[item.to_component_dict() for item in row] for row in keyboard.rows(screen.rows)],
        json.dumps(to_json(record, states=True)),
        FACE.describe(now, LOOK.names),
        FACE.brief(now, LOOK.names),
        FACE.scores(now, LOOK.names),
        FACE.news(known.views, LOOK.names),
        FACE.recap(known.views, LOOK.names),
        FACE.typed_options(now, LOOK.plain),
        match.moment,
        sorted(now.to_move),
        match.turn_at,
    ]
    return repr(told)


@pytest.mark.parametrize("seed", range(4))
def test_two_different_plans_look_the_same_to_everybody_else(seed: int) -> None:
    rng, match = random.Random(seed), begun()
    for _ in range(seed * 3):  # some turns first
        seat = rng.choice(sorted(present(match).to_move))
        moves = [move for move in present(match).moves(seat) if str(move) != "done"]
        match = made(match, seat, str(rng.choice(moves)), rng)
    if SECRET not in present(match).to_move:
        return
    placements = [str(m) for m in present(match).moves(SECRET) if m.kind == "queue"]
    if len(placements) < 2:
        return
    one, other = (made(match, SECRET, move, rng) for move in (placements[0], placements[-1]))
    own = [shown(each, SECRET) for each in (one, other)]
    assert own[0] != own[1], "the player sees it"
    for viewer in OTHERS:
        assert shown(one, viewer) == shown(other, viewer)
        if SECRET in present(one).to_move:
            assert shown(match, viewer) == shown(one, viewer)


@pytest.mark.parametrize("ends", ["end", "reveal1", "reveal5", "done"])
def test_how_a_turn_was_ended_is_not_told_before_all_have_finished(ends: str) -> None:
    rng, match = random.Random(1), begun()
    finished = made(match, SECRET, ends, rng)
    usual = made(match, SECRET, "end", rng)
    for viewer in OTHERS:
        assert shown(finished, viewer) == shown(usual, viewer)
    assert "Finished: 🔴 **Ada**" in FACE.screen(timeline(finished, GAME, None).views, LOOK).text
