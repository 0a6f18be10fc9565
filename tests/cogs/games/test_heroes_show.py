"""The invasion as a show: chapters, cards that are over, what is told while invaders walk."""

import random
from dataclasses import replace
from functools import lru_cache

import pytest

from cogs.contract.screen import Look
from cogs.games.heroes import account, invasion_questions
from cogs.games.heroes.face import HeroesFace
from prowlerbot.core.game import CHANCE
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.pieces import INVADERS, NAME
from prowlerbot.games.heroes.position import NEVER_ARM
from prowlerbot.games.heroes.rules import Line, Position, latest_invasion, visits
from tests.cases import each_of
from tests.cogs.games.shown import NAMES, views
from tests.games.heroes.matches import CHOICES, play_out
from tests.games.play import play

FACE = HeroesFace(Heroes())
SETUPS = ("1/brisk/guided/full", "2/brisk/free/short", "3/live/guided/short", "4/turns/guided/full")
every_setup = each_of("setup", SETUPS)
ALT = 1_024
"""Discord's limit for an alt text."""


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


def named(cards: list[account.Shown]) -> list[str]:
    """The file in which cards are drawn: one has all colonies, several are in a table."""
    if len(cards) > 1:
        return ["cards.png"]
    return [f"card{each.visit.number}.png" for each in cards]


@pytest.mark.full
@every_setup
def test_every_card_is_shown_with_all_colonies_once_it_is_over_in_one_picture(setup: str) -> None:
    line, told = match(setup), look(match(setup))
    missed = {(card.round, card.number) for card in visits(line)}
    for at in range(1, len(line)):
        if line[at].to_move == {CHANCE}:
            continue
        before = line[: at + 1]
        screen = FACE.screen(views(before, None), told)
        cards = [each for each in screen.drawings if each.filename.startswith("card")]
        assert len(cards) <= 1, "several cards share a picture"
        gone = account.sum_cards(before, account.passed_cards(before))
        missed -= {(line[at].round, each.visit.number) for each in gone}
        assert [each.filename for each in cards] == named(gone)
        assert all(0 < len(each.alt) <= ALT for each in cards)
        if line[at].outcome is None and not line[at].left:
            assert len(screen.drawings) == 1
            page = FACE.opening_page(views(before, 1), ())
            own = FACE.screen(views(before, 1), replace(told, page=page))
            assert len(own.drawings) == 1
            replayed = FACE.screen(views(before, 1), told)
            assert [each.filename for each in replayed.drawings[:-1]] == named(gone)
        film = screen.film
        assert (film is not None) == (latest_invasion(before) < len(before))
        if film is not None:
            assert film.chapter in {each.key for each in FACE.chapters(views(before, None))}
    assert not missed


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


def test_a_replay_tells_each_step_once_and_names_the_invader_that_is_drawn() -> None:
    line, drawn = match("2/brisk/free/short"), 0
    names = ("Ada", "Ben")
    told = Look(names, names, replayed=True)
    for at in range(2, len(line)):
        seen = views(line[: at + 1], None)
        if line[at].phase != "invasion" or line[at - 1].to_move != {CHANCE}:
            continue
        text = FACE.screen(seen, told).text
        assert "re-arms" not in text, "which was the step before"
        if line[at].draw == "map":
            assert f"**{INVADERS[line[at].invader].name}** comes." in text
            drawn += 1
    assert drawn


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
