"""The invasion as a show: chapters, cards that are over, what is told while invaders walk."""

import random
from dataclasses import replace
from functools import lru_cache

import pytest

from cogs.contract.screen import Look
from cogs.games.heroes import invasion_questions
from cogs.games.heroes.face import HeroesFace
from prowlerbot.core.game import CHANCE
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.pieces import NAME
from prowlerbot.games.heroes.position import NEVER_ARM
from prowlerbot.games.heroes.rules import Line, Position, visits
from tests.cases import each_of
from tests.cogs.games.shown import NAMES, views
from tests.games.heroes.matches import CHOICES, play_out
from tests.games.play import play

FACE = HeroesFace(Heroes())
SETUPS = ("1/brisk/guided/full", "2/brisk/free/short", "3/live/guided/short", "4/turns/guided/full")
every_setup = each_of("setup", SETUPS)


@lru_cache(maxsize=8)
def match(setup: str) -> Line:
    seed = 1 if setup[0] != "4" else 5
    return play_out(setup, random.Random(seed), CHOICES["sensible"])[1]


def look(line: Line) -> Look:
    names = NAMES[: line[0].setup.seats]
    return Look(names, names)


@every_setup
def test_chapters_keep_their_keys_and_beginnings_while_a_match_goes_on(setup: str) -> None:
    line = match(setup)
    whole = FACE.chapters(views(line, None))
    for at in range(1, len(line), 23):
        now = FACE.chapters(views(line[: at + 1], 1))
        assert [(each.key, each.first) for each in now] == [
            (each.key, each.first) for each in whole[: len(now)]
        ]
        assert all(each.last <= at for each in now)


@pytest.mark.parametrize(
    "setup", [SETUPS[1], *(pytest.param(it, marks=pytest.mark.full) for it in SETUPS[::2])]
)
def test_a_player_who_turns_pages_sees_every_card_in_order_whatever_others_do(setup: str) -> None:
    line, told, rng = match(setup), look(match(setup)), random.Random(2)
    page, seen = FACE.present_page(views(line[:1], 1)), list[str]()
    for at in range(1, len(line)):
        own = 1 in line[at - 1].to_move and line[at - 1].seats[0] != line[at].seats[0]
        if own:  # a move is pressed where the present is shown
            page = FACE.present_page(views(line[:at], 1))
        if line[at].to_move == {CHANCE}:
            continue
        decides = 1 in line[at].to_move or at == len(line) - 1
        while True:  # the board as it is redrawn, and as it is after a press on Next
            screen = FACE.screen(views(line[: at + 1], 1), replace(told, page=page))
            shown = [each for each in screen.text.split("\n") if each.startswith("-# Card ")]
            seen += [each for each in shown if each not in seen]
            if not screen.pages or not (decides or rng.random() < 0.3):
                break
            page = screen.pages[0]
    cards = [f"-# Card {each.number} of round {each.round}" for each in visits(line)]
    assert seen == cards


@every_setup
def test_a_board_that_opens_again_begins_with_the_card_of_its_players_latest_decision(
    setup: str,
) -> None:
    line = match(setup)
    latest = FACE.opening_page(views(line[:1], 1), ())
    for at in range(1, len(line)):
        if line[at].outcome is not None:
            break
        if 1 in line[at - 1].to_move and line[at - 1].seats[0] != line[at].seats[0]:
            latest = FACE.present_page(views(line[:at], 1))
        assert FACE.opening_page(views(line[: at + 1], 1), ()) == latest


def test_an_answer_of_a_standing_order_does_not_count_as_having_seen_the_cards_before() -> None:
    earlier = 0
    for line in map(match, SETUPS):
        for at in range(1, len(line)):
            old, new = line[at - 1].seats[0], line[at].seats[0]
            if old.stage == "arm" and old != new and 1 in line[at - 1].to_move:
                seen = views(line[: at + 1], 1)
                ordered = FACE.opening_page(seen, [NEVER_ARM.format(round=line[at].round)])
                assert ordered <= FACE.opening_page(seen, ())
                earlier += ordered < FACE.opening_page(seen, ())
    assert earlier


def test_a_way_tells_what_it_leads_to_as_far_as_the_rules_fix_it() -> None:
    told = 0
    for setup in SETUPS:
        for position in match(setup):
            for seat in position.to_move - {CHANCE}:
                own = position.seats[seat - 1]
                for move in own.legal if own.walk is not None else ():
                    if move.kind == "step" and own.walk is not None:
                        words = invasion_questions.where_to(position, own, own.walk, move)
                        _check(position, seat, move, words)
                        told += 1
    assert told


def _check(position: Position, seat: int, move: object, words: str) -> None:
    """What is told of a step is what happens when it is made."""
    before = position.seats[seat - 1]
    made = play(position, (seat, str(move)))
    after = made.seats[seat - 1] if made.phase == "invasion" else None
    if after is None:
        return
    happened = after.trace[len(before.trace) :]
    square = NAME[after.trace[-1][0]]
    if after.walk is not None:
        assert words.endswith(f"then {square}") or len([1 for _, what in happened if not what]) == 1
    else:
        ended = {"defeated": "defeated at", "left": "leaves from"}[after.trace[-1][1]]
        assert words.endswith(f"{ended} {square}")
    for kind in ("trap", "guard", "gold"):
        assert (kind in words) == any(what == kind for _, what in happened)
