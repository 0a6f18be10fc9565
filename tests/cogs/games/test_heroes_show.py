"""The invasion as a show: its chapters, its cards, what is told while invaders walk."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import pytest

from cogs.contract.screen import Look, Screen
from cogs.contract.sign import coloured
from cogs.games.heroes import invasion_questions
from cogs.games.heroes.account import present_card
from cogs.games.heroes.colony_words import DIRECTION_NAMES, SIDE_KINDS, open_edges_at, side_kind
from cogs.games.heroes.face import HeroesFace
from cogs.games.heroes.happened import card_name
from cogs.games.heroes.lessons import LESSONS
from prowlerbot.core.game import CHANCE, AnyView
from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.cards import INVADERS, INVASIONS
from prowlerbot.games.heroes.colony import NEW
from prowlerbot.games.heroes.pieces import ENTRANCE, NAME
from prowlerbot.games.heroes.position import NEVER_ARM
from prowlerbot.games.heroes.rules import Line, Position, find_visits
from renderer.heroes.invaders import effect_of
from tests.cases import each_of
from tests.cogs.games import shown
from tests.cogs.games.shown import HEROES, views
from tests.games.heroes.matches import CHOICES, play_out
from tests.games.play import play

FACE = HeroesFace(Heroes())
NAMES = ("Ada", "Ben", "Cleo", "Dan")
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
        begun = [(each.key, each.first) for each in whole[: len(now)]]
        assert [(each.key, each.first) for each in now] == begun
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
    cards = [f"-# Card {each.number} of round {each.round}" for each in find_visits(line)]
    assert seen == cards


@every_setup
def test_a_board_that_opens_again_begins_with_the_card_of_the_latest_decision(setup: str) -> None:
    line = match(setup)
    seen, latest = views(line, 1), FACE.opening_page(views(line[:1], 1), ())
    for at in range(1, len(line) - 1):
        if 1 in line[at - 1].to_move and line[at - 1].seats[0] != line[at].seats[0]:
            latest = FACE.present_page(seen[:at])
        assert FACE.opening_page(seen[: at + 1], ()) == latest


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


@every_setup
def test_a_replay_shows_the_own_board_between_an_invader_and_its_map(setup: str) -> None:
    line, shown = match(setup), 0
    for at in range(1, len(line)):
        if line[at].draw == "map" and line[at].seats[0].trace:
            screen = FACE.screen(views(line[: at + 1], 1), look(line))
            assert " (" not in screen.text.splitlines()[-1]
            shown += 1
    assert shown


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
                        words = invasion_questions.step_effects(position, own, own.walk, move)
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


def _line(setup: str, seed: int) -> list[Position]:
    return [it for it in shown.match("heroes", setup, seed) if isinstance(it, Position)]


def _worded(seen: Sequence[AnyView], names: Sequence[str]) -> Screen:
    page = FACE.opening_page(seen, ())
    with coloured("night", words=True):
        return FACE.screen(seen, Look(names, names, words=True, page=page))


@pytest.mark.parametrize(
    ("setup", "seed"),
    [HEROES[3], *(pytest.param(*it, marks=pytest.mark.full) for it in (HEROES[0], HEROES[2]))],
)
def test_a_player_reads_the_outcomes_of_each_card_once(setup: str, seed: int) -> None:
    line = _line(setup, seed)
    seats, read_texts = len(line[0].seats), 0
    for seat in range(1, seats + 1):
        known, now = dict[tuple[int, int], str](), dict[tuple[int, int], str]()
        views_of_all = views(line, seat)
        for at, position in enumerate(line):
            if seat not in position.to_move:
                continue
            seen = views_of_all[: at + 1]
            told = _CARD.findall(_worded(seen, NAMES[:seats]).text)
            now = {(position.round, int(number)): words for number, words in told}
            assert all(known.get(card) != words for card, words in now.items())
            shown = present_card([view.seen for view in seen])
            assert shown is None or (position.round, shown.visit.number) in {**known, **now}
            read_texts += len(now)
            if line[at + 1].seats[seat - 1] != position.seats[seat - 1]:
                known |= now
    assert read_texts > 5


_CARD = re.compile(r"^Card (\d+), \*\*.*?\*\*(?:\. (.*))?$", re.MULTILINE)


@pytest.mark.parametrize(("setup", "seed"), [HEROES[0], HEROES[2], HEROES[3]])
def test_a_card_that_still_asks_a_player_has_no_outcome_yet(setup: str, seed: int) -> None:
    asked, line = 0, _line(setup, seed)
    for at, position in enumerate(line):
        if (shown := present_card(line[: at + 1])) is None:
            continue
        for seat in position.to_move - {CHANCE}:
            effect = effect_of(position, position.seats[seat - 1], shown.seats_before[seat - 1])
            if position.phase == "invasion" and effect is not None and effect.open:
                names = NAMES[: len(position.seats)]
                text = _worded(views(line[: at + 1], seat), names).text
                assert not re.search(f"^Nothing has changed: .*{card_name(position)}", text)
                assert f"**{names[seat - 1]}**: On its way" not in text
                assert f"**{names[seat - 1]}**: Still to decide" not in text
                asked += 1
    assert asked


def test_the_end_tells_each_card_and_the_count_once() -> None:
    line = _line("2/brisk/free/full", 2)
    seen = [each.view(1) for each in line]
    with coloured("night", words=True):
        text = FACE.screen(seen, Look(NAMES[:2], NAMES[:2], words=True, page="3.1")).text
    cards = _CARD.findall(text)
    assert [int(number) for number, _ in cards] == [*range(1, len(cards) + 1)]
    assert len(cards) == sum(map(int, INVASIONS[3]))
    names = re.findall(r"\*\*(.*?)\*\*\. ", text)
    assert all(text.count(name.split(" (")[0]) == 1 for name in names)
    assert "### Ada: 0\n" in FACE.describe(seen[-1], NAMES[:2])
    assert "Ada: 0" not in text.replace("*", "")


def test_the_words_of_the_first_lesson_tell_every_way_out_of_the_entrance() -> None:
    told = LESSONS[0].words
    assert told is not None
    entrance, passages = told().split("position is told", 1)
    assert f"{NAME[ENTRANCE]}, where invaders come in" in entrance
    assert all(NAME[square] in entrance for square in squares_in(NEW.area))
    for square, side in open_edges_at(NEW, NEW.area):
        way = rf"{NAME[square]} (is open )?to the {DIRECTION_NAMES[side]}\b[^.;]*"
        kind = SIDE_KINDS[side_kind(NEW, square, side)]
        found = re.search(way, entrance)
        assert found is not None
        assert found[0].endswith(f"as {kind}") or found[0].endswith(f"as a {kind}")
    assert "“From G7: cavern" in passages
